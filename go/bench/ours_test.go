// This module, as its users call it.

package bench

import p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"

var ours = lazy(func() (*operations, error) {
	secret, public := make([]*p256k1.PrivateKey, rowCount), make([]*p256k1.PublicKey, rowCount)
	even, shared := make([]*p256k1.XOnlyPublicKey, rowCount), sharedSecrets()
	for i := range rows() {
		r := &rows()[i]
		var err error
		if secret[i], err = p256k1.NewPrivateKey(r.secret[:]); err != nil {
			return nil, err
		}
		secret[i].PublicKey()
		if public[i], err = p256k1.ParsePublicKey(r.public[:]); err != nil {
			return nil, err
		}
		if even[i], err = p256k1.ParseXOnlyPublicKey(r.xonly[:]); err != nil {
			return nil, err
		}
	}
	return &operations{
		pubkeyDerivation: each(func(_ int, r *row) bool {
			key, err := p256k1.NewPrivateKey(r.secret[:])
			return err == nil && key.PublicKey().Compressed() == r.public
		}),
		xonlyDerivation: each(func(_ int, r *row) bool {
			key, err := p256k1.NewPrivateKey(r.secret[:])
			return err == nil && key.PublicKey().XOnly().Bytes() == r.xonly
		}),
		sign: each(func(i int, r *row) bool {
			signature, err := secret[i].SignSchnorr(r.hash[:], nil)
			return err == nil && signature == r.schnorr
		}),
		verify: each(func(i int, r *row) bool {
			return even[i].VerifySchnorr(r.hash[:], r.schnorr[:])
		}),
		parseVerify: each(func(_ int, r *row) bool {
			key, err := p256k1.ParseXOnlyPublicKey(r.xonly[:])
			return err == nil && key.VerifySchnorr(r.hash[:], r.schnorr[:])
		}),
		ecdsaSign: each(func(i int, r *row) bool {
			signature, err := secret[i].SignECDSA(r.hash[:])
			return err == nil && signature == r.ecdsa
		}),
		ecdsaVerify: each(func(i int, r *row) bool {
			return public[i].VerifyECDSA(r.hash[:], r.ecdsa)
		}),
		ecdsaParseVerify: each(func(_ int, r *row) bool {
			key, err := p256k1.ParsePublicKey(r.public[:])
			return err == nil && key.VerifyECDSA(r.hash[:], r.ecdsa)
		}),
		recover: each(func(_ int, r *row) bool {
			key, err := p256k1.RecoverECDSA(r.hash[:], r.ecdsa, r.recoveryID)
			return err == nil && key.Uncompressed() == r.uncompressed
		}),
		ecdh: each(func(i int, r *row) bool {
			secret, err := secret[i].ECDH(public[next(i)])
			return err == nil && secret == shared[i]
		}),
	}, nil
})
