// Blocks and transactions: reading them, and writing what is hashed.

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
)

// A transaction as BIP-144 serializes it.
type transaction struct {
	version  uint32
	inputs   []input
	outputs  []output
	lockTime uint32
	id       [32]byte // as it stands in inputs: the reverse of how it is printed
}

type outpoint struct {
	id    [32]byte
	index uint32
}

type input struct {
	spent    outpoint
	script   []byte
	sequence uint32
	witness  [][]byte
}

type output struct {
	amount uint64 // satoshi
	script []byte
}

var errShort = errors.New("the block ends too early, or is none")

// reader takes bytes off the front; after an error it gives zeros.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.err, r.rest = errShort, nil
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) number(size int) uint64 {
	var b [8]byte
	copy(b[:], r.bytes(uint64(size)))
	return binary.LittleEndian.Uint64(b[:])
}

// size is a number in Bitcoin's form of variable length.
func (r *reader) size() uint64 {
	switch first := r.number(1); first {
	case 0xfd:
		return r.number(2)
	case 0xfe:
		return r.number(4)
	case 0xff:
		return r.number(8)
	default:
		return first
	}
}

// count is a size of something whose parts take at least least bytes each: more than have room is
// an error, not an allocation.
func (r *reader) count(least int) int {
	n := r.size()
	if n > uint64(len(r.rest)/least) {
		r.err, r.rest = errShort, nil
		return 0
	}
	return int(n)
}

func (r *reader) transaction() (t transaction) {
	t.version = uint32(r.number(4))
	segwit := len(r.rest) > 1 && r.rest[0] == 0 && r.rest[1] == 1
	if segwit {
		r.bytes(2)
	}
	t.inputs = make([]input, r.count(41))
	for i := range t.inputs {
		in := &t.inputs[i]
		copy(in.spent.id[:], r.bytes(32))
		in.spent.index = uint32(r.number(4))
		in.script = r.bytes(r.size())
		in.sequence = uint32(r.number(4))
	}
	t.outputs = make([]output, r.count(9))
	for i := range t.outputs {
		t.outputs[i] = output{r.number(8), r.bytes(r.size())}
	}
	if segwit {
		for i := range t.inputs {
			t.inputs[i].witness = make([][]byte, r.count(1))
			for k := range t.inputs[i].witness {
				t.inputs[i].witness[k] = r.bytes(r.size())
			}
		}
	}
	t.lockTime = uint32(r.number(4))
	t.id = hash256(t.serialize(nil))
	return t
}

// parseBlock reads a block: a header of 80 bytes, and transactions.
func parseBlock(b []byte) ([]transaction, error) {
	r := &reader{rest: b}
	r.bytes(80)
	all := make([]transaction, r.count(60)) // each has an input and an output
	for i := range all {
		all[i] = r.transaction()
	}
	if r.err == nil && len(r.rest) != 0 {
		r.err = errors.New("bytes are left after the last transaction")
	}
	return all, r.err
}

// magic begins each block of the main chain in a blk*.dat file; its size follows.
const magic = "\xf9\xbe\xb4\xd9"

// parseFile reads one block, or the blocks of a blk*.dat file, into one row of transactions.
func parseFile(b []byte) (all []transaction, err error) {
	if !bytes.HasPrefix(b, []byte(magic)) {
		return parseBlock(b)
	}
	r := &reader{rest: b}
	for bytes.HasPrefix(r.rest, []byte(magic)) {
		r.bytes(uint64(len(magic)))
		block := r.bytes(r.number(4))
		if r.err != nil {
			return nil, r.err
		}
		transactions, err := parseBlock(block)
		if err != nil {
			return nil, err
		}
		all = append(all, transactions...)
	}
	if len(bytes.Trim(r.rest, "\x00")) != 0 { // zeros are room for blocks to come
		return nil, errors.New("no block follows where one should")
	}
	return all, nil
}

// serialize appends the form without witnesses, whose hash is the id.
func (t *transaction) serialize(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, t.version)
	b = appendSize(b, len(t.inputs))
	for i := range t.inputs {
		in := &t.inputs[i]
		b = in.spent.append(b)
		b = appendBytes(b, in.script)
		b = binary.LittleEndian.AppendUint32(b, in.sequence)
	}
	b = appendSize(b, len(t.outputs))
	for i := range t.outputs {
		b = t.outputs[i].append(b)
	}
	return binary.LittleEndian.AppendUint32(b, t.lockTime)
}

func (o *outpoint) append(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(append(b, o.id[:]...), o.index)
}

func (o *output) append(b []byte) []byte {
	return appendBytes(binary.LittleEndian.AppendUint64(b, o.amount), o.script)
}

func appendBytes(b, data []byte) []byte { return append(appendSize(b, len(data)), data...) }

func appendSize(b []byte, n int) []byte {
	switch {
	case n < 0xfd:
		return append(b, byte(n))
	case n <= 0xffff:
		return binary.LittleEndian.AppendUint16(append(b, 0xfd), uint16(n))
	default:
		return binary.LittleEndian.AppendUint32(append(b, 0xfe), uint32(n))
	}
}

// hash256 is SHA-256 twice.
func hash256(b []byte) [32]byte {
	once := sha256.Sum256(b)
	return sha256.Sum256(once[:])
}
