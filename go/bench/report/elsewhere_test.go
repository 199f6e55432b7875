// Parts of a verification and averages of memory, of made-up rounds.

package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestElsewhere(t *testing.T) {
	parts := "BenchmarkVerificationPart_Product\t 100\t 30000 ns/op\n" +
		"BenchmarkVerificationPart_Challenge\t 100\t 10000 ns/op\n"
	results, err := parse([]string{parts + rounds[0]})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	build(results).write(&text)
	for _, want := range []string{
		"| Product | 30000 | 75 % |\n", "| Challenge | 10000 | 25 % |\n",
		"| P256K1 | 1 | 64 | 1.0 |\n",
		"`EcmultCombined` is `mult.Mul2Var`",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, text.String())
		}
	}
}
