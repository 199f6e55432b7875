// Memory: what is allocated by a call, and that batches do not allocate more for more items.

package p256k1

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestAllocations(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates, and drops what is pooled")
	}
	if strings.HasPrefix(runtime.Version(), "go1.24") {
		t.Skip("Go 1.24 keeps the state of SHA-256 on the heap")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which would empty the pools
	k, other, hash := drawKey(t, "key"), drawKey(t, "other"), draw("hash")
	p, x := k.PublicKey(), k.PublicKey().XOnly()
	b, aux, long := k.Bytes(), draw("aux"), make([]byte, 1000)
	compressed, full, bx := p.Compressed(), p.Uncompressed(), x.Bytes()
	sig, id, _ := k.SignRecoverable(hash[:])
	schnorr := must[[64]byte](t)(k.SignSchnorr(hash[:], nil))
	longer := must[[64]byte](t)(k.SignSchnorr(long, nil))
	der, sig65 := sig.DER(), append(sig[:], id)

	sizes := []int{1, 10, 100, 400}
	var items []BatchSchnorrItem
	var ecdsa []BatchECDSAItem
	var encoded []EncodedItem
	var recoveries []BatchRecoverItem
	var keys [][]byte
	for _, item := range schnorrItems(t, sizes[len(sizes)-1]) {
		items = append(items, item)
		ecdsa = append(ecdsa, BatchECDSAItem{p, hash[:], sig})
		encoded = append(encoded, EncodedItem{full[:], hash[:], der})
		recoveries = append(recoveries, BatchRecoverItem{hash[:], sig, id})
		keys = append(keys, compressed[:])
	}
	verdicts, points, addresses := make([]bool, len(items)), make([]PublicKey, len(items)),
		make([][20]byte, len(items))
	affine, jacobian := make([]AffinePoint, len(items)), make([]JacobianPoint, len(items))
	for i := range jacobian {
		point := p.Point()
		jacobian[i].SetAffine(&point)
		jacobian[i].Double(&jacobian[i])
	}

	check := func(name string, most float64, run func()) {
		t.Helper()
		if got := testing.AllocsPerRun(4, run); got > most {
			t.Errorf("%s: %v allocations, expected %v", name, got, most)
		}
	}
	check("VerifyECDSA", 0, func() { p.VerifyECDSA(hash[:], sig) })
	check("CheckECDSA that fails", 0, func() { _ = p.CheckECDSA(hash[:], Signature{}) })
	check("VerifySchnorr", 0, func() { x.VerifySchnorr(hash[:], schnorr[:]) })
	check("VerifySchnorr, long", 0, func() { x.VerifySchnorr(long, longer[:]) })
	check("SignECDSA", 0, func() { _, _ = k.SignECDSA(hash[:]) })
	check("SignECDSAExtra", 0, func() { _, _, _ = k.SignECDSAExtra(hash[:], &aux) })
	check("Sign", 1, func() { _, _ = k.Sign(nil, hash[:], nil) })
	check("SignSchnorr", 0, func() { _, _ = k.SignSchnorr(hash[:], nil) })
	check("SignSchnorr, aux, long", 0, func() { _, _ = k.SignSchnorr(long, &aux) })
	check("ECDH", 0, func() { _, _ = k.ECDH(other.PublicKey()) })
	check("ECDHXOnly", 0, func() { _, _ = k.ECDHXOnly(x) })
	check("EllSwift", 0, func() { _, _ = k.EllSwift(&aux) })
	check("EllSwift, public", 0, func() { _, _ = k.PublicKey().EllSwift(&aux) })
	check("DecodeEllSwift", 1, func() { DecodeEllSwift(&schnorr) })
	check("EllSwiftECDH", 0, func() { _, _ = k.EllSwiftECDH(&schnorr, &schnorr, true) })
	check("NewPrivateKey", 1, func() { _, _ = NewPrivateKey(b[:]) })
	check("PublicKey", 2, func() { k, _ := NewPrivateKey(b[:]); k.PublicKey().Compressed() })
	check("ParsePublicKey", 1, func() { _, _ = ParsePublicKey(compressed[:]) })
	check("ParsePublicKey, 65", 1, func() { _, _ = ParsePublicKey(full[:]) })
	check("ParseXOnlyPublicKey", 1, func() { _, _ = ParseXOnlyPublicKey(bx[:]) })
	check("RecoverECDSA", 1, func() { _, _ = RecoverECDSA(hash[:], sig, id) })
	check("Ecrecover", 0, func() { _, _ = Ecrecover(hash[:], sig65) })
	check("ParseDER", 0, func() { _, _ = ParseDER(der) })
	check("AppendDER", 0, func() { der = sig.AppendDER(der[:0]) })
	check("MuSigSign that fails", 0, func() { _, _ = k.MuSigSign(nil, nil) })
	check("ProveDLEQ", 0, func() { _, _ = k.ProveDLEQ(p, nil, nil, &aux) })
	check("CheckDLEQ", 0, func() { _ = CheckDLEQ(schnorr[:], p, p, p, nil, nil) })
	check("EncryptECDSA", 0, func() { _, _ = k.EncryptECDSA(hash[:], p, &aux) })
	check("PresignSchnorr", 0, func() { _, _ = k.PresignSchnorr(long, p, &aux) })
	check("Hash160", 0, func() { Hash160(long) })
	check("TaggedHash", 0, func() { TaggedHash("tag", hash[:], long) })
	check("Keccak256", 0, func() { Keccak256(long) })
	for rows := 0; rows < 8192; rows += len(items) { // the large comb of G is made once
		VerifySchnorrBatch(verdicts, items, 1)
	}
	for _, n := range sizes {
		check("BatchNormalize", 0, func() { BatchNormalize(affine, jacobian[:n]) })
		check("BatchNormalizeInPlace", 0, func() { BatchNormalizeInPlace(jacobian[:n]) })
		check("SchnorrBatchVerify", 0, func() { SchnorrBatchVerify(items[:n]) })
		check("SchnorrBatchVerifyWithFallback", 0, func() {
			SchnorrBatchVerifyWithFallback(items[:n])
		})
		check("a sum", 0, func() { holdAllVar(items[:n], 1) })
		check("VerifyECDSABatch", 5, func() { VerifyECDSABatch(verdicts, ecdsa[:n], 1) })
		check("VerifyEncodedBatch", 5, func() {
			VerifyEncodedBatch(verdicts, encoded[:n], SignatureDER|AllowHybrid, 1)
		})
		check("VerifySchnorrBatch", 5, func() { VerifySchnorrBatch(verdicts, items[:n], 1) })
		check("VerifyBatch of ECDSA", 5, func() { VerifyBatch(verdicts, ecdsa[:n], 1) })
		check("VerifyBatch of Schnorr", 5, func() { VerifyBatch(verdicts, items[:n], 1) })
		check("RecoverBatch", 6, func() { RecoverBatch(points, recoveries[:n], 1) })
		check("EcrecoverBatch", 6, func() { EcrecoverBatch(addresses, recoveries[:n], 1) })
		check("ParsePublicKeyBatch", 6, func() { ParsePublicKeyBatch(points, keys[:n], 1) })
		check("NegatePublicKeyBatch", 6, func() { NegatePublicKeyBatch(points, keys[:n], 1) })
	}
}
