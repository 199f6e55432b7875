// The field's assembly with MULX, ADCX and ADOX, held against Go bit for bit.

//go:build amd64 && !purego

package field

import (
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
)

func TestTwinsADX(t *testing.T) {
	if !cpu.This.HasADX {
		t.Skip("this processor has no ADX, or it is hidden")
	}
	testTwins(t, products{mulADX, sqrADX, sqrNADX, mul2ADX, mulSqrADX, sqrAddADX})
}
