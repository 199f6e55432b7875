// RFC 9591's FROST(secp256k1, SHA-256), what is public: group keys, sessions and signatures.
// Variable time.

package p256k1

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// FrostRFCKey is a group key with its threshold: any t of n participants sign by it as RFC 9591's
// FROST(secp256k1, SHA-256) says. [PublicKey.VerifyFrost] verifies its signatures. Use a group key
// by one standard only: for BIP-340's signatures by [FrostKey]. It never changes once it is made.
// nil and the zero value are no key.
//
// Participants have numbers from 0 on, as in [FrostSigners]. RFC 9591 counts from 1: its identifier
// of a participant is greater by one.
type FrostRFCKey struct{ of frostGroup }

// NewFrostRFCKey begins the use of a group key by t of n participants. [ErrPublicKeyFormat] if the
// key is none, [ErrThreshold] unless 1 <= t <= n <= 65535.
func NewFrostRFCKey(p *PublicKey, t, n int) (*FrostRFCKey, error) {
	g, err := newFrostGroup(p, t, n, mostFrostShares)
	if err != nil {
		return nil, err
	}
	return &FrostRFCKey{g}, nil
}

// IsValid reports whether k is a key, and not nil or the zero value.
func (k *FrostRFCKey) IsValid() bool { return k != nil && isSet(&k.of.plain) }

// PublicKey returns the group key, and the zero value if there is none.
func (k *FrostRFCKey) PublicKey() *PublicKey {
	if k == nil {
		return new(PublicKey)
	}
	return &PublicKey{k.of.plain}
}

// CheckSigners is [FrostKey.CheckSigners] for this key.
func (k *FrostRFCKey) CheckSigners(who FrostSigners) error {
	if !k.IsValid() {
		return ErrPublicKeyFormat
	}
	return k.of.checkSigners(who)
}

// FrostRFCSession is what a key, signers, their nonces and a message fix. It never changes once it
// is made, and holds no secret. nil and the zero value are no session.
type FrostRFCSession struct {
	who    FrostSigners
	nonces [][66]byte
	prefix [33 + 2*sha256.Size]byte // of what is hashed for each binding factor
	r      [33]byte                 // the final nonce
	e      scalar.Scalar            // the challenge
}

func (s *FrostRFCSession) isSet() bool { return s != nil && len(s.who.IDs) > 0 }

// putID writes the identifier that RFC 9591 has for a participant.
func putID(b *[32]byte, id int) { binary.BigEndian.PutUint32(b[28:], uint32(id+1)) }

// NewSession begins the signing of a message of any length. nonces are the public nonces of the
// signers, 66 bytes each, in their order. Errors are those of [FrostKey.CheckSigners]. [ErrSigner]
// if nonces are not as many as signers. If one is none, the reason is that of [ParsePublicKey], in
// a [ContributionError]. [ErrNoPoint] if they add up to infinity. Variable time.
func (k *FrostRFCKey) NewSession(who FrostSigners, nonces [][66]byte,
	msg []byte) (*FrostRFCSession, error) {
	if err := k.CheckSigners(who); err != nil {
		return nil, err
	}
	if len(nonces) != len(who.IDs) {
		return nil, ErrSigner
	}
	s := &FrostRFCSession{who: FrostSigners{slices.Clone(who.IDs), slices.Clone(who.Shares)},
		nonces: slices.Clone(nonces)}
	own := (*[33]byte)(s.prefix[:])
	putCompressed(own, &k.of.plain)
	h := sha256.New()
	h.Write([]byte(frostContext + "msg"))
	h.Write(msg)
	h.Sum(s.prefix[33:33])
	s.hashNonces()
	if err := s.addNoncesVar(); err != nil {
		return nil, err
	}
	frostHash(&s.e, "chal", s.r[:], own[:], msg)
	return s, nil
}

// hashNonces ends the prefix with the hash of all nonces, by ascending identifiers.
func (s *FrostRFCSession) hashNonces() {
	order := make([]int, len(s.who.IDs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return s.who.IDs[a] - s.who.IDs[b] })
	h := sha256.New()
	h.Write([]byte(frostContext + "com"))
	for _, i := range order {
		var id [32]byte
		putID(&id, s.who.IDs[i])
		h.Write(id[:])
		h.Write(s.nonces[i][:])
	}
	h.Sum(s.prefix[65:65])
}

// binding sets b to the binding factor of signer i.
func (s *FrostRFCSession) binding(b *scalar.Scalar, i int) {
	var id [32]byte
	putID(&id, s.who.IDs[i])
	frostHash(b, "rho", s.prefix[:], id[:])
}

// addNoncesVar sets the final nonce.
func (s *FrostRFCSession) addNoncesVar() error {
	terms := make([]mult.Term, 0, 2*len(s.nonces))
	for i := range s.nonces {
		var p muSigPoints
		var one, b scalar.Scalar
		if e := p.setVar(&s.nonces[i], false); e != 0 {
			return &ContributionError{i, e}
		}
		one.SetOne()
		s.binding(&b, i)
		terms = append(terms, mult.Term{P: p[0], K: one}, mult.Term{P: p[1], K: b})
	}
	var final group.Affine
	sum := sumVar(terms)
	if !final.SetJacobianVar(&sum) {
		return ErrNoPoint
	}
	putCompressed(&s.r, &final)
	return nil
}

// ofSignerVar returns the session of signer i, whose binding factor it has, and sets c to the
// challenge times the coefficient of the signer.
func (s *FrostRFCSession) ofSignerVar(c *scalar.Scalar, i int) (of MuSigSession) {
	s.binding(&of.b, i)
	lagrangeVar(c, s.who.IDs, i)
	c.Mul(c, &s.e)
	return of
}

// CheckPartial returns nil if psig, 32 bytes, is the partial signature of the participant. The
// session must have public shares. [ErrPublicKeyFormat] if there is no session, [ErrSigner] if the
// participant is none of its signers or has no public share, [ErrSRange] or [ErrSignature].
// Variable time.
func (s *FrostRFCSession) CheckPartial(psig *[32]byte, id int) error {
	if !s.isSet() {
		return ErrPublicKeyFormat
	}
	i := slices.Index(s.who.IDs, id)
	if i < 0 || s.who.Shares == nil {
		return ErrSigner
	}
	var c scalar.Scalar
	session := s.ofSignerVar(&c, i)
	return session.equationVar(psig, &s.nonces[i], &s.who.Shares[i].point, &c)
}

// VerifyPartial reports whether [FrostRFCSession.CheckPartial] finds nothing wrong.
func (s *FrostRFCSession) VerifyPartial(psig *[32]byte, id int) bool {
	return s.CheckPartial(psig, id) == nil
}

// Signature makes the signature of RFC 9591, 65 bytes: a compressed point and a number. psigs are
// the partial signatures of all signers of the session, 32 bytes each. It is not verified.
// [ErrPublicKeyFormat] if there is no session, [ErrSigner] if signatures are not as many as
// signers, [ErrSRange] in a [ContributionError]. Variable time.
func (s *FrostRFCSession) Signature(psigs [][32]byte) (sig [65]byte, err error) {
	if !s.isSet() {
		return sig, ErrPublicKeyFormat
	}
	if len(psigs) != len(s.who.IDs) {
		return sig, ErrSigner
	}
	sum, err := new(MuSigSession).add(psigs)
	if err != nil {
		return sig, err
	}
	copy(sig[:], s.r[:])
	copy(sig[33:], sum[32:])
	return sig, nil
}

// VerifyFrost reports whether [PublicKey.CheckFrost] finds nothing wrong.
func (p *PublicKey) VerifyFrost(msg, sig []byte) bool { return p.CheckFrost(msg, sig) == nil }

// CheckFrost returns nil if sig, 65 bytes, is the signature of a message of any length by p, as
// RFC 9591's FROST(secp256k1, SHA-256) has it. [ErrPublicKeyFormat] if p is no key,
// [ErrSignatureLength], the reason of [ParsePublicKey] for the point, [ErrSRange] or
// [ErrSignature]. Variable time.
func (p *PublicKey) CheckFrost(msg, sig []byte) error {
	if !p.IsValid() {
		return ErrPublicKeyFormat
	}
	if len(sig) != 65 {
		return ErrSignatureLength
	}
	var c scalar.Scalar
	own := p.Compressed()
	frostHash(&c, "chal", sig[:33], own[:], msg)
	return frostEquationVar((*[65]byte)(sig), &p.point, &c).orNil()
}

// frostEquationVar returns 0 if s G = R + c P for a signature R | s; it changes c.
func frostEquationVar(sig *[65]byte, p *group.Affine, c *scalar.Scalar) Error {
	var r, got group.Affine
	var ofG scalar.Scalar
	var j group.Jacobian
	if e := parseVar(&r, sig[:33], false); e != 0 {
		return e
	}
	if ofG.SetBytes((*[32]byte)(sig[33:])) == 1 {
		return ErrSRange
	}
	c.Neg(c)
	mult.Mul2Var(&j, p, c, &ofG)
	if !got.SetJacobianVar(&j) || got != r {
		return ErrSignature
	}
	return 0
}
