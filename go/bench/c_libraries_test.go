// Libraries in C that are loaded at run time without cgo: libsecp256k1, and this project's own.

package bench

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/libsecp256k1"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/ufsecp"
)

var libSecpPureGo = lazy(func() (*operations, error) {
	l, err := libsecp256k1.Open("")
	if err != nil {
		return nil, err
	}
	pairs, public := make([]libsecp256k1.KeyPair, rowCount),
		make([]libsecp256k1.PublicKey, rowCount)
	even, shared := make([]libsecp256k1.XOnlyPublicKey, rowCount), sharedSecrets()
	for i := range rows() {
		r := &rows()[i]
		if pairs[i], err = l.NewKeyPair(&r.secret); err != nil {
			return nil, err
		}
		if public[i], err = l.ParsePublicKey(r.public[:]); err != nil {
			return nil, err
		}
		if even[i], err = l.ParseXOnlyPublicKey(r.xonly[:]); err != nil {
			return nil, err
		}
	}
	return &operations{
		pubkeyDerivation: each(func(_ int, r *row) bool {
			key, err := l.PublicKey(&r.secret)
			return err == nil && key == r.public
		}),
		xonlyDerivation: each(func(_ int, r *row) bool {
			pair, err := l.NewKeyPair(&r.secret)
			if err != nil {
				return false
			}
			key, err := l.XOnly(&pair)
			return err == nil && key == r.xonly
		}),
		sign: each(func(i int, r *row) bool {
			signature, err := l.SignSchnorr(&pairs[i], r.hash[:], nil)
			return err == nil && signature == r.schnorr
		}),
		verify: each(func(i int, r *row) bool {
			return l.VerifySchnorr(&even[i], r.hash[:], &r.schnorr)
		}),
		parseVerify: each(func(_ int, r *row) bool {
			return l.ParseVerifySchnorr(&r.xonly, r.hash[:], &r.schnorr)
		}),
		ecdsaSign: each(func(_ int, r *row) bool {
			signature, err := l.SignECDSA(r.hash[:], &r.secret)
			return err == nil && signature == r.ecdsa
		}),
		ecdsaVerify: each(func(i int, r *row) bool {
			return l.VerifyECDSA(&public[i], r.hash[:], &r.ecdsa)
		}),
		ecdsaParseVerify: each(func(_ int, r *row) bool {
			return l.ParseVerifyECDSA(r.public[:], r.hash[:], &r.ecdsa)
		}),
		recover: each(func(_ int, r *row) bool {
			key, err := l.Recover(r.hash[:], &r.ecdsa, r.recoveryID)
			return err == nil && key == r.uncompressed
		}),
		ecdh: each(func(i int, r *row) bool {
			secret, err := l.ECDH(&public[next(i)], &r.secret)
			return err == nil && secret == shared[i]
		}),
	}, nil
})

var ufSecp = lazy(func() (*operations, error) {
	l, err := ufsecp.Open("")
	if err != nil {
		return nil, err
	}
	pairs, shared := make([]ufsecp.KeyPair, rowCount), sharedSecrets()
	for i := range pairs {
		if pairs[i], err = l.NewKeyPair(&rows()[i].secret); err != nil {
			return nil, err
		}
	}
	return &operations{
		pubkeyDerivation: each(func(_ int, r *row) bool {
			key, err := l.PublicKey(&r.secret)
			return err == nil && key == r.public
		}),
		xonlyDerivation: each(func(_ int, r *row) bool {
			key, err := l.XOnlyPublicKey(&r.secret)
			return err == nil && key == r.xonly
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
		ecdh: each(func(i int, r *row) bool { // from 65 bytes, which parse without a square root
			secret, err := l.ParseECDH(rows()[next(i)].uncompressed[:], &r.secret)
			return err == nil && secret == shared[i]
		}),
	}, nil
})
