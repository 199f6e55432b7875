// FROST, what is made with secrets: shares, and nonces and partial signatures of BIP-445. Constant
// time.

package p256k1

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// frostTags are the tags of BIP-445.
var frostTags = nonceTags{tag{text: "BIP0445/aux"}, tag{text: "BIP0445/nonce"},
	tag{text: "BIP0445/deterministic/nonce"}}

// FrostNonce is a participant's secret nonce, for one partial signature, and its public nonce. As
// [MuSigNonce] it has no bytes, copies share one nonce, and [PrivateKey.FrostSign] or
// [PrivateKey.FrostRFCSign] takes it away. nil, the zero value and a used nonce are no nonce.
type FrostNonce struct{ nonce MuSigNonce }

// Public returns the public nonce, 66 bytes for the other signers, before and after the secret one
// is used. Zeros for nil and the zero value.
func (n *FrostNonce) Public() (b [66]byte) {
	if n != nil {
		b = n.nonce.Public()
	}
	return b
}

// Zero overwrites the secret nonce, which is none afterwards.
func (n *FrostNonce) Zero() {
	if n != nil {
		n.nonce.Zero()
	}
}

const redactedFrost = "p256k1.FrostNonce(redacted)"

// Format writes, by every verb, words that say nothing of the nonce.
func (n FrostNonce) Format(f fmt.State, _ rune) { io.WriteString(f, redactedFrost) }

// String returns words that say nothing of the nonce, and <nil> for nil.
func (n *FrostNonce) String() string { return wordsOf(n, redactedFrost) }

// GoString is [FrostNonce.String].
func (n *FrostNonce) GoString() string { return n.String() }

// FrostShares splits the key into shares of n participants, of which any t sign (a trusted dealer).
// Each share is a private key, that of participant 0 first. commitment has t points, public: the
// first is the group key, and [FrostPublicShare] makes public shares of them. [ErrPrivateKey] if
// there is no key, [ErrThreshold] unless 1 <= t <= n <= 65535, [ErrRandomness]. Constant time.
func (k *PrivateKey) FrostShares(t, n int) (shares []*PrivateKey, commitment []*PublicKey,
	err error) {
	if t < 1 || t > n || n > mostFrostShares {
		return nil, nil, ErrThreshold
	}
	if k.PublicKey() == nil {
		return nil, nil, ErrPrivateKey
	}
	polynomial := make([]*PrivateKey, 1, t)
	polynomial[0] = k
	defer func() {
		for _, a := range polynomial[1:] {
			a.Zero()
		}
	}()
	for range t - 1 {
		a, err := GenerateKey()
		if err != nil {
			return nil, nil, err
		}
		polynomial = append(polynomial, a)
	}
	return frostShares(polynomial, n)
}

// frostShares splits the first coefficient of a polynomial.
func frostShares(polynomial []*PrivateKey, n int) (shares []*PrivateKey, commitment []*PublicKey,
	err error) {
	defer guardStack()()
	for _, a := range polynomial {
		commitment = append(commitment, a.PublicKey())
	}
	for id := range n {
		share, err := frostShare(polynomial, id)
		if err != nil {
			return nil, nil, err
		}
		shares = append(shares, share)
	}
	return shares, commitment, nil
}

// frostShare returns the value of a polynomial at the place of a participant.
func frostShare(polynomial []*PrivateKey, id int) (*PrivateKey, error) {
	var s, a, x scalar.Scalar
	defer wipeScalars(&s, &a)
	setID(&x, id)
	for _, coefficient := range slices.Backward(polynomial) {
		if err := coefficient.load(&a); err != nil {
			return nil, err
		}
		s.Mul(&s, &x)
		s.Add(&s, &a)
	}
	if ct.DeclassifyBit(s.IsZero(), "whether a share exists is the result") == 1 {
		return nil, ErrRandomness
	}
	return newPrivateKey(&s), nil
}

// FrostNonceInput is what a nonce is made from beside a share and randomness. Each part helps where
// randomness is bad, and each may be absent.
type FrostNonceInput struct {
	Key     *FrostKey // the group key with its tweaks, or nil
	Message []byte    // of any length; nil if it is not known yet, which is not an empty one
	Extra   []byte    // anything else, less than 2^32 bytes
}

// NewFrostNonce makes the nonces of the participant whose share this key is, from fresh randomness.
// [ErrPrivateKey] if there is no share, [ErrSigner] if id is negative or above 127, [ErrNonce] if
// the input is too long. Constant time.
func (k *PrivateKey) NewFrostNonce(id int, in FrostNonceInput) (*FrostNonce, error) {
	defer guardStack()()
	var random [32]byte
	rand.Read(random[:]) // never returns an error
	n, err := k.newFrostNonce(&random, id, &in)
	wipeBytes(random[:])
	return n, err
}

func (k *PrivateKey) newFrostNonce(random *[32]byte, id int,
	in *FrostNonceInput) (*FrostNonce, error) {
	var d scalar.Scalar
	if err := k.load(&d); err != nil {
		return nil, err
	}
	defer wipeScalars(&d)
	if id < 0 || id >= mostFrost {
		return nil, ErrSigner
	}
	if uint64(len(in.Extra)) > math.MaxUint32 {
		return nil, ErrNonce
	}
	s := &muSigSecret{signer: k.PublicKey().point}
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], uint32(id))
	text := nonceText{&frostTags, &b, &s.signer, nil, in.Message, in.Extra}
	if in.Key.IsValid() {
		text.agg = &in.Key.key.point
	}
	text.nonces(&s.k, random, &d)
	if _, ok := s.setPublic(); !ok {
		return nil, ErrNonce
	}
	return &FrostNonce{MuSigNonce{&s}}, nil
}

// FrostSign makes the partial signature of a session, 32 bytes, of the participant whose share this
// key is, by a nonce of it, which is used up whatever the result. [ErrNonce] if the nonce is none,
// or of another share. [ErrPrivateKey] if there is no share, [ErrPublicKeyFormat] if there is no
// session. [ErrSigner] if the participant is none of its signers. [ErrShares] if the share is not
// that of its public share. The result is not verified. Constant time.
func (k *PrivateKey) FrostSign(nonce *FrostNonce, id int,
	s *FrostSession) (psig [32]byte, err error) {
	defer guardStack()()
	err = k.frostSign(&psig, nonce, id, s)
	return psig, err
}

func (k *PrivateKey) frostSign(psig *[32]byte, nonce *FrostNonce, id int, s *FrostSession) error {
	var d scalar.Scalar
	var ks [2]scalar.Scalar
	defer wipeScalars(&d, &ks[0], &ks[1])
	p, err := k.takeFrost(&ks, &d, nonce)
	if err != nil {
		return err
	}
	return s.sign(psig, &ks, &d, p, id)
}

// takeFrost moves a nonce of this share to ks, and sets d to the share, that of p.
func (k *PrivateKey) takeFrost(ks *[2]scalar.Scalar, d *scalar.Scalar,
	nonce *FrostNonce) (p *PublicKey, err error) {
	var taken *muSigSecret
	if nonce != nil {
		taken = nonce.nonce.take(ks)
	}
	if err := k.load(d); err != nil {
		return nil, err
	}
	p = k.PublicKey()
	if taken == nil || taken.signer != p.point {
		return nil, ErrNonce
	}
	return p, nil
}

// signer returns the place of a participant among the signers: ErrSigner if it has none, ErrShares
// if its public share is known and not p.
func (who *FrostSigners) signer(id int, p *PublicKey) (int, error) {
	i := slices.Index(who.IDs, id)
	if i < 0 {
		return i, ErrSigner
	}
	if who.Shares != nil && !who.Shares[i].Equal(p) {
		return i, ErrShares
	}
	return i, nil
}

// sign makes the partial signature of a participant by the nonces ks; it changes them and d, the
// share of p.
func (s *FrostSession) sign(psig *[32]byte, ks *[2]scalar.Scalar, d *scalar.Scalar, p *PublicKey,
	id int) error {
	if !s.isSet() {
		return ErrPublicKeyFormat
	}
	i, err := s.who.signer(id, p)
	if err != nil {
		return err
	}
	var c scalar.Scalar
	s.factorVar(&c, i)
	s.session.signBy(psig, ks, d, &c)
	return nil
}

// FrostSignDeterministic makes the public nonce, 66 bytes, and the partial signature, 32 bytes, of
// the last signer at once, who keeps no state. others is the sum of all other signers' public
// nonces, 66 bytes, and nil for a signer who is alone. aux is 32 bytes of fresh randomness, which
// help against faults and side channels, or nil. Errors are those of [FrostKey.NewSession] and
// [PrivateKey.FrostSign]; [ErrNonce] if others is nil and should not be, or the other way round.
// Constant time in share and aux.
func (k *PrivateKey) FrostSignDeterministic(key *FrostKey, who FrostSigners, id int,
	others *[66]byte, msg []byte, aux *[32]byte) (nonce [66]byte, psig [32]byte, err error) {
	defer guardStack()()
	if err = k.frostSignDeterministic(&nonce, &psig, key, who, id, others, msg, aux); err != nil {
		return [66]byte{}, [32]byte{}, err
	}
	return nonce, psig, nil
}

func (k *PrivateKey) frostSignDeterministic(nonce *[66]byte, psig *[32]byte, key *FrostKey,
	who FrostSigners, id int, others *[66]byte, msg []byte, aux *[32]byte) error {
	var d, signed scalar.Scalar
	var s muSigSecret
	var session FrostSession
	var p muSigPoints
	var more *muSigPoints
	defer wipeScalars(&d, &signed, &s.k[0], &s.k[1])
	if err := k.load(&d); err != nil {
		return err
	}
	if err := key.CheckSigners(who); err != nil {
		return err
	}
	if !slices.Contains(who.IDs, id) {
		return ErrSigner
	}
	if (others == nil) != (len(who.IDs) == 1) {
		return ErrNonce
	}
	text := append(binary.BigEndian.AppendUint32(nil, uint32(id)), frostIDs(who)...)
	if others != nil {
		if e := p.setVar(others, false); e != 0 {
			return e
		}
		more = &p
		text = append(append(text, 66), others[:]...)
	} else {
		text = append(text, 0)
	}
	// The share with the sign that it signs with, so that the key and its negative have different
	// nonces.
	signed = d
	signed.CondNeg(key.key.sign())
	frostTags.deterministicNonces(&s.k, &signed, aux, text, &key.key.point, msg)
	own, ok := s.setPublic()
	if !ok {
		return ErrNonce
	}
	*nonce = s.public
	session.startOfBothVar(key, who, &own, more, msg)
	return session.sign(psig, &s.k, &d, k.PublicKey(), id)
}
