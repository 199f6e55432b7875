// Package nostr computes the ids of events of the Nostr network, signs events and verifies them,
// one or many at once (NIP-01, github.com/nostr-protocol/nips).
//
// Package encoding/json reads an event from the network into an [Event] and writes it, by
// [Event.UnmarshalJSON] and [Event.MarshalJSON]. The id is SHA-256 of a text made of the other
// fields. The signature is a BIP-340 signature of the id. [Event.Check] checks both for one event,
// with a reason. [VerifyEvents] and [CheckEvents] do it for many, on all cores: with a verdict for
// each, or with a reason.
//
// Functions may be called by many goroutines at once, as long as nobody changes the events that
// they are given. Signing takes constant time in the key. Verification takes variable time.
package nostr

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"unicode/utf8"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
)

// Event is an event in the form of NIP-01. To methods, nil is an event without anything; but
// [json.Marshal] writes null for it, and a direct call of [Event.MarshalJSON] panics.
type Event struct {
	ID        string     `json:"id"`         // 64 lowercase hexadecimal digits
	PubKey    string     `json:"pubkey"`     // 64 of them, an x-only key of BIP-340
	CreatedAt int64      `json:"created_at"` // seconds of Unix time
	Kind      int        `json:"kind"`       // 0 ... 65535
	Tags      [][]string `json:"tags"`
	Content   string     `json:"content"`
	Sig       string     `json:"sig"` // 128 lowercase hexadecimal digits
}

// Error is a reason why an event is not valid. Errors are constants: compare them with == or
// [errors.Is]. Those of an event's JSON come in a [FieldError]: compare them with [errors.Is].
type Error uint8

// The errors of this package. Those of package p256k1 say what is wrong with a key or a signature.
const (
	// ErrForm: the id, the key or the signature is not lowercase hexadecimal of its length.
	ErrForm Error = iota + 1
	// ErrKind: the kind is not 0 ... 65535.
	ErrKind
	// ErrID: the id is not that of the event.
	ErrID
	// ErrJSON: not one JSON object in UTF-8.
	ErrJSON
	// ErrMissing: a field is missing, of created_at, kind, tags and content.
	ErrMissing
	// ErrTwice: a field stands twice.
	ErrTwice
	// ErrType: a field is not of the type that NIP-01 gives it, such as null for tags.
	ErrType
	// ErrText: text that is not Unicode: half of a surrogate pair, or bytes that are no UTF-8.
	ErrText
)

// Error returns one line of English.
func (e Error) Error() string {
	switch e {
	case ErrForm:
		return "nostr: not lowercase hexadecimal of the right length"
	case ErrKind:
		return "nostr: the kind is out of range"
	case ErrID:
		return "nostr: the id is not that of the event"
	case ErrJSON:
		return "nostr: not one JSON object in UTF-8"
	case ErrMissing:
		return "nostr: the field is missing"
	case ErrTwice:
		return "nostr: the field stands twice"
	case ErrType:
		return "nostr: the field has another type"
	case ErrText:
		return "nostr: the text is not Unicode"
	}
	return "nostr: unknown error"
}

// AppendText appends the text whose hash is the event's id, and returns the extended slice. The
// text is [0,pubkey,created_at,kind,tags,content] in JSON, without spaces.
//
// The seven characters that NIP-01 names are escaped in content and tags: line break, double quote,
// backslash, carriage return, tab, backspace and form feed. Everything else stands unchanged. That
// includes other control characters, which some programs write as \u00XX and so get another id:
// [Event.Check] accepts both. It also includes bytes that are no UTF-8, which
// [Event.UnmarshalJSON] never produces. ID and Sig do not matter.
func (e *Event) AppendText(text []byte) []byte { return e.appendText(text, &escapes) }

// appendText is AppendText with a table of what is escaped.
func (e *Event) appendText(text []byte, escapes *[256]byte) []byte {
	if e == nil {
		e = new(Event)
	}
	text = append(text, "[0,"...)
	text = appendString(text, e.PubKey, escapes)
	text = append(text, ',')
	text = strconv.AppendInt(text, e.CreatedAt, 10)
	text = append(text, ',')
	text = strconv.AppendInt(text, int64(e.Kind), 10)
	text = append(text, ',')
	text = appendTags(text, e.Tags, escapes)
	text = append(text, ',')
	text = appendString(text, e.Content, escapes)
	return append(text, ']')
}

func appendTags(text []byte, tags [][]string, escapes *[256]byte) []byte {
	text = append(text, '[')
	for i, tag := range tags {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, '[')
		for j, s := range tag {
			if j > 0 {
				text = append(text, ',')
			}
			text = appendString(text, s, escapes)
		}
		text = append(text, ']')
	}
	return append(text, ']')
}

// escapes has the letter that follows a backslash, for the characters that are escaped.
var escapes = [256]byte{'\n': 'n', '"': '"', '\\': '\\', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f'}

// allEscapes also has u for the other control characters, as JSON wants them escaped.
var allEscapes = func() [256]byte {
	all := escapes
	for c := range byte(' ') {
		if all[c] == 0 {
			all[c] = 'u'
		}
	}
	return all
}()

// appendString appends a string in quotes.
func appendString(text []byte, s string, escapes *[256]byte) []byte {
	text = append(text, '"')
	done := 0
	for i := range len(s) {
		if letter := escapes[s[i]]; letter != 0 {
			text = append(append(text, s[done:i]...), '\\', letter)
			if letter == 'u' {
				text = append(text, '0', '0', hexDigits[s[i]>>4], hexDigits[s[i]&15])
			}
			done = i + 1
		}
	}
	return append(append(text, s[done:]...), '"')
}

// Hash returns the 32 bytes that the id must be: SHA-256 of [Event.AppendText].
func (e *Event) Hash() [32]byte {
	return sha256.Sum256(e.AppendText(make([]byte, 0, 1024)))
}

// Sign sets PubKey, ID and Sig with the key. aux is 32 bytes of fresh randomness, or nil (BIP-340).
// Constant time in key and aux. [ErrKind], [ErrText] for text that is no UTF-8, or
// [p256k1.ErrPrivateKey] for a key that is none; the event then stays unchanged. [ErrForm] for nil.
func (e *Event) Sign(key *p256k1.PrivateKey, aux *[32]byte) error {
	switch {
	case e == nil:
		return ErrForm
	case !e.hasKind():
		return ErrKind
	case !e.isUnicode():
		return ErrText
	}
	owner := key.PublicKey()
	if owner == nil {
		return p256k1.ErrPrivateKey
	}
	public := owner.XOnly().Bytes()
	signed := *e
	signed.PubKey = hex.EncodeToString(public[:])
	id := signed.Hash()
	sig, err := key.SignSchnorr(id[:], aux)
	if err != nil {
		return err
	}
	signed.ID, signed.Sig = hex.EncodeToString(id[:]), hex.EncodeToString(sig[:])
	*e = signed
	return nil
}

// Check returns nil if id and signature are those of the event. Otherwise it returns the first
// reason why not: [ErrForm], [ErrKind], [ErrID], or an error of [p256k1.ParseXOnlyPublicKey] or
// [p256k1.XOnlyPublicKey.CheckSchnorr]. The id is that of [Event.AppendText], or that of the same
// text with all control characters escaped, as JSON.stringify escapes them. Variable time.
func (e *Event) Check() error {
	var f fields
	if _, err := f.read(e, make([]byte, 0, 1024)); err != nil {
		return err
	}
	key, err := p256k1.ParseXOnlyPublicKey(f.key[:])
	if err != nil {
		return err
	}
	return key.CheckSchnorr(f.id[:], f.sig[:])
}

func (e *Event) hasKind() bool { return e.Kind >= 0 && e.Kind <= 65535 }

// isUnicode reports whether all text is UTF-8.
func (e *Event) isUnicode() bool {
	for _, tag := range e.Tags {
		for _, s := range tag {
			if !utf8.ValidString(s) {
				return false
			}
		}
	}
	return utf8.ValidString(e.Content)
}

// fields are those of an event in bytes.
type fields struct {
	id, key [32]byte
	sig     [64]byte
}

// read decodes the event's fields and compares its id with its hash. It needs room for the event's
// text, which it returns for the next one.
func (f *fields) read(e *Event, room []byte) ([]byte, error) {
	if e == nil || !unhex(f.id[:], e.ID) || !unhex(f.key[:], e.PubKey) || !unhex(f.sig[:], e.Sig) {
		return room, ErrForm
	}
	if !e.hasKind() {
		return room, ErrKind
	}
	room = e.AppendText(room[:0])
	if sha256.Sum256(room) == f.id {
		return room, nil
	}
	if !slices.ContainsFunc(room, func(c byte) bool { return c < ' ' }) {
		return room, ErrID
	}
	room = e.appendText(room[:0], &allEscapes)
	if sha256.Sum256(room) != f.id {
		return room, ErrID
	}
	return room, nil
}

const hexDigits = "0123456789abcdef"

// digits has one more than the value of each lowercase hexadecimal digit, 0 for what is none.
var digits = func() (values [256]byte) {
	for value, digit := range []byte(hexDigits) {
		values[digit] = byte(value) + 1
	}
	return values
}()

// unhex decodes lowercase hexadecimal digits and reports whether there were as many as b takes.
func unhex(b []byte, s string) bool {
	if len(s) != 2*len(b) {
		return false
	}
	for i := range b {
		high, low := digits[s[2*i]], digits[s[2*i+1]]
		if high == 0 || low == 0 {
			return false
		}
		b[i] = (high-1)<<4 | (low - 1)
	}
	return true
}
