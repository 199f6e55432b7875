// The adapters beside the packages that they stand in for: nostr-tools, viem and ethers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import * as ethers from "ethers";
import * as pure from "nostr-tools/pure";
import * as hooked from "nostr-tools/wasm";
import * as viem from "viem";

import { loadSync, Status } from "ufsecp";
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
    assert.deepEqual([...verifyEvents(u, Object.assign([], { 1: signed }))], [0, 1]);
    const misuse = { name: "UfsecpError", status: Status.MISUSE };
    for (const value of [null, undefined, {}, "event"]) {
        assert.throws(() => verifyEvents(u, value), misuse);
    }
    for (const value of [null, undefined, 5]) {
        assert.throws(() => nostrWasm(u).finalizeEvent(value, key), misuse);
    }
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
    const mine = { viem: viemRecovery(u), ethers: ethersRecovery(u) };
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
            assert.equal(await mine.viem.recoverAddress({ hash, signature }), expected);
            assert.equal(mine.ethers.recoverAddress(hash, signature), expected);
        }
        const big = { r, s, v: 35n + 2n * 10n ** 20n + BigInt(v.recid) };
        assert.equal(await mine.viem.recoverAddress({ hash, signature: big }), expected);
        const digest = unhex(v.hash32);
        assert.equal(mine.ethers.recoverAddress(digest, joined), expected);
        assert.equal(ethers.recoverAddress(digest, joined), expected);
        const point = ethers.SigningKey.recoverPublicKey(digest, joined);
        assert.equal(mine.ethers.recoverPublicKey(digest, joined), point);
        assert.equal(await mine.viem.recoverPublicKey({ hash, signature: joined }), point);
    }
});

/** settled() of one of our calls, which refuses by an error of the package. */
async function ours(call) {
    try {
        return await call();
    } catch (error) {
        assert.equal(error.name, "UfsecpError", error.stack);
        return "refused";
    }
}

/** A hash, and a signature of it whose r or s begins with so many zero digits. */
function withZeros(part, digits) {
    const hash = u.sha256(key);
    for (let i = 0; ; i++) {
        const extra = u.sha256(Uint8Array.of(i, i >> 8));
        const { signature, recid } = u.ecdsaSignRecoverable(hash, key, extra);
        const hex = Buffer.from(signature).toString("hex");
        const [r, s] = [`0x${hex.slice(0, 64)}`, `0x${hex.slice(64)}`];
        if ({ r, s }[part].startsWith("0x" + "0".repeat(digits))) return { hash, r, s, recid };
    }
}

test("viem and ethers: each v from 0 to 255, and more, in each form", async () => {
    const v = read("ethereum")[0];
    const digest = `0x${v.hash32}`;
    const [r, s] = [`0x${v.sig.slice(0, 64)}`, `0x${v.sig.slice(64)}`];
    const [byViem, byEthers] = [viemRecovery(u), ethersRecovery(u)];
    const taken = { viem: [], ethers: [] };
    for (const n of [...Array(256).keys(), -1, 256, 283, 2 ** 32, 2 ** 32 + 27]) {
        const named = [n, BigInt(n), `0x${n.toString(16)}`, `${n}`].map((v) => ({ r, s, v }));
        const forms = [...named, { r, s, yParity: n }, { r, s, v: 27, yParity: n }];
        const joined = `0x${v.sig}${n.toString(16).padStart(2, "0")}`;
        if (n >= 0 && n < 256) forms.unshift(joined);
        for (const signature of forms) {
            const what = typeof signature === "string" ? signature : Object.entries(signature);
            const viems = await settled(() => viem.recoverAddress({ hash: digest, signature }));
            const mine = await ours(() => byViem.recoverAddress({ hash: digest, signature }));
            assert.equal(mine, viems, `viem: ${what}`);
            const theirs = await settled(() => ethers.recoverAddress(digest, signature));
            const also = await ours(() => byEthers.recoverAddress(digest, signature));
            assert.equal(also, theirs, `ethers: ${what}`);
            if (signature !== joined) continue;
            if (mine !== "refused") taken.viem.push(n);
            if (also !== "refused") taken.ethers.push(n);
            const bytes = viem.hexToBytes(joined);
            const hash = digest;
            assert.equal(await ours(() => byViem.recoverAddress({ hash, signature: bytes })), mine);
            assert.equal(await ours(() => byEthers.recoverAddress(digest, bytes)), also);
        }
    }
    assert.deepEqual(taken.viem, [0, 1, 27, 28]);
    const chains = Array.from({ length: 256 - 35 }, (_, i) => 35 + i);
    assert.deepEqual(taken.ethers, [0, 1, 27, 28, ...chains]);
});

const NO_NUMBERS = ["", "0x", "zz", "0x0x1", "1.5", -1, -1n, 0.5, NaN, null, undefined, {}];

test("viem and ethers: numbers by name, and the short form of EIP-2098", async () => {
    const [byViem, byEthers] = [viemRecovery(u), ethersRecovery(u)];
    const address = `0x${Buffer.from(u.ethereumAddress(u.pubkeyCreate(key))).toString("hex")}`;
    const short = (digits) => `0x${BigInt(digits).toString(16)}`;
    let recovered = 0;
    const cases = [1, 2, 3].flatMap((digits) => [withZeros("r", digits), withZeros("s", digits)]);
    for (const { hash, r, s, recid } of cases) {
        const [v, digest] = [27 + recid, viem.bytesToHex(hash)];
        const { compactSerialized, yParityAndS } = ethers.Signature.from({ r, s, v });
        const flipped = viem.numberToHex(BigInt(yParityAndS) ^ (1n << 255n), { size: 32 });
        const otherS = viem.numberToHex(BigInt(yParityAndS) ^ 1n, { size: 32 });
        const signatures = [
            { r: short(r), s: short(s), v },
            { r: BigInt(r), s: BigInt(s), v: BigInt(v) },
            { r: `${BigInt(r)}`, s: `${BigInt(s)}`, v: `${v}` },
            { r: `0x00${r.slice(2)}`, s: `0x0${s.slice(2)}`, v },
            { r, s, v: undefined, yParity: recid },
            { r, s, v, yParity: recid },
            { r, s, v, yParity: 1 - recid },
            { r, s, v, yParity: 2 },
            { r, s, v: 27, yParity: 1 },
            { r, s, v: 28, yParity: 0 },
            { r, s, yParity: `0x${recid}` },
            { r, s, yParity: BigInt(recid) },
            { r, s, v: 35 + recid, yParity: recid },
            { r, yParityAndS },
            { r, s, yParityAndS },
            { r, s: null, v: null, yParity: null, yParityAndS },
            { r, yParityAndS, v },
            { r, yParityAndS, v: 55 - v },
            { r, yParityAndS, yParity: 1 - recid },
            { r, s, v, yParityAndS: flipped },
            { r, s, v, yParityAndS: otherS },
            { r, yParityAndS: short(yParityAndS).slice(0, -2) },
            { r, yParityAndS: BigInt(yParityAndS) },
            compactSerialized,
            compactSerialized.slice(0, -2),
            ethers.Signature.from({ r, s, v }),
            ...NO_NUMBERS.flatMap((wrong) => [
                { r: wrong, s, v },
                { r, s: wrong, v },
                { r, s, v: wrong },
                { r, s, yParity: wrong },
            ]),
            { r: `0x1${r.slice(2)}`, s, v },
            { r: 1n << 256n, s, v },
            { s, v },
            { r, v },
            { r, s },
            { r, s, v: true },
            null,
            undefined,
            5,
            [],
        ];
        for (const signature of signatures) {
            const what = signature && typeof signature === "object" && Object.entries(signature);
            const also = await ours(() => byEthers.recoverAddress(digest, signature));
            const theirs = await settled(() => ethers.recoverAddress(digest, signature));
            assert.equal(also, theirs, `ethers: ${what}`);
            if (also.toLowerCase() === address) recovered++;
            const mine = await ours(() => byViem.recoverAddress({ hash: digest, signature }));
            const viems = await settled(() => viem.recoverAddress({ hash: digest, signature }));
            // viem reads what is no number as 0, and true as 1.
            const loose = [signature?.v, signature?.yParity].some(
                (n) => n === "" || n === true || n === null,
            );
            if (!loose) assert.equal(mine, viems, `viem: ${what}`);
            else assert.ok(mine === "refused" || mine === viems, `viem: ${what}`);
        }
        for (const loose of ["", " ", true, null]) {
            const signature = { r, s, v: loose };
            const calls = [
                () => byViem.recoverAddress({ hash: digest, signature }),
                () => byEthers.recoverAddress(digest, signature),
            ];
            for (const call of calls) assert.equal(await ours(call), "refused");
        }
        const lower = await byViem.recoverAddress({ hash: digest, signature: { r, s, v } });
        assert.equal(lower.toLowerCase(), address);
        const bytes = viem.hexToBytes(compactSerialized);
        assert.equal(byEthers.recoverAddress(digest, bytes).toLowerCase(), address);
    }
    assert.ok(recovered >= 12 * cases.length, `${recovered}`);
    const none = { name: "UfsecpError", status: Status.MISUSE };
    for (const parameters of [null, undefined, 5]) {
        await assert.rejects(byViem.recoverAddress(parameters), none);
        await assert.rejects(byViem.recoverPublicKey(parameters), none);
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
    signatures.push(undefined, [], `0x${rs}`);
    const [mine, theirs] = [viemRecovery(u), ethersRecovery(u)];
    for (const signature of signatures) {
        const byViem = await settled(() => viem.recoverAddress({ hash: digest, signature }));
        const found = await ours(() => mine.recoverAddress({ hash: digest, signature }));
        assert.equal(found, byViem, `viem: ${signature}`);
        const byEthers = await settled(() => ethers.recoverAddress(digest, signature));
        const also = await ours(() => theirs.recoverAddress(digest, signature));
        assert.equal(also, byEthers, `ethers: ${signature}`);
    }
    assert.equal(await settled(() => theirs.recoverAddress("0x00", `0x${rs}1b`)), "refused");
});
