"""Extended keys: published vectors, and batches of children against one derivation each."""

import pickle

import pytest
from data import vectors

import ufsecp
from ufsecp import Error, ExtendedPrivateKey, ExtendedPublicKey, _bip32

CASES = [c for c in vectors("bip32") if c["kind"] == "derive"]
INVALID = [c for c in vectors("bip32") if c["kind"] == "invalid"]
HARD = 2**31


def keys():
    master = ExtendedPrivateKey.from_seed(bytes(range(32)))
    return master, master.public()


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["comment"])
def test_vectors(case):
    with ExtendedPrivateKey.from_seed(bytes.fromhex(case["seed"])) as master:
        key = master.derive(case["path"])
    assert key.to_text() == case["xprv"] and str(key.public()) == case["xpub"]
    assert ExtendedPrivateKey(case["xprv"]) == key == ExtendedPrivateKey(key.to_bytes())
    public = ExtendedPublicKey(case["xpub"])
    assert public == key.public() == ExtendedPublicKey(bytes(public))
    assert pickle.loads(pickle.dumps(public)) == public
    assert key.private_key().public_key() == public.public_key()
    broken = ExtendedPrivateKey(key.to_bytes())
    broken._secret.view(78)[46:] = bytes(32)
    with pytest.raises(Error, match="no secret key"):
        broken.private_key()


@pytest.mark.parametrize("case", INVALID, ids=lambda c: c["comment"])
def test_invalid(case):
    for kind in ExtendedPrivateKey, ExtendedPublicKey:
        with pytest.raises(ufsecp.Error):
            kind(case["text"])


def test_paths():
    master, public = keys()
    key = master.derive([84 + HARD, 0, 7])
    for path in "m/84h/0/7", "84'/0/7", "84H/0/7":
        assert master.derive(path) == key
    assert master.derive("m") == master.derive([]) == master
    assert public.derive("3/4") == master.derive("3/4").public()
    with pytest.raises(ufsecp.Error):
        public.derive("3h")
    for bad in "x", "", "m//1", "m/m", "m/m/1", "1/m", "2147483648", "-1", [2**32], [-1]:
        with pytest.raises(ValueError):
            master.derive(bad)
    for bad in [1.0], [True], ["1"], b"m/0h", bytearray(b"0"), memoryview(b""), None:
        for parent in master, public:
            with pytest.raises(TypeError):
                parent.derive(bad)
            with pytest.raises(TypeError):
                parent.children(0, 1, branches=bad)


def test_testnet(monkeypatch):
    """Any true value; what the library refuses raises."""
    seed = bytes(range(32))
    for testnet in True, 2, "yes":
        key = ExtendedPrivateKey.from_seed(seed, testnet=testnet)
        assert key.to_text().startswith("tprv")
    monkeypatch.setattr(_bip32.lib, "ufsecp_bip32_master", lambda *arguments: 0)
    with pytest.raises(ufsecp.Error, match="no master key"):
        ExtendedPrivateKey.from_seed(seed)


def test_secrets():
    master, _ = keys()
    assert repr(master) == "<ExtendedPrivateKey, secret>"
    with pytest.raises(TypeError):
        pickle.dumps(master)
    for wrong in bytes(77), bytes(79):
        with pytest.raises(ValueError, match="78 bytes"):
            ExtendedPrivateKey(wrong)
    with pytest.raises(ufsecp.Error, match="public key"):
        ExtendedPrivateKey(str(master.public()))
    with pytest.raises(ufsecp.Error, match="private key"):
        ExtendedPublicKey(master.to_text())
    with pytest.raises(ValueError, match="16 to 64"):
        ExtendedPrivateKey.from_seed(bytes(15))
    master.close()
    with pytest.raises(ValueError, match="closed"):
        master.children(0, 1)
    assert repr(master) == "<ExtendedPrivateKey, closed>"


@pytest.mark.parametrize("branches", [(), (0, 1), (5,)])
def test_public_children(branches):
    _, public = keys()
    columns = ("xpubs", "pubkeys", "hashes", "outputs")
    got = public.children(40, 30, branches=branches, columns=columns)
    assert list(got) == list(columns)
    parents = [public.derive([b]) for b in branches] or [public]
    want = [parent.derive([i]) for parent in parents for i in range(40, 70)]
    assert got["xpubs"] == list(map(bytes, want))
    assert got["pubkeys"] == [bytes(key.public_key()) for key in want]
    taproot = [key.public_key().xonly().taproot_output_key() for key in want]
    assert got["outputs"] == [
        bytes(pair[0] if isinstance(pair, tuple) else pair) for pair in taproot
    ]
    # The parent's hash begins with the fingerprint that a child's child states.
    assert [h[:4] for h in got["hashes"]] == [bytes(key.derive([0]))[5:9] for key in want]


@pytest.mark.parametrize("first, branches", [(0, ()), (HARD - 3, (0,)), (HARD + 7, (1, HARD + 2))])
def test_private_children(first, branches):
    master, _ = keys()
    got = master.children(first, 3, branches=branches, columns=("seckeys", "xprvs"))
    parents = [master.derive([b]) for b in branches] or [master]
    want = [parent.derive([i]) for parent in parents for i in range(first, first + 3)]
    assert got["xprvs"] == [key.to_bytes() for key in want]
    assert got["seckeys"] == [key.private_key().to_bytes() for key in want]


def test_forms_and_parts(monkeypatch):
    """The forms hold the same, and neither parts nor threads change it."""
    numpy, pyarrow = pytest.importorskip("numpy"), pytest.importorskip("pyarrow")
    master, public = keys()
    want = public.children(3, 250, branches=(0, 1), columns=("pubkeys", "hashes"))
    table = public.children(3, 250, branches=(0, 1), columns=("pubkeys", "hashes"), form="arrow")
    assert pyarrow.table(table).to_pydict() == want
    secret = master.children(3, 250, form="numpy")["seckeys"]
    assert secret.dtype == numpy.uint8 and secret.shape == (250, 32)
    assert list(map(bytes, secret)) == master.children(3, 250)["seckeys"]
    monkeypatch.setattr("ufsecp._batch.PART", 70)
    done = []
    args = {"branches": (0, 1), "columns": ("pubkeys", "hashes"), "threads": 2}
    assert public.children(3, 250, progress=done.append, **args) == want
    assert sum(done) == 500 and len(done) == 8
    assert public.children(3, 0) == {"pubkeys": []}


def test_misuse():
    master, public = keys()
    for first, n in (-1, 1), (0, -1), (HARD - 1, 2), (HARD, 1):
        with pytest.raises(ValueError, match="first, n"):
            public.children(first, n)
    for first, n in (HARD - 1, 2), (2 * HARD - 1, 2):
        with pytest.raises(ValueError, match="first, n"):
            master.children(first, n)
    with pytest.raises(ValueError, match="hardened"):
        public.children(0, 1, branches=(0, HARD))
    for wrong in {"columns": "seckeys"}, {"form": "pandas"}:
        with pytest.raises(ValueError):
            public.children(0, 1, **wrong)
    with pytest.raises(TypeError):
        public.children(0.0, 1)
    deep = master.derive([0] * 255)
    for key in deep, deep.public():
        with pytest.raises(ufsecp.Error, match="deep"):
            key.children(0, 2)
