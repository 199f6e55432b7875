// Requests to valgrind, which are words of instructions that do nothing elsewhere.

//go:build valgrind && linux && amd64

package ct

import "unsafe"

// The requests used, as valgrind.h and memcheck.h number them.
const (
	runningOnValgrind = 0x1001
	countErrors       = 0x1201
	memcheck          = 'M'<<24 | 'C'<<16
	makeMemUndefined  = memcheck + 1
	makeMemDefined    = memcheck + 2
	getVbits          = memcheck + 8
)

// request hands its arguments to valgrind and returns the answer; 0 where no valgrind listens.
//
//go:noescape
func request(code, a, b, c, d, e uintptr) (answer uintptr)

// Watched tells whether the program runs under valgrind in a build that says there what is secret.
var Watched = request(runningOnValgrind, 0, 0, 0, 0, 0) != 0

// Classify marks *p as secret.
func Classify[T any](p *T) {
	request(makeMemUndefined, uintptr(unsafe.Pointer(p)), unsafe.Sizeof(*p), 0, 0, 0)
}

// Declassify marks *p as public from here on. The reason is a string literal.
func Declassify[T any](p *T, reason string) {
	request(makeMemDefined, uintptr(unsafe.Pointer(p)), unsafe.Sizeof(*p), 0, 0, 0)
}

// DeclassifyBit returns bit, which is public from here on. The reason is a string literal.
func DeclassifyBit(bit uint64, reason string) uint64 {
	Declassify(&bit, reason)
	return bit
}

// Tainted tells whether a bit of *p depends on a secret; *p has at most 256 bytes.
func Tainted[T any](p *T) bool {
	var secret [256]byte
	n := unsafe.Sizeof(*p)
	from, to := uintptr(unsafe.Pointer(p)), uintptr(unsafe.Pointer(&secret))
	if request(getVbits, from, to, n, 0, 0) != 1 {
		panic("ct: memcheck knows nothing of this memory")
	}
	for _, b := range secret[:n] {
		if b != 0 {
			return true
		}
	}
	return false
}

// Errors returns how often memcheck has reported something so far.
func Errors() int { return int(request(countErrors, 0, 0, 0, 0, 0)) }
