// One set of operations for each library. An operation does its work n times, on one row after the
// other, and returns how often the result was right.

package bench

import (
	"errors"
	"sync"
	"testing"
)

// operations of one library; nil where it has none.
type operations struct {
	pubkeyDerivation, xonlyDerivation, sign, verify, parseVerify, ecdsaSign, ecdsaVerify,
	ecdsaParseVerify, recover, ecdh func(n int) int
}

// library makes its operations once, or says why there are none.
type library func() (*operations, error)

func lazy(open func() (*operations, error)) library { return sync.OnceValues(open) }

// operation names one, as a method of the set.
type operation func(*operations) func(n int) int

func pubkeyDerivation(o *operations) func(int) int { return o.pubkeyDerivation }
func xonlyDerivation(o *operations) func(int) int  { return o.xonlyDerivation }
func sign(o *operations) func(int) int             { return o.sign }
func verify(o *operations) func(int) int           { return o.verify }
func parseVerify(o *operations) func(int) int      { return o.parseVerify }
func ecdsaSign(o *operations) func(int) int        { return o.ecdsaSign }
func ecdsaVerify(o *operations) func(int) int      { return o.ecdsaVerify }
func ecdsaParseVerify(o *operations) func(int) int { return o.ecdsaParseVerify }
func recoverKey(o *operations) func(int) int       { return o.recover }
func ecdh(o *operations) func(int) int             { return o.ecdh }

// each makes an operation of what is done with one row.
func each(once func(i int, r *row) bool) func(n int) int {
	all := rows()
	return func(n int) (right int) {
		for k := range n {
			i := k % rowCount
			if once(i, &all[i]) {
				right++
			}
		}
		return right
	}
}

// measure runs an operation of a library as a benchmark.
func measure(b *testing.B, of library, choose operation) {
	set, err := of()
	if err != nil {
		b.Skip(err)
	}
	run := choose(set)
	if run == nil {
		b.Skip(errNotOffered)
	}
	run(1) // tables and pools that are made at first use
	b.ReportAllocs()
	b.ResetTimer()
	if right := run(b.N); right != b.N {
		b.Fatalf("%d of %d results are right", right, b.N)
	}
}

var errNotOffered = errors.New("the library does not offer it")

// named are all libraries, by the name that their benchmarks carry.
func named() map[string]library {
	return map[string]library{
		"P256K1": ours, "Btcec": btcecLibrary, "Dcrd": dcrdLibrary, "Geth": gethLibrary,
		"LibSecp": libSecp, "LibSecpPureGo": libSecpPureGo, "LibSecpC": libSecpC, "UFSecp": ufSecp,
	}
}

// TestLibrariesAgree runs every operation of every library over all rows once: benchmarks of what
// is wrong mean nothing.
func TestLibrariesAgree(t *testing.T) {
	for name, of := range named() {
		t.Run(name, func(t *testing.T) {
			set, err := of()
			if err != nil {
				t.Skip(err)
			}
			for what, run := range map[string]func(int) int{
				"PubkeyDerivation": set.pubkeyDerivation, "XOnlyDerivation": set.xonlyDerivation,
				"Sign": set.sign, "Verify": set.verify,
				"ParseVerify": set.parseVerify, "ECDSASign": set.ecdsaSign,
				"ECDSAVerify":      set.ecdsaVerify,
				"ECDSAParseVerify": set.ecdsaParseVerify, "Recover": set.recover, "ECDH": set.ecdh,
			} {
				if run == nil {
					continue
				}
				if right := run(rowCount); right != rowCount {
					t.Errorf("%s: %d of %d rows are right", what, right, rowCount)
				}
			}
		})
	}
}
