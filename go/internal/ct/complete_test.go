// Whether the lists of calls are complete and the calls work, and constant time keeps away from
// variable time.

package ct_test

import (
	"go/ast"
	"strings"
	"testing"
)

// TestLeavesAreComplete compares leaves with what the packages export.
func TestLeavesAreComplete(t *testing.T) {
	listed := map[string]bool{}
	for _, l := range leaves {
		if listed[l.name] || withoutSecrets[l.name] != "" {
			t.Errorf("%s is listed twice", l.name)
		}
		listed[l.name] = true
	}
	for name := range withoutSecrets {
		listed[name] = true
	}
	exists := map[string]bool{}
	for _, layer := range layers {
		for _, s := range sources(t, "internal/"+layer) {
			for name, f := range s.functions() {
				if name = layer + "." + name; f.Name.IsExported() &&
					!strings.HasSuffix(name, "Var") {
					exists[name] = true
				}
			}
		}
	}
	compare(t, listed, exists)
}

// TestCallsAreComplete compares calls with what the API exports, but for its files of variable
// time.
func TestCallsAreComplete(t *testing.T) {
	listed, exists := map[string]bool{}, map[string]bool{}
	for _, c := range calls {
		listed[c.of] = true
	}
	for name := range withoutKeys {
		if listed[name] {
			t.Errorf("%s is listed twice", name)
		}
		listed[name] = true
	}
	for folder, prefix := range map[string]string{".": "", "signer": "signer."} {
		for _, s := range sources(t, folder) {
			for name, f := range s.functions() {
				receiver, _, _ := strings.Cut(name, ".")
				if f.Name.IsExported() && ast.IsExported(receiver) && !s.variable() {
					exists[prefix+name] = true
				}
			}
		}
	}
	compare(t, listed, exists)
}

// TestCallsWork runs what the lists have on its own, where nothing is marked.
func TestCallsWork(t *testing.T) {
	for _, l := range leaves {
		var in, out values
		in.fill()
		_, name, _ := strings.Cut(l.name, ".")
		// no, by a zero
		answers := strings.Contains(name, ".Is") || strings.HasSuffix(name, ".Equal")
		if l.call(&in, &out); out == (values{}) && !answers {
			t.Errorf("%s gives nothing", l.name)
		}
	}
	for _, c := range calls {
		var s secrets
		var r results
		s.fill()
		c.run(&s, &r)
		if (r.err != nil) != (c.gives == refused) || (len(r.public) > 0) != (c.gives == public_) ||
			(r.secret != [32]byte{}) != (c.gives == secret) {
			t.Errorf("%s gives %+v", c.name(), r)
		}
	}
}

// compare reports what is in one of two sets alone.
func compare(t *testing.T, listed, exists map[string]bool) {
	t.Helper()
	for name := range exists {
		if !listed[name] {
			t.Errorf("%s is in no list of this package", name)
		}
	}
	for name := range listed {
		if !exists[name] {
			t.Errorf("%s is listed and does not exist", name)
		}
	}
}

// varInConstantTime are the functions of variable time that those of constant time may name.
var varInConstantTime = map[string]string{
	"internal/mult/tables.go: fillGenTableVar": "a table of public points",
	"internal/mult/tables.go: fillOddTableVar": "a table of public points",
}

// TestConstantTimeUsesNoVariableTime looks for names that end in Var in functions that do not.
func TestConstantTimeUsesNoVariableTime(t *testing.T) {
	seen, looked := map[string]bool{}, 0
	for _, layer := range layers {
		for _, s := range sources(t, "internal/"+layer) {
			for name, f := range s.functions() {
				if s.variable() || strings.HasSuffix(name, "Var") || f.Body == nil {
					continue
				}
				looked++
				ast.Inspect(f.Body, func(node ast.Node) bool {
					if name, ok := node.(*ast.Ident); ok && strings.HasSuffix(name.Name, "Var") {
						use := s.name + ": " + name.Name
						if varInConstantTime[use] == "" {
							t.Errorf("%s: %s", s.set.Position(name.Pos()), name.Name)
						}
						seen[use] = true
					}
					return true
				})
			}
		}
	}
	for use := range varInConstantTime {
		if !seen[use] {
			t.Errorf("%s is allowed and not there", use)
		}
	}
	if looked < len(leaves) {
		t.Errorf("looked into %d functions only", looked)
	}
}
