//go:build cgo && unix

// Libraries through cgo: go-ethereum's copy of libsecp256k1, and libsecp256k1 itself, called from
// Go and in a loop of C.

package bench

import (
	"crypto/sha256"
	"math/big"

	geth "github.com/ethereum/go-ethereum/crypto/secp256k1"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/libsecp256k1/cgo"
)

// What differential tests ask go-ethereum's copy.
var gethVerify, gethRecover = geth.VerifySignature, geth.RecoverPubkey

var gethLibrary = lazy(func() (*operations, error) {
	curve, shared := geth.S256(), sharedSecrets()
	x, y := make([]*big.Int, rowCount), make([]*big.Int, rowCount)
	for i := range rows() {
		x[i], y[i] = geth.DecompressPubkey(rows()[i].public[:])
	}
	return &operations{
		pubkeyDerivation: each(func(_ int, r *row) bool {
			return [33]byte(geth.CompressPubkey(curve.ScalarBaseMult(r.secret[:]))) == r.public
		}),
		// Its signature carries the recovery id, which costs it nothing worth naming.
		ecdsaSign: each(func(_ int, r *row) bool {
			signature, err := geth.Sign(r.hash[:], r.secret[:])
			return err == nil && [64]byte(signature) == r.ecdsa
		}),
		ecdsaParseVerify: each(func(_ int, r *row) bool {
			return geth.VerifySignature(r.public[:], r.hash[:], r.ecdsa[:])
		}),
		recover: each(func(_ int, r *row) bool {
			key, err := geth.RecoverPubkey(r.hash[:], append(r.ecdsa[:64:64], r.recoveryID))
			return err == nil && [65]byte(key) == r.uncompressed
		}),
		ecdh: each(func(i int, r *row) bool {
			point := geth.CompressPubkey(curve.ScalarMult(x[next(i)], y[next(i)], r.secret[:]))
			return sha256.Sum256(point) == shared[i]
		}),
	}, nil
})

var libSecp = lazy(func() (*operations, error) {
	l, err := cgo.Open("")
	if err != nil {
		return nil, err
	}
	return parsedOperations[cgo.KeyPair, cgo.PublicKey, cgo.XOnlyPublicKey](l)
})

// libSecpC counts calls that returned 1; TestLibrariesAgree compares the results of the same calls
// in libSecp.
var libSecpC = lazy(func() (*operations, error) {
	l, err := cgo.Open("")
	if err != nil {
		return nil, err
	}
	table := make([]cgo.Row, rowCount)
	for i := range rows() {
		r := &rows()[i]
		table[i] = cgo.Row{Secret: r.secret, XOnly: r.xonly, Hash: r.hash, Public: r.public,
			ECDSA: r.ecdsa, Schnorr: r.schnorr, RecoveryID: r.recoveryID}
	}
	loop, err := l.NewLoop(table)
	if err != nil {
		return nil, err
	}
	run := func(operation cgo.Operation) func(int) int {
		return func(n int) int { return loop.Run(operation, n) }
	}
	return &operations{
		pubkeyDerivation: run(cgo.PubkeyDerivation),
		xonlyDerivation:  run(cgo.XOnlyDerivation),
		sign:             run(cgo.Sign),
		verify:           run(cgo.Verify),
		parseVerify:      run(cgo.ParseVerify),
		ecdsaSign:        run(cgo.ECDSASign),
		ecdsaVerify:      run(cgo.ECDSAVerify),
		ecdsaParseVerify: run(cgo.ECDSAParseVerify),
		recover:          run(cgo.ECDSARecover),
		ecdh:             run(cgo.ECDH),
	}, nil
})
