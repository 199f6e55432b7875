// BIP-340 signing: constant time.

package p256k1

import (
	"sync"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// zeroAux.hash is the hash of 32 zero bytes, which stand for auxiliary randomness that is not
// given.
var zeroAux struct {
	once sync.Once
	hash [32]byte
}

// schnorrNonce sets k to the nonce before its sign is known: the tagged hash of
// (key ^ H(aux)) || P.x || msg, reduced.  time: depends on len(msg) and on aux being nil only.
func schnorrNonce(k, d *scalar.Scalar, px *[32]byte, msg []byte, aux *[32]byte) {
	var masked, t [32]byte
	if aux != nil {
		tagAux.sum(&t, aux[:], nil, nil)
	} else {
		zeroAux.once.Do(func() { tagAux.sum(&zeroAux.hash, make([]byte, 32), nil, nil) })
		t = zeroAux.hash
	}
	d.PutBytes(&masked)
	for i, b := range t {
		masked[i] ^= b
	}
	tagNonce.sum(&t, masked[:], px[:], msg)
	k.SetBytes(&t)
	wipeBytes(masked[:], t[:])
}

// challenge sets e = H(R.x || P.x || msg) mod n.  time: depends on len(msg) only.
func challenge(e *scalar.Scalar, rx, px *[32]byte, msg []byte) {
	var b [32]byte
	tagChallenge.sum(&b, rx[:], px[:], msg)
	e.SetBytes(&b)
}

// signSchnorr signs with the key d, which it changes, and its public key p. s = e*(d+k) + (1-e)*k
// rather than e*d + k: power traces of e*d, one factor public and the other always the same, add
// up. time: depends on len(msg) and on aux being nil only.
func signSchnorr(sig *[64]byte, d *scalar.Scalar, p *group.Affine, msg []byte,
	aux *[32]byte) error {
	var k, e, one scalar.Scalar
	var r group.Affine
	var px [32]byte
	rx := (*[32]byte)(sig[:32])
	p.X.PutBytes(&px)
	d.CondNeg(p.Y.IsOdd())
	schnorrNonce(&k, d, &px, msg, aux)
	one.SetOne()
	zero := k.IsZero()
	k.CMov(&one, zero) // so that the same work follows
	mulGen(&r, &k)
	r.X.PutBytes(rx)
	k.CondNeg(r.Y.IsOdd())
	challenge(&e, rx, &px, msg)
	d.Add(d, &k)
	d.Mul(d, &e)
	e.Sub(&one, &e)
	e.Mul(&e, &k)
	e.Add(&e, d)
	e.PutBytes((*[32]byte)(sig[32:]))
	ct.Declassify(sig, "R.x and s are the signature")
	if ct.DeclassifyBit(zero, "whether a signature was made is the result") == 1 {
		*sig = [64]byte{}
		return ErrPrivateKey
	}
	return nil
}

// SignSchnorr signs a message of any length (BIP-340) and returns 64 bytes, R.x || s. aux is 32
// bytes of fresh randomness, which help against faults and side channels. nil stands for 32 zero
// bytes and makes the signature deterministic. [ErrPrivateKey] if there is no key. Constant time in
// key and aux. It allocates nothing but the public key, if that was not computed before.
func (k *PrivateKey) SignSchnorr(msg []byte, aux *[32]byte) (sig [64]byte, err error) {
	defer guardStack()()
	var d scalar.Scalar
	if err := k.load(&d); err != nil {
		return sig, err
	}
	err = signSchnorr(&sig, &d, &k.PublicKey().point, msg, aux)
	wipeScalars(&d)
	return sig, err
}
