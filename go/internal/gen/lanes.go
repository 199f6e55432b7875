// The files of internal/lanes, and the kernels of the C++ core.

package main

import (
	"os"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/gen/lane"
)

// coreFile writes the kernels of the C++ core.
func coreFile(a *asm) error {
	law, err := os.ReadFile("../group/law.go")
	if err != nil {
		return err
	}
	text, err := lane.CKernels(string(law))
	a.text.WriteString(text)
	return err
}

// lanesFile returns what writes file i of those that lane.Files gives.
func lanesFile(i int) func(*asm) error {
	return func(a *asm) error {
		law, err := os.ReadFile("../group/law.go")
		if err != nil {
			return err
		}
		files, err := lane.Files(string(law), false)
		a.text.WriteString(files[i])
		return err
	}
}
