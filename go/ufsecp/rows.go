// Batches: rows of a fixed size in one array, as ufsecp.h describes them.

package ufsecp

import (
	"runtime"
	"unsafe"
)

// Sizes of rows.
const (
	ECDSARow   = 129 // 32 hash | 33 compressed public key | 64 r || s
	SchnorrRow = 128 // 32 x-only public key | 32 message | 64 signature
	RecoverRow = 97  // 32 hash | 64 r || s | 1 recovery id
)

// VerifyECDSARows verifies a row of [ECDSARow] bytes for each element of ok, which takes the
// verdicts, and tells if all hold. High s is accepted. [ErrRows] if the lengths do not fit.
func (l *Library) VerifyECDSARows(ok []bool, rows []byte) (all bool, err error) {
	return l.rows(ok, rows, ECDSARow, func(verdicts, start, n uintptr) bool {
		return l.call(l.ecdsaVerifyRows, verdicts, start, 0, n, 0)
	})
}

// VerifySchnorrRows is the same for rows of [SchnorrRow] bytes.
func (l *Library) VerifySchnorrRows(ok []bool, rows []byte) (all bool, err error) {
	return l.rows(ok, rows, SchnorrRow, func(verdicts, start, n uintptr) bool {
		return l.call(l.schnorrVerifyRows, verdicts, start, 0, n)
	})
}

// RecoverRows recovers the public key of each row of [RecoverRow] bytes into public, 33 bytes each,
// zeros for a row that has none.
func (l *Library) RecoverRows(public []byte, ok []bool, rows []byte) (all bool, err error) {
	if len(public) != 33*len(ok) {
		return false, ErrRows
	}
	var pinned runtime.Pinner
	defer pinned.Unpin()
	if len(public) > 0 {
		pinned.Pin(unsafe.SliceData(public))
	}
	return l.rows(ok, rows, RecoverRow, func(verdicts, start, n uintptr) bool {
		return l.call(l.ecdsaRecoverRows, address(unsafe.SliceData(public)), verdicts, start, 0, n)
	})
}

// VerifySchnorrBatch tells by one sum if all rows of [SchnorrRow] bytes hold.
func (l *Library) VerifySchnorrBatch(rows []byte) (all bool, err error) {
	n := len(rows) / SchnorrRow
	return l.rows(make([]bool, n), rows, SchnorrRow, func(_, start, n uintptr) bool {
		return l.call(l.schnorrBatchVerify, start, 0, n, 0)
	})
}

// rows pins both arrays and calls. A verdict byte is 1 or 0, which is what a bool is in memory.
func (l *Library) rows(ok []bool, rows []byte, size int,
	call func(verdicts, start, n uintptr) bool) (bool, error) {
	if len(rows) != size*len(ok) {
		return false, ErrRows
	}
	if len(ok) == 0 {
		return true, nil
	}
	var pinned runtime.Pinner
	defer pinned.Unpin()
	pinned.Pin(unsafe.SliceData(ok))
	pinned.Pin(unsafe.SliceData(rows))
	return call(address(unsafe.SliceData(ok)), address(unsafe.SliceData(rows)), uintptr(len(ok))),
		nil
}
