// The tests by every body where there is no assembly: by the twin.

//go:build !amd64 || purego

package lanes

import "testing"

// forEngines runs f by the twin, which is all that there is.
func forEngines(t *testing.T, f func(t *testing.T)) { t.Run("twin", f) }
