// The adapters beside the packages that they stand in for: nostr-tools, viem and ethers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import * as ethers from "ethers";
import * as pure from "nostr-tools/pure";
import * as hooked from "nostr-tools/wasm";
import * as viem from "viem";

import { loadSync } from "ufsecp";
import { ethersRecovery, viemRecovery } from "ufsecp/ethereum";
import { nostrWasm, verifyEvent, verifyEvents } from "ufsecp/nostr";
import { unhex } from "./checks.mjs";

const u = loadSync();
const read = (name) =>
    JSON.parse(readFileSync(new URL(`../../test/vectors/${name}.json`, import.meta.url))).cases;
const key = new Uint8Array(32).fill(3);
const template = () => ({ kind: 1, created_at: 5, tags: [["t", "é\u2028\n"]], content: '\ud800"' });

/** Whether a call throws or rejects; else its result. */
async function settled(call) {
    try {
        return await call();
    } catch {
        return "refused";
    }
}

test("nostr: the verdicts of nostr-tools, alone and together", () => {
    const events = read("nostr").flatMap(({ line }) => {
        try {
            return [JSON.parse(line)];
        } catch {
            return [];
        }
    });
    const signed = pure.finalizeEvent(template(), key);
    delete signed[pure.verifiedSymbol];
    events.push(signed, { ...signed, content: "other" }, { ...signed, sig: "00".repeat(64) });
    events.push({ ...signed, id: signed.id.toUpperCase() }, { ...signed, tags: [[1]] });
    events.push({ ...signed, pubkey: 5 }, { ...signed, sig: `${signed.sig}00` });
    events.push({ ...signed, sig: null }, { ...signed, kind: "1" });
    // Of another realm, and of no prototype.
    events.push(runInNewContext("JSON.parse")(JSON.stringify(signed)));
    events.push(Object.assign(Object.create(null), signed));
    const expected = events.map((event) => {
        if (typeof event !== "object" || !event) return false;
        return pure.verifyEvent({ ...event });
    });
    const good = expected.filter(Boolean).length;
    assert.ok(good > 20 && good < events.length - 20, `${good} of ${events.length}`);
    assert.deepEqual(
        events.map((event) => verifyEvent(u, event)),
        expected,
    );
    assert.deepEqual([...verifyEvents(u, events)], expected.map(Number));
    assert.equal(verifyEvents(u, []).length, 0);
    for (const value of [null, undefined, 5, "event", []]) assert.ok(!verifyEvent(u, value));
});

test("nostr-tools/wasm with our module in place of its own", () => {
    hooked.setNostrWasm(nostrWasm(u));
    assert.equal(hooked.getPublicKey(key), pure.getPublicKey(key));
    assert.equal(hooked.generateSecretKey().length, 32);
    const event = hooked.finalizeEvent(template(), key);
    const { pubkey, id, sig } = event;
    assert.deepEqual(
        { pubkey, id },
        (({ pubkey, id }) => ({ pubkey, id }))(pure.finalizeEvent(template(), key)),
    );
    assert.ok(pure.verifyEvent({ ...template(), pubkey, id, sig }));
    assert.ok(hooked.verifyEvent(event));
    assert.ok(!hooked.verifyEvent({ ...event, content: "other" }));
    assert.throws(() => hooked.finalizeEvent({ kind: 1 }, key), { name: "UfsecpError" });
});

test("viem and ethers: the same keys and addresses", async () => {
    const ours = { viem: viemRecovery(u), ethers: ethersRecovery(u) };
    for (const v of read("ethereum").slice(0, 100)) {
        const hash = `0x${v.hash32}`;
        const [r, s] = [`0x${v.sig.slice(0, 64)}`, `0x${v.sig.slice(64)}`];
        const joined = `0x${v.sig}${(27 + v.recid).toString(16)}`;
        const expected = await viem.recoverAddress({ hash, signature: joined });
        assert.equal(expected.toLowerCase(), `0x${v.address}`);
        const bytes = viem.hexToBytes(joined);
        const foreign = runInNewContext("(bytes) => Uint8Array.from(bytes)")(bytes);
        const buffer = Buffer.from(bytes);
        for (const signature of [joined, bytes, buffer, foreign, { r, s, yParity: v.recid }]) {
            assert.equal(await ours.viem.recoverAddress({ hash, signature }), expected);
            assert.equal(ours.ethers.recoverAddress(hash, signature), expected);
        }
        const big = { r, s, v: 35n + 2n * 10n ** 20n + BigInt(v.recid) };
        assert.equal(await ours.viem.recoverAddress({ hash, signature: big }), expected);
        const digest = unhex(v.hash32);
        assert.equal(ours.ethers.recoverAddress(digest, joined), expected);
        assert.equal(ethers.recoverAddress(digest, joined), expected);
        const point = ethers.SigningKey.recoverPublicKey(digest, joined);
        assert.equal(ours.ethers.recoverPublicKey(digest, joined), point);
        assert.equal(await ours.viem.recoverPublicKey({ hash, signature: joined }), point);
    }
});

test("viem and ethers: the same refusals", async () => {
    const v = read("ethereum")[0];
    const [digest, rs] = [`0x${v.hash32}`, v.sig];
    const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const high = rs.slice(0, 64) + (N - BigInt(`0x${rs.slice(64)}`)).toString(16);
    const other = (28 - v.recid).toString(16);
    const signatures = [`0x${high}${other}`, `0x${rs}05`, `0x${rs}`.slice(0, -2), "", "0x", "0xzz"];
    signatures.push(`0x${"00".repeat(64)}1b`, `0x${"ff".repeat(64)}1b`, `0x${rs}1b00`, null, 5, {});
    const [mine, theirs] = [viemRecovery(u), ethersRecovery(u)];
    for (const signature of signatures) {
        const byViem = await settled(() => viem.recoverAddress({ hash: digest, signature }));
        const found = await settled(() => mine.recoverAddress({ hash: digest, signature }));
        assert.equal(found, byViem, `viem: ${signature}`);
        const byEthers = await settled(() => ethers.recoverAddress(digest, signature));
        const also = await settled(() => theirs.recoverAddress(digest, signature));
        // ethers alone reads the 64 bytes of EIP-2098.
        if (signature !== `0x${rs}`) assert.equal(also, byEthers, `ethers: ${signature}`);
    }
    assert.equal(await settled(() => theirs.recoverAddress("0x00", `0x${rs}1b`)), "refused");
});
