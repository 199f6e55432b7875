// Diffie-Hellman with a private key and another's public key: constant time.

package p256k1

import (
	"crypto/sha256"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// sharedPoint sets r = key * p, normalized, for a point p.
func (k *PrivateKey) sharedPoint(r, p *group.Affine) error {
	var d scalar.Scalar
	var j group.Jacobian
	if err := k.load(&d); err != nil {
		return err
	}
	mult.Point(&j, p, &d)
	r.SetJacobian(&j)
	wipeScalars(&d)
	wipeJacobian(&j)
	return nil
}

// ECDH returns the 32-byte secret that the owners of both keys share: SHA-256 of the compressed
// shared point, which is the default of libsecp256k1. [ErrPrivateKey] or [ErrPublicKeyFormat] if a
// key is none. Constant time. It allocates nothing.
func (k *PrivateKey) ECDH(p *PublicKey) (secret [32]byte, err error) {
	if !p.IsValid() {
		return secret, ErrPublicKeyFormat
	}
	defer guardStack()()
	var shared group.Affine
	var b [33]byte
	if err := k.sharedPoint(&shared, &p.point); err != nil {
		return secret, err
	}
	putCompressed(&b, &shared)
	secret = sha256.Sum256(b[:])
	wipeBytes(b[:])
	wipeAffine(&shared)
	return secret, nil
}

// ECDHXOnly returns the x coordinate of the shared point, 32 bytes (SEC 1, section 3.3.1). Only x
// of the other key matters. The result is not hashed: derive keys from it. Errors are those of
// [PrivateKey.ECDH]. Constant time. It allocates nothing.
func (k *PrivateKey) ECDHXOnly(x *XOnlyPublicKey) (secret [32]byte, err error) {
	if !x.IsValid() {
		return secret, ErrPublicKeyFormat
	}
	defer guardStack()()
	var shared group.Affine
	if err := k.sharedPoint(&shared, &x.point); err != nil {
		return secret, err
	}
	shared.X.PutBytes(&secret)
	wipeAffine(&shared)
	return secret, nil
}
