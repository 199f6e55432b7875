// The JSON of an event, as it comes from the network and as it goes there.

package nostr

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// FieldError says which field of an event's JSON is refused. [errors.Is] finds the reason in it.
type FieldError struct {
	Field string // as in the JSON
	Err   Error  // ErrMissing, ErrTwice, ErrType or ErrText
}

// Error returns one line of English.
func (e *FieldError) Error() string { return e.Err.Error() + ": " + strconv.Quote(e.Field) }

// Unwrap returns the reason.
func (e *FieldError) Unwrap() error { return e.Err }

// MarshalJSON implements [json.Marshaler] and returns bytes of any length. An event without tags
// has the tags []. [ErrText] if text is no UTF-8, which would become another text on its way. A
// direct call is faster than [json.Marshal], which looks through the result.
func (e Event) MarshalJSON() ([]byte, error) {
	text := make([]byte, 0, 512+len(e.Content))
	text = appendString(append(text, `{"id":`...), e.ID, &allEscapes)
	text = appendString(append(text, `,"pubkey":`...), e.PubKey, &allEscapes)
	text = strconv.AppendInt(append(text, `,"created_at":`...), e.CreatedAt, 10)
	text = strconv.AppendInt(append(text, `,"kind":`...), int64(e.Kind), 10)
	text = appendTags(append(text, `,"tags":`...), e.Tags, &allEscapes)
	text = appendString(append(text, `,"content":`...), e.Content, &allEscapes)
	text = appendString(append(text, `,"sig":`...), e.Sig, &allEscapes)
	if !utf8.Valid(text) {
		return nil, ErrText
	}
	return append(text, '}'), nil
}

// names are those of the fields. The first madeBySign are not there before an event is signed.
var names = []string{"id", "pubkey", "sig", "created_at", "kind", "tags", "content"}

const madeBySign = 3

// UnmarshalJSON implements [json.Unmarshaler] for bytes of any length, and is stricter than package
// encoding/json by itself. Names of fields count in their case. created_at, kind, tags and content
// must be there. id, pubkey and sig may be missing, as in an event that is to be signed:
// [Event.Check] refuses it. A field that stands twice, null, a number with a fraction or an
// exponent, and half of a surrogate pair are refused: other programs would read another event.
// Fields that NIP-01 does not have are ignored. [ErrJSON], or a [FieldError]; the event then stays
// unchanged. A direct call is faster than [json.Unmarshal], which looks through the text first.
func (e *Event) UnmarshalJSON(text []byte) error {
	r := reader{rest: text}
	if e == nil || !utf8.Valid(text) || !r.take('{') {
		return ErrJSON
	}
	var read Event
	var seen [7]bool
	for n := 0; r.another(n, '}'); n++ {
		name, err := r.string()
		if err == ErrText {
			return &FieldError{name, err}
		}
		if err != 0 || !r.take(':') {
			return ErrJSON
		}
		at := slices.Index(names, name)
		switch {
		case at < 0:
			if !r.skip() {
				return ErrJSON
			}
			continue
		case seen[at]:
			return &FieldError{name, ErrTwice}
		}
		seen[at] = true
		switch err := r.field(&read, name); {
		case err == ErrJSON || err != 0 && len(r.rest) == 0: // the text ends where a value should be
			return ErrJSON
		case err != 0:
			return &FieldError{name, err}
		}
	}
	if r.failed || r.peek() != 0 || len(r.rest) != 0 {
		return ErrJSON
	}
	for at := madeBySign; at < len(names); at++ {
		if !seen[at] {
			return &FieldError{names[at], ErrMissing}
		}
	}
	*e = read
	return nil
}

// A reader takes JSON from the front of a text in UTF-8.
type reader struct {
	rest   []byte
	failed bool // an array or an object does not go on as one
}

// field takes the value of the field of that name.
func (r *reader) field(e *Event, name string) (err Error) {
	switch name {
	case "id":
		e.ID, err = r.string()
	case "pubkey":
		e.PubKey, err = r.string()
	case "sig":
		e.Sig, err = r.string()
	case "content":
		e.Content, err = r.string()
	case "created_at":
		e.CreatedAt, err = r.integer(64)
	case "kind":
		var kind int64
		kind, err = r.integer(strconv.IntSize)
		e.Kind = int(kind)
	case "tags":
		e.Tags, err = r.tags()
	}
	return err
}

func (r *reader) tags() ([][]string, Error) {
	tags := [][]string{}
	if !r.take('[') {
		return nil, ErrType
	}
	for n := 0; r.another(n, ']'); n++ {
		if !r.take('[') {
			return nil, ErrType
		}
		tag := []string{}
		for n := 0; r.another(n, ']'); n++ {
			s, err := r.string()
			if err != 0 {
				return nil, err
			}
			tag = append(tag, s)
		}
		tags = append(tags, tag)
	}
	return tags, 0
}

// peek drops blanks and returns the next byte, 0 at the end.
func (r *reader) peek() byte {
	for i, c := range r.rest {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			r.rest = r.rest[i:]
			return c
		}
	}
	r.rest = nil
	return 0
}

// take takes the byte c, if it is the next one behind blanks.
func (r *reader) take(c byte) bool {
	if r.peek() != c || len(r.rest) == 0 {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// another reports whether another value follows in an array or object, of which n values were
// taken. It takes the comma between two, or the bracket at the end.
func (r *reader) another(n int, end byte) bool {
	if r.failed || r.take(end) {
		return false
	}
	r.failed = n > 0 && !r.take(',')
	return !r.failed
}

// integer takes a number without fraction and exponent.
func (r *reader) integer(bits int) (int64, Error) {
	first := r.peek()
	end := bytes.IndexAny(r.rest, ",]} \t\r\n")
	if end < 0 {
		return 0, ErrJSON
	}
	token := string(r.rest[:end])
	r.rest = r.rest[end:]
	number, err := strconv.ParseInt(token, 10, bits)
	if err != nil || first == '+' || token != "0" && strings.TrimPrefix(token, "-")[0] == '0' {
		return 0, ErrType
	}
	return number, 0
}

// skip takes a value of any kind, and reports whether it is one.
func (r *reader) skip() bool {
	r.peek()
	depth, quoted := 0, false
	for i := 0; i < len(r.rest); i++ {
		c := r.rest[i]
		switch {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case depth > 0 && (c == ']' || c == '}'):
			depth--
		case depth == 0 && (c == ',' || c == '}'):
			value := r.rest[:i]
			r.rest = r.rest[i:]
			return json.Valid(value)
		}
	}
	return false
}

// string takes a string and returns its text. ErrType if there is none. ErrText for half of a
// surrogate pair, with the string's JSON up to it.
func (r *reader) string() (string, Error) {
	if !r.take('"') {
		return "", ErrType
	}
	var text []byte // what was decoded, if there was an escape
	done := 0       // of the rest: how much is in text
	for i := 0; i < len(r.rest); i++ {
		switch c := r.rest[i]; {
		case c == '"':
			last := r.rest[done:i]
			r.rest = r.rest[i+1:]
			if text == nil {
				return string(last), 0
			}
			return string(append(text, last...)), 0
		case c < ' ':
			return "", ErrJSON
		case c == '\\':
			text = append(text, r.rest[done:i]...)
			char, n, err := escaped(r.rest[i:])
			if err != 0 {
				return string(r.rest[:i]), err
			}
			text = utf8.AppendRune(text, char)
			i += n - 1
			done = i + 1
		}
	}
	return "", ErrJSON
}

// unescaped has the characters that letters stand for behind a backslash.
var unescaped = [256]byte{'n': '\n', '"': '"', '\\': '\\', '/': '/', 'r': '\r', 't': '\t',
	'b': '\b', 'f': '\f'}

// escaped returns the character of the escape that text begins with, and how long the escape is.
func escaped(text []byte) (char rune, n int, err Error) {
	if len(text) > 1 && unescaped[text[1]] != 0 {
		return rune(unescaped[text[1]]), 2, 0
	}
	high, ok := unicode(text)
	switch {
	case !ok:
		return 0, 0, ErrJSON
	case !utf16.IsSurrogate(high):
		return high, 6, 0
	}
	rest := text[6:]
	if len(rest) < 6 && !slices.Contains(rest, '"') { // it ends before the low one
		return 0, 0, ErrJSON
	}
	low, _ := unicode(rest)
	if char = utf16.DecodeRune(high, low); char == utf8.RuneError {
		return 0, 0, ErrText
	}
	return char, 12, 0
}

// unicode returns what the four digits behind \u say.
func unicode(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	value, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return rune(value), err == nil
}
