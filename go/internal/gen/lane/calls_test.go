// Operands of calls reach their registers whatever registers they were in, and a body serves only
// calls that need exactly its instructions.

package lane

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// registerFile executes the instructions that toRegisters writes.
type registerFile struct {
	t        *testing.T
	register [32]value
}

func (f *registerFile) ins(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	var from, to int
	var memory value
	switch {
	case scan(line, "VMOVDQA64 Z%d, Z%d", &from, &to):
		f.register[to] = f.register[from]
	case scan(line, "VMOVDQA Y%d, Y%d", &from, &to):
		f.register[to] = f.register[from]
	case scan(line, "VMOVDQU64 %d(SI), Z%d", &memory, &to), scan(line, "VMOVDQU %d(SI), Y%d",
		&memory, &to):
		f.register[to] = memory
	default:
		f.t.Fatalf("no move: %s", line)
	}
}

func scan(line, format string, args ...any) bool {
	n, err := fmt.Sscanf(line, format, args...)
	return err == nil && n == len(args)
}

func TestOperandsReachTheirRegisters(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, m := range []*machine{withAVX512, withFMA} {
		for range 2000 {
			c := newCode(m, &constants{name: "words", copies: 1})
			file := &registerFile{t: t}
			a := &allocation{c: c, w: file, register: make([]value, m.registers),
				in: map[value]int{}, slot: map[value]int{}}
			places := random.Perm(m.registers - 1) // the last is free, as behind a block it is
			var exit []inRegister
			for to := range 5 * (1 + random.IntN(3)) {
				v := c.newValue()
				switch {
				case random.IntN(4) == 0:
					c.home[v] = place{text: fmt.Sprintf("%d(SI)", v)}
				case to > 0 && random.IntN(8) == 0:
					v = exit[random.IntN(to)].value // an operand that is read twice
				default:
					file.register[places[to]] = v
					a.put(v, places[to])
				}
				exit = append(exit, inRegister{v, to})
			}
			a.toRegisters(exit)
			for _, e := range exit {
				if file.register[e.register] != e.value {
					t.Fatalf("%s: register %d has %d, not %d", m.suffix, e.register,
						file.register[e.register], e.value)
				}
			}
		}
	}
}

func TestBodyServesOneKindOfProduct(t *testing.T) {
	made := func(name string) *code {
		c := newCode(withAVX512, &constants{name: "words", copies: 1})
		a := c.newValue()
		c.entry = []inRegister{{a, 0}}
		c.exit = []inRegister{{c.emit(vectorOp{name: name, imm: -1, src: []value{a, a}}), 0}}
		return c
	}
	b := &bodies{}
	first := b.body("double", "a + a", made("VPADDQ"))
	if b.body("double", "a + a", made("VPADDQ")) != first || len(b.all) != 1 {
		t.Error("two bodies of the same instructions")
	}
	var err error
	func() {
		defer caught(&err)
		b.body("double", "a + a", made("VPSUBQ"))
	}()
	if err == nil {
		t.Error("a body of other instructions is taken")
	}
}
