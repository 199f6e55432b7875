// Command count runs operations between marks, for an emulator that counts instructions. In the
// folder above this one:
//
//	GOARCH=arm64 CGO_ENABLED=0 go build -o ../build/go/count ./bench/count
//	../tools/count_instructions.py -e generic -e asm ../build/go/count ecdsa_verify ecdsa_sign
//
// It is a program of Linux. UFSECP_ENGINE says by which code, in words of P256K1_CPU.

//go:build linux

package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"unsafe"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
)

// different is how many inputs there are.
const different = 64

// must is for what cannot fail on these inputs.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// An operation does something to input i and returns part of the result.
type operation func(i int) uint64

// operations are those by name. A new set starts from the same inputs.
func operations() map[string]operation {
	var (
		keys       [different]*p256k1.PrivateKey
		public     [different]*p256k1.PublicKey
		xonly      [different]*p256k1.XOnlyPublicKey
		hashes     [different][32]byte
		signatures [different]p256k1.Signature
		withID     [different][]byte
		schnorr    [different][64]byte
		a, b       field.Element
	)
	for i := range keys {
		keys[i] = must(p256k1.NewPrivateKey(append(make([]byte, 31), byte(i+1))))
		public[i] = keys[i].PublicKey()
		xonly[i] = public[i].XOnly()
		hashes[i] = p256k1.Keccak256([]byte{byte(i)})
		signature, id, err := keys[i].SignRecoverable(hashes[i][:])
		signatures[i] = must(signature, err)
		withID[i] = append(signature[:], id)
		schnorr[i] = must(keys[i].SignSchnorr(hashes[i][:], nil))
	}
	a.SetBytes(&hashes[0])
	b.SetBytes(&hashes[1])
	// onField is an operation of the field, each on the result of the one before.
	onField := func(do func(r, b *field.Element)) operation {
		return func(int) uint64 {
			do(&a, &b)
			return a.Limbs()[0]
		}
	}
	bit := func(valid bool) uint64 {
		if valid {
			return 1
		}
		return 0
	}
	word := func(b []byte) uint64 { return binary.BigEndian.Uint64(b) }
	return map[string]operation{
		"nothing":       onField(func(r, b *field.Element) {}),
		"field_mul":     onField(func(r, b *field.Element) { r.Mul(r, b) }),
		"field_sqr":     onField(func(r, b *field.Element) { r.Sqr(r) }),
		"field_sqrt":    onField(func(r, b *field.Element) { r.Sqrt(r) }),
		"field_inv":     onField(func(r, b *field.Element) { r.Inv(r) }),
		"field_inv_var": onField(func(r, b *field.Element) { r.InvVar(r) }),
		"ecdsa_verify": func(i int) uint64 {
			return bit(public[i].VerifyECDSA(hashes[i][:], signatures[i]))
		},
		"schnorr_verify": func(i int) uint64 {
			return bit(xonly[i].VerifySchnorr(hashes[i][:], schnorr[i][:]))
		},
		"ecrecover": func(i int) uint64 {
			r := must(p256k1.Ecrecover(hashes[i][:], withID[i]))
			return word(r[:])
		},
		"ecdsa_sign": func(i int) uint64 {
			r := must(keys[i].SignECDSA(hashes[i][:]))
			return word(r[:])
		},
		"schnorr_sign": func(i int) uint64 {
			r := must(keys[i].SignSchnorr(hashes[i][:], nil))
			return word(r[:])
		},
		"pubkey_create": func(i int) uint64 {
			r := must(p256k1.NewPrivateKey(hashes[i][:])).PublicKey().Compressed()
			return word(r[:])
		},
		"ecdh": func(i int) uint64 {
			r := must(keys[i].ECDH(public[(i+1)%different]))
			return word(r[:])
		},
	}
}

// A page is where marks are stored.
type page [4096]byte

// runMarked runs an operation n times between marks. The scheduler, which may interrupt it, has had
// its turn before: a short run is rarely interrupted.
//
//go:noinline
func runMarked(marks *page, do operation, n int) (sum uint64) {
	runtime.Gosched()
	marks[0] = 1
	for i := range n {
		sum = sum*3 + do(i%different)
	}
	marks[64] = 1
	return sum
}

func main() {
	n := 0
	if len(os.Args) > 2 {
		n, _ = strconv.Atoi(os.Args[1])
	}
	if n < 1 {
		fmt.Fprintln(os.Stderr, "usage: count TIMES OPERATION...\n"+
			"runs each operation not at all, then TIMES times, between marks")
		os.Exit(2)
	}
	marks, err := mapMarks()
	if err != nil {
		fmt.Fprintln(os.Stderr, "count: the page of the marks cannot be had:", err)
		os.Exit(1)
	}
	// Only the thread that sets the mark is counted, and nothing else runs on it.
	runtime.LockOSThread()
	debug.SetGCPercent(-1)
	runtime.MemProfileRate = 0
	engine := os.Getenv("UFSECP_ENGINE")
	switch {
	case engine == "generic":
		cpu.This = cpu.Features{}
	case engine == "asm" && cpu.This.HasASM:
		cpu.This = cpu.Features{HasASM: true}
	default:
		engine = "all"
	}
	fmt.Println("engine", engine)
	for _, name := range os.Args[2:] {
		do := operations()[name]
		if do == nil {
			fmt.Println("none", name)
			continue
		}
		runMarked(new(page), do, 1) // makes what is made once, and a stack that suffices
		runMarked(marks, do, 0)
		fmt.Printf("op %s 1 %016x\n", name, runMarked(marks, do, n))
	}
}

// mapMarks maps the page that tools/count_plugin.c watches.
func mapMarks() (*page, error) {
	const flags = syscall.MAP_PRIVATE | syscall.MAP_ANON | syscall.MAP_FIXED
	got, _, failed := syscall.Syscall6(syscall.SYS_MMAP, 0x3100000000, unsafe.Sizeof(page{}),
		syscall.PROT_READ|syscall.PROT_WRITE, flags, ^uintptr(0), 0)
	if failed != 0 {
		return nil, failed
	}
	return *(**page)(unsafe.Pointer(&got)), nil
}
