// Deterministic nonces: the HMAC-SHA256 generator of RFC 6979, section 3.2, on 256-bit inputs.

package p256k1

import (
	"crypto/sha256"
	"encoding"
	"sync"
)

// hmacKey is a key K of HMAC-SHA256, held as the states of SHA-256 behind K ^ ipad and K ^ opad.
type hmacKey struct{ inner, outer [stateBytes]byte }

func (k *hmacKey) set(key *[32]byte) {
	var block [sha256.BlockSize]byte
	for _, half := range [...]struct {
		pad   byte
		state *[stateBytes]byte
	}{{0x36, &k.inner}, {0x5c, &k.outer}} {
		for i := range block {
			block[i] = half.pad
		}
		for i, b := range key {
			block[i] ^= b
		}
		saveState(half.state, &block)
	}
	wipeBytes(block[:])
}

// sum sets r to the HMAC of a || b.  alias: r may be a or b.
func (k *hmacKey) sum(r *[32]byte, a, b []byte) {
	h := sha256.New()
	restore(h.(encoding.BinaryUnmarshaler), k.inner[:])
	h.Write(a)
	h.Write(b)
	h.Sum(r[:0])
	restore(h.(encoding.BinaryUnmarshaler), k.outer[:])
	h.Write(r[:])
	h.Sum(r[:0])
}

// zeroKey is the key that every generator begins with. Never written once it is made.
var zeroKey struct {
	once sync.Once
	key  hmacKey
}

// rfc6979 is the state K, V between two outputs. Secret.
type rfc6979 struct {
	key   hmacKey
	v     [32]byte
	again bool // an output was given and refused: K and V must move on first
}

// init seeds from the secret key, the message digest and, if not nil, 32 more bytes (section 3.6).
// key and digest go in as they are: bits2octets is the caller's.
// time: depends on extra being nil only.  cost: 14 compressions, 16 with extra.
func (g *rfc6979) init(key, digest, extra *[32]byte) {
	var seed [97]byte // 00 or 01, key, digest, extra
	text := seed[:65]
	copy(seed[1:], key[:])
	copy(seed[33:], digest[:])
	if extra != nil {
		text = seed[:97]
		copy(seed[65:], extra[:])
	}
	zeroKey.once.Do(func() { zeroKey.key.set(new([32]byte)) })
	for i := range g.v {
		g.v[i] = 1
	}
	var k [32]byte
	zeroKey.key.sum(&k, g.v[:], text)
	g.key.set(&k)
	g.key.sum(&g.v, g.v[:], nil)
	seed[0] = 1
	g.key.sum(&k, g.v[:], text)
	g.key.set(&k)
	g.key.sum(&g.v, g.v[:], nil)
	g.again = false
	wipeBytes(seed[:], k[:])
}

// next sets r to the next candidate for the nonce, to be refused unless it is in [1, n - 1].
// cost: 2 compressions for the first, so that a nonce costs 16; 8 for the others.
func (g *rfc6979) next(r *[32]byte) {
	if g.again {
		var k [32]byte
		g.key.sum(&k, g.v[:], []byte{0})
		g.key.set(&k)
		g.key.sum(&g.v, g.v[:], nil)
		wipeBytes(k[:])
	}
	g.key.sum(&g.v, g.v[:], nil)
	*r = g.v
	g.again = true
}

// wipe overwrites the state.
func (g *rfc6979) wipe() { wipeBytes(g.key.inner[:], g.key.outer[:], g.v[:]) }
