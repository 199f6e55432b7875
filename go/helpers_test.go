// What the tests share: keys and messages drawn from a text, and batches compared with known
// verdicts.

package p256k1

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"testing"
)

// pattern is the message of n bytes that tools/make_hash_vectors.py makes as well.
func pattern(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*167 + (i>>4)*29 + n*13)
	}
	return b
}

// draw returns 32 bytes that depend on the text alone.
func draw(format string, args ...any) [32]byte {
	return sha256.Sum256([]byte(fmt.Sprintf(format, args...)))
}

// drawKey returns a key that depends on the text alone.
func drawKey(t testing.TB, format string, args ...any) *PrivateKey {
	t.Helper()
	b := draw(format, args...)
	return must[*PrivateKey](t)(NewPrivateKey(b[:]))
}

// everyBatch calls check with picks from n rows: all in order, reversed, each shifted through the
// lanes, none, and with one row repeated; and with numbers of threads.
func everyBatch(n int, check func(picks []int, threads int)) {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	check(nil, 0)
	for threads := range 4 {
		check(all, threads)
	}
	backwards := slices.Clone(all)
	slices.Reverse(backwards)
	check(backwards, 3)
	for shift := 1; shift < 8 && n > 0; shift++ {
		check(append(slices.Repeat([]int{n / 2}, shift), all[:min(n, 200)]...), 2)
	}
	for i := range min(n, 9) {
		check([]int{i}, 0)
	}
}

func pick[T any](rows []T, picks []int) []T {
	r := make([]T, len(picks))
	for i, p := range picks {
		r[i] = rows[p]
	}
	return r
}

func expectVerdicts(t *testing.T, what string, got []bool, all bool, want []bool) {
	t.Helper()
	if !slices.Equal(got, want) || all == slices.Contains(want, false) {
		t.Errorf("%s: %v and %v, want %v", what, got, all, want)
	}
}

func expectBatchECDSA(t *testing.T, items []BatchECDSAItem, want []bool) {
	t.Helper()
	var room []bool
	everyBatch(len(items), func(picks []int, threads int) {
		var all bool
		room, all = VerifyECDSABatch(room, pick(items, picks), threads)
		expectVerdicts(t, fmt.Sprintf("ECDSA, %d threads", threads), room, all, pick(want, picks))
	})
	for _, flags := range []ItemFlags{
		0, SignatureDER | SignatureHashType, SignatureDERLax | AllowHybrid, SignatureHashType,
	} {
		encoded := make([]EncodedItem, len(items))
		for i, item := range items {
			encoded[i] = encode(item, flags, i%2 == 0)
		}
		everyBatch(len(items), func(picks []int, threads int) {
			var all bool
			room, all = VerifyEncodedBatch(room, pick(encoded, picks), flags, threads)
			what := fmt.Sprintf("encoded ECDSA, flags %d, %d threads", flags, threads)
			expectVerdicts(t, what, room, all, pick(want, picks))
		})
	}
}

// encode writes the parts of an item as the flags say; no key at all as no bytes.
func encode(item BatchECDSAItem, flags ItemFlags, compressed bool) EncodedItem {
	r := EncodedItem{Hash: item.Hash, Signature: slices.Clone(item.Signature[:])}
	if item.Pubkey.IsValid() {
		full, short := item.Pubkey.Uncompressed(), item.Pubkey.Compressed()
		if r.Pubkey = full[:]; compressed {
			r.Pubkey = short[:]
		} else if flags&AllowHybrid != 0 {
			r.Pubkey[0] = 6 + full[64]&1
		}
	}
	if flags&(SignatureDER|SignatureDERLax) != 0 {
		r.Signature = item.Signature.DER()
	}
	if flags&SignatureHashType != 0 {
		r.Signature = append(r.Signature, 1)
	}
	return r
}

func expectBatchSchnorr(t *testing.T, items []BatchSchnorrItem, want []bool) {
	t.Helper()
	var room []bool
	everyBatch(len(items), func(picks []int, threads int) {
		var all bool
		chosen, verdicts := pick(items, picks), pick(want, picks)
		room, all = VerifySchnorrBatch(room, chosen, threads)
		expectVerdicts(t, fmt.Sprintf("Schnorr, %d threads", threads), room, all, verdicts)
		expectSum(t, chosen, verdicts)
	})
}

// expectSum compares the calls that add claims up, as they choose themselves, and with sums over
// any number of items.
func expectSum(t *testing.T, items []BatchSchnorrItem, want []bool) {
	t.Helper()
	var bad []int
	for i, ok := range want {
		if !ok {
			bad = append(bad, i)
		}
	}
	if got := SchnorrBatchVerify(items); got != (bad == nil) {
		t.Errorf("%d items: %v, want %v", len(items), got, bad == nil)
	}
	if all, invalid := SchnorrBatchVerifyWithFallback(items); all != (bad == nil) ||
		!slices.Equal(invalid, bad) {
		t.Errorf("%d items with fallback: %v %v, want %v", len(items), all, invalid, bad)
	}
	for _, least := range []int{1, 5, math.MaxInt} {
		if got := holdAllVar(items, least); got != (bad == nil) {
			t.Errorf("%d items, sums of %d: %v, want %v", len(items), least, got, bad == nil)
		}
		if invalid := invalidVar(items, least); !slices.Equal(invalid, bad) {
			t.Errorf("%d items, sums of %d: %v, want %v", len(items), least, invalid, bad)
		}
	}
}

func expectBatchRecover(t *testing.T, items []BatchRecoverItem, want [][]byte) {
	t.Helper()
	var keys []PublicKey
	var addresses [][20]byte
	everyBatch(len(items), func(picks []int, threads int) {
		var allKeys, allAddresses bool
		chosen, wanted := pick(items, picks), pick(want, picks)
		keys, allKeys = RecoverBatch(keys, chosen, threads)
		addresses, allAddresses = EcrecoverBatch(addresses, chosen, threads)
		complete := !slices.ContainsFunc(wanted, func(b []byte) bool { return b == nil })
		if len(keys) != len(wanted) || len(addresses) != len(wanted) || allKeys != complete ||
			allAddresses != complete {
			t.Fatalf("%d keys, %d addresses of %d, all: %v, %v", len(keys), len(addresses),
				len(wanted), allKeys, allAddresses)
		}
		for i, b := range wanted {
			if b == nil {
				b = make([]byte, 65)
			}
			if got := keys[i].Uncompressed(); !bytes.Equal(got[:], b) ||
				keys[i].IsValid() != (b[0] == 4) {
				t.Errorf("row %d: key %x, want %x", picks[i], got, b)
			}
			if addresses[i] != keys[i].EthereumAddress() {
				t.Errorf("row %d: address %x", picks[i], addresses[i])
			}
		}
	})
}

func expectBatchParse(t *testing.T, encodings, want [][]byte) {
	t.Helper()
	var keys, negatives []PublicKey
	everyBatch(len(encodings), func(picks []int, threads int) {
		var all bool
		wanted := pick(want, picks)
		keys, all = ParsePublicKeyBatch(keys, pick(encodings, picks), threads)
		if all == slices.ContainsFunc(wanted, func(b []byte) bool { return b == nil }) ||
			len(keys) != len(wanted) {
			t.Fatalf("%d of %d keys, all: %v", len(keys), len(wanted), all)
		}
		for i, b := range wanted {
			if b == nil {
				b = make([]byte, 65)
			}
			if got := keys[i].Uncompressed(); !bytes.Equal(got[:], b) {
				t.Errorf("row %d: key %x, want %x", picks[i], got, b)
			}
		}
		negatives, all = NegatePublicKeyBatch(negatives, pick(encodings, picks), threads)
		if all == slices.ContainsFunc(wanted, func(b []byte) bool { return b == nil }) ||
			len(negatives) != len(wanted) {
			t.Fatalf("%d of %d negatives, all: %v", len(negatives), len(wanted), all)
		}
		for i := range negatives {
			if negatives[i] != *keys[i].Negate() {
				t.Errorf("row %d: negative %v of %v", picks[i], &negatives[i], &keys[i])
			}
		}
	})
}

// xOf is the x coordinate of the public key.
func xOf(k *PrivateKey) []byte {
	b := k.PublicKey().Compressed()
	return b[1:]
}

// expectBatchParseXOnly compares x-only parsing of the x coordinates in these encodings, and of the
// encodings themselves, with single calls.
func expectBatchParseXOnly(t *testing.T, encodings [][]byte) {
	t.Helper()
	var coordinates [][]byte
	for _, b := range encodings {
		if coordinates = append(coordinates, b); len(b) >= 33 {
			coordinates = append(coordinates, b[1:33])
		}
	}
	seen := counts{}
	var keys []XOnlyPublicKey
	everyBatch(len(coordinates), func(picks []int, threads int) {
		var all bool
		chosen := pick(coordinates, picks)
		keys, all = ParseXOnlyPublicKeyBatch(keys, chosen, threads)
		complete := true
		for i, b := range chosen {
			x, err := ParseXOnlyPublicKey(b)
			seen[err == nil]++
			complete = complete && err == nil
			if keys[i].IsValid() != (err == nil) || err == nil && keys[i] != *x {
				t.Errorf("%x: %v, want %v, %v", b, &keys[i], x, err)
			}
		}
		if len(keys) != len(chosen) || all != complete {
			t.Errorf("%d keys of %d, all: %v", len(keys), len(chosen), all)
		}
	})
	seen.expect(t, 50, 50)
}
