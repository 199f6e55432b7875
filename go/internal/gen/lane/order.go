// The order of a formula's nodes: products that do not wait for one another side by side.

package lane

import "slices"

// A node's cost in cycles of a processor with two multiply-adds a cycle: how long it keeps the
// multipliers, and how long it takes from there until its value can be used.
const (
	mulCost, sqrCost, reduceCost, sumCost = 25, 19, 14, 4
	productLatency, sumLatency            = 45, 8
)

func (n *node) cost() (busy, latency int) {
	switch n.kind {
	case nodeInput:
		return 0, 0
	case nodeProduct:
		busy = reduceCost
		for _, p := range n.pairs {
			if p.a == p.b {
				busy += sqrCost
			} else {
				busy += mulCost
			}
		}
		return busy, busy + productLatency
	}
	return sumCost, sumLatency
}

// schedule orders the nodes: at any time, of those whose operands are there, the one from which the
// way to the end is the longest.
func (f *formula) schedule() {
	f.countUses()
	toEnd := map[*node]int{}
	for _, n := range slices.Backward(f.order) {
		_, latency := n.cost()
		longest := 0
		for _, u := range n.uses {
			if u != nil {
				longest = max(longest, toEnd[u])
			}
		}
		toEnd[n] = latency + longest
	}
	ready := map[*node]int{}
	waiting := slices.Clone(f.order)
	f.order = f.order[:0]
	for time := 0; len(waiting) > 0; {
		best, earliest := -1, 0
		for i, n := range waiting {
			at, known := 0, true
			for _, o := range n.operands() {
				r, ok := ready[o]
				known = known && ok
				at = max(at, r)
			}
			at = max(at, time)
			if known && (best < 0 || at < earliest || at == earliest &&
				toEnd[n] > toEnd[waiting[best]]) {
				best, earliest = i, at
			}
		}
		n := waiting[best]
		busy, latency := n.cost()
		time = earliest + busy
		ready[n] = earliest + latency
		f.order = append(f.order, n)
		waiting = slices.Delete(waiting, best, best+1)
	}
}
