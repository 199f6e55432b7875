// The files of internal/lanes, and the kernels of the C++ core.

package main

import (
	"os"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/gen/lane"
)

// ofLaw returns what writes the file that is made of the text of group/law.go.
func ofLaw(text func(law string) (string, error)) func(*asm) error {
	return func(a *asm) error {
		law, err := os.ReadFile("../group/law.go")
		if err != nil {
			return err
		}
		made, err := text(string(law))
		a.text.WriteString(made)
		return err
	}
}

// lanesFile returns what writes file i of those that lane.Files gives.
func lanesFile(i int) func(*asm) error {
	return ofLaw(func(law string) (string, error) {
		files, err := lane.Files(law, false)
		return files[i], err
	})
}
