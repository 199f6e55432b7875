// Native fuzz targets, against what must agree within this package. Those against other libraries
// are in the module bench.

package p256k1

import (
	"bytes"
	"slices"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

func FuzzParseDER(f *testing.F) {
	for _, c := range vectors.Load[struct{ Sig vectors.Bytes }](f, "der.json", 63) {
		f.Add([]byte(c.Sig))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		strict, err := ParseDER(b)
		lax, laxErr := ParseDERLax(b)
		if err != nil {
			if err != ErrDER || strict != (Signature{}) {
				t.Fatalf("%v and %x", err, strict)
			}
			if laxErr == nil {
				// its numbers are below n, and so have a strict encoding of their own
				if same, err := ParseDER(lax.DER()); err != nil || same != lax {
					t.Fatalf("%x, %v", same, err)
				}
			}
			return
		}
		if !bytes.Equal(strict.DER(), b) {
			t.Fatalf("written as %x", strict.DER())
		}
		outOfRange := bytes.Compare(strict[:32], order[:]) >= 0 ||
			bytes.Compare(strict[32:], order[:]) >= 0
		if want := strict; laxErr != nil || outOfRange != (lax != want) ||
			outOfRange && lax != (Signature{}) {
			t.Fatalf("strict %x, lax %x, %v", strict, lax, laxErr)
		}
	})
}

func FuzzParseExtended(f *testing.F) {
	for _, c := range vectors.Load[struct{ Xprv, Xpub, Text string }](f, "bip32.json", 33) {
		f.Add(c.Xprv, []byte(c.Text), uint32(1))
		f.Add(c.Xpub, []byte{}, HardenedChild)
		if c.Xpub != "" {
			f.Add(c.Xpub, bytesOf(f, c.Xpub), uint32(2))
		}
	}
	f.Fuzz(func(t *testing.T, text string, b []byte, number uint32) {
		if x, err := NewExtendedPublicKey(b); err == nil {
			if got := x.Bytes(); !bytes.Equal(got[:], b) {
				t.Fatalf("written as %x", got)
			}
			text = x.String()
		} else if x != nil || err != ErrExtendedKey {
			t.Fatalf("%v, %v", x, err)
		}
		k, err := ParseExtendedPrivateKey([]byte(text))
		x, publicErr := ParseExtendedPublicKey(text)
		if err == nil && (textOf(k) != text || publicErr != ErrExtendedKey) {
			t.Fatalf("written as %s, %v", textOf(k), publicErr)
		}
		if err != nil && (k != nil || err != ErrExtendedKey) {
			t.Fatalf("%v, %v", k, err)
		}
		if publicErr != nil {
			return
		}
		child, err := x.Derive(number)
		if x.String() != text || (err == nil) != (number < HardenedChild && x.Depth() < 255) ||
			err == nil && (child.Depth() != x.Depth()+1 || child.Parent() != x.Fingerprint()) {
			t.Fatalf("written as %v, child %v, %v", x, child, err)
		}
	})
}

// What others send to a session: nothing of it may end the program or be taken for right.
func FuzzMuSig(f *testing.F) {
	k := drawKey(f, "key")
	p := k.PublicKey()
	key := must[*MuSigKey](f)(NewMuSigKey([]*PublicKey{p}))
	n := must[*MuSigNonce](f)(k.NewMuSigNonceCounter(1, MuSigNonceInput{}))
	public := n.Public()
	psig := must[[32]byte](f)(k.MuSigSign(n, must[*MuSigSession](f)(key.NewSession(&public, nil))))
	f.Add(public[:], psig[:], zero32, []byte{})
	f.Add(make([]byte, 66), orderPlus(0), ones32, []byte{1})
	f.Fuzz(func(t *testing.T, nonce, psig, tweak, msg []byte) {
		b, s := [66]byte(append(nonce, make([]byte, 66)...)), [32]byte(append(psig, zero32...))
		key := key
		if tweaked, err := key.TweakAddXOnly(tweak); err == nil {
			key = tweaked
		} else if err != ErrTweak || tweaked != nil {
			t.Fatal(err)
		}
		session, err := key.NewSession(&b, msg)
		if sum, sumErr := AggregateMuSigNonces([][66]byte{b}); sumErr == nil &&
			(sum != b || err != nil) {
			t.Fatalf("the sum of one is %x, %v", sum, err)
		}
		if (session == nil) != (err != nil) {
			t.Fatal(err)
		}
		sig, sigErr := session.Signature([][32]byte{s})
		good := sigErr == nil && key.XOnly().VerifySchnorr(msg, sig[:])
		if session.VerifyPartial(&s, &b, p) != good {
			t.Fatalf("the partial signature is right, but not the signature: %x, %v", sig, sigErr)
		}
	})
}

// What others send by RFC 9591, and proofs of keys that participants make: likewise.
func FuzzFrost(f *testing.F) {
	k := drawKey(f, "key")
	p := k.PublicKey()
	key := must[*FrostRFCKey](f)(NewFrostRFCKey(p, 1, 1))
	who := FrostSigners{[]int{0}, []*PublicKey{p}}
	n := must[*FrostNonce](f)(k.newFrostRFCNonce(&[2][32]byte{{1}, {2}}))
	public := n.Public()
	psig := must[[32]byte](f)(k.FrostRFCSign(n, 0,
		must[*FrostRFCSession](f)(key.NewSession(who, [][66]byte{public}, nil))))
	var proof [65]byte
	if err := k.frostProve(&proof, &[32]byte{3}, 0); err != nil {
		f.Fatal(err)
	}
	f.Add(public[:], psig[:], []byte{})
	f.Add(proof[:33], proof[33:], []byte{})
	f.Add(make([]byte, 66), orderPlus(0), []byte{1})
	f.Fuzz(func(t *testing.T, nonce, psig, msg []byte) {
		b, s := [66]byte(append(nonce, make([]byte, 66)...)), [32]byte(append(psig, zero32...))
		session, err := key.NewSession(who, [][66]byte{b}, msg)
		if (session == nil) != (err != nil) {
			t.Fatal(err)
		}
		sig, sigErr := session.Signature([][32]byte{s})
		good := sigErr == nil && p.VerifyFrost(msg, sig[:])
		if session.VerifyPartial(&s, 0) != good {
			t.Fatalf("the partial signature is right, but not the signature: %x, %v", sig, sigErr)
		}
		copy(sig[:], b[:33])
		copy(sig[33:], s[:])
		if p.CheckFrostProof(&sig, 0) == nil && sig != proof || p.VerifyFrost(msg, sig[:]) {
			t.Fatalf("%x is a proof, or a signature", sig)
		}
	})
}

// Adaptor signatures and proofs of any bytes: what is well-formed for one call is for the others,
// and nothing else than what was made is valid.
func FuzzAdaptor(f *testing.F) {
	k, y, b := drawKey(f, "key"), drawKey(f, "y"), drawKey(f, "B").PublicKey()
	p, point, hash := k.PublicKey(), y.PublicKey(), draw("hash")
	ecdsa := must[ECDSAAdaptor](f)(k.EncryptECDSA(hash[:], point, nil))
	schnorr := must[SchnorrAdaptor](f)(k.PresignSchnorr(hash[:], point, nil))
	proof := must[[64]byte](f)(k.ProveDLEQ(b, nil, nil, nil))
	c := must[*PublicKey](f)(k.Multiply(b))
	f.Add(ecdsa[:])
	f.Add(schnorr[:])
	f.Add(proof[:])
	f.Fuzz(func(t *testing.T, text []byte) {
		if VerifyDLEQ(text, p, b, c, nil, nil) != bytes.Equal(text, proof[:]) {
			t.Fatalf("proof %x", text)
		}
		long, short := ecdsa, schnorr
		copy(long[:], text)
		copy(short[:], text)
		err := p.CheckECDSAAdaptor(hash[:], long, point)
		whole, wholeErr := y.DecryptECDSA(long)
		if (err == nil) != (long == ecdsa) || (err == ErrSignature || err == nil) !=
			(wholeErr == nil) || err == nil && !p.VerifyECDSA(hash[:], whole) {
			t.Fatalf("ECDSA %x: %v, %v", long, err, wholeErr)
		}
		if key, err := RecoverECDSAAdaptor(long, whole, point); wholeErr == nil &&
			(err != nil || !key.Equal(y)) {
			t.Fatalf("ECDSA %x: the key is %v, %v", long, key, err)
		}
		err = p.XOnly().CheckSchnorrAdaptor(hash[:], short, point)
		sig, sigErr := y.AdaptSchnorr(short)
		if (err == nil) != (short == schnorr) || (err == ErrSignature || err == nil) !=
			(sigErr == nil) || err == nil && !p.XOnly().VerifySchnorr(hash[:], sig[:]) {
			t.Fatalf("Schnorr %x: %v, %v", short, err, sigErr)
		}
		if key, err := ExtractSchnorrAdaptor(short, sig[:], point); sigErr == nil &&
			(err != nil || !key.Equal(y)) {
			t.Fatalf("Schnorr %x: the key is %v, %v", short, key, err)
		}
	})
}

func FuzzParsePublicKey(f *testing.F) {
	for _, c := range vectors.Load[struct{ Bytes vectors.Bytes }](f, "points.json", 166) {
		f.Add([]byte(c.Bytes))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := ParsePublicKey(b)
		keys, all := ParsePublicKeyBatch(nil, [][]byte{b, nil, b}, 1)
		if all || keys[1].IsValid() || keys[0] != keys[2] || keys[0].IsValid() != (err == nil) {
			t.Fatalf("%v, batch %v", err, keys)
		}
		negatives, all := NegatePublicKeyBatch(nil, [][]byte{b, nil}, 1)
		if all || negatives[1].IsValid() || negatives[0].IsValid() != (err == nil) {
			t.Fatalf("%v, negatives %v", err, negatives)
		}
		if err == nil {
			if !keys[0].Equal(p) {
				t.Fatalf("%v, batch %v", p, &keys[0])
			}
			if !negatives[0].Equal(p.Negate()) {
				t.Fatalf("%v, negative %v", p, &negatives[0])
			}
			full, compressed := p.Uncompressed(), p.Compressed()
			if !bytes.Equal(b, full[:]) && !bytes.Equal(b, compressed[:]) {
				t.Fatalf("%x and %x", full, compressed)
			}
			for _, again := range [][]byte{full[:], compressed[:]} {
				if q, err := ParsePublicKey(again); err != nil || !q.Equal(p) {
					t.Fatalf("%x: %v %v", again, q, err)
				}
			}
		}
		x, err := ParseXOnlyPublicKey(b)
		even, evenErr := ParsePublicKey(append([]byte{2}, b...))
		points, all := ParseXOnlyPublicKeyBatch(nil, [][]byte{b}, 1)
		if len(b) == 32 && err != evenErr || (err == nil) != all || points[0].IsValid() != all {
			t.Fatalf("%v and %v", err, evenErr)
		}
		if err == nil && (!x.PublicKey().Equal(even) || !x.Equal(&points[0])) {
			t.Fatalf("%v, %v, batch %v", x, even, &points[0])
		}
	})
}

func FuzzVerifyECDSA(f *testing.F) {
	s := newSource(4)
	for range 40 {
		c := s.ecdsa(f)
		b := c.key.Compressed()
		f.Add(b[:], c.hash, c.sig[:])
	}
	f.Fuzz(func(t *testing.T, key, hash, sig64 []byte) {
		for flags := range ItemFlags(64) {
			item := EncodedItem{key, hash, sig64}
			want := isValidEncoded(item, flags)
			if ok, all := VerifyEncodedBatch(nil, []EncodedItem{item, {}}, flags, 1); all ||
				!slices.Equal(ok, []bool{want, false}) {
				t.Fatalf("flags %d: %v, batch %v", flags, want, ok)
			}
		}
		p, err := ParsePublicKey(key)
		sig, sigErr := ParseSignature(sig64)
		if err != nil || sigErr != nil {
			return
		}
		good := p.VerifyECDSA(hash, sig)
		if (p.CheckECDSA(hash, sig) == nil) != good ||
			p.VerifyECDSA(hash, sig.Normalize()) != good {
			t.Fatalf("%v; %v; normalized %v", good, p.CheckECDSA(hash, sig),
				p.VerifyECDSA(hash, sig.Normalize()))
		}
		item := BatchECDSAItem{p, hash, sig}
		if ok, all := VerifyECDSABatch(nil, []BatchECDSAItem{item, {}, item}, 1); all ||
			!slices.Equal(ok, []bool{good, false, good}) {
			t.Fatalf("%v, batch %v", good, ok)
		}
		var recoveries []BatchRecoverItem
		for id := range byte(4) {
			recoveries = append(recoveries, BatchRecoverItem{hash, sig, id})
		}
		keys, _ := RecoverBatch(nil, recoveries, 1)
		found := 0
		for id := range byte(4) {
			q, err := RecoverECDSA(hash, sig, id)
			if (err == nil) != keys[id].IsValid() || err == nil &&
				(!q.Equal(&keys[id]) || !q.VerifyECDSA(hash, sig)) {
				t.Fatalf("id %d: %v %v, batch %v", id, q, err, &keys[id])
			}
			if err == nil && q.Equal(p) {
				found++
			}
		}
		if good != (found > 0) {
			t.Fatalf("%v, but %d ids lead to the key", good, found)
		}
	})
}

func FuzzVerifySchnorr(f *testing.F) {
	s := newSource(5)
	for range 40 {
		c := s.schnorr(f)
		b := c.key.Bytes()
		f.Add(b[:], c.msg, c.sig)
	}
	valid := schnorrItems(f, 8)
	f.Fuzz(func(t *testing.T, key, msg, sig []byte) {
		x, err := ParseXOnlyPublicKey(key)
		if err != nil {
			return
		}
		good := x.VerifySchnorr(msg, sig)
		if (x.CheckSchnorr(msg, sig) == nil) != good {
			t.Fatalf("%v; %v", good, x.CheckSchnorr(msg, sig))
		}
		items := append(slices.Clone(valid), BatchSchnorrItem{x, msg, sig})
		ok, all := VerifySchnorrBatch(nil, items, 1)
		sum, invalid := SchnorrBatchVerifyWithFallback(items)
		if ok[len(valid)] != good || all != good || sum != good ||
			SchnorrBatchVerify(items) != good ||
			!good && !slices.Equal(invalid, []int{len(valid)}) {
			t.Fatalf("%v; batch %v, sum %v %v", good, ok, sum, invalid)
		}
		if holds, invalid := holdAllVar(items, 1), invalidVar(items, 1); holds != good ||
			good != (len(invalid) == 0) {
			t.Fatalf("%v; added up %v %v", good, holds, invalid)
		}
	})
}

func FuzzSign(f *testing.F) {
	f.Add(orderPlus(-1), []byte{}, make([]byte, 32))
	f.Add(orderPlus(0), ones32, ones32)
	f.Add(zero32, zero32, zero32)
	f.Fuzz(func(t *testing.T, secret, msg, aux []byte) {
		k, err := NewPrivateKey(secret)
		if valid := len(secret) == 32 && !bytes.Equal(secret, zero32) &&
			bytes.Compare(secret, order[:]) < 0; valid != (err == nil) {
			t.Fatal(err)
		}
		if err != nil || len(aux) < 32 {
			return
		}
		p, random := k.PublicKey(), (*[32]byte)(aux)
		hash := TaggedHash("hash", msg)
		for _, extra := range []*[32]byte{nil, random} {
			sig, id, err := k.SignECDSAExtra(hash[:], extra)
			if err != nil || !sig.IsLow() || !p.VerifyECDSA(hash[:], sig) {
				t.Fatalf("%x %v", sig, err)
			}
			if q, err := RecoverECDSA(hash[:], sig, id); err != nil || !q.Equal(p) {
				t.Fatalf("%v %v", q, err)
			}
			schnorr, err := k.SignSchnorr(msg, extra)
			if err != nil || !p.XOnly().VerifySchnorr(msg, schnorr[:]) {
				t.Fatalf("%x %v", schnorr, err)
			}
		}
		b := k.Bytes()
		twice, err := p.TweakMul(b[:])
		if err != nil {
			t.Fatal(err)
		}
		shared, err := k.ECDHXOnly(p.XOnly())
		if x := twice.XOnly().Bytes(); err != nil || shared != x {
			t.Fatalf("%x and %x, %v", shared, x, err)
		}
	})
}
