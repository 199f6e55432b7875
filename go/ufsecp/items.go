// Batches of signatures whose parts lie anywhere, as ufsecp_batch.h describes them.

package ufsecp

import (
	"math"
	"runtime"
	"sync"
	"unsafe"
)

// Item is a signature, its key and its message as bytes; for ECDSA the message is its hash.
type Item struct {
	Signature, Pubkey, Message []byte
}

// The flags of items, as ufsecp.h and ufsecp_batch.h describe them. They may be or-ed.
const (
	LowS              = 1  // s > n/2 is refused
	AllowHybrid       = 2  // keys may be hybrid
	SignatureDER      = 4  // strict DER; else 64 bytes r || s
	SignatureDERLax   = 8  // lax DER
	SignatureHashType = 16 // a hash type is skipped
)

// itemMemory is what C reads of a batch: all parts one after the other, and the items, which point
// to them. It is used again.
type itemMemory struct {
	parts []byte
	items []cItem
}

type cItem [3]struct{ start, size uintptr } // the struct ufsecp_item

var itemMemories = sync.Pool{New: func() any { return new(itemMemory) }}

// VerifyECDSAItems verifies an item for each element of ok, which takes the verdicts, and tells if
// all hold. Keys have 33 or 65 bytes, messages 32 bytes. Impossible flags make all invalid.
// [ErrRows] if the lengths differ.
func (l *Library) VerifyECDSAItems(ok []bool, items []Item, flags uint) (all bool, err error) {
	return l.verifyItems(l.ecdsaVerifyItems, ok, items, flags)
}

// VerifySchnorrItems is the same for BIP-340: keys have 32 bytes, messages any length. The flags
// are 0 or [SignatureHashType].
func (l *Library) VerifySchnorrItems(ok []bool, items []Item, flags uint) (all bool, err error) {
	return l.verifyItems(l.schnorrVerifyItems, ok, items, flags)
}

func (l *Library) verifyItems(function uintptr, ok []bool, items []Item, flags uint) (bool, error) {
	if len(ok) != len(items) {
		return false, ErrRows
	}
	clear(ok)
	if uint64(flags) > math.MaxUint32 { // C takes 32 bits
		return false, nil
	}
	m := itemMemories.Get().(*itemMemory)
	defer itemMemories.Put(m)
	m.parts = append(m.parts[:0], 0) // there is a first byte
	for _, item := range items {
		m.parts = append(append(append(m.parts, item.Signature...), item.Pubkey...),
			item.Message...)
	}
	var pinned runtime.Pinner
	defer pinned.Unpin()
	pinned.Pin(unsafe.SliceData(m.parts))
	start := address(unsafe.SliceData(m.parts)) + 1
	m.items = m.items[:0]
	for _, item := range items {
		var c cItem
		for i, size := range [3]int{len(item.Signature), len(item.Pubkey), len(item.Message)} {
			c[i].start, c[i].size = start, uintptr(size)
			start += uintptr(size)
		}
		m.items = append(m.items, c)
	}
	if len(ok) == 0 {
		return l.call(function, 0, 0, 0, 0, uintptr(flags)), nil
	}
	pinned.Pin(unsafe.SliceData(m.items))
	pinned.Pin(unsafe.SliceData(ok))
	return l.call(function, address(unsafe.SliceData(ok)), 0,
		address(unsafe.SliceData(m.items)), uintptr(len(items)), uintptr(flags)), nil
}
