// Errors: one for each reason why an argument or a signature is refused.

package p256k1

// Error is a reason to refuse. Errors are constants: compare with == or [errors.Is].
type Error uint8

// The errors of this package.
const (
	// ErrPrivateKey: not 32 bytes, zero, not below the group order n; or a key that was wiped.
	ErrPrivateKey Error = iota + 1
	// ErrTweak: not 32 bytes, not below n, zero where it multiplies; or it leads to the key zero or
	// to infinity.
	ErrTweak
	// ErrPublicKeyFormat: wrong length or prefix, a hybrid key of the other parity, or no key at
	// all (nil, the zero value).
	ErrPublicKeyFormat
	// ErrPublicKeyRange: a coordinate is not below the field prime p.
	ErrPublicKeyRange
	// ErrPublicKeyOffCurve: no point has these coordinates.
	ErrPublicKeyOffCurve
	// ErrHashLength: the hash is not 32 bytes.
	ErrHashLength
	// ErrSignatureLength: the signature is not 64 bytes, or 65 with a recovery id or by RFC 9591.
	ErrSignatureLength
	// ErrRZero: r of an ECDSA signature is zero.
	ErrRZero
	// ErrRRange: r is not below n (ECDSA) or p (Schnorr).
	ErrRRange
	// ErrSZero: s of an ECDSA signature is zero.
	ErrSZero
	// ErrSRange: s is not below n.
	ErrSRange
	// ErrSignature: the signature is well-formed, and not that of the key and the message.
	ErrSignature
	// ErrRecoveryID: not 0 ... 3, or r + n, which it asks for, is not below p.
	ErrRecoveryID
	// ErrNoPoint: r is no x coordinate, or a result is infinity.
	ErrNoPoint
	// ErrDER: not an ECDSA signature in the DER form that was asked for.
	ErrDER
	// ErrMerkleRoot: the root of a taproot's scripts is neither absent nor 32 bytes.
	ErrMerkleRoot
	// ErrRandomness: the system's generator gave what is no key, again and again.
	ErrRandomness
	// ErrHighS: s is above n/2, where the lower of two signatures is asked for (BIP-146).
	ErrHighS
	// ErrItemFlags: unknown flags, or two that exclude each other.
	ErrItemFlags
	// ErrSeed: not 16 to 64 bytes, or for a network that is none.
	ErrSeed
	// ErrExtendedKey: not an extended key of this kind: wrong length, character, checksum or
	// version; or no key in it.
	ErrExtendedKey
	// ErrChild: an extended key has no such child: a public one no hardened one, one of depth 255
	// none at all.
	ErrChild
	// ErrPath: not a path of children.
	ErrPath
	// ErrNonce: not a nonce of this signer: none, used, or of another key; no nonces to add up; or an
	// input of a nonce is too long.
	ErrNonce
	// ErrSigner: not a signer of this aggregate key, or signatures, nonces, shares or commitments are
	// not as many as signers.
	ErrSigner
	// ErrThreshold: not 1 <= t <= n, or n is above 128 (BIP-445) or 65535 (RFC 9591, shares); fewer
	// signers than the threshold; a commitment of another threshold.
	ErrThreshold
	// ErrShares: shares do not fit the group key, or a share its public share.
	ErrShares
)

// Error returns one line of English.
func (e Error) Error() string {
	switch e {
	case ErrPrivateKey:
		return "p256k1: not a private key"
	case ErrTweak:
		return "p256k1: not a tweak of this key"
	case ErrPublicKeyFormat:
		return "p256k1: not the encoding of a public key"
	case ErrPublicKeyRange:
		return "p256k1: a coordinate of the public key is out of range"
	case ErrPublicKeyOffCurve:
		return "p256k1: the public key is not on the curve"
	case ErrHashLength:
		return "p256k1: the hash is not 32 bytes"
	case ErrSignatureLength:
		return "p256k1: the signature has a wrong length"
	case ErrRZero:
		return "p256k1: r is zero"
	case ErrRRange:
		return "p256k1: r is out of range"
	case ErrSZero:
		return "p256k1: s is zero"
	case ErrSRange:
		return "p256k1: s is out of range"
	case ErrSignature:
		return "p256k1: the signature does not match"
	case ErrRecoveryID:
		return "p256k1: not a recovery id of this signature"
	case ErrNoPoint:
		return "p256k1: there is no such point"
	case ErrDER:
		return "p256k1: not a DER signature"
	case ErrMerkleRoot:
		return "p256k1: the merkle root is not 32 bytes"
	case ErrRandomness:
		return "p256k1: the random generator gives no keys"
	case ErrHighS:
		return "p256k1: s is above n/2"
	case ErrItemFlags:
		return "p256k1: unknown flags, or two that exclude each other"
	case ErrSeed:
		return "p256k1: the seed is not 16 to 64 bytes, or the network is none"
	case ErrExtendedKey:
		return "p256k1: not an extended key of this kind"
	case ErrChild:
		return "p256k1: the extended key has no such child"
	case ErrPath:
		return "p256k1: not a path of numbers below 2^31"
	case ErrNonce:
		return "p256k1: no nonce, not an unused one of this signer, or its input is too long"
	case ErrSigner:
		return "p256k1: not a signer of this aggregate key, or not as many signatures as signers"
	case ErrThreshold:
		return "p256k1: not a threshold of these participants"
	case ErrShares:
		return "p256k1: the shares do not fit the group key"
	}
	return "p256k1: unknown error"
}

// orNil is e as an error; nil for the Error 0, which the functions below the API return where
// nothing is wrong.
func (e Error) orNil() error {
	if e == 0 {
		return nil
	}
	return e
}
