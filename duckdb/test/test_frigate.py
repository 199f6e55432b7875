"""Frigate's extension: ufsecp_scan finds what the Python package finds, in every shape of a query;
bad input gets a clear error; keys and points are numbers, the lowest byte first."""

import os
import random
import sys
import threading
import time

# The extension takes DuckDB's own functions from the program, where Python hides them otherwise.
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
import duckdb  # noqa: E402
import pyarrow as pa  # noqa: E402
import pytest  # noqa: E402
from test_duckdb import ROOT, B, secret, ufsecp, vectors  # noqa: E402

EXTENSION = ROOT / "build/duckdb/frigate/ufsecp.duckdb_extension"
# As Frigate's program writes it for a scan of the past.
FRIGATE = (
    "SELECT txid, tweak_key, height FROM ufsecp_scan((SELECT txid, height, tweak_key, outputs FROM "
    "tweak WHERE height >= ?), ?, ?, [{}], batch_size := ?, backend := ?, total_rows := ?) "
    "ORDER BY height"
)


@pytest.fixture
def con():
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": "2"})
    connection.load_extension(str(EXTENSION))
    # Tables are small: a thread may take each chunk.
    connection.execute("PRAGMA verify_parallelism")
    yield connection
    connection.close()


def turned(point):
    """A point of 33 or 65 bytes in Frigate's form."""
    whole = bytes(ufsecp.PublicKey(point).to_bytes(False))
    return whole[32:0:-1] + whole[64:32:-1]


def prefix(output):
    return int.from_bytes(output[:8], "big", signed=True)


def receivers():
    """(scan key, spend key, labels, tweak, outputs, whether it is paid) of BIP-352's cases."""
    for case in vectors("bip352"):
        if case["kind"] == "receive" and case["tweak"] and len(case["outputs"]) < 100:
            yield (
                B(case["scan_seckey"]),
                bytes(ufsecp.PrivateKey(B(case["spend_seckey"])).public_key()),
                case["labels"],
                B(case["tweak"]),
                [B(x) for x in case["outputs"]],
                case["n_found"] > 0,
            )


def labels_of(scan, numbers):
    """The points of labels: of G times a tagged hash of the scan key and the number (BIP-352)."""
    from hashlib import sha256

    tag = sha256(b"BIP0352/Label").digest()
    hashes = [sha256(tag * 2 + scan + m.to_bytes(4, "big")).digest() for m in numbers]
    return [turned(bytes(ufsecp.PrivateKey(h).public_key())) for h in hashes]


def table(con, rows):
    """The table `tweak` of rows (txid, height, tweak, outputs)."""
    kinds = (pa.binary(), pa.int32(), pa.binary(), pa.list_(pa.int64()))
    names = ("txid", "height", "tweak_key", "outputs")
    columns = list(zip(*rows)) or [[], [], [], []]
    arrow = pa.table({n: pa.array(c, k) for n, c, k in zip(names, columns, kinds)})  # noqa: F841
    con.execute("CREATE OR REPLACE TABLE tweak AS SELECT * FROM arrow")


def scan(con, key, spend, labels=(), **options):
    """[(txid, height, tweak)] of a scan of the table."""
    words = "".join(f", {name} := ${name}" for name in options)
    return con.execute(
        "SELECT * FROM ufsecp_scan((FROM tweak), $k, $s, $l::BLOB[]" + words + ") ORDER BY height",
        {"k": key[::-1], "s": spend, "l": list(labels), **options},
    ).fetchall()


@pytest.mark.parametrize("backend", ["auto", "cpu", "cpu_ct"])
def test_published_vectors(con, backend):
    seen = set()
    for key, spend, numbers, tweak, outputs, paid in receivers():
        table(con, [(b"id", 7, turned(tweak), [1, *map(prefix, outputs)])])
        labels = labels_of(key, numbers)
        found = scan(con, key, turned(spend), labels, backend=backend)
        assert found == ([(b"id", 7, turned(tweak))] if paid else [])
        seen.add((bool(numbers), paid))
        # Without its labels a receiver is paid only by what has none.
        without = scan(con, key, turned(spend), backend=backend)
        assert not without or paid
        if numbers and len(outputs) == 1:
            assert without == []
    assert seen == {(True, True), (False, True), (False, False)}


def payments(n, every):
    """Rows of which one in `every` pays a receiver; (rows, scan key, spend key)."""
    cases = receivers()
    key, spend, _, tweak, outputs, _ = next(case for case in cases if case[5] and not case[2])
    others = [turned(p) for p in ufsecp.pubkeys([secret(i) for i in range(50)])]
    chance = random.Random(11)
    rows = []
    for i in range(n):
        noise = [chance.getrandbits(63) for _ in range(i % 4)]
        pays = i % every == 3
        found = noise + [prefix(outputs[0])] if pays else noise
        rows.append((b"%d" % i, i, turned(tweak) if pays else others[i % 50], found))
    return rows, key, turned(spend)


@pytest.mark.parametrize("batch", [1, 300000])
@pytest.mark.parametrize("every", [4, 1000])
def test_many_rows(con, every, batch):
    """Each found row once, with its own columns; with one in four, more than a chunk's room."""
    rows, key, spend = payments(12000, every)
    table(con, rows)
    want = [row[:3] for row in rows if row[1] % every == 3]
    assert scan(con, key, spend, batch_size=batch) == want


def test_shapes_of_queries(con):
    """As a table's source, under conditions and limits, joined, and with more threads."""
    rows, key, spend = payments(40000, 500)
    table(con, rows)
    want = [row[1] for row in rows if row[1] % 500 == 3]
    call = (
        f"ufsecp_scan((SELECT txid, height, tweak_key, outputs FROM tweak WHERE height >= 1000), "
        f"from_hex('{key[::-1].hex()}'), from_hex('{spend.hex()}'), CAST([] AS BLOB[]))"
    )
    con.execute("SET threads = 8")
    con.execute(f"CREATE TABLE got AS SELECT * FROM {call}")
    assert con.execute("SELECT height FROM got ORDER BY height").fetchall() == [
        (h,) for h in want if h >= 1000
    ]
    assert con.execute(f"SELECT count(*) FROM {call} WHERE height < 5000").fetchone() == (8,)
    assert len(con.execute(f"SELECT txid FROM {call} LIMIT 3").fetchall()) == 3
    joined = f"SELECT count(*) FROM {call} s JOIN tweak t USING (txid) WHERE s.height = t.height"
    assert con.execute(joined).fetchone() == (len([h for h in want if h >= 1000]),)
    assert con.execute(f"SELECT count(*) FROM {call.replace('>= 1000', '< 0')}").fetchone() == (0,)


def test_frigates_statement(con):
    rows, key, spend = payments(5000, 100)
    table(con, rows)
    label = labels_of(key, [0])
    statement = FRIGATE.format("?")
    values = [1000, key[::-1], spend, *label, 300000, "cpu", len(rows) - 1000]
    want = [(r[0], r[2], r[1]) for r in rows if r[1] % 100 == 3 and r[1] >= 1000]
    assert con.execute(statement, values).fetchall() == want
    assert con.execute("SELECT ufsecp_backend()").fetchone()[0].startswith("cpu (")
    assert con.execute("SELECT ufsecp_set_cache_dir('/nowhere')").fetchone() == ("/nowhere",)
    with pytest.raises(duckdb.InvalidInputException, match="must begin with /"):
        con.execute("SELECT ufsecp_set_cache_dir('here')")


def test_rows_without_payment(con):
    """NULL, and what is no point, pays nobody and costs no other row its place."""
    rows, key, spend = payments(100, 4)
    bad = [None, b"", b"x" * 63, b"x" * 65, bytes(64), b"\xff" * 64, rows[3][2][:32] + bytes(32)]
    for i, tweak in enumerate(bad):
        rows[4 * i + 3] = (*rows[4 * i + 3][:2], tweak, rows[4 * i + 3][3])
    rows[35] = (None, *rows[35][1:])
    rows[39] = (rows[39][0], None, *rows[39][2:])
    rows[43] = (*rows[43][:3], None)
    rows[47] = (*rows[47][:3], [None, *rows[47][3], None])
    table(con, rows)
    want = [row[:3] for row in rows if row[1] and row[1] % 4 == 3 and row[1] >= 31]
    want = [row for row in want if row[1] not in (35, 43)]
    assert scan(con, key, spend) == want
    # A spend key that is no point has no payments.
    assert scan(con, key, bytes(64)) == scan(con, key, spend[:32] + bytes(32)) == []


BAD = [
    ("k", bytes(31), "scan key must have 32 bytes, not 31"),
    ("k", bytes(32), "zero or not below n"),
    ("k", b"\xff" * 32, "zero or not below n"),
    ("k", None, "scan key is NULL"),
    ("s", bytes(33), "spend key must have 64 bytes, not 33"),
    ("l", [bytes(64)], "label is no point"),
    ("l", [b"x"], "label must have 64 bytes, not 1"),
    ("l", [None], "label is NULL"),
    ("batch_size", 0, "batch_size must be 1 to"),
    ("total_rows", -1, "total_rows must be 0 to"),
    ("backend", "fpga", "backend must be auto, cpu"),
    ("backend", "cuda", "backend 'cuda' cannot run here: "),
    ("backend", "gpu", "there is no GPU here"),
]


@pytest.mark.parametrize("name, value, text", BAD)
def test_bad_arguments(con, monkeypatch, name, value, text):
    monkeypatch.setenv("UFSECP_GPU_DEVICE", "none")
    table(con, [])
    values = {"k": b"\x01" * 32, "s": bytes(64), "l": [], name: value}
    words = f", {name} := ${name}" if len(name) > 1 else ""
    with pytest.raises(duckdb.Error, match=text):
        con.execute(f"FROM ufsecp_scan((FROM tweak), $k, $s, $l::BLOB[]{words})", values)
    assert con.execute("SELECT ufsecp_backend()").fetchone()[0].startswith("cpu (")


@pytest.mark.parametrize(
    "columns", ["txid", "txid, height, tweak_key", "height, txid, tweak_key, outputs", "*, 1"]
)
def test_wrong_tables(con, columns):
    table(con, [])
    with pytest.raises(duckdb.Error, match="must have the columns txid BLOB"):
        con.execute(
            f"FROM ufsecp_scan((SELECT {columns} FROM tweak), ?, ?, CAST([] AS BLOB[]))",
            [b"\x01" * 32, bytes(64)],
        )


@pytest.mark.parametrize("known", [True, False])
def test_progress(con, known):
    """It rises while a scan runs, and there is none before and after; an interrupt ends a scan."""
    rows, key, spend = payments(1000, 100)
    table(con, rows)
    con.execute("CREATE OR REPLACE TABLE tweak AS SELECT t.* FROM tweak t, range(3000)")
    options = {"total_rows": 3000000} if known else {}
    failed = []

    def run():
        try:
            scan(con, key, spend, **options)
        except duckdb.InterruptException:
            failed.append(True)

    other = con.cursor()

    def progress(of=key[::-1]):
        return other.execute("SELECT ufsecp_progress(?)", [of]).fetchone()[0]

    assert progress() == progress(b"short") == -1
    thread = threading.Thread(target=run)
    thread.start()
    seen = []
    while thread.is_alive() and len(set(seen)) < 3:
        seen += [p for p in [progress()] if p >= 0]
        time.sleep(0.01)
    assert progress(bytes(32)) == -1
    # Another scan with the same key comes and goes: the first is still shown.
    other.execute(
        "FROM ufsecp_scan((FROM tweak LIMIT 10), ?, ?, CAST([] AS BLOB[]))", [key[::-1], spend]
    )
    assert progress() >= 0
    con.interrupt()
    thread.join(20)
    assert not thread.is_alive() and failed
    assert len(set(seen)) >= 3 and max(seen) <= 100
    assert not known or seen == sorted(seen)
    assert progress() == -1


def test_gpu(con):
    """Batches of many chunks, whose rows found fill more than one; then the CPU again."""
    rows, key, spend = payments(7000, 4)
    rows = [(*row[:2], rows[3][2], rows[3][3]) if i < 4000 else row for i, row in enumerate(rows)]
    table(con, rows)
    con.execute("SET threads = 8")
    try:
        found = scan(con, key, spend, backend="opencl", batch_size=5000)
    except duckdb.InvalidInputException as error:
        pytest.skip(str(error))
    assert found == scan(con, key, spend) and len(found) == 4750
    con.execute(
        "CREATE TABLE got AS FROM ufsecp_scan((FROM tweak), ?, ?, CAST([] AS BLOB[]), "
        "backend := 'opencl', batch_size := 3000)",
        [key[::-1], spend],
    )
    assert con.execute("FROM got ORDER BY height").fetchall() == found


def test_scans_side_by_side(con):
    """Scans by several backends at once find the same."""
    rows, key, spend = payments(20000, 400)
    table(con, rows)
    want = [row[:3] for row in rows if row[1] % 400 == 3]
    found = {}

    def run(i, backend):
        found[i] = scan(con.cursor(), key, spend, backend=backend, batch_size=1000)

    backends = ["cpu", "cpu_ct", "auto", "cpu"]
    try:
        scan(con, key, spend, backend="opencl")
        backends += ["opencl", "cpu", "opencl"]
    except duckdb.InvalidInputException:
        pass  # there is one engine
    runs = [threading.Thread(target=run, args=x) for x in enumerate(backends)]
    for thread in runs:
        thread.start()
    for thread in runs:
        thread.join()
    assert found == dict.fromkeys(range(len(backends)), want)
