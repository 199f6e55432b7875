// Proofs of equal discrete logarithms, verified (BIP-374), and the commitments that adaptor
// signatures share: variable time.

package p256k1

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// commitmentVar writes s base - e p, and reports whether it is finite; base is nil for G.
func commitmentVar(r *[33]byte, base, p *group.Affine, s, minusE *scalar.Scalar) bool {
	var j, t group.Jacobian
	var a group.Affine
	if base == nil {
		mult.Mul2Var(&j, p, minusE, s)
	} else {
		mult.PointVar(&j, p, minusE)
		mult.PointVar(&t, base, s)
		j.AddVar(&j, &t)
	}
	finite := a.SetJacobianVar(&j)
	putCompressed(r, &a)
	return finite
}

// commitVar writes s base - e a and s b - e c, and reports whether both are finite; e need not be
// below n.
func (t *dleqText) commitVar(base, a, b, c *group.Affine, e *[32]byte, s *scalar.Scalar) bool {
	var minusE scalar.Scalar
	minusE.SetBytes(e)
	minusE.Neg(&minusE)
	return commitmentVar(&t.r1, base, a, s, &minusE) && commitmentVar(&t.r2, b, c, s, &minusE)
}

// CheckDLEQ returns nil if a proof of 64 bytes shows that a = x base and c = x b for one x
// (VerifyProof of BIP-374); base is nil for G, msg for no message. [ErrPublicKeyFormat] if a point
// is none, then [ErrSignatureLength], [ErrSRange] or [ErrSignature]. Variable time.
func CheckDLEQ(proof []byte, a, b, c, base *PublicKey, msg *[32]byte) error {
	var t dleqText
	var s scalar.Scalar
	var hash [32]byte
	if !a.IsValid() || !b.IsValid() || !c.IsValid() || base != nil && !base.IsValid() {
		return ErrPublicKeyFormat
	}
	if len(proof) != 64 {
		return ErrSignatureLength
	}
	if s.SetBytes((*[32]byte)(proof[32:])) == 1 {
		return ErrSRange
	}
	point, of := (*group.Affine)(nil), &group.Generator
	if base != nil {
		point, of = &base.point, &base.point
	}
	e := (*[32]byte)(proof)
	if !t.commitVar(point, &a.point, &b.point, &c.point, e, &s) {
		return ErrSignature
	}
	putCompressed(&t.a, &a.point)
	putCompressed(&t.b, &b.point)
	putCompressed(&t.c, &c.point)
	putCompressed(&t.base, of)
	if t.hash(&hash, msg); hash != *e {
		return ErrSignature
	}
	return nil
}

// VerifyDLEQ reports whether [CheckDLEQ] finds nothing wrong with a proof of 64 bytes.
func VerifyDLEQ(proof []byte, a, b, c, base *PublicKey, msg *[32]byte) bool {
	return CheckDLEQ(proof, a, b, c, base, msg) == nil
}
