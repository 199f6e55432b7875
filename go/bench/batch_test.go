// Many at once: verdicts for each signature, one verdict for all, recovery, and points made affine
// together.

package bench

import (
	"fmt"
	"sync"
	"testing"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
)

const batchRows = 1024

// batchItems are rows as batches take them: the keys are parsed before, and rows differ.
type batchItems struct {
	ecdsa       []p256k1.BatchECDSAItem
	schnorr     []p256k1.BatchSchnorrItem
	recoverable []p256k1.BatchRecoverItem
}

var items = sync.OnceValue(func() *batchItems {
	all := new(batchItems)
	for i := range uint32(batchRows) {
		r := makeRow(i)
		key, err := p256k1.ParsePublicKey(r.public[:])
		if err != nil {
			panic(err)
		}
		even, err := p256k1.ParseXOnlyPublicKey(r.xonly[:])
		if err != nil {
			panic(err)
		}
		all.ecdsa = append(all.ecdsa,
			p256k1.BatchECDSAItem{Pubkey: key, Hash: r.hash[:], Signature: r.ecdsa})
		all.schnorr = append(all.schnorr,
			p256k1.BatchSchnorrItem{Pubkey: even, Message: r.hash[:], Signature: r.schnorr[:]})
		all.recoverable = append(all.recoverable,
			p256k1.BatchRecoverItem{Hash: r.hash[:], Signature: r.ecdsa, ID: r.recoveryID})
	}
	return all
})

// batch measures a call that does n items, and says what one of them costs.
func batch(b *testing.B, n int, call func() bool) {
	b.ReportAllocs()
	if !call() {
		b.Fatal("a row is not valid")
	}
	for b.Loop() {
		if !call() {
			b.Fatal("a row is not valid")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/item")
}

// All on one thread, that of the caller.

func verifyECDSA(b *testing.B) {
	ok := make([]bool, batchRows)
	batch(b, batchRows, func() (all bool) {
		ok, all = p256k1.VerifyECDSABatch(ok, items().ecdsa, 1)
		return all
	})
}

func verifySchnorr(b *testing.B) {
	ok := make([]bool, batchRows)
	batch(b, batchRows, func() (all bool) {
		ok, all = p256k1.VerifySchnorrBatch(ok, items().schnorr, 1)
		return all
	})
}

func recoverKeys(b *testing.B) {
	keys := make([]p256k1.PublicKey, batchRows)
	batch(b, batchRows, func() (all bool) {
		keys, all = p256k1.RecoverBatch(keys, items().recoverable, 1)
		return all
	})
}

func BenchmarkVerifyBatchECDSA_1024(b *testing.B)   { verifyECDSA(b) }
func BenchmarkVerifyBatchSchnorr_1024(b *testing.B) { verifySchnorr(b) }
func BenchmarkRecoverBatch_1024(b *testing.B)       { recoverKeys(b) }

func BenchmarkPureGo_VerifyBatchECDSA_1024(b *testing.B)   { with(b, pureGo); verifyECDSA(b) }
func BenchmarkPureGo_VerifyBatchSchnorr_1024(b *testing.B) { with(b, pureGo); verifySchnorr(b) }
func BenchmarkPureGo_RecoverBatch_1024(b *testing.B)       { with(b, pureGo); recoverKeys(b) }

func BenchmarkBMI2_VerifyBatchECDSA_1024(b *testing.B)   { with(b, bmi2); verifyECDSA(b) }
func BenchmarkBMI2_VerifyBatchSchnorr_1024(b *testing.B) { with(b, bmi2); verifySchnorr(b) }
func BenchmarkBMI2_RecoverBatch_1024(b *testing.B)       { with(b, bmi2); recoverKeys(b) }

func BenchmarkFMA_VerifyBatchECDSA_1024(b *testing.B)   { with(b, fma); verifyECDSA(b) }
func BenchmarkFMA_VerifyBatchSchnorr_1024(b *testing.B) { with(b, fma); verifySchnorr(b) }
func BenchmarkFMA_RecoverBatch_1024(b *testing.B)       { with(b, fma); recoverKeys(b) }

func BenchmarkAVX512_VerifyBatchECDSA_1024(b *testing.B)   { with(b, avx512); verifyECDSA(b) }
func BenchmarkAVX512_VerifyBatchSchnorr_1024(b *testing.B) { with(b, avx512); verifySchnorr(b) }
func BenchmarkAVX512_RecoverBatch_1024(b *testing.B)       { with(b, avx512); recoverKeys(b) }

func BenchmarkIFMA_VerifyBatchECDSA_1024(b *testing.B)   { with(b, ifma); verifyECDSA(b) }
func BenchmarkIFMA_VerifyBatchSchnorr_1024(b *testing.B) { with(b, ifma); verifySchnorr(b) }
func BenchmarkIFMA_RecoverBatch_1024(b *testing.B)       { with(b, ifma); recoverKeys(b) }

// The C library's rows, on one thread; it parses the keys.
func BenchmarkVerifyBatchECDSA_UFSecp_1024(b *testing.B) {
	if theirUFSecp == nil {
		b.Skip(errUFSecp)
	}
	var packed []byte
	for i := range uint32(batchRows) {
		r := makeRow(i)
		packed = append(append(append(packed, r.hash[:]...), r.public[:]...), r.ecdsa[:]...)
	}
	theirUFSecp.SetThreads(1)
	ok := make([]bool, batchRows)
	batch(b, batchRows, func() bool {
		all, err := theirUFSecp.VerifyECDSARows(ok, packed)
		return all && err == nil
	})
}

// BenchmarkSchnorrBatchVerify is one verdict for all rows, by a sum and one by one; the keys are
// parsed before on both sides.
func BenchmarkSchnorrBatchVerify(b *testing.B) {
	for _, n := range []int{1, 10, 100, 1000} {
		part := items().schnorr[:n]
		b.Run(fmt.Sprintf("individual_%03d", n), func(b *testing.B) {
			batch(b, n, func() bool {
				for i := range part {
					if !part[i].Pubkey.VerifySchnorr(part[i].Message, part[i].Signature) {
						return false
					}
				}
				return true
			})
		})
		b.Run(fmt.Sprintf("batch_%03d", n), func(b *testing.B) {
			batch(b, n, func() bool { return p256k1.SchnorrBatchVerify(part) })
		})
	}
}

// jacobianPoints are the points of secretOf, none of them with the third coordinate 1.
func jacobianPoints(n int) []p256k1.JacobianPoint {
	points := make([]p256k1.JacobianPoint, n)
	for i := range points {
		k := secretOf(uint32(i))
		points[i].ScalarBaseMul(&k)
	}
	return points
}

// BenchmarkBatchNormalize makes points affine: each with an inversion of its own, and together;
// variable time all. Points that are affine already cost the same. Each call has other points than
// the last, and others together, of 4,096: the branches of an inversion that comes again and again
// are foreseen, which makes it faster. InPlace includes the copy of the points that it then works
// on.
func BenchmarkBatchNormalize(b *testing.B) {
	all := jacobianPoints(4096)
	for n := 1; n <= 64; n *= 2 {
		at, affine := 0, make([]p256k1.AffinePoint, n)
		next := func() []p256k1.JacobianPoint {
			at = (at + n + 1) % (len(all) - n + 1)
			return all[at : at+n]
		}
		b.Run(fmt.Sprintf("Individual_%d", n), func(b *testing.B) {
			batch(b, n, func() bool {
				points := next()
				for i := range points {
					affine[i] = points[i].Affine()
				}
				return true
			})
		})
		b.Run(fmt.Sprintf("Batch_%d", n), func(b *testing.B) {
			batch(b, n, func() bool {
				affine = p256k1.BatchNormalize(affine, next())
				return true
			})
		})
		b.Run(fmt.Sprintf("InPlace_%d", n), func(b *testing.B) {
			work := make([]p256k1.JacobianPoint, n)
			batch(b, n, func() bool {
				copy(work, next())
				p256k1.BatchNormalizeInPlace(work)
				return true
			})
		})
	}
}

// TestBatchNormalizeAgrees keeps that benchmark honest: all three do the same.
func TestBatchNormalizeAgrees(t *testing.T) {
	points := jacobianPoints(64)
	affine := p256k1.BatchNormalize(nil, points)
	work := append([]p256k1.JacobianPoint(nil), points...)
	p256k1.BatchNormalizeInPlace(work)
	for i := range points {
		key, err := affine[i].PublicKey()
		if err != nil || key.Compressed() != rows()[i].public {
			t.Errorf("point %d: %v, %v", i, key, err)
		}
		if points[i].Affine() != affine[i] || work[i].Affine() != affine[i] {
			t.Errorf("point %d differs", i)
		}
	}
}

// BenchmarkTaggedHash is the challenge of BIP-340: a tag that is known beforehand, and 96 bytes.
func BenchmarkTaggedHash(b *testing.B) {
	r := &rows()[0]
	b.ReportAllocs()
	for b.Loop() {
		p256k1.TaggedHash("BIP0340/challenge", r.schnorr[:32], r.xonly[:], r.hash[:])
	}
}
