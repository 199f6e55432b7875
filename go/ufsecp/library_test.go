// Parity with p256k1, engines and rows, and what happens where the library is absent.

package ufsecp

import (
	"bytes"
	"math/bits"
	"os"
	"regexp"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign/parity"
)

// over is this package.
var over = parity.Package[KeyPair, *Library]{
	Variable: PathVariable, Open: Open, NewSigner: NewSigner,
}

func TestParity(t *testing.T)         { over.Parity(t) }
func TestSigner(t *testing.T)         { over.Signer(t) }
func TestPath(t *testing.T)           { over.Path(t) }
func TestAbsent(t *testing.T)         { over.Absent(t) }
func TestManyGoroutines(t *testing.T) { over.ManyGoroutines(t) }
func TestNoPair(t *testing.T)         { over.NoPair(t) }
func TestNotPrinted(t *testing.T)     { over.NotPrinted(t) }

// The names are those that cmake/library.cmake gives the library of this version.
func TestNames(t *testing.T) {
	header, err := os.ReadFile("../../include/ufsecp/ufsecp.h")
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`#define UFSECP_VERSION "((\d+)\.\d+)\.\d+"`).
		FindSubmatch(header)
	if version == nil {
		t.Fatal("the header has no version")
	}
	rules, err := os.ReadFile("../../cmake/library.cmake")
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range []string{"set(UF_ABI ${PROJECT_VERSION_MAJOR})",
		"set(UF_ABI 0.${PROJECT_VERSION_MINOR})", "OUTPUT_NAME ufsecp ", "SOVERSION ${UF_ABI}",
		"RUNTIME_OUTPUT_NAME ufsecp-${UF_ABI}"} {
		if !bytes.Contains(rules, []byte(rule)) {
			t.Errorf("cmake/library.cmake does not have %s", rule)
		}
	}
	want := string(version[2]) // until 1.0 every minor version has its own
	if want == "0" {
		want = string(version[1])
	}
	for _, c := range []struct{ system, name string }{
		{"linux", "libufsecp.so." + want}, {"freebsd", "libufsecp.so." + want},
		{"darwin", "libufsecp." + want + ".dylib"},
		{"windows", "ufsecp-" + want + ".dll"}, {"windows", "libufsecp-" + want + ".dll"},
	} {
		if !slices.Contains(names(c.system), c.name) {
			t.Errorf("on %s %s is not among %v", c.system, c.name, names(c.system))
		}
	}
}

// A library of another version is refused, though it has every function.
func TestOtherVersion(t *testing.T) {
	for version, right := range map[string]bool{abi + ".0": true, abi + ".7": true, "0.1.0": false,
		abi + "0.1": false, "1.0.0": false, "": false} {
		text := append([]byte(version), 0)
		l := &Library{path: "libufsecp.so", version: purego.NewCallback(func() uintptr {
			return uintptr(unsafe.Pointer(&text[0]))
		})}
		if err := l.hasInterface(); (err == nil) != right {
			t.Errorf("version %q: %v", version, err)
		}
		runtime.KeepAlive(text)
	}
}

// What package purego allocates is two for each entry into C; there is nothing else.
func TestAllocations(t *testing.T) {
	over.Allocations(t, parity.Most{
		PublicKey: 2, XOnlyPublicKey: 2, SignECDSA: 2,
		SignSchnorr: 2, ParseVerifySchnorr: 2,
	})
}

func TestEngines(t *testing.T) {
	l := over.Opened(t)
	if l.Version() == "" || l.Engine() == "" {
		t.Errorf("version %q, engine %q", l.Version(), l.Engine())
	}
	if err := l.SelectEngine("none of that name"); err != ErrEngine {
		t.Error(err)
	}
	if err := l.SelectEngine("portable"); err != nil || l.Engine() != "portable" {
		t.Errorf("%v, %q", err, l.Engine())
	}
	if err := l.SelectEngine("auto"); err != nil {
		t.Error(err)
	}
	const large = 1 << (bits.UintSize - 2) // its lower 32 bits are 0 where an int has 64
	if l.SetThreads(-1) || l.SetThreads(1025) || l.SetThreads(large) || l.SetThreads(large+1) ||
		!l.SetThreads(1) {
		t.Error("numbers of threads")
	}
}

// Rows of two, of which the second is false.
func TestRows(t *testing.T) {
	l := over.Opened(t)
	var ecdsa, schnorr, recoverable, keys []byte
	for i := range byte(2) {
		secret, hash := [32]byte{31: i + 1}, [32]byte{i}
		public, err := l.PublicKey(&secret)
		if err != nil {
			t.Fatal(err)
		}
		signature, id, err := l.SignRecoverable(hash[:], &secret)
		if err != nil {
			t.Fatal(err)
		}
		pair, err := l.NewKeyPair(&secret)
		if err != nil {
			t.Fatal(err)
		}
		other, err := l.SignSchnorr(&pair, hash[:], nil)
		if err != nil {
			t.Fatal(err)
		}
		ecdsa = append(append(append(ecdsa, hash[:]...), public[:]...), signature[:]...)
		schnorr = append(append(append(schnorr, public[1:]...), hash[:]...), other[:]...)
		recoverable = append(append(append(recoverable, hash[:]...), signature[:]...), id)
		keys = append(keys, public[:]...)
	}
	ok, recovered := make([]bool, 2), make([]byte, 66)
	for _, broken := range []bool{false, true} {
		if broken {
			ecdsa[len(ecdsa)-1] ^= 1
			schnorr[len(schnorr)-1] ^= 1
			recoverable[len(recoverable)-1] = 4
		}
		check := func(what string, all bool, err error) {
			t.Helper()
			if err != nil || all == broken || !ok[0] || ok[1] == broken {
				t.Errorf("%s: %v %v %v", what, all, ok, err)
			}
		}
		all, err := l.VerifyECDSARows(ok, ecdsa)
		check("ECDSA", all, err)
		all, err = l.VerifySchnorrRows(ok, schnorr)
		check("Schnorr", all, err)
		if all, err := l.VerifySchnorrBatch(schnorr); err != nil || all == broken {
			t.Errorf("batch: %v %v", all, err)
		}
		all, err = l.RecoverRows(recovered, ok, recoverable)
		check("recovery", all, err)
		if !bytes.Equal(recovered[:33], keys[:33]) ||
			bytes.Equal(recovered[33:], keys[33:]) == broken {
			t.Errorf("recovered %x", recovered)
		}
	}
	if _, err := l.VerifyECDSARows(ok, ecdsa[1:]); err != ErrRows {
		t.Error(err)
	}
	if _, err := l.RecoverRows(recovered[1:], ok, recoverable); err != ErrRows {
		t.Error(err)
	}
	if all, err := l.VerifySchnorrRows(nil, nil); err != nil || !all {
		t.Errorf("no rows: %v %v", all, err)
	}
}

// Items in several forms, and what is wrong with those that are not valid.
func TestItems(t *testing.T) {
	l := over.Opened(t)
	secret, hash := [32]byte{31: 7}, [32]byte{1, 2}
	public, err := l.PublicKey(&secret)
	if err != nil {
		t.Fatal(err)
	}
	full, err := l.Uncompress(public[:])
	if err != nil {
		t.Fatal(err)
	}
	signature, _, err := l.SignRecoverable(hash[:], &secret)
	if err != nil {
		t.Fatal(err)
	}
	pair, err := l.NewKeyPair(&secret)
	if err != nil {
		t.Fatal(err)
	}
	long := bytes.Repeat([]byte{5}, 100)
	schnorr, err := l.SignSchnorr(&pair, hash[:], nil)
	if err != nil {
		t.Fatal(err)
	}
	ofLong, err := l.SignSchnorr(&pair, long, nil)
	if err != nil {
		t.Fatal(err)
	}
	hybrid := bytes.Clone(full[:])
	hybrid[0] = 6 + full[64]&1
	lax := append(append([]byte{0x30, 0x81, 0, 2, 32}, signature[:32]...), 2, 32)
	lax = append(append(lax, signature[32:]...), 1)
	for _, c := range []struct {
		verify func([]bool, []Item, uint) (bool, error)
		flags  uint
		items  []Item
		ok     []bool
	}{
		{l.VerifyECDSAItems, 0, []Item{
			{signature[:], public[:], hash[:]}, {signature[:], full[:], hash[:]},
		}, []bool{true, true}},
		{l.VerifyECDSAItems, 0, []Item{
			{signature[:], public[:], hash[:]}, {signature[:], hybrid, hash[:]}, {},
			{signature[:], public[:], hash[:31]}, {signature[:63], public[:], hash[:]},
		}, []bool{true, false, false, false, false}},
		{l.VerifyECDSAItems, SignatureDERLax | SignatureHashType | AllowHybrid, []Item{
			{lax, hybrid, hash[:]}, {lax[:len(lax)-2], hybrid, hash[:]}, {nil, hybrid, hash[:]},
		}, []bool{true, false, false}},
		{l.VerifyECDSAItems, SignatureDER | SignatureHashType, []Item{{lax, full[:], hash[:]}},
			[]bool{false}},
		{l.VerifyECDSAItems, SignatureDER | SignatureDERLax,
			[]Item{{signature[:], public[:], hash[:]}}, []bool{false}},
		{l.VerifySchnorrItems, 0, []Item{
			{schnorr[:], public[1:], hash[:]}, {ofLong[:], public[1:], long},
			{ofLong[:], public[1:], nil}, {schnorr[:], public[:], hash[:]},
		}, []bool{true, true, false, false}},
		{l.VerifySchnorrItems, SignatureHashType, []Item{
			{append(schnorr[:64:64], 1), public[1:], hash[:]}, {schnorr[:], public[1:], hash[:]},
		}, []bool{true, true}},
		{l.VerifySchnorrItems, LowS, []Item{{schnorr[:], public[1:], hash[:]}}, []bool{false}},
		{l.VerifyECDSAItems, 1 << (bits.UintSize - 1), []Item{{signature[:], public[:], hash[:]}},
			[]bool{false}},
		{l.VerifySchnorrItems, 1 << (bits.UintSize - 1), []Item{{schnorr[:], public[1:], hash[:]}},
			[]bool{false}},
		{l.VerifyECDSAItems, 0, nil, nil},
	} {
		ok := make([]bool, len(c.ok))
		for i := range ok {
			ok[i] = !c.ok[i]
		}
		all, err := c.verify(ok, c.items, c.flags)
		if err != nil || !slices.Equal(ok, c.ok) || all == slices.Contains(c.ok, false) {
			t.Errorf("flags %d: %v %v %v, want %v", c.flags, ok, all, err, c.ok)
		}
	}
	if _, err := l.VerifyECDSAItems(make([]bool, 2), make([]Item, 1), 0); err != ErrRows {
		t.Error(err)
	}
	// Many calls need no more memory than one.
	ok, items := make([]bool, 300), slices.Repeat([]Item{{signature[:], full[:], hash[:]}}, 300)
	for _, n := range []int{300, 1} {
		if got := testing.AllocsPerRun(5, func() {
			_, _ = l.VerifyECDSAItems(ok[:n], items[:n], 0)
		}); got > 4 {
			t.Errorf("%d items: %v allocations", n, got)
		}
	}
}
