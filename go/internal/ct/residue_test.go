// What calls with secrets leave on the stack: nothing that depends on a secret and that the caller
// did not get. Not with the race detector: what it adds to the code spills more, and is not what
// ships.

//go:build !race

package ct_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unsafe"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
)

// A residue is the stack below a function, the words next to it first.
type residue [6000]uint64

// unused is what stands where nothing was.
const unused = 0xAAAAAAAAAAAAAAAA

var nothing int // an index that the compiler does not know

// clearStack sets more of the stack than a residue has to unused.
//
//go:noinline
func clearStack() uint64 {
	var room [10000]uint64
	for i := range room {
		room[i] = unused
	}
	return room[nothing]
}

// look copies what is below the function that calls it.
//
//go:noinline
func (r *residue) look() {
	var here uint64
	for i := range r {
		r[i] = *(*uint64)(unsafe.Add(unsafe.Pointer(&here), -8*(i+1)))
	}
}

// rounds are the classes of secrets, in an order that nothing else should follow.
const rounds = "0110100110010110"

// depends returns where residues differ by class alone: in no two of the same class, and in any two
// of different ones in more than a byte, which a recovery id may be.
func depends(left *[len(rounds)]residue) (words []int) {
	for i, a := range left[0] {
		b, other := left[1][i], false
		for j := range rounds {
			other = other || left[j][i] != []uint64{a, b}[rounds[j]-'0']
		}
		if !other && a != b && bits.Len64(a^b)-bits.TrailingZeros64(a^b) > 8 {
			words = append(words, i)
		}
	}
	return words
}

// known tells whether a word, as far as it is not that of the other class, is of what everybody, or
// the caller, may have, in either order, or has its beginning or its end.
func known(word, other uint64, values [][]byte) bool {
	var all [8]byte
	binary.LittleEndian.PutUint64(all[:], word)
	differ := word ^ other
	b := all[bits.TrailingZeros64(differ)/8 : (bits.Len64(differ)+7)/8]
	for _, v := range values {
		reversed := slices.Clone(v)
		slices.Reverse(reversed)
		for _, v := range [][]byte{v, reversed} {
			for _, beside := range []byte{unused & 0xFF, 0} {
				around := bytes.Repeat([]byte{beside}, 7)
				if bytes.Contains(slices.Concat(around, v, around), b) {
					return true
				}
			}
		}
	}
	return false
}

// fillClass sets s to the secrets of a class.
func (s *secrets) fillClass(class int) {
	s.fill()
	for j := range 32 {
		s.key[j], s.tweak[j], s.aux[j] = s.key[j]^byte(85*class*j), s.tweak[j]^byte(85*class*j),
			s.aux[j]^byte(85*class*j)
	}
}

// mayStay tells whether the words that both sets of secrets leave in one place are known. A step of
// variable time may leave an address on the stack for one set and a known number for the other.
func mayStay(words [2]uint64, values [2][][]byte, stack uintptr) bool {
	var isKnown, isAddress [2]bool
	for class, word := range words {
		isKnown[class] = known(word, words[1-class], values[class])
		isAddress[class] = word < uint64(stack) && word >= uint64(stack)-8*uint64(len(residue{}))
	}
	return isKnown[0] && isKnown[1] ||
		isKnown[0] && isAddress[1] && !isAddress[0] || isKnown[1] && isAddress[0] && !isAddress[1]
}

// residues runs a call with two sets of secrets and returns what it leaves, what is known of both
// sets, keys and results, and where the stack was.
func residues(run func(s *secrets, r *results)) (left *[len(rounds)]residue, values [2][][]byte,
	stack uintptr) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it would move the stack
	left = new([len(rounds)]residue)
	clearStack() // grows the stack, which moves it
	stack = uintptr(unsafe.Pointer(&stack))
	for i := range rounds {
		var s secrets
		r := new(results)
		class := int(rounds[i] - '0')
		s.fillClass(class)
		clearStack()
		run(&s, r)
		left[i].look()
		if i > 1 {
			continue
		}
		of := &values[class]
		*of = append(*of, slices.Concat(r.public, r.public), r.secret[:]) // copies side by side
		keys := []*p256k1.PublicKey{load(&s.key).PublicKey(), load(&s.tweak).PublicKey()}
		if b, err := hex.DecodeString(string(r.public)); err == nil && len(b) == 33 {
			keys = append(keys, must(p256k1.ParsePublicKey(b)))
		}
		for _, key := range keys {
			for _, p := range []*p256k1.PublicKey{key, key.Negate()} {
				short, long := p.Compressed(), p.Uncompressed()
				*of = append(*of, short[:], long[1:])
			}
		}
	}
	return left, values, stack
}

// leavesKnown are calls whose last steps leave what their caller knows; so do those that verify.
var leavesKnown = map[string]bool{
	"signer.Generator.Negate": true, // gives the secret key away
	"FrostFinish":             true, // adds up commitments; that of a wrong share adds up others
}

// publicSteps are what calls do that takes public keys and their own public results alone, the sum
// of two public nonces first: everybody may have what these steps leave.
var publicSteps = map[string]func(key *p256k1.PublicKey, sum *[66]byte){
	"PrivateKey.MuSigSignDeterministic": func(key *p256k1.PublicKey, sum *[66]byte) {
		agg := must(p256k1.NewMuSigKey([]*p256k1.PublicKey{key, public.key}))
		must(agg.NewSession(sum, public.longMsg))
	},
	"PrivateKey.FrostSignDeterministic": func(key *p256k1.PublicKey, sum *[66]byte) {
		who := p256k1.FrostSigners{IDs: []int{0, 1}}
		must(public.group.NewSession(who, sum, public.longMsg))
	},
}

// leftByPublicSteps returns the words that the public steps of a call leave for the secrets of a
// class, and what else a nonce and a partial signature leave as results.
func leftByPublicSteps(c call, class int) (values [][]byte) {
	steps := publicSteps[c.of]
	if steps == nil {
		return nil
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var s secrets
	r, left := new(results), new(residue)
	s.fillClass(class)
	c.run(&s, r)
	key, nonces := load(&s.key).PublicKey(), [][66]byte{[66]byte(r.public), public.nonce}
	clearStack()
	sum := must(p256k1.AggregateMuSigNonces(nonces))
	steps(key, &sum)
	left.look()
	for _, word := range left {
		if word != unused && word != 0 {
			values = append(values, binary.LittleEndian.AppendUint64(nil, word))
		}
	}
	// The last six bytes of the partial signature are copied over others of the results.
	for at := range len(r.public) - 1 {
		values = append(values, slices.Concat(r.public[92:98], r.public[at:at+2]))
	}
	return append(values, sum[:])
}

// addresses returns those of the sessions that are made once: each key has its own.
func addresses() (values [][]byte) {
	add := func(p unsafe.Pointer) {
		values = append(values, binary.LittleEndian.AppendUint64(nil, uint64(uintptr(p))))
	}
	for _, session := range sessions {
		add(unsafe.Pointer(session))
	}
	for _, of := range rfcSessions {
		add(unsafe.Pointer(of.session))
	}
	return values
}

// TestResidues looks below each call of the API. A word that differs by the secrets must be known.
func TestResidues(t *testing.T) {
	switch {
	case bits.UintSize < 64:
		t.Skip("the compiler keeps what short calls compute in halves, in their own frames, and " +
			"leaves them")
	case runtime.GOARCH != "amd64":
		t.Skip("on arm64 PublicKey.String leaves words of a public key that this test cannot " +
			"tell from a secret's")
	}
	for _, c := range calls {
		if strings.HasSuffix(c.what, "verified") || leavesKnown[c.name()] {
			continue
		}
		left, values, stack := residues(c.run)
		for class := range values {
			values[class] = append(values[class], leftByPublicSteps(c, class)...)
			values[class] = append(values[class], addresses()...)
		}
		var words []string
		for _, i := range depends(left) {
			if w := [2]uint64{left[0][i], left[1][i]}; !mayStay(w, values, stack) {
				words = append(words, fmt.Sprintf("%016x or %016x at -%d", w[0], w[1], 8*i))
			}
		}
		if len(words) > 0 {
			t.Errorf("%s leaves %d words that depend on a secret: %v", c.name(), len(words),
				words[:min(len(words), 8)])
		}
	}
}

// TestResidueIsSeen tests the test: a copy that is left is noticed, and an address excuses neither
// a secret nor another address.
func TestResidueIsSeen(t *testing.T) {
	left, values, stack := residues(func(s *secrets, r *results) { leave(&s.key) })
	seen := 0
	for _, i := range depends(left) {
		words := [2]uint64{left[0][i], left[1][i]}
		if !mayStay(words, values, stack) {
			seen++
		}
		address := uint64(stack) - 0x1238
		for class := range words {
			words[class] = address
			if mayStay(words, values, stack) {
				t.Errorf("%016x or %016x is not seen", words[0], words[1])
			}
			words[class] = left[class][i]
		}
		if mayStay([2]uint64{address, address - 0x1a40}, values, stack) {
			t.Error("two addresses are not seen")
		}
	}
	if seen < 4 {
		t.Errorf("%d words of a key that was left are seen", seen)
	}
}

//go:noinline
func leave(key *[32]byte) byte {
	copied := *key
	for i := range copied {
		copied[i] ^= 0x5C
	}
	return copied[nothing]
}
