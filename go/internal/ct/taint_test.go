// Constant time, seen by memcheck: secrets are marked, then every call that takes one runs.

//go:build valgrind && linux && amd64

package ct_test

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
)

// TestMain keeps the garbage collector out: it looks at whole stacks, secrets and all.
func TestMain(m *testing.M) {
	if !ct.Watched {
		fmt.Println("built with the tag valgrind and not run by it: see tools/go_ct_test.sh")
		os.Exit(1)
	}
	debug.SetGCPercent(-1)
	runtime.GOMAXPROCS(1)
	os.Exit(m.Run())
}

// TestProcessor tests that the code that was asked for is what runs.
func TestProcessor(t *testing.T) {
	level := os.Getenv("P256K1_CPU")
	adx := level == "adx"
	want := cpu.Features{HasASM: adx || level == "asm", HasADX: adx, HasAVX2: adx}
	if cpu.This != want {
		t.Errorf("%+v, not %+v", cpu.This, want)
	}
}

// TestMarks tests what marks secrets, and that a mark follows what is computed from them.
func TestMarks(t *testing.T) {
	var a, b [4]uint64
	ct.Classify(&a[2])
	if !ct.Tainted(&a) || ct.Tainted(&a[1]) || !ct.Tainted(&a[2]) {
		t.Error("one word of four is secret")
	}
	b[0] = a[1] + 1
	b[1] = -(a[2] & 1) & 5
	if ct.Tainted(&b[0]) || !ct.Tainted(&b[1]) {
		t.Error("what is computed from a secret is secret, and nothing else")
	}
	bit := ct.DeclassifyBit(a[2]&1, "")
	ct.Declassify(&b, "")
	if ct.Tainted(&bit) || ct.Tainted(&b) || !ct.Tainted(&a) {
		t.Error("declassified values are public, what they came from is not")
	}
}

// TestLeaks tests the checker.
func TestLeaks(t *testing.T) {
	for _, l := range leaks {
		t.Run(l.name, func(t *testing.T) {
			var secret [32]byte
			ct.Classify(&secret)
			before := ct.Errors()
			l.leak(&secret)
			errors := ct.Errors() - before
			ct.Declassify(&sink, "a test's")
			ct.Declassify(&table, "a test's")
			if (errors > 0) != l.found {
				t.Errorf("%d reports", errors)
			}
		})
	}
}

// TestLeaves runs the functions below the API on secrets. What they give depends on these and must
// not be known either: a result without taint would show that taint was lost on the way.
func TestLeaves(t *testing.T) {
	for _, l := range leaves {
		var in, out values
		in.fill()
		l.call(&in, &out) // makes the tables; what is tested then also grows a new stack
		t.Run(l.name, func(t *testing.T) {
			var in, out values
			in.fill()
			ct.Classify(&in)
			before := ct.Errors()
			l.call(&in, &out)
			if errors := ct.Errors() - before; errors != 0 {
				t.Errorf("%d reports", errors)
			}
			if !out.tainted() {
				t.Error("the result does not depend on the arguments")
			}
		})
	}
}

// TestCalls runs the API on secrets.
func TestCalls(t *testing.T) {
	for _, c := range calls {
		var s secrets
		s.fill()
		c.run(&s, new(results)) // makes the tables; what is tested then also grows a new stack
		t.Run(c.name(), func(t *testing.T) {
			var s secrets
			var r results
			s.fill()
			ct.Classify(&s)
			before := ct.Errors()
			c.run(&s, &r)
			if errors := ct.Errors() - before; errors != 0 {
				t.Errorf("%d reports", errors)
			}
			if (r.err != nil) != (c.gives == refused) {
				t.Errorf("error %v", r.err)
			}
			if ct.Tainted(&r.secret) != (c.gives == secret) {
				t.Errorf("a secret comes out: %t", ct.Tainted(&r.secret))
			}
			if (len(r.public) > 0) != (c.gives == public_) {
				t.Errorf("%d bytes that are public", len(r.public))
			}
			for i := range r.public {
				if ct.Tainted(&r.public[i]) {
					t.Fatalf("byte %d is not declassified", i)
				}
			}
		})
	}
}

func (v *values) tainted() bool {
	return ct.Tainted(&v.e) || ct.Tainted(&v.s) || ct.Tainted(&v.a) || ct.Tainted(&v.j) ||
		ct.Tainted(&v.words) || ct.Tainted(&v.bytes) || ct.Tainted(&v.bit) ||
		ct.Tainted(&v.half) || ct.Tainted(&v.digit)
}
