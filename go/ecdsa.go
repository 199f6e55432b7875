// ECDSA signing with the RFC 6979 nonce and low s: constant time.

package p256k1

import (
	"crypto"
	"io"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// Signature is an ECDSA signature, r || s, 32 bytes each, big-endian. It may hold any bytes:
// verification checks them.
type Signature [64]byte

func (sig *Signature) r() *[32]byte { return (*[32]byte)(sig[:32]) }
func (sig *Signature) s() *[32]byte { return (*[32]byte)(sig[32:]) }

// nonce sets k to the nonce of RFC 6979, section 3.2, for the digest already reduced mod n
// (bits2octets).
func nonce(k *scalar.Scalar, d, digest *scalar.Scalar, extra *[32]byte) {
	var g rfc6979
	var key, h, candidate [32]byte
	d.PutBytes(&key)
	digest.PutBytes(&h)
	g.init(&key, &h, extra)
	for {
		g.next(&candidate)
		valid := k.SetBytesSeckey(&candidate)
		valid = ct.DeclassifyBit(valid,
			"a candidate that is 0 or not below n is thrown away; says nothing of the nonce used")
		if valid == 1 {
			break
		}
	}
	g.wipe()
	wipeBytes(key[:], candidate[:])
}

// signECDSA sets sig and the recovery id. r = 0 or s = 0, for which no input is known, gives
// ErrPrivateKey. s = (r/k)*d + m/k rather than (r*d + m)/k: power traces of r*d, one factor public
// and the other always the same, add up.  time: constant.
func signECDSA(sig *Signature, d *scalar.Scalar, hash, extra *[32]byte) (id byte, err error) {
	var k, r, s, m scalar.Scalar
	var point group.Affine
	m.SetBytes(hash)
	nonce(&k, d, &m, extra)
	mulGen(&point, &k)
	point.X.PutBytes(sig.r())
	aboveOrder := r.SetBytes(sig.r())
	k.Inv(&k)
	s.Mul(&r, &k)
	s.Mul(&s, d)
	m.Mul(&m, &k)
	s.Add(&s, &m)
	high := s.IsHigh()
	s.CondNeg(high)
	bits := aboveOrder<<1 | point.Y.IsOdd() ^ high
	valid := (r.IsZero() | s.IsZero()) ^ 1
	r.PutBytes(sig.r())
	s.PutBytes(sig.s())
	ct.Declassify(sig, "r and s are the signature")
	bits = ct.DeclassifyBit(bits, "the recovery id is part of the signature")
	if ct.DeclassifyBit(valid, "whether a signature was made is the result") == 0 {
		*sig = Signature{}
		return 0, ErrPrivateKey
	}
	return byte(bits), nil
}

// SignECDSA signs a hash of 32 bytes (SEC 1, section 4.1.3) with the nonce of RFC 6979, which
// reduces the hash modulo n first. s is low (BIP-146). [ErrHashLength], or [ErrPrivateKey] if there
// is no key. Constant time. It allocates nothing.
func (k *PrivateKey) SignECDSA(hash []byte) (Signature, error) {
	sig, _, err := k.SignECDSAExtra(hash, nil)
	return sig, err
}

// SignRecoverable is [PrivateKey.SignECDSA] and also returns the recovery id, 0 ... 3 (SEC 1,
// section 4.1.6).
func (k *PrivateKey) SignRecoverable(hash []byte) (Signature, byte, error) {
	return k.SignECDSAExtra(hash, nil)
}

// SignECDSAExtra is [PrivateKey.SignRecoverable] with 32 bytes of additional data for the nonce
// (RFC 6979, section 3.6). Fresh random bytes make the signature hedged. nil stands for no data.
// Constant time in the data too.
func (k *PrivateKey) SignECDSAExtra(hash []byte,
	extra *[32]byte) (sig Signature, id byte, err error) {
	if len(hash) != 32 {
		return sig, 0, ErrHashLength
	}
	defer guardStack()()
	var d scalar.Scalar
	if err := k.load(&d); err != nil {
		return sig, 0, err
	}
	id, err = signECDSA(&sig, &d, (*[32]byte)(hash), extra)
	wipeScalars(&d)
	return sig, id, err
}

// Sign implements [crypto.Signer]. It signs a digest of 32 bytes as [PrivateKey.SignECDSA] does and
// returns strict DER (BIP-66). The other two arguments are not used and may be nil.
func (k *PrivateKey) Sign(_ io.Reader, digest []byte, _ crypto.SignerOpts) ([]byte, error) {
	sig, err := k.SignECDSA(digest)
	if err != nil {
		return nil, err
	}
	return sig.DER(), nil
}
