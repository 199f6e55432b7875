// Events that others published, events of which one thing is wrong, and the text that is hashed.

package nostr

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
)

// published returns events that were sent on the network, one a line of the file: a note, a message
// with a tag, and a list of contacts with quotes in its content.
func published(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/published.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d published events", len(lines))
	}
	return lines
}

func TestPublished(t *testing.T) {
	for _, text := range published(t) {
		var e Event
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			t.Fatal(err)
		}
		if err := e.Check(); err != nil {
			t.Errorf("%s: %v", e.ID, err)
		}
	}
}

// drawSecret makes a key, the same each time for a number.
func drawSecret(t testing.TB, i int) *p256k1.PrivateKey {
	t.Helper()
	secret := sha256.Sum256(fmt.Appendf(nil, "key %d", i))
	key, err := p256k1.NewPrivateKey(secret[:])
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// signText signs an event as one whose id is the hash of the text.
func signText(t testing.TB, e *Event, key *p256k1.PrivateKey, text string) {
	t.Helper()
	id := sha256.Sum256([]byte(text))
	sig, err := key.SignSchnorr(id[:], nil)
	if err != nil {
		t.Fatal(err)
	}
	e.ID, e.Sig = hex.EncodeToString(id[:]), hex.EncodeToString(sig[:])
}

// drawEvent makes a signed event, the same each time for a number.
func drawEvent(t testing.TB, i int) Event {
	t.Helper()
	key := drawSecret(t, i%7)
	e := Event{CreatedAt: 1700000000 + int64(i), Kind: i % 4,
		Content: strings.Repeat("said \"so\"\n", i%50)}
	for j := range i % 3 {
		e.Tags = append(e.Tags, []string{"t", fmt.Sprint(j), "\\"})
	}
	if err := e.Sign(key, nil); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestText(t *testing.T) {
	e := Event{
		PubKey: strings.Repeat("0a", 32), CreatedAt: -5, Kind: 30023,
		Tags:    [][]string{{"e", "\"\\"}, {}, {"\n\r\t\b\f"}},
		Content: "a\nb\"c\\d\re\tf\bg\fh\x01\x7f/<>&\u2028\u00e9\U0001f600'",
	}
	want := `[0,"` + strings.Repeat("0a", 32) + `",-5,30023,[["e","\"\\"],[],["\n\r\t\b\f"]],` +
		`"a\nb\"c\\d\re\tf\bg\fh` + "\x01\x7f/<>&\u2028\u00e9\U0001f600'" + `"]`
	if got := string(e.AppendText(nil)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := string(e.AppendText([]byte("before"))); got != "before"+want {
		t.Errorf("%q does not append", got)
	}
	if got, want := e.Hash(), sha256.Sum256([]byte(want)); got != want {
		t.Errorf("hash %x, want %x", got, want)
	}
	e = Event{PubKey: "k"}
	if got := string(e.AppendText(nil)); got != `[0,"k",0,0,[],""]` {
		t.Errorf("of an event without anything: %s", got)
	}
}

// FuzzText reads the text as the JSON that it is.
func FuzzText(f *testing.F) {
	f.Add("content", "tag", int64(1), 2)
	f.Add("\n\"\\\r\t\b\f", "<&>", int64(-1), 65535)
	f.Fuzz(func(t *testing.T, content, tag string, at int64, kind int) {
		if !utf8.ValidString(content) || !utf8.ValidString(tag) {
			t.Skip("not UTF-8")
		}
		for _, c := range content + tag {
			if c < ' ' && !strings.ContainsRune("\n\r\t\b\f", c) {
				t.Skip("a control character that JSON does not have and NIP-01 does")
			}
		}
		e := Event{PubKey: "k", CreatedAt: at, Kind: kind, Tags: [][]string{{tag, content}, {}},
			Content: content}
		var read struct {
			e    Event
			zero int
		}
		all := []any{&read.zero, &read.e.PubKey, &read.e.CreatedAt, &read.e.Kind, &read.e.Tags,
			&read.e.Content}
		if err := json.Unmarshal(e.AppendText(nil), &all); err != nil {
			t.Fatalf("%q: %v", e.AppendText(nil), err)
		}
		if len(all) != 6 || read.zero != 0 || fmt.Sprintf("%q", read.e) != fmt.Sprintf("%q", e) {
			t.Errorf("%q, want %q", read.e, e)
		}
	})
}

// spoilt are ways to make an event false, and what Check says of it.
var spoilt = []struct {
	what  string
	spoil func(e *Event)
	want  error
}{
	{"id", func(e *Event) { e.ID = turn(e.ID, 63) }, ErrID},
	{"id, uppercase", func(e *Event) { e.ID = strings.ToUpper(e.ID) }, ErrForm},
	{"id, short", func(e *Event) { e.ID = e.ID[:62] }, ErrForm},
	{"id, none", func(e *Event) { e.ID = "" }, ErrForm},
	{"key", func(e *Event) { e.PubKey = turn(e.PubKey, 0) }, ErrID},
	{"key of another", func(e *Event) { e.PubKey = strings.Repeat("0", 63) + "1"; rehash(e) },
		p256k1.ErrSignature},
	{"key, not on the curve",
		func(e *Event) { e.PubKey = strings.Repeat("0", 63) + "5"; rehash(e) },
		p256k1.ErrPublicKeyOffCurve},
	{"key, out of range", func(e *Event) { e.PubKey = strings.Repeat("f", 64); rehash(e) },
		p256k1.ErrPublicKeyRange},
	{"key, long", func(e *Event) { e.PubKey += "00"; rehash(e) }, ErrForm},
	{"key, no digit", func(e *Event) { e.PubKey = "g" + e.PubKey[1:]; rehash(e) }, ErrForm},
	{"signature, r", func(e *Event) { e.Sig = "0000" + e.Sig[4:] }, p256k1.ErrSignature},
	{"signature, s", func(e *Event) { e.Sig = turn(e.Sig, 127) }, p256k1.ErrSignature},
	{"signature, s out of range", func(e *Event) { e.Sig = e.Sig[:64] + strings.Repeat("f", 64) },
		p256k1.ErrSRange},
	{"signature, half", func(e *Event) { e.Sig = e.Sig[:64] }, ErrForm},
	{"signature, uppercase", func(e *Event) { e.Sig = "A" + e.Sig[1:] }, ErrForm},
	{"content", func(e *Event) { e.Content += " " }, ErrID},
	{"content, hashed again", func(e *Event) { e.Content += " "; rehash(e) }, p256k1.ErrSignature},
	{"tags", func(e *Event) { e.Tags = append(slices.Clone(e.Tags), []string{"t"}) }, ErrID},
	{"time", func(e *Event) { e.CreatedAt++ }, ErrID},
	{"kind", func(e *Event) { e.Kind++ }, ErrID},
	{"kind, negative", func(e *Event) { e.Kind = -1; rehash(e) }, ErrKind},
	{"kind, large", func(e *Event) { e.Kind = 65536; rehash(e) }, ErrKind},
}

// turn changes a hexadecimal digit.
func turn(s string, i int) string {
	b := []byte(s)
	if b[i]++; b[i] == '9'+1 || b[i] == 'f'+1 {
		b[i] -= 2
	}
	return string(b)
}

func rehash(e *Event) {
	id := e.Hash()
	e.ID = hex.EncodeToString(id[:])
}

func TestSpoilt(t *testing.T) {
	for i, s := range spoilt {
		e := drawEvent(t, i)
		if err := e.Check(); err != nil {
			t.Fatal(err)
		}
		s.spoil(&e)
		if err := e.Check(); err != s.want {
			t.Errorf("%s: %v, want %v", s.what, err, s.want)
		}
		if ok, all := VerifyEvents(nil, []Event{e}, 1); all || len(ok) != 1 || ok[0] {
			t.Errorf("%s passes alone", s.what)
		}
	}
}

// TestVerifyEvents has batches of all sizes around those of chunks, with false events in them.
func TestVerifyEvents(t *testing.T) {
	var events []Event
	for i := range 2*chunk + 9 {
		events = append(events, drawEvent(t, i))
	}
	room := make([]bool, 0, len(events))
	for _, n := range []int{0, 1, 2, 15, 16, 17, chunk - 1, chunk, chunk + 1, len(events)} {
		for _, threads := range []int{-1, 0, 1, 2, 100} {
			ok, all := VerifyEvents(room, events[:n], threads)
			if !all || len(ok) != n || slices.Contains(ok, false) ||
				n > 0 && &ok[0] != &room[:1][0] {
				t.Errorf("%d valid events, %d threads: %v, %v", n, threads, all, ok)
			}
		}
	}
	want := make([]bool, len(events))
	for i := range events {
		if want[i] = i%5 != 3; !want[i] {
			spoilt[i%len(spoilt)].spoil(&events[i])
		}
	}
	for _, threads := range []int{0, 1, 2} {
		ok, all := VerifyEvents([]bool{true, true}, events, threads)
		if all || !slices.Equal(ok, want) {
			t.Errorf("%d threads: %v, %v, want %v", threads, all, ok, want)
		}
	}
	for _, threads := range []int{0, 1, 2} {
		errs, all := CheckEvents([]error{ErrID, ErrID}, events, threads)
		if all || len(errs) != len(events) {
			t.Errorf("%d threads: %d errors, %v", threads, len(errs), all)
		}
		for i, err := range errs {
			if alone := events[i].Check(); err != alone || (err == nil) != want[i] {
				t.Errorf("%d of %d threads: %v, alone %v", i, threads, err, alone)
			}
		}
	}
	errs := make([]error, 1, 3)
	errs[0] = ErrID
	if some, all := CheckEvents(errs, events[:1], 1); !all || &some[0] != &errs[0] || errs[0] != nil {
		t.Errorf("a valid event: %v, %v", some, all)
	}
	if none, all := CheckEvents(nil, nil, 0); !all || len(none) != 0 {
		t.Errorf("no events: %v, %v", none, all)
	}
}

func TestSign(t *testing.T) {
	key, err := p256k1.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	e := Event{Kind: 65536, Content: "what"}
	before := fmt.Sprint(e)
	if err := e.Sign(key, nil); err != ErrKind || fmt.Sprint(e) != before {
		t.Errorf("a kind that is none: %v, %v", err, e)
	}
	e.Kind = 65535
	aux := sha256.Sum256(nil)
	if err := e.Sign(key, &aux); err != nil || e.Check() != nil {
		t.Errorf("%v, %v", err, e.Check())
	}
	for _, text := range []Event{{Content: "\xff"}, {Tags: [][]string{{"t"}, {"t", "\xed\xa0\x80"}}}} {
		before := fmt.Sprint(text)
		if err := text.Sign(key, nil); err != ErrText || fmt.Sprint(text) != before {
			t.Errorf("no UTF-8: %v, %v", err, text)
		}
	}
	before = fmt.Sprint(e)
	if err := e.Sign(nil, nil); err != p256k1.ErrPrivateKey || fmt.Sprint(e) != before {
		t.Errorf("no key: %v, %v", err, e)
	}
	key.Zero()
	if err := e.Sign(key, nil); err != p256k1.ErrPrivateKey || fmt.Sprint(e) != before {
		t.Errorf("a wiped key: %v, %v", err, e)
	}
}

func TestErrors(t *testing.T) {
	said := map[string]bool{}
	for e := Error(0); e <= ErrText+1; e++ {
		said[e.Error()] = true
	}
	if len(said) != int(ErrText)+1 {
		t.Errorf("%d errors say %v", ErrText, said)
	}
}
