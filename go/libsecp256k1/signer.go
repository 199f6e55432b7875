// The signer's interface over the library.

package libsecp256k1

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/signer"
)

// NewSigner returns a signer without keys whose secret keys, signatures, verdicts and shared
// secrets are the library's. It gives the results and the errors of signer.New.
func NewSigner(l *Library) signer.P256K1Signer { return foreign.NewSigner[KeyPair](l) }
