"""The tables of instruction counts in doc/FIGURES.md, from what tools/count_instructions.py --json
wrote into bench/counts/."""

import json

# What is shown, in this order: an operation of the benchmark, and how a reader calls it.
SHOWN = {
    "field_mul": "field: product",
    "field_sqr": "field: square",
    "field_add_throughput": "field: sum",
    "field_neg": "field: negation",
    "field_inv": "field: inverse",
    "point_double": "point: doubling",
    "point_add_mixed": "point: mixed addition",
    "mul_gen": "k\\*G, secret k",
    "mul_point": "k\\*P, secret k",
    "mul_point_var": "k\\*P, public k",
    "mul2": "a\\*P + b\\*G",
    "pubkey_create": "key creation",
    "ecdsa_sign": "ECDSA signature",
    "schnorr_sign": "Schnorr signature",
    "ecdh": "ECDH",
    "ecdsa_verify": "ECDSA verification",
    "schnorr_verify": "Schnorr verification",
    "ecdsa_recover": "key recovery",
    "ecdsa_verify_64": "ECDSA verification, of 64 rows",
}


def cell(counts, name):
    if name not in counts:
        return ""
    n = counts[name]
    return f"{n:,.0f}"


def one_table(data):
    """A result file as a table, its last columns the parts that the engine takes of the others."""
    engine, *others = data["columns"]
    head = ["", engine, *others, *(f"part of {other}" for other in others)]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for name, title in SHOWN.items():
        counts = data["counts"].get(name)
        if not counts or engine not in counts:
            continue
        cells = [title, *(cell(counts, column) for column in data["columns"])]
        cells += [
            f"{counts[engine] / counts[other]:.2f}" if other in counts else "" for other in others
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return f"**{data['title']}**\n\n" + "\n".join(lines) + "\n"


def counts(folder):
    """The tables of all result files of a folder."""
    files = sorted(folder.glob("*.json"))
    return "\n".join(one_table(json.loads(path.read_text())) for path in files)
