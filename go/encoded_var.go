// A batch of ECDSA signatures as transactions hold them: keys and signatures are bytes, which are
// parsed on the way to the lanes, variable time.

package p256k1

import (
	"slices"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/chunks"
)

// EncodedItem is an ECDSA signature, its key and its message as bytes.
type EncodedItem struct {
	Pubkey    []byte // 33 or 65 bytes
	Hash      []byte // 32 bytes
	Signature []byte // 64 bytes r || s, or what the flags say
}

// ItemFlags say how an [EncodedItem] is read and what is accepted. They may be or-ed.
type ItemFlags uint8

// The flags of [VerifyEncodedBatch].
const (
	// LowS refuses s > n/2 (BIP-146).
	LowS ItemFlags = 1 << iota
	// AllowHybrid accepts keys as [ParseHybridPublicKey] does.
	AllowHybrid
	// SignatureDER reads signatures as [ParseDER] does.
	SignatureDER
	// SignatureDERLax reads signatures as [ParseDERLax] does. It excludes [SignatureDER].
	SignatureDERLax
	// SignatureHashType skips the last byte of each signature, the hash type of a transaction.
	SignatureHashType
)

// areValid reports whether the flags exist and do not exclude each other.
func (flags ItemFlags) areValid() bool {
	return flags < SignatureHashType<<1 && flags&(SignatureDER|SignatureDERLax) !=
		SignatureDER|SignatureDERLax
}

// signatureVar reads b; it returns zeros, which no verification accepts, with an error.
func (flags ItemFlags) signatureVar(b []byte) (sig Signature, err error) {
	if flags&SignatureHashType != 0 {
		if len(b) == 0 {
			return sig, ErrSignatureLength
		}
		b = b[:len(b)-1]
	}
	switch {
	case flags&SignatureDER != 0:
		sig, err = ParseDER(b)
	case flags&SignatureDERLax != 0:
		sig, err = ParseDERLax(b)
	default:
		sig, err = ParseSignature(b)
	}
	if err == nil && flags&LowS != 0 && !sig.IsLow() {
		return Signature{}, ErrHighS
	}
	return sig, err
}

func (room *batchRoom) verifyEncodedVar(ok []bool, items []EncodedItem, flags ItemFlags) {
	var chunk [batchChunk]BatchECDSAItem
	n := len(items)
	room.parseKeysVar(room.key[:n], flags&AllowHybrid != 0, func(i int) []byte {
		return items[i].Pubkey
	})
	for i := range items {
		sig, _ := flags.signatureVar(items[i].Signature)
		chunk[i] = BatchECDSAItem{&room.key[i], items[i].Hash, sig}
	}
	room.verifyECDSAVar(ok, chunk[:n])
}

// VerifyEncodedBatch parses the key and the signature of each item, and verifies it as
// [PublicKey.VerifyECDSA] does. An item that cannot be parsed, or whose hash is not 32 bytes, is
// not valid and disturbs no other. The consensus of Bitcoin before BIP-66 is [SignatureDERLax] |
// [SignatureHashType] | [AllowHybrid].
//
// dst, threads and the results are those of [VerifyECDSABatch]. Unknown flags, and [SignatureDER]
// with [SignatureDERLax], make every item and the batch invalid.
func VerifyEncodedBatch(
	dst []bool, items []EncodedItem, flags ItemFlags, threads int,
) (ok []bool, all bool) {
	ok = chunks.Resize(dst, len(items))
	if !flags.areValid() {
		clear(ok)
		return ok, false
	}
	batchRooms.Each(len(items), threads, func(room *batchRoom, first, n int) {
		room.verifyEncodedVar(ok[first:first+n], items[first:first+n], flags)
	})
	return ok, !slices.Contains(ok, false)
}

// Check returns nil if [VerifyEncodedBatch] accepts the item under these flags, and else its first
// fault: [ErrItemFlags], an error of [ParsePublicKey] or [ParseHybridPublicKey], an error of
// [ParseSignature], [ParseDER] or [ParseDERLax], [ErrHighS], or an error of [PublicKey.CheckECDSA].
func (item EncodedItem) Check(flags ItemFlags) error {
	if !flags.areValid() {
		return ErrItemFlags
	}
	parse := ParsePublicKey
	if flags&AllowHybrid != 0 {
		parse = ParseHybridPublicKey
	}
	key, err := parse(item.Pubkey)
	if err != nil {
		return err
	}
	sig, err := flags.signatureVar(item.Signature)
	if err != nil {
		return err
	}
	return key.CheckECDSA(item.Hash, sig)
}
