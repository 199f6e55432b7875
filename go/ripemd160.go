// RIPEMD-160, for Bitcoin's HASH160 and the fingerprints of BIP-32: two lines of 80 steps over a
// block.

package p256k1

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// A ripemdLine has the message word and the rotation of each step, and the constant of each round.
type ripemdLine struct {
	word, rotation [80]byte
	constant       [5]uint32
}

// ripemdLines are the left and the right line. Never written.
var ripemdLines = [2]ripemdLine{
	{
		[80]byte{
			0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
			7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8,
			3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12,
			1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2,
			4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13,
		},
		[80]byte{
			11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8,
			7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12,
			11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5,
			11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12,
			9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6,
		},
		[5]uint32{0, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e},
	},
	{
		[80]byte{
			5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12,
			6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2,
			15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13,
			8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14,
			12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11,
		},
		[80]byte{
			8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6,
			9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11,
			9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5,
			15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8,
			8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11,
		},
		[5]uint32{0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0},
	},
}

// ripemdMix is the function of a round; the right line takes them in the other order.
func ripemdMix(round int, x, y, z uint32) uint32 {
	switch round {
	case 0:
		return x ^ y ^ z
	case 1:
		return z ^ x&(y^z)
	case 2:
		return (x | ^y) ^ z
	case 3:
		return y ^ z&(x^y)
	}
	return x ^ (y | ^z)
}

func ripemdCompress(s *[5]uint32, block *[64]byte) {
	var m [16]uint32
	for i := range m {
		m[i] = binary.LittleEndian.Uint32(block[4*i:])
	}
	ends := [2][5]uint32{*s, *s}
	for i := range ends {
		line := &ripemdLines[i]
		a, b, c, d, e := s[0], s[1], s[2], s[3], s[4]
		for j := range 80 {
			round := j / 16
			if i == 1 {
				round = 4 - round
			}
			a += ripemdMix(round, b, c, d) + m[line.word[j]] + line.constant[j/16]
			a = bits.RotateLeft32(a, int(line.rotation[j])) + e
			a, b, c, d, e = e, a, b, bits.RotateLeft32(c, 10), d
		}
		ends[i] = [5]uint32{a, b, c, d, e}
	}
	old := *s
	for i := range s {
		s[i] = old[(i+1)%5] + ends[0][(i+2)%5] + ends[1][(i+3)%5]
	}
}

// ripemd160 sets r to the hash of a public text.  time: depends on its length only.
func ripemd160(r *[20]byte, text []byte) {
	s := [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}
	length := uint64(len(text))
	for ; len(text) >= 64; text = text[64:] {
		ripemdCompress(&s, (*[64]byte)(text))
	}
	var last [64]byte
	last[copy(last[:], text)] = 0x80
	if len(text) > 55 {
		ripemdCompress(&s, &last)
		last = [64]byte{}
	}
	binary.LittleEndian.PutUint64(last[56:], 8*length)
	ripemdCompress(&s, &last)
	for i, word := range s {
		binary.LittleEndian.PutUint32(r[4*i:], word)
	}
}

// Hash160 returns RIPEMD-160 of SHA-256, 20 bytes: how Bitcoin's scripts and BIP-32 name a public
// key.
func Hash160(data []byte) (r [20]byte) {
	h := sha256.Sum256(data)
	ripemd160(&r, h[:])
	return r
}
