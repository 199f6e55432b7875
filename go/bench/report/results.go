// What the rounds gave: reading it, medians and ratios.

package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// sample is one benchmark in one round, by unit: ns/op, B/op, allocs/op, and others that a
// benchmark reports itself.
type sample map[string]float64

// results are what the rounds gave.
type results struct {
	header map[string]string   // what was measured, and on what: the same in all rounds
	keys   []string            // those of the header in the order of the first round
	order  []string            // names in the order of the first round
	rounds map[string][]sample // one for each round, by name
}

// configuration is a line of the header.
var configuration = regexp.MustCompile(`^([a-z][a-z0-9-]*): +(.*\S)`)

// parse reads the output of rounds in the format of package testing: lines `key: value`, and those
// of benchmarks, which have a name, the number of iterations, and pairs of number and unit.
func parse(rounds []string) (*results, error) {
	r := &results{map[string]string{}, nil, nil, map[string][]sample{}}
	for _, text := range rounds {
		for line := range strings.Lines(text) {
			if match := configuration.FindStringSubmatch(line); match != nil {
				key, value := match[1], match[2]
				if before, known := r.header[key]; !known {
					r.keys = append(r.keys, key)
				} else if before != value {
					return nil, fmt.Errorf("%s was %q in one round and %q in another", key, before,
						value)
				}
				r.header[key] = value
				continue
			}
			fields := strings.Fields(line)
			if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") || len(fields)%2 != 0 {
				continue
			}
			s := sample{}
			for i := 2; i < len(fields); i += 2 {
				value, err := strconv.ParseFloat(fields[i], 64)
				if err != nil {
					return nil, fmt.Errorf("not a line of a benchmark: %q", line)
				}
				s[fields[i+1]] = value
			}
			name := strings.TrimPrefix(fields[0], "Benchmark")
			if r.rounds[name] == nil {
				r.order = append(r.order, name)
			}
			r.rounds[name] = append(r.rounds[name], s)
		}
	}
	if len(r.order) == 0 {
		return nil, fmt.Errorf("no benchmark ran")
	}
	for _, name := range r.order {
		if n := len(r.rounds[name]); n != len(rounds) {
			return nil, fmt.Errorf("%s ran in %d of %d rounds", name, n, len(rounds))
		}
	}
	return r, nil
}

// median of the rounds, in a unit.
func (r *results) median(name, unit string) float64 {
	var values []float64
	for _, s := range r.rounds[name] {
		values = append(values, s[unit])
	}
	return median(values)
}

// ratio is how many times longer a takes than b: the median of the rounds, and their range.
func (r *results) ratio(a, b string) spread {
	var values []float64
	for i, s := range r.rounds[a] {
		values = append(values, s["ns/op"]/r.rounds[b][i]["ns/op"])
	}
	return spread{median(values), slices.Min(values), slices.Max(values)}
}

func (r *results) has(name string) bool { return r.rounds[name] != nil }

// spread is a median with its range.
type spread struct{ Median, Least, Most float64 }

func (s spread) String() string {
	return fmt.Sprintf("%.2f (%.2f to %.2f)", s.Median, s.Least, s.Most)
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	if len(values) == 0 {
		return math.NaN()
	}
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}
