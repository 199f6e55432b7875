module github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/bench

go 1.25.0

require (
	github.com/UltrafastSecp256k1/UltrafastSecp256k1/go v0.0.0
	github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/libsecp256k1 v0.0.0
	github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/ufsecp v0.0.0
	github.com/btcsuite/btcd/btcec/v2 v2.3.5
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
	github.com/ethereum/go-ethereum v1.17.10
)

require (
	github.com/btcsuite/btcd/chaincfg/chainhash v1.0.1 // indirect
	github.com/decred/dcrd/crypto/blake256 v1.1.0 // indirect
	github.com/ebitengine/purego v0.10.1 // indirect
)

replace (
	github.com/UltrafastSecp256k1/UltrafastSecp256k1/go => ../
	github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/libsecp256k1 => ../libsecp256k1
	github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/ufsecp => ../ufsecp
)
