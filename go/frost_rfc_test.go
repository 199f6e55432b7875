// RFC 9591's FROST and keys that participants make together: published vectors, sessions of some
// and of all participants, wrong contributions, arguments that are none.

package p256k1

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

type rfc9591Case struct {
	Comment, Kind       string
	Secret, Pubkey, Msg vectors.Bytes
	Coefficients        []vectors.Bytes
	Shares              [][2]any
	Signers             []struct {
		Identifier               int
		Hiding_nonce_randomness  vectors.Bytes
		Binding_nonce_randomness vectors.Bytes
		Hiding_nonce             vectors.Bytes
		Binding_nonce            vectors.Bytes
		Hiding_nonce_commitment  vectors.Bytes
		Binding_nonce_commitment vectors.Bytes
		Binding_factor           vectors.Bytes
		Sig_share                vectors.Bytes
		Signing_key, Coefficient vectors.Bytes
		Vss_commitments          []vectors.Bytes
		Proof_of_knowledge       vectors.Bytes
		Signing_shares           map[string]string
		Signing_share            vectors.Bytes
		Verifying_share          vectors.Bytes
	}
	Sig vectors.Bytes
}

// rfc9591Cases are the cases of a kind.
func rfc9591Cases(t *testing.T, kind string, want int) (r []rfc9591Case) {
	t.Helper()
	for _, c := range vectors.Load[rfc9591Case](t, "rfc9591.json", 3) {
		if c.Kind == kind {
			r = append(r, c)
		}
	}
	if len(r) != want {
		t.Fatalf("%d cases", len(r))
	}
	return r
}

func scalarIs(k *scalar.Scalar, want []byte) bool {
	var b [32]byte
	k.PutBytes(&b)
	return bytes.Equal(b[:], want)
}

func TestRFC9591(t *testing.T) {
	for _, c := range rfc9591Cases(t, "sign", 2) {
		polynomial := []*PrivateKey{keyOf(t, c.Secret)}
		for _, b := range c.Coefficients {
			polynomial = append(polynomial, keyOf(t, b))
		}
		shares, commitment, err := frostShares(polynomial, len(c.Shares))
		if err != nil || !bytes.Equal(compressed(commitment[0]), c.Pubkey) {
			t.Fatalf("%v, %v", commitment, err)
		}
		for i, share := range shares {
			b := share.Bytes()
			if c.Shares[i][0] != float64(i+1) || hex.EncodeToString(b[:]) != c.Shares[i][1] {
				t.Errorf("share %d: %x", i, b)
			}
		}

		var who FrostSigners
		var nonces []*FrostNonce
		var public [][66]byte
		for _, s := range c.Signers {
			id := s.Identifier - 1
			n := must[*FrostNonce](t)(shares[id].newFrostRFCNonce(&[2][32]byte{
				[32]byte(s.Hiding_nonce_randomness), [32]byte(s.Binding_nonce_randomness)}))
			b := n.Public()
			if k := &(*n.nonce.nonce).k; !scalarIs(&k[0], s.Hiding_nonce) ||
				!scalarIs(&k[1], s.Binding_nonce) ||
				!bytes.Equal(b[:33], s.Hiding_nonce_commitment) ||
				!bytes.Equal(b[33:], s.Binding_nonce_commitment) {
				t.Errorf("%s: nonce of %d", c.Comment, id)
			}
			who.IDs = append(who.IDs, id)
			who.Shares = append(who.Shares, must[*PublicKey](t)(FrostPublicShare(commitment, id)))
			nonces, public = append(nonces, n), append(public, b)
		}
		key := must[*FrostRFCKey](t)(NewFrostRFCKey(commitment[0], len(polynomial), len(shares)))
		session := must[*FrostRFCSession](t)(key.NewSession(who, public, c.Msg))
		var psigs [][32]byte
		for i, s := range c.Signers {
			var factor scalar.Scalar
			session.binding(&factor, i)
			if !scalarIs(&factor, s.Binding_factor) {
				t.Errorf("%s: binding factor of %d", c.Comment, who.IDs[i])
			}
			psig, err := shares[who.IDs[i]].FrostRFCSign(nonces[i], who.IDs[i], session)
			if err != nil || !bytes.Equal(psig[:], s.Sig_share) {
				t.Errorf("%s: signature of %d: %x, %v", c.Comment, who.IDs[i], psig, err)
			}
			psigs = append(psigs, psig)
		}
		sig, err := session.Signature(psigs)
		if err != nil || !bytes.Equal(sig[:], c.Sig) {
			t.Errorf("%s: %x, %v", c.Comment, sig, err)
		}
		p := key.PublicKey()
		if err := p.CheckFrost(c.Msg, c.Sig); err != nil {
			t.Errorf("%s: %v", c.Comment, err)
		}
		for bit := range 8 * len(sig) {
			sig[bit/8] ^= 1 << (bit % 8)
			if p.VerifyFrost(c.Msg, sig[:]) {
				t.Errorf("%s: bit %d does not matter", c.Comment, bit)
			}
			sig[bit/8] ^= 1 << (bit % 8)
		}
		if p.VerifyFrost(c.Msg[1:], sig[:]) || p.Negate().VerifyFrost(c.Msg, sig[:]) {
			t.Errorf("%s: verified", c.Comment)
		}
	}
}

// parseKeys are the points of a commitment.
func parseKeys(t *testing.T, b []vectors.Bytes) (r []*PublicKey) {
	for _, b := range b {
		r = append(r, must[*PublicKey](t)(ParsePublicKey(b)))
	}
	return r
}

func TestRFC9591KeyGeneration(t *testing.T) {
	c := rfc9591Cases(t, "dkg", 1)[0]
	n := len(c.Signers)
	received := make([][]*PrivateKey, n)
	var commitments [][]*PublicKey
	for from, s := range c.Signers {
		shares, commitment, err := frostShares([]*PrivateKey{keyOf(t, s.Signing_key),
			keyOf(t, s.Coefficient)}, n)
		if want := parseKeys(t, s.Vss_commitments); err != nil ||
			!reflect.DeepEqual(commitment, want) {
			t.Fatalf("%v, want %v, %v", commitment, want, err)
		}
		commitments = append(commitments, commitment)
		for to, share := range shares {
			b := share.Bytes()
			want, sent := c.Signers[to].Signing_shares[strconv.Itoa(from+1)]
			if sent != (from != to) || sent && want != hex.EncodeToString(b[:]) {
				t.Errorf("share from %d to %d: %x", from, to, b)
			}
			received[to] = append(received[to], share)
		}
		proof := [65]byte(s.Proof_of_knowledge)
		if err := commitment[0].CheckFrostProof(&proof, from); err != nil {
			t.Errorf("proof %d: %v", from, err)
		}
		if commitment[0].CheckFrostProof(&proof, from+1) != ErrSignature ||
			commitment[1].CheckFrostProof(&proof, from) != ErrSignature {
			t.Errorf("proof %d shows anything", from)
		}
		for bit := range 8 * len(proof) {
			proof[bit/8] ^= 1 << (bit % 8)
			if commitment[0].CheckFrostProof(&proof, from) == nil {
				t.Errorf("bit %d of proof %d does not matter", bit, from)
			}
			proof[bit/8] ^= 1 << (bit % 8)
		}
	}
	for id, s := range c.Signers {
		share, commitment, err := FrostFinish(id, received[id], commitments)
		if err != nil {
			t.Fatal(err)
		}
		public := must[*PublicKey](t)(FrostPublicShare(commitment, id))
		if !share.Equal(keyOf(t, s.Signing_share)) || !share.PublicKey().Equal(public) ||
			!bytes.Equal(compressed(public), s.Verifying_share) ||
			!bytes.Equal(compressed(commitment[0]), c.Pubkey) || len(commitment) != 2 {
			t.Errorf("participant %d ends with %v", id, commitment)
		}
	}
}

// makeFrost makes a group key of t of n participants without a dealer.
func makeFrost(t *testing.T, threshold, n int) (shares []*PrivateKey, commitment []*PublicKey) {
	t.Helper()
	received, commitments := makeFrostShares(t, threshold, n)
	for id := range n {
		share, own, err := FrostFinish(id, received[id], commitments)
		if err != nil {
			t.Fatal(err)
		}
		if id > 0 && !reflect.DeepEqual(own, commitment) {
			t.Fatalf("%d of %d: participants make two keys", threshold, n)
		}
		shares, commitment = append(shares, share), own
	}
	return shares, commitment
}

// makeFrostShares are the shares that each participant gets, and all commitments.
func makeFrostShares(t *testing.T, threshold, n int) (received [][]*PrivateKey,
	commitments [][]*PublicKey) {
	t.Helper()
	received = make([][]*PrivateKey, n)
	for id := range n {
		key := drawKey(t, "participant %d of %d, %d", id, n, threshold)
		shares, commitment, err := key.FrostShares(threshold, n)
		if err != nil {
			t.Fatal(err)
		}
		proof := must[[65]byte](t)(key.FrostProve(id))
		if err := commitment[0].CheckFrostProof(&proof, id); err != nil {
			t.Fatal(err)
		}
		commitments = append(commitments, commitment)
		for to, share := range shares {
			received[to] = append(received[to], share)
		}
	}
	return received, commitments
}

// A rfcRun is a session of RFC 9591 with all that its signers make.
type rfcRun struct {
	shares  []*PrivateKey // of all participants
	who     FrostSigners
	secret  []*FrostNonce
	nonces  [][66]byte
	key     *FrostRFCKey
	session *FrostRFCSession
}

func runRFC(t *testing.T, threshold, n int, ids []int, msg []byte) (r rfcRun) {
	t.Helper()
	var commitment []*PublicKey
	r.shares, commitment = makeFrost(t, threshold, n)
	r.key = must[*FrostRFCKey](t)(NewFrostRFCKey(commitment[0], threshold, n))
	r.who.IDs = ids
	for _, id := range ids {
		r.who.Shares = append(r.who.Shares, must[*PublicKey](t)(FrostPublicShare(commitment, id)))
		nonce := must[*FrostNonce](t)(r.shares[id].NewFrostRFCNonce())
		r.secret, r.nonces = append(r.secret, nonce), append(r.nonces, nonce.Public())
	}
	r.session = must[*FrostRFCSession](t)(r.key.NewSession(r.who, r.nonces, msg))
	return r
}

func (r *rfcRun) sign(t *testing.T) (psigs [][32]byte) {
	for i, id := range r.who.IDs {
		psigs = append(psigs, must[[32]byte](t)(r.shares[id].FrostRFCSign(r.secret[i], id,
			r.session)))
	}
	return psigs
}

func TestFrostRFCSessions(t *testing.T) {
	for i, c := range []struct {
		t, n int
		ids  []int
	}{{1, 1, []int{0}}, {1, 3, []int{2}}, {2, 3, []int{0, 1}}, {2, 3, []int{2, 0}},
		{2, 3, []int{1, 2, 0}}, {3, 5, []int{4, 0, 2}}, {5, 5, []int{0, 1, 2, 3, 4}}} {
		msg := pattern(i)
		r := runRFC(t, c.t, c.n, c.ids, msg)
		psigs := r.sign(t)
		sig := must[[65]byte](t)(r.session.Signature(psigs))
		if err := r.key.PublicKey().CheckFrost(msg, sig[:]); err != nil {
			t.Errorf("%v: %v", c.ids, err)
		}
		for i := range psigs {
			for j, id := range c.ids {
				if r.session.VerifyPartial(&psigs[i], id) != (i == j) {
					t.Errorf("%v: signature %d, signer %d", c.ids, i, id)
				}
			}
		}
		psigs[0][31] ^= 1
		sig = must[[65]byte](t)(r.session.Signature(psigs))
		if err := r.key.PublicKey().CheckFrost(msg, sig[:]); err != ErrSignature {
			t.Errorf("%v, one signature spoilt: %v", c.ids, err)
		}
		psigs[0] = order
		sig, err := r.session.Signature(psigs)
		var contribution *ContributionError
		if !errors.As(err, &contribution) || *contribution != (ContributionError{0, ErrSRange}) ||
			sig != [65]byte{} {
			t.Errorf("%v, one signature out of range: %v", c.ids, err)
		}
		if err := r.session.CheckPartial(&order, c.ids[0]); err != ErrSRange {
			t.Errorf("%v, one signature out of range: %v", c.ids, err)
		}
		if err := second(r.session.Signature(psigs[1:])); err != ErrSigner {
			t.Errorf("%v, one signature missing: %v", c.ids, err)
		}
	}
}

// A key that participants make serves BIP-445 too.
func TestFrostKeyGenerationForBIP445(t *testing.T) {
	shares, commitment := makeFrost(t, 2, 3)
	key := must[*FrostKey](t)(NewFrostKey(commitment[0], 2, 3))
	who := FrostSigners{IDs: []int{2, 1}}
	var secret []*FrostNonce
	var nonces [][66]byte
	for _, id := range who.IDs {
		n := must[*FrostNonce](t)(shares[id].NewFrostNonce(id, FrostNonceInput{Key: key}))
		secret, nonces = append(secret, n), append(nonces, n.Public())
		who.Shares = append(who.Shares, must[*PublicKey](t)(FrostPublicShare(commitment, id)))
	}
	sum := must[[66]byte](t)(AggregateMuSigNonces(nonces))
	session := must[*FrostSession](t)(key.NewSession(who, &sum, zero32))
	var psigs [][32]byte
	for i, id := range who.IDs {
		psigs = append(psigs, must[[32]byte](t)(shares[id].FrostSign(secret[i], id, session)))
	}
	sig := must[[64]byte](t)(session.Signature(psigs))
	if err := key.XOnly().CheckSchnorr(zero32, sig[:]); err != nil {
		t.Error(err)
	}
}

func TestFrostRFCNonceIsUsedOnce(t *testing.T) {
	r := runRFC(t, 2, 3, []int{0, 1}, nil)
	share := r.shares[0]
	other := must[*FrostNonce](t)(share.NewFrostRFCNonce())
	for name, c := range map[string]struct {
		nonce *FrostNonce // nil: that of the session
		share *PrivateKey
		id    int
		s     *FrostRFCSession
		want  error
	}{
		"good":             {nil, share, 0, r.session, nil},
		"share of another": {nil, r.shares[1], 1, r.session, ErrNonce},
		"another nonce":    {other, share, 0, r.session, ErrNonce},
		"no share":         {nil, nil, 0, r.session, ErrPrivateKey},
		"no session":       {nil, share, 0, nil, ErrPublicKeyFormat},
		"zero session":     {nil, share, 0, new(FrostRFCSession), ErrPublicKeyFormat},
		"not a signer":     {nil, share, 2, r.session, ErrSigner},
		"negative":         {nil, share, -1, r.session, ErrSigner},
		"place of another": {nil, share, 1, r.session, ErrShares},
	} {
		n := c.nonce
		if n == nil {
			of := *r.secret[0].nonce.nonce
			copied := &muSigSecret{k: of.k, signer: of.signer, public: of.public}
			n = &FrostNonce{MuSigNonce{&copied}}
		}
		psig, err := c.share.FrostRFCSign(n, c.id, c.s)
		if err != c.want || (psig == [32]byte{}) != (err != nil) {
			t.Errorf("%s: %v", name, err)
		}
		if (*n.nonce.nonce).k != (muSigSecret{}).k {
			t.Errorf("%s: the nonce is left", name)
		}
		if _, err := share.FrostRFCSign(n, 0, r.session); err != ErrNonce {
			t.Errorf("%s: a second signature, %v", name, err)
		}
	}
}

func TestFrostRFCMisuse(t *testing.T) {
	r := runRFC(t, 2, 3, []int{0, 1}, nil)
	psigs := r.sign(t)
	p := r.key.PublicKey()
	for _, none := range []*PublicKey{nil, {}} {
		if k, err := NewFrostRFCKey(none, 1, 1); k != nil || err != ErrPublicKeyFormat ||
			none.VerifyFrost(nil, make([]byte, 65)) ||
			none.CheckFrost(nil, make([]byte, 65)) != ErrPublicKeyFormat ||
			none.CheckFrostProof(new([65]byte), 0) != ErrPublicKeyFormat {
			t.Errorf("%v is a key", none)
		}
	}
	for _, none := range []*FrostRFCKey{nil, {}} {
		if none.IsValid() || none.PublicKey().IsValid() ||
			none.CheckSigners(r.who) != ErrPublicKeyFormat ||
			second(none.NewSession(r.who, r.nonces, nil)) != ErrPublicKeyFormat {
			t.Errorf("%v is a key", none)
		}
	}
	for _, none := range []*FrostRFCSession{nil, {}} {
		if none.CheckPartial(&psigs[0], 0) != ErrPublicKeyFormat ||
			none.VerifyPartial(&psigs[0], 0) ||
			second(none.Signature(psigs)) != ErrPublicKeyFormat {
			t.Errorf("%v is a session", none)
		}
	}
	for name, none := range noKeys(t) {
		if second(none.NewFrostRFCNonce()) != ErrPrivateKey ||
			second(none.FrostProve(0)) != ErrPrivateKey {
			t.Errorf("%s is a share", name)
		}
	}
	for _, bad := range []struct {
		who    FrostSigners
		nonces [][66]byte
		want   error
	}{
		{FrostSigners{}, nil, ErrThreshold}, {FrostSigners{IDs: []int{1}}, r.nonces[:1], ErrThreshold},
		{FrostSigners{IDs: []int{1, 1}}, r.nonces, ErrSigner},
		{FrostSigners{IDs: []int{-1, 1}}, r.nonces, ErrSigner},
		{FrostSigners{IDs: []int{0, 3}}, r.nonces, ErrSigner},
		{FrostSigners{[]int{0, 1}, r.who.Shares[:1]}, r.nonces, ErrSigner},
		{FrostSigners{[]int{1, 0}, r.who.Shares}, r.nonces, ErrShares},
		{r.who, nil, ErrSigner}, {r.who, r.nonces[:1], ErrSigner},
		{r.who, [][66]byte{r.nonces[0], {}}, &ContributionError{1, ErrPublicKeyFormat}},
	} {
		if s, err := r.key.NewSession(bad.who, bad.nonces, nil); s != nil ||
			!errors.Is(err, bad.want) && !reflect.DeepEqual(err, bad.want) {
			t.Errorf("%v: %v, want %v", bad.who.IDs, err, bad.want)
		}
	}
	// A change to what the session was made from changes no session.
	r.who.IDs[0], r.who.Shares[0], r.nonces[0] = 2, nil, [66]byte{}
	if err := r.session.CheckPartial(&psigs[0], 0); err != nil {
		t.Error(err)
	}
	plain := must[*FrostRFCSession](t)(r.key.NewSession(FrostSigners{IDs: []int{0, 1}},
		[][66]byte{r.nonces[1], r.nonces[1]}, nil))
	for _, err := range []error{plain.CheckPartial(&psigs[0], 0),
		r.session.CheckPartial(&psigs[0], 2)} {
		if err != ErrSigner {
			t.Error(err)
		}
	}
	if r.session.CheckPartial(nil, 0) != ErrSRange {
		t.Error("no partial signature is one")
	}
	// Reasons of signatures and of proofs.
	good := must[[65]byte](t)(r.session.Signature(psigs))
	proof := must[[65]byte](t)(r.shares[0].FrostProve(0))
	for _, c := range []struct {
		spoil func(b *[65]byte)
		want  error
	}{
		{func(*[65]byte) {}, nil}, {func(b *[65]byte) { b[64] ^= 1 }, ErrSignature},
		{func(b *[65]byte) { b[0] ^= 1 }, ErrSignature},
		{func(b *[65]byte) { b[0] = 4 }, ErrPublicKeyFormat},
		{func(b *[65]byte) { b[0] = 0 }, ErrPublicKeyFormat},
		{func(b *[65]byte) { copy(b[1:33], ones32) }, ErrPublicKeyRange},
		{func(b *[65]byte) { copy(b[1:33], append(zero32[1:], 5)) }, ErrPublicKeyOffCurve},
		{func(b *[65]byte) { copy(b[33:], order[:]) }, ErrSRange},
		{func(b *[65]byte) { copy(b[33:], zero32) }, ErrSignature},
	} {
		sig, b := good, proof
		c.spoil(&sig)
		c.spoil(&b)
		if err := p.CheckFrost(nil, sig[:]); err != c.want {
			t.Errorf("%x: %v, want %v", sig, err, c.want)
		}
		if err := r.shares[0].PublicKey().CheckFrostProof(&b, 0); err != c.want {
			t.Errorf("%x: %v, want %v", b, err, c.want)
		}
	}
	for _, n := range []int{0, 64, 66} {
		if err := p.CheckFrost(nil, make([]byte, n)); err != ErrSignatureLength {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	if p.CheckFrostProof(nil, 0) != ErrPublicKeyFormat {
		t.Error("no proof is one")
	}
	for _, id := range []int{-1, mostFrostShares, math.MaxInt32} {
		b, err := r.shares[0].FrostProve(id)
		if b != [65]byte{} || err != ErrSigner || p.CheckFrostProof(&proof, id) != ErrSigner {
			t.Errorf("participant %d", id)
		}
	}
	if again := must[[65]byte](t)(r.shares[0].FrostProve(0)); again == proof {
		t.Error("two proofs are one")
	}
}

func TestFrostFinish(t *testing.T) {
	const n = 4
	received, commitments := makeFrostShares(t, 2, n)
	other := drawKey(t, "other")
	type arguments struct {
		id          int
		shares      []*PrivateKey
		commitments [][]*PublicKey
	}
	for name, c := range map[string]struct {
		spoil func(a *arguments)
		want  error
	}{
		"good":       {func(*arguments) {}, nil},
		"negative":   {func(a *arguments) { a.id = -1 }, ErrSigner},
		"too large":  {func(a *arguments) { a.id = mostFrostShares }, ErrSigner},
		"none":       {func(a *arguments) { a.shares, a.commitments = nil, nil }, ErrSigner},
		"few":        {func(a *arguments) { a.shares = a.shares[1:] }, ErrSigner},
		"of another": {func(a *arguments) { a.id = 2 }, &ContributionError{0, ErrShares}},
		"a wrong share": {func(a *arguments) { a.shares[2] = other },
			&ContributionError{2, ErrShares}},
		"shares swapped": {func(a *arguments) {
			a.shares[1], a.shares[3] = a.shares[3], a.shares[1]
		}, &ContributionError{1, ErrShares}},
		"a point swapped": {func(a *arguments) {
			a.commitments[3] = []*PublicKey{a.commitments[3][0], other.PublicKey()}
		}, &ContributionError{3, ErrShares}},
		"no share": {func(a *arguments) { a.shares[1] = nil }, &ContributionError{1, ErrPrivateKey}},
		"zero share": {func(a *arguments) { a.shares[3] = new(PrivateKey) },
			&ContributionError{3, ErrPrivateKey}},
		"no commitments": {func(a *arguments) { a.commitments = make([][]*PublicKey, n) },
			&ContributionError{0, ErrThreshold}},
		"another threshold": {func(a *arguments) { a.commitments[1] = a.commitments[1][:1] },
			&ContributionError{1, ErrThreshold}},
		"no point": {func(a *arguments) { a.commitments[2] = []*PublicKey{nil, {}} },
			&ContributionError{2, ErrPublicKeyFormat}},
		// Participants 2 and 3 take back what 0 and 1 gave.
		"zero": {func(a *arguments) {
			for i := range 2 {
				a.shares[2+i] = minus(t, a.shares[i])
				a.commitments[2+i] = nil
				for _, p := range a.commitments[i] {
					a.commitments[2+i] = append(a.commitments[2+i], p.Negate())
				}
			}
		}, ErrNoPoint},
	} {
		a := arguments{1, append([]*PrivateKey(nil), received[1]...),
			append([][]*PublicKey(nil), commitments...)}
		c.spoil(&a)
		share, commitment, err := FrostFinish(a.id, a.shares, a.commitments)
		if !reflect.DeepEqual(err, c.want) || (share == nil) != (err != nil) ||
			(commitment == nil) != (err != nil) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	// The group key alone is infinity, or the share alone is zero.
	a, b, c := drawKey(t, "a"), drawKey(t, "b"), drawKey(t, "c")
	first, ofFirst, err := frostShares([]*PrivateKey{a, b}, 1)
	if err != nil {
		t.Fatal(err)
	}
	rest, ofC := minus(t, first[0]), minus(t, c).Bytes()
	if err := rest.TweakAdd(ofC[:]); err != nil {
		t.Fatal(err)
	}
	for _, polynomial := range [][]*PrivateKey{{minus(t, a), b}, {rest, c}} {
		last, ofLast, err := frostShares(polynomial, 1)
		if err != nil {
			t.Fatal(err)
		}
		share, commitment, err := FrostFinish(0, []*PrivateKey{first[0], last[0]},
			[][]*PublicKey{ofFirst, ofLast})
		if share != nil || commitment != nil || err != ErrNoPoint {
			t.Errorf("%v, %v", commitment, err)
		}
	}
}

// A signature by the negative of the nonce, whose point has the same x.
func TestFrostRFCNeedsTheWholePoint(t *testing.T) {
	d, k := drawKey(t, "key"), drawKey(t, "nonce")
	p, r := d.PublicKey(), k.PublicKey()
	var c, s, nonce, key scalar.Scalar
	if k.load(&nonce) != nil || d.load(&key) != nil {
		t.Fatal("no keys")
	}
	frostHash(&c, "chal", compressed(r), compressed(p), zero32)
	s.Mul(&c, &key)
	for _, good := range []bool{true, false} {
		var sig [65]byte
		var z scalar.Scalar
		copy(sig[:], compressed(r))
		z.Add(&s, &nonce)
		z.PutBytes((*[32]byte)(sig[33:]))
		if p.VerifyFrost(zero32, sig[:]) != good {
			t.Errorf("verified: %t", !good)
		}
		nonce.Neg(&nonce)
	}
}

// minus returns the negative of a key.
func minus(t *testing.T, k *PrivateKey) *PrivateKey {
	b := k.Bytes()
	r := keyOf(t, b[:])
	r.Negate()
	return r
}

// The nonces and binding factors of many signers, in any order, make one session.
func TestFrostRFCOrder(t *testing.T) {
	r := runRFC(t, 2, 4, []int{3, 0, 2}, zero32)
	turned := FrostSigners{[]int{0, 2, 3}, []*PublicKey{r.who.Shares[1], r.who.Shares[2],
		r.who.Shares[0]}}
	other := must[*FrostRFCSession](t)(r.key.NewSession(turned, [][66]byte{r.nonces[1],
		r.nonces[2], r.nonces[0]}, zero32))
	if fmt.Sprint(other.r, other.prefix, other.e) != fmt.Sprint(r.session.r, r.session.prefix,
		r.session.e) {
		t.Error("the order of signers matters")
	}
	psigs := r.sign(t)
	for i, id := range r.who.IDs {
		if err := other.CheckPartial(&psigs[i], id); err != nil {
			t.Errorf("signer %d: %v", id, err)
		}
	}
}
