// The widths of windows in the group of order 199: the true ones of points, those of G as in the
// group of order 13.

//go:build exhaustive && order199

package mult

const (
	genWindow      = 2
	oddWindow      = 3
	pointWindow    = 5
	pointWindowVar = 3
)
