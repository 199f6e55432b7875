package nostr_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/nostr"
)

func ExampleEvent_Sign() {
	secret := sha256.Sum256([]byte("a key for examples, where a real one comes from GenerateKey"))
	key, err := p256k1.NewPrivateKey(secret[:])
	if err != nil {
		panic(err)
	}
	defer key.Zero()
	event := nostr.Event{CreatedAt: 1700000000, Kind: 1, Tags: [][]string{{"t", "hello"}},
		Content: "Hello, all of you!"}
	if err := event.Sign(key, nil); err != nil {
		panic(err)
	}
	fmt.Println(event.Check())
	event.Content = "Goodbye"
	fmt.Println(event.Check())
	// Output:
	// <nil>
	// nostr: the id is not that of the event
}

func ExampleVerifyEvents() {
	note := func(content string) string { // as a relay sends it
		return `{"kind":1,"created_at":1644271588,"tags":[],"content":"` + content + `",
			"id":"dc90c95f09947507c1044e8f48bcf6350aa6bff1507dd4acfc755b9239b5c962",
			"pubkey":"3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d",
			"sig":"230e9d8f0ddaf7eb70b5f7741ccfa37e87a455c9a469282e3464e2052d3192cd` +
			`63a167e196e381ef9d7e69e9ea43af2443b839974dc85d8aaab9efe1d9296524"}`
	}
	messages := []string{
		note("now that https://blueskyweb.org/blog/2-7-2022-overview was announced " +
			"we can stop working on nostr?"),
		note("what somebody else would like it to have said"),
	}
	events := make([]nostr.Event, len(messages))
	for i := range messages {
		if err := json.Unmarshal([]byte(messages[i]), &events[i]); err != nil {
			panic(err)
		}
	}
	fmt.Println(nostr.VerifyEvents(nil, events, 0))
	// Output: [true false] false
}
