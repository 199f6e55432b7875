// Package p256k1 implements keys, ECDSA, Schnorr signatures, MuSig2, FROST, Diffie-Hellman and
// extended keys on the curve secp256k1, in Go and assembly, without cgo and without other modules.
//
// The standards are SEC 1 and SEC 2 (curve, encodings of points, ECDSA), RFC 6979 (nonces),
// RFC 9591 and BIP-445 (FROST), BIP-32 (extended keys), BIP-66 (strict DER), BIP-146 (low s),
// BIP-324 (ElligatorSwift), BIP-327 (MuSig2), BIP-340 (Schnorr), BIP-341 (taproot) and BIP-374
// (proofs of equal discrete logarithms). Adaptor signatures have the formats of the DLC
// specification and of libsecp256k1-zkp. Numbers in bytes are big-endian.
//
// # Secrets
//
// Calls that take a private key or its text, a tweak of one, a seed or auxiliary randomness run in
// constant time: no branch and no memory address depends on a secret. Whether a key is valid is
// public, and so are lengths. All other calls take variable time: verification, recovery, parsing,
// batches and arithmetic on public keys. Do not pass them a secret.
//
// Calls overwrite the secrets that they leave on the stack, and [PrivateKey.Zero] and
// [ExtendedPrivateKey.Zero] overwrite a key. A [MuSigNonce] or [FrostNonce] is overwritten when it
// signs, or by its Zero if it never does. Some copies are out of reach: those that the runtime
// makes when it moves a stack, registers that were saved when a goroutine was interrupted, and
// those of the caller, such as the result of [PrivateKey.Bytes]. Package fmt never prints a key,
// whatever the verb.
//
// Nothing is blinded against power consumption and electromagnetic emission. Signatures are not
// verified before they are returned: verify them where faults are to be feared.
//
// # Concurrency
//
// All functions may be called by many goroutines at once. The methods of one key may be, too, as
// long as none of those that change it (Zero, Negate, TweakAdd, TweakMul) runs beside another.
//
// # Speed
//
// On amd64 the features of the processor choose between Go and assembly when the program starts;
// arm64 has one form of assembly. Other processors run Go alone. The environment variable
// P256K1_CPU lowers that choice:
//
//	generic   Go alone
//	asm       what every amd64 or arm64 processor has
//	adx       also BMI2, ADX and AVX2
//	fma       also FMA, for batches
//	avx512    also AVX-512 without IFMA, for batches
//
// The build tag purego leaves out all assembly. Results never depend on the choice.
//
// Tables are made when they are first needed, and then kept: 88,064 bytes for multiples of G by
// secret scalars and 65,536 bytes for those by public ones. With FMA or AVX-512 batches have two
// tables of their own. One has 262,144 bytes and is made by the first batch. The other has
// 2,883,584 bytes and is made once some 8,192 items were done.
package p256k1
