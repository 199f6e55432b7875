// Package p256k1 has keys, ECDSA, Schnorr signatures and Diffie-Hellman on the curve secp256k1, in
// Go and assembly, without cgo and without other modules.
//
// Standards: SEC 1 and SEC 2 (curve, encodings of points, ECDSA), RFC 6979 (nonces), BIP-66 (strict
// DER), BIP-146 (low s), BIP-340 (Schnorr), BIP-341 (taproot). Numbers in bytes are big-endian.
//
// # Secrets
//
// What takes a [PrivateKey], a tweak of one or auxiliary randomness runs in constant time: no
// branch and no memory address depends on a secret. Whether a key is valid is not one, and neither
// are lengths. Everything else (verification, recovery, parsing, arithmetic on public keys,
// batches) takes variable time and is for public values: a secret must not be given to it.
//
// Functions overwrite the secrets that they leave on the stack, and [PrivateKey.Zero] overwrites a
// key. What Go keeps out of their reach is not overwritten: copies that the runtime makes when it
// moves a stack, registers that were saved when a goroutine was interrupted, and what the caller
// has copied, such as the result of [PrivateKey.Bytes]. A key is never printed by package fmt,
// whatever the verb.
//
// Nothing is blinded, so power consumption and electromagnetic emission may tell a secret, and
// signatures are not verified before they are returned: where faults are to be feared, verify them.
//
// # Concurrency
//
// All functions may be called by many goroutines at once. So may the methods of a key, as long as
// none of those that change it (Zero, Negate, TweakAdd, TweakMul) runs beside another.
//
// # Speed
//
// On amd64 the processor's features choose between Go and assembly when the program starts. The
// environment variable P256K1_CPU lowers that choice: "generic" is Go alone, "asm" uses what every
// amd64 has, "adx" BMI2, ADX and AVX2 too, "fma" also FMA, for batches, and "avx512" all but
// AVX-512 IFMA. The build tag purego leaves out all assembly. Results never depend on it. Other
// processors, arm64 among them, have no assembly here: they run what the compiler makes of the Go
// code.
//
// Tables are made when they are first needed, and then kept: 88,064 bytes for multiples of G by
// secret scalars and 65,536 for those by public ones. With FMA or AVX-512 batches have two of their
// own: 262,144 bytes from the first on, and 2,883,584 once some 8,192 items were done.
package p256k1
