// The output key of a taproot output (BIP-341), variable time.

package p256k1

// TaprootOutput returns the output key P + t G of the internal key x (BIP-341). t is the tagged
// hash TapTweak of x and root. odd reports whether the output's y is odd, which the control block
// of a script needs. root is the Merkle root of the scripts, 32 bytes, or nil if there are none.
// [ErrMerkleRoot], [ErrPublicKeyFormat] if x is no key, or [ErrTweak], for which no key is known.
// Variable time.
func (x *XOnlyPublicKey) TaprootOutput(root []byte) (output *XOnlyPublicKey, odd bool, err error) {
	if !x.IsValid() {
		return nil, false, ErrPublicKeyFormat
	}
	var t [32]byte
	if err := taprootTweak(&t, &x.point, root); err != nil {
		return nil, false, err
	}
	q := PublicKey{x.point}
	if !tweakAddVar(&q.point, &t) {
		return nil, false, ErrTweak
	}
	return q.XOnly(), q.IsOdd(), nil
}
