// Every call of the API that takes a secret.

package ct_test

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"fmt"
	"log/slog"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/signer"
)

// secrets are what the calls are given and nobody may know.
type secrets struct{ key, badKey, tweak, aux [32]byte }

// results are what the calls give: what stays secret, and what is public as soon as it is out.
type results struct {
	secret [32]byte
	public []byte
	err    error
}

// fill sets s to secrets of which badKey alone is none.
func (s *secrets) fill() { s.fillWith(0) }

// fillWith does that, with others for each number.
func (s *secrets) fillWith(number int) {
	for i := range s.key {
		other := byte(number * (29*i + 5))
		s.key[i], s.tweak[i], s.aux[i], s.badKey[i] = byte(11*i+1)^other, byte(5*i+3)^other,
			byte(3*i+7)^other, 0xff
	}
}

// public is what the calls are given that everybody may know.
var public = func() (p struct {
	msg     [32]byte
	longMsg []byte
	key     *p256k1.PublicKey
	nonce   [66]byte // of MuSig2
	group   *p256k1.FrostKey
	rfc     *p256k1.FrostRFCKey
	ecdsa   p256k1.ECDSAAdaptor
	schnorr p256k1.SchnorrAdaptor
}) {
	p.msg, p.longMsg = [32]byte{1, 2, 3}, bytes.Repeat([]byte{5}, 150)
	other := load(&[32]byte{1: 7, 31: 9})
	p.key = other.PublicKey()
	p.nonce = must(other.NewMuSigNonceCounter(1, p256k1.MuSigNonceInput{})).Public()
	p.group = must(p256k1.NewFrostKey(p.key, 2, 3))
	p.rfc = must(p256k1.NewFrostRFCKey(p.key, 2, 3))
	p.ecdsa = must(other.EncryptECDSA(p.msg[:], p.key, nil))
	p.schnorr = must(other.PresignSchnorr(p.longMsg, p.key, nil))
	return p
}()

// A kind says what comes out of a call.
type kind int

const (
	public_ kind = iota // results.public, made from secrets and declassified
	secret              // results.secret, which stays a secret
	refused             // results.err
)

// A call hands the API a secret.
type call struct {
	of    string // the function, as go doc names it
	what  string // and what is special
	gives kind
	run   func(s *secrets, r *results)
}

func (c *call) name() string {
	if c.what == "" {
		return c.of
	}
	return c.of + " " + c.what
}

// onKey is a call of a method of the key in s.
func onKey(of, what string, gives kind,
	run func(k *p256k1.PrivateKey, s *secrets, r *results)) call {
	return call{of, what, gives, func(s *secrets, r *results) {
		run(load(&s.key), s, r)
	}}
}

// sessions are those of aggregate keys of a secret key's and another's. They are made once: what
// that leaves on the stack is public, and no test could tell.
var sessions = map[string]*p256k1.MuSigSession{}

// muSigOf returns that aggregate key and its session.
func muSigOf(k *p256k1.PrivateKey) (*p256k1.MuSigKey, *p256k1.MuSigSession) {
	key := must(p256k1.NewMuSigKey([]*p256k1.PublicKey{k.PublicKey(), public.key}))
	return key, must(key.NewSession(&public.nonce, public.longMsg))
}

// putPrinted adds values by every verb of fmt.
func (r *results) putPrinted(values ...any) {
	for _, verb := range []string{"%v", "%+v", "%s", "%q", "%d", "%x", "%o", "%e", "%t", "%p"} {
		for _, value := range values {
			r.public = fmt.Appendf(r.public, verb, value)
		}
	}
}

// putNonce sets r.public to a public nonce.
func (r *results) putNonce(b [66]byte) {
	r.public = append(r.public, b[:]...)
}

// onFrost is a call with a nonce of the share in s, and with a session of another's nonce.
func onFrost(of, what string, gives kind, run func(k *p256k1.PrivateKey, n *p256k1.FrostNonce,
	session *p256k1.FrostSession, r *results)) call {
	return onKey(of, what, gives, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		who := p256k1.FrostSigners{IDs: []int{0, 1}}
		session := must(public.group.NewSession(who, &public.nonce, public.longMsg))
		in := p256k1.FrostNonceInput{Key: public.group, Message: public.longMsg}
		generating(&s.aux, &s.aux, func() {
			run(k, must(k.NewFrostNonce(1, in)), session, r)
		})
	})
}

// rfcSessions are made once, as sessions are. A map by nonces would take other steps for each.
var rfcSessions []rfcSessionOf

type rfcSessionOf struct {
	nonce   [66]byte
	session *p256k1.FrostRFCSession
}

// rfcSession returns that of a nonce, and of another's.
func rfcSession(n *p256k1.FrostNonce) (session *p256k1.FrostRFCSession) {
	b := n.Public()
	for i := range rfcSessions {
		if rfcSessions[i].nonce == b {
			session = rfcSessions[i].session
		}
	}
	if session == nil {
		session = must(public.rfc.NewSession(p256k1.FrostSigners{IDs: []int{0, 1}},
			[][66]byte{public.nonce, b}, public.longMsg))
		rfcSessions = append(rfcSessions, rfcSessionOf{b, session})
	}
	return session
}

// onNonce is a call with a nonce of the key in s, and with a session of another's nonce.
func onNonce(of, what string, gives kind, run func(k *p256k1.PrivateKey, n *p256k1.MuSigNonce,
	session *p256k1.MuSigSession, r *results)) call {
	return onKey(of, what, gives, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		name := k.PublicKey().String()
		session := sessions[name]
		if session == nil {
			_, session = muSigOf(k)
			sessions[name] = session
		}
		generating(&s.aux, &s.aux, func() {
			run(k, must(k.NewMuSigNonce(p256k1.MuSigNonceInput{})), session, r)
		})
	})
}

func extended(s *secrets) *p256k1.ExtendedPrivateKey {
	return must(p256k1.NewMasterKey(s.key[:], p256k1.Mainnet))
}

// onExtended is a call of a method of the extended key that the key in s is the seed of.
func onExtended(of, what string, gives kind,
	run func(k *p256k1.ExtendedPrivateKey, s *secrets, r *results)) call {
	return call{of, what, gives, func(s *secrets, r *results) {
		run(extended(s), s, r)
	}}
}

// onSigner is a call of a method of a signer that has the key in s.
func onSigner(of, what string, gives kind,
	run func(one signer.P256K1Signer, s *secrets, r *results)) call {
	return call{of, what, gives, func(s *secrets, r *results) {
		one := signer.New()
		if err := one.InitSec(s.key[:]); err != nil {
			panic(err)
		}
		run(one, s, r)
	}}
}

// generator is a source of randomness that gives secrets.
type generator struct {
	secret []*[32]byte
	public byte
}

func (g *generator) Read(b []byte) (int, error) {
	if len(g.secret) > 0 && len(b) == 32 {
		copy(b, g.secret[0][:])
		g.secret = g.secret[1:]
		return 32, nil
	}
	for i := range b {
		b[i] = g.public
	}
	return len(b), nil
}

// generating runs what asks rand.Reader for 32 bytes: it gets first the one, then the other.
func generating(first, second *[32]byte, run func()) {
	before := rand.Reader
	defer func() { rand.Reader = before }()
	rand.Reader = &generator{secret: []*[32]byte{first, second}, public: 1}
	run()
}

// calls has each function of the API that is given a secret, and what is special in how.
var calls = []call{
	{"NewPrivateKey", "", secret, func(s *secrets, r *results) {
		k, err := p256k1.NewPrivateKey(s.key[:])
		if r.err = err; err == nil {
			r.secret = k.Bytes()
		}
	}},
	{"NewPrivateKey", "of a bad key", refused, func(s *secrets, r *results) {
		_, r.err = p256k1.NewPrivateKey(s.badKey[:])
	}},
	{"GenerateKey", "", secret, func(s *secrets, r *results) {
		generating(&s.badKey, &s.key, func() {
			k, err := p256k1.GenerateKey()
			if r.err = err; err == nil {
				r.secret = k.Bytes()
			}
		})
	}},
	onKey("PrivateKey.Bytes", "", secret, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		r.secret = k.Bytes()
	}),
	onKey("PrivateKey.PublicKey", "", public_, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		r.public = append(r.public, k.PublicKey().String()...)
	}),
	onKey("PrivateKey.Public", "", public_, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		b := k.Public().(*p256k1.PublicKey).Uncompressed()
		r.public = b[:]
	}),
	onKey("PrivateKey.Equal", "", public_, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		other, err := p256k1.NewPrivateKey(s.tweak[:])
		if r.err = err; k.Equal(k) && !k.Equal(other) {
			r.public = []byte{1}
		}
	}),
	onKey("PrivateKey.Zero", "", refused, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		k.Zero()
		_, r.err = k.SignECDSA(public.msg[:])
	}),
	onKey("PrivateKey.Negate", "", secret, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		k.Negate()
		r.secret = k.Bytes()
	}),
	onKey("PrivateKey.Negate", "with its public key", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			k.PublicKey()
			k.Negate()
			r.public = append(r.public, k.PublicKey().String()...)
		}),
	onKey("PrivateKey.TweakAdd", "", secret, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		r.err = k.TweakAdd(s.tweak[:])
		r.secret = k.Bytes()
	}),
	onKey("PrivateKey.TweakAdd", "of a bad tweak", refused,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			r.err = k.TweakAdd(s.badKey[:])
		}),
	onKey("PrivateKey.TweakAdd", "to zero", refused,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			k.Negate()
			r.err = k.TweakAdd(s.key[:])
		}),
	onKey("PrivateKey.TweakMul", "", secret, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		r.err = k.TweakMul(s.tweak[:])
		r.secret = k.Bytes()
	}),
	onKey("PrivateKey.TweakMul", "of a bad tweak", refused,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			r.err = k.TweakMul(s.badKey[:])
		}),
	onKey("PrivateKey.SignECDSA", "", public_, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		sig, err := k.SignECDSA(public.msg[:])
		r.public, r.err = sig[:], err
	}),
	onKey("PrivateKey.SignECDSA", "and verified", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, err := k.SignECDSA(public.msg[:])
			if r.err = err; k.PublicKey().VerifyECDSA(public.msg[:], sig) {
				r.public = sig[:]
			}
		}),
	onKey("PrivateKey.SignRecoverable", "and verified", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, id, err := k.SignRecoverable(public.msg[:])
			if r.err = err; err != nil {
				return
			}
			p, err := p256k1.RecoverECDSA(public.msg[:], sig, id)
			if r.err = err; err == nil && p.Equal(k.PublicKey()) {
				r.public = append(sig[:], id)
			}
		}),
	onKey("PrivateKey.SignRecoverable", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, id, err := k.SignRecoverable(public.msg[:])
			r.public, r.err = append(sig[:], id), err
		}),
	onKey("PrivateKey.SignECDSAExtra", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, id, err := k.SignECDSAExtra(public.msg[:], &s.aux)
			r.public, r.err = append(sig[:], id), err
		}),
	onKey("PrivateKey.Sign", "", public_, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		r.public, r.err = k.Sign(nil, public.msg[:], crypto.SHA256)
	}),
	onKey("PrivateKey.SignSchnorr", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, err := k.SignSchnorr(public.msg[:], nil)
			r.public, r.err = sig[:], err
		}),
	onKey("PrivateKey.SignSchnorr", "with aux", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, err := k.SignSchnorr(public.longMsg, &s.aux)
			r.public, r.err = sig[:], err
		}),
	onKey("PrivateKey.SignSchnorr", "with aux, and verified", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, err := k.SignSchnorr(public.longMsg, &s.aux)
			if r.err = err; k.PublicKey().XOnly().VerifySchnorr(public.longMsg, sig[:]) {
				r.public = sig[:]
			}
		}),
	onKey("PrivateKey.ECDH", "", secret, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		r.secret, r.err = k.ECDH(public.key)
	}),
	onKey("PrivateKey.ECDHXOnly", "", secret, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		r.secret, r.err = k.ECDHXOnly(public.key.XOnly())
	}),
	onKey("PrivateKey.EllSwift", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			ell, err := k.EllSwift(&s.aux)
			r.public, r.err = ell[:], err
		}),
	onKey("PrivateKey.EllSwiftECDH", "", secret,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			ours, theirs := [64]byte{1, 2, 3}, [64]byte{4, 5, 6}
			r.secret, r.err = k.EllSwiftECDH(&ours, &theirs, true)
		}),
	onKey("PrivateKey.TaprootOutput", "", secret,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			output, err := k.TaprootOutput(nil)
			if r.err = err; err == nil {
				r.secret = output.Bytes()
			}
		}),
	onKey("PrivateKey.TaprootOutput", "with a root", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			output, err := k.TaprootOutput(public.msg[:])
			if r.err = err; err == nil {
				r.public = append(r.public, output.PublicKey().String()...)
			}
		}),
	onKey("PrivateKey.Format", "", public_, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		r.putPrinted(k, *k)
		slog.New(slog.NewTextHandler(&bytes.Buffer{}, nil)).Info("text", "key", k)
	}),
	onKey("PrivateKey.String", "", public_, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		r.public = append(r.public, k.String()...)
	}),
	onKey("PrivateKey.GoString", "", public_, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		r.public = append(r.public, k.GoString()...)
	}),

	onKey("PrivateKey.NewMuSigNonce", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			in := p256k1.MuSigNonceInput{Message: public.longMsg, Extra: s.tweak[:]}
			generating(&s.aux, &s.aux, func() {
				r.putNonce(must(k.NewMuSigNonce(in)).Public())
			})
		}),
	onKey("PrivateKey.NewMuSigNonceCounter", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			r.putNonce(must(k.NewMuSigNonceCounter(5, p256k1.MuSigNonceInput{})).Public())
		}),
	{"PublicKey.NewMuSigNonce", "", public_, func(s *secrets, r *results) {
		generating(&s.aux, &s.aux, func() {
			r.putNonce(must(public.key.NewMuSigNonce(p256k1.MuSigNonceInput{})).Public())
		})
	}},
	onNonce("MuSigNonce.Public", "", public_, func(k *p256k1.PrivateKey, n *p256k1.MuSigNonce,
		session *p256k1.MuSigSession, r *results) {
		r.putNonce(n.Public())
	}),
	onNonce("MuSigNonce.Zero", "", refused, func(k *p256k1.PrivateKey, n *p256k1.MuSigNonce,
		session *p256k1.MuSigSession, r *results) {
		n.Zero()
		_, r.err = k.MuSigSign(n, session)
	}),
	onNonce("MuSigNonce.Format", "", public_, func(k *p256k1.PrivateKey, n *p256k1.MuSigNonce,
		session *p256k1.MuSigSession, r *results) {
		r.putPrinted(n, *n)
	}),
	onNonce("MuSigNonce.String", "", public_, func(k *p256k1.PrivateKey, n *p256k1.MuSigNonce,
		session *p256k1.MuSigSession, r *results) {
		r.public = append(r.public, n.String()...)
	}),
	onNonce("MuSigNonce.GoString", "", public_, func(k *p256k1.PrivateKey, n *p256k1.MuSigNonce,
		session *p256k1.MuSigSession, r *results) {
		r.public = append(r.public, n.GoString()...)
	}),
	onNonce("PrivateKey.MuSigSign", "", public_, func(k *p256k1.PrivateKey, n *p256k1.MuSigNonce,
		session *p256k1.MuSigSession, r *results) {
		psig, err := k.MuSigSign(n, session)
		r.public, r.err = psig[:], err
	}),
	onNonce("PrivateKey.MuSigSign", "again", refused, func(k *p256k1.PrivateKey,
		n *p256k1.MuSigNonce, session *p256k1.MuSigSession, r *results) {
		must(k.MuSigSign(n, session))
		_, r.err = k.MuSigSign(n, session)
	}),
	onKey("PrivateKey.MuSigSignDeterministic", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			key, _ := muSigOf(k)
			nonce, psig, err := k.MuSigSignDeterministic(key, &public.nonce, public.longMsg, &s.aux)
			r.public, r.err = append(nonce[:], psig[:]...), err
		}),
	onKey("PrivateKey.FrostShares", "", secret,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			generating(&s.tweak, &s.aux, func() {
				shares, _, err := k.FrostShares(2, 3)
				if r.err = err; err == nil {
					r.secret = shares[1].Bytes()
				}
			})
		}),
	onFrost("PrivateKey.NewFrostNonce", "", public_, func(k *p256k1.PrivateKey,
		n *p256k1.FrostNonce, session *p256k1.FrostSession, r *results) {
		r.putNonce(n.Public())
	}),
	onFrost("FrostNonce.Public", "", public_, func(k *p256k1.PrivateKey, n *p256k1.FrostNonce,
		session *p256k1.FrostSession, r *results) {
		r.putNonce(n.Public())
	}),
	onFrost("FrostNonce.Zero", "", refused, func(k *p256k1.PrivateKey, n *p256k1.FrostNonce,
		session *p256k1.FrostSession, r *results) {
		n.Zero()
		_, r.err = k.FrostSign(n, 1, session)
	}),
	onFrost("FrostNonce.Format", "", public_, func(k *p256k1.PrivateKey, n *p256k1.FrostNonce,
		session *p256k1.FrostSession, r *results) {
		r.putPrinted(n, *n)
	}),
	onFrost("FrostNonce.String", "", public_, func(k *p256k1.PrivateKey, n *p256k1.FrostNonce,
		session *p256k1.FrostSession, r *results) {
		r.public = append(r.public, n.String()...)
	}),
	onFrost("FrostNonce.GoString", "", public_, func(k *p256k1.PrivateKey, n *p256k1.FrostNonce,
		session *p256k1.FrostSession, r *results) {
		r.public = append(r.public, n.GoString()...)
	}),
	onFrost("PrivateKey.FrostSign", "", public_, func(k *p256k1.PrivateKey, n *p256k1.FrostNonce,
		session *p256k1.FrostSession, r *results) {
		psig, err := k.FrostSign(n, 1, session)
		r.public, r.err = psig[:], err
	}),
	onKey("PrivateKey.FrostSignDeterministic", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			who := p256k1.FrostSigners{IDs: []int{0, 1}}
			nonce, psig, err := k.FrostSignDeterministic(public.group, who, 1, &public.nonce,
				public.longMsg, &s.aux)
			r.public, r.err = append(nonce[:], psig[:]...), err
		}),
	onKey("PrivateKey.NewFrostRFCNonce", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			generating(&s.aux, &s.tweak, func() { r.putNonce(must(k.NewFrostRFCNonce()).Public()) })
		}),
	onKey("PrivateKey.FrostRFCSign", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			generating(&s.aux, &s.tweak, func() {
				n := must(k.NewFrostRFCNonce())
				psig, err := k.FrostRFCSign(n, 1, rfcSession(n))
				r.public, r.err = psig[:], err
			})
		}),
	onKey("PrivateKey.FrostProve", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			generating(&s.aux, &s.tweak, func() {
				proof, err := k.FrostProve(1)
				r.public, r.err = proof[:], err
			})
		}),
	onKey("FrostFinish", "", secret, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		generating(&s.tweak, &s.aux, func() {
			shares, commitment, _ := k.FrostShares(2, 3)
			share, _, err := p256k1.FrostFinish(1, []*p256k1.PrivateKey{shares[1], shares[1]},
				[][]*p256k1.PublicKey{commitment, commitment})
			if r.err = err; err == nil {
				r.secret = share.Bytes()
			}
		})
	}),
	onKey("FrostFinish", "of a wrong share", refused,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			_, _, r.err = p256k1.FrostFinish(1, []*p256k1.PrivateKey{k},
				[][]*p256k1.PublicKey{{public.key, public.key}})
		}),
	onKey("PrivateKey.Multiply", "", public_, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		p, err := k.Multiply(public.key)
		r.err = err
		r.public = append(r.public, p.String()...)
	}),
	onKey("PrivateKey.ProveDLEQ", "", public_, func(k *p256k1.PrivateKey, s *secrets, r *results) {
		proof, err := k.ProveDLEQ(public.key, nil, nil, nil)
		r.public, r.err = proof[:], err
	}),
	onKey("PrivateKey.ProveDLEQ", "with everything", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			proof, err := k.ProveDLEQ(public.key, public.key.Negate(), &public.msg, &s.aux)
			r.public, r.err = proof[:], err
		}),
	onKey("PrivateKey.EncryptECDSA", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, err := k.EncryptECDSA(public.msg[:], public.key, nil)
			r.public, r.err = sig[:], err
		}),
	onKey("PrivateKey.EncryptECDSA", "with aux", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, err := k.EncryptECDSA(public.msg[:], public.key, &s.aux)
			r.public, r.err = sig[:], err
		}),
	onKey("PrivateKey.DecryptECDSA", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, err := k.DecryptECDSA(public.ecdsa)
			r.public, r.err = sig[:], err
		}),
	onKey("PrivateKey.PresignSchnorr", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, err := k.PresignSchnorr(public.longMsg, public.key, nil)
			r.public, r.err = sig[:], err
		}),
	onKey("PrivateKey.PresignSchnorr", "with aux", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, err := k.PresignSchnorr(public.longMsg, public.key, &s.aux)
			r.public, r.err = sig[:], err
		}),
	onKey("PrivateKey.AdaptSchnorr", "", public_,
		func(k *p256k1.PrivateKey, s *secrets, r *results) {
			sig, err := k.AdaptSchnorr(public.schnorr)
			r.public, r.err = sig[:], err
		}),
	{"NewMasterKey", "", secret, func(s *secrets, r *results) {
		k, err := p256k1.NewMasterKey(s.key[:], p256k1.Mainnet)
		if r.err = err; err == nil {
			r.secret = must(k.PrivateKey()).Bytes()
		}
	}},
	onExtended("ExtendedPrivateKey.Derive", "", secret,
		func(k *p256k1.ExtendedPrivateKey, s *secrets, r *results) {
			child, err := k.Derive(7, p256k1.HardenedChild|7, 8, 9)
			if r.err = err; err == nil {
				r.secret = must(child.PrivateKey()).Bytes()
			}
		}),
	onExtended("ExtendedPrivateKey.Derive", "nothing", secret,
		func(k *p256k1.ExtendedPrivateKey, s *secrets, r *results) {
			same, err := k.Derive()
			if r.err = err; err == nil {
				r.secret = must(same.PrivateKey()).Bytes()
			}
		}),
	onExtended("ExtendedPrivateKey.PrivateKey", "", secret,
		func(k *p256k1.ExtendedPrivateKey, s *secrets, r *results) {
			r.secret = must(k.PrivateKey()).Bytes()
		}),
	onExtended("ExtendedPrivateKey.Public", "", public_,
		func(k *p256k1.ExtendedPrivateKey, s *secrets, r *results) {
			b := k.Public().Bytes()
			r.public = b[:]
		}),
	onExtended("ExtendedPrivateKey.Zero", "", refused,
		func(k *p256k1.ExtendedPrivateKey, s *secrets, r *results) {
			k.Zero()
			_, r.err = k.Derive(1)
		}),
	onExtended("ExtendedPrivateKey.AppendText", "", secret,
		func(k *p256k1.ExtendedPrivateKey, s *secrets, r *results) {
			copy(r.secret[:], k.AppendText(nil)[60:])
		}),
	{"ParseExtendedPrivateKey", "", secret, func(s *secrets, r *results) {
		k, err := p256k1.ParseExtendedPrivateKey(extended(s).AppendText(nil))
		if r.err = err; err == nil {
			r.secret = must(k.PrivateKey()).Bytes()
		}
	}},
	{"ParseExtendedPrivateKey", "of a bad text", refused, func(s *secrets, r *results) {
		text := extended(s).AppendText(nil)
		text[50] ^= 1
		_, r.err = p256k1.ParseExtendedPrivateKey(text)
	}},
	onExtended("ExtendedPrivateKey.Format", "", public_,
		func(k *p256k1.ExtendedPrivateKey, s *secrets, r *results) {
			r.putPrinted(k, *k)
		}),
	onExtended("ExtendedPrivateKey.String", "", public_,
		func(k *p256k1.ExtendedPrivateKey, s *secrets, r *results) {
			r.public = append(r.public, k.String()...)
		}),
	onExtended("ExtendedPrivateKey.GoString", "", public_,
		func(k *p256k1.ExtendedPrivateKey, s *secrets, r *results) {
			r.public = append(r.public, k.GoString()...)
		}),

	{"signer.Signer.Generate", "", secret, func(s *secrets, r *results) {
		generating(&s.badKey, &s.key, func() {
			one := signer.New()
			r.err = one.Generate()
			copy(r.secret[:], one.Sec())
		})
	}},
	onSigner("signer.Signer.InitSec", "", public_,
		func(one signer.P256K1Signer, s *secrets, r *results) {
			r.err = one.InitSec(s.tweak[:])
			r.public = one.Pub()
		}),
	onSigner("signer.Signer.InitSec", "of a bad key", refused,
		func(one signer.P256K1Signer, s *secrets, r *results) {
			r.err = one.InitSec(s.badKey[:])
		}),
	onSigner("signer.Signer.Sec", "", secret,
		func(one signer.P256K1Signer, s *secrets, r *results) {
			copy(r.secret[:], one.Sec())
		}),
	onSigner("signer.Signer.Pub", "", public_,
		func(one signer.P256K1Signer, s *secrets, r *results) {
			r.public = one.Pub()
		}),
	onSigner("signer.Signer.Sign", "and verified", public_,
		func(one signer.P256K1Signer, s *secrets, r *results) {
			r.public, r.err = one.Sign(public.longMsg)
			if valid, err := one.Verify(public.longMsg, r.public); !valid || err != nil {
				r.public = nil
			}
		}),
	onSigner("signer.Signer.ECDH", "", secret,
		func(one signer.P256K1Signer, s *secrets, r *results) {
			x := public.key.XOnly().Bytes()
			shared, err := one.ECDH(x[:])
			copy(r.secret[:], shared)
			r.err = err
		}),
	onSigner("signer.Signer.Zero", "", refused,
		func(one signer.P256K1Signer, s *secrets, r *results) {
			one.Zero()
			_, r.err = one.Sign(public.longMsg)
		}),
	{"signer.Generator.Generate", "", public_, func(s *secrets, r *results) {
		generating(&s.badKey, &s.key, func() { r.public, r.err = signer.NewGen().Generate() })
	}},
	{"signer.Generator.Negate", "", public_, func(s *secrets, r *results) {
		generating(&s.key, &s.tweak, func() {
			gen := signer.NewGen()
			_, r.err = gen.Generate()
			gen.Negate()
			_, r.public = gen.KeyPairBytes()
		})
	}},
	{"signer.Generator.KeyPairBytes", "", secret, func(s *secrets, r *results) {
		generating(&s.key, &s.tweak, func() {
			gen := signer.NewGen()
			_, r.err = gen.Generate()
			sec, _ := gen.KeyPairBytes()
			copy(r.secret[:], sec)
		})
	}},
}

// withoutKeys are the exported functions of the API in files of constant time that are given no
// secret; those in files of variable time are given none by their names.
var withoutKeys = map[string]string{
	"Error.Error":           "about public facts",
	"TaggedHash":            "for public data",
	"Keccak256":             "for public data",
	"Hash160":               "for public data",
	"RecoverECDSAAdaptor":   "of signatures that are public",
	"ExtractSchnorrAdaptor": "of signatures that are public",
	"signer.New":            "takes nothing",
	"signer.NewGen":         "takes nothing",
	"signer.Signer.InitPub": "takes a public key",
	"signer.Signer.Verify":  "takes a signature",
}
