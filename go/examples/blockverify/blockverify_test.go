// Hashes that others computed, a payment of the main chain, and a block made for the purpose.

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The example "Native P2WPKH" of BIP-143.
func TestWitnessSigHash(t *testing.T) {
	r := &reader{rest: unhex(t,
		"0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f000000"+
			"0000eeffffff"+
			"ef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffff"+
			"ff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac"+
			"9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000")}
	tx := r.transaction()
	if r.err != nil || len(r.rest) != 0 {
		t.Fatal(r.err, len(r.rest))
	}
	key := p256k1.Hash160(unhex(t,
		"025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee6357"))
	got := tx.witnessSigHash(1, payToHash(key), 600000000, 1)
	if hex.EncodeToString(got[:]) !=
		"c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670" {
		t.Errorf("%x", got)
	}
}

// The first payment of the main chain, in block 170, and the output of block 9 that it spends.
func TestFirstPayment(t *testing.T) {
	payment := unhex(t,
		"0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000"+
			"004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd41"+
			"0220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff02"+
			"00ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302f"+
			"a28414"+
			"e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee000000"+
			"0043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eadd"+
			"fb84ccf9"+
			"744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000")
	script := "410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84" +
		"ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac"
	folder := t.TempDir()
	block, outputs := filepath.Join(folder, "block"), filepath.Join(folder, "outputs")
	raw := append(append(make([]byte, 80), 1), payment...)
	write(t, block, []byte(hex.EncodeToString(raw)+"\n"))
	write(t, outputs, []byte("0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9 0 "+
		"5000000000 "+script+"\n"))

	var text bytes.Buffer
	all, err := run([]string{block, outputs}, &text)
	if err != nil || !all || !strings.HasPrefix(text.String(),
		"1 transactions, 1 signatures: 1 valid, 0 not\n") {
		t.Errorf("%v %v %s", all, err, text.String())
	}
	text.Reset()
	all, err = run([]string{block}, &text)
	if err != nil || !all || !strings.Contains(text.String(), "left out: 1, "+leftUnknown) {
		t.Errorf("without outputs: %v %v %s", all, err, text.String())
	}

	raw[len(raw)-10] ^= 1 // a byte of what is signed
	write(t, block, raw)
	text.Reset()
	all, err = run([]string{block, outputs}, &text)
	if err != nil || all || !strings.Contains(text.String(),
		"not valid: transaction 0, input 0\n") {
		t.Errorf("changed: %v %v %s", all, err, text.String())
	}
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// signer makes inputs of all kinds that are read.
type signer struct {
	t    *testing.T
	key  *p256k1.PrivateKey
	pub  []byte
	hash [20]byte
}

func newSigner(t *testing.T, n byte) *signer {
	secret := [32]byte{31: n}
	key, err := p256k1.NewPrivateKey(secret[:])
	if err != nil {
		t.Fatal(err)
	}
	pub := key.PublicKey().Compressed()
	return &signer{t, key, pub[:], p256k1.Hash160(pub[:])}
}

func (s *signer) sign(hash [32]byte, kind byte) []byte {
	signature, err := s.key.SignECDSA(hash[:])
	if err != nil {
		s.t.Fatal(err)
	}
	return append(signature.DER(), kind)
}

func push(b ...[]byte) (script []byte) {
	for _, part := range b {
		script = append(append(script, byte(len(part))), part...)
	}
	return script
}

// builtBlock is a block of a coinbase, a transaction that splits it into outputs of every kind, and
// one that spends these and two outputs of earlier blocks with every kind of hash.
func builtBlock(t *testing.T) (block []transaction, spent map[outpoint]output) {
	s := newSigner(t, 7)
	witnessProgram := append([]byte{0, 20}, s.hash[:]...)
	nested := p256k1.Hash160(witnessProgram)
	scripts := [][]byte{
		append(push(s.pub), 0xac),
		payToHash(s.hash),
		witnessProgram,
		append(append([]byte{0xa9, 20}, nested[:]...), 0x87),
	}
	coinbase := transaction{version: 1,
		inputs:  []input{{spent: outpoint{index: 1<<32 - 1}, script: []byte{1, 2}}},
		outputs: []output{{5000, scripts[0]}}}
	coinbase.id = hash256(coinbase.serialize(nil))
	split := transaction{version: 2,
		inputs: []input{{spent: outpoint{coinbase.id, 0}, sequence: 9}}}
	for i, script := range scripts {
		split.outputs = append(split.outputs, output{uint64(100 + i), script})
	}
	split.inputs[0].script = push(s.sign(split.legacySigHash(0, scripts[0], 1), 1))
	split.id = hash256(split.serialize(nil))

	for _, kind := range []byte{1, 2, 3, 0x81, 0x82, 0x83} {
		tx := transaction{version: 2, lockTime: uint32(kind),
			outputs: []output{{1, []byte{0x51}}, {2, nil}, {3, nil}}}
		spent = map[outpoint]output{{[32]byte{9}, 1}: {77, witnessProgram}}
		for i := range scripts {
			tx.inputs = append(tx.inputs,
				input{spent: outpoint{split.id, uint32(i)}, sequence: uint32(i)})
		}
		tx.inputs = append(tx.inputs, input{spent: outpoint{[32]byte{8}, 0}},
			input{spent: outpoint{[32]byte{9}, 1}})
		for i := range tx.inputs {
			in := &tx.inputs[i]
			switch i {
			case 0:
				in.script = push(s.sign(tx.legacySigHash(i, scripts[0], kind), kind))
			case 1, 4:
				// the last output is passed by SINGLE at input 4: the signed hash is the number one
				in.script = push(s.sign(tx.legacySigHash(i, scripts[1], kind), kind), s.pub)
			case 2:
				in.witness = [][]byte{s.sign(tx.witnessSigHash(i, scripts[1], 102, kind), kind),
					s.pub}
			case 3:
				in.script = push(witnessProgram)
				in.witness = [][]byte{s.sign(tx.witnessSigHash(i, scripts[1], 103, kind), kind),
					s.pub}
			case 5:
				in.witness = [][]byte{s.sign(tx.witnessSigHash(i, scripts[1], 77, kind), kind),
					s.pub}
			}
		}
		tx.id = hash256(tx.serialize(nil))
		block = append(block, tx)
	}
	return append([]transaction{coinbase, split}, block...), spent
}

// serializeBlock writes transactions with their witnesses.
func serializeBlock(block []transaction) []byte {
	b := append(make([]byte, 80), byte(len(block)))
	for i := range block {
		t := &block[i]
		if !slices.ContainsFunc(t.inputs, func(in input) bool { return in.witness != nil }) {
			b = t.serialize(b)
			continue
		}
		plain := t.serialize(nil)
		b = append(append(append(b, plain[:4]...), 0, 1), plain[4:len(plain)-4]...)
		for k := range t.inputs {
			b = appendSize(b, len(t.inputs[k].witness))
			for _, part := range t.inputs[k].witness {
				b = appendBytes(b, part)
			}
		}
		b = binary.LittleEndian.AppendUint32(b, t.lockTime)
	}
	return b
}

func TestBuiltBlock(t *testing.T) {
	made, spent := builtBlock(t)
	raw := serializeBlock(made)
	block, err := parseBlock(raw)
	if err != nil {
		t.Fatal(err)
	}
	for i := range block {
		if block[i].id != made[i].id {
			t.Fatalf("transaction %d has another id", i)
		}
	}
	const signatures = 1 + 6*6
	claims, left := extract(block, spent)
	if len(claims) != signatures || len(left) != 1 || left[leftCoinbase] != 1 {
		t.Fatalf("%d signatures, left out %v", len(claims), left)
	}
	if invalid := verify(claims); len(invalid) != 0 {
		t.Errorf("not valid: %v", invalid)
	}

	// The blocks of a file are in any order.
	backwards := slices.Clone(block)
	slices.Reverse(backwards)
	claims, left = extract(backwards, spent)
	if len(claims) != signatures || len(left) != 1 || len(verify(claims)) != 0 {
		t.Errorf("backwards: %d signatures, left out %v", len(claims), left)
	}

	// Without the outputs of earlier blocks one input of each transaction is left out, and P2PKH is
	// found by its look.
	claims, left = extract(block, nil)
	if len(claims) != signatures-6 || left[leftUnknown] != 6 {
		t.Errorf("alone: %d signatures, left out %v", len(claims), left)
	}
	if invalid := verify(claims); len(invalid) != 0 {
		t.Errorf("alone: not valid: %v", invalid)
	}
}

// Two pushes are a signature and a key only if the second begins as keys do: it may be a script
// that is hashed.
func TestOnlyKeysLookLikeKeys(t *testing.T) {
	for _, b := range [][]byte{make([]byte, 33), append([]byte{4}, make([]byte, 32)...),
		append([]byte{0x51}, make([]byte, 64)...), append([]byte{2}, make([]byte, 64)...)} {
		tx := transaction{inputs: []input{{script: push([]byte{1, 1}, b)}}}
		if claims, left := extract([]transaction{tx}, nil); len(claims) != 0 ||
			left[leftUnknown] != 1 {
			t.Errorf("%x is taken for a key", b)
		}
	}
	for _, b := range [][]byte{append([]byte{3}, make([]byte, 32)...),
		append([]byte{4}, make([]byte, 64)...), append([]byte{7}, make([]byte, 64)...)} {
		tx := transaction{inputs: []input{{script: push([]byte{1, 1}, b)}}}
		if claims, _ := extract([]transaction{tx}, nil); len(claims) != 1 {
			t.Errorf("%x is not taken for a key", b)
		}
	}
}

// A changed byte of what a signature covers makes that signature false, and no other.
func TestChangedAmount(t *testing.T) {
	block, spent := builtBlock(t)
	for point, out := range spent {
		spent[point] = output{out.amount + 1, out.script}
	}
	claims, _ := extract(block, spent)
	invalid := verify(claims)
	if len(invalid) != 6 {
		t.Fatalf("%d signatures are false, want 6", len(invalid))
	}
	for _, i := range invalid {
		if claims[i].input != 5 {
			t.Errorf("%s is false", &claims[i])
		}
	}
}

func TestBrokenBlocks(t *testing.T) {
	made, _ := builtBlock(t)
	raw := serializeBlock(made)
	for n := range raw {
		if _, err := parseBlock(raw[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes parse", n, len(raw))
		}
	}
	if _, err := parseBlock(append(slices.Clone(raw), 0)); err == nil {
		t.Error("a byte too many parses")
	}
	one := append(binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(raw))), raw...)
	two := append(slices.Clone(one), one...)
	for what, file := range map[string][]byte{"one block": one, "two blocks": two,
		"with room": append(slices.Clone(two), make([]byte, 100)...)} {
		if all, err := parseFile(file); err != nil || len(all)%len(made) != 0 || len(all) == 0 {
			t.Errorf("a file, %s: %d transactions, %v", what, len(all), err)
		}
	}
	for _, n := range []int{3, 7, 9, len(one) - 1, len(one) + 3, len(one) + 9} {
		if _, err := parseFile(two[:n]); err == nil {
			t.Errorf("the first %d bytes of a file of two blocks parse", n)
		}
	}
	huge := append(make([]byte, 80), 0xff, 255, 255, 255, 255, 255, 255, 255, 127)
	if _, err := parseBlock(huge); err == nil {
		t.Error("a block of 2^63 transactions parses")
	}
	for _, text := range []string{"00 0 1 51", "x", strings.Repeat("0", 64) + " 0 1 zz",
		strings.Repeat("0", 64) + " -1 1 51"} {
		if _, err := readOutputs(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read as an output", text)
		}
	}
}
