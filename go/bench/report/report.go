// The report, as tables.

package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// libraries in the order of the columns; ratios are those of each to the first.
var libraries = []string{"P256K1", "LibSecp", "LibSecpC", "LibSecpPureGo", "Geth", "Btcec", "Dcrd", "UFSecp"}

// operations in the order of the rows; package bench says what they are.
var operations = []string{"PubkeyDerivation", "XOnlyDerivation", "Sign", "Verify", "ParseVerify", "ECDSASign", "ECDSAVerify", "ECDSAParseVerify",
	"Recover", "ECDH"}

// report is what is written, as it stands in the JSON.
type report struct {
	System     map[string]string
	Rounds     int
	Operations []comparison
	Others     []single
	Gates      []gate
	Advice     []string

	results *results
}

// comparison is one operation of all libraries.
type comparison struct {
	Operation string
	Cells     []cell
}

// cell is one operation of one library. Ratio is its time divided by this module's.
type cell struct {
	Library                   string
	Nanoseconds, Bytes, Count float64 // Count: allocations
	Ratio                     spread
}

// single is any other benchmark; Each is the time for each item, where the name ends with a number of items.
type single struct {
	Name                            string
	Nanoseconds, Each, Bytes, Count float64
}

// gate is a figure that the module promises.
type gate struct {
	What      string
	Want, Got string
	Met       bool
}

func build(r *results) *report {
	out := &report{System: map[string]string{"go": runtime.Version()}, results: r}
	for key, value := range r.header {
		out.System[key] = value
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dependency := range info.Deps {
			out.System[dependency.Path] = dependency.Version
		}
	}
	compared := map[string]bool{}
	for _, operation := range operations {
		row := comparison{Operation: operation}
		for _, library := range libraries {
			name, base := operation+"_"+library, operation+"_"+libraries[0]
			compared[name] = true
			if !r.has(name) {
				continue
			}
			c := cell{Library: library, Nanoseconds: r.median(name, "ns/op"), Bytes: r.median(name, "B/op"), Count: r.median(name, "allocs/op")}
			if r.has(base) {
				c.Ratio = r.ratio(name, base)
			}
			row.Cells = append(row.Cells, c)
		}
		if row.Cells != nil {
			out.Operations = append(out.Operations, row)
		}
	}
	for _, name := range r.order {
		out.Rounds = len(r.rounds[name])
		if compared[name] {
			continue
		}
		ns := r.median(name, "ns/op")
		s := single{Name: name, Nanoseconds: ns, Bytes: r.median(name, "B/op"), Count: r.median(name, "allocs/op")}
		if n := items(name); n > 1 {
			s.Each = ns / float64(n)
		}
		out.Others = append(out.Others, s)
	}
	out.gates()
	out.advise()
	return out
}

// items is the number that a name ends with, 1 if it ends with none.
func items(name string) int {
	n, err := strconv.Atoi(name[strings.LastIndexAny(name, "_/")+1:])
	if err != nil || n == 0 {
		return 1
	}
	return n
}

// write writes the report as Markdown.
func (r *report) write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Benchmarks of the Go module\n\n%s, %s/%s, %s; %d rounds, one core. ", r.System["cpu"], r.System["goos"], r.System["goarch"],
		r.System["go"], r.Rounds)
	b.WriteString("Written by `go run ./bench/report`; package bench says what the operations and the libraries are.\n")
	r.writeOperations(&b)
	r.writeOthers(&b)
	b.WriteString("\n## Gates\n\n| what | wanted | measured | |\n|---|---|---|---|\n")
	for _, g := range r.Gates {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", g.What, g.Want, g.Got, map[bool]string{true: "met", false: "**not met**"}[g.Met])
	}
	b.WriteString("\n## When to use what\n\n")
	for _, line := range r.Advice {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *report) writeOperations(b *strings.Builder) {
	if r.Operations == nil {
		return
	}
	b.WriteString("\n## Operations\n\nMicroseconds (median of the rounds); below, how many times longer than this module (median and range of the rounds), " +
		"and allocations.\n\n")
	head, rule := "| operation |", "|---|"
	for _, library := range libraries {
		head, rule = head+" "+library+" |", rule+"---|"
	}
	fmt.Fprintf(b, "%s\n%s\n", head, rule)
	for _, row := range r.Operations {
		fmt.Fprintf(b, "| %s |", row.Operation)
		for _, library := range libraries {
			c := row.of(library)
			switch {
			case c == nil:
				b.WriteString(" |")
			case c.Ratio.Median == 0 || library == libraries[0]:
				fmt.Fprintf(b, " %.1f<br>%.0f allocs |", c.Nanoseconds/1000, c.Count)
			default:
				fmt.Fprintf(b, " %.1f<br>%s<br>%.0f allocs |", c.Nanoseconds/1000, c.Ratio, c.Count)
			}
		}
		b.WriteString("\n")
	}
}

func (c *comparison) of(library string) *cell {
	for i := range c.Cells {
		if c.Cells[i].Library == library {
			return &c.Cells[i]
		}
	}
	return nil
}

func (r *report) writeOthers(b *strings.Builder) {
	if r.Others == nil {
		return
	}
	b.WriteString("\n## Batches, engines and arithmetic\n\n| benchmark | ns | ns for each item | B | allocs |\n|---|---|---|---|---|\n")
	for _, s := range r.Others {
		each := ""
		if s.Each != 0 {
			each = fmt.Sprintf("%.0f", s.Each)
		}
		fmt.Fprintf(b, "| %s | %.*f | %s | %.0f | %.0f |\n", s.Name, decimals(s.Nanoseconds), s.Nanoseconds, each, s.Bytes, s.Count)
	}
}

func decimals(ns float64) int {
	if ns < 100 {
		return 1
	}
	return 0
}
