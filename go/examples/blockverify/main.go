// Command blockverify reads a Bitcoin block, takes the signatures out of it and verifies them all
// at once.
//
//	blockverify BLOCK [OUTPUTS]
//
// BLOCK is a serialized block, raw or as hexadecimal digits (what `bitcoin-cli getblock HASH 0`
// prints), or a blk*.dat file of such blocks (one that is not obfuscated). What can be verified
// from a file alone: inputs that spend outputs of the same file, and those that look like P2PKH,
// since their signature hash does not depend on what is spent. All others need the outputs that
// they spend: OUTPUTS is a text of lines `TXID INDEX SATOSHI SCRIPT`. Of these, P2PK, P2PKH, P2WPKH
// and P2SH-P2WPKH are read; inputs of other kinds (multisignature, P2WSH, taproot) are counted and
// left out. It verifies signatures: whether their keys may spend those outputs, and all other rules
// of a block, it does not ask.
//
// The exit code is 0 if every signature that was found is valid.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
)

func main() {
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: blockverify BLOCK [OUTPUTS]")
	}
	flag.Parse()
	if flag.NArg() != 1 && flag.NArg() != 2 {
		flag.Usage()
		os.Exit(2)
	}
	all, err := run(flag.Args(), os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "blockverify:", err)
		os.Exit(2)
	}
	if !all {
		os.Exit(1)
	}
}

// run does it, and tells if every signature is valid.
func run(paths []string, w io.Writer) (all bool, err error) {
	raw, err := os.ReadFile(paths[0])
	if err != nil {
		return false, err
	}
	if text := bytes.TrimSpace(raw); len(text) > 0 &&
		len(bytes.Trim(text[:min(len(text), 160)], "0123456789abcdefABCDEF")) == 0 {
		raw = make([]byte, hex.DecodedLen(len(text)))
		if _, err := hex.Decode(raw, text); err != nil {
			return false, err
		}
	}
	block, err := parseFile(raw)
	if err != nil {
		return false, err
	}
	var spent map[outpoint]output
	if len(paths) > 1 {
		file, err := os.Open(paths[1])
		if err != nil {
			return false, err
		}
		defer file.Close()
		if spent, err = readOutputs(file); err != nil {
			return false, err
		}
	}
	claims, left := extract(block, spent)
	invalid := verify(claims)
	fmt.Fprintf(w, "%d transactions, %d signatures: %d valid, %d not\n", len(block), len(claims),
		len(claims)-len(invalid), len(invalid))
	for _, i := range invalid {
		fmt.Fprintf(w, "not valid: %s\n", &claims[i])
	}
	for _, why := range []string{leftCoinbase, leftUnknown, leftKind, leftForm} {
		if left[why] > 0 {
			fmt.Fprintf(w, "left out: %d, %s\n", left[why], why)
		}
	}
	return len(invalid) == 0, nil
}

// readOutputs reads lines of transaction id, index, amount and script.
func readOutputs(r io.Reader) (map[outpoint]output, error) {
	all := map[outpoint]output{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var id, script string
		var point outpoint
		var out output
		if _, err := fmt.Sscan(lines.Text(), &id, &point.index, &out.amount, &script); err != nil {
			return nil, fmt.Errorf("outputs, line %d: %w", n, err)
		}
		bytes, err := hex.DecodeString(id)
		if err != nil || len(bytes) != 32 {
			return nil, fmt.Errorf("outputs, line %d: %q is no transaction id", n, id)
		}
		slices.Reverse(bytes)
		point.id = [32]byte(bytes)
		if out.script, err = hex.DecodeString(script); err != nil {
			return nil, fmt.Errorf("outputs, line %d: %w", n, err)
		}
		all[point] = out
	}
	return all, lines.Err()
}
