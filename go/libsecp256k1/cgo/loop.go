// Loops that stay in C, for benchmarks.

//go:build cgo && unix

package cgo

// #include <stdlib.h>
// #include "library.h"
import "C"

import (
	"errors"
	"unsafe"
)

// Operation is what [Loop.Run] repeats. Each is the method of [Library] of that name.
type Operation int

// The operations; Verify, ParseVerify and Sign are Schnorr's, with messages of 32 bytes and no
// auxiliary randomness.
const (
	PubkeyDerivation = Operation(C.LOOP_PUBKEY)
	XOnlyDerivation  = Operation(C.LOOP_XONLY)
	ECDH             = Operation(C.LOOP_ECDH)
	ECDSASign        = Operation(C.LOOP_ECDSA_SIGN)
	ECDSAVerify      = Operation(C.LOOP_ECDSA_VERIFY)
	ECDSAParseVerify = Operation(C.LOOP_ECDSA_PARSE_VERIFY)
	ECDSARecover     = Operation(C.LOOP_ECDSA_RECOVER)
	Sign             = Operation(C.LOOP_SCHNORR_SIGN)
	Verify           = Operation(C.LOOP_SCHNORR_VERIFY)
	ParseVerify      = Operation(C.LOOP_SCHNORR_PARSE_VERIFY)
)

// Row is what one operation works on.
type Row struct {
	Secret, XOnly, Hash [32]byte
	Public              [33]byte
	ECDSA, Schnorr      [64]byte
	RecoveryID          byte
}

// Loop repeats operations on rows without leaving C, so that a benchmark measures the library
// alone: neither the cost of entering C, nor Go's.
type Loop struct {
	library *Library
	rows    *C.rows
}

// NewLoop copies the rows into memory of C, which stays until the process ends, and parses the keys
// there.
func (l *Library) NewLoop(rows []Row) (*Loop, error) {
	loop := &Loop{l, (*C.rows)(C.calloc(1, C.sizeof_rows))}
	r := loop.rows
	r.n = C.size_t(len(rows))
	take := func(size int, bytes func(*Row) []byte) *C.uchar {
		memory := unsafe.Slice((*byte)(C.malloc(C.size_t(size*len(rows)+1))), size*len(rows))
		for i := range rows {
			copy(memory[size*i:size*(i+1)], bytes(&rows[i]))
		}
		return first(memory)
	}
	none := func(*Row) []byte { return nil }
	r.seckeys32 = take(32, func(r *Row) []byte { return r.Secret[:] })
	r.pubkeys33 = take(33, func(r *Row) []byte { return r.Public[:] })
	r.xonlys32 = take(32, func(r *Row) []byte { return r.XOnly[:] })
	r.hashes32 = take(32, func(r *Row) []byte { return r.Hash[:] })
	r.ecdsa64 = take(64, func(r *Row) []byte { return r.ECDSA[:] })
	r.schnorr64 = take(64, func(r *Row) []byte { return r.Schnorr[:] })
	r.keys64, r.xonly_keys64, r.pairs96 = take(64, none), take(64, none), take(96, none)
	ids := unsafe.Slice((*C.int)(C.malloc(C.size_t(len(rows)+1)*C.sizeof_int)), len(rows))
	for i := range rows {
		ids[i] = C.int(rows[i].RecoveryID)
	}
	r.recids = unsafe.SliceData(ids)
	if len(rows) == 0 || C.secp_prepare(l.c, r) != 1 {
		return nil, errors.New("libsecp256k1: a row holds a key that is not valid")
	}
	return loop, nil
}

// Run does the operation count times, row after row and over again, and returns how often it
// worked.
func (l *Loop) Run(operation Operation, count int) int {
	return int(C.secp_loop(l.library.c, C.int(operation), l.rows, C.long(count)))
}
