// Command substitute, run in the folder of the generator, writes to a folder an assembly of
// internal/lanes whose multiply-adds and double shifts are made of other instructions, and the
// overlay that puts it into a build: for tests on processors with AVX-512 F, VL, DQ, BW and CD but
// without IFMA and VBMI2.
//
//	go run ./lane/substitute /tmp/substitute
//	go test -overlay /tmp/substitute/overlay.json ../lanes -args -assembly
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/gen/lane"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: substitute FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(folder string) error {
	law, err := os.ReadFile("../group/law.go")
	if err != nil {
		return err
	}
	files, err := lane.Files(string(law), true)
	if err != nil {
		return err
	}
	replaced, err := filepath.Abs("../lanes/kernels_ifma_amd64.s")
	if err != nil {
		return err
	}
	assembly, err := filepath.Abs(filepath.Join(folder, "kernels_ifma_amd64.s"))
	if err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {replaced: assembly}})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(assembly, []byte(files[0]), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "overlay.json"), overlay, 0o644)
}
