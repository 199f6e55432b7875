// The keys, messages and signatures that all libraries work on, made by libraries other than this
// module.

package bench

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"
	"testing"

	"github.com/btcsuite/btcd/btcec/v2"
	"github.com/btcsuite/btcd/btcec/v2/schnorr"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// row is what one operation works on; its signatures are valid.
type row struct {
	secret, xonly, hash [32]byte
	public              [33]byte
	uncompressed        [65]byte
	ecdsa, schnorr      [64]byte
	recoveryID          byte
}

// rowCount is the number of rows that a benchmark takes in turn.
const rowCount = 256

var rows = sync.OnceValue(func() *[rowCount]row {
	all := new([rowCount]row)
	for i := range all {
		all[i] = makeRow(uint32(i))
	}
	return all
})

// seeded is number i of an endless, always equal sequence.
func seeded(i uint32, sequence byte) [32]byte {
	var seed [8]byte
	binary.LittleEndian.PutUint32(seed[:], i)
	seed[4] = sequence
	return sha256.Sum256(seed[:])
}

// secretOf is the secret key of row i.
func secretOf(i uint32) [32]byte { return seeded(i, 0) }

// makeRow makes row i of an endless, always equal sequence.
func makeRow(i uint32) (r row) {
	r.secret, r.hash = secretOf(i), seeded(i, 1)

	key, public := btcec.PrivKeyFromBytes(r.secret[:])
	r.public = [33]byte(public.SerializeCompressed())
	r.uncompressed = [65]byte(public.SerializeUncompressed())
	r.xonly = [32]byte(r.public[1:])
	compact := ecdsa.SignCompact(key, r.hash[:], true)
	r.recoveryID = compact[0] - 31
	r.ecdsa = [64]byte(compact[1:])
	signature, err := schnorr.Sign(key, r.hash[:], schnorr.CustomNonce([32]byte{}))
	if err != nil {
		panic(err)
	}
	r.schnorr = [64]byte(signature.Serialize())
	return r
}

// sharedSecret is SHA-256 of the compressed point secret * public, by dcrd.
func sharedSecret(secret *[32]byte, public *secp256k1.PublicKey) [32]byte {
	var k secp256k1.ModNScalar
	k.SetBytes(secret)
	var p, r secp256k1.JacobianPoint
	public.AsJacobian(&p)
	secp256k1.ScalarMultNonConst(&k, &p, &r)
	r.ToAffine()
	return sha256.Sum256(secp256k1.NewPublicKey(&r.X, &r.Y).SerializeCompressed())
}

func TestRowsDiffer(t *testing.T) {
	seen := map[[32]byte]bool{}
	for i := range rows() {
		seen[rows()[i].secret] = true
		seen[rows()[i].hash] = true
	}
	if len(seen) != 2*rowCount {
		t.Errorf("%d different keys and hashes, want %d", len(seen), 2*rowCount)
	}
}
