// Points for those who compute with them, variable time: affine ones, and Jacobian ones, which can
// be added without inversions and made affine together.

package p256k1

import (
	"unsafe"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/chunks"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/lanes"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// AffinePoint is a point with coordinates x and y. The zero value is infinity. Points can be
// compared with ==.
type AffinePoint struct{ point group.Affine } // normalized; (0, 0) is infinity

// JacobianPoint is a point in Jacobian coordinates. The zero value is infinity. A point has many
// Jacobian forms, so do not compare them with ==. All methods take variable time: use it for public
// points only.
type JacobianPoint struct{ point group.Jacobian }

// Point returns the point of the key; infinity if p is nil or the zero value.
func (p *PublicKey) Point() AffinePoint { return AffinePoint{*p.at()} }

// IsInfinity reports whether p is the neutral element.
func (p *AffinePoint) IsInfinity() bool { return !isSet(&p.point) }

// PublicKey returns the key with that point, or [ErrNoPoint] for infinity.
func (p *AffinePoint) PublicKey() (*PublicKey, error) {
	if p.IsInfinity() {
		return nil, ErrNoPoint
	}
	return &PublicKey{p.point}, nil
}

// IsInfinity reports whether r is the neutral element.
func (r *JacobianPoint) IsInfinity() bool { return r.point.IsInfinityVar() }

// SetInfinity sets r to the neutral element.
func (r *JacobianPoint) SetInfinity() { r.point.SetInfinity() }

// SetAffine sets r = a.
func (r *JacobianPoint) SetAffine(a *AffinePoint) {
	if a.IsInfinity() {
		r.point.SetInfinity()
	} else {
		r.point.SetAffine(&a.point)
	}
}

// Add sets r = a + b, which may be equal, opposite or infinite.
func (r *JacobianPoint) Add(a, b *JacobianPoint) { r.point.AddVar(&a.point, &b.point) }

// AddAffine sets r = a + b, which may be equal, opposite or infinite.
func (r *JacobianPoint) AddAffine(a *JacobianPoint, b *AffinePoint) {
	if b.IsInfinity() {
		r.point = a.point
	} else {
		r.point.AddAffineVar(&a.point, &b.point)
	}
}

// Double sets r = 2a.
func (r *JacobianPoint) Double(a *JacobianPoint) { r.point.Dbl(&a.point) }

// Negate sets r = -a.
func (r *JacobianPoint) Negate(a *JacobianPoint) { r.point.Neg(&a.point) }

// ScalarMul sets r = k a for a public number k, 32 bytes big-endian, reduced modulo n.
func (r *JacobianPoint) ScalarMul(a *AffinePoint, k *[32]byte) {
	var number scalar.Scalar
	number.SetBytes(k)
	if a.IsInfinity() {
		r.point.SetInfinity()
	} else {
		mult.PointVar(&r.point, &a.point, &number)
	}
}

// ScalarBaseMul sets r = k G for a public number k, 32 bytes big-endian, reduced modulo n. It takes
// variable time: derive public keys with [NewPrivateKey] and [PrivateKey.PublicKey].
func (r *JacobianPoint) ScalarBaseMul(k *[32]byte) {
	var number scalar.Scalar
	number.SetBytes(k)
	mult.GenVar(&r.point, &number)
}

// Equal reports whether a and b are the same point.
func (a *JacobianPoint) Equal(b *JacobianPoint) bool { return a.point.EqualVar(&b.point) }

// Affine returns the point in affine coordinates. It costs an inversion; [BatchNormalize] shares
// one among many points.
func (a *JacobianPoint) Affine() (p AffinePoint) {
	p.point.SetJacobianVar(&a.point)
	return p
}

// rowsOf and jacobiansOf are the same points as package group has them: the types differ by a
// struct of one field.
func rowsOf(p []AffinePoint) []group.Affine {
	return unsafe.Slice((*group.Affine)(unsafe.Pointer(unsafe.SliceData(p))), len(p))
}

func jacobiansOf(p []JacobianPoint) []group.Jacobian {
	return unsafe.Slice((*group.Jacobian)(unsafe.Pointer(unsafe.SliceData(p))), len(p))
}

// BatchNormalize returns the affine coordinates of all points, infinity included. All points share
// one inversion. The result is written to dst if its capacity is enough, and then nothing is
// allocated. Variable time.
func BatchNormalize(dst []AffinePoint, points []JacobianPoint) []AffinePoint {
	dst = chunks.Resize(dst, len(points))
	lanes.NormalizeVar(rowsOf(dst), jacobiansOf(points))
	return dst
}

// BatchNormalizeInPlace gives every point except infinity the third coordinate 1, so that additions
// and conversions are cheap afterwards. 64 points share one inversion. It allocates nothing.
// Variable time.
func BatchNormalizeInPlace(points []JacobianPoint) {
	var room [64]group.Affine
	for rest := jacobiansOf(points); len(rest) > 0; {
		part := rest[:min(len(room), len(rest))]
		rest = rest[len(part):]
		lanes.NormalizeVar(room[:len(part)], part)
		for i := range part {
			if isSet(&room[i]) {
				part[i].SetAffine(&room[i])
			} else {
				part[i].SetInfinity()
			}
		}
	}
}
