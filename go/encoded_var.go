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

// signatureVar reads b, and returns zeros, which no verification accepts, for what is refused.
func (flags ItemFlags) signatureVar(b []byte) (sig Signature) {
	if flags&SignatureHashType != 0 {
		if len(b) == 0 {
			return sig
		}
		b = b[:len(b)-1]
	}
	switch {
	case flags&SignatureDER != 0:
		sig, _ = ParseDER(b)
	case flags&SignatureDERLax != 0:
		sig, _ = ParseDERLax(b)
	default:
		sig, _ = ParseSignature(b)
	}
	if flags&LowS != 0 && !sig.IsLow() {
		return Signature{}
	}
	return sig
}

func (room *batchRoom) verifyEncodedVar(ok []bool, items []EncodedItem, flags ItemFlags) {
	var chunk [batchChunk]BatchECDSAItem
	n := len(items)
	room.parseKeysVar(room.key[:n], flags&AllowHybrid != 0, func(i int) []byte {
		return items[i].Pubkey
	})
	for i := range items {
		chunk[i] = BatchECDSAItem{&room.key[i], items[i].Hash,
			flags.signatureVar(items[i].Signature)}
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
