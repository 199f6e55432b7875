// The assembly of the lanes against its twin, and the other tests by every body that the processor
// has.

//go:build amd64 && !purego

package lanes

import (
	"flag"
	"os"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

var forced = flag.Bool("assembly", false, "run the assembly for IFMA though the processor has "+
	"none: for builds with the generator's substitute")

// detected is what there is, and what the flag adds.
var detected cpu.Features

func TestMain(m *testing.M) {
	flag.Parse()
	detected = cpu.This
	detected.HasIFMA = detected.HasIFMA || *forced
	cpu.This = detected
	os.Exit(m.Run())
}

// use makes engine() the body.
func use(body int) {
	cpu.This.HasFMA, cpu.This.HasAVX512, cpu.This.HasIFMA = body == fma, body == avx512, body == ifma
}

// forEngines runs f by every body.
func forEngines(t *testing.T, f func(t *testing.T)) {
	t.Run("twin", func(t *testing.T) {
		defer func() { cpu.This = detected }()
		use(twin)
		f(t)
	})
	forAssembly(t, f)
}

// forAssembly runs f by every body but the twin.
func forAssembly(t *testing.T, f func(t *testing.T)) {
	for body, name := range map[int]string{fma: "fma", avx512: "avx512", ifma: "ifma"} {
		t.Run(name, func(t *testing.T) {
			switch {
			case body == fma && !detected.HasFMA:
				t.Skip("this processor has no FMA")
			case body == avx512 && !detected.HasAVX512:
				t.Skip("this processor has no AVX-512 F, DQ")
			case body == ifma && !detected.HasIFMA:
				t.Skip("this processor has no AVX-512 IFMA")
			}
			defer func() { cpu.This = detected }()
			use(body)
			f(t)
		})
	}
}

// TestTwins holds the assembly against its twin, limb by limb.
func TestTwins(t *testing.T) { forAssembly(t, testTwins) }

// small is three quarters of the last place of 1, which the compiler does not know.
func (s *twinState) small() float64 { return 0x1.8p-53 + 0*float64(s.bit) }

// twinState is what all kernels work on.
type twinState struct {
	acc, other     jacobian8
	a, b, c, d     affine8
	pair, fold     [2]fe8
	r              [10]fe8
	rows           [8 * tableWords]uint64
	steps          [eisensteinCount]step
	odd            [32]step
	words          [6][8]uint64
	groups         [3]pairGroup
	pairs          [24]rowPair
	product        fe8
	sums, affine   [24 * 8]uint64
	points         [24 * jacobianWords]uint64
	large          uint64
	one            digits
	doublings, bit int
}

func testTwins(t *testing.T) {
	body := engine()
	source := newSource(t)
	all := func(s *twinState) {
		run([]walk{{&s.acc, s.rows[:], s.steps[:3]}, {&s.other, s.rows[:], s.steps[3:6]}}, 12,
			s.doublings)
		sqrN(&s.pair, 2)
		dblCoz(&s.a, &s.b, &s.r[0])
		addCoz(&s.b, &s.a, &s.c, &s.r[1])
		scale(&s.r[6], &s.r[7], &s.r[8], &s.r[1])
		fold(&s.fold[0], &s.fold[1], &s.r[1])
		pack(s.rows[:], &s.a)
		unpack(&s.d, s.rows[64:])
		mul(&s.r[2], &s.r[0], &s.r[1])
		curve(&s.r[3], &s.r[2], &s.b.x)
		residue(&s.r[4], &s.r[2], &s.b.y)
		neg(&s.r[5], &s.r[4])
		entry(s.rows[16*3:], &s.c, &s.r[4], &s.r[5], &s.r[2])
		eisensteinSteps(&s.steps, &s.words)
		oddSteps(s.odd[:256/s.bit], &s.words, s.bit)
		pairsBegin(s.groups[:], &s.product, s.rows[:], s.pairs[:])
		pairsSlopes(s.groups[:], &s.product)
		pairsSums(s.sums[:], s.groups[:])
		normalizeBegin(s.affine[:], s.points[:], &s.product)
		normalizePeel(s.affine[128:], s.points[16*jacobianWords:], &s.product)
		normalizeBack(s.affine[:], s.points[:], &s.product, &s.large)
		normalizeEnd(s.affine[:64], s.points[:8*jacobianWords], &s.large)
		mulAll(&s.r[9], &s.r[2], &s.one)
	}
	for round := range 200 {
		var s twinState
		for _, e := range []*fe8{&s.acc.x, &s.acc.y, &s.acc.z, &s.other.x, &s.other.y, &s.other.z,
			&s.b.x, &s.b.y, &s.c.x, &s.c.y, &s.pair[0], &s.pair[1], &s.product} {
			e.random(source)
		}
		s.one = edgeDigits(source)
		for i := range s.rows {
			s.rows[i] = randomWords(source)[0]
		}
		for i := range s.steps {
			for l := range s.steps[i].x {
				s.steps[i].x[l] = uint32(16*source.IntN(80) + 4*source.IntN(3))
			}
			s.steps[i].plus, s.steps[i].skip = uint8(source.Uint32()), uint8(1<<source.IntN(8))
		}
		for l := range 8 {
			k := randomScalar(source)
			var k1, k2 scalar.Scalar
			k.SplitLambda(&k1, &k2)
			v1, v2 := k1.SignedVar(), k2.SignedVar()
			for i := range 3 {
				s.words[i][l], s.words[i+3][l] = v1[i], v2[i]
			}
		}
		for i := range s.points {
			s.points[i] = randomWords(source)[0]
		}
		for i := range 24 {
			if z := s.points[i*jacobianWords+8:][:4]; source.IntN(4) == 0 { // 0, p or nearly so
				copy(z, edgeZs[source.IntN(len(edgeZs))][:])
			}
		}
		for i := range s.pairs { // rows by chance equal, or zeros
			s.pairs[i] = rowPair{A: uint32(source.IntN(2 * tableWords)),
				B: uint32(source.IntN(2 * tableWords))}
			if source.IntN(4) == 0 {
				s.pairs[i].B = s.pairs[i].A ^ uint32(source.IntN(2))
			}
			if source.IntN(4) == 0 {
				clear(s.rows[s.pairs[i].A>>1*8:][:8])
			}
		}
		s.doublings, s.bit = round%4, 8+round%5
		want := s
		use(twin)
		all(&want)
		use(body)
		all(&s)
		// which bits are set is left to the kernels
		want.large, s.large = min(want.large, 1), min(s.large, 1)
		if s != want {
			t.Fatalf("round %d: assembly and twin differ", round)
		}
		if one := 1.0; one+s.small() != 1+0x1p-52 {
			t.Fatal("doubles are rounded otherwise than before")
		}
	}
}
