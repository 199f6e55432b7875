// Proofs that two points have the same discrete logarithm to two bases (BIP-374), and the parts
// that adaptor signatures share: constant time.
//
// The statement is A = a base and C = a B. Its proof is e = H(..., R1, R2) and s = k + e a for the
// commitments R1 = k base and R2 = k B.

package p256k1

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// The tags of BIP-374.
var (
	tagDLEQAux       = tag{text: "BIP0374/aux"}
	tagDLEQNonce     = tag{text: "BIP0374/nonce"}
	tagDLEQChallenge = tag{text: "BIP0374/challenge"}
)

// dleqText is what a challenge hashes, in this order: compressed points.
type dleqText struct{ a, b, c, base, r1, r2 [33]byte }

// hash sets e to BIP-374's challenge, not reduced.  time: depends on msg being nil only.
func (t *dleqText) hash(e *[32]byte, msg *[32]byte) {
	var all [6 * 33]byte
	for i, part := range [...]*[33]byte{&t.a, &t.b, &t.c, &t.base, &t.r1, &t.r2} {
		copy(all[33*i:], part[:])
	}
	tagDLEQChallenge.sum(e, all[:], bytesOrNone(msg), nil)
	wipeBytes(all[:])
}

func bytesOrNone(b *[32]byte) []byte {
	if b == nil {
		return nil
	}
	return b[:]
}

// mulTwo sets first = k base and second = k b, compressed; base is nil for G.  in: k is not 0.
func mulTwo(first, second *[33]byte, base, b *group.Affine, k *scalar.Scalar) {
	var p group.Affine
	var j group.Jacobian
	if base == nil {
		mulGen(&p, k)
	} else {
		mult.Point(&j, base, k)
		p.SetJacobian(&j)
	}
	putCompressed(first, &p)
	mult.Point(&j, b, k)
	p.SetJacobian(&j)
	putCompressed(second, &p)
	wipeAffine(&p)
	wipeJacobian(&j)
}

// respond sets s = k + e a, as e (a + k) + (1 - e) k for the reason that signSchnorr has.
func respond(s *[32]byte, e, a, k *scalar.Scalar) {
	var sum, rest scalar.Scalar
	rest.SetOne()
	rest.Sub(&rest, e)
	rest.Mul(&rest, k)
	sum.Add(a, k)
	sum.Mul(&sum, e)
	sum.Add(&sum, &rest)
	sum.PutBytes(s)
	wipeScalars(&sum, &rest)
}

// setNonce sets k to a hash, reduced. If that is 0, which no input is known for, k is 1, so that
// the same work follows, and 1 is returned; else 0.
func setNonce(k *scalar.Scalar, hash *[32]byte) (zero uint64) {
	var one scalar.Scalar
	one.SetOne()
	k.SetBytes(hash)
	zero = k.IsZero()
	k.CMov(&one, zero)
	return zero
}

// maskKey sets t to the key d, masked by the hash of aux, or of 32 zeros if aux is nil.  time:
// constant.
func maskKey(t *[32]byte, tag *tag, d *scalar.Scalar, aux *[32]byte) {
	var key, zeros [32]byte
	if aux == nil {
		aux = &zeros
	}
	tag.sum(t, aux[:], nil, nil)
	d.PutBytes(&key)
	for i, b := range key {
		t[i] ^= b
	}
	wipeBytes(key[:])
}

// proveDLEQ makes the proof.  time: depends on what is nil only.
func proveDLEQ(proof *[64]byte, a *scalar.Scalar, b, base *group.Affine,
	msg, aux *[32]byte) (zero uint64) {
	var t dleqText
	var masked, hash [32]byte
	var k, e scalar.Scalar
	mulTwo(&t.a, &t.c, base, b, a)
	putCompressed(&t.b, b)
	if base == nil {
		putCompressed(&t.base, &group.Generator)
	} else {
		putCompressed(&t.base, base)
	}
	maskKey(&masked, &tagDLEQAux, a, aux)
	var points [66]byte
	copy(points[:], t.a[:])
	copy(points[33:], t.c[:])
	tagDLEQNonce.sum(&hash, masked[:], points[:], bytesOrNone(msg))
	zero = setNonce(&k, &hash)
	mulTwo(&t.r1, &t.r2, base, b, &k)
	t.hash(&hash, msg)
	e.SetBytes(&hash)
	copy(proof[:], hash[:])
	respond((*[32]byte)(proof[32:]), &e, a, &k)
	return zero
}

// ProveDLEQ proves that A = a base and C = a B for the same private key a, which it does not tell
// (GenerateProof of BIP-374). Who sends C, a point of Diffie-Hellman, shows by it that C is right:
// [PrivateKey.Multiply] makes it. base is nil for G, and then A is the public key. The proof, 64
// bytes, belongs to the message msg, 32 bytes, or to none if that is nil. aux is 32 bytes of fresh
// randomness, which help against faults and side channels; nil stands for zeros. [ErrPrivateKey] if
// there is no key, [ErrPublicKeyFormat] if b or base is none. The proof is not verified. Constant
// time in key and aux.
func (k *PrivateKey) ProveDLEQ(b, base *PublicKey, msg, aux *[32]byte) (proof [64]byte, err error) {
	defer guardStack()()
	var a scalar.Scalar
	if err := k.load(&a); err != nil {
		return proof, err
	}
	defer wipeScalars(&a)
	if !b.IsValid() || base != nil && !base.IsValid() {
		return proof, ErrPublicKeyFormat
	}
	var point *group.Affine
	if base != nil {
		point = &base.point
	}
	zero := proveDLEQ(&proof, &a, &b.point, point, msg, aux)
	ct.Declassify(&proof, "a proof is public")
	if ct.DeclassifyBit(zero, "whether a proof was made is the result") == 1 {
		return [64]byte{}, ErrPrivateKey
	}
	return proof, nil
}

// Multiply returns the point k p: what [PrivateKey.ProveDLEQ] proves something about. It is the
// shared point of Diffie-Hellman, as a point to be made public: [PrivateKey.ECDH] makes a secret of
// it. [ErrPrivateKey] or [ErrPublicKeyFormat] if a key is none. Constant time.
func (k *PrivateKey) Multiply(p *PublicKey) (*PublicKey, error) {
	if !p.IsValid() {
		return nil, ErrPublicKeyFormat
	}
	defer guardStack()()
	var shared group.Affine
	if err := k.sharedPoint(&shared, &p.point); err != nil {
		return nil, err
	}
	ct.Declassify(&shared, "the caller asks for a point to be made public")
	return &PublicKey{shared}, nil
}
