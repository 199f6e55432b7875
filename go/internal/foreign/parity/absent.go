// What happens where a library is absent, or is another one.

package parity

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// absent opens what is no library of the kind: an error each time, and nothing is kept of it.
// variable is the environment variable that names the library where no path is given.
func absent(t *testing.T, variable string, open func(path string) error) {
	t.Helper()
	none := filepath.Join(t.TempDir(), "none")
	if open(none) == nil {
		t.Error("a file that does not exist is opened")
	}
	t.Setenv(variable, none)
	if open("") == nil {
		t.Error("a file that does not exist is opened by the environment")
	}
	const other = "libm.so.6"
	loaded := func() bool {
		maps, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Skip(err)
		}
		return strings.Contains(string(maps), "/"+other)
	}
	if loaded() {
		t.Skipf("%s is part of this program", other)
	}
	if err := open(other); err == nil {
		t.Errorf("%s is opened", other)
	} else if !strings.Contains(err.Error(), "has no function") {
		t.Skip(err) // not there
	}
	if loaded() {
		t.Errorf("%s stays loaded", other)
	}
}
