// Events of the Nostr network: id, key and signature, of as many as a relay takes in at once.

package bench

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/nostr"
)

// events are notes of some 200 bytes with two tags, each by another key, and the same as they come
// from the network.
var events = sync.OnceValues(func() (all []nostr.Event, texts [][]byte) {
	for i := range uint32(batchRows) {
		r := makeRow(i)
		key, err := p256k1.NewPrivateKey(r.secret[:])
		if err != nil {
			panic(err)
		}
		e := nostr.Event{CreatedAt: 1700000000 + int64(i), Kind: 1,
			Content: strings.Repeat("A \"note\", of which nobody reads a word.\n", 5)}
		for _, name := range []string{"e", "p"} {
			e.Tags = append(e.Tags, []string{name, hex.EncodeToString(r.hash[:])})
		}
		if err := e.Sign(key, nil); err != nil {
			panic(err)
		}
		text, err := json.Marshal(e)
		if err != nil {
			panic(err)
		}
		all, texts = append(all, e), append(texts, text)
	}
	return all, texts
})

// BenchmarkVerifyEvents_1024 computes and compares the ids, parses keys and verifies signatures, on
// all threads that -cpu allows.
func BenchmarkVerifyEvents_1024(b *testing.B) {
	all, _ := events()
	ok := make([]bool, batchRows)
	batch(b, batchRows, func() (valid bool) {
		ok, valid = nostr.VerifyEvents(ok, all, 0)
		return valid
	})
	perSecond(b)
}

// BenchmarkVerifyEventsJSON_1024 also reads them, by encoding/json.
func BenchmarkVerifyEventsJSON_1024(b *testing.B) {
	_, texts := events()
	all, ok := make([]nostr.Event, batchRows), make([]bool, batchRows)
	batch(b, batchRows, func() (valid bool) {
		for i := range texts {
			all[i] = nostr.Event{}
			if err := json.Unmarshal(texts[i], &all[i]); err != nil {
				return false
			}
		}
		ok, valid = nostr.VerifyEvents(ok, all, 0)
		return valid
	})
	perSecond(b)
}

// BenchmarkCheckEvents_1024 does the same one by one.
func BenchmarkCheckEvents_1024(b *testing.B) {
	all, _ := events()
	batch(b, batchRows, func() bool {
		for i := range all {
			if all[i].Check() != nil {
				return false
			}
		}
		return true
	})
	perSecond(b)
}

func perSecond(b *testing.B) {
	b.ReportMetric(float64(b.N)*batchRows/b.Elapsed().Seconds(), "events/s")
}
