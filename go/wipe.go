// Overwriting secrets.

package p256k1

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// These are not inlined, so that the compiler cannot leave them out.

//go:noinline
func wipeScalars(a ...*scalar.Scalar) {
	for _, s := range a {
		s.SetZero()
	}
}

//go:noinline
func wipeBytes(a ...[]byte) {
	for _, b := range a {
		clear(b)
	}
}

//go:noinline
func wipeJacobian(a *group.Jacobian) { *a = group.Jacobian{} }

//go:noinline
func wipeAffine(a *group.Affine) { *a = group.Affine{} }
