// Adaptor signatures, what is made with secrets: signatures that whoever knows the discrete
// logarithm of a point completes, and that tell it once they are complete. Constant time.
//
// ECDSA: the DLC specification, with the nonces of libsecp256k1-zkp. For the keys X = x G, Y = y G
// and the hash m, 162 bytes R | R_a | s_a | e | s: R_a = k G, R = k Y, s_a = (m + r x)/k with r the
// x of R, and a proof that R_a and R have the same k (dleq.go).
//
// Schnorr: libsecp256k1-zkp's proposal. For P = d G and T = t G, 65 bytes R' | s: R' = k G + T, and
// s = k + e d where the y of R' is even, else -k + e d, for BIP-340's challenge e of R'.

package p256k1

import (
	"crypto/sha256"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// The tags of libsecp256k1-zkp.
var (
	tagAdaptorECDSAAux     = tag{text: "ECDSAadaptor/aux"}
	tagAdaptorECDSANonce   = tag{text: "ECDSAadaptor/non"}
	tagAdaptorDLEQ         = tag{text: "DLEQ"}
	tagAdaptorSchnorrAux   = tag{text: "SchnorrAdaptor/aux"}
	tagAdaptorSchnorrNonce = tag{text: "SchnorrAdaptor/nonce"}
)

// ECDSAAdaptor is an incomplete ECDSA signature in the format of the specification of discreet log
// contracts, 162 bytes. It may hold any bytes: [PublicKey.VerifyECDSAAdaptor] checks them.
type ECDSAAdaptor [162]byte

// SchnorrAdaptor is an incomplete signature of BIP-340 in the format that is proposed for
// libsecp256k1-zkp, 65 bytes. It may hold any bytes: [XOnlyPublicKey.VerifySchnorrAdaptor] checks
// them.
type SchnorrAdaptor [65]byte

// keepKey returns the key y if y G is p, or -y if either says so and -y G is; else
// [ErrSignature]. It changes y.
func keepKey(y *scalar.Scalar, p *group.Affine, either uint64) (*PrivateKey, error) {
	var q group.Affine
	mulGen(&q, y) // infinity is (0, 0), and no point of the curve
	opposite := q.Y.IsOdd() ^ p.Y.IsOdd()
	y.CondNeg(opposite)
	ok := q.X.Equal(&p.X) & (either | (opposite ^ 1))
	if ct.DeclassifyBit(ok, "whether a key was found is the result") == 0 {
		return nil, ErrSignature
	}
	return newPrivateKey(y), nil
}

// ecdsaAdaptorNonce sets hash to that of a key, a point and a text; aux, if it is not nil, masks
// the key.  time: depends on aux being nil only.
func ecdsaAdaptorNonce(hash *[32]byte, tag *tag, key *scalar.Scalar, point *[33]byte,
	text, aux *[32]byte) {
	var masked [32]byte
	if aux != nil {
		maskKey(&masked, &tagAdaptorECDSAAux, key, aux)
	} else {
		key.PutBytes(&masked)
	}
	tag.sum(hash, masked[:], point[:], text[:])
	wipeBytes(masked[:])
}

// adaptorHash sets e to the challenge of the proof, whose base is G and is not hashed.
func (t *dleqText) adaptorHash(e *scalar.Scalar) {
	var statement [99]byte
	var commitments [66]byte
	var hash [32]byte
	copy(statement[:], t.a[:])
	copy(statement[33:], t.b[:])
	copy(statement[66:], t.c[:])
	copy(commitments[:], t.r1[:])
	copy(commitments[33:], t.r2[:])
	tagAdaptorDLEQ.sum(&hash, statement[:], commitments[:], nil)
	e.SetBytes(&hash)
}

// ecdsaAdaptor makes the signature of a hash for the point y.  s_a = (r/k) x + m/k as in signECDSA.
// out: 1 if a number is 0 that must not be, which no input is known for.  time: depends on aux
// being nil only.
func ecdsaAdaptor(sig *ECDSAAdaptor, hash *[32]byte, x *scalar.Scalar, y *group.Affine,
	aux *[32]byte) (zero uint64) {
	var t dleqText
	var k, a, e, r, s, m scalar.Scalar
	var h [32]byte
	putCompressed(&t.b, y)
	ecdsaAdaptorNonce(&h, &tagAdaptorECDSANonce, x, &t.b, hash, aux)
	zero = setNonce(&k, &h)
	mulTwo(&t.a, &t.c, nil, y, &k)
	r.SetBytes((*[32]byte)(t.c[1:]))
	m.SetBytes(hash)
	a.Inv(&k)
	s.Mul(&r, &a)
	s.Mul(&s, x)
	m.Mul(&m, &a)
	s.Add(&s, &m)
	zero |= r.IsZero() | s.IsZero()
	copy(sig[:], t.c[:])
	copy(sig[33:], t.a[:])
	s.PutBytes((*[32]byte)(sig[66:]))
	// the proof, with the nonce a
	var points [66]byte
	copy(points[:], t.a[:])
	copy(points[33:], t.c[:])
	h = sha256.Sum256(points[:])
	ecdsaAdaptorNonce(&h, &tagAdaptorDLEQ, &k, &t.b, &h, aux)
	zero |= setNonce(&a, &h)
	mulTwo(&t.r1, &t.r2, nil, y, &a)
	t.adaptorHash(&e)
	e.PutBytes((*[32]byte)(sig[98:]))
	respond((*[32]byte)(sig[130:]), &e, &k, &a)
	return zero
}

// EncryptECDSA makes an incomplete signature of a hash of 32 bytes, which the private key of
// encryption completes: [PrivateKey.DecryptECDSA]. Whoever has both signatures learns that key:
// [RecoverECDSAAdaptor]. aux is 32 bytes of randomness, which help against faults and side
// channels, or nil. [ErrHashLength], [ErrPrivateKey] if there is no key, [ErrPublicKeyFormat] if
// encryption is none. It is not verified. Constant time in key and aux.
func (k *PrivateKey) EncryptECDSA(hash []byte, encryption *PublicKey,
	aux *[32]byte) (sig ECDSAAdaptor, err error) {
	if len(hash) != 32 {
		return sig, ErrHashLength
	}
	defer guardStack()()
	var x scalar.Scalar
	if err := k.load(&x); err != nil {
		return sig, err
	}
	defer wipeScalars(&x)
	if !encryption.IsValid() {
		return sig, ErrPublicKeyFormat
	}
	zero := ecdsaAdaptor(&sig, (*[32]byte)(hash), &x, &encryption.point, aux)
	ct.Declassify(&sig, "an adaptor signature is public")
	if ct.DeclassifyBit(zero, "whether a signature was made is the result") == 1 {
		return ECDSAAdaptor{}, ErrPrivateKey
	}
	return sig, nil
}

// DecryptECDSA completes an incomplete signature by k, the key that it was encrypted for; s is low.
// The result is valid if both are what they should be, which is not checked. [ErrPrivateKey] if
// there is no key. Else the first thing wrong in the points, r and the two s of sig, which are
// those of [PublicKey.CheckECDSAAdaptor]. Constant time in the key.
func (k *PrivateKey) DecryptECDSA(sig ECDSAAdaptor) (whole Signature, err error) {
	defer guardStack()()
	var y, s scalar.Scalar
	var p ecdsaAdaptorParts
	if err := k.load(&y); err != nil {
		return whole, err
	}
	defer wipeScalars(&y, &s)
	if e := p.setVar(&sig); e != 0 {
		return whole, e
	}
	s.Inv(&y)
	s.Mul(&s, &p.s)
	s.CondNeg(s.IsHigh())
	p.r.PutBytes(whole.r())
	s.PutBytes(whole.s())
	ct.Declassify(&whole, "r and s are the signature")
	return whole, nil
}

// RecoverECDSAAdaptor returns the private key of encryption, which the incomplete and the complete
// signature tell; the s of whole may be high. [ErrPublicKeyFormat] if encryption is none. The first
// thing wrong in sig, then in whole. [ErrSignature] if they do not give that key. Both signatures
// are public; what they give is handled in constant time.
func RecoverECDSAAdaptor(sig ECDSAAdaptor, whole Signature,
	encryption *PublicKey) (*PrivateKey, error) {
	if !encryption.IsValid() {
		return nil, ErrPublicKeyFormat
	}
	defer guardStack()()
	var y, r, s scalar.Scalar
	var p ecdsaAdaptorParts
	if e := p.setVar(&sig); e != 0 {
		return nil, e
	}
	if e := whole.parseVar(&r, &s); e != 0 {
		return nil, e
	}
	if r != p.r {
		return nil, ErrSignature
	}
	defer wipeScalars(&y)
	y.Inv(&s)
	y.Mul(&y, &p.s)
	return keepKey(&y, &encryption.point, 1)
}

// schnorrAdaptor makes the signature for the point t by the key d, which it changes, of p.  out: 1
// if nonce or point is none, which no input is known for.  time: depends on len(msg) and on aux
// being nil only.
func schnorrAdaptor(sig *SchnorrAdaptor, msg []byte, d *scalar.Scalar, p, t *group.Affine,
	aux *[32]byte) (zero uint64) {
	var k, e scalar.Scalar
	var j group.Jacobian
	var r group.Affine
	var masked, hash, px [32]byte
	var points [65]byte
	p.X.PutBytes(&px)
	d.CondNeg(p.Y.IsOdd())
	maskKey(&masked, &tagAdaptorSchnorrAux, d, aux)
	putCompressed((*[33]byte)(points[:]), t)
	copy(points[33:], px[:])
	tagAdaptorSchnorrNonce.sum(&hash, masked[:], points[:], msg)
	zero = setNonce(&k, &hash)
	mult.Gen(&j, &k)
	j.AddAffine(&j, t)
	zero |= j.IsInfinity()
	r.SetJacobian(&j)
	putCompressed((*[33]byte)(sig[:]), &r)
	k.CondNeg(r.Y.IsOdd())
	challenge(&e, (*[32]byte)(sig[1:]), &px, msg)
	respond((*[32]byte)(sig[33:]), &e, d, &k)
	return zero
}

// PresignSchnorr makes an incomplete signature of a message of any length, which the private key of
// adaptor completes: [PrivateKey.AdaptSchnorr]. Whoever has both signatures learns that key:
// [ExtractSchnorrAdaptor]. aux is 32 bytes of fresh randomness, which help against faults and side
// channels; nil stands for zeros. [ErrPrivateKey] if there is no key, [ErrPublicKeyFormat] if
// adaptor is none. It is not verified. Constant time in key and aux.
func (k *PrivateKey) PresignSchnorr(msg []byte, adaptor *PublicKey,
	aux *[32]byte) (sig SchnorrAdaptor, err error) {
	defer guardStack()()
	var d scalar.Scalar
	if err := k.load(&d); err != nil {
		return sig, err
	}
	defer wipeScalars(&d)
	if !adaptor.IsValid() {
		return sig, ErrPublicKeyFormat
	}
	zero := schnorrAdaptor(&sig, msg, &d, &k.PublicKey().point, &adaptor.point, aux)
	ct.Declassify(&sig, "a pre-signature is public")
	if ct.DeclassifyBit(zero, "whether a signature was made is the result") == 1 {
		return SchnorrAdaptor{}, ErrPrivateKey
	}
	return sig, nil
}

// AdaptSchnorr completes an incomplete signature by k, the key of its adaptor, to one of BIP-340,
// 64 bytes. The result is valid if both are what they should be, which is not checked.
// [ErrPrivateKey] if there is no key. Else the first thing wrong in the point and s of sig.
// Constant time in the key.
func (k *PrivateKey) AdaptSchnorr(sig SchnorrAdaptor) (whole [64]byte, err error) {
	defer guardStack()()
	var t, s scalar.Scalar
	var r group.Affine
	if err := k.load(&t); err != nil {
		return whole, err
	}
	defer wipeScalars(&t)
	if e := sig.parseVar(&r, &s); e != 0 {
		return whole, e
	}
	t.CondNeg(r.Y.IsOdd())
	t.Add(&t, &s)
	copy(whole[:], sig[1:33])
	t.PutBytes((*[32]byte)(whole[32:]))
	ct.Declassify(&whole, "R.x and s are the signature")
	return whole, nil
}

// ExtractSchnorrAdaptor returns the private key of adaptor, which the incomplete and the complete
// signature of 64 bytes tell. [ErrPublicKeyFormat] if adaptor is none. The first thing wrong in
// sig, then [ErrSignatureLength] and [ErrSRange] of whole. [ErrSignature] if they do not give that
// key. Both signatures are public; what they give is handled in constant time.
func ExtractSchnorrAdaptor(sig SchnorrAdaptor, whole []byte,
	adaptor *PublicKey) (*PrivateKey, error) {
	if !adaptor.IsValid() {
		return nil, ErrPublicKeyFormat
	}
	defer guardStack()()
	var t, s scalar.Scalar
	var r group.Affine
	if e := sig.parseVar(&r, &s); e != 0 {
		return nil, e
	}
	if len(whole) != 64 {
		return nil, ErrSignatureLength
	}
	defer wipeScalars(&t)
	if t.SetBytes((*[32]byte)(whole[32:])) == 1 {
		return nil, ErrSRange
	}
	if [32]byte(whole) != [32]byte(sig[1:]) {
		return nil, ErrSignature
	}
	t.Sub(&t, &s)
	t.CondNeg(r.Y.IsOdd())
	return keepKey(&t, &adaptor.point, 0)
}
