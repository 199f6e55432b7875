// ElligatorSwift (BIP-324): public keys from 64 bytes, any of which name one, and back: variable
// time.
//
// The bytes are two field elements, u and t. With g = u^3 + 7 and s = t^2, the x coordinate is the
// first of these that a point has; one of them always is one:
//
//	x3 = u - (g + s)^2 / (3 s u^2)
//	x2 = u (beta (g - s) - s) / (g + s), where beta is a cube root of 1
//	x1 = -(x2 + u)
//
// and y has the parity of t. Where a denominator would be 0, u = 0 and t = 0 count as 1, and then t
// counts twice if g + s = 0.

package p256k1

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
)

// ellG sets r = x^3 + 7.  alias: r must not be x.
func ellG(r, x *field.Element) {
	var seven field.Element
	seven.SetInt(7)
	r.Sqr(x)
	r.Mul(r, x)
	r.Add(r, &seven)
}

// hasPointVar sets p.w from the fraction, and tells whether that is the x coordinate of a point:
// whether d w, which is d^4 times (n/d)^3 + 7, is a square.
func (p *ellX) hasPointVar() bool {
	var t field.Element
	p.w.Sqr(&p.n)
	t.Sqr(&p.d)
	t.MulInt(&t, 7)
	p.w.Mul2(&p.w, &p.n, &t, &p.d)
	t.Mul(&p.w, &p.d)
	return t.IsSquareVar()
}

// setVar sets p to the x coordinate that (u, t) stands for.
func (p *ellX) setVar(u, t *field.Element) {
	var s, g, sum, a field.Element
	v := *u
	if v.IsZeroVar() {
		v.SetOne()
	}
	s.Sqr(t)
	if s.IsZeroVar() {
		s.SetOne()
	}
	ellG(&g, &v)
	sum.Add(&g, &s)
	if sum.IsZeroVar() {
		s.MulInt(&s, 4)
		sum.Add(&g, &s)
	}
	// x3 = (3 s u^3 - (g + s)^2) / (3 s u^2)
	a.Sqr(&v)
	a.Mul(&a, &s)
	p.d.MulInt(&a, 3)
	a.Neg(&sum)
	p.n.Mul2(&p.d, &v, &sum, &a)
	if p.hasPointVar() {
		return
	}
	// x2
	p.d = sum
	a.Sub(&g, &s)
	a.Mul(&a, &field.Beta)
	a.Sub(&a, &s)
	p.n.Mul(&a, &v)
	if p.hasPointVar() {
		return
	}
	// x1
	a.Mul(&sum, &v)
	a.Add(&a, &p.n)
	p.n.Neg(&a)
	p.hasPointVar()
}

// decodeVar sets p and t to those of 64 bytes; numbers from p on are reduced.
func (p *ellX) decodeVar(t *field.Element, ell *[64]byte) {
	var u field.Element
	u.SetBytes((*[32]byte)(ell[:32]))
	t.SetBytes((*[32]byte)(ell[32:]))
	p.setVar(&u, t)
}

// DecodeEllSwift returns the public key that 64 bytes encode (BIP-324): any have one. nil for nil.
// Variable time.
func DecodeEllSwift(ell *[64]byte) *PublicKey {
	if ell == nil {
		return nil
	}
	var p ellX
	var t field.Element
	p.decodeVar(&t, ell)
	p.d.InvVar(&p.d)
	t.NormalizeVar()
	p.n.Mul(&p.n, &p.d)
	r := new(PublicKey)
	r.point.SetXVar(&p.n, t.IsOdd() == 1)
	return r
}

// ellInverseVar sets t so that (u, t) or (u, -t) stands for x, if there is such a t of this kind: 0
// and 1 lead back by x1 and x2, 2 and 3 by x3.  in: u is not 0.
func ellInverseVar(t, x, u *field.Element, kind byte) bool {
	var g, s, a, v, w field.Element
	ellG(&g, u)
	if kind < 2 {
		// If -u - x were the x of a point, that would be x3, which comes first.  Else
		// w = sqrt(-g / (u^2 + u x + x^2)), v = x.
		a.Add(u, x)
		a.Neg(&a)
		ellG(&w, &a)
		if w.IsSquareVar() {
			return false
		}
		s.Sqr(&a)
		a.Mul(u, x)
		s.Sub(&a, &s)
		s.InvVar(&s)
		s.Mul(&s, &g)
		v = *x
	} else {
		// w = sqrt(s), s = x - u; v = (r/s - u)/2, r = sqrt(-s (4 g + 3 u^2 s)).
		s.Sub(x, u)
		if s.IsZeroVar() {
			return false
		}
		a.Sqr(u)
		a.Mul(&a, &s)
		a.MulInt(&a, 3)
		v.MulInt(&g, 4)
		a.Add(&a, &v)
		a.Neg(&a)
		a.Mul(&a, &s)
		if v.Sqrt(&a) == 0 || kind == 3 && v.IsZeroVar() {
			return false
		}
		w.InvVar(&s)
		v.Mul(&v, &w)
		v.Sub(&v, u)
		v.Half(&v)
	}
	if w.Sqrt(&s) == 0 {
		return false
	}
	// w ((beta + 1) u + v) or w (v - beta u)
	a.Mul(&field.Beta, u)
	if kind%2 == 0 {
		v.Add(&v, &a)
		v.Add(&v, u)
	} else {
		v.Sub(&v, &a)
	}
	t.Mul(&v, &w)
	return true
}

// ellEncodeVar writes an encoding of p: kinds of t are drawn first, then for each of 64 kinds u.
func ellEncodeVar(ell *[64]byte, p *group.Affine, draws *ellDraws) {
	var kinds [32]byte
	var u, t field.Element
	for left := 0; ; left-- {
		if left == 0 {
			draws.draw(&kinds)
			left = 64
		}
		at := left - 1
		draws.draw((*[32]byte)(ell[:32]))
		u.SetBytes((*[32]byte)(ell[:32]))
		if ellInverseVar(&t, &p.X, &u, kinds[at/2]>>(at%2*4)&3) {
			break
		}
	}
	t.CondNeg(t.IsOdd() ^ p.Y.IsOdd())
	t.PutBytes((*[32]byte)(ell[32:]))
}

// EllSwift returns an encoding of the key, 64 bytes that nobody can tell from random ones
// (BIP-324). random is 32 bytes that were not made from the key, 16 of them random or more. Who
// has the private key takes [PrivateKey.EllSwift]. [ErrPublicKeyFormat] if there is no key, or no
// random. Variable time.
func (p *PublicKey) EllSwift(random *[32]byte) (ell [64]byte, err error) {
	if !p.IsValid() || random == nil {
		return ell, ErrPublicKeyFormat
	}
	draws := ellDraws{tag: &tagEllEncode, len: 96}
	putCompressed((*[33]byte)(draws.text[:]), &p.point)
	copy(draws.text[64:], random[:])
	ellEncodeVar(&ell, &p.point, &draws)
	return ell, nil
}
