// Package bench compares package p256k1 with the libraries that do the same: all of it is in its
// tests.
//
//	go test ./bench -bench=.                      # everything
//	go test ./bench -bench='Benchmark.*_P256K1'   # this module alone
//	go test ./bench -bench=BenchmarkSign          # one operation, all libraries
//	go run ./bench/report                         # alternating rounds, medians of ratios
//
// (from the folder above). Benchmark<operation>_<library> takes the next of 256 keys and messages
// in each iteration, and fails unless all of them gave the right result. Operations:
//
//	PubkeyDerivation   secret key of 32 bytes to compressed public key of 33 bytes; constant time
//	XOnlyDerivation    secret key of 32 bytes to x-only public key of 32 bytes; constant time
//	Sign               Schnorr signature (BIP-340) of 32 bytes; the key pair is at hand;
//	                   constant time
//	Verify             Schnorr signature of 64 bytes; the public key is parsed before
//	ParseVerify        the same from a public key of 32 bytes
//	ECDSASign          hash to signature r || s, nonce of RFC 6979; the secret key is at hand;
//	                   constant time
//	ECDSAVerify        signature r || s; the public key is parsed before
//	ECDSAParseVerify   the same from a compressed public key of 33 bytes
//	Recover            signature and recovery id to public key of 65 bytes
//	ECDH               parsed public key and secret key to SHA-256 of the compressed shared
//	                   point; constant time
//
// Libraries; one that lacks an operation, or works only from bytes, has no benchmark for it:
//
//	P256K1          this module, as it chooses by itself
//	Btcec           github.com/btcsuite/btcd/btcec/v2: pure Go, over the next one's arithmetic;
//	                variable time also with secret keys
//	Dcrd            github.com/decred/dcrd/dcrec/secp256k1/v4: pure Go; variable time also with
//	                secret keys; its Schnorr signatures are others
//	Geth            github.com/ethereum/go-ethereum/crypto/secp256k1: a copy of libsecp256k1
//	                through cgo; built where cgo is
//	LibSecp         libsecp256k1 through cgo, one entry into C for each operation, two for
//	                XOnlyDerivation
//	LibSecpPureGo   libsecp256k1 without cgo, by github.com/ebitengine/purego
//	LibSecpC        libsecp256k1 in a loop of C, without the cost of entering it
//	UFSecp          this project's C library, by purego; works from bytes
//
// The same operations of this module with less than the processor has are
// Benchmark<what>_<operation>: PureGo (Go alone), ASM (the field's products in assembly for any
// amd64, all else in Go) and BMI2 (with BMI2 and ADX: products of scalars, inversions and additions
// of points too); LibSecp_<operation> is LibSecpPureGo under the name that this matrix has
// elsewhere. Batches come also as FMA, AVX512 and IFMA. FieldMul and FieldSqr have the variants
// PureGo, ASM, BMI2 and Dcrd. The engine ASM multiplies scalars in Go, so that ScalarMulASM repeats
// ScalarMulPureGo. There is one representation of field elements, four words of 64 bits;
// Field5x52Inv inverts one that is given in words of 52 bits, conversions included.
//
// The field in 64-bit words that dcrd's repository has is in none of its releases up to v4.4.1,
// which is what is measured. A checkout is measured in its place after
//
//	go mod edit \
//	    -replace github.com/decred/dcrd/dcrec/secp256k1/v4=CHECKOUT/dcrec/secp256k1 bench/go.mod
//
// and the report says which. btcec is v2.3.5: v2.5.1 asks for Go 1.26.10, and for the same dcrd.
//
// VerifyEvents, VerifyEventsJSON and CheckEvents are package nostr's, with ids, keys and signatures
// of 1,024 events, and give events/s.
//
// Before the benchmarks stand lines `key: value`: the compiler and its settings, the features of
// the processor that are used, and the C libraries with their paths.
//
// The environment variables LIBSECP256K1 and UFSECP_LIBRARY name the C libraries; a benchmark of
// one that is absent is skipped, and says why. What is constant time above is so in P256K1, LibSecp
// and UFSecp; Geth derives and multiplies in the constant time of its copy but for math/big around
// it.
package bench
