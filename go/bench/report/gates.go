// What the module promises, and what the figures say of it.

package main

import "fmt"

// gates compares what was measured with what the module promises. What was not measured has no gate.
func (r *report) gates() {
	for _, g := range []struct {
		operation, library string
		least              float64
	}{
		{"Verify", "LibSecp", 1}, {"ParseVerify", "LibSecp", 1}, {"ECDSAVerify", "LibSecp", 1}, {"ECDSAParseVerify", "LibSecp", 1},
		{"Verify", "Btcec", 2}, {"ECDSAVerify", "Btcec", 2}, {"ECDSAVerify", "Dcrd", 2},
		{"Sign", "LibSecp", 1.3}, {"ECDSASign", "LibSecp", 1.3}, {"PubkeyDerivation", "LibSecp", 1.3}, {"ECDH", "LibSecp", 1},
	} {
		theirs, own := g.operation+"_"+g.library, g.operation+"_P256K1"
		if r.results.has(theirs) && r.results.has(own) {
			s := r.results.ratio(theirs, own)
			r.gate(fmt.Sprintf("%s: times as fast as %s", g.operation, g.library), atLeast(g.least), s.String(), s.Median >= g.least)
		}
	}
	for _, g := range []struct {
		name string
		most float64
	}{
		{"Verify_P256K1", 0}, {"ECDSAVerify_P256K1", 0}, {"Sign_P256K1", 1}, {"ECDSASign_P256K1", 1}, {"BatchNormalize/InPlace_64", 0},
	} {
		if r.results.has(g.name) {
			count := r.results.median(g.name, "allocs/op")
			r.gate(g.name+": allocations", fmt.Sprintf("at most %.0f", g.most), fmt.Sprintf("%.0f", count), count <= g.most)
		}
	}
	const large, small = "SchnorrBatchVerify/batch_1000", "SchnorrBatchVerify/batch_100"
	if r.results.has(large) && r.results.has(small) {
		many, few := r.results.median(large, "allocs/op"), r.results.median(small, "allocs/op")
		r.gate("SchnorrBatchVerify: allocations for 1,000, no more than for 100", fmt.Sprintf("at most %.0f", few), fmt.Sprintf("%.0f", many), many <= few)
	}
	r.times("SchnorrBatchVerify at 1,000: times as fast as single verification in pure Go", "PureGo_Verify", 1000, large, 8)
	r.times("BatchNormalize at 64: times as fast as one by one", "BatchNormalize/Individual_64", 1, "BatchNormalize/Batch_64", 20)
	// Batches take parsed keys, so the single calls are those that do.
	r.times("VerifyBatch at 1,024 with IFMA, ECDSA: times as fast as single verification by LibSecp", "ECDSAVerify_LibSecp", 1024, "IFMA_VerifyBatchECDSA_1024", 6)
	r.times("VerifyBatch at 1,024 with IFMA, Schnorr: times as fast as single verification by LibSecp", "Verify_LibSecp", 1024, "IFMA_VerifyBatchSchnorr_1024", 6)
}

// times adds the gate that n runs of `single` take at least `least` times as long as one of `batch`.
func (r *report) times(what, single string, n float64, batch string, least float64) {
	if r.results.has(single) && r.results.has(batch) {
		s := r.results.ratio(single, batch)
		s = spread{s.Median * n, s.Least * n, s.Most * n}
		r.gate(what, atLeast(least), s.String(), s.Median >= least)
	}
}

func (r *report) gate(what, want, got string, met bool) {
	r.Gates = append(r.Gates, gate{what, want, got, met})
}

func atLeast(x float64) string { return fmt.Sprintf("at least %.2g", x) }

// advise says in words which library the figures speak for.
func (r *report) advise() {
	subjects := []struct{ what, operation string }{
		{"Deriving public keys", "PubkeyDerivation"}, {"Schnorr signing", "Sign"}, {"ECDSA signing", "ECDSASign"},
		{"Schnorr verification, one at a time", "ParseVerify"}, {"ECDSA verification, one at a time", "ECDSAParseVerify"},
		{"Public-key recovery", "Recover"}, {"ECDH", "ECDH"},
	}
	for _, subject := range subjects {
		own, c := subject.operation+"_P256K1", subject.operation+"_LibSecp"
		if !r.results.has(own) || !r.results.has(c) {
			continue
		}
		s := r.results.ratio(c, own)
		line := subject.what + ": "
		switch {
		case s.Least > 1:
			line += fmt.Sprintf("this module, %.2f times as fast as libsecp256k1 through cgo", s.Median)
		case s.Most < 1:
			line += fmt.Sprintf("libsecp256k1 through cgo is %.2f times as fast, where it may be installed; this module without it", 1/s.Median)
		default:
			line += fmt.Sprintf("this module: libsecp256k1 through cgo is within the noise (%s), and has to be installed", s)
		}
		for _, other := range []struct{ library, name string }{{"Dcrd", "dcrd"}, {"Btcec", "btcec"}} {
			if name := subject.operation + "_" + other.library; r.results.has(name) {
				line += fmt.Sprintf("; %.1f times as fast as %s", r.results.ratio(name, own).Median, other.name)
				break
			}
		}
		r.Advice = append(r.Advice, line+".")
	}
	r.crossover()
	r.verdicts()
	if s := r.ofC(); s != "" {
		r.Advice = append(r.Advice, s)
	}
}

// crossover finds from which number on a batch of Schnorr signatures pays.
func (r *report) crossover() {
	for _, n := range []string{"001", "010", "100", "1000"} {
		one, batch := "SchnorrBatchVerify/individual_"+n, "SchnorrBatchVerify/batch_"+n
		if r.results.has(one) && r.results.has(batch) {
			s := r.results.ratio(one, batch)
			switch n := items(batch); {
			case s.Least > 1:
				r.advice("Schnorr signatures that nearly always hold, %d at once: SchnorrBatchVerify, %.2f times as fast as one by one.", n, s.Median)
			case s.Most < 1:
				r.advice("Schnorr signatures, %d at once: one by one; SchnorrBatchVerify takes %.2f times as long.", n, 1/s.Median)
			default:
				r.advice("Schnorr signatures, %d at once: SchnorrBatchVerify is %s times as fast as one by one, no difference that counts.", n, s)
			}
		}
	}
}

// verdicts says what a batch with a verdict for each signature gives, beside verification one by one.
func (r *report) verdicts() {
	for _, kind := range []struct{ what, single, batch string }{
		{"ECDSA signatures of which each needs a verdict: VerifyECDSABatch", "ECDSAVerify_P256K1", "VerifyBatchECDSA_1024"},
		{"Schnorr signatures of which each needs a verdict: VerifySchnorrBatch", "Verify_P256K1", "VerifyBatchSchnorr_1024"},
	} {
		if r.results.has(kind.single) && r.results.has(kind.batch) {
			n := items(kind.batch)
			r.advice("%s, at %d %.2f times as fast as one by one on one core.", kind.what, n, float64(n)*r.results.ratio(kind.single, kind.batch).Median)
		}
	}
}

func (r *report) advice(format string, values ...any) {
	r.Advice = append(r.Advice, fmt.Sprintf(format, values...))
}

// ofC says what entering C costs.
func (r *report) ofC() string {
	const through, alone, without = "ECDSAParseVerify_LibSecp", "ECDSAParseVerify_LibSecpC", "ECDSAParseVerify_LibSecpPureGo"
	if !r.results.has(through) || !r.results.has(alone) || !r.results.has(without) {
		return ""
	}
	return fmt.Sprintf("Calling C costs little beside a verification: through cgo %s times the time of a loop in C, by purego %s times. "+
		"What speaks against C is the compiler or the library that has to be there.", r.results.ratio(through, alone), r.results.ratio(without, alone))
}
