// Parity with p256k1, and what happens where the library is absent.

package libsecp256k1

import (
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign/parity"
)

// over is this package.
var over = parity.Package[KeyPair, *Library]{
	Variable: PathVariable, Open: Open, NewSigner: NewSigner,
}

func TestParity(t *testing.T)         { over.Parity(t) }
func TestSigner(t *testing.T)         { over.Signer(t) }
func TestPath(t *testing.T)           { over.Path(t) }
func TestAbsent(t *testing.T)         { over.Absent(t) }
func TestManyGoroutines(t *testing.T) { over.ManyGoroutines(t) }

// What package purego allocates is two for each entry into C; there is nothing else.
func TestAllocations(t *testing.T) {
	over.Allocations(t, parity.Most{
		PublicKey: 4, SignECDSA: 4,
		SignSchnorr: 2, ParseVerifySchnorr: 4,
	})
}
