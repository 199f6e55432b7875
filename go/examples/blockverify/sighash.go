// What a signature signs: the two kinds of signature hash.

package main

import "encoding/binary"

// What a signature covers, in its last byte.
const (
	sigHashNone         = 2
	sigHashSingle       = 3
	sigHashAnyoneCanPay = 0x80
)

// legacySigHash is the hash that a signature of input i signs, before segregated witness: script is
// that of the spent output.
func (t *transaction) legacySigHash(i int, script []byte, kind byte) [32]byte {
	base := kind & 0x1f
	if base == sigHashSingle && i >= len(t.outputs) {
		return [32]byte{1} // as it is on the chain: the number one, little-endian
	}
	signed := transaction{version: t.version, outputs: t.outputs, lockTime: t.lockTime}
	switch base {
	case sigHashNone:
		signed.outputs = nil
	case sigHashSingle:
		signed.outputs = make([]output, i+1)
		for k := range i {
			signed.outputs[k].amount = 1<<64 - 1
		}
		signed.outputs[i] = t.outputs[i]
	}
	for k := range t.inputs {
		in := input{spent: t.inputs[k].spent, sequence: t.inputs[k].sequence}
		switch {
		case k == i:
			in.script = script
		case kind&sigHashAnyoneCanPay != 0:
			continue
		case base == sigHashNone || base == sigHashSingle:
			in.sequence = 0
		}
		signed.inputs = append(signed.inputs, in)
	}
	return hash256(binary.LittleEndian.AppendUint32(signed.serialize(nil), uint32(kind)))
}

// witnessSigHash is the same for version 0 of segregated witness (BIP-143): amount is that of the
// spent output.
func (t *transaction) witnessSigHash(i int, script []byte, amount uint64, kind byte) [32]byte {
	base := kind & 0x1f
	all := kind&sigHashAnyoneCanPay == 0
	var points, sequences, outputs []byte
	for k := range t.inputs {
		points = t.inputs[k].spent.append(points)
		sequences = binary.LittleEndian.AppendUint32(sequences, t.inputs[k].sequence)
	}
	switch {
	case base != sigHashNone && base != sigHashSingle:
		for k := range t.outputs {
			outputs = t.outputs[k].append(outputs)
		}
	case base == sigHashSingle && i < len(t.outputs):
		outputs = t.outputs[i].append(nil)
	}
	hashUnless := func(left bool, b []byte) (hash [32]byte) { // zeros for what is left out
		if !left {
			hash = hash256(b)
		}
		return hash
	}
	hashOfPoints := hashUnless(!all, points)
	hashOfSequences := hashUnless(!all || base == sigHashNone || base == sigHashSingle, sequences)
	hashOfOutputs := hashUnless(outputs == nil, outputs)

	b := binary.LittleEndian.AppendUint32(nil, t.version)
	b = append(b, hashOfPoints[:]...)
	b = append(b, hashOfSequences[:]...)
	b = t.inputs[i].spent.append(b)
	b = appendBytes(b, script)
	b = binary.LittleEndian.AppendUint64(b, amount)
	b = binary.LittleEndian.AppendUint32(b, t.inputs[i].sequence)
	b = append(b, hashOfOutputs[:]...)
	b = binary.LittleEndian.AppendUint32(b, t.lockTime)
	return hash256(binary.LittleEndian.AppendUint32(b, uint32(kind)))
}
