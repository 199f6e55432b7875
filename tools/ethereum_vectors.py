#!/usr/bin/env python3
"""Writes test/vectors/ethereum_signed.json to standard output.

    pip install eth-account==0.14.0
    npm pack @ethersproject/testcases@5.8.0
    python3 tools/ethereum_vectors.py ethersproject-testcases-5.8.0.tgz |
        diff - test/vectors/ethereum_signed.json

Transactions of that package, and others of our own, which eth-account encodes and signs.
"""

import gzip
import json
import sys
import tarfile

from eth_account import Account
from make_vectors import text_of

LEGACY = ("blank_000000", "blank_000101", "random-308", "random-669", "random-939")
TYPED = {
    "eip2930": ("mask-000000000", "random-487", "random-096", "random-378"),
    "eip1559": ("mask-000000000", "random-475", "random-172", "random-487"),
}
NOBODY, SOMEBODY = "0x" + "00" * 20, "0x" + "53" * 20
HASHES = ["0x01" + "ab" * 31, "0x01" + "cd" * 31]
ACCESS = [{"address": SOMEBODY, "storageKeys": ["0x" + "00" * 32, "0x" + "07" * 32]}]
FEES = {"maxPriorityFeePerGas": 1500000000, "maxFeePerGas": 30000000000}
# (name, secret key, transaction, (secret key, chain, address, nonce) of each authorization)
OWN = (
    (
        "legacy, many bytes",
        2,
        {"gasPrice": 2 * 10**10, "to": SOMEBODY, "data": 400, "value": 1},
        (),
    ),
    ("legacy, a contract is made", 3, {"gasPrice": 7, "to": "", "data": 60, "chainId": 2**31}, ()),
    ("EIP-1559, a contract is made", 4, FEES | {"to": "", "data": 400, "accessList": ACCESS}, ()),
    ("EIP-4844", 5, FEES | {"blobVersionedHashes": HASHES[:1]}, ()),
    ("EIP-4844, two blobs", 6, FEES | {"blobVersionedHashes": HASHES, "accessList": ACCESS}, ()),
    ("EIP-7702", 7, FEES | {"data": 4}, ((8, 1, SOMEBODY, 0),)),
    (
        "EIP-7702, the sender and two others",
        7,
        FEES | {"accessList": ACCESS, "nonce": 9},
        ((7, 1, SOMEBODY, 10), (9, 0, SOMEBODY, 200), (10, 2**31, SOMEBODY, 2**40)),
    ),
    ("EIP-7702, taken back", 11, FEES | {"value": 10**20}, ((8, 1, NOBODY, 1),)),
)


def published(package):
    with tarfile.open(package) as files:

        def testcases(name):
            file = files.extractfile(f"package/testcases/{name}.json.gz")
            return {case["name"]: case for case in json.loads(gzip.decompress(file.read()))}

        legacy, typed = testcases("transactions"), testcases("typed-transactions")
    for name in LEGACY:
        address = legacy[name]["accountAddress"]
        yield f"{name} without a chain", legacy[name]["signedTransaction"], [address]
        yield f"{name} on chain 5", legacy[name]["signedTransactionChainId5"], [address]
    for kind, names in TYPED.items():
        for name in names:
            case = typed[f"{kind}-{name}"]
            yield case["name"], case["signed"], [case["address"]]


def own():
    accounts = {key: Account.from_key(key.to_bytes(32, "big")) for key in range(2, 12)}
    for name, key, fields, authorizations in OWN:
        fields = {"chainId": 1, "nonce": 3, "gas": 90000, "to": SOMEBODY, "value": 0} | fields
        fields["data"] = bytes(i * 5 % 256 for i in range(fields.get("data", 0)))
        if "blobVersionedHashes" in fields:
            fields["maxFeePerBlobGas"] = 12
        signers = [accounts[key]]
        for signer, chain, address, nonce in authorizations:
            given = {"chainId": chain, "address": address, "nonce": nonce}
            signed = accounts[signer].sign_authorization(given)
            fields.setdefault("authorizationList", []).append(signed)
            signers.append(accounts[signer])
        raw = accounts[key].sign_transaction(fields).raw_transaction.hex()
        yield f"eth-account, {name}", raw, [account.address for account in signers]


def bare(text):
    return text.removeprefix("0x").lower()


def main():
    rows = [*published(sys.argv[1]), *own()]
    vectors = {
        "source": "npm @ethersproject/testcases 5.8.0 (MIT): transactions.json.gz and "
        "typed-transactions.json.gz, a selection; tools/ethereum_vectors.py: our own transactions, "
        "signed by PyPI eth-account 0.14.0",
        "standard": "Ethereum yellow paper, EIP-155, EIP-2930, EIP-1559, EIP-4844, EIP-7702",
        "fields": {
            "name": "of the source",
            "raw": "the signed transaction",
            "addresses": "20 bytes each: the sender, then the accounts of its authorizations",
        },
        "cases": [
            {"name": name, "raw": bare(raw), "addresses": [bare(a) for a in addresses]}
            for name, raw, addresses in rows
        ],
    }
    sys.stdout.write(text_of(vectors))


if __name__ == "__main__":
    main()
