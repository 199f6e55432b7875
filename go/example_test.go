package p256k1_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
)

// exampleKey is a key for examples, where a real one comes from GenerateKey.
func exampleKey(text string) *p256k1.PrivateKey {
	b := sha256.Sum256([]byte(text))
	k, err := p256k1.NewPrivateKey(b[:])
	if err != nil {
		panic(err)
	}
	return k
}

func Example() {
	k, err := p256k1.GenerateKey()
	if err != nil {
		panic(err)
	}
	defer k.Zero()
	hash := sha256.Sum256([]byte("message"))
	sig, err := k.SignECDSA(hash[:])
	if err != nil {
		panic(err)
	}
	fmt.Println(k.PublicKey().VerifyECDSA(hash[:], sig))
	fmt.Println(k)
	// Output:
	// true
	// p256k1.PrivateKey(redacted)
}

func ExamplePrivateKey_SignSchnorr() {
	k := exampleKey("alice")
	sig, err := k.SignSchnorr([]byte("a message of any length"), nil)
	if err != nil {
		panic(err)
	}
	x := k.PublicKey().XOnly()
	fmt.Println(x.VerifySchnorr([]byte("a message of any length"), sig[:]))
	fmt.Println(x.CheckSchnorr([]byte("another message"), sig[:]))
	// Output:
	// true
	// p256k1: the signature does not match
}

func ExamplePrivateKey_ECDH() {
	alice, bob := exampleKey("alice"), exampleKey("bob")
	a, err := alice.ECDH(bob.PublicKey())
	if err != nil {
		panic(err)
	}
	b, err := bob.ECDH(alice.PublicKey())
	if err != nil {
		panic(err)
	}
	fmt.Println(a == b)
	// Output: true
}

func ExampleExtendedPrivateKey_Derive() {
	seed := sha256.Sum256([]byte("alice")) // a real one is random
	master, err := p256k1.NewMasterKey(seed[:], p256k1.Mainnet)
	if err != nil {
		panic(err)
	}
	defer master.Zero()
	path, err := p256k1.ParsePath("m/86'/0'/0'") // the first taproot account
	if err != nil {
		panic(err)
	}
	account, err := master.Derive(path...)
	if err != nil {
		panic(err)
	}
	defer account.Zero()
	watched, err := account.Public().Derive(0, 5) // its address 5, without a private key
	if err != nil {
		panic(err)
	}
	key, err := account.Derive(0, 5)
	if err != nil {
		panic(err)
	}
	fmt.Println(key.Public().PublicKey().Equal(watched.PublicKey()))
	fmt.Println(account, account.Public().String()[:4])
	// Output:
	// true
	// p256k1.ExtendedPrivateKey(redacted) xpub
}

// Two signers, here in one process, sign a taproot spend by one key.
func ExampleMuSigKey() {
	alice, bob := exampleKey("alice"), exampleKey("bob")
	message := []byte("the hash of a transaction")

	// All: the aggregate key, in an order that all agree on.
	keys := []*p256k1.PublicKey{alice.PublicKey(), bob.PublicKey()}
	p256k1.SortPublicKeys(keys)
	internal, err := p256k1.NewMuSigKey(keys)
	if err != nil {
		panic(err)
	}
	key, err := internal.TaprootOutput(nil)
	if err != nil {
		panic(err)
	}

	// Each: a nonce; its public part goes to the others.
	input := p256k1.MuSigNonceInput{Key: key, Message: message}
	ofAlice, err := alice.NewMuSigNonce(input)
	if err != nil {
		panic(err)
	}
	ofBob, err := bob.NewMuSigNonce(input)
	if err != nil {
		panic(err)
	}
	sum, err := p256k1.AggregateMuSigNonces([][66]byte{ofAlice.Public(), ofBob.Public()})
	if err != nil {
		panic(err)
	}

	// Each: a partial signature.
	session, err := key.NewSession(&sum, message)
	if err != nil {
		panic(err)
	}
	first, err := alice.MuSigSign(ofAlice, session)
	if err != nil {
		panic(err)
	}
	second, err := bob.MuSigSign(ofBob, session)
	if err != nil {
		panic(err)
	}
	_, again := bob.MuSigSign(ofBob, session)

	signature, err := session.Signature([][32]byte{first, second})
	fmt.Println(key.XOnly().VerifySchnorr(message, signature[:]), err)
	fmt.Println(again)
	// Output:
	// true <nil>
	// p256k1: no nonce, not an unused one of this signer, or its input is too long
}

// Two of three participants, here in one process, sign by one key that a dealer splits.
func ExamplePrivateKey_FrostShares() {
	dealer := exampleKey("a key that is wiped once it is split")
	message := []byte("the hash of a transaction")
	shares, commitment, err := dealer.FrostShares(2, 3)
	if err != nil {
		panic(err)
	}
	dealer.Zero()
	key, err := p256k1.NewFrostKey(commitment[0], 2, 3)
	if err != nil {
		panic(err)
	}

	// Participants 0 and 2: a nonce each, whose public part goes to the others.
	who := p256k1.FrostSigners{IDs: []int{0, 2}}
	var secret []*p256k1.FrostNonce
	var nonces [][66]byte
	for _, id := range who.IDs {
		public, err := p256k1.FrostPublicShare(commitment, id)
		if err != nil || !shares[id].PublicKey().Equal(public) {
			panic("a wrong share")
		}
		n, err := shares[id].NewFrostNonce(id, p256k1.FrostNonceInput{Key: key, Message: message})
		if err != nil {
			panic(err)
		}
		who.Shares = append(who.Shares, public)
		secret, nonces = append(secret, n), append(nonces, n.Public())
	}
	sum, err := p256k1.AggregateMuSigNonces(nonces)
	if err != nil {
		panic(err)
	}

	// Each: a partial signature.
	session, err := key.NewSession(who, &sum, message)
	if err != nil {
		panic(err)
	}
	var psigs [][32]byte
	for i, id := range who.IDs {
		psig, err := shares[id].FrostSign(secret[i], id, session)
		if err != nil {
			panic(err)
		}
		psigs = append(psigs, psig)
	}
	signature, err := session.Signature(psigs)
	fmt.Println(key.XOnly().VerifySchnorr(message, signature[:]), err)
	// Output: true <nil>
}

// Three participants, here in one process, make a key that none of them has. Two sign by it as
// RFC 9591 says.
func ExampleFrostFinish() {
	const t, n = 2, 3
	message := []byte("any message")

	// Each draws a key and splits it. Commitment and proof go to all, each share to one.
	received := make([][]*p256k1.PrivateKey, n)
	var commitments [][]*p256k1.PublicKey
	for id := range n {
		own, err := p256k1.GenerateKey()
		if err != nil {
			panic(err)
		}
		forAll, commitment, err := own.FrostShares(t, n)
		if err != nil {
			panic(err)
		}
		proof, err := own.FrostProve(id)
		if err != nil || commitment[0].CheckFrostProof(&proof, id) != nil {
			panic("a wrong proof")
		}
		own.Zero()
		commitments = append(commitments, commitment)
		for to, share := range forAll {
			received[to] = append(received[to], share)
		}
	}

	// Participants 0 and 2: what each ends with, and a nonce whose public part goes to the other.
	who := p256k1.FrostSigners{IDs: []int{0, 2}}
	var group []*p256k1.PublicKey
	var shares []*p256k1.PrivateKey
	var secret []*p256k1.FrostNonce
	var nonces [][66]byte
	for _, id := range who.IDs {
		share, commitment, err := p256k1.FrostFinish(id, received[id], commitments)
		if err != nil {
			panic(err)
		}
		nonce, err := share.NewFrostRFCNonce()
		if err != nil {
			panic(err)
		}
		group, shares = commitment, append(shares, share)
		secret, nonces = append(secret, nonce), append(nonces, nonce.Public())
	}

	// Each: a partial signature.
	key, err := p256k1.NewFrostRFCKey(group[0], t, n)
	if err != nil {
		panic(err)
	}
	session, err := key.NewSession(who, nonces, message)
	if err != nil {
		panic(err)
	}
	var psigs [][32]byte
	for i, id := range who.IDs {
		psig, err := shares[i].FrostRFCSign(secret[i], id, session)
		if err != nil {
			panic(err)
		}
		psigs = append(psigs, psig)
	}
	signature, err := session.Signature(psigs)
	fmt.Println(key.PublicKey().VerifyFrost(message, signature[:]), err)
	// Output: true <nil>
}

// Bob pays Alice by a signature that she can complete only by the key that he wants to learn.
func ExamplePrivateKey_PresignSchnorr() {
	bob, secret := exampleKey("bob"), exampleKey("the key that is sold")
	message := []byte("the hash of a transaction that pays Alice")
	x, point := bob.PublicKey().XOnly(), secret.PublicKey()

	incomplete, err := bob.PresignSchnorr(message, point, nil) // Bob, who knows the point
	if err != nil {
		panic(err)
	}
	fmt.Println(x.CheckSchnorrAdaptor(message, incomplete, point)) // Alice, before she relies on it
	signature, err := secret.AdaptSchnorr(incomplete)              // Alice, who takes the payment
	if err != nil {
		panic(err)
	}
	fmt.Println(x.CheckSchnorr(message, signature[:]))
	learned, err := p256k1.ExtractSchnorrAdaptor(incomplete, signature[:], point) // Bob
	fmt.Println(learned.Equal(secret), err)
	// Output:
	// <nil>
	// <nil>
	// true <nil>
}

func ExamplePrivateKey_ProveDLEQ() {
	alice, bob := exampleKey("alice"), exampleKey("bob").PublicKey()
	shared, err := alice.Multiply(bob)
	if err != nil {
		panic(err)
	}
	proof, err := alice.ProveDLEQ(bob, nil, nil, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(p256k1.VerifyDLEQ(proof[:], alice.PublicKey(), bob, shared, nil, nil))
	// Output: true
}

func ExampleParseDER() {
	hash := sha256.Sum256([]byte("message"))
	sig, err := exampleKey("alice").SignECDSA(hash[:])
	if err != nil {
		panic(err)
	}
	same, err := p256k1.ParseDER(sig.DER())
	fmt.Println(same == sig, same.IsLow(), err)
	// Output: true true <nil>
}

func ExampleEcrecover() {
	k := exampleKey("alice")
	hash := p256k1.Keccak256([]byte("message"))
	sig, id, err := k.SignRecoverable(hash[:])
	if err != nil {
		panic(err)
	}
	address, err := p256k1.Ecrecover(hash[:], append(sig[:], 27+id))
	fmt.Println(address == k.PublicKey().EthereumAddress(), err)
	// Output: true <nil>
}

func ExampleVerifyECDSABatch() {
	var items []p256k1.BatchECDSAItem
	for i := range 100 {
		k, hash := exampleKey(fmt.Sprint(i)), sha256.Sum256([]byte{byte(i)})
		sig, err := k.SignECDSA(hash[:])
		if err != nil {
			panic(err)
		}
		items = append(items, p256k1.BatchECDSAItem{Pubkey: k.PublicKey(), Hash: hash[:],
			Signature: sig})
	}
	items[7].Signature = items[8].Signature
	ok, all := p256k1.VerifyECDSABatch(nil, items, 0)
	fmt.Println(all, ok[6], ok[7], ok[8])
	// Output: false true false true
}

func ExampleVerifyBatch() {
	k, msg := exampleKey("alice"), []byte("message")
	hash := sha256.Sum256(msg)
	ecdsa, err := k.SignECDSA(hash[:])
	if err != nil {
		panic(err)
	}
	schnorr, err := k.SignSchnorr(msg, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(p256k1.VerifyBatch(nil, []p256k1.BatchECDSAItem{
		{Pubkey: k.PublicKey(), Hash: hash[:], Signature: ecdsa},
	}, 0))
	fmt.Println(p256k1.VerifyBatch(nil, []p256k1.BatchSchnorrItem{
		{Pubkey: k.PublicKey().XOnly(), Message: msg, Signature: schnorr[:]},
		{Pubkey: k.PublicKey().XOnly(), Message: []byte("another message"), Signature: schnorr[:]},
	}, 0))
	// Output:
	// [true] true
	// [true false] false
}

func ExampleSchnorrBatchVerifyWithFallback() {
	var items []p256k1.BatchSchnorrItem
	for i := range 100 {
		k, msg := exampleKey(fmt.Sprint(i)), []byte{byte(i)}
		sig, err := k.SignSchnorr(msg, nil)
		if err != nil {
			panic(err)
		}
		items = append(items, p256k1.BatchSchnorrItem{Pubkey: k.PublicKey().XOnly(), Message: msg,
			Signature: sig[:]})
	}
	fmt.Println(p256k1.SchnorrBatchVerify(items))
	items[7].Message = []byte("another message")
	fmt.Println(p256k1.SchnorrBatchVerifyWithFallback(items))
	// Output:
	// true
	// false [7]
}

func ExampleBatchNormalize() {
	points := make([]p256k1.JacobianPoint, 3)
	for i := range points {
		points[i].ScalarBaseMul(&[32]byte{31: byte(i)}) // 0, G, 2G
	}
	for _, p := range p256k1.BatchNormalize(nil, points) {
		k, err := p.PublicKey()
		fmt.Println(k, err)
	}
	// Output:
	// <nil> p256k1: there is no such point
	// 0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798 <nil>
	// 02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5 <nil>
}

func ExampleXOnlyPublicKey_TaprootOutput() {
	k := exampleKey("alice")
	output, _, err := k.PublicKey().XOnly().TaprootOutput(nil)
	if err != nil {
		panic(err)
	}
	secret, err := k.TaprootOutput(nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(secret.PublicKey().XOnly().Equal(output))
	// Output: true
}

func ExampleTaggedHash() {
	h := p256k1.TaggedHash("BIP0340/challenge")
	fmt.Println(hex.EncodeToString(h[:4]))
	// Output: c216d352
}
