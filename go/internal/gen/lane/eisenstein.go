// The residues of the Eisenstein integers mod 8, from their definition (internal/scalar,
// eisenstein_var.go).

package lane

// eisensteinCount is the number of digits.
const eisensteinCount = 43

// eisensteinEntries are the digits up to units, as the parts a, b of a + b*omega.
var eisensteinEntries = [][2]int{{1, 0}, {2, 0}, {3, 0}, {4, 0}, {4, 1}, {3, 1}, {2, 1}, {3, 2},
	{4, 2}, {4, 3}, {5, 3}}

// eisensteinRows has in byte a of word b the code of the digit of a + b*omega, and
// eisensteinCarries a bit a + 8 b where the digit's part is 8 below the residue's; eisensteinBases
// is where the tables of the lanes begin.
var eisensteinRows, eisensteinCarries, eisensteinBases = func() (rows [8]uint64, carries [2]uint64,
	bases [8]uint64) {
	for residue := range 64 {
		code, digit := eisensteinDigit(residue&7, residue>>3)
		rows[residue>>3] |= code << (8 * (residue & 7))
		for h, part := range []int{residue & 7, residue >> 3} {
			if digit[h] < part {
				carries[h] |= 1 << residue
			}
		}
	}
	for l := range bases {
		bases[l] = uint64(l * tableStride)
	}
	return
}()

// eisensteinDigit is the first code whose digit is a + b*omega mod 8, and the digit; of zero 0x80.
func eisensteinDigit(a, b int) (uint64, [2]int) {
	for entry, d := range eisensteinEntries {
		for rotation := range 3 {
			for sign := range 2 {
				if (a-d[0])&7 == 0 && (b-d[1])&7 == 0 {
					return uint64(entry<<3 | rotation<<1 | sign), d
				}
				d = [2]int{-d[0], -d[1]}
			}
			d = [2]int{-d[1], d[0] - d[1]}
		}
	}
	return 0x80, [2]int{}
}
