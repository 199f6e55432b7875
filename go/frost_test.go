// FROST: the vectors of BIP-445, sessions of some and of all participants, wrong contributions,
// nonces that are used up, arguments that are none.

package p256k1

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

type frostCase struct {
	Comment, Kind                          string
	T, N                                   int
	Thresh_pk, Aggnonce, Msg, Rand, Extra  vectors.Bytes
	Secshare, Pubshare, Secnonce, Pubnonce vectors.Bytes
	Ids                                    []int
	Pubshares, Tweaks, Pubnonces, Psigs    []vectors.Bytes
	Is_xonly                               []bool
	Id, Signer, Bad                        *int
	Expected                               any
	Error                                  string
}

func (c *frostCase) expected(t *testing.T) []byte {
	text, _ := c.Expected.(string)
	return must[[]byte](t)(hex.DecodeString(text))
}

// says reports whether the case fails with words that begin or go on like this.
func (c *frostCase) says(words string) bool { return strings.Contains(c.Error, words) }

// key is the group key with its tweaks, or why there is none.
func (c *frostCase) key() (*FrostKey, error) {
	p, err := ParsePublicKey(c.Thresh_pk)
	if err != nil {
		return nil, err
	}
	k, err := NewFrostKey(p, c.T, c.N)
	for i := range c.Tweaks {
		if err != nil {
			return nil, err
		}
		if c.Is_xonly[i] {
			k, err = k.TweakAddXOnly(c.Tweaks[i])
		} else {
			k, err = k.TweakAdd(c.Tweaks[i])
		}
	}
	return k, err
}

// who are the signers; an encoding that is no point is no key.
func (c *frostCase) who() (r FrostSigners) {
	r.IDs = c.Ids
	for _, b := range c.Pubshares {
		p, err := ParsePublicKey(b)
		if err != nil {
			p = nil
		}
		r.Shares = append(r.Shares, p)
	}
	return r
}

// want is the error of this package that stands for the words of the BIP.
func (c *frostCase) want() error {
	for words, err := range map[string]error{
		"n <= 128": ErrThreshold, "1 <= t <= n": ErrThreshold, "t <= u <= n": ErrThreshold,
		"At least t pubshares": ErrThreshold, "missing from": ErrSigner, "duplicate": ErrSigner,
		"0 <= id": ErrSigner, "its entry": ErrShares, "lie on a single": ErrShares,
		"must not be the point at infinity": ErrShares, "do not match the threshold": ErrShares,
		"tweak value": ErrTweak, "tweaked threshold public key": ErrTweak,
		"psigs and ids": ErrSigner, "psig": ErrSRange, "secshare is": ErrPrivateKey,
		"aggothernonce must": ErrNonce, "secnonce is": ErrNonce,
	} {
		if c.says(words) && (words != "psig" || c.Error == "psig") &&
			(words != "must not be the point at infinity" || !c.says("tweaked")) {
			return err
		}
	}
	return nil // the reason why an encoding is none
}

// refused reports whether there is an error, and fails the test if it is not that of the case.
func (c *frostCase) refused(t *testing.T, err error) bool {
	t.Helper()
	if want := c.want(); (err == nil) != (c.Error == "") || want != nil && !errors.Is(err, want) {
		t.Errorf("%s, %s: %v, want %v (%s)", c.Kind, c.Comment, err, want, c.Error)
	}
	return err != nil
}

// frostNonceOf is a nonce of k1 | k2 for a share.
func frostNonceOf(t *testing.T, b []byte, share *PrivateKey) *FrostNonce {
	s := &muSigSecret{signer: *share.PublicKey().at()}
	for i := range s.k {
		if s.k[i].SetBytesSeckey((*[32]byte)(b[32*i:])) == 0 {
			s.used.Store(true) // which is what such numbers say here
		}
	}
	return &FrostNonce{MuSigNonce{&s}}
}

func TestBIP445(t *testing.T) {
	seen, good := map[string]int{}, map[string]int{}
	for _, c := range vectors.Load[frostCase](t, "bip445.json", 300) {
		seen[c.Kind]++
		if c.Error == "" {
			good[c.Kind]++
		}
		switch c.Kind {
		case "threshold_info":
			who := FrostSigners{Shares: []*PublicKey{}}
			for i, b := range c.Pubshares {
				if b != nil {
					p, err := ParsePublicKey(b)
					if err != nil {
						p = nil
					}
					who.IDs, who.Shares = append(who.IDs, i), append(who.Shares, p)
				}
			}
			k, err := c.key()
			if err == nil {
				err = k.CheckSigners(who)
			}
			c.refused(t, err)
		case "nonce_gen":
			c.nonceGen(t)
		case "nonce_agg":
			sum, err := AggregateMuSigNonces(arrays66(c.Pubnonces))
			if !c.refused(t, err) && !bytes.Equal(sum[:], c.expected(t)) {
				t.Errorf("%s: %x", c.Comment, sum)
			}
		case "sign", "tweak":
			c.sign(t)
		case "verify":
			c.verify(t)
		case "sig_agg":
			c.signature(t)
		case "det_sign":
			c.deterministic(t)
		default:
			t.Errorf("%s is unknown", c.Kind)
		}
	}
	want := map[string]int{"threshold_info": 40, "nonce_gen": 6, "nonce_agg": 5, "verify": 21,
		"sig_agg": 28, "det_sign": 88}
	want["sign"], want["tweak"] = 119-seen["tweak"], seen["tweak"]
	if fmt.Sprint(seen) != fmt.Sprint(want) || good["threshold_info"] != 9 ||
		good["sign"]+good["tweak"] != 46 || good["sig_agg"] != 19 || good["det_sign"] != 30 {
		t.Errorf("cases: %v, of which succeed: %v", seen, good)
	}
}

func (c *frostCase) nonceGen(t *testing.T) {
	text := nonceText{tags: &frostTags, message: c.Msg, extra: c.Extra}
	var id [4]byte
	if c.Id != nil {
		id[3] = byte(*c.Id)
		text.id = &id
	}
	if c.Pubshare != nil {
		text.pk = must[*PublicKey](t)(ParsePublicKey(c.Pubshare)).at()
	}
	if c.Thresh_pk != nil {
		text.agg = must[*XOnlyPublicKey](t)(ParseXOnlyPublicKey(c.Thresh_pk)).at()
	}
	random := [32]byte(c.Rand)
	var d *scalar.Scalar
	if c.Secshare != nil {
		d = new(scalar.Scalar)
		d.SetBytes((*[32]byte)(c.Secshare))
	}
	var s muSigSecret
	text.nonces(&s.k, &random, d)
	s.setPublic()
	var got [64]byte
	s.k[0].PutBytes((*[32]byte)(got[:]))
	s.k[1].PutBytes((*[32]byte)(got[32:]))
	if !bytes.Equal(s.public[:], c.expected(t)) || !bytes.Equal(got[:], c.Secnonce) {
		t.Errorf("%s: %x, %x", c.Comment, s.public, got)
	}
	// The call has all parts.
	if c.Id == nil || c.Pubshare == nil || c.Thresh_pk == nil || d == nil {
		return
	}
	share := keyOf(t, c.Secshare)
	in := FrostNonceInput{&FrostKey{key: MuSigKey{point: *text.agg}}, c.Msg, c.Extra}
	n := must[*FrostNonce](t)(share.newFrostNonce(&random, *c.Id, &in))
	if share.PublicKey().point == *text.pk && n.Public() != s.public {
		t.Errorf("%s: %x", c.Comment, n.Public())
	}
}

func (c *frostCase) sign(t *testing.T) {
	if len(c.Tweaks) != len(c.Is_xonly) {
		return // one list here
	}
	var psig [32]byte
	var session *FrostSession
	k, err := c.key()
	if err == nil {
		aggregate := [66]byte(c.Aggnonce)
		session, err = k.NewSession(c.who(), &aggregate, c.Msg)
	}
	if err == nil {
		var share *PrivateKey
		share, _ = NewPrivateKey(c.Secshare)
		n := frostNonceOf(t, c.Secnonce, share)
		psig, err = share.FrostSign(n, *c.Id, session)
		if s := *n.nonce.nonce; s.k != (muSigSecret{}).k && !c.says("secnonce is") {
			t.Errorf("%s: the nonce is left", c.Comment)
		}
	}
	if c.refused(t, err) {
		if psig != [32]byte{} {
			t.Errorf("%s: %x beside an error", c.Comment, psig)
		}
		return
	}
	if !bytes.Equal(psig[:], c.expected(t)) {
		t.Errorf("%s: %x", c.Comment, psig)
	}
	for i, id := range c.Ids {
		nonce := [66]byte(c.Pubnonces[i])
		if c.Pubshares != nil && session.VerifyPartial(&psig, &nonce, id) != (id == *c.Id) {
			t.Errorf("%s: signer %d", c.Comment, id)
		}
	}
}

func (c *frostCase) verify(t *testing.T) {
	k, err := c.key()
	var aggregate [66]byte
	if err == nil {
		aggregate, err = AggregateMuSigNonces(arrays66(c.Pubnonces))
	}
	var session *FrostSession
	if err == nil {
		session, err = k.NewSession(c.who(), &aggregate, c.Msg)
	}
	if c.refused(t, err) {
		return
	}
	psig, nonce := [32]byte(c.Psigs[0]), [66]byte(c.Pubnonces[*c.Signer])
	if session.VerifyPartial(&psig, &nonce, c.Ids[*c.Signer]) {
		t.Errorf("%s: verified", c.Comment)
	}
}

func (c *frostCase) signature(t *testing.T) {
	k, err := c.key()
	var session *FrostSession
	var sig [64]byte
	if err == nil {
		aggregate := [66]byte(c.Aggnonce)
		session, err = k.NewSession(c.who(), &aggregate, c.Msg)
	}
	if err == nil {
		sig, err = session.Signature(arrays32(c.Psigs))
	}
	if !c.refused(t, err) && (!bytes.Equal(sig[:], c.expected(t)) ||
		!k.XOnly().VerifySchnorr(c.Msg, sig[:])) {
		t.Errorf("%s: %x", c.Comment, sig)
	}
}

func (c *frostCase) deterministic(t *testing.T) {
	k, err := c.key()
	var nonce [66]byte
	var psig [32]byte
	if err == nil {
		var others *[66]byte
		if c.Aggnonce != nil {
			if len(c.Aggnonce) != 66 {
				return // another length does not compile here
			}
			others = (*[66]byte)(c.Aggnonce)
		}
		share, _ := NewPrivateKey(c.Secshare)
		nonce, psig, err = share.FrostSignDeterministic(k, c.who(), *c.Id, others, c.Msg,
			array32(c.Rand))
	}
	if c.refused(t, err) {
		if nonce != [66]byte{} || psig != [32]byte{} {
			t.Errorf("%s: %x beside an error", c.Comment, nonce)
		}
	} else if !bytes.Equal(nonce[:], c.Pubnonce) || !bytes.Equal(psig[:], c.expected(t)) {
		t.Errorf("%s: %x, %x", c.Comment, nonce, psig)
	}
}

func compressed(p *PublicKey) []byte {
	b := p.Compressed()
	return b[:]
}

// A frostRun is a session of some participants with all that they make.
type frostRun struct {
	shares  []*PrivateKey // of all participants
	who     FrostSigners
	nonces  [][66]byte
	psigs   [][32]byte
	key     *FrostKey
	session *FrostSession
}

// runFrost splits a key, and signs by these participants.
func runFrost(t *testing.T, threshold, n int, ids []int, msg []byte,
	tweak func(*FrostKey) *FrostKey) (r frostRun) {
	t.Helper()
	group := drawKey(t, "group %d %d", threshold, n)
	var commitment []*PublicKey
	var err error
	if r.shares, commitment, err = group.FrostShares(threshold, n); err != nil {
		t.Fatal(err)
	}
	if len(r.shares) != n || len(commitment) != threshold ||
		!commitment[0].Equal(group.PublicKey()) {
		t.Fatalf("%d shares, %d points", len(r.shares), len(commitment))
	}
	r.who.IDs = ids
	for _, id := range ids {
		public := must[*PublicKey](t)(FrostPublicShare(commitment, id))
		if !public.Equal(r.shares[id].PublicKey()) {
			t.Fatalf("public share %d is %v", id, public)
		}
		r.who.Shares = append(r.who.Shares, public)
	}
	r.key = must[*FrostKey](t)(NewFrostKey(commitment[0], threshold, n))
	if tweak != nil {
		r.key = tweak(r.key)
	}
	var secret []*FrostNonce
	for i, id := range ids {
		in := FrostNonceInput{r.key, msg, pattern(i)}
		if i%2 == 1 {
			in = FrostNonceInput{}
		}
		secret = append(secret, must[*FrostNonce](t)(r.shares[id].NewFrostNonce(id, in)))
		r.nonces = append(r.nonces, secret[i].Public())
	}
	sum := must[[66]byte](t)(AggregateMuSigNonces(r.nonces))
	r.session = must[*FrostSession](t)(r.key.NewSession(r.who, &sum, msg))
	for i, id := range ids {
		r.psigs = append(r.psigs, must[[32]byte](t)(r.shares[id].FrostSign(secret[i], id, r.session)))
	}
	return r
}

func (r *frostRun) check(msg []byte) error {
	sig, err := r.session.Signature(r.psigs)
	if err != nil {
		return err
	}
	return r.key.XOnly().CheckSchnorr(msg, sig[:])
}

func TestFrostSessions(t *testing.T) {
	all := make([]int, mostFrost)
	for i := range all {
		all[i] = mostFrost - 1 - i
	}
	for i, c := range []struct {
		t, n int
		ids  []int
	}{{1, 1, []int{0}}, {1, 3, []int{2}}, {2, 3, []int{0, 1}}, {2, 3, []int{2, 0}},
		{2, 3, []int{1, 2, 0}}, {3, 5, []int{4, 0, 2}}, {5, 5, []int{0, 1, 2, 3, 4}},
		{20, mostFrost, all}, {mostFrost, mostFrost, all}} {
		msg := pattern(i)
		r := runFrost(t, c.t, c.n, c.ids, msg, nil)
		if err := r.check(msg); err != nil {
			t.Errorf("%v: %v", c.ids, err)
		}
		for i := range min(len(c.ids), 5) {
			for j := range min(len(c.ids), 5) {
				if r.session.VerifyPartial(&r.psigs[i], &r.nonces[j], c.ids[j]) != (i == j) {
					t.Errorf("%v: signature %d, signer %d", c.ids, i, j)
				}
			}
		}
		r.psigs[0][31] ^= 1
		if err := r.check(msg); err != ErrSignature {
			t.Errorf("%v, one signature spoilt: %v", c.ids, err)
		}
		r.psigs[0] = order
		var contribution *ContributionError
		if err := r.check(msg); !errors.As(err, &contribution) || contribution.Index != 0 ||
			contribution.Err != ErrSRange {
			t.Errorf("%v, one signature out of range: %v", c.ids, err)
		}
		r.psigs = r.psigs[1:]
		if err := r.check(msg); err != ErrSigner {
			t.Errorf("%v, one signature missing: %v", c.ids, err)
		}
	}
}

func TestFrostTweaks(t *testing.T) {
	for kinds := range 8 {
		msg := pattern(kinds)
		r := runFrost(t, 2, 3, []int{2, 0}, msg, func(k *FrostKey) *FrostKey {
			for i := range 3 {
				tweak := draw("tweak %d", i)
				if kinds>>i&1 == 1 {
					k = must[*FrostKey](t)(k.TweakAddXOnly(tweak[:]))
				} else {
					k = must[*FrostKey](t)(k.TweakAdd(tweak[:]))
				}
			}
			return k
		})
		if err := r.check(msg); err != nil {
			t.Errorf("tweaks %03b: %v", kinds, err)
		}
		others := r.nonces[1]
		nonce, psig, err := r.shares[2].FrostSignDeterministic(r.key, r.who, 2, &others, msg, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum := must[[66]byte](t)(AggregateMuSigNonces([][66]byte{nonce, others}))
		session := must[*FrostSession](t)(r.key.NewSession(r.who, &sum, msg))
		if err := session.CheckPartial(&psig, &nonce, 2); err != nil {
			t.Errorf("tweaks %03b, deterministic: %v", kinds, err)
		}
	}
}

func TestFrostNonceIsUsedOnce(t *testing.T) {
	r := runFrost(t, 2, 3, []int{0, 1}, nil, nil)
	share := r.shares[0]
	fresh := func() *FrostNonce {
		return must[*FrostNonce](t)(share.NewFrostNonce(0, FrostNonceInput{}))
	}
	for name, c := range map[string]struct {
		share *PrivateKey
		id    int
		s     *FrostSession
		want  error
	}{
		"good": {share, 0, r.session, nil}, "share of another": {r.shares[1], 1, r.session, ErrNonce},
		"no share": {nil, 0, r.session, ErrPrivateKey}, "no session": {share, 0, nil,
			ErrPublicKeyFormat}, "zero session": {share, 0, new(FrostSession), ErrPublicKeyFormat},
		"not a signer": {share, 2, r.session, ErrSigner}, "negative": {share, -1, r.session,
			ErrSigner}, "place of another": {share, 1, r.session, ErrShares},
	} {
		n := fresh()
		shared, before := *n, n.Public()
		psig, err := c.share.FrostSign(n, c.id, c.s)
		if err != c.want || (psig == [32]byte{}) != (err != nil) || n.Public() != before {
			t.Errorf("%s: %v", name, err)
		}
		for _, n := range []*FrostNonce{n, &shared} {
			if _, err := share.FrostSign(n, 0, r.session); err != ErrNonce {
				t.Errorf("%s: a second signature, %v", name, err)
			}
		}
	}
	zeroed := fresh()
	zeroed.Zero()
	var none *FrostNonce
	none.Zero()
	if none.Public() != [66]byte{} || new(FrostNonce).Public() != [66]byte{} {
		t.Error("the public nonce of nothing")
	}
	for _, n := range []*FrostNonce{nil, {}, zeroed} {
		if _, err := share.FrostSign(n, 0, r.session); err != ErrNonce {
			t.Errorf("no nonce: %v", err)
		}
	}
	if a, b := fresh(), fresh(); a.Public() == b.Public() {
		t.Error("two nonces are one")
	}
	said := fmt.Sprintf("%v %s %+v %#v", zeroed, *zeroed, *zeroed, *zeroed)
	if said != strings.TrimSpace(strings.Repeat(redactedFrost+" ", 4)) {
		t.Error(said)
	}
}

func TestFrostMisuse(t *testing.T) {
	r := runFrost(t, 2, 3, []int{0, 1}, nil, nil)
	p := r.key.PublicKey()
	for _, c := range [][2]int{{0, 3}, {-1, 3}, {4, 3}, {1, 0}, {1, mostFrost + 1}} {
		k, err := NewFrostKey(p, c[0], c[1])
		many := c[1]
		if many > mostFrost {
			many = mostFrostShares + 1
		}
		rfc, rfcErr := NewFrostRFCKey(p, c[0], many)
		shares, commitment, shareErr := drawKey(t, "group").FrostShares(c[0], many)
		if k != nil || err != ErrThreshold || rfc != nil || rfcErr != ErrThreshold ||
			shares != nil || commitment != nil || shareErr != ErrThreshold {
			t.Errorf("%d of %d: %v, %v", c[0], c[1], err, shareErr)
		}
	}
	for _, none := range []*PublicKey{nil, {}} {
		if k, err := NewFrostKey(none, 1, 1); k != nil || err != ErrPublicKeyFormat {
			t.Errorf("%v: %v", none, err)
		}
		if x, err := FrostPublicShare([]*PublicKey{p, none}, 0); x != nil ||
			err != ErrPublicKeyFormat {
			t.Errorf("%v: %v", none, err)
		}
	}
	for _, none := range []*FrostKey{nil, {}} {
		if none.IsValid() || none.PublicKey().IsValid() || none.XOnly().IsValid() ||
			none.CheckSigners(r.who) != ErrPublicKeyFormat ||
			second(none.NewSession(r.who, &r.nonces[0], nil)) != ErrPublicKeyFormat ||
			second(none.TweakAdd(zero32)) != ErrPublicKeyFormat ||
			second(none.TweakAddXOnly(zero32)) != ErrPublicKeyFormat {
			t.Errorf("%v is a key", none)
		}
	}
	a, b, c := r.shares[0].PublicKey(), r.shares[1].PublicKey(), r.shares[2].PublicKey()
	for _, bad := range []struct {
		who  FrostSigners
		want error
	}{
		{FrostSigners{}, ErrThreshold}, {FrostSigners{IDs: []int{1}}, ErrThreshold},
		{FrostSigners{IDs: []int{1, 1}}, ErrSigner}, {FrostSigners{IDs: []int{-1, 1}}, ErrSigner},
		{FrostSigners{IDs: []int{0, 3}}, ErrSigner},
		{FrostSigners{IDs: []int{0, math.MaxInt32}}, ErrSigner},
		{FrostSigners{IDs: make([]int, 1000)}, ErrSigner},
		{FrostSigners{[]int{0, 1}, []*PublicKey{a}}, ErrSigner},
		{FrostSigners{[]int{0, 1}, []*PublicKey{}}, ErrSigner},
		{FrostSigners{[]int{0, 1}, []*PublicKey{a, nil}}, ErrPublicKeyFormat},
		{FrostSigners{[]int{0, 1}, []*PublicKey{b, a}}, ErrShares},
		{FrostSigners{[]int{0, 1}, []*PublicKey{a, c}}, ErrShares},
		{FrostSigners{[]int{0, 1, 2}, []*PublicKey{a, b, c.Negate()}}, ErrShares},
		{FrostSigners{[]int{2, 1, 0}, []*PublicKey{c, b, a}}, nil},
		{FrostSigners{IDs: []int{2, 0}}, nil},
	} {
		if err := r.key.CheckSigners(bad.who); !errors.Is(err, bad.want) {
			t.Errorf("%v: %v, want %v", bad.who.IDs, err, bad.want)
		}
		if s, err := r.key.NewSession(bad.who, &r.nonces[0], nil); !errors.Is(err, bad.want) ||
			(s == nil) != (bad.want != nil) {
			t.Errorf("%v: %v, want %v", bad.who.IDs, err, bad.want)
		}
	}
	// A change to what the session was made from changes no session.
	r.who.IDs[0], r.who.Shares[0] = 2, nil
	if err := r.session.CheckPartial(&r.psigs[0], &r.nonces[0], 0); err != nil {
		t.Error(err)
	}
	if second(r.key.NewSession(FrostSigners{IDs: []int{0, 1}}, &[66]byte{4}, nil)) !=
		ErrPublicKeyFormat {
		t.Error("a nonce of 04...")
	}
	plain := must[*FrostSession](t)(r.key.NewSession(FrostSigners{IDs: []int{0, 1}}, &r.nonces[0],
		nil))
	for _, err := range []error{plain.CheckPartial(&r.psigs[0], &r.nonces[0], 0),
		r.session.CheckPartial(&r.psigs[0], &r.nonces[0], 2)} {
		if err != ErrSigner {
			t.Error(err)
		}
	}
	for _, none := range []*FrostSession{nil, {}} {
		if none.CheckPartial(&r.psigs[0], &r.nonces[0], 0) != ErrPublicKeyFormat ||
			second(none.Signature(r.psigs)) != ErrPublicKeyFormat {
			t.Errorf("%v is a session", none)
		}
	}
	for _, id := range []int{-1, mostFrost, mostFrostShares, math.MaxInt32} {
		if second(r.shares[0].NewFrostNonce(id, FrostNonceInput{})) != ErrSigner ||
			id != mostFrost && second(FrostPublicShare([]*PublicKey{p}, id)) != ErrSigner {
			t.Errorf("participant %d", id)
		}
	}
	if second(FrostPublicShare(nil, 0)) != ErrPublicKeyFormat ||
		second(FrostPublicShare([]*PublicKey{p, p.Negate()}, 0)) != ErrNoPoint {
		t.Error("a public share of nothing, or infinity")
	}
	for name, none := range noKeys(t) {
		_, _, shareErr := none.FrostShares(1, 1)
		_, _, err := none.FrostSignDeterministic(r.key, r.who, 0, nil, nil, nil)
		if errs := []error{shareErr, err, second(none.NewFrostNonce(0,
			FrostNonceInput{}))}; !slices.Equal(errs, []error{ErrPrivateKey, ErrPrivateKey,
			ErrPrivateKey}) {
			t.Errorf("%s: %v", name, errs)
		}
	}
}
