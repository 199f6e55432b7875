// Extended public keys (BIP-32), and paths: variable time.

package p256k1

import (
	"encoding/binary"
	"strconv"
	"strings"
)

// ExtendedPublicKey is a public key and a chain code, from which children that are not hardened are
// made (BIP-32). It never changes once it is made. nil and the zero value are no key.
type ExtendedPublicKey struct {
	head  extendedHead
	chain [32]byte
	key   PublicKey
}

// noExtended is the key of nil. Nobody changes it.
var noExtended ExtendedPublicKey

func (x *ExtendedPublicKey) at() *ExtendedPublicKey {
	if x == nil {
		return &noExtended
	}
	return x
}

// IsValid reports whether x is a key, and not nil or the zero value.
func (x *ExtendedPublicKey) IsValid() bool { return x.at().key.IsValid() }

// ParseExtendedPublicKey parses the text of an extended public key, 111 bytes that begin with xpub
// or tpub. [ErrExtendedKey] if it is none. Variable time.
func ParseExtendedPublicKey(text string) (*ExtendedPublicKey, error) {
	var b [78]byte
	defer wipeBytes(b[:]) // of a private key's text
	if len(text) != extendedText {
		return nil, ErrExtendedKey
	}
	if setExtendedText(&b, (*[extendedText]byte)([]byte(text))) == 0 {
		return nil, ErrExtendedKey
	}
	return NewExtendedPublicKey(b[:])
}

// NewExtendedPublicKey is [ParseExtendedPublicKey] of the 78 bytes that the text stands for.
func NewExtendedPublicKey(b []byte) (*ExtendedPublicKey, error) {
	var x ExtendedPublicKey
	if len(b) != 78 || !x.head.set((*[78]byte)(b), 1) ||
		parseVar(&x.key.point, b[45:], false) != 0 {
		return nil, ErrExtendedKey
	}
	copy(x.chain[:], b[13:])
	return copyOf(&x), nil
}

// Bytes returns the 78 bytes that the text stands for. Zeros if there is no key.
func (x *ExtendedPublicKey) Bytes() (b [78]byte) {
	if x.IsValid() {
		x.head.put(&b, 1)
		copy(b[13:], x.chain[:])
		putCompressed((*[33]byte)(b[45:]), &x.key.point)
	}
	return b
}

// String returns the text, 111 bytes that begin with xpub or tpub. Empty if there is no key.
func (x *ExtendedPublicKey) String() string {
	if !x.IsValid() {
		return ""
	}
	var text [extendedText]byte
	b := x.Bytes()
	putExtendedText(&text, &b)
	return string(text[:])
}

// PublicKey returns the public key alone, and the zero value if there is none.
func (x *ExtendedPublicKey) PublicKey() *PublicKey { return copyOf(&x.at().key) }

// ChainCode returns the chain code, 32 bytes.
func (x *ExtendedPublicKey) ChainCode() [32]byte { return x.at().chain }

// Fingerprint returns the 4 bytes by which children name this key as their parent. Zeros if there
// is no key.
func (x *ExtendedPublicKey) Fingerprint() (f [4]byte) {
	if x.IsValid() {
		public := x.key.Compressed()
		f = fingerprint(&public)
	}
	return f
}

// Network returns the network that the text names.
func (x *ExtendedPublicKey) Network() Network { return x.at().head.network }

// Depth returns how many steps the key is below its master key.
func (x *ExtendedPublicKey) Depth() byte { return x.at().head.depth }

// Number returns which child of its parent the key is; 0 for a master key.
func (x *ExtendedPublicKey) Number() uint32 { return x.at().head.number }

// Parent returns the fingerprint of the parent, 4 bytes; zeros for a master key.
func (x *ExtendedPublicKey) Parent() [4]byte { return x.at().head.parent }

// Derive returns the key that a path of numbers leads to, as [ExtendedPrivateKey.Derive] does.
// [ErrChild] also if a number is that of a hardened child. [ErrPublicKeyFormat] if there is no key.
// Variable time.
func (x *ExtendedPublicKey) Derive(path ...uint32) (*ExtendedPublicKey, error) {
	if !x.IsValid() {
		return nil, ErrPublicKeyFormat
	}
	r := *x
	for _, number := range path {
		var text [37]byte
		var hash [64]byte
		public := (*[33]byte)(text[:])
		putCompressed(public, &r.key.point)
		binary.BigEndian.PutUint32(text[33:], number)
		hmacSHA512(&hash, r.chain[:], text[:])
		if r.head.depth == 255 || number&HardenedChild != 0 ||
			!tweakAddVar(&r.key.point, (*[32]byte)(hash[:])) {
			return nil, ErrChild
		}
		r.head.goDown(public, number)
		copy(r.chain[:], hash[32:])
	}
	return copyOf(&r), nil
}

// ParsePath returns the numbers of a path such as m/84'/0'/0'/0/5, for Derive. The first element,
// m, may be left out. A hardened child is marked by ', h or H. [ErrPath] if an element is no number
// below 2^31.
func ParsePath(text string) ([]uint32, error) {
	elements := strings.Split(text, "/")
	if elements[0] == "m" {
		elements = elements[1:]
	}
	path := make([]uint32, len(elements))
	for i, element := range elements {
		digits := strings.TrimRight(element, "'hH")
		number, err := strconv.ParseUint(digits, 10, 31)
		if err != nil || len(element)-len(digits) > 1 {
			return nil, ErrPath
		}
		path[i] = uint32(number)
		if len(element) != len(digits) {
			path[i] |= HardenedChild
		}
	}
	return path, nil
}
