// The inverse in variable time, of one element and of many at once; public values only.

package field

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/modinv"

// InvVar sets r = 1/a; 0 for 0.  out: below p.  time: variable.
func (r *Element) InvVar(a *Element) {
	t := *a
	t.Normalize()
	modinv.InvVar(&r.n, &t.n, &modulus)
}

// batchInPlace is how many elements share an inversion where the result replaces them.
const batchInPlace = 128

// BatchInvVar sets r[i] = 1/a[i], 0 for 0, for all i.  in: r and a have the same length, and are
// the same memory or do not overlap.  time: variable. cost: one inversion (in place: one for each
// 128 elements) and three Mul an element.
func BatchInvVar(r, a []Element) {
	if len(a) == 0 {
		return
	}
	r = r[:len(a)]
	if &r[0] != &a[0] {
		batchInvVar(r, a)
		return
	}
	var products [batchInPlace]Element
	for len(a) > 0 {
		n := min(len(a), batchInPlace)
		batchInvVar(products[:n], a[:n])
		copy(a, products[:n])
		a = a[n:]
	}
}

// batchInvVar is BatchInvVar for separate memory, by Montgomery's trick: r[i] is the product of the
// nonzero a[j] before a[i]; then the inverse of the whole product is peeled off from the end.
func batchInvVar(r, a []Element) {
	var product Element
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
