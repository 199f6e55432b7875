// What was measured, as lines `key: value` before the benchmarks, where benchstat and the report
// look for them.

package bench

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/libsecp256k1"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.bench"); f != nil && f.Value.String() != "" {
		writeEnvironment(os.Stdout)
	}
	os.Exit(m.Run())
}

// writeEnvironment writes the compiler and its settings, what of the processor is used, and which C
// libraries were found.
func writeEnvironment(w io.Writer) {
	line := func(key, value string) {
		if value == "" {
			value = "none"
		}
		fmt.Fprintf(w, "%s: %s\n", key, value)
	}
	settings := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	line("go", runtime.Version())
	line("tags", settings["-tags"])
	line("goamd64", settings["GOAMD64"])
	line("cgo", settings["CGO_ENABLED"])
	line("p256k1-cpu", os.Getenv("P256K1_CPU"))
	line("features", features())
	if l, err := libsecp256k1.Open(""); err == nil {
		line("libsecp256k1", l.Path()+digest(l.Path()))
	} else {
		line("libsecp256k1", "absent")
	}
	if theirUFSecp != nil {
		line("ufsecp", fmt.Sprintf("%s%s, version %s, engine %s", theirUFSecp.Path(),
			digest(theirUFSecp.Path()), theirUFSecp.Version(), theirUFSecp.Engine()))
	} else {
		line("ufsecp", "absent")
	}
}

// features are those of the processor that this module uses.
func features() string {
	var names []string
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"ASM", cpu.This.HasASM}, {"ADX", cpu.This.HasADX}, {"AVX2", cpu.This.HasAVX2},
		{"FMA", cpu.This.HasFMA}, {"AVX512", cpu.This.HasAVX512}, {"IFMA", cpu.This.HasIFMA},
	} {
		if f.has {
			names = append(names, f.name)
		}
	}
	return strings.Join(names, " ")
}

// digest names the content of a library, which may not say what it is: the first digits of the
// file's SHA-256.
func digest(path string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return "" // a name that the system's loader looked up
	}
	sum := sha256.Sum256(content)
	return fmt.Sprintf(" (sha256 %x...)", sum[:8])
}

func TestEnvironment(t *testing.T) {
	var text strings.Builder
	writeEnvironment(&text)
	keys := map[string]bool{}
	for line := range strings.Lines(text.String()) {
		key, value, found := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if !found || value == "" || key != strings.ToLower(key) ||
			strings.ContainsAny(key, " \t") || keys[key] {
			t.Errorf("%q is no line of a configuration", line)
		}
		keys[key] = true
	}
	if !keys["go"] || !keys["libsecp256k1"] || !keys["ufsecp"] {
		t.Errorf("lines are missing:\n%s", &text)
	}
}
