// Many events at once.

package nostr

import (
	"slices"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/chunks"
)

// chunk is how many events a thread takes at a time.
const chunk = chunks.Most

// longestText is the longest text of an event that is kept for the next one.
const longestText = 1 << 20

// A room is where a chunk is worked on.
type room struct {
	text   []byte
	fields [chunk]fields
	bytes  [chunk][]byte
	keys   [chunk]p256k1.XOnlyPublicKey
	items  [chunk]p256k1.BatchSchnorrItem
	ok     [chunk]bool
}

var rooms chunks.Rooms[room]

// verify sets the verdicts of at most a chunk of events.
func (r *room) verify(ok []bool, events []Event) {
	for i := range events {
		f := &r.fields[i]
		var err error
		if r.text, err = f.read(&events[i], r.text); err == nil {
			r.bytes[i] = f.key[:]
		} else {
			r.bytes[i] = nil // no key, so no verification of its signature
		}
	}
	n := len(events)
	p256k1.ParseXOnlyPublicKeyBatch(r.keys[:n], r.bytes[:n], 1)
	for i := range n {
		f := &r.fields[i]
		r.items[i] = p256k1.BatchSchnorrItem{Pubkey: &r.keys[i], Message: f.id[:],
			Signature: f.sig[:]}
	}
	p256k1.VerifySchnorrBatch(ok, r.items[:n], 1)
	if cap(r.text) > longestText {
		r.text = nil
	}
}

// CheckEvents is [VerifyEvents] with reasons: errs has for each event what [Event.Check] says of
// it, nil if it is valid. all reports whether all are nil. The errors are written to dst if its
// capacity is enough, otherwise to new memory.
func CheckEvents(dst []error, events []Event, threads int) (errs []error, all bool) {
	errs = chunks.Resize(dst, len(events))
	rooms.Each(len(events), threads, func(r *room, first, n int) {
		r.verify(r.ok[:n], events[first:first+n])
		for i, ok := range r.ok[:n] {
			if errs[first+i] = nil; !ok {
				errs[first+i] = events[first+i].Check()
			}
		}
	})
	return errs, !slices.ContainsFunc(errs, func(err error) bool { return err != nil })
}

// VerifyEvents verifies each event as [Event.Check] does, with the same verdict. all reports
// whether every event is valid; an empty list is. An event that is not valid disturbs no other. The
// verdicts are written to dst if its capacity is enough, otherwise to new memory. threads is the
// number of goroutines that may work, the caller's included. 0 stands for GOMAXPROCS, which is also
// the most. Results do not depend on it. Variable time.
func VerifyEvents(dst []bool, events []Event, threads int) (ok []bool, all bool) {
	ok = chunks.Resize(dst, len(events))
	rooms.Each(len(events), threads, func(r *room, first, n int) {
		r.verify(ok[first:first+n:first+n], events[first:first+n])
	})
	return ok, !slices.Contains(ok, false)
}
