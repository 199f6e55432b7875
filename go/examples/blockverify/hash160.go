// HASH160, as Bitcoin's scripts have it.

package main

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// hash160 is RIPEMD-160 of SHA-256: how scripts name a public key.
func hash160(b []byte) (out [20]byte) {
	once := sha256.Sum256(b)
	return ripemd160(once)
}

// Message word and rotation of each step of RIPEMD-160, a row per round, and the constant of each
// round, for the left and the right line.
var (
	ripemdWord = [2][80]uint8{{
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
		7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8,
		3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12,
		1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2,
		4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13,
	}, {
		5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12,
		6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2,
		15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13,
		8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14,
		12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11,
	}}
	ripemdRotation = [2][80]int8{{
		11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8,
		7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12,
		11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5,
		11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12,
		9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6,
	}, {
		8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6,
		9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11,
		9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5,
		15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8,
		8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11,
	}}
	ripemdConstant = [2][5]uint32{
		{0, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e},
		{0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0},
	}
)

// ripemd160 hashes 32 bytes, which with their padding are one block.
func ripemd160(in [32]byte) (out [20]byte) {
	var m [16]uint32
	for i := range 8 {
		m[i] = binary.LittleEndian.Uint32(in[4*i:])
	}
	m[8], m[14] = 0x80, 8*32

	start := [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}
	lines := [2][5]uint32{start, start}
	for side := range lines {
		a, b, c, d, e := start[0], start[1], start[2], start[3], start[4]
		for i := range 80 {
			round := i / 16
			var mixed uint32
			switch [2]int{round, 4 - round}[side] {
			case 0:
				mixed = b ^ c ^ d
			case 1:
				mixed = d ^ b&(c^d)
			case 2:
				mixed = (b | ^c) ^ d
			case 3:
				mixed = c ^ d&(b^c)
			default:
				mixed = b ^ (c | ^d)
			}
			a += mixed + m[ripemdWord[side][i]] + ripemdConstant[side][round]
			a = bits.RotateLeft32(a, int(ripemdRotation[side][i])) + e
			a, b, c, d, e = e, a, b, bits.RotateLeft32(c, 10), d
		}
		lines[side] = [5]uint32{a, b, c, d, e}
	}
	for i := range 5 {
		binary.LittleEndian.PutUint32(out[4*i:], start[(i+1)%5]+lines[0][(i+2)%5]+lines[1][(i+3)%5])
	}
	return out
}
