// The text of an extended key: Base58Check, always of 111 characters. Constant time.

package p256k1

import (
	"crypto/sha256"
	"encoding/binary"
)

const extendedText = 111

// atLeast is 1 if a >= b, else 0; both are below 2^31.
func atLeast(a, b uint32) uint32 { return 1 - (a-b)>>31 }

// base58Character is the character of a digit below 58: of 1 to 9 and of the letters without I, O
// and l. No table is read.
func base58Character(d uint32) uint32 {
	return d + '1' + 7*atLeast(d, 9) + atLeast(d, 17) + atLeast(d, 22) + 6*atLeast(d, 33) +
		atLeast(d, 44)
}

// base58Digit is the digit that a character would be.
func base58Digit(c uint32) uint32 {
	return c - '1' - 7*atLeast(c, 'A') - atLeast(c, 'J') - atLeast(c, 'P') - 6*atLeast(c, 'a') -
		atLeast(c, 'm')
}

// extendedChecksum is the beginning of the double SHA-256.
func extendedChecksum(x *[78]byte) uint32 {
	h := sha256.Sum256(x[:])
	h = sha256.Sum256(h[:])
	sum := binary.BigEndian.Uint32(h[:])
	wipeBytes(h[:])
	return sum
}

// putExtendedText writes the text; the version is a known one, so that it has that length.
func putExtendedText(text *[extendedText]byte, x *[78]byte) {
	var number [82]byte
	var digits [extendedText]byte // the lowest first
	copy(number[:], x[:])
	binary.BigEndian.PutUint32(number[78:], extendedChecksum(x))
	for _, b := range number {
		carry := uint32(b)
		for i := range digits {
			carry += uint32(digits[i]) << 8
			quotient := carry * 1130 >> 16 // carry / 58, as carry < 58 * 256
			digits[i] = byte(carry - 58*quotient)
			carry = quotient
		}
	}
	for i := range text {
		text[i] = byte(base58Character(uint32(digits[len(digits)-1-i])))
	}
	wipeBytes(number[:], digits[:])
}

// setExtendedText sets x to what the text says. 1 if all characters are of the alphabet, the number
// fits and its checksum is right; else 0.
func setExtendedText(x *[78]byte, text *[extendedText]byte) (ok uint64) {
	var number [82]byte // the lowest byte first
	bad := uint32(0)
	for _, c := range text {
		d := base58Digit(uint32(c))
		carry := d & 63
		bad |= d>>6 | atLeast(carry, 58) | (base58Character(carry) ^ uint32(c))
		for i := range number {
			carry += 58 * uint32(number[i])
			number[i] = byte(carry)
			carry >>= 8
		}
		bad |= carry
	}
	for i := range x {
		x[i] = number[81-i]
	}
	bad |= extendedChecksum(x) ^ binary.LittleEndian.Uint32(number[:])
	wipeBytes(number[:])
	return uint64(bad|-bad)>>31 ^ 1
}
