// Many goroutines on the same keys, and those of batches.

package p256k1

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

func TestSharedKeys(t *testing.T) {
	k, other := drawKey(t, "key"), drawKey(t, "other")
	want := drawKey(t, "key").PublicKey()
	hash := draw("hash")
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			if !k.PublicKey().Equal(want) { // which the first of them makes
				t.Error("another public key")
			}
			sig, err := k.SignECDSA(hash[:])
			if err != nil || !k.PublicKey().VerifyECDSA(hash[:], sig) {
				t.Error(err)
			}
			schnorr, err := k.SignSchnorr(hash[:], &hash)
			items := []BatchSchnorrItem{{k.PublicKey().XOnly(), hash[:], schnorr[:]}}
			if err != nil || !SchnorrBatchVerify(items) || !holdAllVar(items, 1) {
				t.Error(err)
			}
			a, err := k.ECDH(other.PublicKey())
			if b, same := other.ECDH(k.PublicKey()); err != nil || same != nil || a != b {
				t.Error(err, same)
			}
		}()
	}
	all.Wait()
}

// Goroutines of a batch end with the call.
func TestBatchesLeaveNoGoroutines(t *testing.T) {
	items := schnorrItems(t, 500)
	before := runtime.NumGoroutine()
	for threads := range 40 {
		if _, all := VerifySchnorrBatch(nil, items, threads); !all {
			t.Fatal("not all verify")
		}
	}
	// One that has told the last of its work may not have ended yet.
	for wait := time.Millisecond; runtime.NumGoroutine() > before; wait *= 2 {
		if wait > time.Second {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(wait)
	}
}
