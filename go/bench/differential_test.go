// This module gives the verdicts of other libraries, on valid rows and on hostile ones.
//
// What the others do otherwise, by policy, and the comparisons therefore leave out:
//
//   - Public keys of 65 bytes with the prefixes 06 and 07 ("hybrid"): accepted by dcrd, btcec and
//     libsecp256k1; here by ParseHybridPublicKey alone, which is compared with them.
//   - High s: accepted by dcrd, btcec and here; go-ethereum refuses it.
//   - DER: dcrd refuses r and s that are no valid numbers of a signature (0, or n and above); here
//     these may parse, and never verify.
//   - Nonces of hashes that are n or more (by chance once in 2^128): RFC 6979 reduces the hash
//     first, and so does this module; dcrd, btcec and libsecp256k1 do not, and make other, also
//     valid, signatures.
//   - Schnorr signatures of messages that are not 32 bytes long: btcec knows none.

package bench

import (
	"bytes"
	"crypto/sha256"
	"math/big"
	"testing"

	"github.com/btcsuite/btcd/btcec/v2/schnorr"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/libsecp256k1"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/ufsecp"
)

// theirs are the C libraries that are there; nil for one that is not.
var (
	theirLibSecp, errLibSecp = libsecp256k1.Open("")
	theirUFSecp, errUFSecp   = ufsecp.Open("")
)

// hybrid tells if a public key has a form that only some libraries read.
func hybrid(public []byte) bool { return len(public) == 65 && public[0]&^1 == 6 }

// parse reads a public key as dcrd does.
func parse(t testing.TB, public []byte) (*p256k1.PublicKey, error) {
	if !hybrid(public) {
		return p256k1.ParsePublicKey(public)
	}
	if _, err := p256k1.ParsePublicKey(public); err == nil {
		t.Errorf("hybrid key %x parses", public)
	}
	return p256k1.ParseHybridPublicKey(public)
}

func isHigh(s []byte) bool {
	half := word(new(big.Int).Rsh(groupOrder, 1))
	return bytes.Compare(s, half[:]) > 0
}

func compareECDSA(t testing.TB, c *ecdsaCase) bool {
	t.Helper()
	key, err := parse(t, c.public)
	verdict := err == nil && key.VerifyECDSA(c.hash, c.signature)
	expect := func(who string, other bool) {
		if other != verdict {
			t.Errorf("%s says %v, this module %v: key %x, hash %x, signature %x", who, other,
				verdict, c.public, c.hash, c.signature)
		}
	}
	theirKey, theirErr := secp256k1.ParsePubKey(c.public)
	if (theirErr == nil) != (err == nil) {
		t.Errorf("dcrd says of the key %x: %v, this module: %v", c.public, theirErr, err)
		return false
	}
	signature, inRange := dcrdSignature(&c.signature)
	expect("dcrd", theirErr == nil && inRange && signature.Verify(c.hash, theirKey))
	if theirLibSecp != nil {
		expect("libsecp256k1", theirLibSecp.ParseVerifyECDSA(c.public, c.hash, &c.signature))
	}
	if theirUFSecp != nil && !hybrid(c.public) {
		expect("the C library", theirUFSecp.ParseVerifyECDSA(c.public, c.hash, &c.signature))
	}
	if gethVerify != nil && !isHigh(c.signature[32:]) {
		expect("go-ethereum", gethVerify(c.public, c.hash, c.signature[:]))
	}
	return verdict
}

func compareSchnorr(t testing.TB, c *schnorrCase) bool {
	t.Helper()
	key, err := p256k1.ParseXOnlyPublicKey(c.public[:])
	verdict := err == nil && key.VerifySchnorr(c.message, c.signature[:])
	expect := func(who string, other bool) {
		if other != verdict {
			t.Errorf("%s says %v, this module %v: key %x, message %x, signature %x", who, other,
				verdict, c.public, c.message, c.signature)
		}
	}
	if len(c.message) == 32 {
		theirKey, theirErr := schnorr.ParsePubKey(c.public[:])
		signature, formErr := schnorr.ParseSignature(c.signature[:])
		expect("btcec", theirErr == nil && formErr == nil && signature.Verify(c.message, theirKey))
	}
	if theirLibSecp != nil {
		expect("libsecp256k1", theirLibSecp.ParseVerifySchnorr(&c.public, c.message, &c.signature))
	}
	if theirUFSecp != nil {
		expect("the C library", theirUFSecp.ParseVerifySchnorr(&c.public, c.message, &c.signature))
	}
	return verdict
}

func compareRecover(t testing.TB, hash []byte, signature [64]byte, id byte) bool {
	t.Helper()
	key, err := p256k1.RecoverECDSA(hash, signature, id)
	var own [65]byte
	if err == nil {
		own = key.Uncompressed()
	}
	expect := func(who string, other []byte, otherErr error) {
		if (otherErr == nil) != (err == nil) || err == nil && !bytes.Equal(other, own[:]) {
			t.Errorf("%s recovers %x (%v), this module %x (%v): hash %x, signature %x, id %d", who,
				other, otherErr, own, err, hash, signature, id)
		}
	}
	if id <= 3 {
		theirs, _, theirErr := ecdsa.RecoverCompact(append([]byte{27 + id}, signature[:]...), hash)
		expect("dcrd", serialized(theirs), theirErr)
	}
	if theirLibSecp != nil {
		public, theirErr := theirLibSecp.Recover(hash, &signature, id)
		expect("libsecp256k1", public[:], theirErr)
	}
	if theirUFSecp != nil {
		public, theirErr := theirUFSecp.Recover(hash, &signature, id)
		expect("the C library", public[:], theirErr)
	}
	if gethRecover != nil && id <= 3 {
		public, theirErr := gethRecover(hash, append(signature[:64:64], id))
		expect("go-ethereum", public, theirErr)
	}
	return err == nil
}

func serialized(key *secp256k1.PublicKey) []byte {
	if key == nil {
		return nil
	}
	return key.SerializeUncompressed()
}

// compareSecret compares all that is made from a secret key: public keys, signatures of a hash, and
// the secret shared with a point.
func compareSecret(t testing.TB, secret, hash [32]byte) bool {
	t.Helper()
	key, err := p256k1.NewPrivateKey(secret[:])
	var scalar secp256k1.ModNScalar
	overflow := scalar.SetBytes(&secret)
	if valid := overflow == 0 && !scalar.IsZero(); valid != (err == nil) {
		t.Errorf("secret key %x: %v, dcrd: %v", secret, err, valid)
		return false
	}
	if err != nil {
		return false
	}
	theirs := secp256k1.NewPrivateKey(&scalar)
	if own := key.PublicKey().Uncompressed(); !bytes.Equal(own[:],
		theirs.PubKey().SerializeUncompressed()) {
		t.Errorf("public key of %x: %x", secret, own)
	}
	signature, id, err := key.SignRecoverable(hash[:])
	if err != nil {
		t.Fatalf("%x signs not: %v", secret, err)
	}
	order := word(groupOrder)
	if bytes.Compare(hash[:], order[:]) < 0 {
		expected := ecdsa.SignCompact(theirs, hash[:], false)
		if id != expected[0]-27 || !bytes.Equal(signature[:], expected[1:]) {
			t.Errorf("key %x, hash %x: signature %x %d, dcrd %x %d", secret, hash, signature, id,
				expected[1:], expected[0]-27)
		}
	}
	aux := sha256.Sum256(hash[:])
	schnorrSignature, err := key.SignSchnorr(hash[:], &aux)
	if err != nil {
		t.Fatalf("%x signs not: %v", secret, err)
	}
	expected, err := schnorr.Sign(theirs, hash[:], schnorr.CustomNonce(aux))
	if err != nil || !bytes.Equal(expected.Serialize(), schnorrSignature[:]) {
		t.Errorf("key %x, message %x: Schnorr signature %x, btcec %v", secret, hash,
			schnorrSignature, err)
	}
	if theirUFSecp != nil {
		compareWithC(t, secret, hash, aux, signature, id, schnorrSignature)
	}
	return true
}

// compareWithC compares the same results with this project's C library.
func compareWithC(t testing.TB, secret, hash, aux [32]byte, signature p256k1.Signature, id byte,
	schnorrSignature [64]byte) {
	t.Helper()
	theirs, theirID, err := theirUFSecp.SignRecoverable(hash[:], &secret)
	if err != nil || theirs != signature || theirID != id {
		t.Errorf("key %x, hash %x: signature %x %d, the C library %x %d %v", secret, hash,
			signature, id, theirs, theirID, err)
	}
	pair, err := theirUFSecp.NewKeyPair(&secret)
	if err != nil {
		t.Fatal(err)
	}
	if theirs, err := theirUFSecp.SignSchnorr(&pair, hash[:], &aux); err != nil ||
		theirs != schnorrSignature {
		t.Errorf("key %x, message %x: Schnorr signature %x, the C library %x %v", secret, hash,
			schnorrSignature, theirs, err)
	}
}

// compareECDH compares shared secrets, also of keys that are none.
func compareECDH(t testing.TB, secret [32]byte, public []byte) bool {
	t.Helper()
	key, err := p256k1.NewPrivateKey(secret[:])
	if err != nil {
		return false
	}
	point, err := parse(t, public)
	theirs, theirErr := secp256k1.ParsePubKey(public)
	if (err == nil) != (theirErr == nil) {
		t.Errorf("dcrd says of the key %x: %v, this module: %v", public, theirErr, err)
	}
	if err != nil || theirErr != nil {
		return false
	}
	own, err := key.ECDH(point)
	if err != nil || own != sharedSecret(&secret, theirs) {
		t.Errorf("key %x, point %x: shared secret %x %v", secret, public, own, err)
	}
	if theirUFSecp != nil && !hybrid(public) {
		if shared, err := theirUFSecp.ParseECDH(public, &secret); err != nil || shared != own {
			t.Errorf("key %x, point %x: shared secret %x, the C library %x %v", secret, public, own,
				shared, err)
		}
	}
	return true
}

func compareDER(t testing.TB, der []byte) bool {
	t.Helper()
	own, err := p256k1.ParseDER(der)
	theirs, theirErr := ecdsa.ParseDERSignature(der)
	_, inRange := dcrdSignature((*[64]byte)(&own))
	zero := [32]byte{}
	inRange = inRange && [32]byte(own[:32]) != zero && [32]byte(own[32:]) != zero
	switch {
	case theirErr == nil && (err != nil || compact(theirs) != own):
		t.Errorf("%x: dcrd reads %x, this module %x %v", der, compact(theirs), own, err)
	case theirErr != nil && err == nil && inRange:
		t.Errorf("%x: this module reads %x, dcrd: %v", der, own, theirErr)
	case err == nil && inRange && !bytes.Equal(own.DER(), der):
		t.Errorf("%x is written again as %x", der, own.DER())
	}
	return err == nil
}

// count fails a comparison in which all rows, or none, are valid: then it compared nothing.
func count(t *testing.T, valid, all int) {
	t.Helper()
	if valid == 0 || valid == all {
		t.Errorf("%d of %d rows are valid", valid, all)
	}
	t.Logf("%d of %d rows are valid", valid, all)
}

func TestECDSAVerdicts(t *testing.T) {
	valid, all := 0, 0
	for i := range 8 {
		for _, c := range hostileECDSA(&rows()[i]) {
			all++
			if compareECDSA(t, &c) {
				valid++
			}
		}
	}
	for i := range rows() {
		r := &rows()[i]
		if !compareECDSA(t, &ecdsaCase{r.public[:], r.hash[:], r.ecdsa}) {
			t.Errorf("row %d is not valid", i)
		}
	}
	holds, not := smallR()
	for i := range holds {
		if !compareECDSA(t, &holds[i]) || compareECDSA(t, &not[i]) {
			t.Errorf("r = %x, key %x: not valid, or r + n is", holds[i].signature[:32],
				holds[i].public)
		}
	}
	count(t, valid, all)
}

func TestSchnorrVerdicts(t *testing.T) {
	valid, all := 0, 0
	for i := range 8 {
		for _, c := range hostileSchnorr(&rows()[i]) {
			all++
			if compareSchnorr(t, &c) {
				valid++
			}
		}
	}
	count(t, valid, all)
}

func TestRecoverVerdicts(t *testing.T) {
	valid, all := 0, 0
	for i := range 4 {
		for _, c := range hostileECDSA(&rows()[i]) {
			for id := range byte(5) {
				all++
				if compareRecover(t, c.hash, c.signature, id) {
					valid++
				}
			}
		}
	}
	count(t, valid, all)
}

func TestSecretKeys(t *testing.T) {
	valid, all := 0, 0
	for _, secret := range edges() {
		for _, hash := range edges() {
			all++
			if compareSecret(t, secret, hash) {
				valid++
			}
		}
	}
	count(t, valid, all)
}

func TestSharedSecrets(t *testing.T) {
	valid, all := 0, 0
	for _, secret := range edges() {
		for _, x := range edges() {
			all++
			if compareECDH(t, secret, append([]byte{3}, x[:]...)) {
				valid++
			}
		}
	}
	count(t, valid, all)
}

func TestDERVerdicts(t *testing.T) {
	valid, all := 0, 0
	for _, der := range hostileDER() {
		all++
		if compareDER(t, der) {
			valid++
		}
	}
	for i := range 4 {
		der := p256k1.Signature(rows()[i].ecdsa).DER()
		if !compareDER(t, der) {
			t.Errorf("%x is not valid", der)
		}
		for at := range der { // each byte changed, left out, and doubled
			for _, change := range []byte{1, 0x80, 0xff} {
				other := bytes.Clone(der)
				other[at] ^= change
				compareDER(t, other)
			}
			compareDER(t, append(bytes.Clone(der[:at]), der[at+1:]...))
			compareDER(t, append(bytes.Clone(der[:at+1]), der[at:]...))
		}
	}
	count(t, valid, all)
}

// TestCLibraries says which of the C libraries took part.
func TestCLibraries(t *testing.T) {
	if errLibSecp != nil || errUFSecp != nil {
		t.Skipf("compared without: %v; %v", errLibSecp, errUFSecp)
	}
}
