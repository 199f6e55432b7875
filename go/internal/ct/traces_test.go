// What an emulator traces: code with secrets, between marks. tools/trace_go.py compares.

//go:build linux && traces

package ct_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// Each piece of code runs on so many sets of secrets, one after the other, and that so many times:
// the scheduler and the allocator have a part in one run and not in all.
const different, repeated = 4, 7

// decidesAlike are leaks that take the same way on these secrets.
var decidesAlike = map[string]bool{"group.Jacobian.AddAffineVar": true}

// byPublic are calls that go on with something public, and take other steps by that.
var byPublic = map[string]string{
	"PrivateKey.Sign":                   "DER of a signature",
	"PrivateKey.EllSwift":               "which of the hashes drawn leads to an encoding",
	"PrivateKey.MuSigSignDeterministic": "sums of public nonces",
	"PrivateKey.FrostSignDeterministic": "likewise",
	"FrostFinish":                       "sums of commitments",
	"PrivateKey.Format":                 "the time of day, in a log",
	"signer.Signer.Generate":            "whether y of the public key is odd",
	"signer.Signer.InitSec":             "likewise",
	"signer.Signer.Sec":                 "likewise",
	"signer.Signer.Pub":                 "likewise",
	"signer.Signer.Sign":                "likewise",
	"signer.Signer.ECDH":                "likewise",
	"signer.Signer.Zero":                "likewise",
}

// A page is where marks are stored.
type page [4096]byte

//go:noinline
func marked(marks *page, run func()) {
	runtime.Gosched()
	marks[0] = 1
	run()
	marks[64] = 1
}

// What runs finds its data always at the same place.
var (
	traceIn, traceOut values
	traceSecrets      secrets
	traceSecret       [32]byte
)

// TestTraces prints what it runs: a kind, the sets, the repetitions and a name. Of "same" the runs
// with different secrets must have the same trace, of "other" another one, of "count" the same
// number of instructions and accesses: what it allocates has other addresses each time.
func TestTraces(t *testing.T) {
	const flags = syscall.MAP_PRIVATE | syscall.MAP_ANON | syscall.MAP_FIXED
	at, _, failed := syscall.Syscall6(syscall.SYS_MMAP, 0x3100000000, unsafe.Sizeof(page{}),
		syscall.PROT_READ|syscall.PROT_WRITE, flags, ^uintptr(0), 0)
	if failed != 0 {
		t.Fatal(failed)
	}
	marks := *(**page)(unsafe.Pointer(&at))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // one allocator's state
	runtime.MemProfileRate = 0

	trace := func(kind, name string, prepare func(number int), run func()) {
		prepare(0)
		marked(new(page), run) // makes the tables, and a stack that suffices
		fmt.Println("trace", kind, different, repeated, strings.ReplaceAll(name, " ", "_"))
		for range repeated {
			for number := range different {
				prepare(number)
				marked(marks, run)
			}
		}
	}
	for _, l := range leaves {
		trace("same", l.name, func(number int) {
			traceIn, traceOut = values{}, values{}
			traceIn.fillWith(number)
		}, func() { l.call(&traceIn, &traceOut) })
	}
	for _, c := range calls {
		if byPublic[c.of] != "" || strings.HasSuffix(c.what, "verified") {
			continue
		}
		var r results
		trace("count", c.name(), func(number int) {
			r = results{}
			traceSecrets.fillWith(number)
		}, func() { c.run(&traceSecrets, &r) })
	}
	for _, l := range leaks {
		kind := "other"
		if !l.found || decidesAlike[l.name] {
			kind = "same"
		}
		trace(kind, l.name, func(number int) {
			clear(table[:])
			for i := range traceSecret {
				traceSecret[i] = []byte{0, 1, 0xFF, byte(17*i + 9)}[number]
			}
		}, func() { l.leak(&traceSecret) })
	}
}
