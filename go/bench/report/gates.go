// What the module promises, and what the figures say of it.

package main

import (
	"cmp"
	"fmt"
	"strings"
)

// gates compares what was measured with what the module promises. A gate of which a benchmark did
// not run stays, as one that was not measured.
func (r *report) gates() {
	for _, g := range []struct {
		operation, library string
		least              float64
	}{
		{"Verify", "LibSecp", 1}, {"ParseVerify", "LibSecp", 1}, {"ECDSAVerify", "LibSecp", 1},
		{"ECDSAParseVerify", "LibSecp", 1},
		{"Verify", "Btcec", 2}, {"ECDSAVerify", "Btcec", 2}, {"ECDSAVerify", "Dcrd", 2},
		{"Sign", "LibSecp", 1.3}, {"ECDSASign", "LibSecp", 1.3},
		{"PubkeyDerivation", "LibSecp", 1.3}, {"ECDH", "LibSecp", 1},
	} {
		r.times(fmt.Sprintf("%s: times as fast as %s", g.operation, g.library),
			g.operation+"_"+g.library, 1, g.operation+"_P256K1", g.least)
	}
	for _, g := range []struct {
		name string
		most float64
	}{
		{"Verify_P256K1", 0}, {"ECDSAVerify_P256K1", 0}, {"Sign_P256K1", 1},
		{"ECDSASign_P256K1", 1}, {"BatchNormalize/InPlace_64", 0}, {"VerifyBatchECDSA_1024", 5},
		{"VerifyBatchSchnorr_1024", 5},
	} {
		r.allocations(g.name+": allocations", g.name, g.most)
	}
	const large, small = "SchnorrBatchVerify/batch_1000", "SchnorrBatchVerify/batch_100"
	few := 0.0
	if r.results.has(small) {
		few = r.results.median(small, "allocs/op")
	}
	r.allocations("SchnorrBatchVerify: allocations for 1,000, no more than for 100", large, few)
	r.times("SchnorrBatchVerify at 1,000: times as fast as single verification in pure Go",
		"PureGo_Verify", 1000, large, 8)
	r.times("BatchNormalize at 64: times as fast as one by one", "BatchNormalize/Individual_64", 1,
		"BatchNormalize/Batch_64", 20)
	// Batches take parsed keys, so the single calls are those that do.
	const batch = "VerifyBatch at 1,024 with IFMA, %s: times as fast as single verification by " +
		"LibSecp"
	r.times(fmt.Sprintf(batch, "ECDSA"),
		"ECDSAVerify_LibSecp", 1024, "IFMA_VerifyBatchECDSA_1024", 6)
	r.times(fmt.Sprintf(batch, "Schnorr"),
		"Verify_LibSecp", 1024, "IFMA_VerifyBatchSchnorr_1024", 6)
}

// times adds the gate that n runs of `single` take at least `least` times as long as one of
// `batch`.
func (r *report) times(what, single string, n float64, batch string, least float64) {
	g := gate{What: what, Want: fmt.Sprintf("at least %.2g", least)}
	if r.results.has(single) && r.results.has(batch) {
		s := r.results.ratio(single, batch)
		s = spread{s.Median * n, s.Least * n, s.Most * n}
		g.Got, g.Met = s.String(), s.Median >= least
	}
	r.Gates = append(r.Gates, g)
}

// allocations adds the gate that a benchmark allocates at most so often.
func (r *report) allocations(what, name string, most float64) {
	g := gate{What: what, Want: fmt.Sprintf("at most %.0f", most)}
	if r.results.has(name) {
		count := r.results.median(name, "allocs/op")
		g.Got, g.Met = fmt.Sprintf("%.0f", count), count <= most
	}
	r.Gates = append(r.Gates, g)
}

func (g *gate) verdict() string {
	switch {
	case g.Met:
		return "met"
	case g.Got == "":
		return "**not measured**"
	default:
		return "**not met**"
	}
}

// check returns an error that names the gates that are not met, or nil.
func (r *report) check() error {
	var failed []string
	for _, g := range r.Gates {
		if !g.Met {
			failed = append(failed, fmt.Sprintf("%s: wanted %s, measured %s", g.What, g.Want,
				cmp.Or(g.Got, "nothing")))
		}
	}
	if failed == nil {
		return nil
	}
	return fmt.Errorf("%d of %d gates are not met:\n  %s", len(failed), len(r.Gates),
		strings.Join(failed, "\n  "))
}

// advise says in words which library the figures speak for.
func (r *report) advise() {
	subjects := []struct{ what, operation string }{
		{"Deriving public keys", "PubkeyDerivation"}, {"Schnorr signing", "Sign"},
		{"ECDSA signing", "ECDSASign"},
		{"Schnorr verification, one at a time", "ParseVerify"},
		{"ECDSA verification, one at a time", "ECDSAParseVerify"},
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
			line += fmt.Sprintf("this module, %.2f times as fast as libsecp256k1 through cgo",
				s.Median)
		case s.Most < 1:
			line += fmt.Sprintf("libsecp256k1 through cgo is %.2f times as fast, where it may be "+
				"installed; this module without it", 1/s.Median)
		default:
			line += fmt.Sprintf("this module: libsecp256k1 through cgo is within the noise (%s), "+
				"and has to be installed", s)
		}
		for _, other := range []struct{ library, name string }{{"Dcrd", "dcrd"},
			{"Btcec", "btcec"}} {
			if name := subject.operation + "_" + other.library; r.results.has(name) {
				line += fmt.Sprintf("; %.1f times as fast as %s", r.results.ratio(name, own).Median,
					other.name)
				break
			}
		}
		r.Advice = append(r.Advice, line+".")
	}
	r.bindings()
	r.crossover()
	r.verdicts()
	if s := r.ofC(); s != "" {
		r.Advice = append(r.Advice, s)
	}
}

// bindings says of each library, in a line, what this module's times are beside it and what it asks
// of its user.
func (r *report) bindings() {
	for _, library := range []struct{ name, what, asks string }{
		{"LibSecp", "libsecp256k1 through cgo",
			"it needs a C compiler to build and the library to run"},
		{"LibSecpPureGo", "libsecp256k1 by purego", "it needs the library to run, and no compiler"},
		{"Geth", "go-ethereum's package crypto/secp256k1",
			"it needs a C compiler to build, and brings its copy of libsecp256k1"},
		{"Btcec", "btcec", "it needs nothing, and takes variable time also with secret keys"},
		{"Dcrd", "dcrd's secp256k1",
			"it needs nothing, and takes variable time also with secret keys"},
		{"UFSecp", "this project's C library by purego", "it needs the library to run, and has " +
			"batches on threads and GPUs that are not measured here"},
	} {
		var least, most float64
		var count, slower int
		var leastOf, mostOf string
		for _, operation := range operations {
			own, other := operation+"_P256K1", operation+"_"+library.name
			if !r.results.has(own) || !r.results.has(other) {
				continue
			}
			ratio := r.results.ratio(other, own).Median
			if count++; count == 1 || ratio < least {
				least, leastOf = ratio, operation
			}
			if count == 1 || ratio > most {
				most, mostOf = ratio, operation
			}
			if ratio < 1 {
				slower++
			}
		}
		if count == 0 {
			continue
		}
		verdict := "this module in all of them"
		if slower > 0 {
			verdict = fmt.Sprintf("this module but for %d of them", slower)
		}
		r.advice("Beside %s: %s (%d operations; its time by this module's is %.2f in %s to %.2f "+
			"in %s); %s.", library.what, verdict, count, least, leastOf, most, mostOf, library.asks)
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
				r.advice("Schnorr signatures that nearly always hold, %d at once: "+
					"SchnorrBatchVerify, %.2f times as fast as one by one.", n, s.Median)
			case s.Most < 1:
				r.advice("Schnorr signatures, %d at once: one by one; SchnorrBatchVerify takes "+
					"%.2f times as long.", n, 1/s.Median)
			default:
				r.advice("Schnorr signatures, %d at once: SchnorrBatchVerify is %s times as fast "+
					"as one by one, no difference that counts.", n, s)
			}
		}
	}
}

// verdicts says what a batch with a verdict for each signature gives, beside verification one by
// one.
func (r *report) verdicts() {
	for _, kind := range []struct{ what, single, batch string }{
		{"ECDSA signatures of which each needs a verdict: VerifyECDSABatch", "ECDSAVerify_P256K1",
			"VerifyBatchECDSA_1024"},
		{"Schnorr signatures of which each needs a verdict: VerifySchnorrBatch", "Verify_P256K1",
			"VerifyBatchSchnorr_1024"},
	} {
		if r.results.has(kind.single) && r.results.has(kind.batch) {
			n := items(kind.batch)
			r.advice("%s, at %d %.2f times as fast as one by one on one core.", kind.what, n,
				float64(n)*r.results.ratio(kind.single, kind.batch).Median)
		}
	}
}

func (r *report) advice(format string, values ...any) {
	r.Advice = append(r.Advice, fmt.Sprintf(format, values...))
}

// ofC says what entering C costs.
func (r *report) ofC() string {
	const through, alone, without = "ECDSAParseVerify_LibSecp", "ECDSAParseVerify_LibSecpC",
		"ECDSAParseVerify_LibSecpPureGo"
	if !r.results.has(through) || !r.results.has(alone) || !r.results.has(without) {
		return ""
	}
	return fmt.Sprintf("Calling C costs little beside a verification: through cgo %s times the "+
		"time of a loop in C, by purego %s times. "+"What speaks against C is the compiler or "+
		"the library that has to be there.", r.results.ratio(through, alone),
		r.results.ratio(without, alone))
}
