// Whether times tell a fixed key from random ones: a report, by Welch's t test.

package ct_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"sort"
	"testing"
	"time"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
)

// moments are mean and variance of numbers that come one by one.
type moments struct{ n, mean, squares float64 }

func (m *moments) add(x float64) {
	before := x - m.mean
	m.n++
	m.mean += before / m.n
	m.squares += before * (x - m.mean)
}

func (m *moments) variance() float64 { return m.squares / (m.n - 1) }

func welch(a, b *moments) float64 {
	if a.n < 2 || b.n < 2 {
		return 0
	}
	deviation := math.Sqrt(a.variance()/a.n + b.variance()/b.n)
	if deviation == 0 {
		return 0
	}
	return (a.mean - b.mean) / deviation
}

// leakage runs a call n times, with one key or a random one by the toss of a coin, and returns the
// greatest |t|. As other programs make a long tail, the test is done for all runs and for those
// below thresholds, which another tenth of the runs sets before.
func leakage(n int, call func(key *[32]byte)) float64 {
	const chunk = 500
	var keys [chunk][32]byte
	var classes [chunk]uint64
	shares := []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99}
	var tail, thresholds []float64
	found := make([][2]moments, len(shares)+1)
	first := max(n/10, 100)
	for done := 0; done < first+n; {
		for i := range keys {
			classes[i] = rand.Uint64() & 1
			keys[i] = [32]byte{31: 1}
			for j := 0; j < 32 && classes[i] != 0; j += 8 {
				binary.BigEndian.PutUint64(keys[i][j:], rand.Uint64()>>1)
			}
		}
		for i := 0; i < chunk && done < first+n; i++ {
			key := keys[i]
			start := time.Now()
			call(&key)
			took := float64(time.Since(start))
			if done++; done < first {
				tail = append(tail, took)
				continue
			}
			if thresholds == nil {
				sort.Float64s(tail)
				for _, share := range shares {
					thresholds = append(thresholds, tail[int(share*float64(len(tail)))])
				}
				thresholds = append(thresholds, math.Inf(1))
			}
			for j, threshold := range thresholds {
				if took <= threshold {
					found[j][classes[i]].add(took)
				}
			}
		}
	}
	most := 0.0
	for i := range found {
		most = max(most, math.Abs(welch(&found[i][0], &found[i][1])))
	}
	return most
}

// BenchmarkLeakage reports |t| for calls with a secret key: with -benchtime=200000x, of that many
// runs each. Above 4.5 it is a reason to look, which chance alone gives once in 10^5 tests; below,
// it proves nothing. The call of variable time shows what a leak looks like, the one that is given
// the same key always what noise does.
func BenchmarkLeakage(b *testing.B) {
	for _, s := range timed {
		b.Run(s.name, func(b *testing.B) {
			defer debug.SetGCPercent(debug.SetGCPercent(1000))
			b.ReportMetric(leakage(b.N, s.call), "|t|")
		})
	}
}

// timed are the calls of BenchmarkLeakage.
var timed = []struct {
	name string
	call func(key *[32]byte)
}{
	{"PublicKey", func(key *[32]byte) { load(key).PublicKey() }},
	{"SignECDSA", func(key *[32]byte) { must(load(key).SignECDSA(public.msg[:])) }},
	{"SignSchnorr", func(key *[32]byte) { must(load(key).SignSchnorr(public.msg[:], nil)) }},
	{"ECDH", func(key *[32]byte) { must(load(key).ECDH(public.key)) }},
	{"control_of_one_key", func(key *[32]byte) { load(&[32]byte{31: 1}).PublicKey() }},
	{"control_of_variable_time", func(key *[32]byte) { must(public.key.TweakMul(key[:])) }},
}

func load(key *[32]byte) *p256k1.PrivateKey { return must(p256k1.NewPrivateKey(key[:])) }

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
