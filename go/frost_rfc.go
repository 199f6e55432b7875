// RFC 9591's FROST(secp256k1, SHA-256), what is made with secrets: nonces, partial signatures, and
// the hash of both. Constant time.

package p256k1

import (
	"crypto/rand"
	"crypto/sha256"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// frostContext begins each tag of RFC 9591.
const frostContext = "FROST-secp256k1-SHA256-v1"

// frostHash sets r to the hash of the parts to the scalars: H1, H2 or H3 of RFC 9591, which are
// hash_to_field of RFC 9380 with expand_message_xmd.  time: depends on lengths only.
func frostHash(r *scalar.Scalar, tag string, parts ...[]byte) {
	const ofLength = 48 // bytes that are reduced
	end := append([]byte(frostContext), tag...)
	end = append(end, byte(len(end)))
	var b [3][sha256.Size]byte
	h := sha256.New()
	h.Write(make([]byte, sha256.BlockSize))
	for _, part := range parts {
		h.Write(part)
	}
	h.Write([]byte{0, ofLength, 0})
	h.Write(end)
	h.Sum(b[0][:0])
	for i := 1; i <= 2; i++ {
		for j := range b[i] {
			b[i][j] = b[0][j]
			if i == 2 {
				b[i][j] ^= b[1][j]
			}
		}
		h.Reset()
		h.Write(b[i][:])
		h.Write([]byte{byte(i)})
		h.Write(end)
		h.Sum(b[i][:0])
	}
	// The 48 bytes are high 2^192 + low.
	var text [2][32]byte
	copy(text[0][8:], b[1][:24])
	copy(text[1][8:], b[1][24:])
	copy(text[1][16:], b[2][:16])
	var low, shift scalar.Scalar
	shift.SetLimbs(&[4]uint64{3: 1})
	r.SetBytes(&text[0])
	low.SetBytes(&text[1])
	r.Mul(r, &shift)
	r.Add(r, &low)
	wipeScalars(&low)
	wipeBytes(b[0][:], b[1][:], b[2][:], text[0][:], text[1][:])
}

// frostNonce sets k to a nonce for the secret d (nonce_generate, whose tag is "nonce").
func frostNonce(k *scalar.Scalar, tag string, random *[32]byte, d *scalar.Scalar) {
	var b [32]byte
	d.PutBytes(&b)
	frostHash(k, tag, random[:], b[:])
	wipeBytes(b[:])
}

// NewFrostRFCNonce makes the nonces of the participant whose share this key is, from fresh
// randomness, as RFC 9591 does. [ErrPrivateKey] if there is no share. Constant time.
func (k *PrivateKey) NewFrostRFCNonce() (*FrostNonce, error) {
	defer guardStack()()
	var random [2][32]byte
	rand.Read(random[0][:]) // never returns an error
	rand.Read(random[1][:])
	n, err := k.newFrostRFCNonce(&random)
	wipeBytes(random[0][:], random[1][:])
	return n, err
}

func (k *PrivateKey) newFrostRFCNonce(random *[2][32]byte) (*FrostNonce, error) {
	var d scalar.Scalar
	if err := k.load(&d); err != nil {
		return nil, err
	}
	defer wipeScalars(&d)
	s := &muSigSecret{signer: k.PublicKey().point}
	for i := range s.k {
		frostNonce(&s.k[i], "nonce", &random[i], &d)
	}
	if _, ok := s.setPublic(); !ok {
		return nil, ErrNonce
	}
	return &FrostNonce{MuSigNonce{&s}}, nil
}

// FrostRFCSign is [PrivateKey.FrostSign] for a session of RFC 9591: it makes the partial signature,
// 32 bytes, of the participant whose share this key is. [ErrNonce] too if the session has another
// public nonce of the participant. The nonce is used up whatever the result. Constant time.
func (k *PrivateKey) FrostRFCSign(nonce *FrostNonce, id int,
	s *FrostRFCSession) (psig [32]byte, err error) {
	defer guardStack()()
	err = k.frostRFCSign(&psig, nonce, id, s)
	return psig, err
}

func (k *PrivateKey) frostRFCSign(psig *[32]byte, nonce *FrostNonce, id int,
	s *FrostRFCSession) error {
	var d, c scalar.Scalar
	var ks [2]scalar.Scalar
	defer wipeScalars(&d, &ks[0], &ks[1])
	p, err := k.takeFrost(&ks, &d, nonce)
	if err != nil {
		return err
	}
	if !s.isSet() {
		return ErrPublicKeyFormat
	}
	i, err := s.who.signer(id, p)
	if err != nil {
		return err
	}
	if nonce.Public() != s.nonces[i] {
		return ErrNonce
	}
	session := s.ofSignerVar(&c, i)
	session.signBy(psig, &ks, &d, &c)
	return nil
}
