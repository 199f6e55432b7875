// FROST, keys that participants make together, what is made with secrets: proofs and the sum of
// shares. Constant time.

package p256k1

import (
	"crypto/rand"
	"crypto/sha256"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// FrostProve proves, in 65 bytes, that participant id knows the private key. It is a step of
// distributed key generation, where participants make a group key without a dealer, for either
// standard:
//
//   - Each participant draws a key, splits it by [PrivateKey.FrostShares], and sends its commitment
//     and this proof to all. All must get the same ones: see to that before shares are sent.
//   - Each checks all proofs by [PublicKey.CheckFrostProof] of the first point of each commitment,
//     and sends each other participant its share.
//   - Each calls [FrostFinish] with one share of everybody, its own among them.
//
// For taproot, tweak the group key by an unspendable script path (BIP-445). The proof has the form
// of the vectors published for RFC 9591's suite. [ErrPrivateKey] if there is no key, [ErrSigner] if
// id is negative or above 65534. Constant time.
func (k *PrivateKey) FrostProve(id int) (proof [65]byte, err error) {
	defer guardStack()()
	var random [32]byte
	rand.Read(random[:]) // never returns an error
	err = k.frostProve(&proof, &random, id)
	wipeBytes(random[:])
	return proof, err
}

func (k *PrivateKey) frostProve(proof *[65]byte, random *[32]byte, id int) error {
	var d, c, one scalar.Scalar
	var ks [2]scalar.Scalar // the second one is 0
	var r group.Affine
	defer wipeScalars(&d, &ks[0], &ks[1])
	if err := k.load(&d); err != nil {
		return err
	}
	if id < 0 || id >= mostFrostShares {
		return ErrSigner
	}
	p := k.PublicKey()
	frostNonce(&ks[0], "dkgnonce", random, &d)
	one.SetOne()
	zero := ks[0].IsZero()
	ks[0].CMov(&one, zero) // so that the same work follows
	mulGen(&r, &ks[0])
	ct.Declassify(&r, "the point of a proof is public")
	putCompressed((*[33]byte)(proof[:]), &r)
	frostProofChallenge(&c, proof, &p.point, id)
	new(MuSigSession).signBy((*[32]byte)(proof[33:]), &ks, &d, &c)
	if ct.DeclassifyBit(zero, "whether a proof was made is the result") == 1 {
		*proof = [65]byte{}
		return ErrNonce
	}
	return nil
}

// FrostFinish ends the making of a group key: it checks the shares that participant id got, all by
// one sum, and adds up shares and commitments. There is one share and one commitment of t points of
// each participant, in the same order. share is the participant's share of the group key.
// commitment has t points: the first is the group key, and [FrostPublicShare] makes public shares
// of them. It does not check proofs: [PublicKey.CheckFrostProof] does.
//
// [ErrSigner] if id is negative or above 65534, there is no share, or commitments are not as many.
// In a [ContributionError]: [ErrThreshold] if a commitment is empty or has another length than the
// first one, [ErrPublicKeyFormat] if a point of it is none, [ErrPrivateKey] if a share is none,
// [ErrShares] if it is not that of its commitment. [ErrNoPoint] if a sum is zero or infinity.
// Constant time in the shares.
func FrostFinish(id int, shares []*PrivateKey, commitments [][]*PublicKey) (share *PrivateKey,
	commitment []*PublicKey, err error) {
	defer guardStack()()
	if id < 0 || id >= mostFrostShares || len(shares) == 0 || len(shares) != len(commitments) {
		return nil, nil, ErrSigner
	}
	if err := checkCommitments(commitments); err != nil {
		return nil, nil, err
	}
	return frostFinish(id, shares, commitments)
}

func frostFinish(id int, shares []*PrivateKey, commitments [][]*PublicKey) (share *PrivateKey,
	commitment []*PublicKey, err error) {
	var w, sum, weighed, d scalar.Scalar
	defer wipeScalars(&sum, &weighed, &d)
	if err := frostWeight(&w, id, shares, commitments); err != nil {
		return nil, nil, err
	}
	for i := range shares { // the last one first
		if err := shares[len(shares)-1-i].load(&d); err != nil {
			return nil, nil, err
		}
		sum.Add(&sum, &d)
		weighed.Mul(&weighed, &w)
		weighed.Add(&weighed, &d)
	}
	var total group.Affine
	var one scalar.Scalar
	one.SetOne()
	zero := weighed.IsZero()
	weighed.CMov(&one, zero)
	mulGen(&total, &weighed)
	ct.Declassify(&total, "a sum of public shares is public")
	if ct.DeclassifyBit(zero, "whether shares are right is the result") == 1 ||
		!sharesHoldVar(&total, id, &w, commitments) {
		return nil, nil, wrongShare(id, shares, commitments)
	}
	if ct.DeclassifyBit(sum.IsZero(), "whether there is a share is the result") == 1 {
		return nil, nil, ErrNoPoint
	}
	if commitment, err = addCommitmentsVar(commitments); err != nil {
		return nil, nil, err
	}
	return newPrivateKey(&sum), commitment, nil
}

// frostWeight sets w to what nobody knows before all shares and commitments are there: their hash.
func frostWeight(w *scalar.Scalar, id int, shares []*PrivateKey,
	commitments [][]*PublicKey) error {
	var b [32]byte
	var d scalar.Scalar
	defer wipeScalars(&d)
	h := sha256.New()
	putID(&b, id)
	h.Write(b[:])
	for _, points := range commitments {
		for _, p := range points {
			encoding := p.Compressed()
			h.Write(encoding[:])
		}
	}
	for i, share := range shares {
		if err := share.load(&d); err != nil {
			return &ContributionError{i, err}
		}
		d.PutBytes(&b)
		h.Write(b[:])
	}
	h.Sum(b[:0])
	ct.Declassify(&b, "a hash of shares and commitments tells nothing of the shares")
	w.SetBytes(&b)
	return nil
}

// wrongShare names the first share that is not that of its commitment.
func wrongShare(id int, shares []*PrivateKey, commitments [][]*PublicKey) error {
	for i, share := range shares {
		public, err := FrostPublicShare(commitments[i], id)
		if err != nil || !public.Equal(share.PublicKey()) {
			return &ContributionError{i, ErrShares}
		}
	}
	return ErrShares
}
