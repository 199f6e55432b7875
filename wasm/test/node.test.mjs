// The package in Node: what the module imports and weighs, vectors, loading, bad input, wiping.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";

import { hasLanes, load, loadSync, Status, Ufsecp, UfsecpError } from "ufsecp";
import { BORDERS, checks, hex, hostileRows, Random, unhex, VECTORS } from "./checks.mjs";

const here = (path) => new URL(path, import.meta.url);
// Node 20 has relaxed SIMD behind a flag.
const RELAXED = process.version.startsWith("v20.") ? ["--experimental-wasm-relaxed-simd"] : [];
RELAXED.forEach(setFlagsFromString);
const full = readFileSync(here("../dist/ufsecp.wasm"));
const lanes = readFileSync(here("../dist/ufsecp-lanes.wasm"));
const tiny = readFileSync(here("../dist/ufsecp-tiny.wasm"));
const PEER = here("../../build/wasm/libsecp256k1.wasm");
const vectors = Object.fromEntries(
    VECTORS.map((name) => [
        name,
        JSON.parse(readFileSync(here(`../../test/vectors/${name}.json`), "utf8")),
    ]),
);
const u = loadSync();

/** Each file, and how many bytes a page that loads it may take after gzip. */
const MODULES = [
    ["ufsecp.wasm", full, 120_000],
    ["ufsecp-lanes.wasm", lanes, 120_000],
    ["ufsecp-tiny.wasm", tiny, 40_000],
];
const zipped = (bytes) => gzipSync(bytes, { level: 9 }).length;
const scripts = ["index.js", "input.js"].map((name) => readFileSync(here(`../dist/${name}`)));
const script = zipped(Buffer.concat(scripts));
const RUN = MODULES.filter(([, bytes]) => bytes !== lanes || hasLanes());
const skip = hasLanes() ? false : "this host rounds the products of multiply-adds";
for (const [name, bytes, limit] of RUN) {
    test(`${name}: no imports, the exports that are listed, at most ${limit} bytes`, (t) => {
        const module = new WebAssembly.Module(bytes);
        assert.deepEqual(WebAssembly.Module.imports(module), []);
        const listed = readFileSync(here("../exports.txt"), "utf8").match(/^ufsecp_\w+$/gm);
        const found = WebAssembly.Module.exports(module).map((entry) => entry.name);
        const others = ["__stack_pointer", "_initialize", "memory", "room"];
        assert.deepEqual(found.sort(), [...listed, ...others].sort());
        const size = zipped(bytes) + script;
        t.diagnostic(`${size} bytes after gzip -9, ${script} of them JavaScript`);
        assert.ok(size <= limit, `${size} bytes after gzip`);
    });
    test(`${name}: vectors`, async (t) => {
        const instance = loadSync(bytes);
        for (const [check, run] of checks(instance, vectors)) {
            await t.test(check, (t) => t.diagnostic(`${run()} answers compared`));
        }
    });
}

test("lanes are taken where the host has what they need, and nowhere else", { skip }, () => {
    const program = `
        import { hasLanes, load, loadSync } from ${JSON.stringify(import.meta.resolve("ufsecp"))};
        const fs = process.getBuiltinModule("node:fs"), read = fs.readFileSync, files = [];
        fs.readFileSync = (file) => (files.push(file.pathname.match(/[^/]*$/)[0]), read(file));
        const ones = await Promise.all([load(), loadSync()]);
        const sound = ones.every((u) => u.sha256(new Uint8Array(0))[0] === 0xe3);
        const lanes = new URL(${JSON.stringify(here("../dist/ufsecp-lanes.wasm"))});
        const saying = ({ name, message }) => name + ": " + message;
        const error = await load(lanes).then(() => "it runs", saying);
        console.log(JSON.stringify([hasLanes(), files, sound, error]));`;
    const run = (...flags) => {
        const args = [...flags, "--input-type=module", "--eval", program];
        return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
    };
    const [withLanes, without] = ["ufsecp-lanes.wasm", "ufsecp.wasm"];
    const taken = [withLanes, withLanes, withLanes];
    assert.deepEqual(run(...RELAXED), [true, taken, true, "it runs"]);
    const refused = [without, without, withLanes];
    if (RELAXED.length) {
        const [has, files, sound, error] = run();
        assert.deepEqual([has, files, sound], [false, refused, true]);
        assert.match(error, /^CompileError/);
    }
    if (process.arch !== "x64") return; // where products are rounded without FMA3
    const error =
        "UfsecpError: the module does not start on this host; " +
        "if it is ufsecp-lanes.wasm, see hasLanes()";
    assert.deepEqual(run(...RELAXED, "--no-enable-fma3"), [false, refused, true, error]);
});

test("what batches give does not depend on the module", { skip }, () => {
    const [one, other] = [loadSync(full), loadSync(lanes)];
    for (const n of [1, 3, 4, 5, 8, 13, 200]) {
        const ecdsa = hostileRows(u, false, n, n + 79);
        const schnorr = hostileRows(u, true, n, n + 80);
        const random = new Random(n);
        const seckeys = random.bytes(32 * n);
        seckeys.fill(0, 32 * (n >> 1), 32 * (n >> 1) + 32); // no key
        const hashes = random.bytes(32 * n);
        const signed = Uint8Array.from({ length: 97 * n }, (_, i) => {
            const row = 129 * Math.floor(i / 97);
            const at = i % 97;
            return at < 32 ? ecdsa[row + at] : at < 96 ? ecdsa[row + at + 33] : random.below(5);
        });
        const keys = Uint8Array.from({ length: 33 * n }, (_, i) =>
            i % 33 ? schnorr[128 * Math.floor(i / 33) + (i % 33) - 1] : 2 + random.below(3),
        );
        const calls = [
            (v) => v.ecdsaVerifyRows(ecdsa),
            (v) => v.ecdsaVerifyRows(ecdsa, { lowS: true }),
            (v) => v.schnorrVerifyRows(schnorr),
            (v) => v.schnorrBatchIdentify(schnorr),
            (v) => v.ecdsaRecoverRows(signed),
            (v) => v.ecrecoverRows(signed),
            (v) => v.pubkeyCreateBatch(seckeys),
            (v) => v.ecdsaSignBatch(hashes, seckeys),
            (v) => v.schnorrSignBatch(hashes, seckeys, hashes),
            (v) => v.ecdhBatch(keys, seckeys.slice(0, 32).fill(3, 0, 1)),
        ];
        for (const call of calls) assert.deepEqual(call(other), call(one), `${call}, ${n} rows`);
    }
});

for (const [name, bytes] of RUN)
    test(`${name}: arguments and the heap are apart, whichever of them grows first`, () => {
        const [some, n] = [hostileRows(u, true, 100, 81), 9000];
        const rows = Uint8Array.from({ length: 128 * n }, (_, i) => some[i % some.length]);
        const expected = u.schnorrVerifyRows(rows);
        const first = expected.indexOf(1);
        const good = rows.map((_, i) => some[128 * first + (i % 128)]);
        for (const size of [40, 1024, n]) {
            const own = loadSync(bytes);
            const part = rows.subarray(0, 128 * size);
            for (let i = 0; i < 2; i++) {
                assert.deepEqual(own.schnorrBatchIdentify(part), expected.subarray(0, size));
            }
            assert.deepEqual(own.schnorrVerifyRows(rows), expected);
            assert.ok(loadSync(bytes).schnorrBatchVerify(good.subarray(0, 128 * size)));
            assert.ok(!loadSync(bytes).schnorrBatchVerify(part));
        }
    });

test("hostile rows have the verdicts of libsecp256k1", (t) => {
    let bytes;
    try {
        bytes = readFileSync(PEER);
    } catch {
        return t.skip("build/wasm/libsecp256k1.wasm is not there: wasm/build.sh --peer");
    }
    const stub = new Proxy({}, { get: () => () => 0 });
    const imports = { wasi_snapshot_preview1: stub };
    const peer = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports).exports;
    peer._initialize();
    peer.start();
    const at = peer.room();
    const memory = new Uint8Array(peer.memory.buffer);
    const n = 1500;
    const ecdsa = hostileRows(u, false, n, 77);
    const schnorr = hostileRows(u, true, n, 78);
    const expected = new Uint8Array(n);
    const expectedSchnorr = new Uint8Array(n);
    for (let i = 0; i < n; i++) {
        memory.set(ecdsa.subarray(129 * i, 129 * i + 129), at);
        expected[i] = peer.ecdsa_verify(at + 65, at, at + 32);
        memory.set(schnorr.subarray(128 * i, 128 * i + 128), at);
        expectedSchnorr[i] = peer.schnorr_verify(at + 64, at + 32, at);
    }
    for (const [name, bytes] of RUN) {
        const own = loadSync(bytes);
        const ok = own.ecdsaVerifyRows(ecdsa, { lowS: true }); // libsecp256k1 refuses high s
        assert.deepEqual(ok, expected, name);
        assert.deepEqual(own.schnorrVerifyRows(schnorr), expectedSchnorr, name);
    }
    const good = expected.reduce((a, b) => a + b);
    assert.ok(good > n / 10 && good < n / 2, `${good} of ${n} rows hold`);
});

test("loading: from bytes, a module, a file, a URL, a response, in place", async (t) => {
    const server = createServer((request, response) => {
        response.writeHead(request.url === "/ufsecp.wasm" ? 200 : 404);
        response.end(request.url === "/ufsecp.wasm" ? full : "");
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close());
    const url = `http://127.0.0.1:${server.address().port}/ufsecp.wasm`;
    const file = here("../dist/ufsecp.wasm");
    const sources = [
        undefined,
        full,
        full.buffer.slice(full.byteOffset, full.byteOffset + full.length),
        u.module,
        file,
        file.href,
        fileURLToPath(file),
        url,
        new URL(url),
        await fetch(url),
    ];
    const loaded = await Promise.all(sources.map((source) => load(source)));
    for (const one of [...loaded, loadSync(full), loadSync(u.module)]) {
        assert.equal(hex(one.sha256(new Uint8Array(0))).slice(0, 8), "e3b0c442");
        assert.match(one.version, /^\d+\.\d+\.\d+$/);
    }
    await assert.rejects(load(`${url}.gone`), { name: "UfsecpError", message: /HTTP status 404/ });
    await assert.rejects(load(new Uint8Array(8)), WebAssembly.CompileError);
    await assert.rejects(load(full.subarray(0, 5000)), WebAssembly.CompileError);
    await assert.rejects(load("/no/such/file.wasm"), { code: "ENOENT" });
    await assert.rejects(load("file:///no/such/file.wasm"), { code: "ENOENT" });
});

const key = new Uint8Array(32).fill(7);
const hash = new Uint8Array(32).fill(9);
const pubkey = u.pubkeyCreate(key);
const sig = u.ecdsaSign(hash, key);
const xonly = u.xonlyCreate(key).xonly;

/** Every method with good arguments, and which of them must be Uint8Arrays. */
const CALLS = {
    seckeyVerify: [key],
    seckeyNegate: [key],
    seckeyTweakAdd: [key, hash],
    seckeyTweakMul: [key, hash],
    pubkeyCreate: [key],
    xonlyCreate: [key],
    pubkeyConvert: [pubkey],
    pubkeyVerify: [pubkey],
    pubkeyNegate: [pubkey],
    pubkeyTweakAdd: [pubkey, hash],
    pubkeyTweakMul: [pubkey, hash],
    ecdsaSign: [hash, key],
    ecdsaSignRecoverable: [hash, key],
    ecdsaVerify: [sig, hash, pubkey],
    ecdsaCheck: [sig, hash, pubkey],
    ecdsaRecover: [sig, 0, hash],
    ecrecover: [sig, 0, hash],
    signatureFromDer: [u.signatureToDer(sig)],
    signatureToDer: [sig],
    signatureNormalize: [sig],
    schnorrSign: [hash, key, null],
    schnorrVerify: [sig, hash, xonly],
    schnorrCheck: [sig, hash, xonly],
    ecdh: [pubkey, key],
    ecdhX: [pubkey, key],
    taprootOutputKey: [xonly],
    taprootOutputSeckey: [key],
    sha256: [hash],
    keccak256: [hash],
    ripemd160: [hash],
    taggedHash: ["tag", hash],
    ethereumAddress: [pubkey],
    ecdsaVerifyRows: [new Uint8Array(129)],
    schnorrVerifyRows: [new Uint8Array(128)],
    schnorrBatchVerify: [new Uint8Array(128)],
    schnorrBatchIdentify: [new Uint8Array(128)],
    ecdsaRecoverRows: [new Uint8Array(97)],
    ecrecoverRows: [new Uint8Array(97)],
    pubkeyCreateBatch: [key],
    ecdsaSignBatch: [hash, key],
    schnorrSignBatch: [hash, key, null],
    ecdhBatch: [pubkey, key],
};
/** Arguments whose length is data: any is allowed. */
const ANY_LENGTH = {
    ...{ pubkeyConvert: [0], pubkeyVerify: [0], pubkeyNegate: [0], ethereumAddress: [0] },
    ...{ pubkeyTweakAdd: [0], pubkeyTweakMul: [0], ecdh: [0], ecdhX: [0], signatureFromDer: [0] },
    ...{ ecdsaVerify: [0, 2], ecdsaCheck: [0, 2], schnorrVerify: [0, 1, 2] },
    ...{ schnorrCheck: [0, 1, 2], schnorrSign: [0], taggedHash: [1] },
    ...{ sha256: [0], keccak256: [0], ripemd160: [0] },
};

/** The methods with options: what comes before them. */
const WITH_OPTIONS = {
    ...{ pubkeyConvert: [pubkey, true], pubkeyVerify: [pubkey] },
    ...{ ecdsaVerify: [sig, hash, pubkey], ecdsaCheck: [sig, hash, pubkey] },
    ...{ ecdsaVerifyRows: [Uint8Array.from([...hash, ...pubkey, ...sig])] },
    ...{ schnorrVerifyRows: CALLS.schnorrVerifyRows, ecdsaRecoverRows: CALLS.ecdsaRecoverRows },
    ...{ schnorrBatchVerify: CALLS.schnorrBatchVerify, ecrecoverRows: CALLS.ecrecoverRows },
    ...{ schnorrBatchIdentify: CALLS.schnorrBatchIdentify },
};

test("bad input: another type or length is an error that names the argument", () => {
    const methods = Object.getOwnPropertyNames(Ufsecp.prototype);
    const others = ["constructor", "version", "statusText", "seckeyGenerate", "pubkeyCombine"];
    assert.deepEqual(methods.filter((m) => !others.includes(m)).sort(), Object.keys(CALLS).sort());
    const wrong = [undefined, null, 5, "00", {}, [1, 2], new Uint16Array(32), new ArrayBuffer(32)];
    const misuse = { name: "UfsecpError", status: Status.MISUSE };
    for (const [name, args] of Object.entries(CALLS)) {
        assert.doesNotThrow(() => u[name](...args), name);
        for (const [i, arg] of args.entries()) {
            if (!(arg instanceof Uint8Array)) continue;
            const call = (value) => u[name](...args.with(i, value));
            for (const value of wrong) {
                assert.throws(() => call(value), { ...misuse, message: /Uint8Array/ }, name);
            }
            if (ANY_LENGTH[name]?.includes(i)) continue;
            for (const length of [1, arg.length - 1, arg.length + 1, 1000]) {
                const value = new Uint8Array(length).fill(1);
                assert.throws(() => call(value), { ...misuse, message: /bytes/ }, name);
            }
        }
    }
    // The last has an element that is missing.
    for (const pubkeys of [pubkey, null, [], [pubkey, null], Object.assign([], { 1: pubkey })]) {
        assert.throws(() => u.pubkeyCombine(pubkeys), misuse);
    }
    for (const [name, args] of Object.entries(WITH_OPTIONS)) {
        for (const options of [null, 5, "lowS", true]) {
            assert.throws(() => u[name](...args, options), { ...misuse, message: /^options/ });
        }
    }
    for (const extraSize of [-1, 0.5, NaN, "1", 2 ** 40, {}, Symbol("1")]) {
        assert.throws(() => u.ecdsaVerifyRows(new Uint8Array(129), { extraSize }), misuse);
    }
    for (const recid of [0.5, "0", null, undefined, NaN, Infinity, 0n, Object.create(null)]) {
        assert.throws(() => u.ecdsaRecover(sig, recid, hash), misuse);
        assert.throws(() => u.ecrecover(sig, recid, hash), misuse);
    }
    assert.throws(() => u.schnorrSign(hash, key, new Uint8Array(31)), misuse);
});

test("bad input: an array whose buffer is gone", () => {
    const detached = (array) => {
        structuredClone(array.buffer, { transfer: [array.buffer] });
        return array;
    };
    const shrunk = (array) => {
        const buffer = new ArrayBuffer(array.length + 8, { maxByteLength: array.length + 8 });
        const part = new Uint8Array(buffer, 8, array.length);
        buffer.resize(4);
        return part;
    };
    for (const [name, args] of Object.entries(CALLS)) {
        for (const [i, arg] of args.entries()) {
            if (!(arg instanceof Uint8Array)) continue;
            for (const gone of [detached(arg.slice()), shrunk(arg)]) {
                const call = () => u[name](...args.with(i, gone));
                const expected = { name: "UfsecpError", status: Status.MISUSE, message: /buffer/ };
                assert.throws(call, expected, name);
            }
        }
    }
});

test("an array has the bytes that it holds, whatever its length says", () => {
    const own = loadSync(full);
    const before = hex(own.sha256(new Uint8Array(0)));
    for (const length of [0, 1, 31, 100, 1e6, -1, NaN]) {
        class Other extends Uint8Array {
            get length() {
                return length;
            }
        }
        for (const [name, args] of Object.entries(CALLS)) {
            const others = args.map((arg) => (arg instanceof Uint8Array ? new Other(arg) : arg));
            assert.deepEqual(own[name](...others), u[name](...args), `${name}, ${length}`);
        }
        const plain = Object.defineProperty(hash.slice(), "length", { value: length });
        assert.deepEqual(own.sha256(plain), u.sha256(hash));
        const long = new Uint8Array(200_000).fill(255);
        assert.deepEqual(own.sha256(new Other(long)), u.sha256(long));
        assert.equal(hex(own.sha256(new Uint8Array(0))), before);
    }
    const shared = new SharedArrayBuffer(32, { maxByteLength: 64 });
    const growing = new Uint8Array(shared);
    assert.deepEqual(own.sha256(growing), u.sha256(new Uint8Array(32)));
    shared.grow(64);
    assert.deepEqual(own.sha256(growing), u.sha256(new Uint8Array(64)));
});

// A buffer that V8 makes for a small array leaves the bytes in the old place too.
test("no call asks for the buffer of a secret key", () => {
    const program = `
        const arrays = Object.getPrototypeOf(Uint8Array.prototype);
        const { get } = Object.getOwnPropertyDescriptor(arrays, "buffer");
        const asked = new Set();
        Object.defineProperty(arrays, "buffer", {
            get() {
                asked.add(this);
                return get.call(this);
            },
        });
        const { loadSync } = await import("${here("../dist/index.js")}");
        const u = loadSync();
        const [key, hash, other] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
        const pubkey = u.pubkeyCreate(key);
        u.ecdsaSign(hash, key), u.schnorrSign(hash, key), u.ecdh(pubkey, key);
        u.seckeyNegate(key), u.seckeyTweakAdd(key, other), u.taprootOutputSeckey(key);
        u.pubkeyCreateBatch(key), u.ecdsaSignBatch(hash, key), u.ecdhBatch(pubkey, key);
        console.log(asked.size > 0, asked.has(key), get.call(key).byteLength);
    `;
    const words = ["--input-type=module", "-e", program];
    assert.equal(execFileSync(process.execPath, words, { encoding: "utf8" }), "true false 32\n");
});

test("options that call the package again change nothing", () => {
    const again = () => u.sha256(new Uint8Array(4000).fill(255));
    for (const [name, args] of Object.entries(WITH_OPTIONS)) {
        const options = {
            get lowS() {
                return again() && true;
            },
            get hybrid() {
                return again() && true;
            },
            get extraSize() {
                return again() && 0;
            },
        };
        assert.deepEqual(u[name](...args, options), u[name](...args), name);
    }
});

test("keys and DER of impossible lengths take no memory", () => {
    const module = new WebAssembly.Module(full);
    const instance = new WebAssembly.Instance(module, {});
    const own = new Ufsecp(module, instance);
    const size = () => instance.exports.memory.buffer.byteLength;
    const before = size();
    const long = new Uint8Array(3e6).fill(2);
    assert.equal(own.ecdsaCheck(sig, hash, long), Status.PUBKEY_FORMAT);
    assert.equal(own.pubkeyVerify(long), false);
    const format = { name: "UfsecpError", status: Status.PUBKEY_FORMAT };
    const text = u.statusText(Status.PUBKEY_FORMAT);
    const withKey = ["pubkeyConvert", "pubkeyNegate", "pubkeyTweakAdd", "pubkeyTweakMul"];
    for (const name of [...withKey, "ecdh", "ecdhX", "ethereumAddress"]) {
        const call = () => own[name](...CALLS[name].with(0, long));
        assert.throws(call, { ...format, message: `pubkey: ${text}` }, name);
    }
    assert.throws(() => own.pubkeyCombine([pubkey, long]), format);
    assert.throws(() => own.ecdh(long, new Uint8Array(32)), { message: /secret key/ });
    const der = { name: "UfsecpError", status: Status.DER };
    assert.throws(() => own.signatureFromDer(long), der);
    const padded = new Uint8Array(3e6);
    padded.set(own.signatureToDer(sig));
    assert.throws(() => own.signatureFromDer(padded), der);
    assert.equal(size(), before);
    // Before BIP-66 what followed was ignored, and a number had any number of zeros.
    assert.deepEqual(own.signatureFromDer(padded, true), sig);
    const n = 2 ** 24 - 1;
    const number = (digits) => [Uint8Array.of(2, 0x83, 255, 255, 255), new Uint8Array(n), digits];
    const parts = [Uint8Array.of(0x30, 0), ...number(sig.slice(0, 32)), ...number(sig.slice(32))];
    const most = new Uint8Array(2 ** 26);
    let at = 0;
    for (const part of parts) {
        if (part.length === 32) at -= 32;
        most.set(part, at);
        at += part.length;
    }
    assert.deepEqual(own.signatureFromDer(most, true), sig);
    assert.ok(size() < before + 2 ** 25 + 2 ** 20, `${size()} bytes`);
});

test("arrays of another realm are read as those of this one", () => {
    const foreign = runInNewContext("(bytes) => Uint8Array.from(bytes)");
    const calls = { ...CALLS, schnorrSign: [hash, key, hash], taprootOutputKey: [xonly, hash] };
    for (const [name, args] of Object.entries(calls)) {
        const others = args.map((arg) => (arg instanceof Uint8Array ? foreign(arg) : arg));
        assert.ok(
            others.some((arg, i) => arg !== args[i]),
            name,
        );
        assert.deepEqual(u[name](...others), u[name](...args), name);
    }
});

test("bad data: a verdict, or an error with the library's reason", () => {
    for (const length of [0, 1, 32, 34, 64, 66, 5000]) {
        const other = new Uint8Array(length).fill(2);
        assert.equal(u.ecdsaVerify(other, hash, pubkey), false);
        assert.equal(u.ecdsaVerify(sig, hash, other), false);
        assert.equal(u.pubkeyVerify(other), false);
        if (length !== 64) assert.equal(u.ecdsaCheck(other, hash, pubkey), Status.SIG_FORMAT);
        if (length !== 32) assert.equal(u.schnorrCheck(sig, hash, other), Status.PUBKEY_FORMAT);
        assert.throws(() => u.signatureFromDer(other), { status: Status.DER });
    }
    const reasons = [
        [() => u.pubkeyConvert(new Uint8Array(33)), Status.PUBKEY_FORMAT],
        [() => u.ecdh(new Uint8Array(33).fill(255).fill(2, 0, 1), key), Status.PUBKEY_RANGE],
        [() => u.pubkeyNegate(new Uint8Array(33).fill(0).fill(2, 0, 1)), Status.PUBKEY_OFF_CURVE],
        [() => u.ecdsaRecover(new Uint8Array(64), 0, hash), Status.R_ZERO],
        [() => u.ecdsaRecover(new Uint8Array(64).fill(255), 0, hash), Status.R_RANGE],
        [() => u.ecdsaRecover(sig, 4, hash), Status.RECID],
        [() => u.ecdsaRecover(sig, -1, hash), Status.RECID],
        ...[2 ** 32, 2 ** 32 + 1, -(2 ** 32), 2 ** 53, 1e300].flatMap((recid) => [
            [() => u.ecdsaRecover(sig, recid, hash), Status.RECID],
            [() => u.ecrecover(sig, recid, hash), Status.RECID],
        ]),
    ];
    for (const [call, status] of reasons) {
        assert.throws(call, (error) => {
            assert.ok(error instanceof UfsecpError);
            assert.equal(error.status, status, error.message);
            assert.ok(error.message.endsWith(u.statusText(status)));
            return true;
        });
    }
    const zero = { name: "UfsecpError", message: /secret key/ };
    assert.throws(() => u.ecdsaSign(hash, new Uint8Array(32)), zero);
    assert.throws(() => u.ecdh(pubkey, new Uint8Array(32).fill(255)), zero);
    assert.throws(() => u.seckeyTweakAdd(key, BORDERS[4]), { message: /tweak/ });
    assert.equal(u.ecdsaCheck(sig, key, pubkey), Status.BAD_SIGNATURE);
});

test("100,000 rows: each has its verdict", () => {
    const n = 100_000;
    const rows = new Uint8Array(130 * n);
    const random = new Random(3);
    const good = new Set(Array.from({ length: 300 }, () => random.below(n)).concat([0, n - 1]));
    for (let i = 0; i < n; i++) {
        const row = rows.subarray(130 * i, 130 * (i + 1));
        row.set(hash);
        row.set(pubkey, 32);
        if (good.has(i)) row.set(sig, 65); // else r and s are zero
    }
    const ok = u.ecdsaVerifyRows(rows, { extraSize: 1 });
    assert.equal(ok.length, n);
    assert.ok(ok.every((verdict, i) => verdict === Number(good.has(i))));
});

/** The forms in which the library holds a number of 32 bytes: bytes from either end, words of 32
 * bits with 26 or 30 bits of it each, and words of 64 bits with 52 or 64 of it in every lane; of
 * each form pieces of 12 bytes. */
function forms(bytes) {
    const value = BigInt(`0x${hex(bytes)}`);
    const words = (bits) => {
        const all = Uint32Array.from({ length: Math.ceil(256 / bits) }, (_, i) =>
            Number((value >> BigInt(bits * i)) & ((1n << BigInt(bits)) - 1n)),
        );
        return new Uint8Array(all.buffer);
    };
    const inLanes = (bits) => {
        const all = BigUint64Array.from({ length: 8 }, (_, i) =>
            BigInt.asUintN(bits, value >> BigInt(bits * (i >> 1))),
        );
        return new Uint8Array(all.buffer);
    };
    const swapped = [4, 8].map((size) =>
        size === 4 ? Buffer.from(bytes).swap32() : Buffer.from(bytes).swap64(),
    );
    return [
        ...[bytes, bytes.toReversed(), ...swapped, words(26), words(30)].flatMap((form) =>
            [0, 8, 16].map((at) => form.slice(at, at + 12)),
        ),
        ...[inLanes(52), inLanes(64)].flatMap((form) =>
            [0, 16, 32].map((at) => form.slice(at, at + 16)),
        ),
    ].map(Buffer.from);
}

for (const [name, bytes] of RUN)
    test(`${name}: no secret stays in its memory`, () => {
        const module = new WebAssembly.Module(bytes);
        const instance = new WebAssembly.Instance(module, {});
        const own = new Ufsecp(module, instance);
        const { memory, room } = instance.exports;
        /** Where a form of a secret lies in the memory, or -1. */
        const found = (secret) => {
            const all = Buffer.from(memory.buffer);
            return Math.max(...forms(secret).map((form) => all.indexOf(form)));
        };
        const secret = new Random(11).bytes(32);
        const rows = 8; // as many as there are lanes
        const same = new Uint8Array(32 * rows).map((_, i) => secret[i % 32]);
        const hashes = new Uint8Array(32 * rows).fill(9);
        const pubkeys = new Uint8Array(33 * rows).map((_, i) => pubkey[i % 33]);
        const aux = new Uint8Array(32);
        const key = own.ecdhX(pubkey, secret);
        const results = {
            ecdhX: () => own.ecdhX(pubkey, secret),
            ecdh: () => own.ecdh(pubkey, secret),
            ecdhBatch: () => own.ecdhBatch(pubkeys, secret).secrets.slice(0, 32),
            seckeyNegate: () => own.seckeyNegate(secret),
            seckeyTweakAdd: () => own.seckeyTweakAdd(secret, hash),
            seckeyTweakMul: () => own.seckeyTweakMul(secret, hash),
            taprootOutputSeckey: () => own.taprootOutputSeckey(secret),
        };
        const calls = {
            seckeyVerify: () => own.seckeyVerify(secret),
            pubkeyCreate: () => own.pubkeyCreate(secret),
            xonlyCreate: () => own.xonlyCreate(secret),
            pubkeyCreateBatch: () => own.pubkeyCreateBatch(same),
            ecdsaSign: () => own.ecdsaSign(hash, secret),
            ecdsaSignBatch: () => own.ecdsaSignBatch(hashes, same),
            schnorrSign: () => own.schnorrSign(hash, secret, aux),
            schnorrSignBatch: () => own.schnorrSignBatch(hashes, same, null),
            refused: () => assert.throws(() => own.seckeyTweakAdd(secret, BORDERS[4])),
        };
        for (const [method, call] of Object.entries({ ...results, ...calls })) {
            const result = call();
            assert.equal(found(secret), -1, `${method}: the secret key`);
            if (method in results) assert.equal(found(result), -1, `${method}: the result`);
        }
        // The nonces of ECDSA, which the vectors state.
        for (const v of vectors.rfc6979.cases.slice(0, 40)) {
            const extra = v.extra ? unhex(v.extra) : undefined;
            own.ecdsaSign(unhex(v.hash32), unhex(v.seckey), extra);
            assert.equal(found(unhex(v.nonce)), -1, `the nonce of ${v.seckey}`);
        }
        // The search finds what is there, in each form.
        for (const form of forms(key)) {
            new Uint8Array(memory.buffer).set(form, room(32) + 3);
            assert.notEqual(found(key), -1);
            new Uint8Array(memory.buffer).fill(0, room(32), room(32) + 32);
            assert.equal(found(key), -1);
        }
    });

/** Calls where the host's stack is full but for some frames: what the call threw, or "done". */
function withFrames(left, call) {
    let at = -1;
    let outcome;
    const dive = (depth) => {
        try {
            dive(depth + 1);
        } catch (error) {
            if (at >= 0 || !(error instanceof RangeError)) throw error;
            at = depth - left;
        }
        if (depth !== at) return;
        try {
            call();
            outcome = "done";
        } catch (error) {
            outcome = error;
        }
    };
    dive(0);
    return outcome;
}

for (const [name, bytes] of RUN)
    test(`${name}: a call that is stopped where the host's stack is full leaves nothing`, (t) => {
        const module = new WebAssembly.Module(bytes);
        const { exports } = new WebAssembly.Instance(module, {});
        const top = exports.__stack_pointer.value;
        let inside = 0; // calls that were stopped with the module's stack in use
        const watched = Object.entries(exports).map(([name, value]) => {
            if (typeof value !== "function") return [name, value];
            const call = (...args) => {
                try {
                    return value(...args);
                } finally {
                    if (exports.__stack_pointer.value !== top) inside++;
                }
            };
            return [name, call];
        });
        const own = new Ufsecp(module, { exports: Object.fromEntries(watched) });
        const secret = new Random(12).bytes(32);
        const seckeys = new Uint8Array(32 * 8).map((_, i) => secret[i % 32]);
        const pieces = [0, 8, 16].map((at) => secret.subarray(at, at + 12));
        const calls = {
            seckeyNegate: () => own.seckeyNegate(secret),
            pubkeyCreate: () => own.pubkeyCreate(secret),
            ecdsaSign: () => own.ecdsaSign(hash, secret),
            schnorrSign: () => own.schnorrSign(hash, secret, null),
            ecdh: () => own.ecdh(pubkey, secret),
            pubkeyCreateBatch: () => own.pubkeyCreateBatch(seckeys),
            ecdsaSignBatch: () => own.ecdsaSignBatch(seckeys, seckeys),
        };
        let stopped = 0;
        for (const [method, call] of Object.entries(calls)) {
            let expected;
            for (let i = 0; i < 10; i++) expected = call(); // compiles it
            for (let left = 0; left < 60; left++) {
                const outcome = withFrames(left, call);
                if (outcome !== "done") {
                    assert.ok(outcome instanceof RangeError, `${outcome}`);
                    stopped++;
                }
                assert.equal(exports.__stack_pointer.value, top, `${method}, ${left} frames`);
                const memory = Buffer.from(exports.memory.buffer);
                for (const piece of pieces) assert.equal(memory.indexOf(piece), -1, method);
            }
            assert.deepEqual(call(), expected, method);
        }
        t.diagnostic(`${stopped} calls were stopped, ${inside} in the midst`);
        assert.ok(inside >= 10);
    });

test("a call that the host ended is wiped by the next one", () => {
    const module = new WebAssembly.Module(full);
    const instance = new WebAssembly.Instance(module, {});
    const own = new Ufsecp(module, instance);
    const { memory, __stack_pointer: pointer } = instance.exports;
    const secret = new Random(13).bytes(32);
    const seckeys = new Uint8Array(32 * 50_000).map((_, i) => secret[i % 32]);
    const expected = own.ecdsaSign(hash, secret);
    const top = pointer.value;
    const context = { own, seckeys };
    const ended = { code: "ERR_SCRIPT_EXECUTION_TIMEOUT" };
    const program = "own.ecdsaSignBatch(seckeys, seckeys)";
    for (let tries = 0; tries < 5 && pointer.value === top; tries++) {
        assert.throws(() => runInNewContext(program, context, { timeout: 300 }), ended);
    }
    assert.notEqual(pointer.value, top);
    own.sha256(hash);
    assert.equal(pointer.value, top);
    assert.equal(Buffer.from(memory.buffer).indexOf(secret), -1);
    assert.deepEqual(own.ecdsaSign(hash, secret), expected);
});
