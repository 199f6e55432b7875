// Times of this package alone; comparisons with others are in the module bench.

package p256k1

import (
	"fmt"
	"testing"
)

func BenchmarkSingle(b *testing.B) {
	k, hash := drawKey(b, "key"), draw("hash")
	other := drawKey(b, "other").PublicKey()
	p, x := k.PublicKey(), k.PublicKey().XOnly()
	secret, bx := k.Bytes(), x.Bytes()
	sig, id, _ := k.SignRecoverable(hash[:])
	schnorr, _ := k.SignSchnorr(hash[:], nil)
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"PublicKey", func() { k, _ := NewPrivateKey(secret[:]); k.PublicKey() }},
		{"SignECDSA", func() { k.SignECDSA(hash[:]) }},
		{"SignSchnorr", func() { k.SignSchnorr(hash[:], nil) }},
		{"VerifyECDSA", func() { p.VerifyECDSA(hash[:], sig) }},
		{"VerifySchnorr", func() { x.VerifySchnorr(hash[:], schnorr[:]) }},
		{"ParseXOnly", func() { ParseXOnlyPublicKey(bx[:]) }},
		{"Recover", func() { RecoverECDSA(hash[:], sig, id) }},
		{"ECDH", func() { k.ECDH(other) }},
		{"Keccak256", func() { Keccak256(hash[:]) }},
		{"RFC6979", func() {
			var g rfc6979
			var r [32]byte
			g.init(&secret, &hash, nil)
			g.next(&r)
		}},
		{"Challenge", func() { tagChallenge.sum(&bx, bx[:], bx[:], hash[:]) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.run()
			}
		})
	}
}

// BenchmarkSchnorrItems has the time of an item of a batch: of one sum, and one by one.
func BenchmarkSchnorrItems(b *testing.B) {
	items := schnorrItems(b, 4096)
	for _, n := range []int{2, 3, 4, 6, 8, 10, 16, 24, 32, 33, 48, 64, 100, 256, 1000, 4096} {
		perItem := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/item")
		}
		b.Run(fmt.Sprintf("Sum/%d", n), func(b *testing.B) {
			c := getClaims()
			for b.Loop() {
				if !c.setVar(items[:n]) || !c.holdVar(0, n) {
					b.Fatal("not all hold")
				}
			}
			perItem(b)
		})
		b.Run(fmt.Sprintf("Each/%d", n), func(b *testing.B) {
			ok := make([]bool, n)
			for b.Loop() {
				VerifySchnorrBatch(ok, items[:n], 1)
			}
			perItem(b)
		})
	}
}

func BenchmarkNormalize(b *testing.B) {
	points := make([]JacobianPoint, 64)
	for i := range points {
		k := draw("%d", i)
		points[i].ScalarBaseMul(&k)
	}
	room := make([]AffinePoint, len(points))
	for _, n := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("Individual/%d", n), func(b *testing.B) {
			for b.Loop() {
				for i := range n {
					room[i] = points[i].Affine()
				}
			}
		})
		b.Run(fmt.Sprintf("Batch/%d", n), func(b *testing.B) {
			for b.Loop() {
				BatchNormalize(room, points[:n])
			}
		})
		b.Run(fmt.Sprintf("InPlace/%d", n), func(b *testing.B) {
			some := make([]JacobianPoint, n)
			for b.Loop() {
				copy(some, points)
				BatchNormalizeInPlace(some)
			}
		})
	}
}
