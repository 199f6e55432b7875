// Extended private keys (BIP-32): constant time.

package p256k1

import (
	"crypto/sha512"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// HardenedChild is added to the number of a child to name the hardened one.
const HardenedChild uint32 = 1 << 31

// Network says which network an extended key is for. Its text tells.
type Network uint8

// The networks that have texts of their own.
const (
	Mainnet Network = iota // xprv and xpub
	Testnet                // tprv and tpub, of all test networks
)

// extendedVersions are the first bytes of private and public keys of each network.
var extendedVersions = [...][2]uint32{{0x0488ade4, 0x0488b21e}, {0x04358394, 0x043587cf}}

// ExtendedPrivateKey is a private key and a chain code, from which children are made (BIP-32). nil,
// the zero value and a wiped key are no key: methods return [ErrPrivateKey]. Copies share one key.
//
// It tells all its descendants. Together, an extended public key and the private key of one of its
// children that is not hardened tell the extended private key.
type ExtendedPrivateKey struct {
	key **extendedSecret // as in PrivateKey: package fmt does not follow two pointers
}

type extendedSecret struct {
	key   *PrivateKey // which nobody else has
	chain [32]byte
	head  extendedHead
}

// String returns words that say nothing of the key, for printers that follow pointers.
func (s *extendedSecret) String() string { return redactedExtended }

// extendedHead is what everybody may know of an extended key: where it stands.
type extendedHead struct {
	network Network
	depth   byte
	parent  [4]byte
	number  uint32
}

// put writes the first 13 of 78 bytes; kind is 0 for a private key and 1 for a public one.
func (h *extendedHead) put(x *[78]byte, kind int) {
	binary.BigEndian.PutUint32(x[:], extendedVersions[h.network][kind])
	x[4] = h.depth
	copy(x[5:], h.parent[:])
	binary.BigEndian.PutUint32(x[9:], h.number)
}

// set reads these bytes, and reports whether a key of that kind can begin with them.
func (h *extendedHead) set(x *[78]byte, kind int) bool {
	h.depth, h.parent, h.number = x[4], [4]byte(x[5:]), binary.BigEndian.Uint32(x[9:])
	for network, versions := range extendedVersions {
		if binary.BigEndian.Uint32(x[:]) == versions[kind] {
			h.network = Network(network)
			return h.depth != 0 || h.parent == [4]byte{} && h.number == 0
		}
	}
	return false
}

// goDown makes h that of a child of the key with these bytes.
func (h *extendedHead) goDown(public *[33]byte, number uint32) {
	h.depth++
	h.parent = fingerprint(public)
	h.number = number
}

// fingerprint is the beginning of the key's HASH160.
func fingerprint(public *[33]byte) [4]byte {
	h := Hash160(public[:])
	return [4]byte(h[:])
}

// hmacSHA512 sets r to the HMAC of at most 64 bytes, with a key of at most 128.  time: depends on
// lengths only.
func hmacSHA512(r *[64]byte, key, text []byte) {
	var b [sha512.BlockSize + 64]byte
	pad := b[:sha512.BlockSize]
	copy(pad, key)
	for i := range pad {
		pad[i] ^= 0x36
	}
	*r = sha512.Sum512(b[:len(pad)+copy(b[len(pad):], text)])
	for i := range pad {
		pad[i] ^= 0x36 ^ 0x5c
	}
	copy(b[len(pad):], r[:])
	*r = sha512.Sum512(b[:])
	wipeBytes(b[:])
}

// NewMasterKey returns the extended private key of a seed of 16 to 64 bytes (BIP-32). [ErrSeed] if
// it has another length, if network is none, or for a seed with no key, of which none is known.
// Constant time.
func NewMasterKey(seed []byte, network Network) (*ExtendedPrivateKey, error) {
	if len(seed) < 16 || len(seed) > 64 || int(network) >= len(extendedVersions) {
		return nil, ErrSeed
	}
	defer guardStack()()
	var hash [64]byte
	var d scalar.Scalar
	hmacSHA512(&hash, []byte("Bitcoin seed"), seed)
	ok := d.SetBytesSeckey((*[32]byte)(hash[:]))
	var k *ExtendedPrivateKey
	var err error = ErrSeed
	if ct.DeclassifyBit(ok, "whether the key is valid is the result") == 1 {
		k, err = newExtended(&extendedHead{network: network}, &d, hash[32:]), nil
	}
	wipeScalars(&d)
	wipeBytes(hash[:])
	return k, err
}

func newExtended(head *extendedHead, d *scalar.Scalar, chain []byte) *ExtendedPrivateKey {
	s := &extendedSecret{key: newPrivateKey(d), head: *head}
	copy(s.chain[:], chain)
	return &ExtendedPrivateKey{&s}
}

// load returns where the key is, and sets d to it; an error if there is none.
func (k *ExtendedPrivateKey) load(d *scalar.Scalar) (*extendedSecret, error) {
	if k == nil || k.key == nil {
		return nil, ErrPrivateKey
	}
	return *k.key, (*k.key).key.load(d)
}

// Derive returns the key that a path of numbers leads to: a child, a child of it, and so on. Itself
// if there is no number. [ErrChild] if a key on the way has depth 255, or, which nobody has seen,
// if a child does not exist: BIP-32 then says to take the next number. Constant time in the keys.
func (k *ExtendedPrivateKey) Derive(path ...uint32) (*ExtendedPrivateKey, error) {
	defer guardStack()()
	return k.derive(path)
}

func (k *ExtendedPrivateKey) derive(path []uint32) (*ExtendedPrivateKey, error) {
	var d scalar.Scalar
	s, err := k.load(&d)
	if err != nil {
		return nil, err
	}
	defer wipeScalars(&d)
	var chain [32]byte
	defer wipeBytes(chain[:])
	copy(chain[:], s.chain[:])
	head, public := s.head, s.key.PublicKey().Compressed()
	for i, number := range path {
		if i > 0 {
			var p group.Affine
			mulGen(&p, &d)
			ct.Declassify(&p, "a public key is public")
			putCompressed(&public, &p)
		}
		if head.depth == 255 || !deriveChild(&d, &chain, &public, number) {
			return nil, ErrChild
		}
		head.goDown(&public, number)
	}
	return newExtended(&head, &d, chain[:]), nil
}

// deriveChild makes the key d, with these bytes of its public key, and the chain code those of a
// child, and reports whether there is one.
func deriveChild(d *scalar.Scalar, chain *[32]byte, public *[33]byte, number uint32) bool {
	var text [37]byte
	var hash [64]byte
	var tweak scalar.Scalar
	if number&HardenedChild != 0 {
		d.PutBytes((*[32]byte)(text[1:]))
	} else {
		copy(text[:], public[:])
	}
	binary.BigEndian.PutUint32(text[33:], number)
	hmacSHA512(&hash, chain[:], text[:])
	overflow := tweak.SetBytes((*[32]byte)(hash[:]))
	d.Add(d, &tweak)
	copy(chain[:], hash[32:])
	none := ct.DeclassifyBit(overflow|d.IsZero(), "whether a child exists is the result")
	wipeScalars(&tweak)
	wipeBytes(text[:], hash[:])
	return none == 0
}

// Public returns the extended public key, and the zero value if there is no key. Constant time.
func (k *ExtendedPrivateKey) Public() *ExtendedPublicKey {
	var d scalar.Scalar
	s, err := k.load(&d)
	if err != nil {
		return new(ExtendedPublicKey)
	}
	wipeScalars(&d)
	x := &ExtendedPublicKey{s.head, s.chain, *s.key.PublicKey()}
	ct.Declassify(&x.chain, "the chain code of a public key is public")
	return x
}

// PrivateKey returns the private key alone, which does not change with the extended one. An error
// if there is no key. Constant time.
func (k *ExtendedPrivateKey) PrivateKey() (*PrivateKey, error) {
	var d scalar.Scalar
	s, err := k.load(&d)
	if err != nil {
		return nil, err
	}
	defer wipeScalars(&d)
	private := newPrivateKey(&d)
	private.secret().public.Store(s.key.secret().public.Load())
	return private, nil
}

// Zero overwrites the key, which is no key afterwards. Keys that were derived from it stay.
func (k *ExtendedPrivateKey) Zero() {
	if k != nil && k.key != nil {
		(*k.key).key.Zero()
		wipeBytes((*k.key).chain[:])
	}
}

// AppendText appends the text, 111 bytes that begin with xprv or tprv, to b, and nothing if there
// is no key. The caller keeps it secret and wipes it. Constant time.
func (k *ExtendedPrivateKey) AppendText(b []byte) []byte {
	defer guardStack()()
	var d scalar.Scalar
	s, err := k.load(&d)
	if err != nil {
		return b
	}
	var x [78]byte
	s.head.put(&x, 0)
	copy(x[13:], s.chain[:])
	d.PutBytes((*[32]byte)(x[46:]))
	at := len(b)
	b = append(b, make([]byte, extendedText)...)
	putExtendedText((*[extendedText]byte)(b[at:]), &x)
	wipeScalars(&d)
	wipeBytes(x[:])
	return b
}

// ParseExtendedPrivateKey parses the text of an extended private key, 111 bytes that begin with
// xprv or tprv. [ErrExtendedKey] if it is none. Constant time in the text too, which the caller
// wipes.
func ParseExtendedPrivateKey(text []byte) (*ExtendedPrivateKey, error) {
	if len(text) != extendedText {
		return nil, ErrExtendedKey
	}
	defer guardStack()()
	var x [78]byte
	var d scalar.Scalar
	var head extendedHead
	defer wipeScalars(&d)
	defer wipeBytes(x[:])
	ok := setExtendedText(&x, (*[extendedText]byte)(text))
	ok &= d.SetBytesSeckey((*[32]byte)(x[46:]))
	ct.Declassify((*[13]byte)(x[:13]), "an extended key's place is public")
	ct.Declassify(&x[45], "which kind of key it is, is public")
	ok = ct.DeclassifyBit(ok, "whether a text is an extended key is the result")
	if ok == 0 || !head.set(&x, 0) || x[45] != 0 {
		return nil, ErrExtendedKey
	}
	return newExtended(&head, &d, x[13:45]), nil
}

const redactedExtended = "p256k1.ExtendedPrivateKey(redacted)"

// Format writes, by every verb, words that say nothing of the key.
func (k ExtendedPrivateKey) Format(f fmt.State, _ rune) { io.WriteString(f, redactedExtended) }

// String returns words that say nothing of the key, and <nil> for nil.
func (k *ExtendedPrivateKey) String() string { return wordsOf(k, redactedExtended) }

// GoString is [ExtendedPrivateKey.String].
func (k *ExtendedPrivateKey) GoString() string { return k.String() }
