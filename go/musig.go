// MuSig2 (BIP-327), what is made with secrets: nonces and partial signatures. Constant time.

package p256k1

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"sync/atomic"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// nonceTags are the tags of nonces.
type nonceTags struct{ aux, nonce, deterministic tag }

// muSigTags are those of BIP-327.
var muSigTags = nonceTags{tag{text: "MuSig/aux"}, tag{text: "MuSig/nonce"},
	tag{text: "MuSig/deterministic/nonce"}}

// MuSigNonce is a signer's secret nonce, for one partial signature, and its public nonce. Two
// signatures by one secret nonce would reveal the private key. So it has no bytes that could be
// stored, copies share one nonce, and [PrivateKey.MuSigSign] takes it away, from one goroutine
// alone. nil, the zero value and a used nonce are no nonce.
type MuSigNonce struct {
	nonce **muSigSecret // as in PrivateKey: package fmt does not follow two pointers
}

type muSigSecret struct {
	k      [2]scalar.Scalar // zero once they are used
	signer group.Affine
	public [66]byte
	used   atomic.Bool
}

const redactedNonce = "p256k1.MuSigNonce(redacted)"

// String returns words that say nothing of the nonce, for printers that follow pointers.
func (n *muSigSecret) String() string { return redactedNonce }

// Format writes, by every verb, words that say nothing of the nonce.
func (n MuSigNonce) Format(f fmt.State, _ rune) { io.WriteString(f, redactedNonce) }

// String returns words that say nothing of the nonce, and <nil> for nil.
func (n *MuSigNonce) String() string { return wordsOf(n, redactedNonce) }

// GoString is [MuSigNonce.String].
func (n *MuSigNonce) GoString() string { return n.String() }

// Public returns the public nonce, 66 bytes for the other signers, before and after the secret one
// is used. Zeros for nil and the zero value.
func (n *MuSigNonce) Public() (b [66]byte) {
	if n != nil && n.nonce != nil {
		b = (*n.nonce).public
	}
	return b
}

// Zero overwrites the secret nonce, which is none afterwards.
func (n *MuSigNonce) Zero() {
	var k [2]scalar.Scalar
	n.take(&k)
	wipeScalars(&k[0], &k[1])
}

// take moves the secret nonce to k, and returns where it was; nil if there is none, it is used, or
// it is zero, by which a signature would tell the key.
func (n *MuSigNonce) take(k *[2]scalar.Scalar) *muSigSecret {
	if n == nil || n.nonce == nil || !(*n.nonce).used.CompareAndSwap(false, true) {
		return nil
	}
	s := *n.nonce
	*k = s.k
	wipeScalars(&s.k[0], &s.k[1])
	if ct.DeclassifyBit(k[0].IsZero()|k[1].IsZero(), "whether a nonce is one is the result") == 1 {
		return nil
	}
	return s
}

// MuSigNonceInput is what a nonce is made from beside a private key and randomness. Each part helps
// where randomness is bad, and each may be absent.
type MuSigNonceInput struct {
	Key     *MuSigKey // the aggregate key, or nil
	Message []byte    // of any length; nil if it is not known yet, which is not an empty one
	Extra   []byte    // anything else, less than 2^32 bytes
}

// NewMuSigNonce makes the nonces of a signer from fresh randomness (NonceGen of BIP-327).
// [ErrPrivateKey] if there is no key, [ErrNonce] if the input is too long. Constant time.
func (k *PrivateKey) NewMuSigNonce(in MuSigNonceInput) (*MuSigNonce, error) {
	defer guardStack()()
	var random [32]byte
	rand.Read(random[:]) // never returns an error
	n, err := k.newMuSigNonce(&random, &in)
	wipeBytes(random[:])
	return n, err
}

// NewMuSigNonceCounter is [PrivateKey.NewMuSigNonce] without randomness. A counter that never
// repeats for this key takes its place: one that is set back, as by a restored backup, reveals the
// private key.
func (k *PrivateKey) NewMuSigNonceCounter(counter uint64,
	in MuSigNonceInput) (*MuSigNonce, error) {
	defer guardStack()()
	var b [32]byte
	binary.BigEndian.PutUint64(b[:], counter)
	return k.newMuSigNonce(&b, &in)
}

// NewMuSigNonce is [PrivateKey.NewMuSigNonce] where the private key of p is not at hand: the nonce
// then depends on randomness alone. [ErrPublicKeyFormat] if p is no key.
func (p *PublicKey) NewMuSigNonce(in MuSigNonceInput) (*MuSigNonce, error) {
	if !p.IsValid() {
		return nil, ErrPublicKeyFormat
	}
	defer guardStack()()
	var random [32]byte
	rand.Read(random[:])
	n, err := newMuSigNonce(&random, nil, &p.point, &in)
	wipeBytes(random[:])
	return n, err
}

func (k *PrivateKey) newMuSigNonce(random *[32]byte, in *MuSigNonceInput) (*MuSigNonce, error) {
	var d scalar.Scalar
	if err := k.load(&d); err != nil {
		return nil, err
	}
	n, err := newMuSigNonce(random, &d, &k.PublicKey().point, in)
	wipeScalars(&d)
	return n, err
}

// newMuSigNonce makes the nonces of the signer p, whose private key d may be nil.
func newMuSigNonce(random *[32]byte, d *scalar.Scalar, p *group.Affine,
	in *MuSigNonceInput) (*MuSigNonce, error) {
	if uint64(len(in.Extra)) > math.MaxUint32 {
		return nil, ErrNonce
	}
	s := &muSigSecret{signer: *p}
	text := nonceText{tags: &muSigTags, pk: p, message: in.Message, extra: in.Extra}
	if in.Key.IsValid() {
		text.agg = &in.Key.point
	}
	text.nonces(&s.k, random, d)
	if _, ok := s.setPublic(); !ok {
		return nil, ErrNonce
	}
	return &MuSigNonce{&s}, nil
}

// mask sets t to the hash of b, added to the key d, which may be nil: then it is b.  alias: t may
// be b.
func (g *nonceTags) mask(t, b *[32]byte, d *scalar.Scalar) {
	if d == nil {
		*t = *b
		return
	}
	var key [32]byte
	d.PutBytes(&key)
	g.aux.sum(t, b[:], nil, nil)
	for i, b := range key {
		t[i] ^= b
	}
	wipeBytes(key[:])
}

// nonceText is what nonces are made from beside randomness and secret key. nil: there is none.
type nonceText struct {
	tags           *nonceTags
	id             *[4]byte // of FROST, which hashes even that there is none
	pk, agg        *group.Affine
	message, extra []byte
}

// nonces sets k to the nonces, reduced; d may be nil.  time: depends on which inputs there are, and
// on their lengths.
func (in *nonceText) nonces(k *[2]scalar.Scalar, random *[32]byte, d *scalar.Scalar) {
	// the masked randomness, then each part behind how long it is
	var text [32 + 5 + 34 + 33 + 9]byte
	var size [4]byte
	var hash [32]byte
	in.tags.mask((*[32]byte)(text[:]), random, d)
	n := 32
	if in.tags == &frostTags {
		if in.id != nil {
			text[n] = 4
			n += copy(text[n+1:], in.id[:])
		}
		n++
	}
	if in.pk != nil {
		text[n] = 33
		putCompressed((*[33]byte)(text[n+1:]), in.pk)
		n += 33
	}
	n++
	if in.agg != nil {
		text[n] = 32
		in.agg.X.PutBytes((*[32]byte)(text[n+1:]))
		n += 32
	}
	n++
	if in.message != nil {
		text[n] = 1
		binary.BigEndian.PutUint64(text[n+1:], uint64(len(in.message)))
		n += 8
	}
	n++
	binary.BigEndian.PutUint32(size[:], uint32(len(in.extra)))
	for i := range k {
		h := sha256.New()
		restore(h.(encoding.BinaryUnmarshaler), in.tags.nonce.midstate())
		h.Write(text[:n])
		h.Write(in.message)
		h.Write(size[:])
		h.Write(in.extra)
		h.Write([]byte{byte(i)})
		h.Sum(hash[:0])
		k[i].SetBytes(&hash)
	}
	wipeBytes(text[:], hash[:])
}

// setPublic sets the public nonce from the secret one, and returns its points and whether there are
// any: that a secret nonce is 0, no input is known for.
func (n *muSigSecret) setPublic() (p muSigPoints, ok bool) {
	var one scalar.Scalar
	one.SetOne()
	zero := n.k[0].IsZero() | n.k[1].IsZero()
	for i := range p {
		n.k[i].CMov(&one, zero)
		mulGen(&p[i], &n.k[i])
	}
	ct.Declassify(&p, "a public nonce is public")
	p.put(&n.public)
	return p, ct.DeclassifyBit(zero, "whether a nonce was made is the result") == 0
}

// MuSigSign makes the partial signature of a session, 32 bytes (Sign of BIP-327), by a nonce of
// this key, which is used up whatever the result. [ErrNonce] if the nonce is none, or of another
// key. [ErrPrivateKey] if there is no key, [ErrPublicKeyFormat] if there is no session.
// [ErrSigner] if the key is none of those that are aggregated. The result is not verified. Constant
// time.
func (k *PrivateKey) MuSigSign(nonce *MuSigNonce, s *MuSigSession) (psig [32]byte, err error) {
	defer guardStack()()
	err = k.muSigSign(&psig, nonce, s)
	return psig, err
}

func (k *PrivateKey) muSigSign(psig *[32]byte, nonce *MuSigNonce, s *MuSigSession) error {
	var d scalar.Scalar
	var ks [2]scalar.Scalar
	defer wipeScalars(&d, &ks[0], &ks[1])
	taken := nonce.take(&ks)
	if err := k.load(&d); err != nil {
		return err
	}
	p := &k.PublicKey().point
	if taken == nil || taken.signer != *p {
		return ErrNonce
	}
	return s.sign(psig, &ks, &d, p)
}

// sign makes the partial signature of the key d of p by the nonces ks; it changes all of them. With
// k = ks[0] + b ks[1], or its negative, and the factor c, it is s = c (d + k) + (1 - c) k, as in
// signSchnorr.
func (s *MuSigSession) sign(psig *[32]byte, ks *[2]scalar.Scalar, d *scalar.Scalar,
	p *group.Affine) error {
	if !s.isSet() {
		return ErrPublicKeyFormat
	}
	if !slices.Contains(s.key.signers, *p) {
		return ErrSigner
	}
	var c scalar.Scalar
	s.key.factor(&c, &s.e, p)
	s.signBy(psig, ks, d, &c)
	return nil
}

// signBy signs by the factor c, which it changes too.
func (s *MuSigSession) signBy(psig *[32]byte, ks *[2]scalar.Scalar, d, c *scalar.Scalar) {
	var one scalar.Scalar
	k := &ks[1]
	k.Mul(k, &s.b)
	k.Add(k, &ks[0])
	k.CondNeg(s.odd)
	d.Add(d, k)
	d.Mul(d, c)
	one.SetOne()
	c.Sub(&one, c)
	k.Mul(k, c)
	d.Add(d, k)
	d.PutBytes(psig)
	ct.Declassify(psig, "a partial signature is public")
}

// MuSigSignDeterministic makes the public nonce, 66 bytes, and the partial signature, 32 bytes, of
// the last signer at once, who keeps no state (DeterministicSign of BIP-327). others is the
// aggregate of all other signers' public nonces, 66 bytes. aux is 32 bytes of fresh randomness,
// which help against faults and side channels, or nil. [ErrPrivateKey] if there is no key.
// [ErrPublicKeyFormat] if key is none. [ErrSigner] if it is not that of this signer. If others is
// no nonce, the reason is that of [ParsePublicKey]. Constant time in key and aux.
func (k *PrivateKey) MuSigSignDeterministic(key *MuSigKey, others *[66]byte, msg []byte,
	aux *[32]byte) (nonce [66]byte, psig [32]byte, err error) {
	defer guardStack()()
	if err = k.muSigSignDeterministic(&nonce, &psig, key, others, msg, aux); err != nil {
		return [66]byte{}, [32]byte{}, err
	}
	return nonce, psig, nil
}

func (k *PrivateKey) muSigSignDeterministic(nonce *[66]byte, psig *[32]byte, key *MuSigKey,
	others *[66]byte, msg []byte, aux *[32]byte) error {
	var d scalar.Scalar
	var s muSigSecret
	var session MuSigSession
	var p muSigPoints
	defer wipeScalars(&d, &s.k[0], &s.k[1])
	if err := k.load(&d); err != nil {
		return err
	}
	if !key.IsValid() {
		return ErrPublicKeyFormat
	}
	if e := p.setVar(others, false); e != 0 {
		return e
	}
	muSigTags.deterministicNonces(&s.k, &d, aux, others[:], &key.point, msg)
	own, ok := s.setPublic()
	if !ok {
		return ErrNonce
	}
	*nonce = s.public
	session.startOfBothVar(key, &p, &own, msg)
	return session.sign(psig, &s.k, &d, &k.PublicKey().point)
}

// deterministicNonces sets k to the nonces of DeterministicSign, reduced; others is what they are
// made from of the other signers.  time: depends on lengths and on aux being nil only.
func (g *nonceTags) deterministicNonces(k *[2]scalar.Scalar, d *scalar.Scalar, aux *[32]byte,
	others []byte, agg *group.Affine, msg []byte) {
	var masked, hash [32]byte
	var end [32 + 8]byte
	if aux != nil {
		g.mask(&masked, aux, d)
	} else {
		d.PutBytes(&masked)
	}
	agg.X.PutBytes((*[32]byte)(end[:]))
	binary.BigEndian.PutUint64(end[32:], uint64(len(msg)))
	for i := range k {
		h := sha256.New()
		restore(h.(encoding.BinaryUnmarshaler), g.deterministic.midstate())
		h.Write(masked[:])
		h.Write(others)
		h.Write(end[:])
		h.Write(msg)
		h.Write([]byte{byte(i)})
		h.Sum(hash[:0])
		k[i].SetBytes(&hash)
	}
	wipeBytes(masked[:], hash[:])
}
