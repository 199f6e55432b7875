// Builds that nobody looks into: nothing happens.

//go:build !valgrind || !linux || !amd64

package ct

// Watched tells whether the program runs under valgrind in a build that says there what is secret.
const Watched = false

// Declassify marks *p as public from here on. The reason is a string literal.
func Declassify[T any](p *T, reason string) {}

// DeclassifyBit returns bit, which is public from here on. The reason is a string literal.
func DeclassifyBit(bit uint64, reason string) uint64 { return bit }
