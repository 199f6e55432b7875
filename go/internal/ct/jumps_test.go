// The machine code below the API: conditional jumps, divisions and calls.

package ct_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
)

// countedWith is the release of Go of whose machine code the numbers below are.
const countedWith = "go1.26"

// jumps has the functions of constant time that hold conditional jumps, and how many, on
// amd64 and arm64. All are on public values: the ends of loops over lengths, windows and limbs,
// whether a table is made. Checks for room on the stack and of the processor do not count.
var jumps = map[string]struct{ amd64, arm64 int }{
	"modinv.NewModulus":        {3, 3}, // limbs
	"modinv.Inv":               {4, 4}, // batches of steps, limbs
	"modinv.stepsADX":          {2, 0}, // steps
	"modinv.stepsASM":          {0, 2}, // steps
	"modinv.chunk":             {1, 1}, // steps
	"modinv.updateFGADX":       {1, 0}, // limbs, whose number is given
	"modinv.updateFGASM":       {0, 4}, // limbs, whose number is given
	"modinv.updateFGGeneric":   {5, 5}, // limbs, whose number is given
	"modinv.updateDEGeneric":   {1, 1}, // limbs
	"modinv.combine":           {1, 1}, // limbs
	"modinv.finish":            {2, 2}, // limbs
	"field.sqrNASM":            {1, 1}, // n
	"field.sqrNADX":            {1, 0}, // n
	"field.sqrNGeneric":        {1, 1}, // n
	"scalar.powerOfTwo":        {1, 1}, // an exponent of recoding
	"group.Jacobian.DblN":      {3, 3}, // n; whether the result is the argument
	"group.dblNegN":            {1, 1}, // n
	"group.lawDblNegNCompiled": {1, 1}, // n
	"mult.Gen":                 {5, 5}, // windows; whether the table is made
	"mult.Point":               {8, 9}, // windows, rows; whether the offset is made
	"mult.getPointOffset":      {1, 1}, // whether it is made
	"mult.oddMultiples":        {7, 7}, // rows
	"mult.scan":                {1, 1}, // whether there are rows
	"mult.scanAVX2":            {1, 0}, // rows
	"mult.scanASM":             {0, 1}, // rows
	"mult.scanGeneric":         {2, 2}, // rows
	"ct_test.plantedLoopOf32":  {1, 1},
}

// outside are the functions elsewhere that may be called.
var outside = regexp.MustCompile(`^(runtime\.(morestack.*|panicBounds|panicIndex|panicSlice.*|` +
	`memmove|memclrNoHeapPointers|duffzero.*|duffcopy.*)|sync\.\(\*Once\)\.doSlow)$`)

// An instruction is its name and its operands; of a call, the function.
type instruction struct{ name, operands string }

// A machine is a processor, and the words for what is looked for.
type machine struct {
	arch        string
	disassemble []string // the command, to which a program's name is added
	conditional *regexp.Regexp
	division    *regexp.Regexp
	call        *regexp.Regexp
	header      *regexp.Regexp // the line before a function, with its name
	line        *regexp.Regexp // an instruction's name and operands
	// what a jump may depend on that is known to be public: the room left on the stack, flags of
	// the processor
	open    *regexp.Regexp
	padding *regexp.Regexp
}

var machines = []machine{
	{
		arch: "amd64",
		// go tool objdump reads MULX and ADCX as something else
		disassemble: []string{"objdump", "-d", "--no-show-raw-insn"},
		conditional: regexp.MustCompile(`^(j|loop)`),
		division:    regexp.MustCompile(`^i?div[bwlq]?$`),
		call:        regexp.MustCompile(`^(call|jmp)`),
		header:      regexp.MustCompile(`^[0-9a-f]+ <(.*)>:$`),
		line: regexp.MustCompile(
			`^ *[0-9a-f]+:\t(?:(?:rep[nz]*|lock|data16|cs) )*(\S+) *(.*)$`),
		open: regexp.MustCompile(`^cmp 0x10\(%r14\),%r(sp|12)$|` +
			`^sub \$0x[0-9a-f]+,%r12$|` +
			`^cmpb \$0x0,.*/go/internal/cpu\.This(\+0x\d)?>$`),
		padding: regexp.MustCompile(`^(nop|xchg %ax,%ax$)`),
	},
	{
		arch:        "arm64",
		disassemble: []string{"go", "tool", "objdump"},
		conditional: regexp.MustCompile(`^(B(EQ|NE|CS|HS|CC|LO|MI|PL|VS|VC|HI|LS|GE|LT|GT|LE)|` +
			`CBN?ZW?|TBN?Z)$`),
		division: regexp.MustCompile(`^(DIV|UDIV|SDIV|REM|UREM)W?$`),
		call:     regexp.MustCompile(`^(CALL|BL|JMP|B)$`),
		header:   regexp.MustCompile(`^TEXT (.*)\(SB\)`),
		line:     regexp.MustCompile(`^  \S+\t+0x[0-9a-f]+\t+[0-9a-f]+\t+(\S+) *(.*?)\t*$`),
		open: regexp.MustCompile(`^(CMP R16, (RSP|R17)|SUBS .*, RSP, R17|` +
			`MOVBU cpu\.This, R\d+)$`),
		padding: regexp.MustCompile(`^NOOP`),
	},
}

// listed is the number of jumps that a function may have.
func (m *machine) listed(name string) int {
	if m.arch == "arm64" {
		return jumps[name].arm64
	}
	return jumps[name].amd64
}

// short is a linker's name in the form of leaves: of "module/internal/field.(*Element).Mul.abi0" it
// is "field.Element.Mul".
func short(name string) string {
	name = strings.TrimSuffix(name[strings.LastIndex(name, "/")+1:], ".abi0")
	return strings.NewReplacer("(*", "", ")", "").Replace(name)
}

// static tells whether a name is that of assembly seen in its own file only: no package is in it.
func static(name string) bool { return !strings.ContainsAny(name, "./:") }

// functionsOf returns what a program's functions consist of, of the layers and of this package, and
// whatever is static.
func (m *machine) functionsOf(t *testing.T, program string) map[string][]instruction {
	t.Helper()
	command := append(append([]string{}, m.disassemble...), program)
	run := exec.Command(command[0], command[1:]...)
	run.Env = append(os.Environ(), "GOOS=", "GOARCH=") // a tool of this machine
	listing, err := run.Output()
	if err != nil {
		t.Fatalf("%v: %v", command, err)
	}
	features := m.features(t, program)
	ours := regexp.MustCompile(`/go/internal/(` + strings.Join(layers, "|") + `|ct|ct_test)\.`)
	found, name := map[string][]instruction{}, ""
	for line := range strings.SplitSeq(string(listing), "\n") {
		if header := m.header.FindStringSubmatch(line); header != nil {
			name = ""
			if ours.MatchString(header[1]) && !strings.Contains(header[1], ":") ||
				static(header[1]) {
				name = short(header[1])
				found[name] = []instruction{}
			}
		} else if fields := m.line.FindStringSubmatch(line); fields != nil && name != "" {
			found[name] = append(found[name], instruction{fields[1], fields[2]})
			if features != 0 {
				nameFeature(line, found[name], features)
			}
		}
	}
	return found
}

// features is the address of cpu.This in a program of arm64, whose disassembly does not name it.
func (m *machine) features(t *testing.T, program string) (address int64) {
	t.Helper()
	if m.arch != "arm64" {
		return 0
	}
	symbols, err := exec.Command("go", "tool", "nm", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`(?m)^ *([0-9a-f]+) \S .*/go/internal/cpu\.This$`)
	found := name.FindSubmatch(symbols)
	if found == nil {
		t.Fatal("cpu.This is not in the program")
	}
	address, _ = strconv.ParseInt(string(found[1]), 16, 64)
	return address
}

// nameFeature names the operand of a load of a byte, the last instruction, if that is a flag of
// cpu.This, whose page the instruction before it makes:
//
//	ADRP 2732032(PC), R27
//	MOVBU 2668(R27), R3
func nameFeature(line string, code []instruction, features int64) {
	if len(code) < 2 {
		return
	}
	page, load := code[len(code)-2], &code[len(code)-1]
	var address, toPage, inPage int64
	var base, other, to int
	_, err := fmt.Sscanf(load.operands, "%d(R%d), R%d", &inPage, &base, &to)
	if err != nil || load.name != "MOVBU" || page.name != "ADRP" {
		return
	}
	_, err = fmt.Sscanf(page.operands, "%d(PC), R%d", &toPage, &other)
	if err != nil || base != other {
		return
	}
	if _, err = fmt.Sscanf(strings.Fields(line)[1], "0x%x", &address); err != nil {
		return
	}
	at := (address-4)&^0xFFF + toPage + inPage // the page is relative to that of ADRP
	if at >= features && at < features+int64(unsafe.Sizeof(cpu.This)) {
		load.operands = fmt.Sprintf("cpu.This, R%d", to)
	}
}

// target is the function that a call or a jump goes to, empty if it stays in its own, "*" if a
// register says where.
func (i instruction) target(own string) string {
	name := ""
	switch {
	case strings.Contains(i.operands, "<"): // 55a620 <function+0x12>
		name = i.operands[strings.Index(i.operands, "<")+1 : strings.LastIndex(i.operands, ">")]
		name = regexp.MustCompile(`\+0x[0-9a-f]+$`).ReplaceAllString(name, "")
	case strings.HasSuffix(i.operands, "(SB)"):
		name = strings.TrimSuffix(i.operands, "(SB)")
	case strings.HasSuffix(i.operands, "(PC)"):
		return ""
	default:
		return "*"
	}
	if short(name) == own {
		return ""
	}
	return name
}

// look returns the number of conditional jumps in a function and what else is wrong with it.
// checked tells of a function that it calls whether it may.
func (m *machine) look(name string, code []instruction, checked func(string) bool) (int, []string) {
	count, wrong, before := 0, []string(nil), ""
	for _, i := range code {
		switch {
		case m.conditional.MatchString(i.name) && !strings.HasPrefix(i.name, "jmp"):
			_, flag, isFlag := strings.Cut(before, "cpu.This, ")
			if !m.open.MatchString(before) ||
				isFlag && !slices.Contains(strings.Split(i.operands, ", "), flag) {
				count++
			}
		case m.division.MatchString(i.name):
			wrong = append(wrong, i.name)
		case m.call.MatchString(i.name):
			if to := i.target(name); to != "" && !checked(short(to)) &&
				!outside.MatchString(strings.TrimSuffix(to, ".abi0")) {
				wrong = append(wrong, i.name+" "+to)
			}
		}
		if whole := i.name + " " + i.operands; !m.padding.MatchString(whole) {
			before = whole
		}
	}
	return count, wrong
}

// Code that must be noticed, and a loop that may be.
var planted = map[string]func(x uint64) uint64{
	"plantedBranch": plantedBranch, "plantedDivision": plantedDivision, "plantedLoop": plantedLoop,
	"plantedCall": plantedCall, "plantedFunction": plantedFunction,
	"plantedLoopOf32": plantedLoopOf32, "plantedMask": plantedMask,
}

//go:noinline
func plantedBranch(x uint64) uint64 {
	if x&1 != 0 {
		plantedCount++
	}
	return x
}

//go:noinline
func plantedDivision(x uint64) uint64 { return (1 << 62) / (x | 1) }

//go:noinline
func plantedLoop(x uint64) uint64 {
	n := uint64(0)
	for ; x != 0; x = x >> 1 & plantedCount {
		n += x
	}
	return n
}

//go:noinline
func plantedCall(x uint64) uint64 {
	return uint64(len(os.Args)) + uint64(runtime.NumGoroutine()) + x
}

//go:noinline
func plantedFunction(x uint64) uint64 { return plantedValue(x) + 1 }

//go:noinline
func plantedLoopOf32(x uint64) uint64 {
	for range 32 {
		x = x*x + 1
	}
	return x
}

//go:noinline
func plantedMask(x uint64) uint64 { return -(x & 1) & (x ^ 0x55) }

var (
	plantedCount uint64
	plantedValue = plantedMask
)

// TestMachineCode compiles this package for each machine and looks into the functions below the API
// that must be constant time.
func TestMachineCode(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles this package for two processors")
	}
	if !strings.HasPrefix(runtime.Version(), countedWith) {
		t.Skipf("the jumps were counted in what %s makes; this is %s", countedWith,
			runtime.Version())
	}
	inVar := map[string]bool{} // functions in files of variable time
	for _, layer := range layers {
		for _, s := range sources(t, "internal/"+layer) {
			for name := range s.functions() {
				if s.variable() {
					inVar[layer+"."+name] = true
				}
			}
		}
	}
	ofVar := regexp.MustCompile(`Var([A-Z]\w*)?$`)
	constant := func(name string) bool { // below the API and of constant time
		base, _, _ := strings.Cut(name, ".func") // a function literal belongs to where it stands
		return !strings.HasPrefix(name, "ct") && !ofVar.MatchString(base) && !inVar[base]
	}
	for _, m := range machines {
		t.Run(m.arch, func(t *testing.T) {
			if _, err := exec.LookPath(m.disassemble[0]); err != nil {
				t.Skipf("%s is not installed", m.disassemble[0])
			}
			program := filepath.Join(t.TempDir(), "program")
			build := exec.Command("go", "test", "-c", "-o", program, ".")
			build.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+m.arch, "GOAMD64=v1",
				"CGO_ENABLED=0")
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			functions := m.functionsOf(t, program)
			var names []string // to look into: ours, and static ones as soon as one calls them
			for name := range functions {
				if strings.HasPrefix(name, "ct.") {
					t.Errorf("%s: an ordinary build has code of it", name)
				} else if !static(name) && (constant(name) ||
					planted[strings.TrimPrefix(name, "ct_test.")] != nil) {
					names = append(names, name)
				}
			}
			checked := func(name string) bool {
				if functions[name] == nil || !constant(name) {
					return false
				}
				if static(name) && !slices.Contains(names, name) {
					names = append(names, name)
				}
				return true
			}
			for i := 0; i < len(names); i++ {
				name := names[i]
				count, wrong := m.look(name, functions[name], checked)
				listed := m.listed(name)
				noticed := count != listed || len(wrong) > 0
				if plant := strings.TrimPrefix(name, "ct_test."); planted[plant] != nil {
					if harmless := plant == "plantedLoopOf32" ||
						plant == "plantedMask"; noticed == harmless {
						t.Errorf("%s, on purpose: %d jumps, %v", name, count, wrong)
					}
				} else if noticed {
					t.Errorf("%s: %d conditional jumps, %d are listed; %v (compiled by %s)", name,
						count, listed, wrong, runtime.Version())
				}
			}
			for name := range jumps {
				if functions[name] == nil && m.listed(name) > 0 {
					t.Errorf("%s is not in the program", name)
				}
			}
			if len(names) < len(planted)+50 {
				t.Errorf("looked into %d functions only", len(names))
			}
			t.Logf("%d functions", len(names))
		})
	}
}
