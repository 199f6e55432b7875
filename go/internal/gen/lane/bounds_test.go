// Bounds that do not hold end the generator.

package lane

import (
	"math/big"
	"strings"
	"testing"
)

func testMaker(m *machine) *maker {
	return &maker{code: newCode(m, &constants{name: "words", copies: m.lanes}),
		twin: &strings.Builder{}, pinned: map[*element]bool{}}
}

// bounded is an element with limbs up to 2^bits - 1 and a value below 2^260.
func (m *maker) bounded(bits [5]uint) *element {
	e := m.newElement()
	for i, n := range bits {
		e.limb[i] = m.code.memory("memory")
		e.hi[i].Sub(power(n), big.NewInt(1))
	}
	e.max.Sub(power(260), big.NewInt(1))
	return e
}

func TestBoundsThatDoNotHold(t *testing.T) {
	digits := [5]uint{52, 52, 52, 52, 52}
	negative := func(m *maker, bits [5]uint) *element {
		e := m.bounded(bits)
		e.lo[0] = big.NewInt(-1)
		return e
	}
	rested := func(m *maker, bits [5]uint, most *big.Int) {
		e := m.bounded(bits)
		e.max = most
		e.mustBeWithin(restElement(e.limb, "memory"))
	}
	for _, test := range []struct {
		name string
		good func(m *maker)
		bad  func(m *maker)
	}{
		{
			"a limb and what is carried into it",
			func(m *maker) { m.carry(m.bounded([5]uint{62, 62, 62, 62, 52}), true) },
			func(m *maker) { m.carry(m.bounded([5]uint{63, 63, 52, 52, 52}), true) },
		},
		{
			"the highest limb and what is carried into it",
			func(m *maker) { m.carry(m.bounded([5]uint{52, 52, 52, 63, 62}), false) },
			func(m *maker) { m.carry(m.bounded([5]uint{52, 52, 52, 63, 63}), false) },
		},
		{
			"half of the highest limb and p",
			func(m *maker) { m.half(m.bounded([5]uint{63, 63, 63, 63, 62})) },
			func(m *maker) { m.half(m.bounded([5]uint{52, 52, 52, 52, 63})) },
		},
		{
			"what is above 2^256 of limbs that were not carried",
			func(m *maker) { m.foldTop(m.bounded(digits)) },
			func(m *maker) { m.foldTop(m.bounded([5]uint{52, 52, 52, 52, 53})) },
		},
		{
			"what is above 2^256 of a negative limb",
			func(m *maker) { m.foldTop(m.carry(negative(m, digits), true)) },
			func(m *maker) { m.foldTop(negative(m, digits)) },
		},
		{
			"a small product",
			func(m *maker) { m.code.maddSmall(fold256, 1, big.NewInt(1<<20-1<<9), none) },
			func(m *maker) { m.code.maddSmall(fold256, 1, big.NewInt(1<<20), none) },
		},
		{
			"a small product of more than 32 bits",
			func(m *maker) { m.code.maddSmall(1<<15, 1, big.NewInt(1<<32-1), none) },
			func(m *maker) { m.code.maddSmall(1<<15, 1, big.NewInt(1<<32), none) },
		},
		{
			"a limb beyond the bounds of memory",
			func(m *maker) { rested(m, [5]uint{58, 58, 58, 58, 48}, restMax) },
			func(m *maker) { rested(m, [5]uint{58, 58, 58, 59, 48}, restMax) },
		},
		{
			"a value beyond the bounds of memory",
			func(m *maker) { rested(m, [5]uint{52, 52, 52, 52, 48}, foldedMax(power(260))) },
			func(m *maker) { rested(m, [5]uint{52, 52, 52, 52, 48}, power(257)) },
		},
		{
			"a small number in place of limbs",
			func(m *maker) { m.set(m.bounded(digits), 1, mask{register: "K1"}, "") },
			func(m *maker) { m.set(m.bounded([5]uint{}), 1, mask{register: "K1"}, "") },
		},
	} {
		for _, bad := range []bool{false, true} {
			var err error
			func() {
				defer caught(&err)
				if m := testMaker(withIFMA); bad {
					test.bad(m)
				} else {
					test.good(m)
				}
			}()
			if (err != nil) != bad {
				t.Errorf("%s: bad %t, error %v", test.name, bad, err)
			}
		}
	}
}

// The greatest of all values up to most, each folded once.
func TestFoldedMax(t *testing.T) {
	under := new(big.Int).Sub(power(256), big.NewInt(1))
	for _, most := range []*big.Int{
		new(big.Int), big.NewInt(1), under, power(256), new(big.Int).Add(power(256), power(222)),
		new(big.Int).Sub(power(257), big.NewInt(fold256+1)),
		new(big.Int).Sub(power(257), big.NewInt(1)), power(257), new(big.Int).Lsh(under, 3),
		new(big.Int).Sub(power(260), big.NewInt(1)),
	} {
		want := new(big.Int)
		for top := range int64(16) {
			v := new(big.Int).Add(new(big.Int).Mul(big.NewInt(top), power(256)), under)
			if v.Cmp(most) > 0 {
				v.Set(most)
			}
			v.Sub(v, new(big.Int).Mul(new(big.Int).Rsh(v, 256), fieldPrime))
			if v.Cmp(want) > 0 {
				want = v
			}
		}
		if got := foldedMax(most); got.Cmp(want) != 0 {
			t.Errorf("of up to %#x: up to %#x, not %#x", most, got, want)
		}
	}
}
