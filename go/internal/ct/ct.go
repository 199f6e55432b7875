// Package ct marks where a secret becomes public, and marks secrets for the checker that reports
// every other way out of them.
//
// With the build tag valgrind, under valgrind's memcheck, a secret is memory without a value:
// memcheck then follows it through registers and memory and reports a branch or an address that
// depends on it. Declassify and DeclassifyBit end that for a value which may be known. In every
// other build they are nothing, not even a call. Their reasons are string literals, which a test
// compares with the list in TIMING.md.
package ct
