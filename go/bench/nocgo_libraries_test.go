//go:build !cgo || !unix

// The libraries that need cgo, where it is not.

package bench

import "errors"

var errNoCgo = errors.New("built without cgo (CGO_ENABLED=0, or no C compiler)")

func withoutCgo() (*operations, error) { return nil, errNoCgo }

var gethLibrary, libSecp, libSecpC library = withoutCgo, withoutCgo, withoutCgo

// Differential tests go without go-ethereum's copy here.
var (
	gethVerify  func(public, hash, signature []byte) bool
	gethRecover func(hash, signature []byte) ([]byte, error)
)
