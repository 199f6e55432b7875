// The order of instructions where registers are few and the processor looks only a little ahead:
// while those that end one product wait for each other, those of the next are begun.

package lane

import "slices"

// A pace is how a block is put in order: units are looked for among so many instructions, as if the
// processor took so many in ten cycles.
type pace struct{ ahead, perTenCycles int }

var (
	likeProcessor = pace{30, 37} // of one with four vector ports
	// Of chains side by side in a short loop: what is mixed most, though it takes more slots, wins
	// there, by 6 %. In the loops of points, which fill a cache of instructions, it loses 2 % of a
	// verification.
	mixed = pace{90, 70}
)

// latency is how many cycles it takes until the result is there.
func (op *vectorOp) latency() int {
	switch op.name {
	case "VFMADD231PD.RZ_SAE":
		return 4
	case "VPMULUDQ", "VSUBPD":
		return 3
	}
	return 1
}

func (op *vectorOp) operands() []value { return append([]value{op.merged}, op.src...) }

// A unit is instructions that stay together: one, or both halves of a product of digits.
type unit struct {
	ops  []vectorOp
	load bool // by an address that the loads before it have their part in
}

// reorder takes, of the units that are looked at, the first whose operands are there at the time,
// and where there is none the one whose operands are there first. Stores come last; sinkStores
// places them.
func (c *code) reorder(p pace) {
	var units []*unit // not yet taken
	var loads []*unit // of these, in their order
	var stores []vectorOp
	madeBy := map[value]*unit{}
	last := 0
	for _, op := range c.ops {
		if op.store != "" {
			stores = append(stores, op)
			continue
		}
		if op.unit == 0 || op.unit != last {
			units = append(units, &unit{load: op.memory != ""})
			if op.memory != "" {
				loads = append(loads, units[len(units)-1])
			}
		}
		last = op.unit
		u := units[len(units)-1]
		u.ops = append(u.ops, op)
		madeBy[op.dst] = u
	}
	// A sum that a product of digits joins is not needed before its instructions have come so far.
	const sumLater = 10
	ready := map[value]int{}
	operandsAt := func(u *unit) (at int, known bool) {
		for i := range u.ops {
			op := &u.ops[i]
			for _, v := range op.operands() {
				if from := madeBy[v]; from == nil || from == u {
					continue
				}
				t, made := ready[v]
				if !made {
					return 0, false
				}
				if len(u.ops) > 1 && op.name == "VPADDQ" && v == op.src[1] {
					t -= sumLater
				}
				at = max(at, t)
			}
		}
		return at, true
	}
	c.ops = c.ops[:0]
	tenths := 0 // of cycles, times p.perTenCycles
	now := func() int { return tenths / p.perTenCycles }
	for len(units) > 0 {
		best, earliest, seen := -1, 0, 0
		for i, u := range units {
			if seen >= p.ahead {
				break
			}
			seen += len(u.ops)
			if u.load && u != loads[0] {
				continue
			}
			at, known := operandsAt(u)
			if known && (best < 0 || at < earliest) {
				best, earliest = i, at
			}
			if known && at <= now() {
				best = i
				break
			}
		}
		for now() < earliest {
			tenths += 10
		}
		u := units[best]
		for i := range u.ops {
			op := &u.ops[i]
			at := now()
			for _, v := range op.operands() {
				at = max(at, ready[v])
			}
			ready[op.dst] = at + op.latency()
		}
		if u.load {
			loads = loads[1:]
		}
		tenths += 10 * len(u.ops)
		c.ops = append(c.ops, u.ops...)
		units = slices.Delete(units, best, best+1)
	}
	c.ops = append(c.ops, stores...)
}
