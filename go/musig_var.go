// MuSig2 (BIP-327), what is public: aggregate keys, nonces and signatures, and sessions. Variable
// time.

package p256k1

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/lanes"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// The tags of BIP-327 for what is public.
var (
	tagKeyAggList        = tag{text: "KeyAgg list"}
	tagKeyAggCoefficient = tag{text: "KeyAgg coefficient"}
	tagMuSigNonceCoef    = tag{text: "MuSig/noncecoef"}
)

// ContributionError says whose contribution is refused, and why.
type ContributionError struct {
	Index int   // the contribution's place in the list
	Err   error // what is wrong with it
}

// Error returns one line of English.
func (e *ContributionError) Error() string {
	return e.Err.Error() + ", in contribution " + strconv.Itoa(e.Index)
}

// Unwrap returns the reason alone.
func (e *ContributionError) Unwrap() error { return e.Err }

// SortPublicKeys sorts keys by their compressed encodings (KeySort of BIP-327). An aggregate key
// depends on the order: sort where signers have agreed on none. Variable time.
func SortPublicKeys(keys []*PublicKey) {
	slices.SortFunc(keys, func(a, b *PublicKey) int {
		left, right := a.Compressed(), b.Compressed()
		return bytes.Compare(left[:], right[:])
	})
}

// MuSigKey is the aggregate of the keys of several signers, who sign by it together as BIP-327
// says. Its signatures are those of BIP-340. It never changes once it is made. nil and the zero
// value are no key.
type MuSigKey struct {
	point   group.Affine // with its tweaks
	signers []group.Affine
	second  group.Affine // the first key that is not the first one; the zero value: there is none
	list    [32]byte     // the hash of all keys
	negated uint64       // 1 if x-only tweaks negated the point an odd number of times, else 0
	tweak   scalar.Scalar
}

// noMuSigKey is the key of nil. Nobody changes it.
var noMuSigKey MuSigKey

func (k *MuSigKey) at() *MuSigKey {
	if k == nil {
		return &noMuSigKey
	}
	return k
}

// NewMuSigKey aggregates keys, which may repeat (KeyAgg of BIP-327). [ErrPublicKeyFormat] if there
// is none, in a [ContributionError] if one is none. [ErrNoPoint] if the keys add up to infinity.
// Variable time.
func NewMuSigKey(keys []*PublicKey) (*MuSigKey, error) {
	if len(keys) == 0 {
		return nil, ErrPublicKeyFormat
	}
	r := &MuSigKey{signers: make([]group.Affine, len(keys))}
	encodings := make([]byte, 0, 33*len(keys))
	for i, p := range keys {
		if !p.IsValid() {
			return nil, &ContributionError{i, ErrPublicKeyFormat}
		}
		r.signers[i] = p.point
		if !isSet(&r.second) && p.point != r.signers[0] {
			r.second = p.point
		}
		b := p.Compressed()
		encodings = append(encodings, b[:]...)
	}
	tagKeyAggList.sum(&r.list, encodings, nil, nil)
	terms := make([]mult.Term, len(keys))
	for i := range terms {
		terms[i].P = r.signers[i]
		r.coefficient(&terms[i].K, &r.signers[i])
	}
	sum := sumVar(terms)
	if !r.point.SetJacobianVar(&sum) {
		return nil, ErrNoPoint
	}
	return r, nil
}

// sumVar returns the sum of some products.
func sumVar(terms []mult.Term) (sum group.Jacobian) {
	mult.SumVar(&sum, new(scalar.Scalar), terms, &mult.Scratch{AddPairs: lanes.AddPairsVar})
	return sum
}

// coefficient sets a to what the key of a signer is multiplied with.
func (k *MuSigKey) coefficient(a *scalar.Scalar, p *group.Affine) {
	if *p == k.second {
		a.SetOne()
		return
	}
	var b [33]byte
	var h [32]byte
	putCompressed(&b, p)
	tagKeyAggCoefficient.sum(&h, k.list[:], b[:], nil)
	a.SetBytes(&h)
}

// factor sets c to the challenge e times the coefficient and the sign of a signer's key.
func (k *MuSigKey) factor(c, e *scalar.Scalar, p *group.Affine) {
	k.coefficient(c, p)
	c.Mul(c, e)
	c.CondNeg(k.sign())
}

// sign is 1 if a signer's key counts as its negative, else 0.
func (k *MuSigKey) sign() uint64 { return k.point.Y.IsOdd() ^ k.negated }

// IsValid reports whether k is a key, and not nil or the zero value.
func (k *MuSigKey) IsValid() bool { return isSet(&k.at().point) }

// PublicKey returns the aggregate key with its tweaks, and the zero value if there is none.
func (k *MuSigKey) PublicKey() *PublicKey { return &PublicKey{k.at().point} }

// XOnly returns the key that signatures of a session verify under, and the zero value if there is
// none.
func (k *MuSigKey) XOnly() *XOnlyPublicKey { return k.PublicKey().XOnly() }

// TweakAdd returns the key plus t G for a public tweak of 32 bytes, as BIP-32 derives keys. Errors
// are those of [PublicKey.TweakAdd]. Variable time.
func (k *MuSigKey) TweakAdd(t []byte) (*MuSigKey, error) { return k.tweakAdd(t, false) }

// TweakAddXOnly is [MuSigKey.TweakAdd] to the x-only key, whose y is even, as taproot does
// (BIP-341).
func (k *MuSigKey) TweakAddXOnly(t []byte) (*MuSigKey, error) { return k.tweakAdd(t, true) }

func (k *MuSigKey) tweakAdd(t []byte, xonly bool) (*MuSigKey, error) {
	if !k.IsValid() {
		return nil, ErrPublicKeyFormat
	}
	if len(t) != 32 {
		return nil, ErrTweak
	}
	r := *k
	if xonly && r.point.Y.IsOdd() == 1 {
		r.point.CondNeg(1)
		r.point.Normalize()
		r.negated ^= 1
		r.tweak.Neg(&r.tweak)
	}
	if !tweakAddVar(&r.point, (*[32]byte)(t)) {
		return nil, ErrTweak
	}
	var tweak scalar.Scalar
	tweak.SetBytes((*[32]byte)(t))
	r.tweak.Add(&r.tweak, &tweak)
	return copyOf(&r), nil
}

// TaprootOutput returns the key of the output of which k is the internal key (BIP-341), as
// [XOnlyPublicKey.TaprootOutput] does: root is the Merkle root of the scripts, 32 bytes, or nil.
func (k *MuSigKey) TaprootOutput(root []byte) (*MuSigKey, error) {
	var t [32]byte
	if !k.IsValid() {
		return nil, ErrPublicKeyFormat
	}
	if err := taprootTweak(&t, &k.point, root); err != nil {
		return nil, err
	}
	return k.TweakAddXOnly(t[:])
}

// muSigPoints are the two points of a public nonce; the zero value is infinity.
type muSigPoints [2]group.Affine

// setVar reads 66 bytes, where 33 zeros are infinity if that is allowed.
func (p *muSigPoints) setVar(b *[66]byte, infinity bool) Error {
	if b == nil {
		return ErrPublicKeyFormat
	}
	for i := range p {
		half := b[33*i : 33*i+33]
		if infinity && [33]byte(half) == [33]byte{} {
			p[i] = group.Affine{}
		} else if e := parseVar(&p[i], half, false); e != 0 {
			return e
		}
	}
	return 0
}

func (p *muSigPoints) put(b *[66]byte) {
	for i := range p {
		half := (*[33]byte)(b[33*i:])
		if isSet(&p[i]) {
			putCompressed(half, &p[i])
		} else {
			*half = [33]byte{}
		}
	}
}

// muSigNonceSum adds up public nonces.
type muSigNonceSum [2]group.Jacobian

func (s *muSigNonceSum) addVar(p *muSigPoints) {
	for i := range s {
		s[i].AddAffineVar(&s[i], &p[i])
	}
}

func (s *muSigNonceSum) points() (p muSigPoints) {
	for i := range s {
		p[i].SetJacobianVar(&s[i]) // infinity is the zero value
	}
	return p
}

// AggregateMuSigNonces adds up the public nonces of all signers, 66 bytes each (NonceAgg of
// BIP-327). The reason why one is refused, that of [ParsePublicKey], comes in a
// [ContributionError]. [ErrNonce] if there is none. Variable time.
func AggregateMuSigNonces(nonces [][66]byte) (sum [66]byte, err error) {
	if len(nonces) == 0 {
		return sum, ErrNonce
	}
	var total muSigNonceSum
	for i := range nonces {
		var p muSigPoints
		if e := p.setVar(&nonces[i], false); e != 0 {
			return sum, &ContributionError{i, e}
		}
		total.addVar(&p)
	}
	p := total.points()
	p.put(&sum)
	return sum, nil
}

// MuSigSession is what a message and the nonces of all signers fix. It never changes once it is
// made, and holds no secret. nil and the zero value are no session.
type MuSigSession struct {
	key   *MuSigKey
	r     [32]byte      // x of the final nonce
	odd   uint64        // whether its y is odd
	b     scalar.Scalar // the factor of the second nonces
	e     scalar.Scalar // the challenge
	tweak scalar.Scalar // what is added to the signatures for the tweaks
}

// NewSession begins the signing of a message of any length by the key. nonce is what
// [AggregateMuSigNonces] returned, 66 bytes. [ErrPublicKeyFormat] if there is no key. If the nonce
// is none, the reason is that of [ParsePublicKey]. Variable time.
func (k *MuSigKey) NewSession(nonce *[66]byte, msg []byte) (*MuSigSession, error) {
	var p muSigPoints
	if !k.IsValid() {
		return nil, ErrPublicKeyFormat
	}
	if e := p.setVar(nonce, true); e != 0 {
		return nil, e
	}
	s := new(MuSigSession)
	s.startVar(k, &p, nonce, msg)
	return s, nil
}

// startVar makes s the session of the sums of the nonces, whose encoding is nonce.
func (s *MuSigSession) startVar(k *MuSigKey, p *muSigPoints, nonce *[66]byte, msg []byte) {
	var q, h [32]byte
	k.point.X.PutBytes(&q)
	tagMuSigNonceCoef.sum(&h, nonce[:], q[:], msg)
	s.b.SetBytes(&h)
	s.startWithVar(k, p, msg)
}

// startWithVar does that where the factor of the second nonces is at hand.
func (s *MuSigSession) startWithVar(k *MuSigKey, p *muSigPoints, msg []byte) {
	var q [32]byte
	var sum group.Jacobian
	var final group.Affine
	k.point.X.PutBytes(&q)
	s.key = k
	effectiveNonceVar(&sum, p, &s.b)
	if !final.SetJacobianVar(&sum) {
		final = group.Generator // which stands for infinity
	}
	final.X.PutBytes(&s.r)
	s.odd = final.Y.IsOdd()
	challenge(&s.e, &s.r, &q, msg)
	s.tweak.Mul(&s.e, &k.tweak)
	if k.point.Y.IsOdd() == 1 {
		s.tweak.Neg(&s.tweak)
	}
}

// startOfBothVar makes s the session of the sums of two public nonces.
func (s *MuSigSession) startOfBothVar(k *MuSigKey, a, b *muSigPoints, msg []byte) {
	var sum muSigNonceSum
	var encoding [66]byte
	sum.addVar(a)
	sum.addVar(b)
	p := sum.points()
	p.put(&encoding)
	s.startVar(k, &p, &encoding, msg)
}

// effectiveNonceVar sets r = p[0] + b p[1].
func effectiveNonceVar(r *group.Jacobian, p *muSigPoints, b *scalar.Scalar) {
	r.SetInfinity()
	if isSet(&p[1]) {
		mult.PointVar(r, &p[1], b)
	}
	if isSet(&p[0]) {
		r.AddAffineVar(r, &p[0])
	}
}

func (s *MuSigSession) isSet() bool { return s != nil && s.key.IsValid() }

// CheckPartial returns nil if psig, 32 bytes, is the partial signature of the signer with that
// public nonce of 66 bytes (PartialSigVerify of BIP-327). Partial signatures that make a valid
// signature need no such check. Where they do not, it tells who is to blame. The first reason of
// these: [ErrPublicKeyFormat] if there is no session or no key; [ErrSigner]; [ErrSRange]; that of
// [ParsePublicKey] for the nonce; [ErrSignature]. Variable time.
func (s *MuSigSession) CheckPartial(psig *[32]byte, nonce *[66]byte, signer *PublicKey) error {
	if !s.isSet() || !signer.IsValid() {
		return ErrPublicKeyFormat
	}
	if !slices.Contains(s.key.signers, signer.point) {
		return ErrSigner
	}
	var c scalar.Scalar
	s.key.factor(&c, &s.e, &signer.point)
	return s.equationVar(psig, nonce, &signer.point, &c)
}

// equationVar returns nil if s G = +-(R1 + b R2) + c P for that point of a signer; it changes c.
func (s *MuSigSession) equationVar(psig *[32]byte, nonce *[66]byte, signer *group.Affine,
	c *scalar.Scalar) error {
	var ofG scalar.Scalar
	var p muSigPoints
	if psig == nil || ofG.SetBytes(psig) == 1 {
		return ErrSRange
	}
	if e := p.setVar(nonce, false); e != 0 {
		return e
	}
	if s.odd == 1 {
		ofG.Neg(&ofG)
	} else {
		c.Neg(c)
	}
	var left, right group.Jacobian
	effectiveNonceVar(&left, &p, &s.b)
	mult.Mul2Var(&right, signer, c, &ofG)
	if !left.EqualVar(&right) {
		return ErrSignature
	}
	return nil
}

// VerifyPartial reports whether [MuSigSession.CheckPartial] finds nothing wrong.
func (s *MuSigSession) VerifyPartial(psig *[32]byte, nonce *[66]byte, signer *PublicKey) bool {
	return s.CheckPartial(psig, nonce, signer) == nil
}

// Signature makes the signature of BIP-340, 64 bytes, from the partial signatures of all signers,
// 32 bytes each (PartialSigAgg of BIP-327). It is not verified: [XOnlyPublicKey.VerifySchnorr] of
// the aggregate key does that. [ErrPublicKeyFormat] if there is no session. [ErrSigner] if
// signatures are not as many as signers. [ErrSRange], in a [ContributionError]. Variable time.
func (s *MuSigSession) Signature(psigs [][32]byte) (sig [64]byte, err error) {
	if !s.isSet() {
		return sig, ErrPublicKeyFormat
	}
	if len(psigs) != len(s.key.signers) {
		return sig, ErrSigner
	}
	return s.add(psigs)
}

// add adds up the partial signatures.
func (s *MuSigSession) add(psigs [][32]byte) (sig [64]byte, err error) {
	sum := s.tweak
	for i := range psigs {
		var part scalar.Scalar
		if part.SetBytes(&psigs[i]) == 1 {
			return sig, &ContributionError{i, ErrSRange}
		}
		sum.Add(&sum, &part)
	}
	copy(sig[:], s.r[:])
	sum.PutBytes((*[32]byte)(sig[32:]))
	return sig, nil
}
