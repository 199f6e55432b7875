module github.com/UltrafastSecp256k1/UltrafastSecp256k1/go

go 1.24
