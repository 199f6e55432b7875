"""Nostr events as relays send them, right and wrong, as cases of test/vectors/nostr.json.

Part of tools/make_vectors.py. Signatures are made by python/model.py.
"""

import json

import model as m

SECRET = m.b32(3)
PUBKEY = m.b32(m.mul(3)[0]).hex()
NAMED = {"\n": "\\n", '"': '\\"', "\\": "\\\\", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
WRONG_ID = "the id is not that of the event"
WRONG_SIG = "the signature does not belong to this message and key"
NOT_JSON = "not JSON: one whole event a line is read"
TAGS = "tags is not an array of arrays of strings"
HALF = "has half of a surrogate pair, which is no character"

# An event whose signature is one of an id that is not its own.
SIGNED_OTHER = (
    '{"id": "3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea", "pubkey": '
    '"2f8bde4d1a07209355b4a7250a5c5128e88b84bddc619ab7cba8d569b240efe4", "created_at": 1, '
    '"kind": 1, "tags": [], "content": "hi", "sig": "678bfa387a1a3c0ff46c179dc542ae54e3446abba'
    "6534beea5107cabd1da7c201bd5ac4509315f12a778d1be735cd07c3e562c2373b24770d1cbbc69b7bd37a0"
    '"}'
)

# Sent on the network: a note, a message with a tag, a list of contacts (go/nostr/testdata).
PUBLISHED = "go/nostr/testdata/published.jsonl"


def quoted(text, escapes):
    return '"' + "".join(escapes.get(c, c) for c in text) + '"'


def hashed_text(event, escapes=NAMED, space=""):
    """What NIP-01 hashes, or what it does not: with other escapes or with blanks."""
    tags = ",".join("[" + ",".join(quoted(s, escapes) for s in tag) + "]" for tag in event["tags"])
    return (
        f'[0,{space}"{event["pubkey"]}",{event["created_at"]},{event["kind"]},[{tags}],'
        f"{quoted(event['content'], escapes)}]"
    )


def signed(text=None, secret=SECRET, **fields):
    """An event; text, if it is given, is what is hashed instead of NIP-01's."""
    event = {
        "id": "",
        "pubkey": PUBKEY,
        "created_at": 1700000000,
        "kind": 1,
        "tags": [],
        "content": "hi",
        **fields,
    }
    if text is None:
        text = hashed_text(event)
    digest = m.sha256(text.encode("utf-8", "surrogatepass"))
    return {**event, "id": digest.hex(), "sig": m.schnorr_sign(secret, digest).hex()}


def wire(event):
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False)


def rewritten(event, old, new):
    """The event's line with a part of it written in another way."""
    line = wire(event)
    assert line.count(old) == 1, (line, old)
    return line.replace(old, new)


def all_of(*sets):
    return {c: text for s in sets for c, text in s.items()}


def valid_cases(root):
    for i, line in enumerate((root / PUBLISHED).read_text().splitlines()):
        yield f"published, {i}", line
    yield "shortest", wire(signed(content="", created_at=0, kind=0))
    yield "as Python writes it, with blanks", json.dumps(signed())
    yield "named escapes", wire(signed(content="".join(NAMED), tags=[["".join(NAMED)], ["a\n"]]))
    others = "".join(map(chr, [0, 1, 7, 11, 14, 27, 31]))
    yield "other control characters as they are", wire(signed(content=others, tags=[[others]]))
    escaped = all_of(NAMED, {c: f"\\u{ord(c):04x}" for c in others})
    for name, fields in (
        ("in content", {"content": others}),
        ("in tags", {"tags": [["t", others]]}),
        ("in both", {"content": "a" + others + "\n", "tags": [[others]]}),
    ):
        plain = {"pubkey": PUBKEY, "created_at": 1700000000, "kind": 1, "tags": [], "content": "hi"}
        text = hashed_text({**plain, **fields}, escaped)
        yield f"other control characters escaped, {name}", wire(signed(text, **fields))
    far = "\x7f\x80\x9f\u2028\u2029\ufeff\ufffd\uffff\U0001f600\U0010ffff/<>&'"
    yield "far characters", wire(signed(content=far, tags=[[far, "é", "e\u0301"]]))
    yield "far characters, escaped on the way", json.dumps(signed(content=far, tags=[[far]]))
    yield "upper-case escapes", rewritten(signed(content="\u00ff"), "\u00ff", "\\u00FF")
    yield "letters as escapes", rewritten(signed(), '"hi"', '"\\u0068\\u0069"')
    yield "named characters as \\u", rewritten(signed(content="\n"), '"\\n"', '"\\u000a"')
    yield "quote as \\u", rewritten(signed(content='"'), '"\\""', '"\\u0022"')
    yield "backslash as \\u", rewritten(signed(content="\\"), '"\\\\"', '"\\u005C"')
    yield "solidus with a backslash", rewritten(signed(content="a/b"), "a/b", "a\\/b")
    yield "key as escapes", rewritten(signed(), '"id"', '"\\u0069\\u0064"')
    event = signed()
    yield (
        "digits as escapes",
        rewritten(event, event["id"], f"\\u{ord(event['id'][0]):04x}" + event["id"][1:]),
    )
    yield "fields in reverse", wire(dict(reversed(signed().items())))
    yield "blanks", json.dumps(signed(tags=[["a", "b"], ["c"]]), indent=1).replace("\n", "\t")
    more = {"seen": [1, {"content": "no", "x": None}], "id2": "", "": 1.5e3, "kind ": True}
    yield "other fields", wire({**more, **signed()})
    yield "other fields last", wire({**signed(), **more})
    yield "before 1970", wire(signed(created_at=-1))
    yield "largest time", wire(signed(created_at=2**63 - 1))
    yield "smallest time", wire(signed(created_at=-(2**63)))
    yield "largest kind", wire(signed(kind=65535))
    yield "empty tag and strings", wire(signed(tags=[[], [""], ["a", ""], []]))
    yield "many tags", wire(signed(tags=[["p", PUBKEY, "wss://relay"]] * 100))
    yield "long", wire(signed(content="word " * 2000))


def judged_cases():
    """(name, line, is the id right, is the signature right, reason) where not both are."""
    yield "an id of something else", SIGNED_OTHER, False, True, WRONG_ID
    event = signed(content="hi", tags=[["t", "x"]])
    for field, value in (
        ("content", "hi "),
        ("content", ""),
        ("tags", []),
        ("tags", [["t", "x"], []]),
        ("tags", [["t", "x", ""]]),
        ("tags", [["t"], ["x"]]),
        ("kind", 2),
        ("created_at", 1700000001),
    ):
        name = f"{field} {json.dumps(value)}"
        yield f"changed: {name}", wire({**event, field: value}), False, True, WRONG_ID
    both = f"{WRONG_ID}; {WRONG_SIG}"
    other = m.b32(m.mul(4)[0]).hex()
    yield "key of another", wire({**event, "pubkey": other}), False, False, both
    yield "id of another", wire({**event, "id": signed()["id"]}), False, False, both
    yield "id zero", wire({**event, "id": "0" * 64}), False, False, both

    def misread(name, content, escapes, space=""):
        base = {k: event[k] for k in ("pubkey", "created_at", "kind", "tags")}
        text = hashed_text({**base, "content": content}, all_of(NAMED, escapes), space)
        line = wire(signed(text, tags=event["tags"], content=content))
        return f"hashed {name}", line, False, True, WRONG_ID

    yield misread("with U+2028 escaped", "\u2028", {"\u2028": "\\u2028"})
    yield misread("with U+007F escaped", "\x7f", {"\x7f": "\\u007f"})
    yield misread("with a solidus escaped", "/", {"/": "\\/"})
    yield misread("with < escaped", "<", {"<": "\\u003c"})
    yield misread("in ASCII", "é", {"é": "\\u00e9"})
    yield misread("with upper-case escapes", "\x1f", {"\x1f": "\\u001F"})
    yield misread("with \\n as \\u000a", "\n", {"\n": "\\u000a"})
    yield misread("with one of two controls escaped", "\1\2", {"\1": "\\u0001"})
    yield misread("with blanks", "hi", {}, " ")
    yield misread("without escapes", "\n", {"\n": "\n"})

    sig = event["sig"]
    for name, new, reason in (
        ("sig of another", signed()["sig"], WRONG_SIG),
        ("s changed", sig[:-1] + "012345678901"[int(sig[-1], 16) % 10 + 1], WRONG_SIG),
        ("s = n", sig[:64] + m.b32(m.N).hex(), "s is not below the group order"),
        ("s = 0", sig[:64] + "0" * 64, WRONG_SIG),
        ("r = p", m.b32(m.P).hex() + sig[64:], "r is too large"),
        ("r = 5, off the curve", m.b32(5).hex() + sig[64:], WRONG_SIG),
        ("zeros", "0" * 128, WRONG_SIG),
    ):
        yield name, wire({**event, "sig": new}), True, False, reason
    for name, key, reason in (
        ("key off the curve", m.b32(5), "the public key is not on the curve"),
        ("key p", m.b32(m.P), "a coordinate of the public key is not below the field prime"),
        ("key zero", m.b32(0), "the public key is not on the curve"),
    ):
        yield name, wire(signed(pubkey=key.hex())), True, False, reason
        line = wire({**event, "pubkey": key.hex()})
        yield f"{name}, not hashed", line, False, False, f"{WRONG_ID}; {reason}"


def form_cases():
    """(name, line, reason): what is no event."""
    event = signed(content="hi", tags=[["t", "x"]])
    missing = object()

    def put(field, value):
        if value is missing:
            return wire({k: v for k, v in event.items() if k != field})
        return wire({**event, field: value})

    for field, digits in (("id", 64), ("pubkey", 64), ("sig", 128)):
        good, reason = event[field], f"{field} is not {digits} lowercase hexadecimal digits"
        for name, value in (
            ("upper case", good.upper()),
            ("one in upper case", good[:-2] + "aF"),
            ("short", good[:-1]),
            ("shorter by a byte", good[:-2]),
            ("long", good + "00"),
            ("0x", "0x" + good),
            ("0x, of right length", "0x" + good[2:]),
            ("g", "g" + good[1:]),
            ("blank", " " + good[1:]),
            ("not ASCII", "\u0661" + good[1:]),
            ("empty", ""),
            ("number", 1),
            ("null", None),
            ("array", [good]),
        ):
            yield f"{field}: {name}", put(field, value), reason
    time, kind = "created_at is not an integer of 64 bits", "kind is not an integer from 0 to 65535"
    for field, reason in (("created_at", time), ("kind", kind)):
        for value in ("1e3", "1.0", "1E0", '"1"', "null", "true", "-0", "[1]", "{}", "0.5", "1e-1"):
            name = f"{field}: {value}"
            yield name, rewritten(event, f'"{field}":{event[field]}', f'"{field}":{value}'), reason
        for value in ("01", "+1", "0x1", ".5", "1.", "NaN", "Infinity", "1e", "--1", "1 2", ""):
            name = f"{field}: {value or 'nothing'}"
            yield name, rewritten(event, f'"{field}":{event[field]}', f'"{field}":{value}'), None
    for value in (2**63, -(2**63) - 1, 10**30):
        yield f"created_at: {value}", put("created_at", value), time
    for value in (-1, 65536, 2**32 + 1, 2**64 + 1):
        yield f"kind: {value}", put("kind", value), kind
    for value in (
        None,
        {},
        "[]",
        0,
        [None],
        ["t"],
        [{}],
        [["t", None]],
        [["t", 1]],
        [["t", True]],
        [["t", ["x"]]],
        [["t", {}]],
        [["t", "x"], None],
    ):
        yield f"tags: {json.dumps(value)}", put("tags", value), TAGS
    for value in (None, 1, [], {}, ["hi"], True):
        yield f"content: {json.dumps(value)}", put("content", value), "content is not a string"
    for field in event:
        yield f"no {field}", put(field, missing), f"the event has no {field}"
        twice = rewritten(event, "{", f'{{"{field}":{json.dumps(event[field])},')
        yield f"{field} twice", twice, f"{field} stands twice"
    twice = rewritten(event, "{", '{"\\u0069d":"",')
    yield "id twice, once as escapes", twice, "id stands twice"
    yield (
        "keys in upper case",
        wire({k.upper(): v for k, v in event.items()}),
        ("the event has no id"),
    )

    for name, half in (
        ("high", "\\ud800"),
        ("low", "\\udc00"),
        ("high, upper case", "\\uDBFF"),
        ("two high", "\\ud83d\\ud83d"),
        ("low and high", "\\ude00\\ud83d"),
        ("high and a letter", "\\ud83da"),
        ("high and an escaped letter", "\\ud83d\\u0061"),
        ("high and an escape", "\\ud83d\\n"),
    ):
        # As programs hash it that write U+FFFD for it, or that keep the escape.
        for hashed in ("\ufffd", half.lower()):
            text = hashed_text(event).replace('"hi"', f'"{hashed}"')
            line = wire(signed(text, tags=event["tags"])).replace('"hi"', f'"{half}"')
            yield f"half a pair, {name}, hashed as {hashed}", line, f"content {HALF}"
    yield "half a pair in tags", rewritten(event, '"x"', '"\\ud800"'), f"tags {HALF}"
    yield "half a pair in a key", rewritten(event, '"id"', '"\\ud800":1,"id"'), f"a key {HALF}"

    for name, text in (
        ("a tab", "\t"),
        ("U+0001", "\1"),
        ("U+0000", "\0"),
        ("an unknown escape", "\\x"),
        ("a quote in single quotes", "\\'"),
        ("\\u of three digits", "\\u00e"),
        ("\\u of no digits", "\\uzzzz"),
        ("a capital U", "\\U0041"),
        ("a stray quote", '"'),
    ):
        yield f"in content: {name}", rewritten(event, '"hi"', f'"{text}"'), None
    line = wire(event)
    for name, text in (
        ("cut in a string", line[:40]),
        ("cut after a comma", line[: line.index('"kind"')]),
        ("cut in tags", line[: line.index('"x"') + 3]),
        ("without its end", line[:-1]),
        ("two events", line + line),
        ("two events and a comma", line + "," + line),
        ("text after it", line + "x"),
        ("a comment after it", line + "//"),
        ("an end too many", line + "}"),
        ("a comma too many", line[:-1] + ",}"),
        ("two commas", line.replace(',"kind"', ',,"kind"')),
        ("no comma", line.replace(',"kind"', ' "kind"')),
        ("no colon", line.replace('"kind":', '"kind" ')),
        ("a key without quotes", line.replace('"kind"', "kind")),
        ("single quotes", line.replace('"', "'")),
        ("a comma too many in tags", line.replace('"x"]', '"x",]')),
        ("wrong bracket in tags", line.replace('"x"]', '"x"}')),
        ("no comma in tags", line.replace('"t",', '"t" ')),
        ("another field: NaN", line[:-1] + ',"x":NaN}'),
        ("another field: tru", line[:-1] + ',"x":tru}'),
        ("another field: nothing", line[:-1] + ',"x":}'),
        ("another field: brackets that do not match", line[:-1] + ',"x":[{]}}'),
        ("another field that ends the object", line[:-1] + ',"x":{"y":[}],"z":1}'),
        ("another field with two colons", line[:-1] + ',"x":"y":1}'),
        ("content with two colons", line.replace('"hi"', '"hi":"hi"')),
        ("tags with a colon", line.replace('["t","x"]', '["t":"x"]')),
        ("another field: a zero byte", line[:-1] + ',"x":1\0}'),
        ("another field: a bad escape", line[:-1] + ',"x":"\\x"}'),
    ):
        yield name, text, None
    yield "an empty object", "{}", "the event has no id"
    other = 'neither a JSON object nor a relay\'s message ["EVENT", ...]'
    for text in ("null", "1", '"text"', "true", "id,pubkey,sig", event["id"], "\0"):
        yield f"no object: {text!r}", text, other
    for name, raw in (
        ("Latin-1", b"\xe9"),
        ("cut short", b"\xe2\x82"),
        ("an overlong form", b"\xc0\xaf"),
        ("a surrogate", b"\xed\xa0\x80"),
        ("above U+10FFFF", b"\xf4\x90\x80\x80"),
        ("0xff", b"\xff"),
    ):
        text = wire(event).encode().replace(b'"hi"', b'"' + raw + b'"')
        yield f"not UTF-8: {name}", text, "not UTF-8"


def nostr(root):
    cases = []

    def case(name, line, id_valid, sig_valid, reason):
        text = line if isinstance(line, str) else None
        raw = None if isinstance(line, str) else line.hex()
        cases.append(
            {
                "name": name,
                "line": text,
                "hex": raw,
                "id_valid": id_valid,
                "sig_valid": sig_valid,
                "reason": reason,
            }
        )

    for name, line in valid_cases(root):
        case(name, line, True, True, "")
    for name, line, id_valid, sig_valid, reason in judged_cases():
        case(name, line, id_valid, sig_valid, reason)
    for name, line, reason in form_cases():
        case(name, line, None, None, reason)
    return {
        "source": f"tools/nostr_vectors.py: {PUBLISHED} and events signed with the secret key 3",
        "standard": "NIP-01",
        "fields": {
            "name": "what it is",
            "line": "an event as it stands in a file, or null",
            "hex": "its bytes, where it is not UTF-8, or null",
            "id_valid": "whether the id is that of the event; null where it is none",
            "sig_valid": "whether the signature is one of the id; null where it is no event",
            "reason": "what ufsecp says of it; null where any reason will do",
        },
        "cases": cases,
    }
