// Command report runs the benchmarks of this module in alternating rounds and writes what they say: medians, ratios with their spread,
// allocations, and which library to use for what.
//
//	go run ./bench/report                        all operations, 5 rounds, as Markdown to standard output
//	go run ./bench/report -rounds 9 -benchtime 500ms -markdown report.md -json report.json -raw report.txt
//
// In each round every library does an operation for -benchtime, one after the other, so that what else the machine does meets all of
// them; a ratio is that of one round, and the report gives the median of the rounds and the range. The raw lines are what benchstat reads.
//
// LIBSECP256K1 and UFSECP_LIBRARY name the C libraries (see package bench); those that are absent are left out.
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

func main() {
	rounds := flag.Int("rounds", 5, "how often everything runs")
	benchtime := flag.String("benchtime", "300ms", "how long each benchmark runs in a round")
	pattern := flag.String("bench", ".", "which benchmarks")
	tags := flag.String("tags", "", "build tags, as purego")
	markdown := flag.String("markdown", "", "write the report to this file instead of standard output")
	machine := flag.String("json", "", "also write it as JSON to this file")
	raw := flag.String("raw", "", "also write the lines of the benchmarks to this file")
	flag.Parse()
	if err := run(*rounds, *benchtime, *pattern, *tags, *markdown, *machine, *raw); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func run(rounds int, benchtime, pattern, tags, markdown, machine, raw string) error {
	lines, err := measure(rounds, benchtime, pattern, tags)
	if err != nil {
		return err
	}
	results, err := parse(lines)
	if err != nil {
		return err
	}
	r := build(results)
	if raw != "" {
		if err := os.WriteFile(raw, []byte(strings.Join(lines, "")), 0o644); err != nil {
			return err
		}
	}
	if machine != "" {
		text, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(machine, append(text, '\n'), 0o644); err != nil {
			return err
		}
	}
	if markdown == "" {
		return r.write(os.Stdout)
	}
	var text bytes.Buffer
	if err := r.write(&text); err != nil {
		return err
	}
	return os.WriteFile(markdown, text.Bytes(), 0o644)
}

// measure builds the test program once and returns the output of each round.
func measure(rounds int, benchtime, pattern, tags string) (lines []string, err error) {
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
	program := filepath.Join(folder, "bench.test")
	if _, err := output(home, "go", "test", "-c", "-tags", tags, "-o", program, "."); err != nil {
		return nil, err
	}
	for round := range rounds {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, rounds)
		text, err := output(home, program, "-test.run", "^$", "-test.bench", pattern, "-test.benchtime", benchtime, "-test.benchmem", "-test.cpu", "1",
			"-test.timeout", "0")
		if err != nil {
			return nil, err
		}
		lines = append(lines, text)
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
