// Inverses against big integers, for moduli of every size.

package modinv

import (
	"math/big"
	"math/rand"
	"testing"
)

var moduli = [][4]uint64{
	{0xFFFFFFFEFFFFFC2F, ^uint64(0), ^uint64(0), ^uint64(0)},
	{0xBFD25E8CD0364141, 0xBAAEDCE6AF48A03B, 0xFFFFFFFFFFFFFFFE, ^uint64(0)},
	{^uint64(0) - 188, ^uint64(0), ^uint64(0), ^uint64(0)}, // 2^256 - 189, prime
	{1<<63 - 25 + 1<<63, 0, 0, 0},                          // 2^64 - 25
	{13, 0, 0, 0},
	{199, 0, 0, 0},
	{0x1000003D1, 0, 0, 1 << 62},
	{0xFFFFFFFFFFFFFFED, ^uint64(0), ^uint64(0), 1<<63 - 1}, // 2^255 - 19
}

func toBig(a *[4]uint64) *big.Int {
	r := new(big.Int)
	for i := 3; i >= 0; i-- {
		r.Lsh(r, 64).Or(r, new(big.Int).SetUint64(a[i]))
	}
	return r
}

func fromBig(a *big.Int) (r [4]uint64) {
	a = new(big.Int).Set(a)
	for i := range r {
		r[i] = new(big.Int).And(a, new(big.Int).SetUint64(^uint64(0))).Uint64()
		a.Rsh(a, 64)
	}
	return r
}

// values are numbers below m: edges of words and limbs, then random ones of every length.
func values(m *big.Int, count int) [][4]uint64 {
	one := big.NewInt(1)
	var all []*big.Int
	for i := 0; i <= 256; i++ {
		p := new(big.Int).Lsh(one, uint(i))
		all = append(all, p, new(big.Int).Sub(p, one), new(big.Int).Add(p, one),
			new(big.Int).Sub(m, p), new(big.Int).Rsh(m, uint(i)))
	}
	random := rand.New(rand.NewSource(1))
	for i := 0; i < count; i++ {
		r := new(big.Int).Rand(random, m)
		all = append(all, r.Rsh(r, uint(random.Intn(257)*(i&1))))
	}
	var r [][4]uint64
	for _, a := range all {
		r = append(r, fromBig(a.Mod(a, m)))
	}
	return r
}

func TestInv(t *testing.T) {
	for _, words := range moduli {
		m := NewModulus(&words)
		modulus := toBig(&words)
		for _, a := range values(modulus, 2000) {
			var want, got [4]uint64
			x := toBig(&a)
			if x.Sign() != 0 {
				if inverse := new(big.Int).ModInverse(x, modulus); inverse != nil {
					want = fromBig(inverse)
				} else {
					continue // not prime to a composite modulus
				}
			}
			Inv(&got, &a, &m)
			if got != want {
				t.Fatalf("Inv(%x) mod %x = %x, want %x", a, words, got, want)
			}
			got = a
			InvVar(&got, &got, &m)
			if got != want {
				t.Fatalf("InvVar(%x) mod %x = %x, want %x", a, words, got, want)
			}
			got = a
			Inv(&got, &got, &m)
			if got != want {
				t.Fatalf("Inv in place (%x) mod %x = %x, want %x", a, words, got, want)
			}
		}
	}
}

func TestModulus(t *testing.T) {
	for _, words := range moduli {
		m := NewModulus(&words)
		sum := new(big.Int)
		for i := 4; i >= 0; i-- {
			if l := m.Limbs[i]; l >= 1<<62 || l <= -1<<62 {
				t.Errorf("%x: limb %d is %x", words, i, l)
			}
			sum.Lsh(sum, 62).Add(sum, big.NewInt(m.Limbs[i]))
		}
		if sum.Cmp(toBig(&words)) != 0 {
			t.Errorf("%x: limbs add up to %x", words, sum)
		}
		if m.NegativeInverse*words[0] != ^uint64(0) {
			t.Errorf("%x: negative inverse %x", words, m.NegativeInverse)
		}
	}
}

func TestAllocations(t *testing.T) {
	m := NewModulus(&moduli[0])
	a := [4]uint64{1, 2, 3, 4}
	if n := testing.AllocsPerRun(10, func() { Inv(&a, &a, &m); InvVar(&a, &a, &m) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkInv(b *testing.B) {
	m := NewModulus(&moduli[0])
	a := [4]uint64{1, 2, 3, 4}
	for i := 0; i < b.N; i++ {
		Inv(&a, &a, &m)
		a[0]++
	}
}

func BenchmarkInvVar(b *testing.B) {
	m := NewModulus(&moduli[0])
	a := [4]uint64{1, 2, 3, 4}
	for i := 0; i < b.N; i++ {
		InvVar(&a, &a, &m)
		a[0]++
	}
}
