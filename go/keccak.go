// Keccak-256 as Ethereum uses it: the sponge with rate 136 and the padding of before FIPS 202.

package p256k1

import (
	"encoding/binary"
	"math/bits"
)

const keccakRate = 136

// keccakConstants are iota's (FIPS 202, section 3.2.5). Never written.
var keccakConstants = [24]uint64{
	0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
	0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
	0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
	0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
	0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
	0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
}

// keccakPermute is Keccak-f[1600] (FIPS 202, section 3), lane (x, y) at x + 5y.  time: constant.
func keccakPermute(a *[25]uint64) {
	var b [25]uint64
	for _, constant := range keccakConstants {
		c0 := a[0] ^ a[5] ^ a[10] ^ a[15] ^ a[20]
		c1 := a[1] ^ a[6] ^ a[11] ^ a[16] ^ a[21]
		c2 := a[2] ^ a[7] ^ a[12] ^ a[17] ^ a[22]
		c3 := a[3] ^ a[8] ^ a[13] ^ a[18] ^ a[23]
		c4 := a[4] ^ a[9] ^ a[14] ^ a[19] ^ a[24]
		d0 := c4 ^ bits.RotateLeft64(c1, 1)
		d1 := c0 ^ bits.RotateLeft64(c2, 1)
		d2 := c1 ^ bits.RotateLeft64(c3, 1)
		d3 := c2 ^ bits.RotateLeft64(c4, 1)
		d4 := c3 ^ bits.RotateLeft64(c0, 1)
		// theta's words added, then rho's rotations and pi: lane (x, y) goes to (y, 2x + 3y)
		b[0] = a[0] ^ d0
		b[1] = bits.RotateLeft64(a[6]^d1, 44)
		b[2] = bits.RotateLeft64(a[12]^d2, 43)
		b[3] = bits.RotateLeft64(a[18]^d3, 21)
		b[4] = bits.RotateLeft64(a[24]^d4, 14)
		b[5] = bits.RotateLeft64(a[3]^d3, 28)
		b[6] = bits.RotateLeft64(a[9]^d4, 20)
		b[7] = bits.RotateLeft64(a[10]^d0, 3)
		b[8] = bits.RotateLeft64(a[16]^d1, 45)
		b[9] = bits.RotateLeft64(a[22]^d2, 61)
		b[10] = bits.RotateLeft64(a[1]^d1, 1)
		b[11] = bits.RotateLeft64(a[7]^d2, 6)
		b[12] = bits.RotateLeft64(a[13]^d3, 25)
		b[13] = bits.RotateLeft64(a[19]^d4, 8)
		b[14] = bits.RotateLeft64(a[20]^d0, 18)
		b[15] = bits.RotateLeft64(a[4]^d4, 27)
		b[16] = bits.RotateLeft64(a[5]^d0, 36)
		b[17] = bits.RotateLeft64(a[11]^d1, 10)
		b[18] = bits.RotateLeft64(a[17]^d2, 15)
		b[19] = bits.RotateLeft64(a[23]^d3, 56)
		b[20] = bits.RotateLeft64(a[2]^d2, 62)
		b[21] = bits.RotateLeft64(a[8]^d3, 55)
		b[22] = bits.RotateLeft64(a[14]^d4, 39)
		b[23] = bits.RotateLeft64(a[15]^d0, 41)
		b[24] = bits.RotateLeft64(a[21]^d1, 2)
		for y := 0; y < 25; y += 5 { // chi
			from, to := (*[5]uint64)(b[y:]), (*[5]uint64)(a[y:])
			to[0] = from[0] ^ ^from[1]&from[2]
			to[1] = from[1] ^ ^from[2]&from[3]
			to[2] = from[2] ^ ^from[3]&from[4]
			to[3] = from[3] ^ ^from[4]&from[0]
			to[4] = from[4] ^ ^from[0]&from[1]
		}
		a[0] ^= constant
	}
}

func keccakAbsorb(a *[25]uint64, block []byte) {
	for i := range keccakRate / 8 {
		a[i] ^= binary.LittleEndian.Uint64(block[8*i:])
	}
	keccakPermute(a)
}

func keccak256(r *[32]byte, data []byte) {
	var a [25]uint64
	for ; len(data) >= keccakRate; data = data[keccakRate:] {
		keccakAbsorb(&a, data)
	}
	var last [keccakRate]byte
	n := copy(last[:], data)
	last[n] = 1
	last[keccakRate-1] |= 0x80
	keccakAbsorb(&a, last[:])
	for i := range 4 {
		binary.LittleEndian.PutUint64(r[8*i:], a[i])
	}
}

// Keccak256 returns the 32-byte hash that Ethereum uses. It is Keccak with the original padding,
// not the SHA3-256 of FIPS 202.
func Keccak256(data []byte) (r [32]byte) {
	keccak256(&r, data)
	return r
}
