// Parity with p256k1, and what happens where the library is absent.

package libsecp256k1

import (
	"slices"
	"strings"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign"
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
func TestNoPair(t *testing.T)         { over.NoPair(t) }
func TestNotPrinted(t *testing.T)     { over.NotPrinted(t) }

func TestNoKeys(t *testing.T) {
	parity.NoKeys(t, over.Opened(t), ErrPublicKey, ErrSecretKey, ErrRefused)
}

// Windows knows as many versions as Linux.
func TestNames(t *testing.T) {
	windows, mac := foreign.Names("windows"), foreign.Names("darwin")
	for _, name := range foreign.Names("linux")[1:] {
		number := strings.TrimPrefix(name, "libsecp256k1.so.")
		for _, want := range []string{"libsecp256k1-" + number + ".dll", "secp256k1-" + number + ".dll"} {
			if !slices.Contains(windows, want) {
				t.Errorf("%s is not among %v", want, windows)
			}
		}
		if want := "libsecp256k1." + number + ".dylib"; !slices.Contains(mac, want) {
			t.Errorf("%s is not among %v", want, mac)
		}
	}
	if !slices.Contains(windows, "libsecp256k1-7.dll") || mac[0] != "libsecp256k1.dylib" {
		t.Error(windows, mac)
	}
}

// What package purego allocates is two for each entry into C; there is nothing else.
func TestAllocations(t *testing.T) {
	over.Allocations(t, parity.Most{
		PublicKey: 4, XOnlyPublicKey: 6, SignECDSA: 4,
		SignSchnorr: 2, ParseVerifySchnorr: 4,
	})
}
