// The twin of the kernels that are more than a formula: what loops and tables do, one lane after the
// other.

package lanes

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"

// A step is one addition of a multiplication of eight points.
type step struct {
	x    [8]uint32 // where each lane's row begins, in words
	plus uint8     // lanes to which the row's point is added; from the others it is taken away
	skip uint8     // lanes that keep the sum
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

func eisensteinStepsTwin(steps *[eisensteinCount]step, halves *[6][8]uint64) {
	clear(steps[:])
	for l := range 8 {
		var d [eisensteinCount]code
		eisensteinVar(&d, [3]uint64{halves[0][l], halves[1][l], halves[2][l]}, [3]uint64{halves[3][l], halves[4][l], halves[5][l]})
		for j, c := range d {
			s := &steps[eisensteinCount-1-j]
			s.x[l] = uint32(l*tableWords) + 4*c.row()
			if c.negative() != (j%2 == 0) {
				s.plus |= 1 << l
			}
			if c == codeZero {
				s.skip |= 1 << l
			}
		}
	}
}

func oddStepsTwin(steps []step, v *[6][8]uint64, window int) {
	clear(steps)
	for l := range 8 {
		for i := range steps {
			d := scalar.OddDigitAt([]uint64{v[0][l], v[1][l], v[2][l], v[3][l], v[4][l]}, window*i, window)
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

func entryTwin(rows []uint64, a *affine8, c2, c3, beta *fe8) {
	for l := range 8 {
		entryLane(rows[tableWords*l:], a.x.lane(l), a.y.lane(l), c2.lane(l), c3.lane(l), beta.lane(l))
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
