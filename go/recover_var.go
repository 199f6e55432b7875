// Recovery of the public key from an ECDSA signature (SEC 1, section 4.1.6), and the addresses of
// Ethereum; variable time.

package p256k1

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// recoverXVar sets x, r and s as the signature and its recovery id name them: bit 0 of the id is
// the parity of R's y, bit 1 says that R's x is r + n.
func (sig *Signature) recoverXVar(x *field.Element, r, s *scalar.Scalar, id byte) Error {
	if id > 3 {
		return ErrRecoveryID
	}
	if e := sig.parseVar(r, s); e != 0 {
		return e
	}
	x.SetBytes(sig.r())
	if id&2 != 0 && !secondXVar(x, sig.r()) {
		return ErrRecoveryID
	}
	return 0
}

// recoverScalarsVar sets the multiples of G and of R that make the key: -h/r and s/r.
func recoverScalarsVar(ofG, ofR, rInverse, s *scalar.Scalar, hash *[32]byte) {
	ofG.SetBytes(hash)
	ofG.Mul(ofG, rInverse)
	ofG.Neg(ofG)
	ofR.Mul(s, rInverse)
}

// recoverVar sets q to the key, normalized.
func recoverVar(q *group.Affine, hash []byte, sig *Signature, id byte) Error {
	if len(hash) != 32 {
		return ErrHashLength
	}
	var r, s, ofG, ofR scalar.Scalar
	var x field.Element
	var point group.Affine
	var j group.Jacobian
	if e := sig.recoverXVar(&x, &r, &s, id); e != 0 {
		return e
	}
	if !point.SetXVar(&x, id&1 == 1) {
		return ErrNoPoint
	}
	r.InvVar(&r)
	recoverScalarsVar(&ofG, &ofR, &r, &s, (*[32]byte)(hash))
	mult.Mul2Var(&j, &point, &ofR, &ofG)
	if !q.SetJacobianVar(&j) {
		return ErrNoPoint
	}
	return 0
}

// RecoverECDSA returns the key that signed a hash of 32 bytes (SEC 1, section 4.1.6). id is the
// recovery id, 0 ... 3. High s is accepted with the id that belongs to it: the id of the low s has
// the other parity. [ErrHashLength], [ErrRecoveryID], [ErrNoPoint], or what is wrong with r or s.
// Variable time.
func RecoverECDSA(hash []byte, sig Signature, id byte) (*PublicKey, error) {
	var p PublicKey
	if e := recoverVar(&p.point, hash, &sig, id); e != 0 {
		return nil, e
	}
	return copyOf(&p), nil
}

// EthereumAddress returns the last 20 bytes of Keccak-256 of x || y. Zeros if there is no key.
func (p *PublicKey) EthereumAddress() (address [20]byte) {
	if p.IsValid() {
		putAddress(&address, &p.point)
	}
	return address
}

// putAddress writes the address of a normalized point.
func putAddress(address *[20]byte, p *group.Affine) {
	var b [64]byte
	var digest [32]byte
	p.X.PutBytes((*[32]byte)(b[:32]))
	p.Y.PutBytes((*[32]byte)(b[32:]))
	keccak256(&digest, b[:])
	copy(address[:], digest[12:])
}

// ethereumID is the recovery id that v, the last byte of 65, says.
func ethereumID(v byte) byte {
	if v == 27 || v == 28 {
		return v - 27
	}
	return v
}

// Ecrecover returns the Ethereum address, 20 bytes, that signed a hash of 32 bytes. sig has 65
// bytes, r || s || v. v is 0 ... 3, or 27 or 28 for 0 or 1. High s is accepted, as by Ethereum's
// precompiled contract. Errors are those of [RecoverECDSA], and [ErrSignatureLength]. It allocates
// nothing. Variable time.
func Ecrecover(hash, sig []byte) (address [20]byte, err error) {
	if len(sig) != 65 {
		return address, ErrSignatureLength
	}
	var q group.Affine
	if e := recoverVar(&q, hash, (*Signature)(sig), ethereumID(sig[64])); e != 0 {
		return address, e
	}
	putAddress(&address, &q)
	return address, nil
}
