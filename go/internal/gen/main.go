// Command gen writes the assembly of this module: `go run .` in its folder rewrites each file that
// is not as the generator makes it, and says which.
package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/gen/lane"
)

// outputs are the generated files, relative to this folder, and what writes them.
var outputs = []struct {
	path  string
	write func(*asm) error
}{
	{"../modinv/modinv_amd64.s", modinvFile},
	{"../modinv/modinv_arm64.s", modinvFileA64},
	{"../field/fe4x64_amd64.s", fieldFile},
	{"../field/fe4x64_arm64.s", fieldFileA64},
	{"../scalar/sc4x64_amd64.s", scalarFile},
	{"../group/law_amd64.s", lawFile},
	{"../group/law_arm64.s", lawFileA64},
	{"../mult/scan_amd64.s", scanFile},
	{"../mult/scan_arm64.s", scanFileA64},
	{"../lanes/kernels_ifma_amd64.s", lanesFile(0)},
	{"../lanes/kernels_avx512_amd64.s", lanesFile(1)},
	{"../lanes/kernels_fma_amd64.s", lanesFile(2)},
	{"../lanes/kernels_amd64.go", lanesFile(3)},
	{"../lanes/kernels_noasm.go", lanesFile(4)},
	{"../lanes/kernels_twin.go", lanesFile(5)},
	{"../../../src/lanes/kernels_x64_fma.S", ofLaw(lane.CKernels)},
}

func main() {
	for _, o := range outputs {
		if err := update(o.path, o.write); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", o.path, err)
			os.Exit(1)
		}
	}
}

// update brings the file at path up to date.
func update(path string, write func(*asm) error) error {
	var a asm
	if err := write(&a); err != nil {
		return err
	}
	old, err := os.ReadFile(path)
	if err == nil && bytes.Equal(old, a.text.Bytes()) {
		return nil
	}
	fmt.Println(path)
	return os.WriteFile(path, a.text.Bytes(), 0o644)
}
