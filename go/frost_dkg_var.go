// FROST, keys that participants make together, what is public: proofs and commitments. Variable
// time.

package p256k1

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// frostProofChallenge sets c to the challenge of a proof, whose first 33 bytes it hashes.
func frostProofChallenge(c *scalar.Scalar, proof *[65]byte, p *group.Affine, id int) {
	var b [32]byte
	var own [33]byte
	putID(&b, id)
	putCompressed(&own, p)
	frostHash(c, "dkg", b[:], own[:], proof[:33])
}

// CheckFrostProof returns nil if proof, 65 bytes, shows that participant id knows the private key
// of p, the first point of its commitment. [ErrPublicKeyFormat] if there is no key or no proof,
// [ErrSigner] if id is negative or above 65534, the reason of [ParsePublicKey] for the point of the
// proof, [ErrSRange] or [ErrSignature]. Variable time.
func (p *PublicKey) CheckFrostProof(proof *[65]byte, id int) error {
	if !p.IsValid() || proof == nil {
		return ErrPublicKeyFormat
	}
	if id < 0 || id >= mostFrostShares {
		return ErrSigner
	}
	var c scalar.Scalar
	frostProofChallenge(&c, proof, &p.point, id)
	return frostEquationVar(proof, &p.point, &c).orNil()
}

// checkCommitments returns nil if all have as many points as the first one, at least one.
func checkCommitments(commitments [][]*PublicKey) error {
	for i, points := range commitments {
		if len(points) == 0 || len(points) != len(commitments[0]) {
			return &ContributionError{i, ErrThreshold}
		}
		for _, p := range points {
			if !p.IsValid() {
				return &ContributionError{i, ErrPublicKeyFormat}
			}
		}
	}
	return nil
}

// sharesHoldVar reports whether total is the sum of the public shares that the commitments give a
// participant, share i times w^i. If one of n shares is wrong, so is the sum, for all but n - 1
// values of w at most.
func sharesHoldVar(total *group.Affine, id int, w *scalar.Scalar, commitments [][]*PublicKey) bool {
	var x, weight scalar.Scalar
	terms := make([]mult.Term, 0, len(commitments)*len(commitments[0]))
	setID(&x, id)
	weight.SetOne()
	for _, points := range commitments {
		power := weight
		for _, p := range points {
			terms = append(terms, mult.Term{P: p.point, K: power})
			power.Mul(&power, &x)
		}
		weight.Mul(&weight, w)
	}
	var got group.Affine
	sum := sumVar(terms)
	return got.SetJacobianVar(&sum) && got == *total
}

// addCommitmentsVar adds up commitments, point by point.
func addCommitmentsVar(commitments [][]*PublicKey) ([]*PublicKey, error) {
	total := make([]*PublicKey, len(commitments[0]))
	for k := range total {
		var sum group.Jacobian
		sum.SetInfinity()
		for _, points := range commitments {
			sum.AddAffineVar(&sum, &points[k].point)
		}
		total[k] = new(PublicKey)
		if !total[k].point.SetJacobianVar(&sum) {
			return nil, ErrNoPoint
		}
	}
	return total, nil
}
