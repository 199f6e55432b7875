// The verdicts.

package main

import p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"

// verify verifies all claims as one batch, on all cores, and returns those that are false. Blocks
// older than BIP-66 have signatures that are not strictly DER, and keys with hybrid prefixes: as
// consensus did, it reads them.
func verify(claims []claim) (invalid []int) {
	items := make([]p256k1.BatchECDSAItem, len(claims))
	for i := range claims {
		c := &claims[i]
		items[i].Hash = c.hash[:]
		key, err := p256k1.ParseHybridPublicKey(c.public)
		if err != nil {
			continue // an item without a key is false
		}
		if items[i].Signature, err = p256k1.ParseDERLax(c.der); err == nil {
			items[i].Pubkey = key
		}
	}
	ok, _ := p256k1.VerifyECDSABatch(nil, items, 0)
	for i := range ok {
		if !ok[i] {
			invalid = append(invalid, i)
		}
	}
	return invalid
}
