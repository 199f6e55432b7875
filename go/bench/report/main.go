// Command report runs the benchmarks of this module in alternating rounds and writes what they say:
// medians, ratios with their spread, allocations, what was compared, whether the module keeps its
// promises, and which library to use for what.
//
//	go run ./bench/report          # all operations, 7 rounds, as Markdown to standard output
//	go run ./bench/report -tags cgo -rounds 9 -benchtime 500ms \
//	    -markdown report.md -json report.json -raw report.txt -check
//
// In each round every library does an operation for -benchtime, one after the other, so that what
// else the machine does meets all of them; a ratio is that of one round, and the report gives the
// median of the rounds and the range. With -check the exit code is 1 if a promise is not kept or
// was not measured; it is 1 also if something fails, and 0 else.
//
// The raw lines are what benchstat (golang.org/x/perf/cmd/benchstat) reads, which wants six rounds
// or more; with names that it can tell apart it sets the libraries beside each other:
//
//	libraries='P256K1|LibSecp|LibSecpC|LibSecpPureGo|Geth|Btcec|Dcrd|UFSecp'
//	sed -E "s#^Benchmark([A-Za-z]+)_($libraries)([[:space:]])#Benchmark\1/lib=\2\3#" \
//	    report.txt >by-library.txt
//	go run golang.org/x/perf/cmd/benchstat@latest \
//	    -col '/lib@(P256K1 LibSecp Btcec Dcrd)' by-library.txt
//
// LIBSECP256K1 and UFSECP_LIBRARY name the C libraries (see package bench); those that are absent
// are left out.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const module = "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/bench"

// options are what the command line says.
type options struct {
	rounds                                        int
	benchtime, pattern, tags, markdown, json, raw string
	check                                         bool
}

func main() {
	var o options
	flag.IntVar(&o.rounds, "rounds", 7, "how often everything runs")
	flag.StringVar(&o.benchtime, "benchtime", "300ms", "how long each benchmark runs in a round")
	flag.StringVar(&o.pattern, "bench", ".", "which benchmarks")
	flag.StringVar(&o.tags, "tags", "", "build tags, as purego")
	flag.StringVar(&o.markdown, "markdown", "",
		"write the report to this file instead of standard output")
	flag.StringVar(&o.json, "json", "", "also write it as JSON to this file")
	flag.StringVar(&o.raw, "raw", "", "also write the lines of the benchmarks to this file")
	flag.BoolVar(&o.check, "check", false, "fail if a gate is not met or was not measured")
	flag.Parse()
	if err := run(&o); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func run(o *options) error {
	lines, err := measure(o)
	if err != nil {
		return err
	}
	if o.raw != "" { // first: it took the time
		if err := os.WriteFile(o.raw, []byte(strings.Join(lines, "")), 0o644); err != nil {
			return err
		}
	}
	results, err := parse(lines)
	if err != nil {
		return err
	}
	r := build(results)
	if o.json != "" {
		text, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(o.json, append(text, '\n'), 0o644); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	r.write(&text)
	if o.markdown == "" {
		_, err = os.Stdout.Write(text.Bytes())
	} else {
		err = os.WriteFile(o.markdown, text.Bytes(), 0o644)
	}
	if err != nil || !o.check {
		return err
	}
	return r.check()
}

// peers are the modules that are compared with, by the names that the report gives them.
var peers = []struct{ name, module string }{
	{"btcec", "github.com/btcsuite/btcd/btcec/v2"},
	{"dcrd", "github.com/decred/dcrd/dcrec/secp256k1/v4"},
	{"geth", "github.com/ethereum/go-ethereum"},
}

// versions are lines `key: value`, one for each peer; a module that a folder replaces says so.
func versions(home string) (string, error) {
	var lines strings.Builder
	for _, peer := range peers {
		version, err := output(home, "go", "list", "-m", "-f",
			"{{.Version}}{{with .Replace}}, replaced by {{.Path}} {{.Version}}{{end}}", peer.module)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&lines, "%s: %s\n", peer.name, strings.TrimSpace(version))
	}
	return lines.String(), nil
}

// measure builds the test program once and returns the output of each round.
func measure(o *options) (lines []string, err error) {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	where, err := output(".", "go", "list", "-f", "{{.Dir}}", module)
	if err != nil {
		return nil, err
	}
	home := strings.TrimSpace(where)
	head, err := versions(home)
	if err != nil {
		return nil, err
	}
	program := filepath.Join(folder, "bench.test")
	if _, err := output(home, "go", "test", "-c", "-tags", o.tags, "-o", program, "."); err != nil {
		return nil, err
	}
	for round := range o.rounds {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, o.rounds)
		text, err := output(home, program, "-test.run", "^$", "-test.bench", o.pattern,
			"-test.benchtime", o.benchtime, "-test.benchmem", "-test.cpu", "1", "-test.timeout",
			"0")
		if err != nil {
			return nil, err
		}
		lines = append(lines, head+text)
	}
	return lines, nil
}

// output runs a program in a folder; what it says goes into the error if it fails.
func output(folder, name string, arguments ...string) (string, error) {
	command := exec.Command(name, arguments...)
	command.Dir = folder
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", command, err, &out)
	}
	return out.String(), nil
}
