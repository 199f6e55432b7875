module github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/gen

go 1.24
