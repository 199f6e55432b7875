// Schnorr signatures of many added up and verified by one sum, variable time.
//
// A signature is the claim s G - e P - R = 0, R the point with x = r and an even y. Claims hold
// together if sum a_i (s_i G - e_i P_i - R_i) = 0, with a_0 = 1 and 128 bits for each a_i that
// follows, 1 in the place of 0. A false claim has the term a_i d_i G with some d_i != 0, and the
// group order is prime: whatever the other terms are, at most one value of a_i makes the sum zero,
// and it is drawn with a chance of at most 2 in 2^128. (a_0 is not drawn: where that claim alone is
// false the sum is not zero.) The a_i come from a hash of e and s of all claims, 64 bytes each; e
// is itself a hash of R, P and the message. So whoever changes one bit to try again draws all of
// them anew: a false batch passes for him who tries 2^127 of them, which is less hopeful than
// taking the discrete logarithm of a key.
//
// The sum says only whether all hold. Which do not: a piece that has a false claim is halved. If
// the left half holds the right one cannot; if both fail, or the piece is small, its claims are
// verified one by one. Points and products are used again. In all that is at most the first sum,
// two more of its size, and one verification of each claim.

package p256k1

import (
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/chunks"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/lanes"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

const (
	// mostClaims is how many claims are added up at a time.
	mostClaims = 8192

	// The number of claims from which a sum costs less than to verify each, as measured: one after
	// the other; in lanes of FMA and of AVX-512; in lanes of IFMA.
	leastClaims      = 4
	leastClaimsLanes = 12
	leastClaimsIFMA  = 40
)

// leastSum is the number of claims from which they are added up.
func leastSum() int {
	switch {
	case cpu.This.HasIFMA:
		return leastClaimsIFMA
	case cpu.This.HasAVX512 || cpu.This.HasFMA:
		return leastClaimsLanes
	}
	return leastClaims
}

// claims are n signatures made ready for sums.
type claims struct {
	items []BatchSchnorrItem
	terms []mult.Term     // of claim i: a on -R, then -a e on P; zeros if it is bad by itself
	ofG   []scalar.Scalar // a s
	good  []bool
	room  mult.Scratch
}

var claimRooms sync.Pool // of *claims

func getClaims() *claims {
	if c, ok := claimRooms.Get().(*claims); ok {
		return c
	}
	return &claims{room: mult.Scratch{AddPairs: lanes.AddPairsVar}}
}

func (c *claims) put() {
	c.items = nil
	claimRooms.Put(c)
}

var tagClaims = tag{text: "ufsecp/claims"}

// setVar makes the claims of the items ready, and reports whether all may hold.
func (c *claims) setVar(items []BatchSchnorrItem) bool {
	n := len(items)
	c.items = items
	c.terms = chunks.Resize(c.terms, 2*n)
	c.ofG = chunks.Resize(c.ofG, n)
	c.good = chunks.Resize(c.good, n)
	room := batchRooms.Get()
	for first := 0; first < n; first += batchChunk {
		c.liftVar(room, first, min(batchChunk, n-first))
	}
	batchRooms.Put(room)
	c.weighVar()
	return !slices.Contains(c.good, false)
}

// liftVar sets the points of n claims, and their scalars as they are before randomisers.
func (c *claims) liftVar(room *batchRoom, first, n int) {
	for i := range n {
		item := &c.items[first+i]
		room.good[i] = item.Pubkey.IsValid() && schnorrScalarsVar(&room.ofG[i], &room.ofPoint[i],
			&item.Pubkey.point, item.Message, item.Signature) == 0
		room.odd[i] = true // -R
		if room.good[i] {
			room.x[i].SetBytes((*[32]byte)(item.Signature))
		} else {
			room.setBad(i)
		}
	}
	room.liftVar(n)
	for i := range n {
		c.good[first+i] = room.good[i]
		c.ofG[first+i] = room.ofG[i]
		r, p := &c.terms[2*(first+i)], &c.terms[2*(first+i)+1]
		r.P, p.P, p.K = room.point[i], group.Generator, room.ofPoint[i]
		if room.good[i] {
			p.P = c.items[first+i].Pubkey.point
		}
	}
}

// weighVar multiplies the scalars of all claims with their randomisers.
func (c *claims) weighVar() {
	text := [40]byte{} // the seed and a counter, of which a digest makes two randomisers
	c.seed((*[32]byte)(text[:32]))
	var digest [32]byte
	for i := range c.good {
		if i%2 == 0 {
			binary.BigEndian.PutUint64(text[32:], uint64(i/2))
			digest = sha256.Sum256(text[:])
		}
		half := digest[i%2*16:]
		limbs := [4]uint64{binary.BigEndian.Uint64(half[8:]), binary.BigEndian.Uint64(half)}
		if i == 0 || limbs[0]|limbs[1] == 0 {
			limbs = [4]uint64{1}
		}
		a := &c.terms[2*i].K
		if c.good[i] {
			a.SetLimbs(&limbs)
		} else {
			a.SetZero()
		}
		c.terms[2*i+1].K.Mul(&c.terms[2*i+1].K, a)
		c.ofG[i].Mul(&c.ofG[i], a)
	}
}

// seed sets r to the hash of all that the claims say. Those that are bad by themselves are in no
// sum, and count as zeros.
func (c *claims) seed(r *[32]byte) {
	h := sha256.New()
	restore(h.(encoding.BinaryUnmarshaler), tagClaims.midstate())
	var b [64]byte
	for i := range c.good {
		c.terms[2*i+1].K.PutBytes((*[32]byte)(b[:32]))
		c.ofG[i].PutBytes((*[32]byte)(b[32:]))
		h.Write(b[:])
	}
	h.Sum(r[:0])
}

// holdVar reports whether the good ones of n claims hold together.
func (c *claims) holdVar(first, n int) bool {
	var sum group.Jacobian
	var ofG scalar.Scalar
	for i := range n {
		ofG.Add(&ofG, &c.ofG[first+i])
	}
	mult.SumVar(&sum, &ofG, c.terms[2*first:2*(first+n)], &c.room)
	return sum.IsInfinityVar()
}

// verifySchnorrEachVar sets ok to the verdict of each item.
func verifySchnorrEachVar(ok []bool, items []BatchSchnorrItem) {
	room := batchRooms.Get()
	for first := 0; first < len(items); first += batchChunk {
		last := min(first+batchChunk, len(items))
		room.verifySchnorrVar(ok[first:last], items[first:last])
	}
	batchRooms.Put(room)
}

// findVar sets good to what holds, by sums over no fewer claims than least; together they do not.
func (c *claims) findVar(least int) {
	first, n := 0, len(c.good)
	for n/2 >= least {
		left := n / 2
		if c.holdVar(first, left) {
			first, n = first+left, n-left
		} else if c.holdVar(first+left, n-left) {
			n = left
		} else {
			break
		}
	}
	verifySchnorrEachVar(c.good[first:first+n], c.items[first:first+n])
}

// holdAllVar reports whether all items are valid, by sums over no fewer of them than least.
func holdAllVar(items []BatchSchnorrItem, least int) bool {
	c := getClaims()
	defer c.put()
	for part := range slices.Chunk(items, mostClaims) {
		if len(part) >= least {
			if !c.setVar(part) || !c.holdVar(0, len(part)) {
				return false
			}
			continue
		}
		for some := range slices.Chunk(part, batchChunk) {
			c.good = chunks.Resize(c.good, len(some))
			verifySchnorrEachVar(c.good, some)
			if slices.Contains(c.good, false) {
				return false
			}
		}
	}
	return true
}

// invalidVar returns the indices of the items that are not valid, by sums over no fewer of them
// than least.
func invalidVar(items []BatchSchnorrItem, least int) (invalid []int) {
	c := getClaims()
	defer c.put()
	first := 0
	for part := range slices.Chunk(items, mostClaims) {
		if len(part) < least {
			c.good = chunks.Resize(c.good, len(part))
			verifySchnorrEachVar(c.good, part)
		} else if c.setVar(part); !c.holdVar(0, len(part)) {
			c.findVar(least)
		}
		for i, good := range c.good {
			if !good {
				invalid = append(invalid, first+i)
			}
		}
		first += len(part)
	}
	return invalid
}

// SchnorrBatchVerify reports whether all items are valid (BIP-340, "Batch Verification"). The
// verdict is that of [XOnlyPublicKey.VerifySchnorr] for each item; an empty batch is valid. An item
// with a nil key or a signature that is not 64 bytes is not valid.
//
// Where it costs less, one sum with random weights replaces the single verifications. The weights
// are a hash of everything in the batch. An attacker who builds batches offline can make a false
// one pass with probability 2^-127 per attempt.
//
// The caller's goroutine does the work, in memory that is kept for the next call, about 8 MB at
// most. Variable time.
func SchnorrBatchVerify(items []BatchSchnorrItem) bool {
	return holdAllVar(items, leastSum())
}

// SchnorrBatchVerifyWithFallback does what [SchnorrBatchVerify] does and also returns the indices
// of the items that are not valid, in rising order. invalid is nil if all are valid. A valid batch
// costs what it costs there. Any other batch costs at most three sums and one verification of each
// item.
func SchnorrBatchVerifyWithFallback(items []BatchSchnorrItem) (all bool, invalid []int) {
	invalid = invalidVar(items, leastSum())
	return len(invalid) == 0, invalid
}
