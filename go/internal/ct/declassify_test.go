// The list of ways out in TIMING.md, made from the source.

package ct_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
)

var write = flag.Bool("write", false, "write the list of declassified values into TIMING.md")

const (
	listBegin = "<!-- begin: go test ./internal/ct -run Declassified -write -->\n"
	listEnd   = "<!-- end -->\n"
)

// declassified returns the lines of the list of the files of a folder.
func declassified(t *testing.T, folder string) []string {
	t.Helper()
	var lines []string
	for _, s := range sources(t, folder) {
		mentions, calls := 0, 0
		ast.Inspect(s.file, func(node ast.Node) bool {
			if name, ok := node.(*ast.SelectorExpr); ok &&
				strings.HasPrefix(name.Sel.Name, "Declassify") {
				mentions++
			}
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			name, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !strings.HasPrefix(name.Sel.Name, "Declassify") {
				return true
			}
			calls++
			reason := ""
			if literal, ok := call.Args[1].(*ast.BasicLit); ok && literal.Kind == token.STRING {
				reason, _ = strconv.Unquote(literal.Value)
			}
			if reason == "" {
				t.Errorf("%s: no reason", s.set.Position(call.Pos()))
			}
			var value strings.Builder
			if err := printer.Fprint(&value, s.set, call.Args[0]); err != nil {
				t.Fatal(err)
			}
			what := strings.TrimPrefix(value.String(), "&")
			lines = append(lines, fmt.Sprintf("| `%s` | `%s` | %s |\n", s.name,
				strings.ReplaceAll(what, "|", `\|`), reason))
			return true
		})
		if mentions != calls {
			t.Errorf("%s: Declassify is named and not called", s.name)
		}
	}
	return lines
}

// TestDeclassified compares the list with the source.
func TestDeclassified(t *testing.T) {
	var lines []string
	for _, folder := range folders(t) {
		lines = append(lines, declassified(t, folder)...)
	}
	if len(lines) == 0 {
		t.Error("nothing is declassified: then no key would be public and no signature")
	}
	sort.Strings(lines)
	list := "| File | Value | Why it may become public |\n|---|---|---|\n" + strings.Join(lines, "")

	name := filepath.Join(root, "TIMING.md")
	document, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(document), listBegin)
	old, after, ok2 := strings.Cut(rest, listEnd)
	if !ok1 || !ok2 {
		t.Fatal("TIMING.md has no place for the list")
	}
	if *write {
		if err := os.WriteFile(name, []byte(before+listBegin+list+listEnd+after),
			0o644); err != nil {
			t.Fatal(err)
		}
	} else if old != list {
		t.Errorf("TIMING.md has\n%s\nand the source\n%s", old, list)
	}
}
