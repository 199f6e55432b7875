// Libraries in C, of which packages of this module have the calls: libsecp256k1, and this project's
// own; here without cgo.

package bench

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/libsecp256k1"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/ufsecp"
)

// foreignOperations are those that all such libraries have in common.
func foreignOperations[Pair any](l foreign.Library[Pair]) (*operations, error) {
	pairs := make([]Pair, rowCount)
	for i := range pairs {
		var err error
		if pairs[i], err = l.NewKeyPair(&rows()[i].secret); err != nil {
			return nil, err
		}
	}
	return &operations{
		pubkeyDerivation: each(func(_ int, r *row) bool {
			key, err := l.PublicKey(&r.secret)
			return err == nil && key == r.public
		}),
		sign: each(func(i int, r *row) bool {
			signature, err := l.SignSchnorr(&pairs[i], r.hash[:], nil)
			return err == nil && signature == r.schnorr
		}),
		parseVerify: each(func(_ int, r *row) bool {
			return l.ParseVerifySchnorr(&r.xonly, r.hash[:], &r.schnorr)
		}),
		ecdsaSign: each(func(_ int, r *row) bool {
			signature, err := l.SignECDSA(r.hash[:], &r.secret)
			return err == nil && signature == r.ecdsa
		}),
		ecdsaParseVerify: each(func(_ int, r *row) bool {
			return l.ParseVerifyECDSA(r.public[:], r.hash[:], &r.ecdsa)
		}),
		recover: each(func(_ int, r *row) bool {
			key, err := l.Recover(r.hash[:], &r.ecdsa, r.recoveryID)
			return err == nil && key == r.uncompressed
		}),
	}, nil
}

// parsed is what libsecp256k1 has besides, in both packages over it: keys that are parsed before.
type parsed[Pair, Public, XOnly any] interface {
	foreign.Library[Pair]
	ParsePublicKey(b []byte) (Public, error)
	ParseXOnlyPublicKey(b []byte) (XOnly, error)
	VerifySchnorr(public *XOnly, message []byte, signature *[64]byte) bool
	VerifyECDSA(public *Public, hash []byte, signature *[64]byte) bool
	ECDH(public *Public, secret *[32]byte) ([32]byte, error)
}

// parsedOperations are all of libsecp256k1, through one of the packages.
func parsedOperations[Pair, Public, XOnly any](
	l parsed[Pair, Public, XOnly],
) (*operations, error) {
	o, err := foreignOperations[Pair](l)
	if err != nil {
		return nil, err
	}
	public, even, shared := make([]Public, rowCount), make([]XOnly, rowCount), sharedSecrets()
	for i := range rows() {
		r := &rows()[i]
		if public[i], err = l.ParsePublicKey(r.public[:]); err != nil {
			return nil, err
		}
		if even[i], err = l.ParseXOnlyPublicKey(r.xonly[:]); err != nil {
			return nil, err
		}
	}
	o.xonlyDerivation = each(func(_ int, r *row) bool {
		key, err := l.XOnlyPublicKey(&r.secret)
		return err == nil && key == r.xonly
	})
	o.verify = each(func(i int, r *row) bool {
		return l.VerifySchnorr(&even[i], r.hash[:], &r.schnorr)
	})
	o.ecdsaVerify = each(func(i int, r *row) bool {
		return l.VerifyECDSA(&public[i], r.hash[:], &r.ecdsa)
	})
	o.ecdh = each(func(i int, r *row) bool {
		secret, err := l.ECDH(&public[next(i)], &r.secret)
		return err == nil && secret == shared[i]
	})
	return o, nil
}

var libSecpPureGo = lazy(func() (*operations, error) {
	l, err := libsecp256k1.Open("")
	if err != nil {
		return nil, err
	}
	return parsedOperations[
		libsecp256k1.KeyPair, libsecp256k1.PublicKey, libsecp256k1.XOnlyPublicKey](l)
})

var ufSecp = lazy(func() (*operations, error) {
	l, err := ufsecp.Open("")
	if err != nil {
		return nil, err
	}
	o, err := foreignOperations[ufsecp.KeyPair](l)
	if err != nil {
		return nil, err
	}
	shared := sharedSecrets()
	o.xonlyDerivation = each(func(_ int, r *row) bool {
		key, err := l.XOnlyPublicKey(&r.secret)
		return err == nil && key == r.xonly
	})
	o.ecdh = each(func(i int, r *row) bool { // from 65 bytes, which parse without a square root
		secret, err := l.ParseECDH(rows()[next(i)].uncompressed[:], &r.secret)
		return err == nil && secret == shared[i]
	})
	return o, nil
})
