// Times the package beside @noble/secp256k1, tiny-secp256k1 and libsecp256k1, which
// `build.sh --peer` compiles with the same compiler and flags. Blocks of all of them alternate; a
// ratio is the peer's time over ours in one round, given as its median with quartiles. Times are
// those of the processor that the process took, which other work on the machine changes least.
//
// Usage: node bench.mjs [--quick] [--json]
import { readFileSync } from "node:fs";
import { cpus } from "node:os";

import { hasLanes, load } from "ufsecp";

const options = process.argv.slice(2);
const unknown = options.find((option) => !["--quick", "--json"].includes(option));
if (unknown) {
    console.error(`bench: unknown option ${unknown}; there are --quick and --json`);
    process.exit(2);
}
const rounds = options.includes("--quick") ? 15 : 101;
const batchRounds = options.includes("--quick") ? 5 : 31;
const blockMs = 5;

/** A peer, or undefined with a line that says that it is left out. */
async function peer(name, make) {
    try {
        return await make();
    } catch (error) {
        console.error(`bench: ${name} is left out: ${error.message}`);
        return undefined;
    }
}

const u = await load();

const noble = await peer("@noble/secp256k1", async () => {
    const secp = await import("@noble/secp256k1");
    const { sha256 } = await import("@noble/hashes/sha2.js");
    const { hmac } = await import("@noble/hashes/hmac.js");
    secp.hashes.sha256 = sha256;
    secp.hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);
    const given = { prehash: false };
    return {
        verify: (sig, hash, pubkey) => secp.verify(sig, hash, pubkey, given),
        sign: (hash, seckey) => secp.sign(hash, seckey, given),
        schnorrVerify: (sig, hash, xonly) => secp.schnorr.verify(sig, hash, xonly),
        schnorrSign: (hash, seckey, aux) => secp.schnorr.sign(hash, seckey, aux),
        create: (seckey) => secp.getPublicKey(seckey),
        ecdh: (pubkey, seckey) => secp.getSharedSecret(seckey, pubkey),
    };
});

const tiny = await peer("tiny-secp256k1", async () => {
    const secp = await import("tiny-secp256k1");
    return {
        verify: (sig, hash, pubkey) => secp.verify(hash, pubkey, sig),
        sign: (hash, seckey) => secp.sign(hash, seckey),
        schnorrVerify: (sig, hash, xonly) => secp.verifySchnorr(hash, xonly, sig),
        schnorrSign: (hash, seckey, aux) => secp.signSchnorr(hash, seckey, aux),
        recover: (sig, recid, hash) => secp.recover(hash, sig, recid, true),
        create: (seckey) => secp.pointFromScalar(seckey, true),
    };
});

const libsecp = await peer("libsecp256k1", async () => {
    const file = new URL("../build/wasm/libsecp256k1.wasm", import.meta.url);
    const stub = new Proxy({}, { get: () => () => 0 });
    const imports = { wasi_snapshot_preview1: stub };
    const { instance } = await WebAssembly.instantiate(readFileSync(file), imports);
    const peer = instance.exports;
    peer._initialize();
    peer.start();
    const at = peer.room();
    const memory = new Uint8Array(peer.memory.buffer);
    const out = at + 512;
    /** Copies the arguments in, as ours are. */
    const put = (...parts) => {
        let end = at;
        return parts.map((part) => {
            const here = end;
            memory.set(part, here);
            end += part.length;
            return here;
        });
    };
    const written = (ok, size) => (ok ? memory.slice(out, out + size) : null);
    return {
        verify: (...parts) => peer.ecdsa_verify(...put(...parts)) === 1,
        sign: (...parts) => written(peer.ecdsa_sign(out, ...put(...parts)), 64),
        schnorrVerify: (...parts) => peer.schnorr_verify(...put(...parts)) === 1,
        schnorrSign: (hash, seckey) => written(peer.schnorr_sign(out, ...put(hash, seckey)), 64),
        recover: (sig, recid, hash) => {
            const [first, second] = put(sig, hash);
            return written(peer.ecdsa_recover(out, first, recid, second), 33);
        },
        create: (seckey) => written(peer.pubkey_create(out, ...put(seckey)), 33),
        ecdh: (...parts) => written(peer.ecdh(out, ...put(...parts)), 32),
    };
});

// Fresh inputs: each call takes the next row.
const ROWS = 1024;
const zeros = new Uint8Array(32);
const rows = Array.from({ length: ROWS }, () => {
    const seckey = u.seckeyGenerate();
    const hash = crypto.getRandomValues(new Uint8Array(32));
    const pubkey = u.pubkeyCreate(seckey);
    const { signature: sig, recid } = u.ecdsaSignRecoverable(hash, seckey);
    const schnorr = u.schnorrSign(hash, seckey, zeros);
    return { seckey, hash, pubkey, xonly: pubkey.slice(1), sig, recid, schnorr };
});
const flat = (...names) =>
    Uint8Array.from(rows.flatMap((row) => names.flatMap((name) => [...row[name]])));
const ecdsaRows = flat("hash", "pubkey", "sig");
const schnorrRows = flat("xonly", "hash", "schnorr");
const seckeys = flat("seckey");
const hashes = flat("hash");

const ours = {
    verify: (sig, hash, pubkey) => u.ecdsaVerify(sig, hash, pubkey, { lowS: true }),
    sign: (hash, seckey) => u.ecdsaSign(hash, seckey),
    schnorrVerify: (sig, hash, xonly) => u.schnorrVerify(sig, hash, xonly),
    schnorrSign: (hash, seckey, aux) => u.schnorrSign(hash, seckey, aux),
    recover: (sig, recid, hash) => u.ecdsaRecover(sig, recid, hash),
    create: (seckey) => u.pubkeyCreate(seckey),
    ecdh: (pubkey, seckey) => u.ecdh(pubkey, seckey),
};
const peers = { libsecp256k1: libsecp, "@noble/secp256k1": noble, "tiny-secp256k1": tiny };

/** What a row is given to: by name of the operation, the arguments of one call. */
const SINGLE = {
    verify: ["ECDSA verification", (r) => [r.sig, r.hash, r.pubkey]],
    schnorrVerify: ["Schnorr verification", (r) => [r.schnorr, r.hash, r.xonly]],
    recover: ["recovery", (r) => [r.sig, r.recid, r.hash]],
    sign: ["ECDSA signature", (r) => [r.hash, r.seckey]],
    schnorrSign: ["Schnorr signature", (r) => [r.hash, r.seckey, zeros]],
    create: ["public key", (r) => [r.seckey]],
    ecdh: ["ECDH", (r) => [r.pubkey, r.seckey]],
};
/** Batches of ROWS rows, each beside a loop of one operation. */
const BATCHES = [
    ["ECDSA verification, rows", "verify", () => u.ecdsaVerifyRows(ecdsaRows).every(Boolean)],
    [
        "Schnorr verification, rows",
        "schnorrVerify",
        () => u.schnorrVerifyRows(schnorrRows).every(Boolean),
    ],
    ["Schnorr, one verdict for all", "schnorrVerify", () => u.schnorrBatchVerify(schnorrRows)],
    ["public keys", "create", () => u.pubkeyCreateBatch(seckeys).ok.every(Boolean)],
    ["ECDSA signatures", "sign", () => u.ecdsaSignBatch(hashes, seckeys).ok.every(Boolean)],
];

/** A call that takes the next row each time. */
function cycling(api, operation) {
    const call = api[operation];
    const args = rows.map(SINGLE[operation][1]);
    let next = 0;
    return () => {
        const result = call(...args[next++ % ROWS]);
        if (!result) throw new Error(`${operation} failed`);
        return result;
    };
}

const quartiles = (values) => {
    const sorted = values.toSorted((a, b) => a - b);
    return [0.25, 0.5, 0.75].map((part) => sorted[Math.floor(part * (sorted.length - 1))]);
};

const now = () => {
    const { user, system } = process.cpuUsage();
    return user + system;
};

/** Microseconds a row of each contestant in each round: {name: [time, ...]}. */
function measure(contestants, rounds) {
    const entries = Object.entries(contestants);
    const calls = entries.map(([, { call }]) => {
        let n = 0;
        const until = now() + 20_000 * blockMs; // the compiler has finished by then
        while (now() < until || n < 2) n += call() ? 1 : 0;
        return Math.max(1, Math.round(n / 20));
    });
    const times = Object.fromEntries(entries.map(([name]) => [name, []]));
    for (let round = 0; round < rounds; round++) {
        entries.forEach(([name, { call, rows = 1 }], i) => {
            const began = now();
            for (let n = 0; n < calls[i]; n++) call();
            times[name].push((now() - began) / (calls[i] * rows));
        });
    }
    return times;
}

function result(title, times) {
    const [first, ...others] = Object.keys(times);
    const row = { title, microseconds: quartiles(times[first])[1], ratios: {} };
    for (const name of others) {
        row.ratios[name] = quartiles(times[name].map((time, i) => time / times[first][i]));
    }
    return row;
}

const report = [];
for (const [operation, [title]] of Object.entries(SINGLE)) {
    const contestants = { ufsecp: { call: cycling(ours, operation) } };
    for (const [name, api] of Object.entries(peers)) {
        if (api?.[operation]) contestants[name] = { call: cycling(api, operation) };
    }
    report.push(result(title, measure(contestants, rounds)));
}
for (const [title, operation, call] of BATCHES) {
    if (!call()) throw new Error(`${title} failed`);
    const contestants = { ufsecp: { call, rows: ROWS } };
    contestants["our own loop"] = { call: cycling(ours, operation) };
    if (libsecp) contestants["libsecp256k1's loop"] = { call: cycling(libsecp, operation) };
    report.push(result(`${title}, ${ROWS}`, measure(contestants, batchRounds)));
}

const { node, v8 } = process.versions;
const about = { node, v8, cpu: cpus()[0].model, lanes: hasLanes(), rounds };
if (options.includes("--json")) {
    console.log(JSON.stringify({ ...about, rows: report }, null, 2));
} else {
    const what = hasLanes() ? "lanes" : "no lanes";
    console.log(`node ${node} (V8 ${v8}), ${what}, ${about.cpu}, ${rounds} rounds`);
    console.log("ratios: the peer's time over ours, median (quartiles)\n");
    for (const { title, microseconds, ratios } of report) {
        console.log(`${title.padEnd(36)} ${microseconds.toFixed(1).padStart(8)} us a row`);
        for (const [name, [low, middle, high]] of Object.entries(ratios)) {
            const spread = `(${low.toFixed(2)} ... ${high.toFixed(2)})`;
            console.log(`    ${name.padEnd(24)} ${middle.toFixed(2).padStart(8)}  ${spread}`);
        }
    }
}
