// Package foreign has what the packages over libraries in C share: what such a library does, and a
// signer made of it.
package foreign

// Library is what those packages have in common; Pair is their form of a secret key with its public
// key. Public keys are 33 or 65 bytes (SEC 1) or 32 (BIP-340), signatures 64 bytes. aux may be nil.
type Library[Pair any] interface {
	PublicKey(secret *[32]byte) ([33]byte, error)
	XOnlyPublicKey(secret *[32]byte) ([32]byte, error)
	NewKeyPair(secret *[32]byte) (Pair, error)
	SignECDSA(hash []byte, secret *[32]byte) ([64]byte, error)
	SignRecoverable(hash []byte, secret *[32]byte) ([64]byte, byte, error)
	SignSchnorr(pair *Pair, message []byte, aux *[32]byte) ([64]byte, error)
	ParseVerifyECDSA(public, hash []byte, signature *[64]byte) bool
	ParseVerifySchnorr(public *[32]byte, message []byte, signature *[64]byte) bool
	ParseECDH(public []byte, secret *[32]byte) ([32]byte, error)
	ParseECDHX(public []byte, secret *[32]byte) ([32]byte, error)
	Recover(hash []byte, signature *[64]byte, id byte) ([65]byte, error)
}
