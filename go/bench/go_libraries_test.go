// Libraries in Go other than this module: btcec and dcrd.

package bench

import (
	"crypto/sha256"

	"github.com/btcsuite/btcd/btcec/v2"
	btcecdsa "github.com/btcsuite/btcd/btcec/v2/ecdsa"
	"github.com/btcsuite/btcd/btcec/v2/schnorr"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// next is the row whose public key meets the secret key of row i in ECDH.
func next(i int) int { return (i + 1) % rowCount }

// dcrdSignature reads r || s.
func dcrdSignature(b *[64]byte) (*ecdsa.Signature, bool) {
	var r, s secp256k1.ModNScalar
	overflow := r.SetByteSlice(b[:32]) || s.SetByteSlice(b[32:])
	return ecdsa.NewSignature(&r, &s), !overflow
}

// compact writes r || s.
func compact(signature *ecdsa.Signature) (b [64]byte) {
	r, s := signature.R(), signature.S()
	r.PutBytesUnchecked(b[:32])
	s.PutBytesUnchecked(b[32:])
	return b
}

// publicKeys are those of all rows, as dcrd and btcec parse them (btcec's type is dcrd's).
func publicKeys() []*secp256k1.PublicKey {
	keys := make([]*secp256k1.PublicKey, rowCount)
	for i := range keys {
		key, err := secp256k1.ParsePubKey(rows()[i].public[:])
		if err != nil {
			panic(err)
		}
		keys[i] = key
	}
	return keys
}

func secretKeys() []*secp256k1.PrivateKey {
	keys := make([]*secp256k1.PrivateKey, rowCount)
	for i := range keys {
		keys[i] = secp256k1.PrivKeyFromBytes(rows()[i].secret[:])
	}
	return keys
}

// sharedSecrets are those of row i with the public key of the row after it.
func sharedSecrets() [][32]byte {
	all, public := make([][32]byte, rowCount), publicKeys()
	for i := range all {
		all[i] = sharedSecret(&rows()[i].secret, public[next(i)])
	}
	return all
}

var btcecLibrary = lazy(func() (*operations, error) {
	secret, public, shared := secretKeys(), publicKeys(), sharedSecrets()
	even := make([]*btcec.PublicKey, rowCount)
	for i := range even {
		key, err := schnorr.ParsePubKey(rows()[i].xonly[:])
		if err != nil {
			return nil, err
		}
		even[i] = key
	}
	return &operations{
		pubkeyDerivation: each(func(_ int, r *row) bool {
			_, key := btcec.PrivKeyFromBytes(r.secret[:])
			return [33]byte(key.SerializeCompressed()) == r.public
		}),
		xonlyDerivation: each(func(_ int, r *row) bool {
			_, key := btcec.PrivKeyFromBytes(r.secret[:])
			return [32]byte(schnorr.SerializePubKey(key)) == r.xonly
		}),
		// FastSign leaves out the verification of the result; the public key, which others have at
		// hand, is made each time.
		sign: each(func(i int, r *row) bool {
			signature, err := schnorr.Sign(secret[i], r.hash[:], schnorr.FastSign(),
				schnorr.CustomNonce([32]byte{}))
			return err == nil && [64]byte(signature.Serialize()) == r.schnorr
		}),
		// It keeps a key as a point but serializes it and parses it again in each verification.
		verify: each(func(i int, r *row) bool {
			signature, err := schnorr.ParseSignature(r.schnorr[:])
			return err == nil && signature.Verify(r.hash[:], even[i])
		}),
		parseVerify: each(func(_ int, r *row) bool {
			key, err := schnorr.ParsePubKey(r.xonly[:])
			if err != nil {
				return false
			}
			signature, err := schnorr.ParseSignature(r.schnorr[:])
			return err == nil && signature.Verify(r.hash[:], key)
		}),
		ecdsaSign: each(func(i int, r *row) bool {
			return compact(btcecdsa.Sign(secret[i], r.hash[:])) == r.ecdsa
		}),
		ecdsaVerify: each(func(i int, r *row) bool {
			signature, ok := dcrdSignature(&r.ecdsa)
			return ok && signature.Verify(r.hash[:], public[i])
		}),
		ecdsaParseVerify: each(func(_ int, r *row) bool {
			key, err := btcec.ParsePubKey(r.public[:])
			if err != nil {
				return false
			}
			signature, ok := dcrdSignature(&r.ecdsa)
			return ok && signature.Verify(r.hash[:], key)
		}),
		recover: each(func(_ int, r *row) bool {
			key, _, err := btcecdsa.RecoverCompact(withHeader(r), r.hash[:])
			return err == nil && [65]byte(key.SerializeUncompressed()) == r.uncompressed
		}),
		ecdh: each(func(i int, r *row) bool {
			// its own result is x alone: the same work but for the hash
			x := btcec.GenerateSharedSecret(secret[i], public[next(i)])
			return len(x) == 32 && sharedHash(x, shared[i])
		}),
	}, nil
})

var dcrdLibrary = lazy(func() (*operations, error) {
	secret, public, shared := secretKeys(), publicKeys(), sharedSecrets()
	return &operations{
		pubkeyDerivation: each(func(_ int, r *row) bool {
			public := secp256k1.PrivKeyFromBytes(r.secret[:]).PubKey()
			return [33]byte(public.SerializeCompressed()) == r.public
		}),
		xonlyDerivation: each(func(_ int, r *row) bool {
			public := secp256k1.PrivKeyFromBytes(r.secret[:]).PubKey()
			return [32]byte(public.SerializeCompressed()[1:]) == r.xonly
		}),
		ecdsaSign: each(func(i int, r *row) bool {
			return compact(ecdsa.Sign(secret[i], r.hash[:])) == r.ecdsa
		}),
		ecdsaVerify: each(func(i int, r *row) bool {
			signature, ok := dcrdSignature(&r.ecdsa)
			return ok && signature.Verify(r.hash[:], public[i])
		}),
		ecdsaParseVerify: each(func(_ int, r *row) bool {
			key, err := secp256k1.ParsePubKey(r.public[:])
			if err != nil {
				return false
			}
			signature, ok := dcrdSignature(&r.ecdsa)
			return ok && signature.Verify(r.hash[:], key)
		}),
		recover: each(func(_ int, r *row) bool {
			key, _, err := ecdsa.RecoverCompact(withHeader(r), r.hash[:])
			return err == nil && [65]byte(key.SerializeUncompressed()) == r.uncompressed
		}),
		ecdh: each(func(i int, r *row) bool {
			// its own result is x alone: the same work but for the hash
			x := secp256k1.GenerateSharedSecret(secret[i], public[next(i)])
			return len(x) == 32 && sharedHash(x, shared[i])
		}),
	}, nil
})

// withHeader is a signature as RecoverCompact reads it: 27 + recovery id + 4 for a compressed key,
// r, s.
func withHeader(r *row) []byte { return append([]byte{31 + r.recoveryID}, r.ecdsa[:]...) }

// sharedHash tells if x is the x coordinate of the shared point: SHA-256 of one of the two points
// with it is the expected secret.
func sharedHash(x []byte, expected [32]byte) bool {
	point := [33]byte{2}
	copy(point[1:], x)
	if sha256.Sum256(point[:]) == expected {
		return true
	}
	point[0] = 3
	return sha256.Sum256(point[:]) == expected
}
