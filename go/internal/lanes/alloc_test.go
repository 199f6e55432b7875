// Memory: batches allocate nothing once their room is there. Not with the race detector: it drops
// what is pooled.

//go:build !race

package lanes

import (
	"runtime/debug"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

func TestAllocations(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which would empty the pool
	forEngines(t, func(t *testing.T) {
		const n = 9
		p, r, ok := make([]group.Affine, n), make([]group.Jacobian, n), make([]bool, n)
		x, odd := make([]field.Element, n), make([]bool, n)
		a, b := make([]scalar.Scalar, n), make([]scalar.Scalar, n)
		for i := range p {
			x[i] = group.Generator.X
		}
		pairs, sums, room := make([]rowPair, n), make([]group.Affine, n), new(pairRoom)
		if got := testing.AllocsPerRun(2, func() {
			liftXVar(p, ok, x, odd)
			mul2Var(r, p, a, b)
			normalizeVar(p, r)
			room.addChunkVar(sums, p, pairs)
		}); got != 0 {
			t.Errorf("%v allocations", got)
		}
	})
}
