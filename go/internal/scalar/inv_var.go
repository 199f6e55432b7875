// The inverse in variable time, of one scalar and of many at once; public values only.

package scalar

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/modinv"

// IsZeroVar tells whether a is 0.  time: variable.
func (a *Scalar) IsZeroVar() bool { return a.n[0]|a.n[1]|a.n[2]|a.n[3] == 0 }

// InvVar sets r = 1/a; 0 for 0.  time: variable.
func (r *Scalar) InvVar(a *Scalar) { modinv.InvVar(&r.n, &a.n, &modulus) }

// batchInPlace is how many scalars share an inversion where the result replaces them.
const batchInPlace = 128

// BatchInvVar sets r[i] = 1/a[i], 0 for 0, for all i.  in: r and a have the same length, and are
// the same memory or do not overlap.  time: variable. cost: one inversion (in place: one for each
// 128 scalars) and three Mul a scalar. The text is that of package field: one with a parameter for
// the type would allocate, as it hands its variables to methods that the compiler does not know.
func BatchInvVar(r, a []Scalar) {
	if len(a) == 0 {
		return
	}
	r = r[:len(a)]
	if &r[0] != &a[0] {
		batchInvVar(r, a)
		return
	}
	var products [batchInPlace]Scalar
	for len(a) > 0 {
		n := min(len(a), batchInPlace)
		batchInvVar(products[:n], a[:n])
		copy(a, products[:n])
		a = a[n:]
	}
}

// batchInvVar is BatchInvVar for separate memory, by Montgomery's trick: r[i] is the product of the
// nonzero a[j] before a[i]; then the inverse of the whole product is peeled off from the end.
func batchInvVar(r, a []Scalar) {
	var product Scalar
	product.SetOne()
	for i := range a {
		if a[i].IsZeroVar() {
			r[i].SetZero()
			continue
		}
		r[i] = product
		product.Mul(&product, &a[i])
	}
	product.InvVar(&product)
	for i := len(a) - 1; i >= 0; i-- {
		if a[i].IsZeroVar() {
			continue
		}
		r[i].Mul(&r[i], &product)
		product.Mul(&product, &a[i])
	}
}
