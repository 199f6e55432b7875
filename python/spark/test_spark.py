"""ufsecp.spark: every function says what the package says of the same rows in lists, whatever the
rows are; what is wrong with columns is said before a job; a cluster that loses a worker loses no
row."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python/test"), str(ROOT / "examples")]
import spark_scan  # noqa: E402
import spark_verify  # noqa: E402
import ufsecp  # noqa: E402
from data import digest, real, secret, spoiled, vectors  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from test_silent import index, receiver  # noqa: E402
from ufsecp import PrivateKey, PublicKey, spark  # noqa: E402

N = 2000
B = bytes.fromhex
EXAMPLE = ROOT / "examples/spark_verify.py"
SCAN = ROOT / "examples/spark_scan.py"
CLUSTER = ROOT / "python/spark/cluster.py"


@pytest.fixture(scope="module")
def session():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    # Batches of another size than the partitions.
    builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "300")
    builder = builder.config("spark.sql.shuffle.partitions", "2")
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    yield made
    made.stop()


def frame_of(session, **columns):
    """A DataFrame of these columns, of binary if their type is not given, and of the rows' numbers
    in `i`, in three partitions."""
    arrays = {"i": pa.array(range(len(next(iter(columns.values())))))}
    for name, column in columns.items():
        arrays[name] = column if isinstance(column, pa.Array) else pa.array(column, pa.binary())
    return session.createDataFrame(pa.table(arrays)).repartition(3, "i")


HASHES, KEYS, SIGNATURES = (column[:N] for column in real(N))
SECRETS = [PrivateKey(secret(i)) for i in range(20)]
MESSAGES = [digest(i)[: 32 - i % 3] for i in range(N)]
XONLY = [bytes(SECRETS[i % 20].xonly_public_key()) for i in range(N)]
SCHNORR = [SECRETS[i % 20].sign_schnorr(MESSAGES[i]) for i in range(N)]
RECOVERABLE = [SECRETS[i % 20].sign_recoverable(HASHES[i]) for i in range(N)]
DER = [ufsecp.ecdsa_to_der(signature) for signature in SIGNATURES]
# SQL's name -> (the function for frames, the package's, the column it makes, columns, options)
CALLS = {
    "ecdsa_verify": (
        *(spark.verify_ecdsa, ufsecp.verify_ecdsa, "valid"),
        *({"hash": HASHES, "pubkey": KEYS, "signature": SIGNATURES}, {"low_s": True}),
    ),
    "ecdsa_verify der": (
        *(spark.verify_ecdsa, ufsecp.verify_ecdsa, "valid"),
        *({"hash": HASHES, "pubkey": KEYS, "signature": DER}, {"encoding": "der"}),
    ),
    "schnorr_verify": (
        *(spark.verify_schnorr, ufsecp.verify_schnorr, "valid"),
        *({"message": MESSAGES, "pubkey": XONLY, "signature": SCHNORR}, {}),
    ),
    "ecdsa_recover": (
        *(spark.recover, ufsecp.recover, "recovered"),
        *({"hash": HASHES, "signature": RECOVERABLE}, {}),
    ),
    "ecrecover": (
        *(spark.ecrecover, ufsecp.ecrecover, "address"),
        *({"hash": HASHES, "signature": RECOVERABLE}, {}),
    ),
}


def values(frame, *names):
    """Columns of a frame in the order of `i`; each row is there once."""
    rows = sorted(frame.select("i", *names).collect(), key=lambda row: row["i"])
    assert [row["i"] for row in rows] == list(range(len(rows)))
    columns = [[row[name] for row in rows] for name in names]
    return [[x if x is None or isinstance(x, int) else bytes(x) for x in c] for c in columns]


@pytest.mark.parametrize("name", CALLS)
def test_same_as_lists(session, name):
    call, plain, into, columns, options = CALLS[name]
    bad = {key: spoiled(column, key) for key, column in columns.items()}
    want, why = plain(*bad.values(), reasons=True, **options)
    assert None in want and N / 3 < sum(1 for x in want if x) < 0.9 * N
    frame = frame_of(session, **bad)
    got = call(frame, reasons="why", **options)
    assert got.columns == [*frame.columns, into, "why"]
    assert values(got, into, "why") == [want, why]
    assert values(got, *bad) == list(bad.values())
    some = call(frame, keep=["i"], into="hash", **options)
    assert some.columns == ["i", "hash"] and values(some, "hash") == [want]
    udf = spark.udf(name.split()[0], **options)
    assert values(frame.select("i", udf(*bad).alias("found")), "found") == [want]


def test_sql(session):
    spark.register(session)
    for name, (_, plain, _, columns, options) in CALLS.items():
        if options:
            continue
        frame_of(session, **columns).createOrReplaceTempView("t")
        found = session.sql(f"SELECT i, {name}({', '.join(columns)}) AS found FROM t")
        assert values(found, "found") == [plain(*columns.values())]
    frame_of(session, hash=HASHES, pubkey=KEYS, signature=SIGNATURES).createOrReplaceTempView("t")
    false = "SELECT count(*) FROM t WHERE NOT ecdsa_verify(hash, pubkey, signature)"
    assert session.sql(false).collect()[0][0] == 0


def test_other_columns(session):
    """Names that are given, and columns of any type beside them, which stay as they are."""
    frame = frame_of(session, a=HASHES, b=KEYS, c=SIGNATURES).selectExpr(
        *("a", "b", "c", "i", "X'00' AS `a b`", "map(i, 'x') AS m", "array(i, null) AS l"),
        *("cast(i AS decimal(20, 3)) AS d", "current_date() AS day", "struct(i, 'y') AS s"),
        *("timestamp_seconds(i) AS t", "cast(null AS string) AS n"),
    )
    got = spark.verify_ecdsa(frame, "a", "b", "c", into="fine")
    assert values(got, "fine") == [[True] * N]
    assert sorted(got.drop("fine").collect()) == sorted(frame.collect())
    assert got.schema.fields[:-1] == frame.schema.fields


def test_parquet(session, tmp_path):
    """Columns of a fixed size, of a file, where some partitions have no rows."""
    columns = {"hash": (HASHES, 32), "pubkey": (KEYS, 33), "signature": (SIGNATURES, 64)}
    table = pa.table({name: pa.array(c, pa.binary(size)) for name, (c, size) in columns.items()})
    parquet.write_table(table, tmp_path / "some.parquet")
    frame = session.read.parquet(str(tmp_path / "some.parquet"))
    assert spark.verify_ecdsa(frame).filter("valid").count() == N
    assert spark.verify_ecdsa(frame.limit(0)).count() == 0
    assert spark.recover(frame.selectExpr("hash", "signature").limit(0)).collect() == []
    one = frame.limit(1).repartition(4)
    assert [row.valid for row in spark.verify_ecdsa(one).collect()] == [True]


def jobs(session):
    return len(session.sparkContext.statusTracker().getJobIdsForGroup())


def test_refused_before_a_job(session):
    frame = frame_of(session, hash=HASHES, pubkey=KEYS, signature=SIGNATURES)
    text = frame.selectExpr("hex(hash) AS hash", "pubkey", "signature", "i AS message")
    twice = frame.select("hash", "hash", "pubkey", "signature")
    key, spend = PrivateKey(secret(1)), PrivateKey(secret(2)).public_key()
    scans = frame.selectExpr("pubkey AS tweak", "array(hash) AS outputs", "array(i) AS numbers")
    before = jobs(session)
    for call, error, words in (
        (lambda: spark.verify_ecdsa([b"x"]), TypeError, "frame: expected a DataFrame of PySpark"),
        (lambda: spark.verify_ecdsa(text), TypeError, "hash: .*'hash' is string: unhex"),
        (lambda: spark.verify_schnorr(text), TypeError, "message: .*of binary, .* is bigint"),
        (lambda: spark.recover(frame, signature="no"), ValueError, "signature: .* no column 'no'"),
        (lambda: spark.ecrecover(twice), ValueError, "hash: .* several columns 'hash'"),
        (lambda: spark.ecrecover(frame, 3), TypeError, "hash: expected a column's name, not int"),
        (lambda: spark.recover(frame, into="HASH"), ValueError, "into: there is already"),
        (lambda: spark.recover(frame, into=b"x"), TypeError, "into: expected a column's name"),
        (lambda: spark.recover(frame, reasons="i"), ValueError, "reasons: there is already"),
        (lambda: spark.recover(frame, keep="i"), TypeError, "keep: expected a list of columns"),
        (lambda: spark.recover(frame, keep=["i", 3]), TypeError, "keep: expected a column's name"),
        (lambda: spark.recover(frame, keep=["no"]), ValueError, "keep: .* no column 'no'"),
        (lambda: spark.recover(frame, keep=["i"], into="I"), ValueError, "into: there is already"),
        (lambda: spark.verify_ecdsa(frame, encoding="ber"), ValueError, "encoding: expected"),
        (lambda: spark.udf("sha256"), ValueError, "name: expected one of ecdsa_verify"),
        (lambda: spark.udf("ecrecover", low_s=True), TypeError, "low_s"),
        (lambda: spark.udf("ecrecover", reasons=True), TypeError, "reasons: a UDF gives one"),
        (lambda: spark.scan(scans, bytes(32), spend), ufsecp.Error, "no secret key"),
        (lambda: spark.scan(scans, key, bytes(spend)), TypeError, "spend_key: expected"),
        (lambda: spark.scan(scans, key, spend, labels=[-1]), ValueError, "labels"),
        (lambda: spark.scan(scans, key, spend, tweak_size=32), ValueError, "tweak_size: .*33 or"),
        (lambda: spark.scan(scans, key, spend, output_size=33), ValueError, "output_size: .*32"),
        (lambda: spark.scan(scans, key, spend, outputs="numbers"), TypeError, "is array<bigint>"),
        (lambda: spark.scan(scans, key, spend, into="tweak"), ValueError, "into: there is already"),
        (lambda: spark.scan(text, key, spend), ValueError, "tweak: .* no column 'tweak'"),
    ):
        with pytest.raises(error, match=words):
            call()
    assert jobs(session) == before
    wrong = frame.select(spark.udf("ecrecover")("i", "signature"))
    with pytest.raises(Exception, match="TypeError: hash: expected an Arrow column of binary"):
        wrong.collect()


def payments(frame):
    """{(row, output, label, k, tweak)}, and the rows that could not be scanned."""
    rows = [(row["i"], row["payment"]) for row in frame.select("i", "payment").collect()]
    found = [(i, p.output, p.label, p.k, bytes(p.tweak)) for i, p in rows if p is not None]
    assert len(found) == len(set(found))
    return set(found), sorted(i for i, p in rows if p is None)


def test_scan_vectors(session):
    """All of BIP-352's transactions, and those that are another receiver's, as lists give."""
    cases = [case for case in vectors("bip352") if case["kind"] == "receive" and case["tweak"]]
    tweaks = [B(case["tweak"]) for case in cases]
    outputs = [list(map(B, case["outputs"])) for case in cases]
    flat, bounds = sum(outputs, []), [0]
    for some in outputs:
        bounds.append(bounds[-1] + len(some))
    short = [[output[:8] for output in some] for some in outputs]
    long = [point[1:] for point in ufsecp.decompress(tweaks)]
    array = pa.list_(pa.binary())
    frame = frame_of(session, tweak=tweaks, outputs=pa.array(outputs, array))
    other = frame_of(session, tweak=long, outputs=pa.array(short, array))
    keys = {(case["scan_seckey"], case["spend_seckey"]): case["labels"] for case in cases}
    seen = 0
    for (scan_key, spend_key), labels in list(keys.items())[:4]:
        scan_key, spend = B(scan_key), PrivateKey(B(spend_key)).public_key()
        options = {"labels": labels}
        want = ufsecp.scan(tweaks, flat, scan_key, spend, outputs_at=bounds, **options).payments
        want = {(p.row, p.output, p.label, p.k, p.tweak) for p in want}
        seen += len(want)
        assert payments(spark.scan(frame, scan_key, spend, **options)) == (want, [])
        options |= {"tweak_size": 64, "output_size": 8}
        assert payments(spark.scan(other, PrivateKey(scan_key), spend, **options)) == (want, [])
    assert seen > 4


def test_scan_bad_rows(session):
    """A row that cannot be scanned is named, and costs no other its payment."""
    tweaks, outputs, scan_key, spend = index(4000)
    lists = [[output] for output in outputs]
    tweaks[5], tweaks[6], tweaks[7] = b"\x05" + bytes(32), None, b"short"
    tweaks[1000] = None  # which pays
    lists[8], lists[9], lists[10], lists[11] = None, [], [b"short", outputs[1]], [None]
    lists[2000] = [outputs[1], *lists[2000], b"!"]  # a payment beside an item of another size
    lists[3000] = [*lists[0], outputs[1]]
    frame = frame_of(session, tweak=tweaks, outputs=pa.array(lists, pa.list_(pa.binary())))
    found, bad = payments(spark.scan(frame, scan_key, spend))
    assert [(i, output) for i, output, *_ in sorted(found)] == [(0, 0), (3000, 0)]
    assert bad == [5, 7, 10, 11, 2000]
    single = [None if i in (8, 9) else some[0] for i, some in enumerate(lists[:1000])]
    frame = frame_of(session, tweak=tweaks[:1000], outputs=single)
    found, bad = payments(spark.scan(frame, scan_key, spend))
    assert [i for i, *_ in found] == [0] and bad == [5, 7, 10]
    assert payments(spark.scan(frame, scan_key, spend, output_size=8))[1] == [
        i for i in range(1000) if i not in (6, 8, 9, 11)
    ]
    assert spark.scan(frame.limit(0), scan_key, spend).collect() == []


def test_scan_key_is_not_shown(session):
    key = bytes(range(1, 33))
    frame = frame_of(session, tweak=KEYS[:1], outputs=HASHES[:1])
    found = spark.scan(frame, key, PublicKey(KEYS[0]))
    plan = found._jdf.queryExecution().toString()
    for text in (key.hex(), repr(key)[2:-1], str(list(key))[1:-1]):
        assert text not in plan and text not in repr(found)
    run = spark._Scan(key, KEYS[0], [], [0, 1], (33, 32), [])
    assert "scan_key" not in repr(run) and repr(key)[2:-1] not in repr(run)


def program(*words, **environment):
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=600,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def signatures(tmp_path_factory):
    """The input of the example, of 100,000 rows."""
    folder = tmp_path_factory.mktemp("spark") / "signatures"
    status, said, error = program(EXAMPLE, "--make", 100_000, folder)
    assert status == 0 and "100,000 rows" in said, error
    return folder


WANT = {True: 99_890, False: 100, None: 10}
SAID = "100,000 rows: 99,890 valid, 100 false, 10 null; "


def test_example(session, signatures, tmp_path):
    for sql in (False, True):
        assert spark_verify.verify(session, signatures, sql=sql)[0] == WANT
    out = tmp_path / "verdicts"
    assert spark_verify.verify(session, signatures, out)[0] == WANT
    check_verdicts(out)


def check_verdicts(folder):
    """Each row is there once, with its verdict."""
    table = parquet.read_table(folder).sort_by("id")
    assert table["id"].to_pylist() == list(range(100_000))
    verdicts = table["valid"].to_pylist()
    assert [i for i, valid in enumerate(verdicts) if valid is None] == [*range(77, 100_000, 10_000)]
    assert [i for i, valid in enumerate(verdicts) if valid is False] == [*range(500, 100_000, 1000)]


def test_readme(session, signatures, capfd):
    """The program of README.md shows the rows that are not valid, twice."""
    text = (ROOT / "python/spark/README.md").read_text()
    (text,) = re.findall(r"```python\n(.*?)```", text, re.S)
    assert 'parquet("signatures")' in text
    exec(text.replace('parquet("signatures")', f"parquet({str(signatures)!r})"), {})
    shown = [int(i) for i in re.findall(r"^\|\s*(\d+)\|", capfd.readouterr().out, re.M)]
    assert len(shown) == 40 and all(i % 1000 == 500 for i in shown)


def test_example_refuses(signatures, tmp_path):
    for words, said in (
        ((tmp_path / "none",), "none: No such file or folder (--make N makes one)"),
        ((signatures, "--out", tmp_path), "File exists (name another folder)"),
        (("--make", 5, tmp_path), "File exists (name another folder)"),
    ):
        status, out, error = program(EXAMPLE, *words)
        assert status != 0 and not out and said in error and "Traceback" not in error


def test_cluster_loses_a_worker(signatures, tmp_path):
    """The job on a cluster of two workers, one of which is killed while it does a task."""
    out = tmp_path / "verdicts"
    job = [sys.executable, EXAMPLE, signatures, "--partitions", 40, "--out", out]
    status, said, error = program(CLUSTER, "--kill", *job)
    assert status == 0, said + error
    killed = re.search(r"killed worker (\d), which had done (\d+) of (\d+) tasks", said)
    assert killed and int(killed[2]) < int(killed[3]) <= 40, said
    assert "Lost executor" in error, error
    assert SAID in said
    check_verdicts(out)


def test_cluster_refuses(tmp_path):
    assert program(CLUSTER)[0] == 2
    assert program(CLUSTER, "--workers", "0", "true")[0] == 2


def test_scan_example(session, tmp_path):
    folder = tmp_path / "index"
    assert program(SCAN, "--make", 3000, folder)[0] == 0
    paid, bad, _ = spark_scan.scan(session, folder, PrivateKey(spark_scan.SCAN_KEY))
    assert paid == list(range(0, 3000, 1000)) and bad == 0


def test_types(tmp_path):
    """The module's types hold with PySpark's, and a wrong use is found by them."""
    pytest.importorskip("mypy")
    use = tmp_path / "use.py"
    use.write_text(
        "from pyspark.sql import DataFrame\n"
        "from ufsecp import spark\n"
        "def f(frame: DataFrame) -> DataFrame:\n"
        "    spark.scan(frame, b'', b'')\n"
        "    spark.verify_ecdsa(frame, reasons=True)\n"
        "    return spark.verify_ecdsa(frame)\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull]
    command += ["--follow-imports", "silent", "-m", "ufsecp.spark", "-m", "use"]
    environment = {**os.environ, "MYPYPATH": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert re.findall(r"(\w+\.py):(\d+): error", done.stdout) == [("use.py", "4"), ("use.py", "5")]
