// The program does what it says, and README shows it as it is.

package main

import (
	"os"
	"strings"
	"testing"
)

func Example() {
	main()
	// Output: both signatures are valid, and the secrets agree
}

func TestREADME(t *testing.T) {
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(program), "package main\n")
	if !strings.Contains(string(page), "```go\npackage main\n"+code+"```\n") {
		t.Error("README.md does not have this program")
	}
}
