package p256k1

import (
	"bytes"
	"math/rand"
	"slices"
	"testing"
)

// isValidEncoded is the verdict of the calls for one key and one signature.
func isValidEncoded(item EncodedItem, flags ItemFlags) bool {
	const forms = SignatureDER | SignatureDERLax
	if flags >= 32 || flags&forms == forms {
		return false
	}
	sig, b := Signature{}, item.Signature
	if flags&SignatureHashType != 0 {
		if len(b) == 0 {
			return false
		}
		b = b[:len(b)-1]
	}
	parse, parseKey := ParseSignature, ParsePublicKey
	switch flags & forms {
	case SignatureDER:
		parse = ParseDER
	case SignatureDERLax:
		parse = ParseDERLax
	}
	if flags&AllowHybrid != 0 {
		parseKey = ParseHybridPublicKey
	}
	sig, err := parse(b)
	p, keyErr := parseKey(item.Pubkey)
	return err == nil && keyErr == nil && p.VerifyECDSA(item.Hash, sig) &&
		(flags&LowS == 0 || sig.IsLow())
}

// Items in every form, some spoiled in any part, get the verdicts of single calls under all flags.
func TestVerifyEncodedBatch(t *testing.T) {
	const n = 300
	random := rand.New(rand.NewSource(1))
	var items []EncodedItem
	for i := range n {
		k, hash := drawKey(t, "encoded %d", i%40), draw("hash %d", i)
		sig := must[Signature](t)(k.SignECDSA(hash[:]))
		if i%5 == 0 {
			copy(sig[32:], negated(sig[32:]))
		}
		forms := []ItemFlags{0, SignatureDER, SignatureDERLax, AllowHybrid | SignatureDERLax}
		flags := forms[i%4] | ItemFlags(random.Intn(2))*SignatureHashType
		item := encode(BatchECDSAItem{k.PublicKey(), hash[:], sig}, flags, random.Intn(2) == 0)
		switch random.Intn(12) {
		case 0:
			item.Signature = item.Signature[:random.Intn(len(item.Signature)+1)]
		case 1:
			item.Signature[random.Intn(len(item.Signature))] ^= 1 << random.Intn(8)
		case 2:
			item.Signature = append(item.Signature, make([]byte, random.Intn(100000))...)
		case 3:
			item.Pubkey = item.Pubkey[:random.Intn(len(item.Pubkey))]
		case 4:
			item.Pubkey[random.Intn(len(item.Pubkey))] ^= 1 << random.Intn(8)
		case 5:
			copy(item.Pubkey[1:], bytes.Repeat([]byte{0xff}, 32))
		case 6:
			item.Hash = item.Hash[:random.Intn(33)]
		case 7:
			item = EncodedItem{nil, item.Hash, nil}
		}
		items = append(items, item)
	}
	good := 0
	var room []bool
	for flags := range ItemFlags(64) {
		want := make([]bool, n)
		for i, item := range items {
			if want[i] = isValidEncoded(item, flags); want[i] {
				good++
			}
			if err := item.Check(flags); (err == nil) != want[i] {
				t.Errorf("item %d, flags %d: %v, want %v", i, flags, err, want[i])
			}
		}
		var all bool
		room, all = VerifyEncodedBatch(room, items, flags, int(flags%4))
		if all || !slices.Equal(room, want) {
			t.Errorf("flags %d: %v, want %v", flags, room, want)
		}
	}
	if good < n {
		t.Errorf("only %d are valid under some flags", good)
	}
	for _, flags := range []ItemFlags{SignatureDER | SignatureDERLax, 32, 128} {
		if _, all := VerifyEncodedBatch(nil, nil, flags, 1); all {
			t.Errorf("flags %d are accepted", flags)
		}
	}
	if ok, all := VerifyEncodedBatch(nil, nil, LowS, 1); !all || len(ok) != 0 {
		t.Error("the empty batch is not valid")
	}
}

// Each part of an item has its own reasons, the key's first.
func TestEncodedReasons(t *testing.T) {
	k, hash := drawKey(t, "key"), draw("hash")
	good := encode(BatchECDSAItem{k.PublicKey(), hash[:], must[Signature](t)(k.SignECDSA(hash[:]))},
		0, true)
	high := bytes.Clone(good.Signature)
	copy(high[32:], negated(high[32:]))
	der := Signature(good.Signature).DER()
	hybrid := k.PublicKey().Uncompressed()
	hybrid[0] = 6 + hybrid[64]&1
	for _, c := range []struct {
		name  string
		item  EncodedItem
		flags ItemFlags
		want  error
	}{
		{"valid", good, 0, nil},
		{"valid, low", good, LowS, nil},
		{"unknown flag", good, 32, ErrItemFlags},
		{"two forms", good, SignatureDER | SignatureDERLax, ErrItemFlags},
		{"no key, no signature", EncodedItem{nil, hash[:], nil}, 0, ErrPublicKeyFormat},
		{"hybrid key", EncodedItem{hybrid[:], hash[:], good.Signature}, 0, ErrPublicKeyFormat},
		{"hybrid key, allowed", EncodedItem{hybrid[:], hash[:], good.Signature}, AllowHybrid, nil},
		{"x = 2^256 - 1", EncodedItem{append([]byte{2}, ones32...), hash[:], good.Signature}, 0,
			ErrPublicKeyRange},
		{"no signature", EncodedItem{good.Pubkey, hash[:], nil}, 0, ErrSignatureLength},
		{"no hash type", EncodedItem{good.Pubkey, hash[:], nil}, SignatureHashType,
			ErrSignatureLength},
		{"DER unasked", EncodedItem{good.Pubkey, hash[:], der}, 0, ErrSignatureLength},
		{"DER", EncodedItem{good.Pubkey, hash[:], der}, SignatureDER, nil},
		{"DER and a byte", EncodedItem{good.Pubkey, hash[:], append(der, 1)}, SignatureDER, ErrDER},
		{"DER and a hash type", EncodedItem{good.Pubkey, hash[:], append(der, 1)},
			SignatureDER | SignatureHashType, nil},
		{"high s", EncodedItem{good.Pubkey, hash[:], high}, LowS, ErrHighS},
		{"high s, allowed", EncodedItem{good.Pubkey, hash[:], high}, 0, nil},
		{"short hash", EncodedItem{good.Pubkey, hash[:31], good.Signature}, 0, ErrHashLength},
		{"another hash", EncodedItem{good.Pubkey, ones32, good.Signature}, 0, ErrSignature},
	} {
		if err := c.item.Check(c.flags); err != c.want {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// negated returns n - s for s of 32 bytes.
func negated(s []byte) []byte {
	r, borrow := make([]byte, 32), 0
	for i := 31; i >= 0; i-- {
		d := int(order[i]) - int(s[i]) - borrow
		borrow = d >> 8 & 1
		r[i] = byte(d)
	}
	return r
}
