// Public keys that verify again and again: a table of one key's multiples.

package p256k1

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
)

// PreparedKey is a public key with a table of its multiples, 88 KB. Its methods give the verdicts
// of those of [PublicKey] and [XOnlyPublicKey] in less time. It never changes once it is made, and
// any number of goroutines may use it. nil is no key: nothing verifies under it.
type PreparedKey struct {
	point group.Affine
	table mult.Prepared
}

// Prepare makes the table of p, which takes as long as some twenty verifications. nil if p is no
// key. Variable time.
func (p *PublicKey) Prepare() *PreparedKey { return prepareVar(p.at()) }

// Prepare is [PublicKey.Prepare] of the point with an even y.
func (x *XOnlyPublicKey) Prepare() *PreparedKey { return prepareVar(x.at()) }

func prepareVar(p *group.Affine) *PreparedKey {
	if !isSet(p) {
		return nil
	}
	k := &PreparedKey{point: *p}
	k.table.SetVar(p)
	return k
}

// at is where the point and its table are.
func (k *PreparedKey) at() (*group.Affine, *mult.Prepared) {
	if k == nil || !isSet(&k.point) {
		return &noPoint, nil
	}
	return &k.point, &k.table
}

// PublicKey returns the key; one that is not valid for nil.
func (k *PreparedKey) PublicKey() *PublicKey {
	p, _ := k.at()
	return &PublicKey{*p}
}

// VerifyECDSA is [PublicKey.VerifyECDSA]. It allocates nothing. Variable time.
func (k *PreparedKey) VerifyECDSA(hash []byte, sig Signature) bool {
	p, table := k.at()
	return checkECDSAVar(p, table, hash, &sig) == 0
}

// CheckECDSA is [PublicKey.CheckECDSA].
func (k *PreparedKey) CheckECDSA(hash []byte, sig Signature) error {
	p, table := k.at()
	return checkECDSAVar(p, table, hash, &sig).orNil()
}

// VerifySchnorr is [XOnlyPublicKey.VerifySchnorr] of the key's x-only form. It allocates nothing.
// Variable time.
func (k *PreparedKey) VerifySchnorr(msg, sig []byte) bool {
	p, table := k.at()
	return checkSchnorrVar(p, table, msg, sig) == 0
}

// CheckSchnorr is [XOnlyPublicKey.CheckSchnorr] of the key's x-only form.
func (k *PreparedKey) CheckSchnorr(msg, sig []byte) error {
	p, table := k.at()
	return checkSchnorrVar(p, table, msg, sig).orNil()
}
