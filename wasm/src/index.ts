// The C interface of the library on Uint8Arrays: loading the module, and one method for each call.
// Its rules hold here: numbers are big-endian, verification and all else on public data runs in
// variable time, and what takes a secret key in constant time as far as the runtime's compiler
// keeps it.

/** Why an argument or a row is not valid: `ufsecp_status` of ufsecp.h. Only `OK` is a yes. */
export const Status = {
    OK: 1,
    BAD_SIGNATURE: 0,
    MISUSE: -1,
    PUBKEY_FORMAT: -2,
    PUBKEY_RANGE: -3,
    PUBKEY_OFF_CURVE: -4,
    R_ZERO: -5,
    R_RANGE: -6,
    S_ZERO: -7,
    S_RANGE: -8,
    S_HIGH: -9,
    RECID: -10,
    NO_POINT: -11,
    DER: -12,
    SIG_FORMAT: -13,
} as const;

/** A call that cannot do what its name says. */
export class UfsecpError extends Error {
    /** What the C call returned: a value of `Status`, or 0 where it only says that it failed.
     * `Status.MISUSE` is an error of the program: a wrong type or length. */
    readonly status: number;

    constructor(message: string, status: number) {
        super(message);
        this.name = "UfsecpError";
        this.status = status;
    }
}

/** Where the module comes from. A string is a URL, or in Node the path of a file. */
export type Source = string | URL | Response | BufferSource | WebAssembly.Module;

export interface VerifyOptions {
    /** Refuse s > n/2 (BIP-146). Accepted by default, as Bitcoin's consensus does. */
    lowS?: boolean;
    /** Public keys may be hybrid: 65 bytes, prefix 06 or 07. */
    hybrid?: boolean;
}

export interface RowOptions {
    /** Bytes of the caller's own behind each row, which are skipped. */
    extraSize?: number;
}

type Call = (...args: number[]) => number;
interface Exports extends Record<string, unknown> {
    memory: WebAssembly.Memory;
    _initialize(): void;
    room(n: number): number;
}
type Part = Uint8Array | number | null;

const typeOf = Object.getOwnPropertyDescriptor(
    Object.getPrototypeOf(Uint8Array.prototype),
    Symbol.toStringTag,
)!.get!;

function misuse(message: string): never {
    throw new UfsecpError(message, Status.MISUSE);
}

/** The value, if it is a Uint8Array (also one of another realm) of a length that is allowed. */
function bytes(name: string, value: unknown, ...lengths: number[]): Uint8Array {
    if (typeOf.call(value) !== "Uint8Array") {
        misuse(`${name} is ${value === null ? "null" : typeof value}: it must be a Uint8Array`);
    }
    const length = (value as Uint8Array).length;
    if (lengths.length && !lengths.includes(length)) {
        misuse(`${name} has ${length} bytes: it must have ${lengths.join(" or ")}`);
    }
    return value as Uint8Array;
}

function optional(name: string, value: unknown, length: number): Uint8Array | null {
    return value === undefined || value === null ? null : bytes(name, value, length);
}

/** How many elements of a size are in an array. */
function rowsOf(name: string, value: unknown, size: number): number {
    const length = bytes(name, value).length;
    if (length % size) misuse(`${name} has ${length} bytes: not a multiple of ${size}`);
    return length / size;
}

function extra(options: RowOptions): number {
    const size = options.extraSize ?? 0;
    if (!Number.isInteger(size) || size < 0 || size > 2 ** 31) {
        misuse(`extraSize is ${String(size)}: it must be a whole number of bytes`);
    }
    return size;
}

const flagsOf = (o: VerifyOptions) => (o.lowS ? 1 : 0) | (o.hybrid ? 2 : 0);

interface NodeFiles {
    readFileSync(path: string | URL): Uint8Array<ArrayBuffer>;
}

/** Node's files, without an import that bundlers would look for. */
function nodeFiles(): NodeFiles | undefined {
    const host = globalThis as { process?: { getBuiltinModule?(name: string): NodeFiles } };
    return host.process?.getBuiltinModule?.("node:fs");
}

async function compile(source: Source): Promise<WebAssembly.Module> {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source === "string" || source instanceof URL) {
        const isFile =
            source instanceof URL ? source.protocol === "file:" : !/^\w\w+:/.test(source);
        const files = isFile ? nodeFiles() : undefined;
        if (files) return WebAssembly.compile(files.readFileSync(source));
        source = await fetch(source);
    }
    if (typeof Response !== "undefined" && source instanceof Response) {
        if (!source.ok) throw new UfsecpError(`${source.url}: HTTP status ${source.status}`, 0);
        source = await source.arrayBuffer();
    }
    return WebAssembly.compile(source as BufferSource);
}

/** A module whose function takes three numbers a, b and c, and gives a * b + c by relaxed SIMD. */
const MADD = Uint8Array.from(
    atob("AGFzbQEAAAABCAFgA3x8fAF8AwIBAAcIAQRtYWRkAAAKFgEUACAA/RQgAf0UIAL9FP2HAv0hAAs="),
    (character) => character.charCodeAt(0),
);

/** Whether this host runs `ufsecp-lanes.wasm`, which `load` then takes: it has relaxed SIMD, and
 * does not round the product of a multiply-add, as WebAssembly leaves to each host. */
export function hasLanes(): boolean {
    if (!WebAssembly.validate(MADD)) return false;
    const { madd } = new WebAssembly.Instance(new WebAssembly.Module(MADD)).exports;
    const e = Number.EPSILON;
    return (madd as Call)(1 + e, 1 - e, -1) === -e * e; // a rounded product is 1
}

/** The module's file for this host. Bundlers look for addresses in this form. */
const ownFile = () =>
    hasLanes()
        ? new URL("./ufsecp-lanes.wasm", import.meta.url)
        : new URL("./ufsecp.wasm", import.meta.url);

/** Loads the module: from a file beside the package, or from where the caller has it.
 * A `WebAssembly.Module` can be sent to workers, each of which loads an instance of its own. */
export async function load(source: Source = ownFile()): Promise<Ufsecp> {
    const module = await compile(source);
    return new Ufsecp(module, await WebAssembly.instantiate(module, {}));
}

/** The same at once, where the host allows it: without a source in Node only. */
export function loadSync(source?: BufferSource | WebAssembly.Module): Ufsecp {
    if (source === undefined) {
        const files = nodeFiles();
        if (!files) misuse("loadSync needs the module's bytes on this host: or await load()");
        source = files.readFileSync(ownFile());
    }
    const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
    return new Ufsecp(module, new WebAssembly.Instance(module, {}));
}

/** An instance of the module. Messages of ECDSA are 32-byte hashes. */
export class Ufsecp {
    /** The compiled module, to load it elsewhere. */
    readonly module: WebAssembly.Module;
    readonly #exports: Exports;
    #memory: Uint8Array;

    /** For `load` and `loadSync`. */
    constructor(module: WebAssembly.Module, instance: WebAssembly.Instance) {
        this.module = module;
        this.#exports = instance.exports as Exports;
        try {
            this.#exports._initialize();
        } catch (error) {
            if (hasLanes() || !(error instanceof WebAssembly.RuntimeError)) throw error;
            throw new UfsecpError(
                "the module does not start on this host; " +
                    "if it is ufsecp-lanes.wasm, see hasLanes()",
                0,
            );
        }
        this.#memory = new Uint8Array(this.#exports.memory.buffer);
    }

    /** The memory, which moves when it grows. */
    #bytes(): Uint8Array {
        if (this.#memory.buffer !== this.#exports.memory.buffer) {
            this.#memory = new Uint8Array(this.#exports.memory.buffer);
        }
        return this.#memory;
    }

    /** Calls the module with arguments side by side in its memory, and wipes all of them after it.
     * A part is an array, a number of bytes for an output, or null for a null pointer. */
    #call<T>(parts: Part[], body: (...at: number[]) => T): T {
        let total = 0;
        const offsets = parts.map((part) => {
            if (part === null) return -1;
            const offset = total;
            total += Math.ceil((typeof part === "number" ? part : part.length) / 16) * 16;
            return offset;
        });
        const base = total < 2 ** 31 ? this.#exports.room(total) >>> 0 : 0;
        if (!base) throw new UfsecpError(`no memory for ${total} bytes of arguments`, 0);
        const memory = this.#bytes();
        try {
            parts.forEach((part, i) => {
                if (typeof part !== "number" && part) memory.set(part, base + offsets[i]);
            });
            return body(...offsets.map((offset) => (offset < 0 ? 0 : base + offset)));
        } finally {
            this.#bytes().fill(0, base, base + total);
        }
    }

    #c(name: string): Call {
        return this.#exports[`ufsecp_${name}`] as Call;
    }

    /** A copy of what a call wrote. */
    #copy(at: number, length: number): Uint8Array {
        return this.#bytes().slice(at, at + length);
    }

    #text(at: number): string {
        const memory = this.#bytes();
        let end = at;
        while (memory[end]) end++;
        return String.fromCharCode(...memory.subarray(at, end));
    }

    /** One line of English for a status. */
    statusText(status: number): string {
        return this.#text(this.#c("status_text")(status));
    }

    /** The version of the library. */
    get version(): string {
        return this.#text(this.#c("version")());
    }

    #expect(status: number, what: string): void {
        if (status !== Status.OK) {
            throw new UfsecpError(`${what}: ${this.statusText(status)}`, status);
        }
    }

    /** What a call without a status fails by: a key that is not valid, or else `reason`. */
    #refuse(reason: string, seckey?: Uint8Array, ...pubkeys: Uint8Array[]): never {
        if (seckey && !this.seckeyVerify(seckey)) {
            throw new UfsecpError("the secret key is zero or not below n", 0);
        }
        for (const pubkey of pubkeys) this.pubkeyConvert(pubkey);
        throw new UfsecpError(reason, 0);
    }

    // ---- Secret keys: 32 bytes, 1 <= key < n

    /** Whether a secret key is valid. */
    seckeyVerify(seckey: Uint8Array): boolean {
        return this.#call([bytes("seckey", seckey, 32)], (at) => !!this.#c("seckey_verify")(at));
    }

    /** A new secret key from the host's generator. */
    seckeyGenerate(): Uint8Array {
        for (let tries = 0; tries < 4; tries++) {
            const seckey = crypto.getRandomValues(new Uint8Array(32));
            if (this.seckeyVerify(seckey)) return seckey;
        }
        throw new UfsecpError("the host's generator gave no valid key four times in a row", 0);
    }

    #changeSeckey(name: string, seckey: Uint8Array, tweak: Uint8Array | null): Uint8Array {
        const parts = [bytes("seckey", seckey, 32), tweak && bytes("tweak", tweak, 32)];
        return (
            this.#call(parts, (key, by) => (this.#c(name)(key, by) ? this.#copy(key, 32) : null)) ??
            this.#refuse("the tweak is out of range, or the result is zero", seckey)
        );
    }

    /** -key mod n. */
    seckeyNegate(seckey: Uint8Array): Uint8Array {
        return this.#changeSeckey("seckey_negate", seckey, null);
    }

    /** key + tweak mod n. The tweak may be zero. */
    seckeyTweakAdd(seckey: Uint8Array, tweak: Uint8Array): Uint8Array {
        return this.#changeSeckey("seckey_tweak_add", seckey, bytes("tweak", tweak, 32));
    }

    /** key * tweak mod n. */
    seckeyTweakMul(seckey: Uint8Array, tweak: Uint8Array): Uint8Array {
        return this.#changeSeckey("seckey_tweak_mul", seckey, bytes("tweak", tweak, 32));
    }

    // ---- Public keys: 33 bytes compressed, 65 uncompressed, 32 x-only

    /** The public key of a secret key. */
    pubkeyCreate(seckey: Uint8Array, compressed = true): Uint8Array {
        const size = compressed ? 33 : 65;
        return (
            this.#call([size, bytes("seckey", seckey, 32)], (out, key) =>
                this.#c("pubkey_create")(out, size, key) ? this.#copy(out, size) : null,
            ) ?? this.#refuse("no key", seckey)
        );
    }

    /** The x-only public key of a secret key (BIP-340), and 1 if its y is odd. */
    xonlyCreate(seckey: Uint8Array): { xonly: Uint8Array; parity: number } {
        return (
            this.#call([32, 4, bytes("seckey", seckey, 32)], (out, parity, key) =>
                this.#c("xonly_create")(out, parity, key)
                    ? { xonly: this.#copy(out, 32), parity: this.#bytes()[parity] }
                    : null,
            ) ?? this.#refuse("no key", seckey)
        );
    }

    /** Checks a key in any encoding and writes it as 33 or 65 bytes. */
    pubkeyConvert(pubkey: Uint8Array, compressed = true, options: VerifyOptions = {}): Uint8Array {
        const size = compressed ? 33 : 65;
        const length = bytes("pubkey", pubkey).length;
        return this.#call([size, pubkey], (out, key) => {
            const flags = options.hybrid ? 2 : 0;
            const status = this.#c("pubkey_convert")(out, size, key, length, flags);
            this.#expect(status, "pubkey");
            return this.#copy(out, size);
        });
    }

    /** Whether a key in 33 or 65 bytes is valid. */
    pubkeyVerify(pubkey: Uint8Array, options: VerifyOptions = {}): boolean {
        try {
            this.pubkeyConvert(pubkey, true, options);
            return true;
        } catch (error) {
            if (error instanceof UfsecpError && error.status !== Status.MISUSE) return false;
            throw error;
        }
    }

    #changePubkey(
        name: string,
        pubkey: Uint8Array,
        tweak: Uint8Array | null,
        compressed: boolean,
    ): Uint8Array {
        const size = compressed ? 33 : 65;
        const length = bytes("pubkey", pubkey).length;
        return (
            this.#call([size, pubkey, tweak], (out, key, by) =>
                this.#c(name)(out, size, key, length, by) ? this.#copy(out, size) : null,
            ) ??
            this.#refuse("the tweak is out of range, or the sum is infinity", undefined, pubkey)
        );
    }

    /** -P. */
    pubkeyNegate(pubkey: Uint8Array, compressed = true): Uint8Array {
        return this.#changePubkey("pubkey_negate", pubkey, null, compressed);
    }

    /** P + tweak*G for a public tweak. */
    pubkeyTweakAdd(pubkey: Uint8Array, tweak: Uint8Array, compressed = true): Uint8Array {
        const by = bytes("tweak", tweak, 32);
        return this.#changePubkey("pubkey_tweak_add", pubkey, by, compressed);
    }

    /** tweak*P for a public tweak. */
    pubkeyTweakMul(pubkey: Uint8Array, tweak: Uint8Array, compressed = true): Uint8Array {
        const by = bytes("tweak", tweak, 32);
        return this.#changePubkey("pubkey_tweak_mul", pubkey, by, compressed);
    }

    /** The sum of keys, in 33 or 65 bytes each. */
    pubkeyCombine(pubkeys: readonly Uint8Array[], compressed = true): Uint8Array {
        if (!Array.isArray(pubkeys)) misuse("pubkeys must be an array of Uint8Arrays");
        const size = compressed ? 33 : 65;
        const all = new Uint8Array(33 * pubkeys.length);
        pubkeys.forEach((pubkey, i) => all.set(this.pubkeyConvert(pubkey), 33 * i));
        return (
            this.#call([size, all], (out, at) =>
                this.#c("pubkey_combine")(out, size, at, pubkeys.length)
                    ? this.#copy(out, size)
                    : null,
            ) ?? this.#refuse("the sum is infinity")
        );
    }

    // ---- ECDSA: signatures of 64 bytes, r || s

    /** Signs a hash with the nonce of RFC 6979 and a low s. */
    ecdsaSign(message: Uint8Array, seckey: Uint8Array, extraData?: Uint8Array): Uint8Array {
        return this.ecdsaSignRecoverable(message, seckey, extraData).signature;
    }

    /** ecdsaSign() with the recovery id, 0 ... 3. */
    ecdsaSignRecoverable(
        message: Uint8Array,
        seckey: Uint8Array,
        extraData?: Uint8Array,
    ): { signature: Uint8Array; recid: number } {
        const parts = [64, 4, bytes("message", message, 32), bytes("seckey", seckey, 32)];
        return (
            this.#call(
                [...parts, optional("extraData", extraData, 32)],
                (sig, recid, hash, key, data) =>
                    this.#c("ecdsa_sign_recoverable")(sig, recid, hash, key, data)
                        ? { signature: this.#copy(sig, 64), recid: this.#bytes()[recid] }
                        : null,
            ) ?? this.#refuse("no signature", seckey)
        );
    }

    /** Verifies a signature. Bytes that are no key or signature make it false. */
    ecdsaVerify(
        signature: Uint8Array,
        message: Uint8Array,
        pubkey: Uint8Array,
        options: VerifyOptions = {},
    ): boolean {
        return this.ecdsaCheck(signature, message, pubkey, options) === Status.OK;
    }

    /** ecdsaVerify() with its reason: a value of `Status`. */
    ecdsaCheck(
        signature: Uint8Array,
        message: Uint8Array,
        pubkey: Uint8Array,
        options: VerifyOptions = {},
    ): number {
        const parts = [bytes("signature", signature), bytes("message", message, 32)];
        const length = bytes("pubkey", pubkey).length;
        if (signature.length !== 64) return Status.SIG_FORMAT;
        return this.#call([...parts, pubkey], (sig, hash, key) =>
            this.#c("ecdsa_check")(sig, hash, key, length, flagsOf(options)),
        );
    }

    /** The public key that made a signature. */
    ecdsaRecover(
        signature: Uint8Array,
        recid: number,
        message: Uint8Array,
        compressed = true,
    ): Uint8Array {
        const size = compressed ? 33 : 65;
        const parts = [bytes("signature", signature, 64), bytes("message", message, 32)];
        if (!Number.isInteger(recid)) misuse(`recid is ${String(recid)}: it must be 0 to 3`);
        return this.#call([size, ...parts], (out, sig, hash) => {
            const status = this.#c("ecdsa_recover")(out, size, sig, recid, hash);
            this.#expect(status, "signature");
            return this.#copy(out, size);
        });
    }

    /** Ethereum's ecrecover: the address of that key, 20 bytes. */
    ecrecover(signature: Uint8Array, recid: number, message: Uint8Array): Uint8Array {
        return this.ethereumAddress(this.ecdsaRecover(signature, recid, message));
    }

    /** Reads strict DER (BIP-66), or with `lax` what Bitcoin accepted before it. */
    signatureFromDer(der: Uint8Array, lax = false): Uint8Array {
        const length = bytes("der", der).length;
        const name = lax ? "ecdsa_sig_parse_der_lax" : "ecdsa_sig_parse_der";
        return this.#call([64, der], (sig, at) => {
            this.#expect(this.#c(name)(sig, at, length) || Status.DER, "der");
            return this.#copy(sig, 64);
        });
    }

    /** Writes a signature as strict DER, at most 72 bytes. */
    signatureToDer(signature: Uint8Array): Uint8Array {
        return this.#call([72, 4, bytes("signature", signature, 64)], (der, length, sig) => {
            this.#bytes()[length] = 72;
            this.#c("ecdsa_sig_serialize_der")(der, length, sig);
            return this.#copy(der, this.#bytes()[length]);
        });
    }

    /** The signature with the lower of s and n - s. */
    signatureNormalize(signature: Uint8Array): Uint8Array {
        return (
            this.#call([bytes("signature", signature, 64)], (sig) =>
                this.#c("ecdsa_sig_normalize")(sig, 0) ? this.#copy(sig, 64) : null,
            ) ?? this.#refuse("signature: r or s is not below n")
        );
    }

    // ---- Schnorr signatures (BIP-340): 64 bytes, x-only keys, messages of any length

    /** Signs a message. Without `aux` the host draws 32 bytes; null stands for zeros. */
    schnorrSign(message: Uint8Array, seckey: Uint8Array, aux?: Uint8Array | null): Uint8Array {
        const length = bytes("message", message).length;
        const drawn = aux === undefined ? crypto.getRandomValues(new Uint8Array(32)) : aux;
        const parts = [message, bytes("seckey", seckey, 32), optional("aux", drawn, 32)];
        return (
            this.#call([64, ...parts], (sig, msg, key, random) =>
                this.#c("schnorr_sign")(sig, msg, length, key, random) ? this.#copy(sig, 64) : null,
            ) ?? this.#refuse("no signature", seckey)
        );
    }

    /** Verifies a signature. Bytes that are no key or signature make it false. */
    schnorrVerify(signature: Uint8Array, message: Uint8Array, xonly: Uint8Array): boolean {
        return this.schnorrCheck(signature, message, xonly) === Status.OK;
    }

    /** schnorrVerify() with its reason: a value of `Status`. */
    schnorrCheck(signature: Uint8Array, message: Uint8Array, xonly: Uint8Array): number {
        const length = bytes("message", message).length;
        const parts = [bytes("signature", signature), message, bytes("xonly", xonly)];
        if (signature.length !== 64) return Status.SIG_FORMAT;
        if (xonly.length !== 32) return Status.PUBKEY_FORMAT;
        return this.#call(parts, (sig, msg, key) =>
            this.#c("schnorr_check")(sig, msg, length, key),
        );
    }

    // ---- ECDH, taproot

    #shared(name: string, pubkey: Uint8Array, seckey: Uint8Array): Uint8Array {
        const length = bytes("pubkey", pubkey).length;
        return (
            this.#call([32, pubkey, bytes("seckey", seckey, 32)], (out, key, secret) =>
                this.#c(name)(out, key, length, secret) ? this.#copy(out, 32) : null,
            ) ?? this.#refuse("no secret", seckey, pubkey)
        );
    }

    /** SHA-256 of the compressed shared point, as libsecp256k1's default. */
    ecdh(pubkey: Uint8Array, seckey: Uint8Array): Uint8Array {
        return this.#shared("ecdh", pubkey, seckey);
    }

    /** The x coordinate of the shared point, not hashed. */
    ecdhX(pubkey: Uint8Array, seckey: Uint8Array): Uint8Array {
        return this.#shared("ecdh_x", pubkey, seckey);
    }

    /** The output key of an internal key (BIP-341), and 1 if its y is odd. */
    taprootOutputKey(
        internal: Uint8Array,
        merkleRoot?: Uint8Array,
    ): { output: Uint8Array; parity: number } {
        const parts = [bytes("internal", internal, 32), optional("merkleRoot", merkleRoot, 32)];
        return (
            this.#call([32, 4, ...parts], (out, parity, key, root) =>
                this.#c("taproot_output_key")(out, parity, key, root)
                    ? { output: this.#copy(out, 32), parity: this.#bytes()[parity] }
                    : null,
            ) ?? this.#refuse("internal: no point has this x coordinate")
        );
    }

    /** The secret key of that output key. */
    taprootOutputSeckey(seckey: Uint8Array, merkleRoot?: Uint8Array): Uint8Array {
        const parts = [bytes("seckey", seckey, 32), optional("merkleRoot", merkleRoot, 32)];
        return (
            this.#call([32, ...parts], (out, key, root) =>
                this.#c("taproot_output_seckey")(out, key, root) ? this.#copy(out, 32) : null,
            ) ?? this.#refuse("the tweak is out of range", seckey)
        );
    }

    // ---- Hashes

    #hash(name: string, data: Uint8Array, size: number): Uint8Array {
        const length = bytes("data", data).length;
        return this.#call([size, data], (out, at) => {
            this.#c(name)(out, at, length);
            return this.#copy(out, size);
        });
    }

    sha256(data: Uint8Array): Uint8Array {
        return this.#hash("sha256", data, 32);
    }

    /** Keccak-256 as Ethereum has it. */
    keccak256(data: Uint8Array): Uint8Array {
        return this.#hash("keccak256", data, 32);
    }

    ripemd160(data: Uint8Array): Uint8Array {
        return this.#hash("ripemd160", data, 20);
    }

    /** SHA-256(SHA-256(tag) || SHA-256(tag) || data) (BIP-340). */
    taggedHash(tag: string | Uint8Array, data: Uint8Array): Uint8Array {
        const name = typeof tag === "string" ? new TextEncoder().encode(tag) : bytes("tag", tag);
        return this.#call([32, name, bytes("data", data)], (out, first, at) => {
            this.#c("tagged_hash")(out, first, name.length, at, data.length);
            return this.#copy(out, 32);
        });
    }

    /** The Ethereum address of a public key, 20 bytes. */
    ethereumAddress(pubkey: Uint8Array): Uint8Array {
        const length = bytes("pubkey", pubkey).length;
        return (
            this.#call([20, pubkey], (out, key) =>
                this.#c("ethereum_address")(out, key, length) ? this.#copy(out, 20) : null,
            ) ?? this.#refuse("no address", undefined, pubkey)
        );
    }

    // ---- Batches: rows in one flat array, one call of the module; ok has 1 or 0 for each row

    #verdicts(name: string, rows: Uint8Array, size: number, o: RowOptions, flags: number[]) {
        const more = extra(o);
        const n = rowsOf("rows", rows, size + more);
        return this.#call([n, rows], (ok, at) => {
            this.#c(name)(ok, at, more, n, ...flags);
            return this.#copy(ok, n);
        });
    }

    /** ECDSA verification. Row: 32 hash | 33 public key | 64 r||s | extra. */
    ecdsaVerifyRows(rows: Uint8Array, options: RowOptions & { lowS?: boolean } = {}): Uint8Array {
        const flags = [options.lowS ? 1 : 0];
        return this.#verdicts("ecdsa_verify_rows", rows, 129, options, flags);
    }

    /** Schnorr verification. Row: 32 x-only key | 32 message | 64 signature | extra. */
    schnorrVerifyRows(rows: Uint8Array, options: RowOptions = {}): Uint8Array {
        return this.#verdicts("schnorr_verify_rows", rows, 128, options, []);
    }

    /** Whether all Schnorr rows hold, by one sum: faster than row by row. */
    schnorrBatchVerify(rows: Uint8Array, options: RowOptions = {}): boolean {
        const more = extra(options);
        const n = rowsOf("rows", rows, 128 + more);
        const entropy = crypto.getRandomValues(new Uint8Array(32));
        return this.#call(
            [rows, entropy],
            (at, random) => !!this.#c("schnorr_batch_verify")(at, more, n, random),
        );
    }

    /** The verdicts of schnorrVerifyRows() by that sum: fast where nearly always all rows hold. */
    schnorrBatchIdentify(rows: Uint8Array, options: RowOptions = {}): Uint8Array {
        const more = extra(options);
        const n = rowsOf("rows", rows, 128 + more);
        const entropy = crypto.getRandomValues(new Uint8Array(32));
        return this.#call([n, rows, entropy], (ok, at, random) => {
            this.#c("schnorr_batch_identify")(ok, at, more, n, random);
            return this.#copy(ok, n);
        });
    }

    #recovered(name: string, size: number, rows: Uint8Array, options: RowOptions) {
        const more = extra(options);
        const n = rowsOf("rows", rows, 97 + more);
        return this.#call([size * n, n, rows], (out, ok, at) => {
            this.#c(name)(out, ok, at, more, n);
            return { out: this.#copy(out, size * n), ok: this.#copy(ok, n) };
        });
    }

    /** Recovery to compressed keys. Row: 32 hash | 64 r||s | 1 recovery id | extra. */
    ecdsaRecoverRows(
        rows: Uint8Array,
        options: RowOptions = {},
    ): { pubkeys: Uint8Array; ok: Uint8Array } {
        const { out, ok } = this.#recovered("ecdsa_recover_rows", 33, rows, options);
        return { pubkeys: out, ok };
    }

    /** The Ethereum addresses of those keys, 20 bytes each. */
    ecrecoverRows(
        rows: Uint8Array,
        options: RowOptions = {},
    ): { addresses: Uint8Array; ok: Uint8Array } {
        const { out, ok } = this.#recovered("ecrecover_rows", 20, rows, options);
        return { addresses: out, ok };
    }

    /** Compressed public keys of secret keys, 32 bytes each. */
    pubkeyCreateBatch(seckeys: Uint8Array): { pubkeys: Uint8Array; ok: Uint8Array } {
        const n = rowsOf("seckeys", seckeys, 32);
        return this.#call([33 * n, n, seckeys], (out, ok, keys) => {
            this.#c("pubkey_create_batch")(out, ok, keys, n);
            return { pubkeys: this.#copy(out, 33 * n), ok: this.#copy(ok, n) };
        });
    }

    #signed(name: string, messages: Uint8Array, seckeys: Uint8Array, more: Part[]) {
        const n = rowsOf("seckeys", seckeys, 32);
        const parts = [64 * n, n, bytes("messages", messages, 32 * n), seckeys, ...more];
        return this.#call(parts, (out, ok, ...at) => {
            const args = [...at, n];
            this.#c(name)(out, ok, ...args);
            return { signatures: this.#copy(out, 64 * n), ok: this.#copy(ok, n) };
        });
    }

    /** ECDSA signatures of hashes, 32 bytes each, by secret keys. */
    ecdsaSignBatch(
        messages: Uint8Array,
        seckeys: Uint8Array,
    ): { signatures: Uint8Array; ok: Uint8Array } {
        return this.#signed("ecdsa_sign_batch", messages, seckeys, []);
    }

    /** Schnorr signatures of 32-byte messages. `auxs` as the one of schnorrSign(), for each row. */
    schnorrSignBatch(
        messages: Uint8Array,
        seckeys: Uint8Array,
        auxs?: Uint8Array | null,
    ): { signatures: Uint8Array; ok: Uint8Array } {
        const length = 32 * rowsOf("seckeys", seckeys, 32);
        let drawn = auxs;
        if (drawn === undefined) {
            drawn = new Uint8Array(length);
            for (let at = 0; at < length; at += 65536) {
                crypto.getRandomValues(drawn.subarray(at, at + 65536));
            }
        }
        const part = drawn === null ? null : bytes("auxs", drawn, length);
        return this.#signed("schnorr_sign_batch", messages, seckeys, [part]);
    }

    /** ecdh() of one secret key with compressed keys, 33 bytes each. */
    ecdhBatch(pubkeys: Uint8Array, seckey: Uint8Array): { secrets: Uint8Array; ok: Uint8Array } {
        const n = rowsOf("pubkeys", pubkeys, 33);
        const parts = [32 * n, n, pubkeys, bytes("seckey", seckey, 32)];
        return this.#call(parts, (out, ok, keys, secret) => {
            this.#c("ecdh_batch")(out, ok, keys, secret, n);
            return { secrets: this.#copy(out, 32 * n), ok: this.#copy(ok, n) };
        });
    }
}
