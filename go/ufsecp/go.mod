module github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/ufsecp

go 1.24

require (
	github.com/UltrafastSecp256k1/UltrafastSecp256k1/go v0.0.0-00010101000000-000000000000
	github.com/ebitengine/purego v0.10.1
)

replace github.com/UltrafastSecp256k1/UltrafastSecp256k1/go => ../
