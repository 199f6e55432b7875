// Extended keys: the vectors of BIP-32, public children against private ones, texts and bytes that
// are no key, paths that end.

package p256k1

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

func textOf(k *ExtendedPrivateKey) string { return string(k.AppendText(nil)) }

func drawMaster(t testing.TB, network Network, format string, args ...any) *ExtendedPrivateKey {
	seed := draw(format, args...)
	return must[*ExtendedPrivateKey](t)(NewMasterKey(seed[:], network))
}

// base58Of is the text of any 78 bytes by its definition, with the right checksum.
func base58Of(b []byte) string {
	sum := sha256.Sum256(b)
	sum = sha256.Sum256(sum[:])
	rest, digit := big32(slices.Concat(b, sum[:4])), new(big.Int)
	var text []byte
	for rest.Sign() > 0 {
		rest.DivMod(rest, big.NewInt(58), digit)
		text = append(text,
			"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[digit.Int64()])
	}
	slices.Reverse(text)
	return string(text)
}

// bytesOf are the 78 bytes that a text stands for.
func bytesOf(t testing.TB, text string) []byte {
	var b [78]byte
	if setExtendedText(&b, (*[extendedText]byte)([]byte(text))) != 1 {
		t.Fatalf("%s is no text", text)
	}
	return b[:]
}

func TestBIP32(t *testing.T) {
	derived, refused := 0, 0
	for _, c := range vectors.Load[struct {
		Comment, Kind, Xprv, Xpub, Text string
		Seed                            vectors.Bytes
		Path                            []uint32
	}](t, "bip32.json", 33) {
		if c.Kind == "invalid" {
			refused++
			if k, err := ParseExtendedPrivateKey([]byte(c.Text)); k != nil || err != ErrExtendedKey {
				t.Errorf("%s: %v %v", c.Comment, k, err)
			}
			if x, err := ParseExtendedPublicKey(c.Text); x != nil || err != ErrExtendedKey {
				t.Errorf("%s: %v %v", c.Comment, x, err)
			}
			continue
		}
		derived++
		master := must[*ExtendedPrivateKey](t)(NewMasterKey(c.Seed, Mainnet))
		k := must[*ExtendedPrivateKey](t)(master.Derive(c.Path...))
		x := k.Public()
		if textOf(k) != c.Xprv || x.String() != c.Xpub {
			t.Errorf("%s: %s, %v", c.Comment, textOf(k), x)
		}
		same := must[*ExtendedPrivateKey](t)(ParseExtendedPrivateKey([]byte(c.Xprv)))
		if textOf(same) != c.Xprv || *same.Public() != *x {
			t.Errorf("%s: read as %s", c.Comment, textOf(same))
		}
		if y := must[*ExtendedPublicKey](t)(ParseExtendedPublicKey(c.Xpub)); *y != *x {
			t.Errorf("%s: read as %v", c.Comment, y)
		}
		if len(c.Path) == 0 {
			continue
		}
		before, last := c.Path[:len(c.Path)-1], c.Path[len(c.Path)-1]
		parent := must[*ExtendedPrivateKey](t)(master.Derive(before...))
		child := must[*ExtendedPrivateKey](t)(parent.Derive(last))
		if textOf(child) != c.Xprv || x.Parent() != parent.Public().Fingerprint() ||
			x.Number() != last || int(x.Depth()) != len(c.Path) {
			t.Errorf("%s: the child of its parent is %s", c.Comment, textOf(child))
		}
		y, err := parent.Public().Derive(last)
		if last&HardenedChild != 0 {
			if y != nil || err != ErrChild {
				t.Errorf("%s: a hardened child of a public key: %v", c.Comment, err)
			}
		} else if err != nil || *y != *x {
			t.Errorf("%s: public child %v, %v", c.Comment, y, err)
		}
	}
	if derived != 17 || refused != 16 {
		t.Errorf("%d keys derived, %d refused", derived, refused)
	}
}

func TestPublicChildrenAreThoseOfPrivateOnes(t *testing.T) {
	for i := range 8 {
		network := Network(i % 2)
		root := must[*ExtendedPrivateKey](t)(drawMaster(t, network, "seed %d", i).
			Derive(HardenedChild | 44))
		path := []uint32{0, uint32(i), HardenedChild - 1, 12345}
		k := must[*ExtendedPrivateKey](t)(root.Derive(path...))
		x := must[*ExtendedPublicKey](t)(root.Public().Derive(path...))
		d := must[*PrivateKey](t)(k.PrivateKey())
		if *k.Public() != *x || !d.PublicKey().Equal(x.PublicKey()) || x.Network() != network ||
			x.Depth() != 5 || x.Number() != 12345 {
			t.Errorf("%d: %v and %v", i, k.Public(), x)
		}
		b := x.Bytes()
		if !bytes.Equal(b[:], bytesOf(t, x.String())) || base58Of(b[:]) != x.String() ||
			base58Of(bytesOf(t, textOf(k))) != textOf(k) || x.ChainCode() != [32]byte(b[13:45]) {
			t.Errorf("%d: %x", i, b)
		}
		if y := must[*ExtendedPublicKey](t)(NewExtendedPublicKey(b[:])); *y != *x {
			t.Errorf("%d: %v", i, y)
		}
		if textOf(k)[:4] != []string{"xprv", "tprv"}[network] ||
			x.String()[:4] != []string{"xpub", "tpub"}[network] {
			t.Errorf("%d: %v", network, x)
		}
		if same := must[*ExtendedPrivateKey](t)(k.Derive()); textOf(same) != textOf(k) {
			t.Errorf("no path leads to %s", textOf(same))
		}
		// What is given out is the caller's: a change to it changes no extended key.
		before := textOf(k)
		d.Negate()
		x.PublicKey().point.Neg(&x.key.point)
		if textOf(k) != before || *k.Public() != *x {
			t.Errorf("%d: changed to %s", i, textOf(k))
		}
	}
}

func TestSeeds(t *testing.T) {
	for n := range 130 {
		k, err := NewMasterKey(pattern(n), Testnet)
		if good := n >= 16 && n <= 64; good != (err == nil) || good != (k != nil) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	if k, err := NewMasterKey(pattern(32), 2); k != nil || err != ErrSeed {
		t.Errorf("network 2: %v", err)
	}
}

func TestPathsEnd(t *testing.T) {
	root := drawMaster(t, Mainnet, "deep")
	path := slices.Repeat([]uint32{1}, 256)
	deep := must[*ExtendedPrivateKey](t)(root.Derive(path[:255]...))
	x := must[*ExtendedPublicKey](t)(root.Public().Derive(path[:255]...))
	if x.Depth() != 255 || *x != *deep.Public() {
		t.Errorf("depth %d", x.Depth())
	}
	for _, err := range []error{
		second(deep.Derive(1)), second(root.Derive(path...)), second(x.Derive(1)),
		second(root.Public().Derive(path...)), second(root.Public().Derive(0, HardenedChild)),
		second(root.Public().Derive(math.MaxUint32)),
	} {
		if err != ErrChild {
			t.Error(err)
		}
	}
}

// expectNone reports a call that takes these bytes for an extended key.
func expectNone(t *testing.T, b []byte) {
	t.Helper()
	if x, err := NewExtendedPublicKey(b); x != nil || err != ErrExtendedKey {
		t.Errorf("%x: %v %v", b, x, err)
	}
	text := base58Of(b)
	if x, err := ParseExtendedPublicKey(text); x != nil || err != ErrExtendedKey {
		t.Errorf("%x: %v %v", b, x, err)
	}
	if k, err := ParseExtendedPrivateKey([]byte(text)); k != nil || err != ErrExtendedKey {
		t.Errorf("%x: %v", b, err)
	}
}

func TestExtendedKeysThatAreNone(t *testing.T) {
	root := drawMaster(t, Mainnet, "none")
	child := must[*ExtendedPrivateKey](t)(root.Derive(1))
	with := func(text string, at int, part ...byte) []byte {
		b := bytesOf(t, text)
		copy(b[at:], part)
		return b
	}
	private, public := textOf(child), child.Public().String()
	for _, bad := range [][]byte{zero32, orderPlus(0), orderPlus(1), ones32} {
		expectNone(t, with(private, 46, bad...))
	}
	for _, bad := range [][]byte{zero32, number(big.NewInt(5)), number(curve.P), ones32} {
		expectNone(t, with(public, 46, bad...))
	}
	for prefix := range 256 {
		if prefix != 0 {
			expectNone(t, with(private, 45, byte(prefix)))
		}
		if prefix != 2 && prefix != 3 {
			expectNone(t, with(public, 45, byte(prefix)))
		}
	}
	for at := range 4 {
		expectNone(t, with(private, at, private[at]^1))
	}
	expectNone(t, with(textOf(root), 8, 1))
	expectNone(t, with(textOf(root), 9, 0x80))
	expectNone(t, with(root.Public().String(), 5, 1))
	expectNone(t, with(private, 0, bytesOf(t, public)[:4]...))
	expectNone(t, with(public, 0, bytesOf(t, private)[:4]...))
	expectNone(t, make([]byte, 78))
	expectNone(t, bytes.Repeat([]byte{0xff}, 78))
	for _, n := range []int{0, 1, 77, 79, 1 << 20} {
		if x, err := NewExtendedPublicKey(make([]byte, n)); x != nil || err != ErrExtendedKey {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	// A parent may have a fingerprint of zeros.
	if _, err := NewExtendedPublicKey(with(public, 5, make([]byte, 8)...)); err != nil {
		t.Error(err)
	}
}

func TestExtendedTextsThatAreNone(t *testing.T) {
	k := drawMaster(t, Mainnet, "text")
	private, public := textOf(k), k.Public().String()
	refuse := func(private, public string) {
		t.Helper()
		if k, err := ParseExtendedPrivateKey([]byte(private)); k != nil || err != ErrExtendedKey {
			t.Errorf("%q: %v", private, err)
		}
		if x, err := ParseExtendedPublicKey(public); x != nil || err != ErrExtendedKey {
			t.Errorf("%q: %v", public, err)
		}
	}
	refuse(public, private)
	for i := range private {
		other := func(text string) string {
			c := "2"
			if text[i] == '2' {
				c = "3"
			}
			return text[:i] + c + text[i+1:]
		}
		refuse(other(private), other(public))
	}
	for c := range 256 {
		if c == int(private[50]) || c == int(public[50]) {
			continue
		}
		refuse(private[:50]+string([]byte{byte(c)})+private[51:],
			public[:50]+string([]byte{byte(c)})+public[51:])
	}
	// One less in a digit, and then a character that would be 58 more: the same number.
	const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	same := func(text string) (all []string) {
		for i := 1; i < len(text); i++ {
			before := strings.IndexByte(alphabet, text[i-1])
			if digit := strings.IndexByte(alphabet, text[i]); before > 0 && digit < 6 {
				all = append(all, text[:i-1]+string(alphabet[before-1])+
					string([]byte{byte('{' + digit)})+text[i+1:])
			}
		}
		return all
	}
	privates, publics := same(private), same(public)
	if len(privates) == 0 || len(publics) == 0 {
		t.Error("no text to change")
	}
	for _, text := range privates {
		refuse(text, public[1:])
	}
	for _, text := range publics {
		refuse(private[1:], text)
	}
	for _, change := range []func(string) string{
		func(string) string { return "" },
		func(s string) string { return s[1:] },
		func(s string) string { return s[:110] },
		func(s string) string { return s + "\x00" },
		func(s string) string { return "1" + s },
		func(s string) string { return " " + s[1:] },
		func(string) string { return strings.Repeat("1", 111) },
		func(string) string { return strings.Repeat("z", 111) },
		func(string) string { return strings.Repeat("1", 1<<20) },
	} {
		refuse(change(private), change(public))
	}
}

func TestExtendedNoKeys(t *testing.T) {
	wiped := drawMaster(t, Mainnet, "wiped")
	child := must[*ExtendedPrivateKey](t)(wiped.Derive(1))
	before, inner := textOf(child), *wiped.key
	wiped.Zero()
	wiped.Zero()
	if inner.chain != [32]byte{} || inner.key.Bytes() != [32]byte{} || textOf(child) != before {
		t.Error("what is wiped stays, or what is not does not")
	}
	for name, k := range map[string]*ExtendedPrivateKey{"nil": nil, "zero": {}, "wiped": wiped} {
		k.Zero()
		x, private := k.Public(), []byte("before")
		if errs := []error{second(k.Derive()), second(k.Derive(1)), second(k.PrivateKey())}; !slices.
			Equal(errs, []error{ErrPrivateKey, ErrPrivateKey, ErrPrivateKey}) {
			t.Errorf("%s: %v", name, errs)
		}
		if x.IsValid() || string(k.AppendText(private)) != "before" {
			t.Errorf("%s: something is made of nothing", name)
		}
	}
	for name, x := range map[string]*ExtendedPublicKey{"nil": nil, "zero": {}} {
		if x.IsValid() || x.String() != "" || x.Bytes() != [78]byte{} || x.PublicKey().IsValid() ||
			x.ChainCode() != [32]byte{} || x.Fingerprint() != [4]byte{} || x.Parent() != [4]byte{} ||
			x.Depth() != 0 || x.Number() != 0 || x.Network() != Mainnet ||
			second(x.Derive()) != ErrPublicKeyFormat || second(x.Derive(1)) != ErrPublicKeyFormat {
			t.Errorf("%s is something", name)
		}
	}
}

func TestExtendedKeyIsNotPrinted(t *testing.T) {
	k := drawMaster(t, Mainnet, "printed")
	d := must[*PrivateKey](t)(k.PrivateKey()).Bytes()
	said := ""
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%p", "%t"} {
		said += fmt.Sprintf(verb, k) + fmt.Sprintf(verb, *k) + fmt.Sprintf(verb, []any{k, *k}) +
			fmt.Sprintf(verb, struct{ K *ExtendedPrivateKey }{k})
	}
	chain := k.Public().chain
	for _, secret := range [][]byte{d[:], chain[:]} {
		for _, form := range []string{hex.EncodeToString(secret[:4]), fmt.Sprint(secret[:4])[1:12],
			string(secret[:4])} {
			if strings.Contains(strings.ToLower(said), form) {
				t.Errorf("%q is printed", form)
			}
		}
	}
	if got := fmt.Sprintf("%v %s %+v %#v", k, k, *k, *k); got != strings.
		Repeat(redactedExtended+" ", 4)[:len(got)] {
		t.Error(got)
	}
}

func TestParsePath(t *testing.T) {
	const h = HardenedChild
	for text, want := range map[string][]uint32{
		"m": {}, "m/0": {0}, "0": {0}, "m/84'/0h/1H/0/5": {h + 84, h, h + 1, 0, 5},
		"2147483647/2147483647'": {h - 1, math.MaxUint32}, "007": {7},
	} {
		if got, err := ParsePath(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "/", "m/", "/0", "M/0", "m/m", "m/0/", "m//0", "m/2147483648", "m/-1", "m/+1", "m/1''",
		"m/1'h", "m/'", "m/'1", "m/ 1", "m/1 ", "m/0x1", "m/1_0", "m/1.0", "m/\x00", "m/١",
		"m/" + strings.Repeat("9", 1000), strings.Repeat("/", 1<<16),
	} {
		if got, err := ParsePath(text); err != ErrPath || got != nil {
			t.Errorf("%.40q: %v %v", text, got, err)
		}
	}
}

// The key hash of the generator, as the address of secret key 1 has it.
func TestHash160(t *testing.T) {
	g := generator(t).Compressed()
	if got := Hash160(g[:]); hex.EncodeToString(got[:]) != "751e76e8199196d454941c45d1b3a323f1433bd6" {
		t.Errorf("%x", got)
	}
}

func TestHMACSHA512(t *testing.T) {
	for n := range 65 {
		key, text := pattern(128)[:2*n], pattern(n)
		h := hmac.New(sha512.New, key)
		h.Write(text)
		var got [64]byte
		if hmacSHA512(&got, key, text); !bytes.Equal(got[:], h.Sum(nil)) {
			t.Errorf("%d bytes: %x", n, got)
		}
	}
}
