// BIP-340 verification, variable time.

package p256k1

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// schnorrScalarsVar sets the multiples of G and of the key p that make R: s and -e. The first thing
// wrong in key, length, r, s.
func schnorrScalarsVar(ofG, ofKey *scalar.Scalar, p *group.Affine, msg, sig []byte) Error {
	if !isSet(p) {
		return ErrPublicKeyFormat
	}
	if len(sig) != 64 {
		return ErrSignatureLength
	}
	var x field.Element
	var px [32]byte
	rx := (*[32]byte)(sig[:32])
	if x.SetBytes(rx) == 0 {
		return ErrRRange
	}
	if ofG.SetBytes((*[32]byte)(sig[32:])) == 1 {
		return ErrSRange
	}
	p.X.PutBytes(&px)
	challenge(ofKey, rx, &px, msg)
	ofKey.Neg(ofKey)
	return 0
}

// schnorrMatchVar reports whether r, normalized, has an even y and the x of the signature.  in: the
// x is below p.
func schnorrMatchVar(r *group.Affine, sig []byte) bool {
	var x field.Element
	x.SetBytes((*[32]byte)(sig[:32]))
	return r.X == x && r.Y.IsOdd() == 0
}

// checkSchnorrVar returns 0 if sig is the signature of msg by the x of p; table is p's, or nil.
func checkSchnorrVar(p *group.Affine, table *mult.Prepared, msg, sig []byte) Error {
	var ofG, ofKey scalar.Scalar
	var j group.Jacobian
	var r group.Affine
	if e := schnorrScalarsVar(&ofG, &ofKey, p, msg, sig); e != 0 {
		return e
	}
	if p.Y.IsOdd() == 1 {
		ofKey.Neg(&ofKey) // of p is meant the negative
	}
	if table != nil {
		table.Mul2Var(&j, &ofKey, &ofG)
	} else {
		mult.Mul2Var(&j, p, &ofKey, &ofG)
	}
	if !r.SetJacobianVar(&j) || !schnorrMatchVar(&r, sig) {
		return ErrSignature
	}
	return 0
}

// VerifySchnorr reports whether sig, 64 bytes, is the signature of a message of any length by x
// (BIP-340). It allocates nothing. Variable time.
func (x *XOnlyPublicKey) VerifySchnorr(msg, sig []byte) bool {
	return checkSchnorrVar(x.at(), nil, msg, sig) == 0
}

// CheckSchnorr is [XOnlyPublicKey.VerifySchnorr] with a reason. nil if the signature is valid.
// [ErrSignature] if it is well-formed and does not match. Otherwise the first thing that is wrong
// with key, length, r and s.
func (x *XOnlyPublicKey) CheckSchnorr(msg, sig []byte) error {
	return checkSchnorrVar(x.at(), nil, msg, sig).orNil()
}
