// Prepared keys: the verdicts and reasons of the keys themselves.

package p256k1

import "testing"

func preparedCases() int {
	if testing.Short() {
		return 40
	}
	return 400
}

func TestPreparedHostile(t *testing.T) {
	s := newSource(17)
	valid := 0
	for range preparedCases() {
		c := s.ecdsa(t)
		got, want := c.key.Prepare().CheckECDSA(c.hash, c.sig), c.key.CheckECDSA(c.hash, c.sig)
		if got != want {
			t.Fatalf("ECDSA: %v, by the key %v", got, want)
		}
		if want == nil {
			valid++
		}
	}
	for range preparedCases() {
		c := s.schnorr(t)
		got, want := c.key.Prepare().CheckSchnorr(c.msg, c.sig), c.key.CheckSchnorr(c.msg, c.sig)
		if got != want {
			t.Fatalf("Schnorr: %v, by the key %v", got, want)
		}
		if want == nil {
			valid++
		}
	}
	if valid == 0 {
		t.Error("no valid one")
	}
}

// A key with an odd y verifies Schnorr signatures as its x-only form does.
func TestPreparedForms(t *testing.T) {
	odd := 0
	for i := range 8 {
		k, msg := drawKey(t, "prepared %d", i), draw("message %d", i)
		p := k.PublicKey()
		prepared := p.Prepare()
		sig, err := k.SignSchnorr(msg[:], nil)
		if err != nil {
			t.Fatal(err)
		}
		if p.IsOdd() {
			odd++
		}
		if !prepared.VerifySchnorr(msg[:], sig[:]) ||
			!p.XOnly().Prepare().VerifySchnorr(msg[:], sig[:]) {
			t.Error("a valid Schnorr signature is refused")
		}
		ecdsa, err := k.SignECDSA(msg[:])
		if err != nil {
			t.Fatal(err)
		}
		if !prepared.VerifyECDSA(msg[:], ecdsa) || !prepared.PublicKey().Equal(p) {
			t.Error("a valid ECDSA signature is refused, or the key is another")
		}
		msg[0] ^= 1
		if prepared.VerifyECDSA(msg[:], ecdsa) || prepared.VerifySchnorr(msg[:], sig[:]) {
			t.Error("a signature of another message is taken")
		}
		n := testing.AllocsPerRun(5, func() { prepared.VerifyECDSA(msg[:], ecdsa) })
		if n != 0 && !raceDetector {
			t.Errorf("%v allocations", n)
		}
	}
	if odd == 0 || odd == 8 {
		t.Errorf("%d of 8 keys have an odd y", odd)
	}
}

func TestPreparedNoKey(t *testing.T) {
	var none *PreparedKey
	var key *PublicKey
	hash := draw("hash")
	for _, k := range []*PreparedKey{none, {}, key.Prepare(), new(PublicKey).Prepare()} {
		if k.VerifyECDSA(hash[:], Signature{1}) || k.VerifySchnorr(hash[:], make([]byte, 64)) ||
			k.PublicKey().IsValid() {
			t.Error("no key verifies")
		}
		if k.CheckECDSA(hash[:], Signature{1}) != ErrPublicKeyFormat ||
			k.CheckSchnorr(hash[:], make([]byte, 64)) != ErrPublicKeyFormat {
			t.Error("another reason than that there is no key")
		}
	}
	if key.Prepare() != nil || new(XOnlyPublicKey).Prepare() != nil {
		t.Error("what is no key is prepared")
	}
}
