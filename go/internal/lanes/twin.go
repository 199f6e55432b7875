// The twin of the kernels that are more than a formula: what loops and tables do, one lane after
// the other.

package lanes

import (
	"slices"
	"unsafe"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// A step is one addition of a multiplication of eight points.
type step struct {
	x    [8]uint32 // where each lane's row begins, in words
	plus uint8     // lanes to which the row's point is added; from the others it is taken away
	skip uint8     // lanes that keep the sum
}

// A walk is what run works on: eight points, the rows that the steps name, and the steps.
type walk struct {
	acc   *jacobian8
	rows  []uint64
	steps []step
}

// Doublings here leave the negative of what they mean; run is told so by the steps' plus.
func runTwin(acc *jacobian8, rows []uint64, toY uint32, steps []step, doublings int) {
	for l := range 8 {
		x, y, z := acc.x.lane(l), acc.y.lane(l), acc.z.lane(l)
		for i := range steps {
			s := &steps[i]
			for range doublings {
				x, y, z = dblLane(x, y, z)
			}
			if s.skip>>l&1 == 1 {
				continue
			}
			var bx, by digits
			bx.setWords(rows[s.x[l]:][:4])
			by.setWords(rows[s.x[l]|toY:][:4])
			x, y, z = addLane(x, y, z, bx, by, s.plus>>l&1 == 1)
		}
		acc.x.setLane(l, &x)
		acc.y.setLane(l, &y)
		acc.z.setLane(l, &z)
	}
}

func runTwins(sums []walk, toY uint32, doublings int) {
	for _, s := range sums {
		runTwin(s.acc, s.rows, toY, s.steps, doublings)
	}
}

func eisensteinStepsTwin(steps *[eisensteinCount]step, halves *[6][8]uint64) {
	clear(steps[:])
	for l := range 8 {
		var d [eisensteinCount]scalar.EisensteinCode
		eisensteinVar(&d, [3]uint64{halves[0][l], halves[1][l], halves[2][l]},
			[3]uint64{halves[3][l], halves[4][l], halves[5][l]})
		for j, c := range d {
			s := &steps[eisensteinCount-1-j]
			s.x[l] = uint32(l*tableWords) + 4*rowOf(c)
			if c.NegativeVar() != uint64(j&1^1) {
				s.plus |= 1 << l
			}
			if c == scalar.EisensteinZero {
				s.skip |= 1 << l
			}
		}
	}
}

func oddStepsTwin(steps []step, v *[6][8]uint64, window int) {
	clear(steps)
	for l := range 8 {
		for i := range steps {
			d := scalar.OddDigitAt([]uint64{v[0][l], v[1][l], v[2][l], v[3][l], v[4][l]}, window*i,
				window)
			steps[i].x[l] = 8 * (uint32(i)<<(window-1) + uint32(d.Index))
			if d.Negative == 0 {
				steps[i].plus |= 1 << l
			}
		}
	}
}

func sqrNTwin(r *[2]fe8, n int) {
	for i := range r {
		for l := range 8 {
			t := r[i].lane(l)
			for range n {
				t = sqrLane(t)
			}
			r[i].setLane(l, &t)
		}
	}
}

func foldTwin(product, others, a *fe8) {
	exchanged := func(a *fe8, n int) (r fe8) {
		for l := range 8 {
			d := a.lane(l ^ n)
			r.setLane(l, &d)
		}
		return r
	}
	other := exchanged(a, 4)
	mulTwin(product, a, &other)
	for _, n := range []int{2, 1} {
		next := exchanged(product, n)
		mulTwin(&other, &other, &next)
		mulTwin(product, product, &next)
	}
	*others = other
}

func mulAllTwin(r, a *fe8, b *digits) {
	var all fe8
	for l := range 8 {
		all.setLane(l, b)
	}
	mulTwin(r, a, &all)
}

func entryTwin(rows []uint64, a *affine8, c2, c3, beta *fe8) {
	for l := range 8 {
		entryLane(rows[tableWords*l:], a.x.lane(l), a.y.lane(l), c2.lane(l), c3.lane(l),
			beta.lane(l))
	}
}

func unpackTwin(r *affine8, rows []uint64) {
	for l := range 8 {
		var x, y digits
		x.setWords(rows[8*l:])
		y.setWords(rows[8*l+4:])
		r.x.setLane(l, &x)
		r.y.setLane(l, &y)
	}
}

func packTwin(rows []uint64, a *affine8) {
	for l := range 8 {
		packLane(rows[8*l:], a.x.lane(l), a.y.lane(l))
	}
}

func pairsBeginTwin(groups []pairGroup, product *fe8, rows []uint64, pairs []rowPair) {
	for i := range groups {
		g := &groups[i]
		g.except = 0
		for l := range 8 {
			p := pairs[8*i+l]
			a, b := rows[p.A>>1*8:][:8], rows[p.B>>1*8:][:8]
			d := b[0] - a[0]
			except := min(a[0], b[0], d, d+fold256, d-fold256) == 0
			if except {
				g.except |= 1 << l
			}
			var ax, ay, bx, by digits
			ax.setWords(a)
			ay.setWords(a[4:])
			bx.setWords(b)
			by.setWords(b[4:])
			g.a.x.setLane(l, &ax)
			g.a.y.setLane(l, &ay)
			before, dx, t, all := pairBeginLane(product.lane(l), ax, ay, bx, by, (p.A^p.B)&1 == 1,
				except)
			g.slope.setLane(l, &before)
			g.d.setLane(l, &dx)
			g.t.setLane(l, &t)
			product.setLane(l, &all)
		}
	}
}

func pairsSlopesTwin(groups []pairGroup, product *fe8) {
	for i := range slices.Backward(groups) {
		g := &groups[i]
		for l := range 8 {
			slope, rest := pairSlopeLane(product.lane(l), g.slope.lane(l), g.d.lane(l), g.t.lane(l))
			g.slope.setLane(l, &slope)
			product.setLane(l, &rest)
		}
	}
}

func pairsSumsTwin(out []uint64, groups []pairGroup) {
	for i := range groups {
		g := &groups[i]
		for l := range 8 {
			pairSumLane(out[8*(8*i+l):], g.slope.lane(l), g.d.lane(l), g.a.x.lane(l), g.a.y.lane(l))
		}
	}
}

// leftIn is what the kernels leave to the next in eight rows.
func leftIn(r []uint64) *fe8 { return (*fe8)(unsafe.Pointer(unsafe.SliceData(r[:64]))) }

// pointAt returns the coordinates of a point in memory, and whether it is infinity.
func pointAt(a []uint64) (x, y, z digits, infinite bool) {
	x.setWords(a)
	y.setWords(a[4:])
	z.setWords(a[8:])
	var e field.Element
	e.SetLimbs((*[4]uint64)(a[8:]))
	return x, y, z, e.IsZeroVar()
}

func normalizeBeginTwin(r, a []uint64, product *fe8) {
	for g := range len(r) / 64 {
		left := leftIn(r[64*g:])
		for l := range 8 {
			_, _, z, infinite := pointAt(a[jacobianWords*(8*g+l):])
			before, all := normalizeBeginLane(product.lane(l), z, infinite)
			left.setLane(l, &before)
			product.setLane(l, &all)
		}
	}
}

func normalizePeelTwin(r, a []uint64, product *fe8) {
	left := leftIn(r)
	for l := range 8 {
		_, _, z, infinite := pointAt(a[jacobianWords*l:])
		inverse, rest := normalizePeelLane(product.lane(l), left.lane(l), z, infinite)
		left.setLane(l, &inverse)
		product.setLane(l, &rest)
	}
}

// setLarge is what normalizeEnd does to large for the row of lane l.
func setLarge(large *uint64, row []uint64, l int) {
	if max(row[3], row[7]) == 1<<64-1 {
		*large |= 1 << l
	}
}

func normalizeBackTwin(r, a []uint64, product *fe8, large *uint64) {
	for g := len(r)/64 - 2; g >= 0; g-- {
		left, behind := leftIn(r[64*g:]), *leftIn(r[64*(g+1):])
		for l := range 8 {
			row := r[64*(g+1)+8*l:]
			x, y, _, _ := pointAt(a[jacobianWords*(8*(g+1)+l):])
			_, _, z, infinite := pointAt(a[jacobianWords*(8*g+l):])
			inverse, rest := normalizeBackLane(row, behind.lane(l), x, y, product.lane(l),
				left.lane(l), z, infinite)
			setLarge(large, row, l)
			left.setLane(l, &inverse)
			product.setLane(l, &rest)
		}
	}
}

func normalizeEndTwin(r, a []uint64, large *uint64) {
	left := *leftIn(r)
	for l := range 8 {
		row := r[8*l:]
		x, y, _, _ := pointAt(a[jacobianWords*l:])
		normalizeEndLane(row, left.lane(l), x, y)
		setLarge(large, row, l)
	}
}
