// Signed digits of public scalars, in variable time.

package scalar

import "math/bits"

// MagnitudeVar returns the words of k or of n - k, whichever is smaller, and whether it was n - k.
// For the halves of SplitLambda two words hold it.  time: variable.
func (k *Scalar) MagnitudeVar() (v [4]uint64, negative bool) {
	a := *k
	if negative = a.IsHigh() != 0; negative {
		a.Neg(&a)
	}
	return a.n, negative
}

// SignedVar returns the words of k or of k - n, whichever is nearer zero, in two's complement. For
// the halves of SplitLambda three words hold it.  time: variable.
func (k *Scalar) SignedVar() [4]uint64 {
	v, n := k.n, Order()
	if k.IsHigh() == 0 {
		return v
	}
	t0, borrow := bits.Sub64(v[0], n[0], 0)
	t1, borrow := bits.Sub64(v[1], n[1], borrow)
	t2, borrow := bits.Sub64(v[2], n[2], borrow)
	t3, _ := bits.Sub64(v[3], n[3], borrow)
	return [4]uint64{t0, t1, t2, t3}
}

// WNAFVar writes k as the sum of digits[i] * 2^i, each digit zero or odd with |digit| < 2^(w-1),
// and no two nonzero digits within w places. k above n/2 is written as minus the digits of n - k.
// Returns 1 + the index of the highest nonzero digit, 0 if there is none. in: 2 <= w <= 16;
// len(digits) <= 320; |k| < 2^(len(digits)-1), so 257 digits hold every k and 129 a half of
// SplitLambda.  time: variable.
func WNAFVar(digits []int16, k *Scalar, w int) int {
	clear(digits)
	x, negative := k.MagnitudeVar()
	v := [6]uint64{x[0], x[1], x[2], x[3]}
	sign := int16(1)
	if negative {
		sign = -1
	}
	carry := uint64(0)
	used := 0
	for bit := 0; bit < len(digits); {
		// Skips to the next bit that differs from the carry.
		ahead := windowVar(v[:], bit) ^ -carry
		if ahead == 0 {
			bit += 64
			continue
		}
		bit += bits.TrailingZeros64(ahead)
		if bit >= len(digits) {
			break
		}
		word := windowVar(v[:], bit)&(1<<uint(w)-1) + carry
		carry = word >> uint(w-1)
		digits[bit] = sign * int16(word-carry<<uint(w))
		used = bit + 1
		bit += w
	}
	return used
}

// windowVar is 64 bits of v from bit on; bit is not in the last word.
func windowVar(v []uint64, bit int) uint64 {
	i, s := uint(bit)>>6, uint(bit)&63
	return v[i]>>s | v[i+1]<<1<<(63-s)
}
