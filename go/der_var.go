// DER encodings of ECDSA signatures: the strict form of BIP-66, the lax form of old consensus, and
// writing; variable time.

package p256k1

import "bytes"

// mostDER is the size of the longest strict encoding.
const mostDER = 72

// readStrictVar sets v to the next strict integer of b and returns what follows it: tag 02, one
// length byte of 1 ... 33, no sign bit, no needless leading zero, below 2^256.
func readStrictVar(v *[32]byte, b []byte) (rest []byte, ok bool) {
	if len(b) < 3 || b[0] != 2 {
		return nil, false
	}
	n := int(b[1])
	b = b[2:]
	if n < 1 || n > 33 || n > len(b) {
		return nil, false
	}
	number, rest := b[:n], b[n:]
	if number[0]&0x80 != 0 {
		return nil, false
	}
	if n > 1 && number[0] == 0 {
		if number[1]&0x80 == 0 {
			return nil, false
		}
		number = number[1:]
	}
	if len(number) > 32 {
		return nil, false
	}
	*v = [32]byte{}
	copy(v[32-len(number):], number)
	return rest, true
}

// ParseDER parses the strict encoding (BIP-66, without its hash-type byte): 30, one length byte
// that counts the rest exactly, two strict integers, and nothing after them. [ErrDER] for anything
// else, and for r or s of 2^256 or more. Verification decides whether they are below n.
func ParseDER(b []byte) (Signature, error) {
	var sig Signature
	if len(b) < 8 || len(b) > mostDER || b[0] != 0x30 || int(b[1]) != len(b)-2 {
		return sig, ErrDER
	}
	rest, ok := readStrictVar(sig.r(), b[2:])
	if ok {
		rest, ok = readStrictVar(sig.s(), rest)
	}
	if !ok || len(rest) != 0 {
		return Signature{}, ErrDER
	}
	return sig, nil
}

// readLaxVar returns the contents of the next lax integer, leading zeros dropped, and what follows
// it: tag 02; a length byte below 80 is the length; one of 80 + k is followed by k bytes of
// big-endian length, of which, leading zeros dropped, at most 3 may remain.
func readLaxVar(b []byte) (number, rest []byte, ok bool) {
	if len(b) < 2 || b[0] != 2 {
		return nil, nil, false
	}
	n := int(b[1])
	b = b[2:]
	if n&0x80 != 0 {
		k := n & 0x7f
		if k > len(b) {
			return nil, nil, false
		}
		length := bytes.TrimLeft(b[:k], "\x00")
		b = b[k:]
		if len(length) > 3 {
			return nil, nil, false
		}
		n = 0
		for _, c := range length {
			n = n<<8 | int(c)
		}
	}
	if n > len(b) {
		return nil, nil, false
	}
	return bytes.TrimLeft(b[:n], "\x00"), b[n:], true
}

// ParseDERLax parses what Bitcoin's consensus accepted before BIP-66. The rules, as they were
// applied:
//   - the first byte is 30; the sequence's length may take many bytes (80 + k, then k bytes, all of
//     which must be there), and its value is ignored;
//   - two lax integers follow; their contents are unsigned and may be empty (zero) or padded with
//     zeros, and their lengths may take many bytes too;
//   - whatever follows is ignored;
//   - if r or s is not below n, both become zero, which no verification accepts.
func ParseDERLax(b []byte) (Signature, error) {
	var sig Signature
	if len(b) < 2 || b[0] != 0x30 {
		return sig, ErrDER
	}
	rest := b[2:]
	if b[1]&0x80 != 0 {
		k := int(b[1] & 0x7f)
		if k > len(rest) {
			return sig, ErrDER
		}
		rest = rest[k:]
	}
	r, rest, ok := readLaxVar(rest)
	if !ok {
		return sig, ErrDER
	}
	s, _, ok := readLaxVar(rest)
	if !ok {
		return sig, ErrDER
	}
	if len(r) > 32 || len(s) > 32 {
		return sig, nil
	}
	copy(sig[32-len(r):], r)
	copy(sig[64-len(s):], s)
	if bytes.Compare(sig[:32], order[:]) >= 0 || bytes.Compare(sig[32:], order[:]) >= 0 {
		return Signature{}, nil
	}
	return sig, nil
}

// appendIntegerVar appends the shortest encoding of v: tag, length, contents; 3 ... 35 bytes.
func appendIntegerVar(b []byte, v *[32]byte) []byte {
	number := v[:]
	for len(number) > 1 && number[0] == 0 {
		number = number[1:]
	}
	if number[0]&0x80 != 0 {
		b = append(b, 2, byte(1+len(number)), 0)
	} else {
		b = append(b, 2, byte(len(number)))
	}
	return append(b, number...)
}

// AppendDER appends the strict encoding, 8 to 72 bytes, to b and returns the longer slice.
func (sig Signature) AppendDER(b []byte) []byte {
	at := len(b)
	b = append(b, 0x30, 0)
	b = appendIntegerVar(b, sig.r())
	b = appendIntegerVar(b, sig.s())
	b[at+1] = byte(len(b) - at - 2)
	return b
}

// DER returns the strict encoding (BIP-66, without its hash-type byte), 8 to 72 bytes.
func (sig Signature) DER() []byte { return sig.AppendDER(make([]byte, 0, mostDER)) }
