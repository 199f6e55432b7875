// Code that leaks a secret on purpose: memcheck must report each of these, but
// nothing in the last, which does not leak.

//go:build linux && ((valgrind && amd64) || traces)

package ct_test

import (
	"bytes"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

var (
	table [256]byte
	sink  byte
)

//go:noinline
func first() { sink = 1 }

//go:noinline
func second() { sink = 2 }

var leaks = []struct {
	name  string
	leak  func(secret *[32]byte)
	found bool
}{
	{"a branch on a bit", func(secret *[32]byte) {
		if secret[0]&1 != 0 {
			table[1] = 1
		}
	}, true},
	{"an index", func(secret *[32]byte) { sink = table[secret[1]] }, true},
	{"a bounds check", func(secret *[32]byte) { sink = table[:128][secret[1]&127|table[0]] }, true},
	{"a slice of secret length", func(secret *[32]byte) { clear(table[:secret[2]]) }, true},
	{"bytes.Equal", func(secret *[32]byte) {
		if bytes.Equal(secret[:], table[:32]) {
			sink = 1
		}
	}, true},
	{"a comparison of arrays", func(secret *[32]byte) {
		if *secret == [32]byte(table[:32]) {
			sink = 1
		}
	}, true},
	{"the length of a loop", func(secret *[32]byte) {
		for x := secret[2]; x != 0; x >>= 1 {
			sink++
		}
	}, true},
	{"a switch", func(secret *[32]byte) {
		switch secret[3] & 7 {
		case 0:
			first()
		case 1, 2, 3:
			second()
		}
	}, true},
	{"a function value", func(secret *[32]byte) { [2]func(){first, second}[secret[3]&1]() }, true},
	{"a map's key", func(secret *[32]byte) { sink = map[byte]byte{1: 2, 3: 4}[secret[4]] }, true},
	{"field.Element.InvVar", func(secret *[32]byte) {
		var a field.Element
		a.SetBytes(secret)
		a.InvVar(&a)
	}, true},
	{"scalar.Scalar.InvVar", func(secret *[32]byte) {
		var k scalar.Scalar
		k.SetBytes(secret)
		k.InvVar(&k)
	}, true},
	{"mult.GenVar", func(secret *[32]byte) {
		var k scalar.Scalar
		var r group.Jacobian
		k.SetBytes(secret)
		mult.GenVar(&r, &k)
	}, true},
	{"mult.PointVar", func(secret *[32]byte) {
		var k scalar.Scalar
		var r group.Jacobian
		k.SetBytes(secret)
		mult.PointVar(&r, &group.Generator, &k)
	}, true},
	{"group.Jacobian.AddAffineVar", func(secret *[32]byte) {
		var r group.Jacobian
		r.X.SetBytes(secret)
		r.AddAffineVar(&r, &group.Generator)
	}, true},
	{"no leak", func(secret *[32]byte) {
		var sum, bit uint64
		for i, b := range secret {
			sum += uint64(b ^ table[i])
			bit = (sum - 7) >> 63
			sum ^= -bit & 5
		}
		sink = byte(sum)
	}, false},
}
