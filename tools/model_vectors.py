"""Vectors that python/model.py makes: DER signatures, encodings of points.

Part of tools/make_vectors.py.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
import model as m  # noqa: E402


def der_cases():
    """(name, bytes, does BIP-66 accept the form, does the lax reader): verdicts written by hand."""
    r1, s1 = "11" * 32, "22" * 32
    hi = "f1" * 32
    n, zero = m.b32(m.N).hex(), "00" * 32

    def seq(body, head=None):
        return (head or "30%02x" % (len(body) // 2)) + body

    def integer(body, head=None):
        return (head or "02%02x" % (len(body) // 2)) + body

    ri, si = integer(r1), integer(s1)
    good = seq(ri + si)
    yield "plain", good, True, True
    yield "smallest: 1, 1", "3006020101020101", True, True
    yield "r = 0", "3006020100020101", True, True
    yield "s = 0", "3006020101020100", True, True
    yield "both high bits set", seq(integer("00" + hi) + integer("00" + hi)), True, True
    yield "r = n", seq(integer("00" + n) + si), True, True
    yield "s = n", seq(ri + integer("00" + n)), True, True
    yield "r = n - 1", seq(integer("00" + m.b32(m.N - 1).hex()) + si), True, True
    yield "r = 2^256 - 1", seq(integer("00" + "ff" * 32) + si), True, True
    yield "r = 2^256", seq(integer("01" + zero) + si), True, True
    yield "r of 34 bytes", seq(integer("0101" + zero) + integer("01")), True, True
    yield "72 bytes, r of 65", seq(integer("01" * 65) + integer("01")), True, True
    yield "73 bytes, r of 66", seq(integer("01" * 66) + integer("01")), False, True
    yield "empty", "", False, False
    yield "one byte", "30", False, False
    yield "header alone", "3000", False, False
    yield "r alone", seq(ri), False, False
    yield "empty r", seq(integer("") + si), False, True
    yield "empty s", seq(ri + integer("")), False, True
    yield "both empty", "300402000200", False, True
    yield "7 bytes", "30050201010200", False, True
    yield "negative r", seq(integer(hi) + si), False, True
    yield "negative s", seq(ri + integer(hi)), False, True
    yield "minus one", "30060201ff020101", False, True
    yield "r = 0x80", "3006020180020101", False, True
    yield "r padded", seq(integer("00" + r1) + si), False, True
    yield "s padded", seq(ri + integer("00" + s1)), False, True
    yield "zero padded", "300702020000020101", False, True
    yield "r padded with 40 zeros", seq(integer("00" * 40 + "05") + si), False, True
    yield "trailing byte", good + "00", False, True
    yield "trailing byte inside", seq(ri + si + "00"), False, True
    yield "hash type left on", good + "01", False, True
    yield "third integer", seq(ri + si + "020101"), False, True
    yield "sequence length one too small", seq(ri + si, "3043"), False, True
    yield "sequence length one too big", seq(ri + si, "3045"), False, True
    yield "sequence length 0", seq(ri + si, "3000"), False, True
    yield "long form 81 44", seq(ri + si, "308144"), False, True
    yield "long form 82 0044", seq(ri + si, "30820044"), False, True
    yield "long form, any content", seq(ri + si, "3084ffffffff"), False, True
    yield "indefinite length", seq(ri + si, "3080"), False, True
    yield "long form past the end", seq(ri + si, "30ff"), False, False
    yield "sequence tag 31", seq(ri + si, "3144"), False, False
    yield "sequence tag 00", seq(ri + si, "0044"), False, False
    yield "r tag 03", seq(integer(r1, "0320") + si), False, False
    yield "s tag 03", seq(ri + integer(s1, "0320")), False, False
    yield "r length past the end", seq(integer(r1, "0260") + si), False, False
    yield "s length one too big", seq(ri + integer(s1, "0221")), False, False
    yield "s length one too small", seq(ri + integer(s1, "021f")), False, True
    yield "r length one too small", seq(integer(r1, "021f") + si), False, False
    yield "r length one too big", seq(integer(r1, "0221") + si), False, False
    yield "r length long form 81", seq(integer(r1, "028120") + si), False, True
    yield "s length long form 81", seq(ri + integer(s1, "028120")), False, True
    yield "r length 84 00000020", seq(integer(r1, "028400000020") + si), False, True
    yield "r length 83 000020", seq(integer(r1, "0283000020") + si), False, True
    yield "r length 84 01000000", seq(integer(r1, "028401000000") + si), False, False
    yield "r length 83 010000", seq(integer(r1, "0283010000") + si), False, False
    yield "r length 88 with zeros", seq(integer(r1, "02880000000000000020") + si), False, True
    yield "r length 80: empty", seq("0280" + si), False, True
    yield "r length 85 past the end", seq("0285"), False, False
    yield "s missing its length", seq(ri + "02"), False, False
    yield "s missing its body", seq(ri + "0220"), False, False
    yield "ends inside s", seq(ri + si)[:-2], False, False
    yield "64 bytes r | s", r1 + s1, False, False


def der(cache):
    cases = []
    for name, text, strict, lax in der_cases():
        data = bytes.fromhex(text)
        numbers = m.der_parse_lax(data)
        assert (m.der_parse_strict(data) is not None, numbers is not None) == (strict, lax), name
        assert not strict or m.der_parse_strict(data) == numbers
        cases.append(
            {
                "name": name,
                "sig": text,
                "strict": strict,
                "lax": lax,
                "r": numbers and "%064x" % numbers[0],
                "s": numbers and "%064x" % numbers[1],
                "in_range": lax and all(1 <= v < m.N for v in numbers),
            }
        )
    return {
        "source": "verdicts written by hand in tools/make_vectors.py, checked by python/model.py",
        "standard": "BIP-66 (strict); what Bitcoin's consensus read before it (lax)",
        "fields": {
            "name": "idea of the case",
            "sig": "the bytes, without a hash type",
            "strict": "is the form that of BIP-66",
            "lax": "does the lax reader get two numbers",
            "r": "as lax reads it (strict reads the same): 32 bytes, or more where it is longer; "
            "or null",
            "s": "likewise",
            "in_range": "1 <= r < n and 1 <= s < n: else no key verifies it, whether a reader or "
            "only the verifier says so",
        },
        "cases": cases,
    }


def points(cache):
    cases = []

    def case(name, data, with_hybrid=None):
        point = m.parse_point(data, hybrid=True)
        strict = m.parse_point(data)
        cases.append(
            {
                "name": name,
                "bytes": data.hex(),
                "valid": strict is not None,
                "valid_hybrid": point is not None,
                "point": point and m.serialize_point(point, "uncompressed").hex(),
                "compressed": point and m.serialize_point(point).hex(),
            }
        )
        if with_hybrid is not None:
            assert with_hybrid == (strict is not None, point is not None), name

    def coordinates(prefix, x, y):
        return bytes([prefix]) + m.b32(x) + m.b32(y)

    known = [m.mul(k) for k in (1, 2, 3, 5, m.N - 1, m.LAMBDA, 2**255)]
    known += [p for x in (1, 2, 3, 4, 6, 8, m.P - 3, m.P - 1) if (p := m.lift_x(x))]
    for x, y in known:
        odd = y & 1
        case("compressed", bytes([2 + odd]) + m.b32(x), (True, True))
        case("compressed, other parity", bytes([3 - odd]) + m.b32(x), (True, True))
        case("uncompressed", coordinates(4, x, y), (True, True))
        case("hybrid", coordinates(6 + odd, x, y), (False, True))
        case("hybrid, wrong parity", coordinates(7 - odd, x, y), (False, False))
        case("y + 1", coordinates(4, x, y + 1), (False, False))
        case("coordinates swapped", coordinates(4, y, x))
        if x + m.P < 2**256:
            case("x + p, compressed", bytes([2 + odd]) + m.b32(x + m.P), (False, False))
            case("x + p, uncompressed", coordinates(4, x + m.P, y), (False, False))
    bad = [x for x in range(0, 12) if m.lift_x(x) is None]
    for x in bad + [m.P - 2, m.P - 4]:
        for prefix in (2, 3):
            case(
                "x = %d off or on the curve" % (x if x < 12 else x - m.P),
                bytes([prefix]) + m.b32(x),
            )
    for x in (m.P, m.P + 1, m.P + 2, 2**256 - 1):
        for prefix in (2, 3):
            case("x at or above p", bytes([prefix]) + m.b32(x), (False, False))
    small_y = next(
        (x, y)
        for y in range(1, 100)
        if (x := cube_root(y * y - 7)) is not None and m.on_curve((x, y))
    )
    case("small y", coordinates(4, *small_y), (True, True))
    case("small y + p", coordinates(4, small_y[0], small_y[1] + m.P), (False, False))
    case(
        "small y + p, hybrid",
        coordinates(6 + (small_y[1] & 1), small_y[0], small_y[1] + m.P),
        (False, False),
    )
    x, y = m.G
    for prefix in [0, 1, 5, 8, 0x0A, 0x82, 0xFF] + [4, 6, 7]:
        case("prefix %02x, 33 bytes" % prefix, bytes([prefix]) + m.b32(x), (False, False))
    for prefix in [0, 1, 2, 3, 5, 8, 0x44, 0xFF]:
        case("prefix %02x, 65 bytes" % prefix, coordinates(prefix, x, y), (False, False))
    full, short = coordinates(4, x, y), b"\2" + m.b32(x)
    case("empty", b"", (False, False))
    case("infinity", b"\0", (False, False))
    case("all zero, 33 bytes", bytes(33), (False, False))
    case("all zero, 65 bytes", bytes(65), (False, False))
    case("zero coordinates", b"\4" + bytes(64), (False, False))
    for data in (short[:-1], short + b"\0", full[:-1], full + b"\0", full[1:], short[1:]):
        case("%d bytes" % len(data), data, (False, False))
    return {
        "source": "python/model.py",
        "standard": "SEC 1 sections 2.3.3 and 2.3.4; hybrids of X9.62 section 4.3.6",
        "fields": {
            "name": "idea of the case",
            "bytes": "what is read",
            "valid": "is it a point where hybrids are refused (and infinity always is)",
            "valid_hybrid": "is it a point where hybrids are accepted",
            "point": "65 bytes, uncompressed, where valid_hybrid; else null",
            "compressed": "33 bytes, likewise",
        },
        "cases": cases,
    }


def cube_root(a):
    """A cube root of a mod p, or None. p = 7 mod 9, so a^((p+2)/9) is one if there is any."""
    r = pow(a, (m.P + 2) // 9, m.P)
    return r if pow(r, 3, m.P) == a % m.P else None
