// Events in JSON: the cases that the C++ reader has too, what is written, and hostile text.

package nostr

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

// A vector is a line of a relay with its verdicts, which are nil where it is no event.
type vector struct {
	Name     string
	Line     *string
	Hex      vectors.Bytes
	IDValid  *bool `json:"id_valid"`
	SigValid *bool `json:"sig_valid"`
}

func (v *vector) text() []byte {
	if v.Line != nil {
		return []byte(*v.Line)
	}
	return v.Hex
}

// sigValid is the verdict on the signature alone.
func sigValid(t *testing.T, e *Event) bool {
	t.Helper()
	var f [3][]byte
	for i, digits := range []string{e.PubKey, e.ID, e.Sig} {
		var err error
		if f[i], err = hex.DecodeString(digits); err != nil {
			t.Fatal(err)
		}
	}
	key, err := p256k1.ParseXOnlyPublicKey(f[0])
	return err == nil && key.VerifySchnorr(f[1], f[2])
}

func TestVectors(t *testing.T) {
	kinds := map[string]int{}
	for _, v := range vectors.Load[vector](t, "nostr.json", 250) {
		var e Event
		err := json.Unmarshal(v.text(), &e)
		var fromJSON *FieldError
		ofForm := err != nil
		if err == nil {
			err = e.Check()
			ofForm = err == ErrForm || err == ErrKind
		} else if direct := new(Event).UnmarshalJSON(v.text()); direct == nil {
			t.Errorf("%s: %v, and nothing by itself", v.Name, err)
		} else if !reflect.DeepEqual(e, Event{}) {
			t.Errorf("%s: refused and changed: %v", v.Name, e)
		}
		switch {
		case v.IDValid == nil || v.SigValid == nil:
			kinds["form"]++
			if !ofForm || err == nil {
				t.Errorf("%s: %v", v.Name, err)
			}
			if errors.As(err, &fromJSON) && !strings.Contains(err.Error(), strconv.Quote(fromJSON.Field)) {
				t.Errorf("%s: %v does not name the field", v.Name, err)
			}
			continue
		case ofForm:
			t.Errorf("%s: %v", v.Name, err)
			continue
		case !*v.IDValid:
			kinds["id"]++
			if err != ErrID {
				t.Errorf("%s: %v", v.Name, err)
			}
		case !*v.SigValid:
			kinds["signature"]++
			if !errors.As(err, new(p256k1.Error)) {
				t.Errorf("%s: %v", v.Name, err)
			}
		default:
			kinds["valid"]++
			if err != nil {
				t.Errorf("%s: %v", v.Name, err)
			}
		}
		if sigValid(t, &e) != *v.SigValid {
			t.Errorf("%s: the signature's verdict is %v", v.Name, !*v.SigValid)
		}
		if ok, _ := VerifyEvents(nil, []Event{e}, 1); ok[0] != (err == nil) {
			t.Errorf("%s: VerifyEvents says %v", v.Name, ok)
		}
		again(t, e)
	}
	for kind, least := range map[string]int{"valid": 30, "id": 20, "signature": 8, "form": 150} {
		if kinds[kind] < least {
			t.Errorf("only %d of kind %s", kinds[kind], kind)
		}
	}
}

// again writes an event and reads it.
func again(t *testing.T, e Event) {
	t.Helper()
	text, err := json.Marshal(&e)
	if err != nil {
		t.Fatal(err)
	}
	var read Event
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read, e) {
		t.Errorf("%s: read as %q, was %q, %v", text, read, e, err)
	}
	var loose map[string]any
	if err := json.Unmarshal(text, &loose); err != nil || len(loose) != 7 {
		t.Errorf("%s: %v", text, err)
	}
}

func TestMarshal(t *testing.T) {
	e := drawEvent(t, 0)
	if e.Tags != nil {
		t.Fatal("has tags")
	}
	for _, form := range []any{e, &e, []Event{e}, map[string]*Event{"event": &e}} {
		text, err := json.Marshal(form)
		if err != nil || !bytes.Contains(text, []byte(`"tags":[],`)) {
			t.Errorf("%s, %v", text, err)
		}
	}
	text, _ := json.Marshal(e)
	var read Event
	if err := json.Unmarshal(text, &read); err != nil || read.Check() != nil || read.Tags == nil {
		t.Errorf("%s: %v, %v", text, err, read)
	}
	e.Tags = [][]string{nil, {"t"}, {}}
	if text, err := json.Marshal(e); err != nil || !bytes.Contains(text, []byte(`[[],["t"],[]]`)) {
		t.Errorf("%s, %v", text, err)
	}
	e = Event{ID: "\"", PubKey: "\n", CreatedAt: -1, Kind: -2, Content: "\x00\x1f</>\u2028", Sig: "\\"}
	want := `{"id":"\"","pubkey":"\n","created_at":-1,"kind":-2,"tags":[],` +
		`"content":"\u0000\u001f</>` + "\u2028" + `","sig":"\\"}`
	if text, err := e.MarshalJSON(); err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
	for _, e := range []Event{{Content: "\xff"}, {Tags: [][]string{{"\xc0\xaf"}}}, {ID: "\xff"},
		{PubKey: "a\x80"}, {Sig: "\xe2\x82"}, {ID: "\xe2", PubKey: "\x82\xac"}} {
		if text, err := e.MarshalJSON(); err != ErrText || text != nil {
			t.Errorf("%s, %v", text, err)
		}
		if text, err := json.Marshal(e); !errors.Is(err, ErrText) || text != nil {
			t.Errorf("%s, %v", text, err)
		}
	}
}

// TestUnmarshalErrors has the reason and the field of each kind of fault.
func TestUnmarshalErrors(t *testing.T) {
	good := `{"created_at":1,"kind":1,"tags":[],"content":""}`
	for _, c := range []struct {
		old, with, field string
		want             Error
	}{
		{`"tags":[]`, `"tags":null`, "tags", ErrType},
		{`"tags":[]`, `"tags":[null]`, "tags", ErrType},
		{`"tags":[]`, `"tags":[["a",null]]`, "tags", ErrType},
		{`"tags":[],`, ``, "tags", ErrMissing},
		{`,"content":""`, ``, "content", ErrMissing},
		{`"content":""`, `"content":null`, "content", ErrType},
		{`"content":""`, `"content":"","id":null`, "id", ErrType},
		{`"content":""`, `"content":"","content":""`, "content", ErrTwice},
		{`"content":""`, `"content":"\ud800"`, "content", ErrText},
		{`"content":""`, `"content":"","a\ud800":1`, "a", ErrText},
		{`"kind":1`, `"kind":1.0`, "kind", ErrType},
		{`"kind":1`, `"Kind":1`, "kind", ErrMissing},
		{`"created_at":1`, `"created_at":9223372036854775808`, "created_at", ErrType},
		{good, `null`, "", ErrJSON},
		{good, `[]`, "", ErrJSON},
		{`""}`, "\"\xff\"}", "", ErrJSON},
	} {
		text := strings.Replace(good, c.old, c.with, 1)
		e := Event{Content: "before"}
		err := json.Unmarshal([]byte(text), &e)
		var of *FieldError
		if !errors.Is(err, c.want) || e.Content != "before" ||
			errors.As(err, &of) != (c.field != "") || of != nil && of.Field != c.field {
			t.Errorf("%s: %v, %v", text, err, e)
		}
	}
	e := Event{ID: "a", Sig: "b"}
	if err := json.Unmarshal([]byte(good), &e); err != nil || e.ID != "" || e.Sig != "" ||
		e.Check() != ErrForm {
		t.Errorf("an event that is to be signed: %v, %v", err, e)
	}
	if err := e.Sign(drawSecret(t, 1), nil); err != nil || e.Check() != nil {
		t.Errorf("and then is signed: %v, %v", err, e.Check())
	}
}

// TestTruncated has every beginning of an event's JSON: none is a JSON object.
func TestTruncated(t *testing.T) {
	text := `{"id":"a","x\ud83d\ude00":[{"y":"z"}],"created_at": -1 ,"kind": 1,` +
		`"tags": [ ["a" , "\u00e9\ud83d\ude00"], []],"content":"\n\ud83d\ude00","pubkey":"","sig":"" }`
	for n := range text {
		e := Event{Content: "before"}
		if err := e.UnmarshalJSON([]byte(text[:n])); err != ErrJSON || e.Content != "before" {
			t.Errorf("%s: %v, %v", text[:n], err, e)
		}
	}
	if err := new(Event).UnmarshalJSON([]byte(text)); err != nil {
		t.Error(err)
	}
}

// TestNilEvent: nil is an event without anything.
func TestNilEvent(t *testing.T) {
	var e *Event
	key := drawSecret(t, 1)
	if err := e.Check(); err != ErrForm {
		t.Error(err)
	}
	if err := e.Sign(key, nil); err != ErrForm {
		t.Error(err)
	}
	if err := e.UnmarshalJSON([]byte(`{}`)); err != ErrJSON {
		t.Error(err)
	}
	if e.Hash() != new(Event).Hash() ||
		!bytes.Equal(e.AppendText(nil), new(Event).AppendText(nil)) {
		t.Errorf("%s", e.AppendText(nil))
	}
	if text, err := json.Marshal(e); err != nil || string(text) != "null" {
		t.Errorf("%s, %v", text, err)
	}
}

// TestControls: what other programs escape has another id, which Check accepts if all of it is so.
func TestControls(t *testing.T) {
	key := drawSecret(t, 1)
	e := Event{Kind: 1, Content: "\x01\x1f\n", Tags: [][]string{{"\x00", "\x7f"}}}
	if err := e.Sign(key, nil); err != nil || e.Check() != nil {
		t.Fatal(err, e.Check())
	}
	text := string(e.AppendText(nil))
	escape := strings.NewReplacer("\x00", `\u0000`, "\x01", `\u0001`, "\x1f", `\u001f`)
	for _, c := range []struct {
		text string
		want error
	}{
		{text, nil},
		{escape.Replace(text), nil},
		{strings.Replace(text, "\x01", `\u0001`, 1), ErrID},
		{strings.Replace(escape.Replace(text), `\u001f`, `\u001F`, 1), ErrID},
		{strings.Replace(text, "\x7f", `\u007f`, 1), ErrID},
	} {
		e := e
		signText(t, &e, key, c.text)
		if err := e.Check(); err != c.want {
			t.Errorf("%q: %v", c.text, err)
		}
		if ok, _ := VerifyEvents(nil, []Event{e}, 1); ok[0] != (c.want == nil) {
			t.Errorf("%q: %v", c.text, ok)
		}
	}
}

// FuzzJSON has any text: what is read is written and read again; what encoding/json would read into
// the same fields is no other event.
func FuzzJSON(f *testing.F) {
	for _, v := range vectors.Load[vector](f, "nostr.json", 250) {
		f.Add(v.text())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var e Event
		err := e.UnmarshalJSON(text)
		if valid := json.Valid(text) && utf8.Valid(text); err == nil && !valid {
			t.Fatalf("%q is read", text)
		}
		if err != nil {
			if !reflect.DeepEqual(e, Event{}) {
				t.Errorf("%q: refused and changed", text)
			}
			return
		}
		again(t, e)
		type plain Event // without the methods
		var loose plain
		decoder := json.NewDecoder(bytes.NewReader(text))
		if err := decoder.Decode(&loose); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(text, &fields); err != nil {
			t.Fatal(err)
		}
		for name := range fields { // names in other cases mean the same to encoding/json
			for _, own := range names {
				if name != own && strings.EqualFold(name, own) {
					return
				}
			}
		}
		if fmt.Sprintf("%q", Event(loose)) != fmt.Sprintf("%q", e) {
			t.Errorf("%q: %q and %q", text, e, loose)
		}
	})
}
