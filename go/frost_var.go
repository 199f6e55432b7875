// FROST (BIP-445), what is public: group keys, public shares and sessions. Variable time.

package p256k1

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// How many participants BIP-445 allows, and all else here.
const mostFrost, mostFrostShares = 128, 65535

var tagFrostNonceCoef = tag{text: "BIP0445/noncecoef"}

// FrostKey is a group key with its threshold and its tweaks: any t of n participants sign by it as
// BIP-445 says. Its signatures are those of BIP-340. It never changes once it is made. nil and the
// zero value are no key.
type FrostKey struct {
	key MuSigKey // with its tweaks; it has no signers of its own
	of  frostGroup
}

// A frostGroup is a group key without tweaks, which public shares fit, of t of n participants.
type frostGroup struct {
	plain group.Affine
	t, n  int
}

// newFrostGroup makes that of at most so many participants.
func newFrostGroup(p *PublicKey, t, n, most int) (g frostGroup, err error) {
	if t < 1 || t > n || n > most {
		return g, ErrThreshold
	}
	if !p.IsValid() {
		return g, ErrPublicKeyFormat
	}
	return frostGroup{p.point, t, n}, nil
}

// NewFrostKey begins the use of a group key by t of n participants. [ErrPublicKeyFormat] if the key
// is none, [ErrThreshold] unless 1 <= t <= n <= 128.
func NewFrostKey(p *PublicKey, t, n int) (*FrostKey, error) {
	g, err := newFrostGroup(p, t, n, mostFrost)
	if err != nil {
		return nil, err
	}
	return &FrostKey{MuSigKey{point: p.point}, g}, nil
}

// IsValid reports whether k is a key, and not nil or the zero value.
func (k *FrostKey) IsValid() bool { return k != nil && k.key.IsValid() }

// PublicKey returns the group key with its tweaks, and the zero value if there is none.
func (k *FrostKey) PublicKey() *PublicKey {
	if k == nil {
		return new(PublicKey)
	}
	return k.key.PublicKey()
}

// XOnly returns the key that signatures verify under, and the zero value if there is none.
func (k *FrostKey) XOnly() *XOnlyPublicKey { return k.PublicKey().XOnly() }

// TweakAdd returns the key plus t G for a public tweak of 32 bytes, as BIP-32 derives keys. Errors
// are those of [PublicKey.TweakAdd].
func (k *FrostKey) TweakAdd(t []byte) (*FrostKey, error) { return k.tweakAdd(t, false) }

// TweakAddXOnly is [FrostKey.TweakAdd] to the x-only key, whose y is even, as taproot does
// (BIP-341).
func (k *FrostKey) TweakAddXOnly(t []byte) (*FrostKey, error) { return k.tweakAdd(t, true) }

func (k *FrostKey) tweakAdd(t []byte, xonly bool) (*FrostKey, error) {
	if !k.IsValid() {
		return nil, ErrPublicKeyFormat
	}
	tweaked, err := k.key.tweakAdd(t, xonly)
	if err != nil {
		return nil, err
	}
	return &FrostKey{*tweaked, k.of}, nil
}

// FrostSigners are some participants, in any order. A participant's identifier is a number from 0
// on, below the number of participants.
type FrostSigners struct {
	IDs    []int        // all different
	Shares []*PublicKey // their public shares, or nil where they are not known
}

// CheckSigners returns nil if the participants can sign by the key. [ErrThreshold] if there are
// fewer than the threshold. [ErrSigner] if an identifier is not that of a participant or repeats,
// or shares are not as many. [ErrPublicKeyFormat] if there is no key, in a [ContributionError] if a
// public share is none. [ErrShares] if public shares do not lie on one polynomial with the group
// key.
func (k *FrostKey) CheckSigners(who FrostSigners) error {
	if !k.IsValid() {
		return ErrPublicKeyFormat
	}
	return k.of.checkSigners(who)
}

func (g *frostGroup) checkSigners(who FrostSigners) error {
	if len(who.IDs) < g.t {
		return ErrThreshold
	}
	ids := slices.Clone(who.IDs)
	slices.Sort(ids)
	if len(ids) > g.n || ids[0] < 0 || ids[len(ids)-1] >= g.n ||
		len(slices.Compact(ids)) != len(who.IDs) ||
		who.Shares != nil && len(who.Shares) != len(who.IDs) {
		return ErrSigner
	}
	if who.Shares == nil {
		return nil
	}
	return g.checkSharesVar(who)
}

// setID sets x to the place of a participant on the polynomial.
func setID(x *scalar.Scalar, id int) { x.SetInt(uint32(id + 1)) }

// differences sets r to the product of x_j - x over all participants but number skip.
func differences(r, x *scalar.Scalar, ids []int, skip int) {
	r.SetOne()
	for j, id := range ids {
		if j != skip {
			var d scalar.Scalar
			setID(&d, id)
			d.Sub(&d, x)
			r.Mul(r, &d)
		}
	}
}

// lagrangeVar sets r to the coefficient by which share i enters the value at 0: the product of
// x_j / (x_j - x_i) over all other j.
func lagrangeVar(r *scalar.Scalar, ids []int, i int) {
	var x, zero, below scalar.Scalar
	setID(&x, ids[i])
	differences(r, &zero, ids, i)
	differences(&below, &x, ids, i)
	below.InvVar(&below)
	r.Mul(r, &below)
}

// checkSharesVar checks that the public shares and the group key lie on one polynomial of degree
// below t. Values at 0 and at n >= t places do if the sum of v_i m(x_i) f(x_i) is 0 for each
// polynomial m of degree n - t, where v_i is 1 over the product of x_i - x_j. Here m is
// 1 + w x + ... + (w x)^(n - t) for a w that nobody chooses: a wrong value passes for at most n - t
// of all w.
func (g *frostGroup) checkSharesVar(who FrostSigners) error {
	n := len(who.IDs)
	terms := make([]mult.Term, n+1)
	text := make([]byte, 0, 37*(n+1))
	for i, p := range who.Shares {
		if !p.IsValid() {
			return &ContributionError{i, ErrPublicKeyFormat}
		}
		b := p.Compressed()
		text = append(binary.BigEndian.AppendUint32(text, uint32(who.IDs[i])), b[:]...)
		terms[i].P = p.point
	}
	var own [33]byte
	putCompressed(&own, &g.plain)
	hash := sha256.Sum256(append(text, own[:]...))
	terms[n].P = g.plain
	var w scalar.Scalar
	w.SetBytes(&hash)
	for i := range terms {
		var x, wx, m, one scalar.Scalar
		v := &terms[i].K
		if i < n {
			setID(&x, who.IDs[i])
		}
		differences(v, &x, who.IDs, i)
		if i < n { // the place 0 too
			v.Mul(v, &x)
			v.Neg(v)
		}
		v.InvVar(v)
		one.SetOne()
		m = one
		wx.Mul(&w, &x)
		for range n - g.t {
			m.Mul(&m, &wx)
			m.Add(&m, &one)
		}
		v.Mul(v, &m)
	}
	sum := sumVar(terms)
	if !sum.IsInfinityVar() {
		return ErrShares
	}
	return nil
}

// FrostPublicShare returns the public share of a participant from a commitment, t points of which
// the first is the group key. A share is right if it is the private key of that.
// [ErrSigner] if id is negative or above 65534, [ErrPublicKeyFormat] if there is no point or one is
// none, [ErrNoPoint] if the sum is infinity. Variable time.
func FrostPublicShare(commitment []*PublicKey, id int) (*PublicKey, error) {
	if id < 0 || id >= mostFrostShares {
		return nil, ErrSigner
	}
	if len(commitment) == 0 {
		return nil, ErrPublicKeyFormat
	}
	var x, power scalar.Scalar
	setID(&x, id)
	power.SetOne()
	terms := make([]mult.Term, len(commitment))
	for i, p := range commitment {
		if !p.IsValid() {
			return nil, ErrPublicKeyFormat
		}
		terms[i] = mult.Term{P: p.point, K: power}
		power.Mul(&power, &x)
	}
	var r PublicKey
	sum := sumVar(terms)
	if !r.point.SetJacobianVar(&sum) {
		return nil, ErrNoPoint
	}
	return copyOf(&r), nil
}

// FrostSession is what a key, signers, their nonces and a message fix. It never changes once it is
// made, and holds no secret. nil and the zero value are no session.
type FrostSession struct {
	session MuSigSession // whose challenge has the sign of the key
	who     FrostSigners
}

func (s *FrostSession) isSet() bool { return s != nil && len(s.who.IDs) > 0 }

// NewSession begins the signing of a message of any length. nonce is the sum of all signers' public
// nonces, 66 bytes, which [AggregateMuSigNonces] makes. Errors are those of
// [FrostKey.CheckSigners]; if the nonce is none, the reason is that of [ParsePublicKey]. Variable
// time.
func (k *FrostKey) NewSession(who FrostSigners, nonce *[66]byte,
	msg []byte) (*FrostSession, error) {
	var p muSigPoints
	if err := k.CheckSigners(who); err != nil {
		return nil, err
	}
	if e := p.setVar(nonce, true); e != 0 {
		return nil, e
	}
	s := new(FrostSession)
	s.startVar(k, who, &p, msg)
	return s, nil
}

// frostIDs are the sorted identifiers as BIP-445 hashes them, behind how many they are.
func frostIDs(who FrostSigners) []byte {
	ids := slices.Clone(who.IDs)
	slices.Sort(ids)
	text := binary.BigEndian.AppendUint32(nil, uint32(len(ids)))
	for _, id := range ids {
		text = binary.BigEndian.AppendUint32(text, uint32(id))
	}
	return text
}

// startVar makes s the session of the sums of the nonces.
func (s *FrostSession) startVar(k *FrostKey, who FrostSigners, p *muSigPoints, msg []byte) {
	var end [66 + 32]byte
	var hash [32]byte
	p.put((*[66]byte)(end[:]))
	k.key.point.X.PutBytes((*[32]byte)(end[66:]))
	tagFrostNonceCoef.sum(&hash, frostIDs(who), end[:], msg)
	s.session.b.SetBytes(&hash)
	s.session.startWithVar(&k.key, p, msg)
	s.session.e.CondNeg(k.key.sign())
	s.who = FrostSigners{slices.Clone(who.IDs), slices.Clone(who.Shares)}
}

// startOfBothVar makes s the session of the sums of one or two public nonces.
func (s *FrostSession) startOfBothVar(k *FrostKey, who FrostSigners, own, others *muSigPoints,
	msg []byte) {
	var sum muSigNonceSum
	sum.addVar(own)
	if others != nil {
		sum.addVar(others)
	}
	p := sum.points()
	s.startVar(k, who, &p, msg)
}

// factorVar sets c to the challenge times the coefficient of signer i.
func (s *FrostSession) factorVar(c *scalar.Scalar, i int) {
	lagrangeVar(c, s.who.IDs, i)
	c.Mul(c, &s.session.e)
}

// CheckPartial returns nil if psig, 32 bytes, is the partial signature of the participant with that
// public nonce of 66 bytes. The session must have public shares. [ErrPublicKeyFormat] if there is
// no session, [ErrSigner] if the participant is none of its signers or has no public share,
// [ErrSRange], the reason of [ParsePublicKey] for the nonce, or [ErrSignature]. Variable time.
func (s *FrostSession) CheckPartial(psig *[32]byte, nonce *[66]byte, id int) error {
	if !s.isSet() {
		return ErrPublicKeyFormat
	}
	i := slices.Index(s.who.IDs, id)
	if i < 0 || s.who.Shares == nil {
		return ErrSigner
	}
	var c scalar.Scalar
	s.factorVar(&c, i)
	return s.session.equationVar(psig, nonce, &s.who.Shares[i].point, &c)
}

// VerifyPartial reports whether [FrostSession.CheckPartial] finds nothing wrong.
func (s *FrostSession) VerifyPartial(psig *[32]byte, nonce *[66]byte, id int) bool {
	return s.CheckPartial(psig, nonce, id) == nil
}

// Signature makes the signature of BIP-340, 64 bytes, from the partial signatures of all signers of
// the session, 32 bytes each. It is not verified. [ErrPublicKeyFormat] if there is no session,
// [ErrSigner] if signatures are not as many as signers, [ErrSRange] in a [ContributionError].
// Variable time.
func (s *FrostSession) Signature(psigs [][32]byte) (sig [64]byte, err error) {
	if !s.isSet() {
		return sig, ErrPublicKeyFormat
	}
	if len(psigs) != len(s.who.IDs) {
		return sig, ErrSigner
	}
	return s.session.add(psigs)
}
