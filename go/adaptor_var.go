// Adaptor signatures, what is public: parsing and verification. adaptor.go has the equations.
// Variable time.

package p256k1

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// ecdsaAdaptorParts are those of a signature but for the proof's e, which need not be below n.
type ecdsaAdaptorParts struct {
	ofY, ofG    group.Affine  // R = k Y, R_a = k G
	r, s, proof scalar.Scalar // r, s_a, the proof's s
}

// setVar returns the first thing wrong in R, R_a, r, s_a, the proof's s.
func (p *ecdsaAdaptorParts) setVar(sig *ECDSAAdaptor) Error {
	if e := parseVar(&p.ofY, sig[:33], false); e != 0 {
		return e
	}
	if e := parseVar(&p.ofG, sig[33:66], false); e != 0 {
		return e
	}
	p.r.SetBytes((*[32]byte)(sig[1:]))
	switch {
	case p.r.IsZeroVar():
		return ErrRZero
	case p.s.SetBytes((*[32]byte)(sig[66:])) == 1:
		return ErrSRange
	case p.s.IsZeroVar():
		return ErrSZero
	case p.proof.SetBytes((*[32]byte)(sig[130:])) == 1:
		return ErrSRange
	}
	return 0
}

// proofHoldsVar reports whether R_a and R have the same logarithm to G and y.
func (p *ecdsaAdaptorParts) proofHoldsVar(sig *ECDSAAdaptor, y *group.Affine) bool {
	var t dleqText
	var e, want scalar.Scalar
	proof := (*[32]byte)(sig[98:])
	if !t.commitVar(nil, &p.ofG, y, &p.ofY, proof, &p.proof) {
		return false
	}
	t.a, t.c = [33]byte(sig[33:]), [33]byte(sig[:])
	putCompressed(&t.b, y)
	t.adaptorHash(&want)
	e.SetBytes(proof)
	return e == want
}

// CheckECDSAAdaptor returns nil if the private key of encryption completes sig to a signature of a
// hash of 32 bytes by p. [ErrPublicKeyFormat] if a key is none, [ErrHashLength], the first thing
// wrong in the points, r and the two s of sig, or [ErrSignature]. Variable time.
func (p *PublicKey) CheckECDSAAdaptor(hash []byte, sig ECDSAAdaptor, encryption *PublicKey) error {
	if !p.IsValid() || !encryption.IsValid() {
		return ErrPublicKeyFormat
	}
	if len(hash) != 32 {
		return ErrHashLength
	}
	var parts ecdsaAdaptorParts
	if e := parts.setVar(&sig); e != 0 {
		return e
	}
	if !parts.proofHoldsVar(&sig, &encryption.point) {
		return ErrSignature
	}
	var inverse, ofG, ofKey scalar.Scalar
	var j group.Jacobian
	var found group.Affine
	inverse.InvVar(&parts.s)
	ecdsaScalarsVar(&ofG, &ofKey, &parts.r, &inverse, (*[32]byte)(hash))
	mult.Mul2Var(&j, &p.point, &ofKey, &ofG)
	if !found.SetJacobianVar(&j) || found != parts.ofG {
		return ErrSignature
	}
	return nil
}

// VerifyECDSAAdaptor reports whether [PublicKey.CheckECDSAAdaptor] finds nothing wrong with a hash
// of 32 bytes and an incomplete signature.
func (p *PublicKey) VerifyECDSAAdaptor(hash []byte, sig ECDSAAdaptor, encryption *PublicKey) bool {
	return p.CheckECDSAAdaptor(hash, sig, encryption) == nil
}

// parseVar sets r and s; the first thing wrong in them.
func (sig *SchnorrAdaptor) parseVar(r *group.Affine, s *scalar.Scalar) Error {
	if e := parseVar(r, sig[:33], false); e != 0 {
		return e
	}
	if s.SetBytes((*[32]byte)(sig[33:])) == 1 {
		return ErrSRange
	}
	return 0
}

// CheckSchnorrAdaptor returns nil if the private key of adaptor completes sig to a signature of a
// message of any length by x. [ErrPublicKeyFormat] if a key is none, the first thing wrong in the
// point and s of sig, or [ErrSignature]. Variable time.
func (x *XOnlyPublicKey) CheckSchnorrAdaptor(msg []byte, sig SchnorrAdaptor,
	adaptor *PublicKey) error {
	if !x.IsValid() || !adaptor.IsValid() {
		return ErrPublicKeyFormat
	}
	var s, e scalar.Scalar
	var j group.Jacobian
	var r, found group.Affine
	if e := sig.parseVar(&r, &s); e != 0 {
		return e
	}
	px := x.Bytes()
	challenge(&e, (*[32]byte)(sig[1:]), &px, msg)
	e.Neg(&e)
	// R' - (s G - e P), or R' + (s G - e P) where the y of R' is odd, is T; what is added is finite
	mult.Mul2Var(&j, &x.point, &e, &s)
	if j.IsInfinityVar() {
		return ErrSignature
	}
	if r.Y.IsOdd() == 0 {
		j.Neg(&j)
	}
	j.AddAffineVar(&j, &r)
	if !found.SetJacobianVar(&j) || found != adaptor.point {
		return ErrSignature
	}
	return nil
}

// VerifySchnorrAdaptor reports whether [XOnlyPublicKey.CheckSchnorrAdaptor] finds nothing wrong
// with a message of any length, in bytes, and an incomplete signature.
func (x *XOnlyPublicKey) VerifySchnorrAdaptor(msg []byte, sig SchnorrAdaptor,
	adaptor *PublicKey) bool {
	return x.CheckSchnorrAdaptor(msg, sig, adaptor) == nil
}
