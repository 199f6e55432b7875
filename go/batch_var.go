// Batches with a verdict for each item, variable time: inversions are shared, products go eight at
// a time where the processor has lanes, and chunks of items go to threads.

package p256k1

import (
	"slices"
	"sync/atomic"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/chunks"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/lanes"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// BatchECDSAItem holds the arguments of [PublicKey.VerifyECDSA].
type BatchECDSAItem struct {
	Pubkey    *PublicKey
	Hash      []byte // 32 bytes
	Signature Signature
}

// BatchSchnorrItem holds the arguments of [XOnlyPublicKey.VerifySchnorr].
type BatchSchnorrItem struct {
	Pubkey    *XOnlyPublicKey
	Message   []byte // any length
	Signature []byte // 64 bytes
}

// BatchRecoverItem holds the arguments of [RecoverECDSA].
type BatchRecoverItem struct {
	Hash      []byte // 32 bytes
	Signature Signature
	ID        byte // 0 ... 3
}

// batchChunk is how many items are done at a time; they share their inversions.
const batchChunk = chunks.Most

// A batchRoom is where a chunk is worked on. Item i has the product ofG[i] G + ofPoint[i] point[i].
type batchRoom struct {
	ofG, ofPoint, number [batchChunk]scalar.Scalar
	point, result        [batchChunk]group.Affine
	sum                  [batchChunk]group.Jacobian
	x                    [batchChunk]field.Element
	odd, lifted, good    [batchChunk]bool
	key                  [batchChunk]PublicKey
}

var batchRooms chunks.Rooms[batchRoom]

// setBad makes item i one that is not valid: its product is zero.
func (room *batchRoom) setBad(i int) {
	room.good[i] = false
	room.ofG[i].SetZero()
	room.ofPoint[i].SetZero()
	room.point[i] = group.Generator
	room.x[i] = group.Generator.X
}

// multiplyVar sets room.sum to the products of n items.
func (room *batchRoom) multiplyVar(n int) {
	lanes.Mul2Var(room.sum[:n], room.point[:n], room.ofPoint[:n], room.ofG[:n])
}

// invertVar inverts room.number of n items.
func (room *batchRoom) invertVar(n int) {
	scalar.BatchInvVar(room.number[:n], room.number[:n])
}

// liftVar sets room.point of n items from room.x and room.odd, and makes those bad that have none.
func (room *batchRoom) liftVar(n int) {
	lanes.LiftXVar(room.point[:n], room.lifted[:n], room.x[:n], room.odd[:n])
	for i := range n {
		if !room.lifted[i] {
			room.setBad(i)
		}
	}
}

func (room *batchRoom) verifyECDSAVar(ok []bool, items []BatchECDSAItem) {
	n := len(items)
	for i := range items {
		item := &items[i]
		room.good[i] = item.Pubkey.IsValid() && len(item.Hash) == 32 &&
			item.Signature.parseVar(&room.ofPoint[i], &room.number[i]) == 0
		if !room.good[i] {
			room.setBad(i)
			continue
		}
		room.point[i] = item.Pubkey.point
	}
	room.invertVar(n)
	for i := range items {
		if room.good[i] {
			ecdsaScalarsVar(&room.ofG[i], &room.ofPoint[i], &room.ofPoint[i], &room.number[i],
				(*[32]byte)(items[i].Hash))
		}
	}
	room.multiplyVar(n)
	for i := range items {
		// infinity, of a bad item, matches nothing
		ok[i] = items[i].Signature.matchVar(&room.sum[i])
	}
}

// VerifyECDSABatch verifies each item as [PublicKey.VerifyECDSA] does, with the same verdict. all
// reports whether every item is valid; an empty batch is. An item with a nil key or a hash that is
// not 32 bytes is not valid and disturbs no other.
//
// The verdicts are written to dst if its capacity is enough, otherwise to new memory. threads is
// the number of goroutines that may work, the caller's included. 0 stands for GOMAXPROCS, which is
// also the most. Results do not depend on it. Variable time.
func VerifyECDSABatch(dst []bool, items []BatchECDSAItem, threads int) (ok []bool, all bool) {
	ok = chunks.Resize(dst, len(items))
	batchRooms.Each(len(items), threads, func(room *batchRoom, first, n int) {
		room.verifyECDSAVar(ok[first:first+n], items[first:first+n])
	})
	return ok, !slices.Contains(ok, false)
}

func (room *batchRoom) verifySchnorrVar(ok []bool, items []BatchSchnorrItem) {
	n := len(items)
	for i := range items {
		item := &items[i]
		room.good[i] = item.Pubkey.IsValid() && schnorrScalarsVar(&room.ofG[i], &room.ofPoint[i],
			&item.Pubkey.point, item.Message, item.Signature) == 0
		if !room.good[i] {
			room.setBad(i)
			continue
		}
		room.point[i] = item.Pubkey.point
	}
	room.multiplyVar(n)
	lanes.NormalizeVar(room.result[:n], room.sum[:n])
	for i := range items {
		r := &room.result[i]
		ok[i] = isSet(r) && schnorrMatchVar(r, items[i].Signature)
	}
}

// VerifySchnorrBatch verifies each item as [XOnlyPublicKey.VerifySchnorr] does, with the same
// verdict. Arguments and results are those of [VerifyECDSABatch]. If nearly always all items are
// valid, [SchnorrBatchVerifyWithFallback] may cost less.
func VerifySchnorrBatch(dst []bool, items []BatchSchnorrItem, threads int) (ok []bool, all bool) {
	ok = chunks.Resize(dst, len(items))
	batchRooms.Each(len(items), threads, func(room *batchRoom, first, n int) {
		room.verifySchnorrVar(ok[first:first+n], items[first:first+n])
	})
	return ok, !slices.Contains(ok, false)
}

// VerifyBatch is [VerifyECDSABatch] or [VerifySchnorrBatch], depending on the type of the items.
func VerifyBatch[T BatchECDSAItem | BatchSchnorrItem](
	dst []bool, items []T, threads int,
) (ok []bool, all bool) {
	if ecdsa, isECDSA := any(items).([]BatchECDSAItem); isECDSA {
		return VerifyECDSABatch(dst, ecdsa, threads)
	}
	return VerifySchnorrBatch(dst, any(items).([]BatchSchnorrItem), threads)
}

// recoverVar sets room.result to the keys of the items, (0, 0) where there is none.
func (room *batchRoom) recoverVar(items []BatchRecoverItem) {
	n := len(items)
	for i := range items {
		item := &items[i]
		room.good[i] = len(item.Hash) == 32 && item.Signature.recoverXVar(&room.x[i],
			&room.number[i], &room.ofPoint[i], item.ID) == 0
		room.odd[i] = item.ID&1 == 1
		if !room.good[i] {
			room.setBad(i)
		}
	}
	room.liftVar(n)
	room.invertVar(n)
	for i := range items {
		if room.good[i] {
			recoverScalarsVar(&room.ofG[i], &room.ofPoint[i], &room.number[i], &room.ofPoint[i],
				(*[32]byte)(items[i].Hash))
		}
	}
	room.multiplyVar(n) // infinity for a bad item
	lanes.NormalizeVar(room.result[:n], room.sum[:n])
}

// RecoverBatch recovers the key of each item as [RecoverECDSA] does. An item without a key gets the
// zero value, for which [PublicKey.IsValid] is false. all reports whether every item has a key. The
// arguments are those of [VerifyECDSABatch].
func RecoverBatch(
	dst []PublicKey, items []BatchRecoverItem, threads int,
) (keys []PublicKey, all bool) {
	keys = chunks.Resize(dst, len(items))
	var missing atomic.Bool
	batchRooms.Each(len(items), threads, func(room *batchRoom, first, n int) {
		room.recoverVar(items[first : first+n])
		for i := range n {
			keys[first+i].point = room.result[i]
			if !isSet(&room.result[i]) {
				missing.Store(true)
			}
		}
	})
	return keys, !missing.Load()
}

// EcrecoverBatch recovers the address of each item as [Ecrecover] does. The ids 27 and 28 are
// accepted too. An item without an address gets zeros. all reports whether every item has one. The
// arguments are those of [VerifyECDSABatch].
func EcrecoverBatch(
	dst [][20]byte, items []BatchRecoverItem, threads int,
) (addresses [][20]byte, all bool) {
	addresses = chunks.Resize(dst, len(items))
	var missing atomic.Bool
	batchRooms.Each(len(items), threads, func(room *batchRoom, first, n int) {
		var chunk [batchChunk]BatchRecoverItem
		copy(chunk[:n], items[first:first+n])
		for i := range chunk[:n] {
			chunk[i].ID = ethereumID(chunk[i].ID)
		}
		room.recoverVar(chunk[:n])
		for i := range n {
			address := &addresses[first+i]
			*address = [20]byte{}
			if isSet(&room.result[i]) {
				putAddress(address, &room.result[i])
			} else {
				missing.Store(true)
			}
		}
	})
	return addresses, !missing.Load()
}

// parseKeysVar parses each encoding as parseVar does, those of 33 bytes together, and sets points
// to the keys, the zero value where there is none. It reports whether all are keys.
func (room *batchRoom) parseKeysVar(
	points []PublicKey, hybrid bool, encoding func(i int) []byte,
) bool {
	var at [batchChunk]int // of those that are lifted
	lifts, all := 0, true
	for i := range points {
		p, b := &points[i].point, encoding(i)
		*p = group.Affine{}
		if len(b) == 33 && (b[0] == 2 || b[0] == 3) {
			if room.x[lifts].SetBytes((*[32]byte)(b[1:])) == 1 {
				room.odd[lifts], at[lifts] = b[0] == 3, i
				lifts++
				continue
			}
		} else if parseVar(p, b, hybrid) == 0 {
			continue
		}
		*p, all = group.Affine{}, false
	}
	lanes.LiftXVar(room.point[:lifts], room.lifted[:lifts], room.x[:lifts], room.odd[:lifts])
	for k, i := range at[:lifts] {
		if room.lifted[k] {
			points[i].point = room.point[k]
		} else {
			all = false
		}
	}
	return all
}

// ParsePublicKeyBatch parses each key as [ParsePublicKey] does. An encoding of no key gets the zero
// value, for which [PublicKey.IsValid] is false. all reports whether every encoding is a key. The
// arguments are those of [VerifyECDSABatch].
func ParsePublicKeyBatch(dst []PublicKey, keys [][]byte,
	threads int) (points []PublicKey, all bool) {
	points = chunks.Resize(dst, len(keys))
	var missing atomic.Bool
	batchRooms.Each(len(keys), threads, func(room *batchRoom, first, n int) {
		chunk := keys[first : first+n]
		if !room.parseKeysVar(points[first:first+n], false, func(i int) []byte { return chunk[i] }) {
			missing.Store(true)
		}
	})
	return points, !missing.Load()
}

// NegatePublicKeyBatch parses each key as [ParsePublicKey] does and gives -P, as [PublicKey.Negate]
// does. Arguments and results are those of [ParsePublicKeyBatch].
func NegatePublicKeyBatch(dst []PublicKey, keys [][]byte,
	threads int) (points []PublicKey, all bool) {
	points, all = ParsePublicKeyBatch(dst, keys, threads)
	for i := range points {
		if p := &points[i].point; isSet(p) {
			p.Neg(p)
			p.Normalize()
		}
	}
	return points, all
}

// ParseXOnlyPublicKeyBatch parses each key as [ParseXOnlyPublicKey] does. Arguments and results are
// those of [ParsePublicKeyBatch].
func ParseXOnlyPublicKeyBatch(
	dst []XOnlyPublicKey, keys [][]byte, threads int,
) (points []XOnlyPublicKey, all bool) {
	points = chunks.Resize(dst, len(keys))
	var missing atomic.Bool
	batchRooms.Each(len(keys), threads, func(room *batchRoom, first, n int) {
		for i, b := range keys[first : first+n] {
			room.good[i] = len(b) == 32 && room.x[i].SetBytes((*[32]byte)(b)) == 1
			if !room.good[i] {
				room.setBad(i)
			}
			room.odd[i] = false
		}
		room.liftVar(n)
		for i := range n {
			p := &points[first+i].point
			*p = room.point[i]
			if !room.good[i] {
				*p = group.Affine{}
				missing.Store(true)
			}
		}
	})
	return points, !missing.Load()
}
