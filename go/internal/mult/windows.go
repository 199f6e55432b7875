// The widths of windows.

//go:build !exhaustive

package mult

const (
	genWindow      = 6  // of the table that secret multiples of G scan: 2^(w-1) rows a window
	oddWindow      = 12 // of the odd multiples of G that public scalars index: 2^(w-2) rows
	pointWindow    = 5  // of a point's table for a secret scalar: 2^(w-1) rows; divides 130
	pointWindowVar = 3  // of the sparse digits of a point's public scalar: 8 entries
)
