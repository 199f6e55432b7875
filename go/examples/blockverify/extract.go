// Which signatures are in a block, and under which keys and hashes.

package main

import (
	"fmt"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
)

// A claim is one signature of a block: that it is a signature of this hash by this key.
type claim struct {
	transaction, input int
	hash               [32]byte
	public, der        []byte
}

// Kinds of inputs that are left out.
const (
	leftCoinbase = "coinbase, which has no signature"
	leftUnknown  = "spends an output that is not at hand"
	leftKind     = "of another kind than P2PK, P2PKH, P2WPKH and P2SH-P2WPKH"
	leftForm     = "does not hold what its kind asks for"
)

// extract returns the signatures of transactions, and how many inputs of each kind are left out.
// spent tells outputs of earlier transactions; those of the same row are found by themselves. Where
// an output is not at hand and the input looks like P2PKH, a key and a signature in two pushes, it
// is taken for that: its hash depends on the key alone, and not on what was spent.
func extract(block []transaction, spent map[outpoint]output) (claims []claim, left map[string]int) {
	known := map[outpoint]output{}
	for point, out := range spent {
		known[point] = out
	}
	for t := range block { // in whatever order: a file has its blocks as they came
		for i, out := range block[t].outputs {
			known[outpoint{block[t].id, uint32(i)}] = out
		}
	}
	left = map[string]int{}
	for t := range block {
		for i := range block[t].inputs {
			in := &block[t].inputs[i]
			if in.spent == (outpoint{index: 1<<32 - 1}) {
				left[leftCoinbase]++
				continue
			}
			out, have := known[in.spent]
			c, why := block[t].claim(i, out, have)
			if why != "" {
				left[why]++
				continue
			}
			c.transaction, c.input = t, i
			claims = append(claims, c)
		}
	}
	return claims, left
}

// claim reads the signature of input i, or says why it is left out. have tells if the spent output
// is at hand.
func (t *transaction) claim(i int, out output, have bool) (c claim, why string) {
	in := &t.inputs[i]
	pushed, plain := pushes(in.script)
	script := out.script
	if !have {
		if len(in.witness) != 0 || !plain || len(pushed) != 2 || !isKey(pushed[1]) {
			return c, leftUnknown
		}
		script = payToHash(p256k1.Hash160(pushed[1]))
	}
	if len(script) == 23 && script[0] == 0xa9 && script[1] == 20 && script[22] == 0x87 && plain &&
		len(pushed) == 1 {
		if program := pushed[0]; len(program) == 22 && p256k1.Hash160(program) == [20]byte(script[2:22]) {
			script = program // P2SH-P2WPKH
		}
	}
	switch {
	case len(script) == 22 && script[0] == 0 && script[1] == 20: // P2WPKH
		if len(in.witness) != 2 || p256k1.Hash160(in.witness[1]) != [20]byte(script[2:]) ||
			len(in.witness[0]) == 0 {
			return c, leftForm
		}
		c.der, c.public = in.witness[0], in.witness[1]
		c.hash = t.witnessSigHash(i, payToHash([20]byte(script[2:])), out.amount,
			c.der[len(c.der)-1])
	case len(script) == 25 && string(script[:3]) == "\x76\xa9\x14" &&
		string(script[23:]) == "\x88\xac":
		// P2PKH
		if !plain || len(pushed) != 2 || len(pushed[0]) == 0 ||
			p256k1.Hash160(pushed[1]) != [20]byte(script[3:23]) {
			return c, leftForm
		}
		c.der, c.public = pushed[0], pushed[1]
		c.hash = t.legacySigHash(i, script, c.der[len(c.der)-1])
	case len(script) > 2 && int(script[0]) == len(script)-2 && isKey(script[1:len(script)-1]) &&
		script[len(script)-1] == 0xac:
		// P2PK
		if !plain || len(pushed) != 1 || len(pushed[0]) == 0 {
			return c, leftForm
		}
		c.der, c.public = pushed[0], script[1:len(script)-1]
		c.hash = t.legacySigHash(i, script, c.der[len(c.der)-1])
	default:
		return c, leftKind
	}
	c.der = c.der[:len(c.der)-1]
	return c, ""
}

// payToHash is the script of P2PKH, which is also what a P2WPKH input signs.
func payToHash(hash [20]byte) []byte {
	return append(append([]byte{0x76, 0xa9, 20}, hash[:]...), 0x88, 0xac)
}

// isKey tells if b has the length and the prefix of a public key, hybrid ones among them.
func isKey(b []byte) bool {
	switch {
	case len(b) == 33:
		return b[0] == 2 || b[0] == 3
	case len(b) == 65:
		return b[0] == 4 || b[0] == 6 || b[0] == 7
	}
	return false
}

// pushes splits a script that only pushes data of 75 bytes or less; plain is false for any other.
func pushes(script []byte) (pushed [][]byte, plain bool) {
	for len(script) > 0 {
		n := int(script[0])
		if n == 0 || n > 75 || n >= len(script) {
			return nil, false
		}
		pushed = append(pushed, script[1:1+n])
		script = script[1+n:]
	}
	return pushed, true
}

func (c *claim) String() string {
	return fmt.Sprintf("transaction %d, input %d", c.transaction, c.input)
}
