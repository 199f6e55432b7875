// BIP-340 tagged hashes: SHA256(SHA256(tag) || SHA256(tag) || message).

package p256k1

import (
	"crypto/sha256"
	"encoding"
	"sync"
)

// stateBytes is the size of the marshaled state of the standard library's SHA-256.
const stateBytes = 108

// The functions that hash make the hash themselves, with a call that is inlined: then the compiler
// knows what it is, and neither it nor what is written to it is allocated.

// A tag is the text of a tag and, once it was used, the state of SHA-256 behind the block that the
// text makes.
type tag struct {
	text  string
	once  sync.Once
	state [stateBytes]byte
}

// The tags of BIP-340 and BIP-341.
var (
	tagAux       = tag{text: "BIP0340/aux"}
	tagNonce     = tag{text: "BIP0340/nonce"}
	tagChallenge = tag{text: "BIP0340/challenge"}
	tagTweak     = tag{text: "TapTweak"}
)

// saveState sets state to that of SHA-256 behind a block.
func saveState(state *[stateBytes]byte, block *[sha256.BlockSize]byte) {
	h := sha256.New()
	h.Write(block[:])
	s, err := h.(encoding.BinaryAppender).AppendBinary(state[:0])
	if err != nil || len(s) != stateBytes {
		panic("p256k1: SHA-256 marshals its state in another form")
	}
}

// midstate is the state to go on from.
func (t *tag) midstate() []byte {
	t.once.Do(func() {
		digest := sha256.Sum256([]byte(t.text))
		var block [sha256.BlockSize]byte
		copy(block[:], digest[:])
		copy(block[32:], digest[:])
		saveState(&t.state, &block)
	})
	return t.state[:]
}

// restore sets a hash to a state that saveState made.
func restore(h encoding.BinaryUnmarshaler, state []byte) {
	if h.UnmarshalBinary(state) != nil {
		panic("p256k1: SHA-256 does not know its own state")
	}
}

// sum sets r to the hash of a || b || c.  time: depends on lengths only.
func (t *tag) sum(r *[32]byte, a, b, c []byte) {
	h := sha256.New()
	restore(h.(encoding.BinaryUnmarshaler), t.midstate())
	h.Write(a)
	h.Write(b)
	h.Write(c)
	h.Sum(r[:0])
}

// TaggedHash returns the tagged hash (BIP-340), 32 bytes, of the concatenated parts.
func TaggedHash(tag string, parts ...[]byte) (r [32]byte) {
	digest := sha256.Sum256([]byte(tag))
	h := sha256.New()
	h.Write(digest[:])
	h.Write(digest[:])
	for _, part := range parts {
		h.Write(part)
	}
	h.Sum(r[:0])
	return r
}
