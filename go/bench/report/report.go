// The report, as tables.

package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// libraries in the order of the columns; ratios are those of each to the first.
var libraries = []string{"P256K1", "LibSecp", "LibSecpC", "LibSecpPureGo", "Geth", "Btcec", "Dcrd",
	"UFSecp"}

// operations in the order of the rows; package bench says what they are.
var operations = []string{"PubkeyDerivation", "XOnlyDerivation", "Sign", "Verify", "ParseVerify",
	"ECDSASign", "ECDSAVerify", "ECDSAParseVerify", "Recover", "ECDH"}

// report is what is written, as it stands in the JSON.
type report struct {
	System       map[string]string
	Rounds       int
	Operations   []comparison
	Instructions []instruction
	Others       []single
	Gates        []gate
	Advice       []string

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

// single is any other benchmark; Each is the time for each item, where the name ends with a number
// of items.
type single struct {
	Name                            string
	Nanoseconds, Each, Bytes, Count float64
}

// instruction is what one operation of this module takes without BMI2 and ADX, by the time that it
// takes with them.
type instruction struct {
	Operation   string
	Nanoseconds float64 // with BMI2 and ADX
	PureGo, ASM spread
}

// gate is a figure that the module promises.
type gate struct {
	What      string
	Want, Got string // Got: empty where it was not measured
	Met       bool
}

func build(r *results) *report {
	out := &report{System: r.header, results: r}
	compared := map[string]bool{}
	for _, operation := range operations {
		row := comparison{Operation: operation}
		for _, library := range libraries {
			name, base := operation+"_"+library, operation+"_"+libraries[0]
			compared[name] = true
			if !r.has(name) {
				continue
			}
			c := cell{Library: library, Nanoseconds: r.median(name, "ns/op"),
				Bytes: r.median(name, "B/op"), Count: r.median(name, "allocs/op")}
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
		s := single{Name: name, Nanoseconds: ns, Bytes: r.median(name, "B/op"),
			Count: r.median(name, "allocs/op")}
		if n := items(name); n > 1 {
			s.Each = ns / float64(n)
		}
		out.Others = append(out.Others, s)
	}
	out.instructions()
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

// instructions compares the engines of this module that need nothing of the processor with the one
// that needs BMI2 and ADX: MULX, and two chains of additions side by side by ADCX and ADOX.
func (r *report) instructions() {
	var names [][3]string
	for _, operation := range operations {
		names = append(names, [3]string{"PureGo_" + operation, "ASM_" + operation,
			"BMI2_" + operation})
	}
	for _, operation := range []string{"FieldMul", "FieldSqr", "ScalarMul"} {
		names = append(names, [3]string{operation + "PureGo", operation + "ASM",
			operation + "BMI2"})
	}
	for _, n := range names {
		if !r.results.has(n[0]) || !r.results.has(n[2]) {
			continue
		}
		_, operation, found := strings.Cut(n[2], "_")
		if !found {
			operation = strings.TrimSuffix(n[2], "BMI2")
		}
		row := instruction{Operation: operation, Nanoseconds: r.results.median(n[2], "ns/op"),
			PureGo: r.results.ratio(n[0], n[2])}
		if r.results.has(n[1]) {
			row.ASM = r.results.ratio(n[1], n[2])
		}
		r.Instructions = append(r.Instructions, row)
	}
}

// write writes the report as Markdown.
func (r *report) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "# Benchmarks of the Go module\n\n%s, %s/%s, %s; %d rounds, one core. ",
		r.System["cpu"], r.System["goos"], r.System["goarch"], r.System["go"], r.Rounds)
	b.WriteString("Written by `go run ./bench/report`; package bench says what the operations " +
		"and the libraries are.\n")
	b.WriteString("\n## What was compared\n\n| what | which |\n|---|---|\n")
	for _, key := range r.results.keys {
		fmt.Fprintf(b, "| %s | %s |\n", key, r.System[key])
	}
	r.writeOperations(b)
	r.writeInstructions(b)
	r.writeOthers(b)
	r.writeElsewhere(b)
	b.WriteString("\n## Gates\n\n| what | wanted | measured | |\n|---|---|---|---|\n")
	for _, g := range r.Gates {
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", g.What, g.Want, g.Got, g.verdict())
	}
	b.WriteString("\n## When to use what\n\n")
	for _, line := range r.Advice {
		fmt.Fprintf(b, "- %s\n", line)
	}
}

func (r *report) writeOperations(b *bytes.Buffer) {
	if r.Operations == nil {
		return
	}
	b.WriteString("\n## Operations\n\nMicroseconds (median of the rounds); below, how many times " +
		"longer than this module (median and range of the rounds), " +
		"and memory that Go allocates (B/op and allocs/op).\n\n")
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
				fmt.Fprintf(b, " %.1f<br>%.0f B, %.0f allocs |", c.Nanoseconds/1000, c.Bytes,
					c.Count)
			default:
				fmt.Fprintf(b, " %.1f<br>%s<br>%.0f B, %.0f allocs |", c.Nanoseconds/1000, c.Ratio,
					c.Bytes, c.Count)
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

func (r *report) writeInstructions(b *bytes.Buffer) {
	if r.Instructions == nil {
		return
	}
	b.WriteString("\n## What BMI2 and ADX give\n\nNanoseconds of this module with MULX and with " +
		"the two chains of additions of ADCX and ADOX, and how many times longer " +
		"it takes without (median and range of the rounds): by assembly for any amd64, and " +
		"in Go alone.\n\n| operation | ns | assembly for any amd64 | Go alone " +
		"|\n|---|---|---|---|\n")
	for _, row := range r.Instructions {
		plain := ""
		if row.ASM != (spread{}) {
			plain = row.ASM.String()
		}
		fmt.Fprintf(b, "| %s | %.*f | %s | %s |\n", row.Operation, decimals(row.Nanoseconds),
			row.Nanoseconds, plain, row.PureGo)
	}
}

func (r *report) writeOthers(b *bytes.Buffer) {
	if r.Others == nil {
		return
	}
	b.WriteString("\n## Batches, engines and arithmetic\n\n| benchmark | ns | ns for each item | " +
		"B/op | allocs/op |\n|---|---|---|---|---|\n")
	for _, s := range r.Others {
		each := ""
		if s.Each != 0 {
			each = fmt.Sprintf("%.0f", s.Each)
		}
		fmt.Fprintf(b, "| %s | %.*f | %s | %.0f | %.0f |\n", s.Name, decimals(s.Nanoseconds),
			s.Nanoseconds, each, s.Bytes, s.Count)
	}
}

func decimals(ns float64) int {
	if ns < 100 {
		return 1
	}
	return 0
}
