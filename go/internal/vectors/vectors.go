// Package vectors is the one reader of the test vectors, test/vectors in the repository, which its
// other parts share. It is for tests alone.
//
// Each file is {"source", "standard", "fields": {name: meaning}, "cases": [...]}; "fields" says
// what every member of a case means.
package vectors

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Bytes are written as hexadecimal digits, or null for nil.
type Bytes []byte

// UnmarshalJSON implements [json.Unmarshaler].
func (b *Bytes) UnmarshalJSON(text []byte) error {
	var digits *string
	if err := json.Unmarshal(text, &digits); err != nil {
		return err
	}
	*b = nil
	if digits == nil {
		return nil
	}
	decoded, err := hex.DecodeString(*digits)
	*b = append(Bytes{}, decoded...)
	return err
}

// find returns the path of the folder of that name beside the module, or above it, that holds the
// file: the environment variable UFSECP_VECTORS for test/vectors, if it is set, else the first one
// found on the way up from the working directory.
func find(name, file string) (string, error) {
	if folder := os.Getenv("UFSECP_VECTORS"); folder != "" && name == "test/vectors" {
		return folder, nil
	}
	for up := "."; len(up) < 32; up = filepath.Join("..", up) {
		folder := filepath.Join(up, filepath.FromSlash(name))
		if _, err := os.Stat(filepath.Join(folder, file)); err == nil {
			return folder, nil
		}
	}
	return "", errors.New("there is no " + name + "/" + file +
		" here: it is part of the repository, not of the Go module; run the tests in a checkout")
}

// Read returns the bytes of a file of the repository's folder, and ends the test if there is none.
func Read(t testing.TB, folder, file string) []byte {
	t.Helper()
	path, err := find(folder, file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(path, file))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Load returns the cases of a file, and ends the test if there are fewer than least.
func Load[T any](t testing.TB, file string, least int) []T {
	t.Helper()
	var all struct{ Cases []T }
	if err := json.Unmarshal(Read(t, "test/vectors", file), &all); err != nil {
		t.Fatal(fmt.Errorf("%s: %w", file, err))
	}
	if len(all.Cases) < least || least < 1 {
		t.Fatalf("%s: %d cases, expected %d", file, len(all.Cases), least)
	}
	return all.Cases
}
