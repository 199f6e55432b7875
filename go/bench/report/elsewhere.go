// What other reports of Go libraries print, under the names that it has there.

package main

import (
	"bytes"
	"fmt"
	"strings"
)

// writeElsewhere writes averages of memory, the parts of a verification, and names elsewhere.
func (r *report) writeElsewhere(b *bytes.Buffer) {
	r.writeAverages(b)
	r.writeParts(b)
	b.WriteString(namesElsewhere)
}

// namesElsewhere says how what other projects name is called here.
const namesElsewhere = `
## Names elsewhere

- ` + "`EcmultCombined` is `mult.Mul2Var`" + ` here, the row VerificationPart_Product. It has no
  inversion.
- The generator table of windows of 6 bits (` + "`genWindow`" + `) serves secrets: every row of a
  window is read, so that no address depends on a key. A byte-based table, of windows of 8
  bits, is indexed by the secret.
- The table of odd multiples in windows of 12 bits (` + "`oddWindow`" + `) serves public scalars.
- Rows called AVX2 elsewhere are scalar code there; rows here are named by what they use.
- The history of figures is that of the repository, in doc/FIGURES.md.
`

// writeAverages writes what an operation allocates on average, for each library that was measured.
func (r *report) writeAverages(b *bytes.Buffer) {
	var lines []string
	for _, library := range libraries {
		var size, count, n float64
		for i := range r.Operations {
			if c := r.Operations[i].of(library); c != nil {
				size, count, n = size+c.Bytes, count+c.Count, n+1
			}
		}
		if n > 0 {
			lines = append(lines, fmt.Sprintf("| %s | %.0f | %.0f | %.1f |\n",
				library, n, size/n, count/n))
		}
	}
	if lines != nil {
		b.WriteString("\n## Memory, averaged over the operations\n\n" +
			"| library | operations | B/op | allocs/op |\n|---|---|---|---|\n" +
			strings.Join(lines, ""))
	}
}

// writeParts writes what share of a Schnorr verification from bytes each of its parts is.
func (r *report) writeParts(b *bytes.Buffer) {
	const prefix = "VerificationPart_"
	var sum float64
	for _, s := range r.Others {
		if strings.HasPrefix(s.Name, prefix) {
			sum += s.Nanoseconds
		}
	}
	if sum == 0 {
		return
	}
	b.WriteString("\n## Parts of a Schnorr verification\n\n" +
		"| part | ns | share of them |\n|---|---|---|\n")
	for _, s := range r.Others {
		if part, found := strings.CutPrefix(s.Name, prefix); found {
			fmt.Fprintf(b, "| %s | %.0f | %.0f %% |\n", part, s.Nanoseconds, 100*s.Nanoseconds/sum)
		}
	}
}
