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

// primeTo tells whether a has an inverse.
func primeTo(a, modulus *[4]uint64) bool {
	return new(big.Int).GCD(nil, nil, toBig(a), toBig(modulus)).Cmp(big.NewInt(1)) == 0
}

// TestInvVarRandom compares with the inverse in constant time and with big integers, for the moduli
// of the curve.
func TestInvVarRandom(t *testing.T) {
	source := rand.New(rand.NewSource(3))
	count := 50000
	if testing.Short() {
		count = 500
	}
	for _, words := range moduli[:2] {
		m, modulus := NewModulus(&words), toBig(&words)
		for range count {
			x := new(big.Int).Rand(source, modulus)
			a := fromBig(x.Rsh(x, uint(source.Intn(256)*source.Intn(2))))
			var got, same [4]uint64
			InvVar(&got, &a, &m)
			Inv(&same, &a, &m)
			var want [4]uint64
			if x.Sign() != 0 {
				want = fromBig(x.ModInverse(x, modulus))
			}
			if got != want || same != want {
				t.Fatalf("%x mod %x: InvVar %x, Inv %x, want %x", a, words, got, same, want)
			}
		}
	}
}

// TestWordsVar has numbers at the ends of what wordsVar takes, beyond those that inverses lead to.
func TestWordsVar(t *testing.T) {
	for _, words := range moduli {
		m, modulus := NewModulus(&words), toBig(&words)
		for _, x := range []*big.Int{big.NewInt(0), big.NewInt(1),
			new(big.Int).Sub(modulus, big.NewInt(1)), modulus} {
			for _, add := range []int64{-1, 0, 1} {
				y := new(big.Int).Add(x, new(big.Int).Mul(modulus, big.NewInt(add)))
				if y.Cmp(new(big.Int).Lsh(modulus, 1)) >= 0 {
					continue
				}
				var d num
				rest := new(big.Int).Set(y)
				for i := range d[:4] {
					d[i] = new(big.Int).And(rest, big.NewInt(low62)).Int64()
					rest.Rsh(rest, 62)
				}
				d[4] = rest.Int64()
				var got [4]uint64
				d.wordsVar(&got, &m)
				if want := fromBig(new(big.Int).Mod(y, modulus)); got != want {
					t.Errorf("%v mod %x: %x, want %x", y, words, got, want)
				}
			}
		}
	}
}

// TestBatches tests the tests: descents end after fewer batches than are in whole numbers, after as
// many, and after more.
func TestBatches(t *testing.T) {
	var fewer, same, more bool
	for _, words := range moduli {
		m := NewModulus(&words)
		for _, a := range values(toBig(&words), 2000) {
			if a == [4]uint64{} || !primeTo(&a, &words) {
				continue
			}
			var s descent
			s.beginVar(&a, &m)
			n := descendVar(&s, &m)
			fewer, same, more = fewer || n < len(s.d), same || n == len(s.d), more || n > len(s.d)
		}
	}
	if !fewer || !same || !more {
		t.Error("descents are all of one kind", fewer, same, more)
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
