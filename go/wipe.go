// Overwriting secrets.

package p256k1

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// deadStack is how much of the stack wipeStack overwrites: no call with a secret uses more below
// it, which a test verifies.
const deadStack = 5 << 10

// wipeStack overwrites what was called before from the same function: its variables, what the
// compiler spilled beside them, the frames of assembly and of the standard library.
//
//go:noinline
func wipeStack() {
	var dead [deadStack]byte
	keep(&dead)
}

// guardStack is for calls with secrets, as defer guardStack()(): what they leave on the stack is
// overwritten when they return. It also grows the stack, if it must, while no secret is on it: one
// that grows is copied, and the old one is not overwritten.
func guardStack() func() {
	wipeStack()
	return wipeStack
}

// These are not inlined, so that the compiler cannot leave them out.

//go:noinline
func keep(*[deadStack]byte) {}

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
