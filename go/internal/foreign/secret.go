// Secrets that package fmt does not print.

package foreign

// Secret holds bytes that package fmt prints by no verb, not even from a field that is not
// exported: it follows one pointer, for a verb that is none, but never two. Copies share the bytes.
// The zero value has none.
type Secret[Bytes any] struct{ bytes **Bytes }

// NewSecret copies the bytes.
func NewSecret[Bytes any](bytes *Bytes) Secret[Bytes] {
	all := new(struct {
		inner *Bytes
		bytes Bytes
	})
	all.inner, all.bytes = &all.bytes, *bytes
	return Secret[Bytes]{&all.inner}
}

// Get returns where the bytes are; nil if there are none.
func (s Secret[Bytes]) Get() *Bytes {
	if s.bytes == nil {
		return nil
	}
	return *s.bytes
}

// Zero overwrites the bytes: there are none afterwards.
func (s Secret[Bytes]) Zero() {
	if bytes := s.Get(); bytes != nil {
		var zeros Bytes
		*bytes, *s.bytes = zeros, nil
	}
}
