// The kernels of the C++ core's engine x64_fma that most of a batch's time is spent in, for the
// assembler of C compilers: the same formulas and machine, operands as src/lanes/point_lanes.h has
// them.

package lane

import (
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"strings"
)

// mostOf is the greatest value of a magnitude: so often 2 (2^256 - 1).
func mostOf(magnitude int) *big.Int {
	return new(big.Int).Mul(big.NewInt(int64(2*magnitude)),
		new(big.Int).Sub(power(256), big.NewInt(1)))
}

// stored is an element as that core keeps it: of this magnitude, limbs 0 to 3 digits.
func (f *laneFile) stored(m *maker, offset, magnitude int, register, name string) *element {
	e := f.memoryElement(m, register, offset, name)
	for i := range 4 {
		e.hi[i] = big.NewInt(lowDigit)
	}
	e.max = mostOf(magnitude)
	e.hi[4] = new(big.Int).Rsh(e.max, 208)
	if !e.isDigits() {
		fail("limbs of magnitude %d are no digits", magnitude)
	}
	for _, limb := range e.limb {
		m.code.doubles.digit[limb] = true
	}
	return e
}

// store carries e and stores it, of that magnitude at most.
func (f *laneFile) store(m *maker, offset, magnitude int, e *element) {
	e = m.rest(e)
	if !e.isDigits() {
		e = m.carry(e, true)
	}
	if e.max.Cmp(mostOf(magnitude)) > 0 {
		fail("a result of a greater magnitude than %d", magnitude)
	}
	storeElement(m, "DI", offset, e)
}

// The magnitudes of a point's coordinates.
var pointMagnitudes = []int{1, 2, 1}

func (f *laneFile) cPoint(m *maker) map[string]*element {
	point := map[string]*element{}
	for i, part := range []string{"a.X", "a.Y", "a.Z"} {
		point[part] = f.stored(m, i*elementBytes, pointMagnitudes[i], "DI", part)
	}
	return point
}

func (f *laneFile) storePoint(m *maker, out map[string]*element) {
	for i, part := range []string{"r.X", "r.Y", "r.Z"} {
		f.store(m, i*elementBytes, pointMagnitudes[i], out[part])
	}
}

// cFunction writes a function of C around body, which returns its slots; parameters are in RDI, RSI
// and, moved there, R8.
func (f *laneFile) cFunction(name, doc string, body func() int) {
	f.text.Reset()
	slots := withKept(body())
	mustAllowSame(name, f.text.String(), []string{"DI", "SI", "R8"})
	fmt.Fprintf(&f.asm, "\n/*%s */\n",
		strings.TrimSuffix(strings.ReplaceAll(comment(doc), "//", " *")[2:], "\n"))
	fmt.Fprintf(&f.asm, `	begin	%s
	subq	$%d, %%rsp
	andq	$-64, %%rsp
	movq	%%rdx, %%r8
	leaq	%d(%%rsp), %%rdx
	leaq	%s+%d(%%rip), %%rcx
`, name, slots*f.machine.bytes(), -nearest, f.consts.name, -nearest)
	f.asm.WriteString(inC(name, f.text.String()))
	fmt.Fprintf(&f.asm, "\tend\t%s\n", name)
}

var (
	goLabel    = regexp.MustCompile(`(?m)^(\w+):$`)
	goJump     = regexp.MustCompile(`(?m)^\tJ(\w+) (\w+)$`)
	goMnemonic = regexp.MustCompile(`(?m)^\t([A-Z0-9]+)`)
	goVector   = regexp.MustCompile(`\b([XY])(\d+)\b`)
	goGeneral  = regexp.MustCompile(`\b(DI|SI|BX|DX|R8|R11)\b`)
	goConstant = regexp.MustCompile(`(\w+)<>\+(\d+)\(SB\)`)
)

// inC turns lines of the Go assembler, whose order of operands is that of AT&T too, into those of
// C's.
func inC(name, text string) string {
	text = goLabel.ReplaceAllString(text, ".L"+name+"_$1:")
	text = goJump.ReplaceAllStringFunc(text, func(line string) string {
		part := goJump.FindStringSubmatch(line)
		return "\tj" + strings.ToLower(part[1]) + "\t.L" + name + "_" + part[2]
	})
	text = goMnemonic.ReplaceAllStringFunc(text, strings.ToLower)
	text = goConstant.ReplaceAllString(text, "$1+$2(%rip)")
	text = goVector.ReplaceAllStringFunc(text, func(r string) string {
		return map[byte]string{'X': "%xmm", 'Y': "%ymm"}[r[0]] + r[1:]
	})
	return goGeneral.ReplaceAllStringFunc(text, func(r string) string {
		return map[string]string{"DI": "%rdi", "SI": "%rsi", "BX": "%rcx", "DX": "%rdx",
			"R8": "%r8", "R11": "%r11"}[r]
	})
}

func (f *laneFile) cDouble() {
	double := f.newMaker()
	f.storePoint(double, double.formula(f.doublingFormula(), f.cPoint(double)))
	negate := f.newMaker()
	f.store(negate, elementBytes, 2, negate.neg(f.stored(negate, elementBytes, 1, "DI", "y")))
	f.cFunction("ufsecp_x64_fma_dbl", "a = 2^n a in the four lanes at RDI, n in RSI, n >= 1. "+
		"Every step leaves -2a, and the sign is set right in the end.", func() int {
		f.ins("MOVQ SI, R11")
		f.label("double")
		slots := f.allocate(double.code)
		f.ins("DECQ R11")
		f.ins("JNZ double")
		f.ins("TESTQ $1, SI")
		f.ins("JZ even")
		slots = max(slots, f.allocate(negate.code))
		f.label("even")
		return slots
	})
}

func (f *laneFile) cAdd() {
	m := f.newMaker()
	inputs := f.cPoint(m)
	inputs["b.X"] = f.stored(m, 0, 1, "SI", "bx")
	by := f.stored(m, elementBytes, 1, "SI", "by")
	minus := m.neg(by)
	negative := mask{vector: m.code.memory("0(R8)")}
	for i := range 5 { // the formula takes what is to be taken away
		minus.limb[i] = m.code.blend(negative, by.limb[i], minus.limb[i])
	}
	minus.either(by)
	inputs["b.Y"] = minus
	f.storePoint(m, m.formula(f.additionFormula(), inputs))
	f.cFunction("ufsecp_x64_fma_add_ge", "a = a + (b.x, b.y) in the four lanes at RDI and RSI, "+
		"b.y negated in those of the mask at RDX.", func() int {
		return f.allocate(m.code)
	})
}

// chained is an element between two steps of a chain: of magnitude 8, not carried.
func (f *laneFile) chained(m *maker, offset int) *element {
	e := f.memoryElement(m, "DI", offset, "r")
	e.max = mostOf(8)
	e.hi[4] = new(big.Int).Rsh(e.max, 208)
	return e
}

// cSquares writes a chain of squarings of so many units side by side, which fill each other's
// waits.
func (f *laneFile) cSquares(name, doc string, units int) {
	m := f.newMaker()
	m.code.pace = mixed
	form := readFormula(f.law, "laneSqr")
	for i := range units {
		at := i/2*elementBytes + i%2*halfBytes
		e := f.chained(m, at)
		r := m.formula(form, map[string]*element{"r": e})["r"]
		for i := range 5 {
			if r.lo[i].Sign() < 0 || r.hi[i].Cmp(e.hi[i]) > 0 {
				fail("limb %d of a square is more than that of what is squared", i)
			}
		}
		if r.max.Cmp(mostOf(1)) > 0 {
			fail("a square of a greater magnitude than 1")
		}
		storeElement(m, "DI", at, r)
	}
	f.cFunction(name, doc, func() int {
		f.label("square")
		slots := f.allocate(m.code)
		f.ins("DECQ SI")
		f.ins("JNZ square")
		return slots
	})
}

// wide is an element of that C++ type: of this magnitude.
func (f *laneFile) wide(m *maker, offset, magnitude int, register, name string) *element {
	e := f.memoryElement(m, register, offset, name)
	e.max = mostOf(magnitude)
	for i := range 4 {
		e.hi[i] = wideLimb(magnitude)
	}
	e.hi[4] = new(big.Int).Rsh(e.max, 208)
	return e
}

// wideLimb is the greatest value there of limbs 0 to 3.
func wideLimb(magnitude int) *big.Int {
	return new(big.Int).Mul(big.NewInt(int64(magnitude)), power(57))
}

func (f *laneFile) cMul() {
	m := f.newMaker()
	m.code.pace = mixed
	form := readFormula(f.law, "laneMul")
	for half := range 2 {
		at := half * halfBytes
		r := m.formula(form, map[string]*element{"a": f.wide(m, at, 8, "SI", "a"),
			"b": f.wide(m, at, 8, "R8", "b")})["r"]
		for i := range 4 {
			if r.lo[i].Sign() < 0 || r.hi[i].Cmp(wideLimb(1)) > 0 {
				fail("limb %d of a product is beyond a magnitude of 1", i)
			}
		}
		if r.max.Cmp(mostOf(1)) > 0 {
			fail("a product of a greater magnitude than 1")
		}
		storeElement(m, "DI", at, r)
	}
	f.cFunction("ufsecp_x64_fma_mul", "The elements at RDI = those at RSI times those at RDX in "+
		"eight lanes, all of the type wide.", func() int {
		return f.allocate(m.code)
	})
}

// CKernels is the file src/lanes/kernels_x64_fma.S.
func CKernels(law string) (text string, err error) {
	defer caught(&err)
	consts := &constants{name: "words", copies: withFMA.lanes}
	made := func() *laneFile {
		f := &laneFile{law: parseLibrary(law), consts: consts, machine: withFMA}
		maps.Copy(f.law, parseLibrary(laneText))
		f.cDouble()
		f.cAdd()
		f.cMul()
		f.cSquares("ufsecp_x64_fma_sqr",
			"a = a^(2^n) in the eight lanes at RDI, n in RSI, n >= 1; the limbs are not carried.",
			2)
		f.cSquares("ufsecp_x64_fma_sqr_pair",
			"The same for two elements, the other behind the first.", 4)
		return f
	}
	first := made().asm.String()
	consts.sortByUse(func(w uint64) int {
		return strings.Count(first, " "+inC("", consts.place(w).text))
	})
	f := made()
	var b strings.Builder
	b.WriteString(`/* Generated by go/internal/gen: not to be edited.
 *
 * Doubling and addition of points, products and chains of squarings on four lanes of doubles, by
 * AVX2 and FMA: what lanes/point_lanes.h, lanes/fe_lanes.h and field/pow.h have in C++, operands
 * and bounds the same, in an order in which the processor waits less. Doubles are rounded towards
 * zero by the mode that a vec_rounding has set (lanes/vec.h). */
/* A program keeps its shadow stack, and its marked entries, if all its objects have them. */
#if defined(__CET__)
#include <cet.h>
#else
#define _CET_ENDBR
#endif
/* How a function begins and ends, and what a debugger reads there. Windows has the functions in the
 * System V convention too, which C++ calls them by (UF_FMA_KERNEL). */
	.macro	begin name
	.globl	\name
#if defined(_WIN32)
	.def	\name
	.scl	2
	.type	32
	.endef
	.p2align	6
\name:
	.seh_proc	\name
	pushq	%rbp
	.seh_pushreg	%rbp
	movq	%rsp, %rbp
	.seh_setframe	%rbp, 0
	.seh_endprologue
#else
	.hidden	\name
	.type	\name, @function
	.p2align	6
\name:
	.cfi_startproc
	_CET_ENDBR
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
#endif
	.endm
	.macro	end name
	leave
#if defined(_WIN32)
	ret
	.seh_endproc
#else
	.cfi_def_cfa %rsp, 8
	ret
	.cfi_endproc
	.size	\name, .-\name
#endif
	.endm
#if defined(_WIN32)
	.section	.rdata, "dr"
#else
	.section	.rodata
#endif
	.p2align	5
words:
`)
	for _, w := range consts.words {
		fmt.Fprintf(&b, "\t.quad\t%s\n",
			strings.TrimSuffix(strings.Repeat(fmt.Sprintf("0x%016x, ", w), consts.copies), ", "))
	}
	b.WriteString("\n\t.text\n" + f.asm.String() + `
#if !defined(_WIN32)
	.section	.note.GNU-stack, "", @progbits
#endif
`)
	return b.String(), nil
}
