// A report of made-up rounds.

package main

import (
	"bytes"
	"strings"
	"testing"
)

// Three rounds, in which the machine is slower the second time.
var rounds = []string{
	round("10000", "20000"), round("20000", "40000"), round("10000", "30000"),
}

func round(own, theirs string) string {
	return "btcec: v2.0.1\ntags: cgo, other\ngoos: linux\ngoarch: amd64\ncpu: A processor\n" +
		"BenchmarkSign_P256K1 \t 100\t " + own + " ns/op\t 64 B/op\t 1 allocs/op\n" +
		"BenchmarkSign_LibSecp\t 100\t " + theirs + " ns/op\t 0 B/op\t 0 allocs/op\n" +
		"--- SKIP: BenchmarkSign_UFSecp\n    libraries_test.go:1: why: not\n" +
		// A single call that parses its key counts for nothing beside batches of parsed keys.
		"BenchmarkECDSAParseVerify_LibSecp\t 100\t 60000 ns/op\t 0 B/op\t 0 allocs/op\n" +
		"BenchmarkECDSAVerify_LibSecp\t 100\t 50000 ns/op\t 0 B/op\t 0 allocs/op\n" +
		"BenchmarkIFMA_VerifyBatchECDSA_1024\t 100\t 10240000 ns/op\t 0 B/op\t 0 allocs/op\n" +
		"BenchmarkFieldMulPureGo\t 100\t 40 ns/op\nBenchmarkFieldMulASM\t 100\t 30 " +
		"ns/op\nBenchmarkFieldMulBMI2\t 100\t 20 ns/op\n" +
		"BenchmarkBatchNormalize/Individual_64\t 100\t 64000 ns/op\t 0 B/op\t 0 allocs/op\n" +
		"BenchmarkBatchNormalize/Batch_64\t 100\t 6400 ns/op\t 0 B/op\t 0 allocs/op\nPASS\n"
}

func TestReport(t *testing.T) {
	results, err := parse(rounds)
	if err != nil {
		t.Fatal(err)
	}
	if s := results.ratio("Sign_LibSecp", "Sign_P256K1"); s != (spread{2, 2, 3}) {
		t.Errorf("ratio %v", s)
	}
	if m := results.median("Sign_LibSecp", "ns/op"); m != 30000 {
		t.Errorf("median %v", m)
	}
	r := build(results)
	met, measured := map[string]bool{}, 0
	for _, g := range r.Gates {
		met[g.What] = g.Met
		if g.Got != "" {
			measured++
		}
	}
	if !met["Sign: times as fast as LibSecp"] || !met["Sign_P256K1: allocations"] ||
		measured != 4 || len(met) < 20 {
		t.Errorf("gates %v", r.Gates)
	}
	if met["VerifyBatch at 1,024 with IFMA, ECDSA: times as fast as single verification by "+
		"LibSecp"] {
		t.Error("five times as fast as a call with a parsed key passes for six")
	}
	if met["BatchNormalize at 64: times as fast as one by one"] {
		t.Error("ten times as fast passes for twenty")
	}
	err = r.check()
	if err == nil {
		t.Fatal("gates that are not met pass")
	}
	for what, named := range map[string]bool{
		"  Sign: times as fast as LibSecp": false,
		"BatchNormalize at 64: times as fast as one by one: wanted at least 20, " +
			"measured 10.00": true,
		"ECDH: times as fast as LibSecp: wanted at least 1, measured nothing": true,
	} {
		if strings.Contains(err.Error(), what) != named {
			t.Errorf("%q is in what -check says: %v, want %v:\n%v", what, !named, named, err)
		}
	}
	r.Gates = r.Gates[:0]
	r.times("kept", "Sign_LibSecp", 1, "Sign_P256K1", 2)
	if err := r.check(); err != nil {
		t.Error(err)
	}
	r = build(results)
	var text bytes.Buffer
	r.write(&text)
	for _, want := range []string{
		"A processor", "3 rounds",
		"| Sign | 10.0<br>64 B, 1 allocs | 30.0<br>2.00 (2.00 to 3.00)<br>0 B, 0 allocs |",
		"| btcec | v2.0.1 |\n| tags | cgo, other |\n",
		"| FieldMul | 20.0 | 1.50 (1.50 to 1.50) | 2.00 (2.00 to 2.00) |",
		"| BatchNormalize/Batch_64 | 6400 | 100 | 0 | 0 |",
		"| 10.00 (10.00 to 10.00) | **not met** |", "| at least 1 |  | **not measured** |",
		"Schnorr signing: this module, 2.00 times as fast as libsecp256k1 through cgo.",
		"Beside libsecp256k1 through cgo: this module in all of them (1 operations; its time by " +
			"this module's is 2.00 in Sign to 2.00 in Sign); it needs",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, text.String())
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for what, text := range map[string][]string{
		"nothing":         {"PASS\n"},
		"a missing round": {rounds[0], "BenchmarkSign_P256K1 1 1 ns/op\n"},
		"a broken number": {"BenchmarkSign_P256K1 1 x ns/op\n"},
		"another machine": {"cpu: A\nBenchmarkA 1 1 ns/op\n", "cpu: B\nBenchmarkA 1 1 ns/op\n"},
		"an added library": {"BenchmarkA 1 1 ns/op\n",
			"BenchmarkA 1 1 ns/op\nBenchmarkB 1 1 ns/op\n"},
	} {
		if _, err := parse(text); err == nil {
			t.Errorf("%s passes", what)
		}
	}
}
