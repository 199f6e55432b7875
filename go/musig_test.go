// MuSig2: the vectors of BIP-327, sessions of few and many signers, what a wrong contribution does,
// nonces that are used up, and arguments that are none.

package p256k1

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

type muSigCase struct {
	Comment, Kind                   string
	Pubkeys, Tweaks, Pubnonces      []vectors.Bytes
	Psigs                           []vectors.Bytes
	IsXonly                         []bool `json:"is_xonly"`
	Aggnonce, Msg, Sk, Pk, Aggpk    vectors.Bytes
	Rand, Extra, Secnonce, Pubnonce vectors.Bytes
	Expected                        any
	Signer, Bad                     *int
	Error                           string
}

// expected are the bytes that come out.
func (c *muSigCase) expected(t *testing.T) []byte {
	t.Helper()
	text, _ := c.Expected.(string)
	return must[[]byte](t)(hex.DecodeString(text))
}

// refused reports whether the case is to fail here, and fails the test if err says something else.
func (c *muSigCase) refused(t *testing.T, what string, bad *int, err error) bool {
	t.Helper()
	if (c.Error == what) != (err != nil) {
		t.Errorf("%s, %s: %v", c.Kind, c.Comment, err)
	}
	var contribution *ContributionError
	if c.Error == what && bad != nil {
		if !errors.As(err, &contribution) || contribution.Index != *bad ||
			!strings.HasSuffix(err.Error(), fmt.Sprintf(", in contribution %d", *bad)) {
			t.Errorf("%s, %s: %v, and not in %d", c.Kind, c.Comment, err, *bad)
		}
	}
	return err != nil
}

// parse parses keys, and says which one is none.
func (c *muSigCase) parse(t *testing.T) (keys []*PublicKey, err error) {
	for i, b := range c.Pubkeys {
		p, err := ParsePublicKey(b)
		if err != nil {
			return nil, &ContributionError{i, err}
		}
		keys = append(keys, p)
	}
	return keys, nil
}

// key is the aggregate key with the tweaks; nil, after a look at why, if there is none.
func (c *muSigCase) key(t *testing.T) (*MuSigKey, []*PublicKey) {
	t.Helper()
	keys, err := c.parse(t)
	if c.refused(t, "pubkey", c.Bad, err) {
		return nil, keys
	}
	k := must[*MuSigKey](t)(NewMuSigKey(keys))
	for i, tweak := range c.Tweaks {
		add := k.TweakAdd
		if c.IsXonly[i] {
			add = k.TweakAddXOnly
		}
		tweaked, err := add(tweak)
		if err != nil {
			c.refused(t, "value", nil, err)
			if err != ErrTweak || tweaked != nil {
				t.Errorf("%s: %v", c.Comment, err)
			}
			return nil, keys
		}
		k = tweaked
	}
	return k, keys
}

func arrays66(b []vectors.Bytes) (r [][66]byte) {
	for _, one := range b {
		r = append(r, [66]byte(one))
	}
	return r
}

func arrays32(b []vectors.Bytes) (r [][32]byte) {
	for _, one := range b {
		r = append(r, [32]byte(one))
	}
	return r
}

// nonceOf is a nonce of k1 | k2 | public key, as BIP-327 writes it.
func nonceOf(t *testing.T, b []byte) *MuSigNonce {
	t.Helper()
	s := &muSigSecret{signer: must[*PublicKey](t)(ParsePublicKey(b[64:])).point}
	for i := range s.k {
		s.k[i].SetBytes((*[32]byte)(b[32*i:]))
	}
	return &MuSigNonce{&s}
}

func TestBIP327(t *testing.T) {
	seen := map[string]int{}
	for _, c := range vectors.Load[muSigCase](t, "bip327.json", 55) {
		seen[c.Kind]++
		switch c.Kind {
		case "key_sort":
			keys := must[[]*PublicKey](t)(c.parse(t))
			SortPublicKeys(keys)
			var texts []string
			for _, p := range keys {
				texts = append(texts, p.String())
			}
			if got := strings.Join(texts, ","); got != c.Expected {
				t.Errorf("sorted to %s", got)
			}
		case "key_agg":
			if k, _ := c.key(t); k != nil {
				if got := k.XOnly().Bytes(); !bytes.Equal(got[:], c.expected(t)) {
					t.Errorf("%s: %x", c.Comment, got)
				}
			} else if c.Error == "" {
				t.Errorf("%s: no key", c.Comment)
			}
		case "nonce_gen":
			c.nonceGen(t)
		case "nonce_agg":
			got, err := AggregateMuSigNonces(arrays66(c.Pubnonces))
			if !c.refused(t, "pubnonce", c.Bad, err) {
				if !bytes.Equal(got[:], c.expected(t)) {
					t.Errorf("%s: %x", c.Comment, got)
				}
			} else if got != [66]byte{} {
				t.Errorf("%s: %x beside an error", c.Comment, got)
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
	if want := map[string]int{"key_sort": 1, "key_agg": 9, "nonce_gen": 4, "nonce_agg": 5, "sign": 12,
		"tweak": 6, "verify": 5, "sig_agg": 5, "det_sign": 9}; fmt.Sprint(seen) != fmt.Sprint(want) {
		t.Errorf("cases: %v", seen)
	}
}

func (c *muSigCase) nonceGen(t *testing.T) {
	in := MuSigNonceInput{Message: c.Msg, Extra: c.Extra}
	if c.Aggpk != nil {
		x := must[*XOnlyPublicKey](t)(ParseXOnlyPublicKey(c.Aggpk))
		in.Key = &MuSigKey{point: x.point}
	}
	random := [32]byte(c.Rand)
	var n *MuSigNonce
	if c.Sk != nil {
		k := must[*PrivateKey](t)(NewPrivateKey(c.Sk))
		n = must[*MuSigNonce](t)(k.newMuSigNonce(&random, &in))
	} else {
		p := must[*PublicKey](t)(ParsePublicKey(c.Pk))
		n = must[*MuSigNonce](t)(newMuSigNonce(&random, nil, &p.point, &in))
	}
	if got := n.Public(); !bytes.Equal(got[:], c.expected(t)) {
		t.Errorf("public nonce %x", got)
	}
	s, want := *n.nonce, *nonceOf(t, c.Secnonce).nonce
	if s.k != want.k || s.signer != want.signer {
		t.Errorf("secret nonce %x", s.k)
	}
}

func (c *muSigCase) sign(t *testing.T) {
	k, keys := c.key(t)
	if k == nil {
		return
	}
	aggregate := [66]byte(c.Aggnonce)
	session, err := k.NewSession(&aggregate, c.Msg)
	if c.refused(t, "aggnonce", nil, err) {
		if session != nil {
			t.Errorf("%s: a session", c.Comment)
		}
		return
	}
	private := must[*PrivateKey](t)(NewPrivateKey(c.Sk))
	n := nonceOf(t, c.Secnonce)
	psig, err := private.MuSigSign(n, session)
	if s := *n.nonce; s.k != (muSigSecret{}).k || !s.used.Load() {
		t.Errorf("%s: the nonce is left", c.Comment)
	}
	if c.Error == "value" {
		want := ErrSigner
		if strings.HasPrefix(c.Comment, "Secnonce is invalid") {
			want = ErrNonce
		}
		if err != want || psig != [32]byte{} {
			t.Errorf("%s: %x, %v", c.Comment, psig, err)
		}
		return
	}
	nonces := arrays66(c.Pubnonces)
	if !bytes.Equal(psig[:], c.expected(t)) || err != nil {
		t.Errorf("%s: %x, %v", c.Comment, psig, err)
	}
	if err := session.CheckPartial(&psig, &nonces[*c.Signer], keys[*c.Signer]); err != nil {
		t.Errorf("%s: %v", c.Comment, err)
	}
	if got := must[[66]byte](t)(AggregateMuSigNonces(nonces)); got != aggregate {
		t.Errorf("%s: nonces add up to %x", c.Comment, got)
	}
}

func (c *muSigCase) verify(t *testing.T) {
	k, keys := c.key(t)
	if k == nil {
		return
	}
	nonces := arrays66(c.Pubnonces)
	aggregate, err := AggregateMuSigNonces(nonces)
	if c.refused(t, "pubnonce", c.Bad, err) {
		aggregate = nonces[1]
	}
	session := must[*MuSigSession](t)(k.NewSession(&aggregate, c.Msg))
	psig := [32]byte(c.Psigs[0])
	want := error(ErrSignature)
	switch {
	case strings.HasPrefix(c.Comment, "Signature exceeds"):
		want = ErrSRange
	case c.Error == "pubnonce":
		want = ErrPublicKeyOffCurve
	}
	if err := session.CheckPartial(&psig, &nonces[*c.Signer], keys[*c.Signer]); err != want ||
		session.VerifyPartial(&psig, &nonces[*c.Signer], keys[*c.Signer]) {
		t.Errorf("%s: %v", c.Comment, err)
	}
}

func (c *muSigCase) signature(t *testing.T) {
	k, _ := c.key(t)
	aggregate := must[[66]byte](t)(AggregateMuSigNonces(arrays66(c.Pubnonces)))
	if !bytes.Equal(aggregate[:], c.Aggnonce) {
		t.Errorf("%s: nonces add up to %x", c.Comment, aggregate)
	}
	session := must[*MuSigSession](t)(k.NewSession(&aggregate, c.Msg))
	sig, err := session.Signature(arrays32(c.Psigs))
	if c.refused(t, "psig", c.Bad, err) {
		if sig != [64]byte{} || !errors.Is(err, ErrSRange) {
			t.Errorf("%s: %x, %v", c.Comment, sig, err)
		}
	} else if !bytes.Equal(sig[:], c.expected(t)) || k.XOnly().CheckSchnorr(c.Msg, sig[:]) != nil {
		t.Errorf("%s: %x", c.Comment, sig)
	}
}

func (c *muSigCase) deterministic(t *testing.T) {
	k, _ := c.key(t)
	if k == nil {
		return
	}
	others := [66]byte(c.Aggnonce)
	private := must[*PrivateKey](t)(NewPrivateKey(c.Sk))
	nonce, psig, err := private.MuSigSignDeterministic(k, &others, c.Msg, array32(c.Rand))
	if c.Error != "" {
		want := map[string][]error{"value": {ErrSigner},
			"aggothernonce": {ErrPublicKeyFormat, ErrPublicKeyOffCurve}}[c.Error]
		if !slices.Contains(want, err) || nonce != [66]byte{} || psig != [32]byte{} {
			t.Errorf("%s: %v", c.Comment, err)
		}
		return
	}
	if !bytes.Equal(nonce[:], c.Pubnonce) || !bytes.Equal(psig[:], c.expected(t)) || err != nil {
		t.Errorf("%s: %x, %x, %v", c.Comment, nonce, psig, err)
	}
}

// A muSigRun is a session of several signers with all that they make.
type muSigRun struct {
	keys    []*PrivateKey
	public  []*PublicKey
	nonces  [][66]byte
	psigs   [][32]byte
	key     *MuSigKey
	session *MuSigSession
}

// runMuSig signs a message by n keys, of which every second repeats the one before.
func runMuSig(t *testing.T, n int, msg []byte, tweak func(*MuSigKey) *MuSigKey) (r muSigRun) {
	t.Helper()
	for i := range n {
		k := drawKey(t, "signer %d", i/2*2)
		r.keys, r.public = append(r.keys, k), append(r.public, k.PublicKey())
	}
	r.key = must[*MuSigKey](t)(NewMuSigKey(r.public))
	if tweak != nil {
		r.key = tweak(r.key)
	}
	secret := make([]*MuSigNonce, n)
	for i, k := range r.keys {
		switch i % 3 {
		case 0:
			secret[i] = must[*MuSigNonce](t)(k.NewMuSigNonce(MuSigNonceInput{r.key, msg, nil}))
		case 1:
			secret[i] = must[*MuSigNonce](t)(k.NewMuSigNonceCounter(uint64(i),
				MuSigNonceInput{Extra: pattern(99)}))
		case 2:
			secret[i] = must[*MuSigNonce](t)(r.public[i].NewMuSigNonce(MuSigNonceInput{}))
		}
		r.nonces = append(r.nonces, secret[i].Public())
	}
	aggregate := must[[66]byte](t)(AggregateMuSigNonces(r.nonces))
	r.session = must[*MuSigSession](t)(r.key.NewSession(&aggregate, msg))
	for i, k := range r.keys {
		r.psigs = append(r.psigs, must[[32]byte](t)(k.MuSigSign(secret[i], r.session)))
	}
	return r
}

func (r *muSigRun) check(msg []byte) error {
	sig, err := r.session.Signature(r.psigs)
	if err != nil {
		return err
	}
	return r.key.XOnly().CheckSchnorr(msg, sig[:])
}

// Few signers, and more than the sum of few takes.
func TestMuSigSessions(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 16, 17, 40} {
		msg := pattern(n)
		r := runMuSig(t, n, msg, nil)
		if err := r.check(msg); err != nil {
			t.Errorf("%d signers: %v", n, err)
		}
		for i := range min(n, 5) {
			for j := range min(n, 5) {
				if r.session.VerifyPartial(&r.psigs[i], &r.nonces[j], r.public[j]) != (i == j) {
					t.Errorf("%d signers: signature %d, signer %d", n, i, j)
				}
			}
		}
		r.psigs[n/2][31] ^= 1
		if err := r.check(msg); err != ErrSignature {
			t.Errorf("%d signers, one signature spoilt: %v", n, err)
		}
		r.psigs[n/2] = order
		var contribution *ContributionError
		if err := r.check(msg); !errors.As(err, &contribution) || contribution.Index != n/2 ||
			contribution.Err != ErrSRange {
			t.Errorf("%d signers, one signature out of range: %v", n, err)
		}
		r.psigs = r.psigs[1:]
		if err := r.check(msg); err != ErrSigner {
			t.Errorf("%d signers, one signature missing: %v", n, err)
		}
	}
}

func TestMuSigTweaks(t *testing.T) {
	for kinds := range 16 {
		msg := pattern(11 * kinds)
		r := runMuSig(t, 3, msg, func(k *MuSigKey) *MuSigKey {
			plain, want := k, k.PublicKey()
			for i := range 4 {
				tweak := draw("tweak %d", i)
				if kinds>>i&1 == 1 {
					k = must[*MuSigKey](t)(k.TweakAddXOnly(tweak[:]))
					want = must[*PublicKey](t)(want.XOnly().PublicKey().TweakAdd(tweak[:]))
				} else {
					k = must[*MuSigKey](t)(k.TweakAdd(tweak[:]))
					want = must[*PublicKey](t)(want.TweakAdd(tweak[:]))
				}
				if !k.PublicKey().Equal(want) || k.PublicKey().Equal(plain.PublicKey()) {
					t.Errorf("%04b: tweaked to %v", kinds, k.PublicKey())
				}
			}
			return k
		})
		if err := r.check(msg); err != nil {
			t.Errorf("tweaks %04b: %v", kinds, err)
		}
		for i := range r.keys {
			if err := r.session.CheckPartial(&r.psigs[i], &r.nonces[i], r.public[i]); err != nil {
				t.Errorf("tweaks %04b, signer %d: %v", kinds, i, err)
			}
		}
	}
	for i := range 8 {
		root := pattern(32)[:i%2*32]
		msg := pattern(i)
		r := runMuSig(t, 2+i, msg, func(k *MuSigKey) *MuSigKey {
			output := must[*MuSigKey](t)(k.TaprootOutput(root))
			want, odd, err := k.XOnly().TaprootOutput(root)
			if err != nil || !output.XOnly().Equal(want) || output.PublicKey().IsOdd() != odd {
				t.Errorf("taproot %d: %v", i, output.PublicKey())
			}
			return output
		})
		if err := r.check(msg); err != nil {
			t.Errorf("taproot %d: %v", i, err)
		}
	}
}

func TestMuSigDeterministic(t *testing.T) {
	for i := range 6 {
		msg, aux := pattern(40*i), draw("aux %d", i)
		r := runMuSig(t, 3, msg, nil)
		others := must[[66]byte](t)(AggregateMuSigNonces(r.nonces[:2]))
		random := &aux
		if i%2 == 0 {
			random = nil
		}
		nonce, psig, err := r.keys[2].MuSigSignDeterministic(r.key, &others, msg, random)
		if err != nil {
			t.Fatal(err)
		}
		aggregate := must[[66]byte](t)(AggregateMuSigNonces(append(r.nonces[:2:2], nonce)))
		session := must[*MuSigSession](t)(r.key.NewSession(&aggregate, msg))
		if err := session.CheckPartial(&psig, &nonce, r.public[2]); err != nil {
			t.Errorf("%d: %v", i, err)
		}
		again, _, _ := r.keys[2].MuSigSignDeterministic(r.key, &others, msg, random)
		changed, _, _ := r.keys[2].MuSigSignDeterministic(r.key, &others, append(msg, 0), random)
		if again != nonce || changed == nonce {
			t.Errorf("%d: nonces %x, %x, %x", i, nonce, again, changed)
		}
	}
}

// The nonces that cancel each other leave infinity, for which G stands.
func TestMuSigNoncesThatCancel(t *testing.T) {
	k := drawKey(t, "key")
	key := must[*MuSigKey](t)(NewMuSigKey([]*PublicKey{k.PublicKey()}))
	n := must[*MuSigNonce](t)(k.NewMuSigNonce(MuSigNonceInput{}))
	one := n.Public()
	other := one
	other[0] ^= 1
	other[33] ^= 1
	sum := must[[66]byte](t)(AggregateMuSigNonces([][66]byte{one, other}))
	if sum != [66]byte{} {
		t.Errorf("sum %x", sum)
	}
	session := must[*MuSigSession](t)(key.NewSession(&sum, nil))
	g := must[*PrivateKey](t)(NewPrivateKey(number(big.NewInt(1)))).PublicKey().XOnly().Bytes()
	if session.r != g || session.odd != 0 {
		t.Errorf("final nonce %x", session.r)
	}
	half := must[[66]byte](t)(AggregateMuSigNonces([][66]byte{one, [66]byte(slices.Concat(
		other[:33], one[33:]))}))
	if [33]byte(half[:]) != [33]byte{} || half[33] == 0 {
		t.Errorf("sum %x", half)
	}
	must[*MuSigSession](t)(key.NewSession(&half, nil))
	if _, err := AggregateMuSigNonces([][66]byte{one, half}); !errors.Is(err, ErrPublicKeyFormat) {
		t.Errorf("infinity from a signer: %v", err)
	}
}

// A secret nonce signs once, whoever has it and whatever comes of it.
func TestMuSigNonceIsUsedOnce(t *testing.T) {
	k, other := drawKey(t, "key"), drawKey(t, "other")
	keys := []*PublicKey{k.PublicKey(), other.PublicKey()}
	key := must[*MuSigKey](t)(NewMuSigKey(keys))
	foreign := must[*MuSigKey](t)(NewMuSigKey(keys[1:]))
	fresh := func() *MuSigNonce {
		return must[*MuSigNonce](t)(k.NewMuSigNonce(MuSigNonceInput{}))
	}
	public := fresh().Public()
	session := must[*MuSigSession](t)(key.NewSession(&public, nil))
	elsewhere := must[*MuSigSession](t)(foreign.NewSession(&public, nil))
	wiped := drawKey(t, "wiped")
	wiped.Zero()
	for name, c := range map[string]struct {
		k    *PrivateKey
		s    *MuSigSession
		want error
	}{
		"good": {k, session, nil}, "key of another": {other, session, ErrNonce},
		"no key": {nil, session, ErrPrivateKey}, "wiped key": {wiped, session, ErrPrivateKey},
		"no session": {k, nil, ErrPublicKeyFormat}, "zero session": {k, new(MuSigSession),
			ErrPublicKeyFormat}, "not a signer": {k, elsewhere, ErrSigner},
	} {
		n := fresh()
		shared, before := *n, n.Public()
		psig, err := c.k.MuSigSign(n, c.s)
		if err != c.want || (psig == [32]byte{}) != (err != nil) {
			t.Errorf("%s: %v", name, err)
		}
		if s := *n.nonce; s.k != (muSigSecret{}).k || n.Public() != before {
			t.Errorf("%s: the nonce is left", name)
		}
		for _, n := range []*MuSigNonce{n, &shared} {
			if psig, err := k.MuSigSign(n, session); err != ErrNonce || psig != [32]byte{} {
				t.Errorf("%s: a second signature, %v", name, err)
			}
		}
	}
	zeroed := fresh()
	zeroed.Zero()
	zeroed.Zero()
	var none *MuSigNonce
	none.Zero()
	new(MuSigNonce).Zero()
	if none.Public() != [66]byte{} || new(MuSigNonce).Public() != [66]byte{} {
		t.Error("the public nonce of nothing")
	}
	for _, n := range []*MuSigNonce{nil, {}, zeroed} {
		if _, err := k.MuSigSign(n, session); err != ErrNonce {
			t.Errorf("no nonce: %v", err)
		}
	}
	n := fresh()
	var signed, refused atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			copied := *n
			switch _, err := k.MuSigSign(&copied, session); err {
			case nil:
				signed.Add(1)
			case ErrNonce:
				refused.Add(1)
			}
		}()
	}
	all.Wait()
	if signed.Load() != 1 || refused.Load() != 7 {
		t.Errorf("%d signatures by one nonce, %d refused", signed.Load(), refused.Load())
	}
}

// Nonces differ by randomness, by each input, and by whether there is one.
func TestMuSigNoncesDiffer(t *testing.T) {
	k, other := drawKey(t, "key"), drawKey(t, "other")
	key := must[*MuSigKey](t)(NewMuSigKey([]*PublicKey{k.PublicKey(), other.PublicKey()}))
	seen := map[[66]byte]string{}
	add := func(name string) func(*MuSigNonce, error) {
		return func(n *MuSigNonce, err error) {
			t.Helper()
			public := must[*MuSigNonce](t)(n, err).Public()
			if seen[public] != "" || bytes.Equal(public[:33], public[33:]) {
				t.Errorf("%s and %s: %x", name, seen[public], public)
			}
			seen[public] = name
		}
	}
	for i, in := range []MuSigNonceInput{{}, {Key: key}, {Message: []byte{}}, {Message: []byte{0}},
		{Extra: []byte{0}}, {key, []byte{0}, []byte{0}}, {Message: make([]byte, 5000)}} {
		add(fmt.Sprint("counter ", i))(k.NewMuSigNonceCounter(7, in))
		add(fmt.Sprint("another key ", i))(other.NewMuSigNonceCounter(7, in))
		add(fmt.Sprint("random ", i))(k.NewMuSigNonce(in))
		add(fmt.Sprint("random again ", i))(k.NewMuSigNonce(in))
		add(fmt.Sprint("public ", i))(k.PublicKey().NewMuSigNonce(in))
	}
	add("counter")(k.NewMuSigNonceCounter(8, MuSigNonceInput{}))
	a := must[*MuSigNonce](t)(k.NewMuSigNonceCounter(8, MuSigNonceInput{}))
	if seen[a.Public()] != "counter" {
		t.Error("a counter does not repeat")
	}
	// libsecp256k1's own, for a counter: src/modules/musig/tests_impl.h of 0.8.0.
	secret := must[[]byte](t)(hex.DecodeString(
		"eec1cb7d1b7254c5cab0d9c61ab02e643d464a59fe6c96a7efe871f07c5aef54"))
	theirs := must[*PrivateKey](t)(NewPrivateKey(secret))
	public := must[*MuSigNonce](t)(theirs.NewMuSigNonceCounter(0, MuSigNonceInput{})).Public()
	if got := hex.EncodeToString(public[:]); got !=
		"03a5b9b6907942eacdda49a366016ec2e62404a1bf4ab6d4db82067bc3adf086d7"+
			"033205db9eb34d5c7ce02848cac68a83ed73e3883477f563f23ce9a11a7721ec64" {
		t.Error(got)
	}
}

func TestMuSigMisuse(t *testing.T) {
	k := drawKey(t, "key")
	p := k.PublicKey()
	key := must[*MuSigKey](t)(NewMuSigKey([]*PublicKey{p, p}))
	good := must[*MuSigNonce](t)(k.NewMuSigNonce(MuSigNonceInput{})).Public()
	session := must[*MuSigSession](t)(key.NewSession(&good, nil))
	for i, keys := range [][]*PublicKey{nil, {}, {nil}, {p, {}, nil}} {
		r, err := NewMuSigKey(keys)
		var contribution *ContributionError
		if r != nil || !errors.Is(err, ErrPublicKeyFormat) ||
			errors.As(err, &contribution) != (i > 1) || i > 1 && contribution.Index != i-2 {
			t.Errorf("%v: %v", keys, err)
		}
	}
	for _, none := range []*MuSigKey{nil, {}} {
		_, _, err := k.MuSigSignDeterministic(none, &good, nil, nil)
		if none.IsValid() || none.PublicKey().IsValid() || none.XOnly().IsValid() ||
			second(none.TweakAdd(zero32)) != ErrPublicKeyFormat ||
			second(none.TweakAddXOnly(zero32)) != ErrPublicKeyFormat ||
			second(none.TaprootOutput(nil)) != ErrPublicKeyFormat ||
			second(none.NewSession(&good, nil)) != ErrPublicKeyFormat || err != ErrPublicKeyFormat {
			t.Errorf("%v is a key", none)
		}
	}
	for _, bad := range [][]byte{nil, zero32[1:], append(zero32[:32:32], 0), orderPlus(0), ones32} {
		if second(key.TweakAdd(bad)) != ErrTweak || second(key.TweakAddXOnly(bad)) != ErrTweak {
			t.Errorf("%x is a tweak", bad)
		}
	}
	if second(key.TaprootOutput(zero32[1:])) != ErrMerkleRoot ||
		second(key.TweakAdd(orderPlus(-1))) != nil {
		t.Error("a root of 31 bytes, or no tweak of n - 1")
	}
	for _, none := range []*MuSigSession{nil, {}} {
		if second(none.Signature(make([][32]byte, 2))) != ErrPublicKeyFormat ||
			none.CheckPartial(new([32]byte), &good, p) != ErrPublicKeyFormat {
			t.Errorf("%v is a session", none)
		}
	}
	if _, err := AggregateMuSigNonces(nil); err != ErrNonce {
		t.Error(err)
	}
	stranger := drawKey(t, "stranger").PublicKey()
	for signer, want := range map[*PublicKey]error{nil: ErrPublicKeyFormat, {}: ErrPublicKeyFormat,
		stranger: ErrSigner, p: ErrSignature} {
		if err := session.CheckPartial(new([32]byte), &good, signer); err != want {
			t.Errorf("signer %v: %v", signer, err)
		}
	}
	if n, err := (*PublicKey)(nil).NewMuSigNonce(MuSigNonceInput{}); n != nil ||
		err != ErrPublicKeyFormat {
		t.Error(err)
	}
	for name, k := range noKeys(t) {
		_, _, err := k.MuSigSignDeterministic(key, &good, nil, nil)
		if errs := []error{second(k.NewMuSigNonce(MuSigNonceInput{})), err,
			second(k.NewMuSigNonceCounter(1, MuSigNonceInput{}))}; !slices.Equal(errs,
			[]error{ErrPrivateKey, ErrPrivateKey, ErrPrivateKey}) {
			t.Errorf("%s: %v", name, errs)
		}
	}
	// The tweak that leads to infinity: of the key G, the negative of its coefficient.
	g := must[*PrivateKey](t)(NewPrivateKey(number(big.NewInt(1)))).PublicKey()
	alone := must[*MuSigKey](t)(NewMuSigKey([]*PublicKey{g}))
	var c scalar.Scalar
	var tweak [32]byte
	alone.coefficient(&c, &g.point)
	c.Neg(&c)
	c.PutBytes(&tweak)
	if err := second(alone.TweakAdd(tweak[:])); err != ErrTweak {
		t.Errorf("infinity: %v", err)
	}
}

func TestMuSigNonceIsNotPrinted(t *testing.T) {
	n := must[*MuSigNonce](t)(drawKey(t, "key").NewMuSigNonceCounter(1, MuSigNonceInput{}))
	var b [32]byte
	(*n.nonce).k[0].PutBytes(&b)
	said := ""
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%p", "%t"} {
		said += fmt.Sprintf(verb, n) + fmt.Sprintf(verb, *n) + fmt.Sprintf(verb, []any{n, *n}) +
			fmt.Sprintf(verb, struct{ N *MuSigNonce }{n})
	}
	limb := (*n.nonce).k[0].Limbs()[0]
	for _, form := range []string{hex.EncodeToString(b[:4]), fmt.Sprint(b[:4])[1:12],
		string(b[:4]), fmt.Sprint(limb), fmt.Sprintf("%x", limb)} {
		if strings.Contains(strings.ToLower(said), form) {
			t.Errorf("%q is printed", form)
		}
	}
	if got := fmt.Sprintf("%v %#v", n, *n); got != redactedNonce+" "+redactedNonce {
		t.Error(got)
	}
}
