"""Silent payments: the vectors of BIP-352, and indexes of many transactions."""

import sys
import types
from array import array

import pytest
import ufsecp
from data import Watched, secret, vectors
from ufsecp import PrivateKey, _silent, spark

B = bytes.fromhex
CASES = [case for case in vectors("bip352") if case["kind"] == "receive" and case["tweak"]]


def receiver(case):
    return PrivateKey(B(case["scan_seckey"])), PrivateKey(B(case["spend_seckey"]))


def test_vectors():
    seen = 0
    for case in CASES:
        scan_key, spend_key = receiver(case)
        outputs = list(map(B, case["outputs"]))
        options = {"outputs_at": [0, len(outputs)], "labels": case["labels"]}
        found = ufsecp.scan(
            [B(case["tweak"])], outputs, scan_key, spend_key.public_key(), **options
        )
        assert found.bad == [] and len(found.payments) == case["n_found"]
        for payment in found.payments:
            key = spend_key.tweak_add(payment.tweak)
            assert bytes(key.xonly_public_key()) == outputs[payment.output]
            assert payment.row == 0
            assert (payment.label is None) or payment.label in case["labels"]
        tweaks = {payment.tweak.hex() for payment in found.payments}
        assert not case["found"] or tweaks == {tweak for _, tweak, _ in case["found"] if tweak}
        seen += len(tweaks)
        again = ufsecp.scan(
            [B(case["tweak"])],
            [output[:8] for output in outputs],
            scan_key.to_bytes(),
            spend_key.public_key(),
            **options,
        )
        assert again == found
    assert seen > 20


def index(n):
    """n transactions that pay nobody, but for one in every 1,000."""
    case = next(c for c in CASES if c["n_found"] == 1 and not c["labels"])
    scan_key, spend_key = receiver(case)
    found = ufsecp.scan(
        [B(case["tweak"])],
        list(map(B, case["outputs"])),
        scan_key,
        spend_key.public_key(),
        outputs_at=[0, len(case["outputs"])],
    )
    paid = B(case["outputs"][found.payments[0].output])
    others = ufsecp.pubkeys([secret(i) for i in range(100)])
    tweaks, outputs = (others * (n // 100 + 1))[:n], [key[1:] for key in others] * (n // 100 + 1)
    outputs = outputs[:n]
    for i in range(0, n, 1000):
        tweaks[i], outputs[i] = B(case["tweak"]), paid
    return tweaks, outputs, scan_key, spend_key.public_key()


def test_many_rows():
    n = 70_000  # more than a part
    tweaks, outputs, scan_key, spend = index(n)
    tweaks[5], tweaks[7] = b"\x05" + bytes(32), None
    tweaks[69_999] = bytes(33)
    done = []
    found = ufsecp.scan(tweaks, outputs, scan_key, spend, threads=2, progress=done.append)
    assert done == [65_536, n - 65_536]
    assert [payment.row for payment in found.payments] == list(range(0, n, 1000))
    assert found.bad == [5, 69_999]
    bounds = array("I", range(n + 1))
    assert ufsecp.scan(tweaks, outputs, scan_key, spend, outputs_at=bounds) == found


def test_more_payments_than_room():
    tweaks, outputs, scan_key, spend = index(1)
    found = ufsecp.scan(tweaks * 3000, outputs * 3000, scan_key, spend)
    assert len(found.payments) == 3000 and not found.bad


def test_tweaks_are_wiped(monkeypatch):
    """Those of labels and payments, also where the scan is repeated with more room, and where a
    label is refused after others."""
    tweaks, outputs, scan_key, spend = index(1)
    watched = Watched(_silent.lib)
    monkeypatch.setattr(_silent, "lib", watched)
    case = next(c for c in CASES if c["n_found"] >= 1 and c["labels"] and c["found"])
    labelled, spend_key = receiver(case)
    outs = list(map(B, case["outputs"]))
    for rows, options in (
        ((tweaks * 3000, outputs * 3000, scan_key, spend), {"labels": [0, 7]}),
        (
            ([B(case["tweak"])], outs, labelled, spend_key.public_key()),
            {"labels": case["labels"], "outputs_at": [0, len(outs)]},
        ),
        ((tweaks, outputs, scan_key, spend), {"labels": [1, 2, -1]}),
    ):
        before = watched.left()[0]
        try:
            assert ufsecp.scan(*rows, **options).payments
        except ValueError:
            assert -1 in options["labels"]
        assert watched.left()[0] >= before + 2 and watched.left()[1] == []


def test_lying_labels():
    """A list that says another length than it has: what counts are its items."""

    class Lying(list):
        def __len__(self):
            return 0

    scan_key = PrivateKey(secret(0))
    public = scan_key.public_key()
    rows = [bytes(public)], [bytes(public.xonly())]
    found = ufsecp.scan(*rows, scan_key, public, labels=Lying(range(100)))
    assert found == ufsecp.scan(*rows, scan_key, public, labels=range(100))


def test_spark_reads_labels_once(monkeypatch):
    """Labels of an iterator get into the task. What Spark gives is made up."""
    kinds = ("StructType", "StructField", "IntegerType", "LongType", "BinaryType")
    made = {kind: lambda *given: types.SimpleNamespace(names=None) for kind in kinds}
    monkeypatch.setitem(sys.modules, "pyspark.sql.types", types.SimpleNamespace(**made))
    binary = types.SimpleNamespace(simpleString=lambda: "binary")
    fields = [types.SimpleNamespace(name=name, dataType=binary) for name in ("tweak", "outputs")]
    frame = types.SimpleNamespace(
        schema=types.SimpleNamespace(names=["tweak", "outputs"], fields=fields),
        mapInArrow=lambda run, schema: run,
    )
    key = PrivateKey(secret(0))
    run = spark.scan(frame, key, key.public_key(), labels=iter([0, 5]))
    assert run.labels == [0, 5]


def test_refused():
    tweaks, outputs, scan_key, spend = index(10)
    for wrong, error, words in (
        ({"outputs_at": range(10)}, ValueError, "expected 11 numbers, not 10"),
        ({"outputs_at": [*range(10), 11]}, ValueError, "more than 10"),
        ({"outputs_at": [0, 2, 1, *range(3, 11)]}, ValueError, "fall"),
        ({"outputs_at": [-1, *range(10)]}, TypeError, "outputs_at"),
        ({"outputs_at": ["x"] * 11}, TypeError, "outputs_at"),
        ({"outputs_at": 5}, TypeError, "outputs_at"),
        ({"labels": [-1]}, ValueError, "labels"),
        ({"labels": [2**32]}, ValueError, "labels"),
        ({"labels": ["1"]}, TypeError, "labels"),
        ({"threads": -1}, ValueError, "threads"),
    ):
        with pytest.raises(error, match=words):
            ufsecp.scan(tweaks, outputs, scan_key, spend, **wrong)
    for arguments, error, words in (
        ((tweaks[1:], outputs, scan_key, spend), ValueError, "has 10 items"),
        ((tweaks, outputs, bytes(32), spend), ufsecp.Error, "no secret key"),
        ((tweaks, outputs, scan_key, bytes(spend)), TypeError, "expected a PublicKey"),
        ((["x"] * 10, outputs, scan_key, spend), TypeError, "tweak, row 0"),
        ((tweaks, [b"x"] * 10, scan_key, spend), ValueError, "32 or 8 bytes"),
        ((tweaks, [*outputs[:9], b"x"], scan_key, spend), ValueError, "32 or 8 bytes"),
        ((tweaks, [*outputs[:9], None], scan_key, spend), ValueError, "null"),
        (([*tweaks[:9], b"x"], outputs, scan_key, spend), ValueError, "33 or 64 bytes"),
        (([*tweaks[:9], bytes(64)], outputs, scan_key, spend), ValueError, "33 or 64 bytes"),
    ):
        with pytest.raises(error, match=words):
            ufsecp.scan(*arguments)
    assert ufsecp.scan([], [], scan_key, spend) == ([], [])
    assert ufsecp.scan([None] * 3, [], scan_key, spend, outputs_at=[0] * 4) == ([], [])
