// Where the compiled formulas run on amd64.

//go:build amd64 && !purego

package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"

// compiled tells whether the processor has MULX, ADCX and ADOX.
func compiled() bool { return cpu.This.HasADX }
