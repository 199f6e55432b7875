// The formulas' assembly, held against their Go text.

//go:build (amd64 || arm64) && !purego

package group

import (
	"math/rand/v2"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cases"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
)

// edgeWords are words at which carries turn; p0 is the lowest of p.
var edgeWords = []uint64{0, 1, 2, 0x1000003D0, 0x1000003D1, 0x1000003D2, 0x2000007A1, 1 << 63,
	0xFFFFFFFEFFFFFC2E, 0xFFFFFFFEFFFFFC2F, 0xFFFFFFFEFFFFFC30, ^uint64(0) - 1, ^uint64(0)}

// lawElement returns an element that is random, made of edge words, or near 0, p or 2^256.
func lawElement(random *rand.Rand) field.Element {
	var w [4]uint64
	edge := func() uint64 { return edgeWords[random.IntN(len(edgeWords))] }
	switch random.IntN(4) {
	case 0, 1:
		for i := range w {
			w[i] = random.Uint64()
		}
	case 2:
		for i := range w {
			w[i] = edge()
		}
	case 3:
		top := -(random.Uint64() & 1)
		w = [4]uint64{edge(), top, top, top}
	}
	var r field.Element
	r.SetLimbs(&w)
	return r
}

// lawMemory is what formulas work on: the parameters of a call point anywhere into it.
type lawMemory struct {
	points   [4]Jacobian
	affine   [4]Affine
	elements [4]field.Element
}

func (m *lawMemory) normalize() {
	for i := range m.points {
		m.points[i].X.Normalize()
		m.points[i].Y.Normalize()
		m.points[i].Z.Normalize()
		m.affine[i].Normalize()
		m.elements[i].Normalize()
	}
}

// Every formula's assembly does to memory what its Go text does, however its parameters overlap.
func TestLawAssemblyIsItsText(t *testing.T) {
	if !compiled() {
		t.Skip("this processor lacks MULX, ADCX or ADOX, or they are hidden")
	}
	// u(i) is a small random number, the same for both sides.
	formulas := []struct {
		name      string
		text, asm func(m *lawMemory, u [8]int)
	}{
		{"lawDbl",
			func(m *lawMemory, u [8]int) { lawDbl(&m.points[u[0]], &m.points[u[1]]) },
			func(m *lawMemory, u [8]int) { lawDblCompiled(&m.points[u[0]], &m.points[u[1]]) }},
		{"lawDblNegN",
			func(m *lawMemory, u [8]int) { lawDblNegN(&m.points[u[0]], 1+u[1]) },
			func(m *lawMemory, u [8]int) { lawDblNegNCompiled(&m.points[u[0]], 1+u[1]) }},
		{"lawAddGe",
			func(m *lawMemory, u [8]int) {
				lawAddGe(&m.points[u[0]], &m.elements[u[1]], &m.elements[u[2]], &m.points[u[3]],
					&m.affine[u[4]])
			},
			func(m *lawMemory, u [8]int) {
				lawAddGeScaledCompiled(&m.points[u[0]], &m.elements[u[1]], &m.elements[u[2]],
					&m.points[u[3]], &m.points[u[3]].Z, &m.affine[u[4]])
			}},
		{"lawAddGeScaled",
			func(m *lawMemory, u [8]int) {
				lawAddGeScaled(&m.points[u[0]], &m.elements[u[1]], &m.elements[u[2]],
					&m.points[u[3]], &m.elements[u[5]], &m.affine[u[4]])
			},
			func(m *lawMemory, u [8]int) {
				lawAddGeScaledCompiled(&m.points[u[0]], &m.elements[u[1]], &m.elements[u[2]],
					&m.points[u[3]], &m.elements[u[5]], &m.affine[u[4]])
			}},
		{"lawAdd",
			func(m *lawMemory, u [8]int) {
				lawAdd(&m.points[u[0]], &m.elements[u[1]], &m.elements[u[2]], &m.points[u[3]],
					&m.points[u[4]])
			},
			func(m *lawMemory, u [8]int) {
				lawAddCompiled(&m.points[u[0]], &m.elements[u[1]], &m.elements[u[2]], &m.points[u[3]],
					&m.points[u[4]])
			}},
		{"lawDblCoz",
			func(m *lawMemory, u [8]int) {
				lawDblCoz(&m.affine[u[0]], &m.affine[u[1]], &m.elements[u[2]], &m.affine[u[3]])
			},
			func(m *lawMemory, u [8]int) {
				lawDblCozCompiled(&m.affine[u[0]], &m.affine[u[1]], &m.elements[u[2]], &m.affine[u[3]])
			}},
		{"lawAddCoz",
			func(m *lawMemory, u [8]int) {
				lawAddCoz(&m.affine[u[0]], &m.elements[u[1]], &m.affine[u[2]], &m.affine[u[3]])
			},
			func(m *lawMemory, u [8]int) {
				lawAddCozCompiled(&m.affine[u[0]], &m.elements[u[1]], &m.affine[u[2]], &m.affine[u[3]])
			}},
		// Two pairs share nothing: the second's parameters are in the other half of memory.
		{"lawPairBegins",
			func(m *lawMemory, u [8]int) {
				lawPairBegins(&m.elements[0], &m.elements[1], &m.points[0].X, &m.affine[u[0]&1],
					&m.affine[u[1]&1], &m.elements[2], &m.elements[3], &m.points[1].X,
					&m.affine[2+u[2]&1], &m.affine[2+u[3]&1])
			},
			func(m *lawMemory, u [8]int) {
				lawPairBeginsCompiled(&m.elements[0], &m.elements[1], &m.points[0].X, &m.affine[u[0]&1],
					&m.affine[u[1]&1], &m.elements[2], &m.elements[3], &m.points[1].X,
					&m.affine[2+u[2]&1], &m.affine[2+u[3]&1])
			}},
		{"lawPairEnds",
			func(m *lawMemory, u [8]int) {
				lawPairEnds(&m.affine[u[0]&1], &m.points[0].X, &m.points[u[1]&1].Y,
					&m.affine[u[2]&1], &m.affine[u[3]&1], uint64(u[4]&1), &m.affine[2+u[5]&1],
					&m.points[2].X, &m.points[2+u[6]&1].Y, &m.affine[2+u[7]&1], &m.affine[2],
					uint64(u[0]>>1))
			},
			func(m *lawMemory, u [8]int) {
				lawPairEndsCompiled(&m.affine[u[0]&1], &m.points[0].X, &m.points[u[1]&1].Y,
					&m.affine[u[2]&1], &m.affine[u[3]&1], uint64(u[4]&1), &m.affine[2+u[5]&1],
					&m.points[2].X, &m.points[2+u[6]&1].Y, &m.affine[2+u[7]&1], &m.affine[2],
					uint64(u[0]>>1))
			}},
		{"lawNormalizeBegins",
			func(m *lawMemory, u [8]int) {
				lawNormalizeBegins(&m.elements[0], &m.elements[u[0]&1], &m.points[u[1]],
					&m.elements[2], &m.elements[2+u[2]&1], &m.points[u[3]])
			},
			func(m *lawMemory, u [8]int) {
				lawNormalizeBeginsCompiled(&m.elements[0], &m.elements[u[0]&1], &m.points[u[1]],
					&m.elements[2], &m.elements[2+u[2]&1], &m.points[u[3]])
			}},
		{"lawNormalizeEnds",
			func(m *lawMemory, u [8]int) {
				lawNormalizeEnds(&m.affine[u[0]&1], &m.elements[0], &m.points[u[1]],
					&m.affine[2+u[2]&1], &m.elements[2], &m.points[u[3]])
			},
			func(m *lawMemory, u [8]int) {
				lawNormalizeEndsCompiled(&m.affine[u[0]&1], &m.elements[0], &m.points[u[1]],
					&m.affine[2+u[2]&1], &m.elements[2], &m.points[u[3]])
			}},
		{"lawDblRow",
			func(m *lawMemory, u [8]int) {
				lawDblRow(&m.affine[u[0]], &m.affine[u[1]].X, &m.affine[u[2]])
			},
			func(m *lawMemory, u [8]int) {
				lawDblRowCompiled(&m.affine[u[0]], &m.affine[u[1]].X, &m.affine[u[2]])
			}},
	}
	random := rand.New(rand.NewPCG(3, 4))
	for _, f := range formulas {
		for range cases.Full(20000, 5000) {
			var memory lawMemory
			var u [8]int
			for i := range memory.points {
				p, a := &memory.points[i], &memory.affine[i]
				p.X, p.Y, p.Z = lawElement(random), lawElement(random), lawElement(random)
				a.X, a.Y = lawElement(random), lawElement(random)
				memory.elements[i] = lawElement(random)
			}
			for i := range u {
				u[i] = random.IntN(4)
			}
			before, text, asm := memory, memory, memory
			f.text(&text, u)
			f.asm(&asm, u)
			text.normalize()
			asm.normalize()
			if text != asm {
				t.Fatalf("%s, parameters %v of %x:\ntext %x\nassembly %x", f.name, u, before, text,
					asm)
			}
		}
	}
}
