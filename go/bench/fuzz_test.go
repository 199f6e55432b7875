// Native fuzz targets: whatever the bytes are, this module and the others agree. `go test ./bench
// -fuzz=FuzzVerifyAgainstDcrd`.

package bench

import "testing"

// Valid rows and hostile ones are the seeds.
func FuzzVerifyAgainstDcrd(f *testing.F) {
	for _, c := range hostileECDSA(&rows()[0]) {
		f.Add(c.public, c.hash, c.signature[:])
	}
	valid, invalid := smallR()
	for _, c := range append(valid, invalid...) {
		f.Add(c.public, c.hash, c.signature[:])
	}
	f.Fuzz(func(t *testing.T, public, hash, signature []byte) {
		if len(hash) == 32 && len(signature) == 64 {
			compareECDSA(t, &ecdsaCase{public, hash, [64]byte(signature)})
		}
	})
}

func FuzzSchnorrAgainstBtcec(f *testing.F) {
	for _, c := range hostileSchnorr(&rows()[0]) {
		f.Add(c.public[:], c.message, c.signature[:])
	}
	f.Fuzz(func(t *testing.T, public, message, signature []byte) {
		if len(public) == 32 && len(signature) == 64 {
			compareSchnorr(t, &schnorrCase{[32]byte(public), message, [64]byte(signature)})
		}
	})
}

func FuzzRecoverAgainstDcrd(f *testing.F) {
	for _, c := range hostileECDSA(&rows()[0]) {
		for id := range byte(5) {
			f.Add(c.hash, c.signature[:], id)
		}
	}
	f.Fuzz(func(t *testing.T, hash, signature []byte, id byte) {
		if len(hash) == 32 && len(signature) == 64 {
			compareRecover(t, hash, [64]byte(signature), id)
		}
	})
}

func FuzzSecretAgainstDcrd(f *testing.F) {
	for _, edge := range edges() {
		f.Add(edge[:], rows()[0].hash[:])
		f.Add(rows()[0].secret[:], edge[:])
	}
	f.Fuzz(func(t *testing.T, secret, hash []byte) {
		if len(secret) == 32 && len(hash) == 32 {
			compareSecret(t, [32]byte(secret), [32]byte(hash))
		}
	})
}

func FuzzECDHAgainstDcrd(f *testing.F) {
	for _, edge := range edges() {
		f.Add(edge[:], rows()[0].public[:])
		f.Add(rows()[0].secret[:], append([]byte{2}, edge[:]...))
	}
	f.Fuzz(func(t *testing.T, secret, public []byte) {
		if len(secret) == 32 {
			compareECDH(t, [32]byte(secret), public)
		}
	})
}

func FuzzDERAgainstDcrd(f *testing.F) {
	for _, der := range hostileDER() {
		f.Add(der)
	}
	f.Fuzz(func(t *testing.T, der []byte) { compareDER(t, der) })
}
