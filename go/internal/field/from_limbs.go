// Constants of the field in other packages.

package field

// FromLimbs returns the element of these little-endian words. The compiler evaluates it, so that a
// variable set to it is initialized data.
func FromLimbs(n0, n1, n2, n3 uint64) Element { return Element{[4]uint64{n0, n1, n2, n3}} }
