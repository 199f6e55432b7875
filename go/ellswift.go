// ElligatorSwift with a private key (BIP-324): an encoding of its public key, and what it shares
// with another's. Constant time but for the search of the encoding, whose steps are public.

package p256k1

import (
	"encoding/binary"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// The tags of BIP-324 and of libsecp256k1, whose encodings are the same.
var (
	tagEllSecret = tag{text: "bip324_ellswift_xonly_ecdh"}
	tagEllCreate = tag{text: "secp256k1_ellswift_create"}
	tagEllEncode = tag{text: "secp256k1_ellswift_encode"}
)

// An ellX is a point's x coordinate as a fraction n/d, and w = n^3 + 7 d^3: so y^2 = w/d^3.
type ellX struct{ n, d, w field.Element }

// sharedX writes the x coordinate of k (n/d, y).  time: constant.
//
// The map (X, Y) -> (d w X, sqrt(d w)^3 Y) brings that point to (n w, w^2), as d w = (d^2 y)^2 is a
// square.  What is (X, Y, Z) there has the x coordinate X / (Z^2 d w) here: no root is needed.
func (p *ellX) sharedX(x *[32]byte, k *scalar.Scalar) {
	var q group.Affine
	var j group.Jacobian
	var t field.Element
	q.X.Mul(&p.n, &p.w)
	q.Y.Sqr(&p.w)
	mult.Point(&j, &q, k)
	t.Sqr(&j.Z)
	t.Mul(&t, &p.d)
	t.Mul(&t, &p.w)
	t.Inv(&t)
	t.Mul(&t, &j.X)
	t.PutBytes(x)
	wipeJacobian(&j)
}

// ellDraws are hashes of one text and a counter, from which an encoding is drawn.
type ellDraws struct {
	tag   *tag
	text  [96]byte
	len   int
	count uint32
}

// draw sets r to the next one.  time: constant.
func (d *ellDraws) draw(r *[32]byte) {
	var count [4]byte
	binary.LittleEndian.PutUint32(count[:], d.count)
	d.count++
	d.tag.sum(r, d.text[:d.len], count[:], nil)
	ct.Declassify(r, "a hash of the key, drawn for the encoding, tells nothing of the key")
}

// EllSwift returns an encoding of the public key, 64 bytes that nobody can tell from random ones
// (BIP-324), drawn from the key and aux: 32 bytes of randomness, or nil, as the key is enough.
// [ErrPrivateKey] if there is no key. Constant time in both, not in the public key and in the
// hashes that it draws.
func (k *PrivateKey) EllSwift(aux *[32]byte) (ell [64]byte, err error) {
	defer guardStack()()
	var d scalar.Scalar
	if err := k.load(&d); err != nil {
		return ell, err
	}
	draws := ellDraws{tag: &tagEllCreate, len: 64}
	d.PutBytes((*[32]byte)(draws.text[:]))
	if aux != nil {
		draws.len += copy(draws.text[64:], aux[:])
	}
	ellEncodeVar(&ell, &k.PublicKey().point, &draws)
	wipeScalars(&d)
	wipeBytes(draws.text[:])
	return ell, nil
}

// EllSwiftECDH returns the secret, 32 bytes, that two parties share who have sent each other
// encodings of 64 bytes (BIP-324): ours is of this key, which is not checked, and initiator says
// whether we opened the connection. [ErrPrivateKey] if there is no key, [ErrPublicKeyFormat] if an
// encoding is nil. Constant time in the key.
func (k *PrivateKey) EllSwiftECDH(ours, theirs *[64]byte,
	initiator bool) (secret [32]byte, err error) {
	if ours == nil || theirs == nil {
		return secret, ErrPublicKeyFormat
	}
	defer guardStack()()
	var d scalar.Scalar
	if err := k.load(&d); err != nil {
		return secret, err
	}
	var p ellX
	var t field.Element
	var x [32]byte
	p.decodeVar(&t, theirs)
	p.sharedX(&x, &d)
	a, b := ours, theirs
	if !initiator {
		a, b = theirs, ours
	}
	tagEllSecret.sum(&secret, a[:], b[:], x[:])
	wipeScalars(&d)
	wipeBytes(x[:])
	return secret, nil
}
