// The published vectors of test/vectors, and rows that are hostile, on one instance of the module:
// the same in Node, in a page and in a worker. Each check returns how many answers it compared.

export const VECTORS = ["bip340", "bip341", "rfc6979", "recovery", "points", "der", "mult"].concat([
    "ethereum",
    "hashes",
    "wycheproof_ecdsa_p1363",
    "wycheproof_ecdsa",
    "wycheproof_ecdh",
]);

export const hex = (bytes) =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text) =>
    Uint8Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.substr(2 * i, 2), 16));

/** What a call gives in hexadecimal, or null if it refuses with a reason. */
function result(call) {
    try {
        return hex(call());
    } catch (error) {
        if (error.name !== "UfsecpError" || !error.message) throw error;
        return null;
    }
}

/** Compares, and says which case is wrong. */
class Counter {
    count = 0;
    equal(found, expected, what) {
        this.count++;
        if (found !== expected) throw new Error(`${what}: ${found}, expected ${expected}`);
    }
}

/** Random bytes that are the same in every run. */
export class Random {
    #state;
    constructor(seed) {
        this.#state = seed;
    }
    word() {
        this.#state = (this.#state + 0x6d2b79f5) | 0;
        let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return (t ^ (t >>> 14)) >>> 0;
    }
    below(n) {
        return this.word() % n;
    }
    bytes(n) {
        return Uint8Array.from({ length: n }, () => this.word() >>> 24);
    }
}

const N = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
const P = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f";
const HALF = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0";
/** Numbers at the borders of the field and of the order: border - 1, border, border + 1. */
export const BORDERS = ["00".repeat(32), N, P, HALF, "ff".repeat(32)].flatMap((border) =>
    [-1n, 0n, 1n].map((d) => {
        const number = (BigInt(`0x${border}`) + d + (1n << 256n)) % (1n << 256n);
        return unhex(number.toString(16).padStart(64, "0"));
    }),
);

/** n rows of ecdsaVerifyRows() or schnorrVerifyRows(), of which most are spoiled: a number at a
 * border or with a bit changed, another prefix, a part of another row. */
export function hostileRows(u, schnorr, n, seed) {
    const random = new Random(seed);
    const size = schnorr ? 128 : 129;
    const rows = new Uint8Array(size * n);
    for (let i = 0; i < n; i++) {
        const key = random.bytes(32);
        const message = random.bytes(32);
        const row = rows.subarray(size * i, size * (i + 1));
        if (schnorr) {
            row.set(u.xonlyCreate(key).xonly);
            row.set(message, 32);
            row.set(u.schnorrSign(message, key, null), 64);
        } else {
            row.set(message);
            row.set(u.pubkeyCreate(key), 32);
            row.set(u.ecdsaSign(message, key), 65);
        }
        const starts = schnorr ? [0, 32, 64, 96] : [0, 33, 65, 97];
        const at = starts[random.below(4)];
        const spoil = random.below(6);
        if (spoil === 0) row.set(BORDERS[random.below(BORDERS.length)], at);
        if (spoil === 1) row[random.below(size)] ^= 1 << random.below(8);
        if (spoil === 2 && !schnorr) row[32] = random.below(256);
        if (spoil === 3 && i)
            row.set(rows.subarray(size * (i - 1) + at, size * i).slice(0, 32), at);
        if (spoil === 4 && !schnorr) {
            const s = BigInt(`0x${N}`) - BigInt(`0x${hex(row.subarray(97))}`); // also valid
            row.set(unhex(s.toString(16).padStart(64, "0")), 97);
        }
    }
    return rows;
}

function bip340(u, { cases }, c) {
    for (const v of cases) {
        const [message, key, sig] = [v.msg, v.pubkey, v.sig].map(unhex);
        c.equal(u.schnorrVerify(sig, message, key), v.result, `case ${v.index}`);
        if (!v.seckey) continue;
        const seckey = unhex(v.seckey);
        c.equal(hex(u.xonlyCreate(seckey).xonly), v.pubkey, `key of ${v.index}`);
        const signed = u.schnorrSign(message, seckey, unhex(v.aux));
        c.equal(hex(signed), v.sig, `signature of ${v.index}`);
    }
}

function bip341(u, { cases }, c) {
    for (const v of cases) {
        const root = v.merkle_root ? unhex(v.merkle_root) : undefined;
        const { output, parity } = u.taprootOutputKey(unhex(v.internal), root);
        c.equal(`${hex(output)} ${parity}`, `${v.output} ${v.parity}`, v.internal);
        if (!v.seckey) continue;
        const seckey = u.taprootOutputSeckey(unhex(v.seckey), root);
        c.equal(hex(seckey), v.output_seckey, v.seckey);
    }
}

function rfc6979(u, { cases }, c) {
    for (const v of cases) {
        const [hash, seckey] = [unhex(v.hash32), unhex(v.seckey)];
        const extra = v.extra ? unhex(v.extra) : undefined;
        const { signature, recid } = u.ecdsaSignRecoverable(hash, seckey, extra);
        c.equal(`${hex(signature)} ${recid}`, `${v.sig} ${v.recid}`, v.seckey);
        const pubkey = u.pubkeyCreate(seckey);
        c.equal(u.ecdsaVerify(signature, hash, pubkey, { lowS: true }), true, v.sig);
        const der = u.signatureToDer(signature);
        c.equal(hex(u.signatureFromDer(der)), v.sig, `DER of ${v.sig}`);
    }
}

function recovery(u, { cases }, c) {
    const rows = new Uint8Array(97 * cases.length);
    for (const [i, v] of cases.entries()) {
        const [hash, sig] = [unhex(v.hash32), unhex(v.sig)];
        c.equal(
            result(() => u.ecdsaRecover(sig, v.recid, hash, false)),
            v.pubkey,
            v.sig,
        );
        rows.set([...hash, ...sig, v.recid], 97 * i);
    }
    const { pubkeys, ok } = u.ecdsaRecoverRows(rows);
    const { addresses } = u.ecrecoverRows(rows);
    for (const [i, v] of cases.entries()) {
        c.equal(ok[i], v.pubkey ? 1 : 0, `row ${i}`);
        const key = pubkeys.subarray(33 * i, 33 * i + 33);
        const full = v.pubkey && hex(u.pubkeyConvert(key, false));
        c.equal(full, v.pubkey, `key of row ${i}`);
        const address = v.pubkey ? u.ethereumAddress(unhex(v.pubkey)) : new Uint8Array(20);
        c.equal(hex(addresses.subarray(20 * i, 20 * i + 20)), hex(address), `address of row ${i}`);
    }
}

function points(u, { cases }, c) {
    for (const v of cases) {
        const bytes = unhex(v.bytes);
        c.equal(
            result(() => u.pubkeyConvert(bytes, false)),
            v.valid ? v.point : null,
            v.name,
        );
        const hybrid = result(() => u.pubkeyConvert(bytes, true, { hybrid: true }));
        c.equal(hybrid, v.compressed, `${v.name}, hybrids accepted`);
        c.equal(u.pubkeyVerify(bytes), v.valid, v.name);
    }
}

function der(u, { cases }, c) {
    for (const v of cases) {
        const bytes = unhex(v.sig);
        const strict = result(() => u.signatureFromDer(bytes));
        const fits = v.r !== null && v.r.length === 64 && v.s.length === 64;
        if (v.strict && fits) c.equal(strict, v.r + v.s, v.name);
        else c.equal(strict, null, v.name);
        const lax = result(() => u.signatureFromDer(bytes, true));
        c.equal(lax !== null, v.lax, `${v.name}, lax`);
        if (v.in_range) c.equal(lax, v.r + v.s, `${v.name}, lax`);
    }
}

function mult(u, { cases }, c) {
    const valid = cases.filter((v) => v.product && !/^0*$/.test(v.k));
    for (const v of valid) {
        const [k, point] = [unhex(v.k), unhex(v.point)];
        c.equal(hex(u.ecdh(point, k)), v.ecdh, v.k);
        c.equal(hex(u.ecdhX(point, k)), v.product.slice(2, 66), v.k);
        c.equal(hex(u.pubkeyTweakMul(point, k, false)), v.product, v.k);
    }
    const some = valid.slice(0, 20);
    const keys = Uint8Array.from(some.flatMap((v) => [...unhex(v.point)]));
    const { secrets, ok } = u.ecdhBatch(keys, unhex(some[0].k));
    for (const [i, v] of some.entries()) {
        const alone = u.ecdh(unhex(v.point), unhex(some[0].k));
        c.equal(hex(secrets.subarray(32 * i, 32 * i + 32)), hex(alone), `row ${i}`);
        c.equal(ok[i], 1, `row ${i}`);
    }
}

function ethereum(u, { cases }, c) {
    for (const v of cases) {
        const [hash, sig] = [unhex(v.hash32), unhex(v.sig)];
        c.equal(hex(u.keccak256(unhex(v.unsigned))), v.hash32, v.name);
        c.equal(hex(u.ecrecover(sig, v.recid, hash)), v.address, v.name);
    }
}

function hashes(u, { cases }, c) {
    for (const v of cases) c.equal(hex(u[v.hash](unhex(v.msg))), v.digest, `${v.hash} ${v.msg}`);
    const tag = new TextEncoder().encode("BIP0340/aux");
    const twice = [...u.sha256(tag), ...u.sha256(tag)];
    for (const length of [0, 1, 64, 5000]) {
        const data = new Uint8Array(length).fill(7);
        const expected = hex(u.sha256(Uint8Array.from([...twice, ...data])));
        c.equal(hex(u.taggedHash("BIP0340/aux", data)), expected, `${length} bytes`);
    }
}

function wycheproof_ecdsa_p1363(u, { cases }, c) {
    for (const v of cases) {
        const [sig, hash, key] = [v.sig, v.hash32, v.pubkey].map(unhex);
        c.equal(u.ecdsaVerify(sig, hash, key), v.result === "valid", `${v.file} ${v.tcId}`);
    }
}

function wycheproof_ecdsa(u, { cases }, c) {
    for (const v of cases.filter((_, i) => i % 5 === 0)) {
        const sig = result(() => u.signatureFromDer(unhex(v.sig)));
        const options = { lowS: v.file.endsWith("bitcoin") };
        const [hash, key] = [unhex(v.hash32), unhex(v.pubkey)];
        const verdict = sig !== null && u.ecdsaVerify(unhex(sig), hash, key, options);
        c.equal(verdict, v.result === "valid", `${v.file} ${v.tcId}`);
    }
}

function wycheproof_ecdh(u, { cases }, c) {
    for (const v of cases.filter((v) => v.point)) {
        const x = result(() => u.ecdhX(unhex(v.point), unhex(v.seckey)));
        const refused = x === null && v.result === "acceptable";
        c.equal(x ?? "", refused ? "" : v.shared, `${v.file} ${v.tcId}`);
    }
}

/** Batches answer as single calls do, whatever the rows are. */
function batches(u, c) {
    for (const n of [0, 1, 2, 300]) {
        const rows = hostileRows(u, false, n, n + 1);
        for (const lowS of [false, true]) {
            const ok = u.ecdsaVerifyRows(rows, { lowS });
            c.equal(ok.length, n, "verdicts");
            for (let i = 0; i < n; i++) {
                const row = rows.subarray(129 * i, 129 * i + 129);
                const parts = [row.subarray(65), row.subarray(0, 32), row.subarray(32, 65)];
                c.equal(ok[i], Number(u.ecdsaVerify(...parts, { lowS })), `ECDSA row ${i}`);
            }
        }
        const schnorr = hostileRows(u, true, n, n + 2);
        const verdicts = [u.schnorrVerifyRows(schnorr), u.schnorrBatchIdentify(schnorr)];
        for (let i = 0; i < n; i++) {
            const row = schnorr.subarray(128 * i, 128 * i + 128);
            const parts = [row.subarray(64), row.subarray(32, 64), row.subarray(0, 32)];
            const alone = Number(u.schnorrVerify(...parts));
            for (const ok of verdicts) c.equal(ok[i], alone, `Schnorr row ${i}`);
        }
        c.equal(u.schnorrBatchVerify(schnorr), verdicts[0].every(Boolean), "one verdict");
    }
    signing(u, c);
}

/** Batches of signatures and keys answer as single calls do; a bad key fails its row alone. */
function signing(u, c) {
    const random = new Random(9);
    const keys = Array.from({ length: 40 }, (_, i) =>
        i % 8 === 3 ? BORDERS[(i >> 3) * 3 + 1] : random.bytes(32),
    );
    const messages = keys.map(() => random.bytes(32));
    const flat = (rows) => Uint8Array.from(rows.flatMap((row) => [...row]));
    const batch = [
        [u.pubkeyCreateBatch(flat(keys)), "pubkeys", 33, (i) => u.pubkeyCreate(keys[i])],
        [
            u.ecdsaSignBatch(flat(messages), flat(keys)),
            "signatures",
            64,
            (i) => u.ecdsaSign(messages[i], keys[i]),
        ],
        [
            u.schnorrSignBatch(flat(messages), flat(keys), null),
            "signatures",
            64,
            (i) => u.schnorrSign(messages[i], keys[i], null),
        ],
        [
            u.schnorrSignBatch(flat(messages), flat(keys), flat(messages)),
            "signatures",
            64,
            (i) => u.schnorrSign(messages[i], keys[i], messages[i]),
        ],
    ];
    for (const [done, name, size, alone] of batch) {
        for (let i = 0; i < keys.length; i++) {
            const expected = result(() => alone(i));
            const row = hex(done[name].subarray(size * i, size * (i + 1)));
            c.equal(row, expected ?? "00".repeat(size), `${name}, row ${i}`);
            c.equal(done.ok[i], expected === null ? 0 : 1, `${name}, verdict of row ${i}`);
        }
    }
}

/** Laws between calls: tweaks of a secret key and of its public key belong together. */
function keys(u, c) {
    const random = new Random(5);
    for (let i = 0; i < 20; i++) {
        const [a, b] = [random.bytes(32), random.bytes(32)];
        const A = u.pubkeyCreate(a);
        const same = (seckey, pubkey, what) =>
            c.equal(hex(u.pubkeyCreate(seckey)), hex(pubkey), what);
        same(u.seckeyNegate(a), u.pubkeyNegate(A), "-A");
        same(u.seckeyTweakAdd(a, b), u.pubkeyTweakAdd(A, b), "A + b*G");
        same(u.seckeyTweakMul(a, b), u.pubkeyTweakMul(A, b), "b*A");
        const B = u.pubkeyCreate(b, false);
        same(u.seckeyTweakAdd(a, b), u.pubkeyCombine([A, B]), "A + B");
        c.equal(
            result(() => u.pubkeyCombine([A, u.pubkeyNegate(A)])),
            null,
            "A - A",
        );
        c.equal(hex(u.ecdh(A, b)), hex(u.ecdh(B, a)), "one secret");
        c.equal(u.seckeyVerify(u.seckeyGenerate()), true, "a new key");
    }
    for (const border of BORDERS) {
        const inside = hex(border) > "00".repeat(32) && hex(border) < N;
        c.equal(u.seckeyVerify(border), inside, hex(border));
        c.equal(result(() => u.pubkeyCreate(border)) !== null, inside, hex(border));
    }
}

const WITH_VECTORS = {
    ...{ bip340, bip341, rfc6979, recovery, points, der, mult, ethereum, hashes },
    ...{ wycheproof_ecdsa_p1363, wycheproof_ecdsa, wycheproof_ecdh },
};

/** [name, function(): count] of every check. `vectors` has the files of VECTORS by name. */
export function checks(u, vectors) {
    const counted = (body) => () => {
        const counter = new Counter();
        body(counter);
        if (!counter.count) throw new Error("nothing was compared");
        return counter.count;
    };
    return [
        ...VECTORS.map((name) => [name, counted((c) => WITH_VECTORS[name](u, vectors[name], c))]),
        ["keys", counted((c) => keys(u, c))],
        ["batches", counted((c) => batches(u, c))],
    ];
}
