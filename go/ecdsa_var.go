// ECDSA verification, variable time.

package p256k1

import (
	"bytes"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// parseVar sets r and s, and returns the first thing wrong, r before s.
func (sig *Signature) parseVar(r, s *scalar.Scalar) Error {
	switch {
	case r.SetBytes(sig.r()) == 1:
		return ErrRRange
	case r.IsZeroVar():
		return ErrRZero
	case s.SetBytes(sig.s()) == 1:
		return ErrSRange
	case s.IsZeroVar():
		return ErrSZero
	}
	return 0
}

// secondXVar sets x = r + n, the other field element that is r mod n, and reports whether it is
// below p.  in: r < n.
func secondXVar(x *field.Element, r *[32]byte) bool {
	if bytes.Compare(r[:], fieldMinusOrder[:]) >= 0 {
		return false
	}
	var n field.Element
	n.SetBytes(&order)
	x.SetBytes(r)
	x.Add(x, &n)
	x.Normalize()
	return true
}

// ecdsaScalarsVar sets the multiples of G and of the key that verification adds up, from r, 1/s and
// the hash.
func ecdsaScalarsVar(ofG, ofKey, r, sInverse *scalar.Scalar, hash *[32]byte) {
	ofG.SetBytes(hash)
	ofG.Mul(ofG, sInverse)
	ofKey.Mul(r, sInverse)
}

// matchVar reports whether a has an x coordinate that is r mod n (SEC 1, section 4.1.4).  in:
// r < n.
func (sig *Signature) matchVar(a *group.Jacobian) bool {
	var x field.Element
	x.SetBytes(sig.r())
	return a.HasXVar(&x) || secondXVar(&x, sig.r()) && a.HasXVar(&x)
}

// checkECDSAVar returns 0 if sig is the signature of the hash by p, of which table is, or nil.
func checkECDSAVar(p *group.Affine, table *mult.Prepared, hash []byte, sig *Signature) Error {
	if !isSet(p) {
		return ErrPublicKeyFormat
	}
	if len(hash) != 32 {
		return ErrHashLength
	}
	var r, s, ofG, ofKey scalar.Scalar
	var a group.Jacobian
	if e := sig.parseVar(&r, &s); e != 0 {
		return e
	}
	s.InvVar(&s)
	ecdsaScalarsVar(&ofG, &ofKey, &r, &s, (*[32]byte)(hash))
	if table != nil {
		table.Mul2Var(&a, &ofKey, &ofG)
	} else {
		mult.Mul2Var(&a, p, &ofKey, &ofG)
	}
	if !sig.matchVar(&a) {
		return ErrSignature
	}
	return 0
}

// VerifyECDSA reports whether sig is the signature of a hash of 32 bytes by p (SEC 1, section
// 4.1.4). High s is accepted, as by consensus; see [Signature.IsLow]. It allocates nothing.
// Variable time.
func (p *PublicKey) VerifyECDSA(hash []byte, sig Signature) bool {
	return checkECDSAVar(p.at(), nil, hash, &sig) == 0
}

// CheckECDSA is [PublicKey.VerifyECDSA] with a reason. nil if the signature is valid.
// [ErrSignature] if it is well-formed and does not match. Otherwise the first thing that is wrong
// with key, hash, r and s.
func (p *PublicKey) CheckECDSA(hash []byte, sig Signature) error {
	return checkECDSAVar(p.at(), nil, hash, &sig).orNil()
}

// ParseSignature returns the signature in 64 bytes, r || s. [ErrSignatureLength] if b has another
// length.
func ParseSignature(b []byte) (sig Signature, err error) {
	if len(b) != 64 {
		return sig, ErrSignatureLength
	}
	return Signature(b), nil
}

// IsLow reports whether s <= n/2 (BIP-146), which relay policies require. All signatures that this
// package makes are low. false if s >= n.
func (sig Signature) IsLow() bool {
	var s scalar.Scalar
	return s.SetBytes(sig.s())|s.IsHigh() == 0
}

// Normalize returns the signature with the lower of s and n - s. A signature whose r or s is not
// below n verifies under no key and is returned unchanged.
func (sig Signature) Normalize() Signature {
	var r, s scalar.Scalar
	if r.SetBytes(sig.r())|s.SetBytes(sig.s()) == 0 {
		s.CondNeg(s.IsHigh())
		s.PutBytes(sig.s())
	}
	return sig
}
