// The private key of a taproot output (BIP-341): constant time.

package p256k1

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// taprootTweak sets t to the tagged hash of the internal key and of the root of the script tree,
// which is nil if there is none.
func taprootTweak(t *[32]byte, internal *group.Affine, root []byte) error {
	if len(root) != 0 && len(root) != 32 {
		return ErrMerkleRoot
	}
	var x [32]byte
	internal.X.PutBytes(&x)
	tagTweak.sum(t, x[:], root, nil)
	return nil
}

// TaprootOutput returns the private key of [XOnlyPublicKey.TaprootOutput] (BIP-341). It is d + t,
// where d is the key or its negative, whichever has a public key with even y. root is the Merkle
// root of the scripts, 32 bytes, or nil if there are none. [ErrMerkleRoot], [ErrPrivateKey], or
// [ErrTweak], for which no key is known. Constant time.
func (k *PrivateKey) TaprootOutput(root []byte) (*PrivateKey, error) {
	defer guardStack()()
	var d, tweak scalar.Scalar
	var t [32]byte
	defer wipeScalars(&d, &tweak)
	defer wipeBytes(t[:])
	if err := k.load(&d); err != nil {
		return nil, err
	}
	p := &k.PublicKey().point
	if err := taprootTweak(&t, p, root); err != nil {
		return nil, err
	}
	d.CondNeg(p.Y.IsOdd())
	overflow := tweak.SetBytes(&t)
	d.Add(&d, &tweak)
	if ct.DeclassifyBit(overflow|d.IsZero(),
		"whether the tweaked key is valid is the result") == 1 {
		return nil, ErrTweak
	}
	return newPrivateKey(&d), nil
}
