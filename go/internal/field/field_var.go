// Comparisons and the canonical form in variable time; public values only.

package field

// IsZeroVar tells whether a is 0 modulo p.  time: variable.
func (a *Element) IsZeroVar() bool {
	if a.n[0] == 0 {
		return a.n[1]|a.n[2]|a.n[3] == 0
	}
	return a.n[0] == p0 && a.n[1]&a.n[2]&a.n[3] == ^uint64(0)
}

// IsSquareVar tells whether a is a square, as 0 is.  time: variable.  cost: a square root.
func (a *Element) IsSquareVar() bool {
	var r Element
	return r.Sqrt(a) == 1
}

// EqualVar tells whether a = b modulo p.  time: variable.
func (a *Element) EqualVar(b *Element) bool {
	var d Element
	d.Sub(a, b)
	return d.IsZeroVar()
}

// NormalizeVar brings r below p, the value unchanged, which it hardly ever has to.  time: variable.
func (r *Element) NormalizeVar() {
	if r.n[3] == ^uint64(0) {
		r.reduce()
	}
}
