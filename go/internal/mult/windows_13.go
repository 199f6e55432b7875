// The widths of windows in the group of order 13: with wider ones tables would hold infinity.

//go:build exhaustive && !order199

package mult

const (
	genWindow      = 2
	oddWindow      = 3
	pointWindow    = 2
	pointWindowVar = 2
)
