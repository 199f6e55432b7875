"""DuckDB's extension: every function says what the Python package says of the same rows, whatever
form a chunk has; NULL gives NULL, and no bytes fail a query."""

import random
import sys
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "python/test")]
import ufsecp  # noqa: E402
from data import digest, real, secret, spoiled, vectors  # noqa: E402

EXTENSION = ROOT / "build/duckdb/ufsecp.duckdb_extension"
N = 5000  # more than two chunks
B = bytes.fromhex


@pytest.fixture
def con():
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": "2"})
    connection.load_extension(str(EXTENSION))
    yield connection
    connection.close()


def query(con, expression, types=None, **columns):
    """The values of an expression for each row of the columns, in their order."""
    arrays = {
        name: pa.array(values, (types or {}).get(name, pa.binary()))
        for name, values in columns.items()
    }
    arrays["i"] = pa.array(range(len(next(iter(columns.values())))))
    con.register("t", pa.table(arrays))
    return [row[0] for row in con.execute(f"SELECT {expression} FROM t ORDER BY i").fetchall()]


def repeated(rows):
    return [column * (N // len(column) + 1) for column in rows]


def ecdsa_rows():
    hashes, keys, signatures = (column[:N] for column in repeated(real(3648)))
    return spoiled(hashes, 1), spoiled(keys, 2), spoiled(signatures, 3)


def test_ecdsa_verify(con):
    h, k, s = ecdsa_rows()
    got = query(con, "ecdsa_verify(h, k, s)", h=h, k=k, s=s)
    assert got == ufsecp.verify_ecdsa(h, k, s)
    assert {True, False, None} == set(got)
    whole = [None if key is None else (ufsecp.decompress([key])[0] or key) for key in k[:300]]
    got = query(con, "ecdsa_verify(h, k, s)", h=h[:300], k=whole, s=s[:300])
    assert got == ufsecp.verify_ecdsa(h[:300], whole, s[:300]) and True in got


def test_ecdsa_verify_der(con):
    hashes, keys, signatures = (column[:600] for column in real(600))
    der = spoiled([ufsecp.ecdsa_to_der(s) for s in signatures], 4)
    got = query(con, "ecdsa_verify_der(h, k, s)", h=hashes, k=keys, s=der)
    assert got == ufsecp.verify_ecdsa(hashes, keys, der, encoding="der")
    assert {True, False, None} == set(got)
    assert query(con, "ecdsa_verify_der(h, k, s)", h=hashes, k=keys, s=signatures) == [False] * 600


def test_schnorr_verify(con):
    keys = [ufsecp.PrivateKey(secret(i)) for i in range(50)]
    messages = [digest(i) * (i % 4) for i in range(50)]
    signatures = [key.sign_schnorr(m) for key, m in zip(keys, messages)]
    xonly = [key.xonly_public_key().to_bytes() for key in keys]
    m, k, s = repeated((messages, xonly, signatures))
    k, s = spoiled(k, 5), spoiled(s, 6)
    m[7] = None
    got = query(con, "schnorr_verify(m, k, s)", m=m, k=k, s=s)
    assert got == ufsecp.verify_schnorr(m, k, s)
    assert {True, False, None} == set(got)


def test_ecrecover(con):
    keys = [ufsecp.PrivateKey(secret(i)) for i in range(40)]
    signatures = [key.sign_recoverable(digest(i)) for i, key in enumerate(keys)]
    h, s = repeated(([digest(i) for i in range(40)], signatures))
    h, s = spoiled(h, 7), spoiled(s, 8)
    want = ufsecp.ecrecover(h, s)
    assert query(con, "ecrecover(h, s)", h=h, s=s) == want
    assert want[20] is None or want[20] == keys[20].public_key().ethereum_address()
    # Ethereum's numbers, and those that are none.
    h, s = [digest(0)] * 8, [signatures[0][:64]] * 8
    v = signatures[0][64]
    numbers = [v, v + 27, v ^ 1, 4, 26, 31, -1, None]
    got = query(con, "ecrecover(h, s, v)", {"v": pa.int32()}, h=h, s=s, v=numbers)
    address = keys[0].public_key().ethereum_address()
    assert got[:2] == [address] * 2 and got[2] not in (None, address) and got[3:] == [None] * 5


def test_keys(con):
    keys = [ufsecp.PrivateKey(secret(i)).public_key() for i in range(30)]
    compressed, whole = [bytes(k) for k in keys], [k.to_bytes(False) for k in keys]
    many = spoiled((compressed * N)[:N], 9)
    got = query(con, "pubkey_decompress(k)", k=many)
    assert got == ufsecp.decompress(many) and None in got
    addresses = [k.ethereum_address() for k in keys]
    assert query(con, "ethereum_address(k)", k=compressed + whole) == addresses * 2
    assert (
        query(con, "ethereum_address(k)", k=[None, b"", bytes(33), whole[0] + b"\0"]) == [None] * 4
    )


def payments(size):
    """(tweaks, outputs, scan key, spend key, whether a row pays) of N rows: BIP-352's case of one
    payment in each 100th row, which others stand between."""
    cases = [c for c in vectors("bip352") if c["kind"] == "receive" and c["tweak"]]
    case = next(c for c in cases if c["n_found"] == 1 and not c["labels"])
    spend = bytes(ufsecp.PrivateKey(B(case["spend_seckey"])).public_key())
    others = ufsecp.pubkeys([secret(i) for i in range(100)])
    tweaks, outputs = [], []
    for i in range(N):
        pays = i % 100 == 3
        tweaks.append(B(case["tweak"]) if pays else others[i % 100])
        found = [others[(i + k) % 100][1:] for k in range(i % 4)]
        outputs.append([x[:size] for x in found + [B(x) for x in case["outputs"] if pays]])
    return tweaks, outputs, B(case["scan_seckey"]), spend, [i % 100 == 3 for i in range(N)]


@pytest.mark.parametrize("size", [32, 8])
def test_silent_payment_match(con, size):
    tweaks, outputs, scan, spend, want = payments(size)
    kind = pa.list_(pa.binary() if size == 32 else pa.int64())
    if size == 8:
        outputs = [[int.from_bytes(x, "big", signed=True) for x in row] for row in outputs]
    columns = {"t": tweaks, "o": outputs, "a": [scan] * N, "b": [spend] * N}
    expression = "silent_payment_match(t, o, a, b)"
    assert query(con, expression, {"o": kind}, **columns) == want
    # The keys as constants, and with rows left out.
    ends = f"from_hex('{scan.hex()}'), from_hex('{spend.hex()}')"
    constant = f"silent_payment_match(t, o, {ends})"
    assert query(con, constant, {"o": kind}, t=tweaks, o=outputs) == want
    rows = con.execute(f"SELECT i FROM t WHERE i % 3 = 0 AND {constant} ORDER BY i").fetchall()
    assert [i for (i,) in rows] == [i for i in range(N) if i % 3 == 0 and want[i]]
    # Bad rows cost no other its verdict; another receiver has none.
    columns["t"] = [
        None if i % 100 == 4 else b"x" if i % 100 == 5 else t for i, t in enumerate(tweaks)
    ]
    columns["o"] = [None if i % 100 == 6 else [None, *o] for i, o in enumerate(outputs)]
    columns["a"] = [secret(i) if i % 200 == 3 else scan for i in range(N)]
    columns["b"] = [b"no key" if i % 100 == 7 else spend for i in range(N)]
    got = query(con, expression, {"o": kind}, **columns)
    nulls = {4, 6}
    assert got == [None if i % 100 in nulls else want[i] and i % 200 != 3 for i in range(N)]


@pytest.mark.parametrize("size", [32, 8])
def test_silent_payment_labels(con, size):
    """BIP-352's cases: with its labels a receiver is paid, without them by no labelled output."""
    cases = [c for c in vectors("bip352") if c["kind"] == "receive" and c["tweak"]]
    cases = [c for c in cases if len(c["outputs"]) < 100]
    columns = {"t": [B(c["tweak"]) for c in cases], "a": [B(c["scan_seckey"]) for c in cases]}
    keys = [ufsecp.PrivateKey(B(c["spend_seckey"])).public_key() for c in cases]
    outputs = [[B(x)[:size] for x in c["outputs"]] for c in cases]
    if size == 8:
        outputs = [[int.from_bytes(x, "big", signed=True) for x in row] for row in outputs]
    kind = pa.binary() if size == 32 else pa.int64()
    types = {"o": pa.list_(kind), "m": pa.list_(pa.int64())}
    columns |= {"b": list(map(bytes, keys)), "o": outputs, "m": [c["labels"] for c in cases]}
    want = [c["n_found"] > 0 for c in cases]
    assert query(con, "silent_payment_match(t, o, a, b, m)", types, **columns) == want
    without = query(con, "silent_payment_match(t, o, a, b)", types, **columns)
    lost = [c["comment"] for c, w, o in zip(cases, want, without) if w and not o]
    assert len([c for c in lost if c.startswith("Receiving with labels")]) == 3
    # Numbers that no label has make a row NULL, as does a list that is NULL.
    first = next(i for i, c in enumerate(cases) if c["labels"])
    for bad in [-1], [2**32], [0, None], None:
        columns["m"] = [bad if i == first else c["labels"] for i, c in enumerate(cases)]
        got = query(con, "silent_payment_match(t, o, a, b, m)", types, **columns)
        assert got == [None if i == first else w for i, w in enumerate(want)]


def test_lists_of_every_form(con):
    """Lists that the query makes, repeats and cuts."""
    tweaks, outputs, scan, spend, want = payments(32)
    query(con, "1", {"o": pa.list_(pa.binary())}, t=tweaks, o=outputs)
    ends = f"from_hex('{scan.hex()}'), from_hex('{spend.hex()}')"
    for lists in (
        "list_concat([from_hex('00')], o)",
        "list_transform(o, lambda x: x)",
        "list_filter(o, lambda x: octet_length(x) = 32)",
        "array_agg(x) FILTER (x IS NOT NULL)",
    ):
        source = (
            "(SELECT i, t, unnest(o || [NULL]) AS x FROM t) GROUP BY i, t"
            if "agg" in lists
            else "t"
        )
        found = con.execute(
            f"SELECT i, silent_payment_match(t, {lists}, {ends}) FROM {source} ORDER BY i"
        ).fetchall()
        assert [pays or False for _, pays in found] == want, lists


def test_constants_and_joins(con):
    hashes, keys, signatures = real(3)
    literals = ", ".join(f"from_hex('{x[0].hex()}')" for x in (hashes, keys, signatures))
    assert con.execute(f"SELECT ecdsa_verify({literals})").fetchall() == [(True,)]
    assert con.execute("SELECT ecdsa_verify(NULL, NULL, NULL)").fetchall() == [(None,)]
    query(con, "1", h=hashes, k=keys, s=signatures)
    pairs = con.execute(
        "SELECT count(*) FROM t a, t b, range(1000) WHERE ecdsa_verify(a.h, a.k, b.s)"
    ).fetchall()
    assert pairs == [(3000,)]
    assert con.execute("SELECT ecdsa_verify(h, k, s) FROM t WHERE false").fetchall() == []


def test_parquet(con, tmp_path):
    h, k, s = ecdsa_rows()
    query(con, "1", h=h, k=k, s=s)
    con.execute(f"COPY t TO '{tmp_path}/rows.parquet'")
    count = f"SELECT count(*) FROM '{tmp_path}/rows.parquet' WHERE ecdsa_verify(h, k, s)"
    assert con.execute(count).fetchone()[0] == ufsecp.verify_ecdsa(h, k, s).count(True)


@pytest.mark.parametrize(
    "call",
    [
        "ecdsa_verify('text', 'text', 'text', 'text')",
        "ecdsa_verify(1, 2, 3)",
        "ecrecover(from_hex('00'), from_hex('00'), 'x')",
        "silent_payment_match(from_hex('00'), from_hex('00'), from_hex('00'), from_hex('00'))",
    ],
)
def test_wrong_types_are_errors(con, call):
    with pytest.raises(duckdb.Error):
        con.execute(f"SELECT {call}")
    assert con.execute("SELECT ethereum_address(NULL)").fetchall() == [(None,)]


def test_random_bytes(con):
    chance = random.Random(10)
    columns = [[chance.randbytes(chance.randrange(80)) for _ in range(3000)] for _ in range(3)]
    a, b, c = columns
    for name in ("ecdsa_verify", "ecdsa_verify_der", "schnorr_verify"):
        assert query(con, f"{name}(a, b, c)", a=a, b=b, c=c) == [False] * 3000
    assert query(con, "ecrecover(a, b)", a=a, b=b) == [None] * 3000
