"""The notebooks of examples/ run, on what they make or on other input, and say what is wrong with
it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import ufsecp
from data import ROOT, vectors

TOOL = Path(os.environ.get("UFSECP_TOOL", ROOT / "build/release/ufsecp"))
pytestmark = pytest.mark.skipif(not TOOL.exists(), reason=f"the tool is not built: {TOOL}")


def notebook(name, *words):
    done = subprocess.run(
        [sys.executable, ROOT / f"examples/{name}.py", *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, "UFSECP_TOOL": str(TOOL)},
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


def pages(name, folder, *words):
    """What a notebook prints, with its page and its picture."""
    page, image = folder / "page.html", folder / "picture.png"
    words = [*words, "--html", page]
    try:
        import matplotlib  # noqa: F401

        words += ["--picture", image]
    except ImportError:
        image = None
    status, said, error = notebook(name, *words)
    assert status == 0, error
    assert image is None or image.read_bytes().startswith(b"\x89PNG")
    return said, page.read_text()


def test_ethereum_senders(tmp_path):
    cases = vectors("ethereum_signed")
    want = [address for case in cases for address in case["addresses"]]
    said, page = pages("ethereum_senders", tmp_path)
    last = f"{len(want)} signatures, {len(set(want))} senders, 0 without one"
    assert said.splitlines()[-1] == last
    for address in want:
        assert f"<td>0x{address}</td>" in page
    most = max(set(want), key=want.count)
    assert said.splitlines()[0].split() == [str(want.count(most)), f"0x{most}"]
    file = tmp_path / "one.hex"
    file.write_text(cases[0]["raw"] + "\n")
    status, said, _ = notebook("ethereum_senders", file)
    assert status == 0 and f"0x{cases[0]['addresses'][0]}" in said


def test_chain_signatures(tmp_path):
    said, page = pages("chain_signatures", tmp_path)
    lines = said.splitlines()
    kinds = {kind: int(n) for n, _, kind in (line.strip().partition("  ") for line in lines[:-2])}
    total = sum(kinds.values())
    assert kinds["Schnorr"] > 20 and kinds["ECDSA, compressed key, low s"] > 10
    assert lines[-2].endswith(f" {total} signatures, of which {total} are valid.")
    assert page.count("<td>valid</td>") == total and "<td>not valid</td>" not in page
    # One transaction, with its outputs and a signature that is not valid.
    case = next(c for c in vectors("spends") if c["name"] == "BIP-143 P2WPKH")
    spoiled = case["tx"]
    i = spoiled.index("304502") + 20
    spoiled = spoiled[:i] + f"{int(spoiled[i], 16) ^ 1:x}" + spoiled[i + 1 :]
    (tmp_path / "tx.hex").write_text(spoiled)
    outs = [spoiled[14:78], "ef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a"]
    rows = ["txid,vout,amount,script"]
    for i, (txid, out) in enumerate(zip(outs, case["prevouts"])):
        txid = bytes.fromhex(txid)[::-1].hex()
        rows.append(f"{txid},{i},{out['amount']},{out['script']}")
    (tmp_path / "prevouts.csv").write_text("\n".join(rows))
    words = ["--prevouts", tmp_path / "prevouts.csv", tmp_path / "tx.hex"]
    status, said, error = notebook("chain_signatures", *words)
    assert status == 0 and "2 signatures, of which 1 are valid" in said, said + error


def test_silent_payments(tmp_path):
    said, page = pages("silent_payments", tmp_path)
    lines = said.splitlines()
    payments = sum(int(line.split()[0]) for line in lines[:-1])
    assert payments >= 30 and f" {payments} payments, 0 tweaks" in lines[-1]
    assert "20,000 transactions" in page
    # What the tool planted for other rows and labels is what the notebook finds.
    index, keys = tmp_path / "index.csv", tmp_path / "receiver.keys"
    words = ["--rows", "500", "--payments", "20", "--labels", "3", "--output-size", "32"]
    command = [TOOL, "index", *words, "--keys", keys, index]
    planted = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    want = [json.loads(line) for line in planted.splitlines()]
    said, page = pages("silent_payments", tmp_path, index, keys, "--labels", "3")
    assert f" {len(want)} payments, 0 tweaks" in said
    for payment in want:
        assert f"<td>{payment['x']}" in page
    assert notebook("silent_payments", index, keys)[1] != said  # without label 2


def test_bad_input(tmp_path):
    """Said in a line, by the notebook or by the tool, and no page is written."""
    bad, page = tmp_path / "bad.csv", tmp_path / "page.html"
    keys = tmp_path / "keys"
    bad.write_text("tweak,outputs\nzz,\n")
    keys.write_text("01" * 32 + " " + bytes(ufsecp.PrivateKey(b"\1" * 32).public_key()).hex())
    for name, words, said in (
        ("ethereum_senders", [bad], "bad.csv"),
        ("ethereum_senders", [tmp_path / "none.hex"], "none.hex"),
        ("chain_signatures", [bad], "bad.csv"),
        ("chain_signatures", ["--prevouts", bad], "--prevouts belongs to a FILE"),
        ("silent_payments", [bad], "INDEX.csv and KEYS belong together"),
        ("silent_payments", [bad, keys], "bad.csv: expected columns tweak and outputs"),
        ("silent_payments", [bad, bad], "bad.csv: expected a scan key and a spend key"),
        ("silent_payments", [bad, tmp_path / "none"], "none: expected a scan key"),
    ):
        status, out, error = notebook(name, *words, "--html", page)
        assert status != 0 and said in error and "Traceback" not in error, error
        assert not out and not page.exists()
