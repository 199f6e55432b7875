// The C interface of the library on Uint8Arrays: loading the module, and one method for each call.
// Its rules hold here: numbers are big-endian, verification and all else on public data runs in
// variable time, and what takes a secret key in constant time as far as the runtime's compiler
// keeps it.

import {
    bytes,
    count,
    Given,
    isObject,
    misuse,
    optional,
    Status,
    UfsecpError,
    type Bytes,
} from "./input.js";

export { Status, UfsecpError, type Bytes };

// Types of the host, each of which a program may lack.
type Host = typeof globalThis;
type HostUrl = Host extends { URL: { prototype: infer T } } ? T : never;
type HostResponse = Host extends { Response: { prototype: infer T } } ? T : never;

/** A compiled module: WebAssembly.Module, where the program's types have it. */
export type Module = Host extends { WebAssembly: { Module: { prototype: infer T } } } ? T : object;

/** Where the module comes from. A string is a URL, or in Node the path of a file. */
export type Source = string | HostUrl | HostResponse | ArrayBuffer | ArrayBufferView | Module;

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
    /** Where the module's stack ends, which grows down to 0. */
    __stack_pointer: WebAssembly.Global<"i32">;
    _initialize(): void;
    room(n: number): number;
}
type Part = Given | Uint8Array | number | null;

/** A public key. One of a length that no key has goes to the module as no bytes at all: it refuses
 * both for the same reason. */
function publicKey(value: unknown): Given {
    const key = bytes("pubkey", value);
    return key.length === 33 || key.length === 65 ? key : new Given(new Uint8Array(), 0);
}

/** The longest strict DER, and how much of lax DER the module looks at: the sequence's header, and
 * two numbers of at most 2^24 - 1 bytes, each behind a header. */
const STRICT_DER = 72;
const LAX_DER = 129 + 2 * (129 + 2 ** 24 - 1);

/** How many elements of a size are in an array. */
function rowsOf(name: string, { length }: Given, size: number): number {
    if (length % size) misuse(`${name} has ${length} bytes: not a multiple of ${size}`);
    return length / size;
}

function extra(options: RowOptions): number {
    isObject("options", options);
    return count("extraSize", options.extraSize ?? 0, 2 ** 31);
}

function flagsOf(options: VerifyOptions): number {
    isObject("options", options);
    const { lowS, hybrid } = options;
    return (lowS ? 1 : 0) | (hybrid ? 2 : 0);
}

interface NodeFiles {
    readFileSync(path: string | URL): Uint8Array<ArrayBuffer>;
}

/** Node's files, without an import that bundlers would look for. */
function nodeFiles(): NodeFiles | undefined {
    const host = globalThis as { process?: { getBuiltinModule?(name: string): NodeFiles } };
    return host.process?.getBuiltinModule?.("node:fs");
}

async function compile(source: Source): Promise<Module> {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source === "string" && /^file:/i.test(source)) source = new URL(source);
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
export function loadSync(source?: ArrayBuffer | ArrayBufferView | Module): Ufsecp {
    if (source === undefined) {
        const files = nodeFiles();
        if (!files) misuse("loadSync needs the module's bytes on this host: or await load()");
        source = files.readFileSync(ownFile());
    }
    const module =
        source instanceof WebAssembly.Module
            ? source
            : new WebAssembly.Module(source as BufferSource);
    return new Ufsecp(module, new WebAssembly.Instance(module, {}));
}

/** An instance of the module. Messages of ECDSA are 32-byte hashes. */
export class Ufsecp {
    /** The compiled module, to load it elsewhere. */
    readonly module: Module;
    readonly #exports: Exports;
    #memory: Uint8Array<ArrayBuffer>;
    /** The stack pointer between calls. */
    readonly #stack: number;
    /** Where the arguments of a call are, and their bytes. */
    #base = 0;
    #size = 0;
    /** Whether a call began and has not returned. */
    #begun = false;

    /** For `load` and `loadSync`. */
    constructor(module: Module, instance: { readonly exports: object }) {
        this.module = module;
        this.#exports = instance.exports as Exports;
        if (!this.#exports.__stack_pointer) misuse("the module is of another version of ufsecp");
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
        this.#stack = this.#exports.__stack_pointer.value;
    }

    /** The memory, which moves when it grows. */
    #bytes(): Uint8Array<ArrayBuffer> {
        if (this.#memory.buffer !== this.#exports.memory.buffer) {
            this.#memory = new Uint8Array(this.#exports.memory.buffer);
        }
        return this.#memory;
    }

    /** Wipes the arguments of a call. If it did not return, because it threw where the host's own
     * stack was full, also all of the module's stack, whose pointer goes back to its place. */
    #clean(): void {
        const memory = this.#bytes();
        memory.fill(0, this.#base, this.#base + this.#size);
        if (this.#begun) {
            memory.fill(0, 0, this.#stack);
            this.#exports.__stack_pointer.value = this.#stack;
        }
        this.#size = 0;
        this.#begun = false;
    }

    /** Calls the module with arguments side by side in its memory, and wipes all of them after it.
     * A part is an array, a number of bytes for an output, or null for a null pointer. The body
     * runs nothing of the caller's, which could call the module again. */
    #call<T>(parts: Part[], body: (...at: number[]) => T): T {
        if (this.#begun || this.#size) this.#clean(); // for a call that could not
        let total = 0;
        const offsets = parts.map((part) => {
            if (part === null) return -1;
            const offset = total;
            total += Math.ceil((typeof part === "number" ? part : part.length) / 16) * 16;
            return offset;
        });
        this.#begun = true;
        try {
            const base = total < 2 ** 31 ? this.#exports.room(total) >>> 0 : 0;
            if (!base) throw new UfsecpError(`no memory for ${total} bytes of arguments`, 0);
            this.#base = base;
            this.#size = total;
            const memory = this.#bytes();
            parts.forEach((part, i) => {
                if (typeof part === "number" || !part) return;
                const at = base + offsets[i];
                // No more than was checked fits, so that set() refuses it.
                const place = memory.subarray(at, at + part.length);
                place.set(part instanceof Given ? part.array : part);
            });
            const result = body(...offsets.map((offset) => (offset < 0 ? 0 : base + offset)));
            this.#begun = false;
            return result;
        } finally {
            this.#clean();
        }
    }

    /** A call that gives a status, and writes so many bytes. */
    #checked(what: string, size: number, parts: Part[], body: (...at: number[]) => number): Bytes {
        let status: number = Status.MISUSE;
        const out = this.#call([size, ...parts], (...at) => {
            status = body(...at);
            return this.#copy(at[0], size);
        });
        this.#expect(status, what);
        return out;
    }

    #c(name: string): Call {
        return this.#exports[`ufsecp_${name}`] as Call;
    }

    /** A copy of what a call wrote. */
    #copy(at: number, length: number): Bytes {
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
        return this.#call([], () => this.#text(this.#c("status_text")(status)));
    }

    /** The version of the library. */
    get version(): string {
        return this.#call([], () => this.#text(this.#c("version")()));
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
    seckeyGenerate(): Bytes {
        for (let tries = 0; tries < 4; tries++) {
            const seckey = crypto.getRandomValues(new Uint8Array(32));
            if (this.seckeyVerify(seckey)) return seckey;
        }
        throw new UfsecpError("the host's generator gave no valid key four times in a row", 0);
    }

    #changeSeckey(name: string, seckey: Uint8Array, tweak: Given | null): Bytes {
        const parts = [bytes("seckey", seckey, 32), tweak];
        return (
            this.#call(parts, (key, by) => (this.#c(name)(key, by) ? this.#copy(key, 32) : null)) ??
            this.#refuse("the tweak is out of range, or the result is zero", seckey)
        );
    }

    /** -key mod n. */
    seckeyNegate(seckey: Uint8Array): Bytes {
        return this.#changeSeckey("seckey_negate", seckey, null);
    }

    /** key + tweak mod n. The tweak may be zero. */
    seckeyTweakAdd(seckey: Uint8Array, tweak: Uint8Array): Bytes {
        return this.#changeSeckey("seckey_tweak_add", seckey, bytes("tweak", tweak, 32));
    }

    /** key * tweak mod n. */
    seckeyTweakMul(seckey: Uint8Array, tweak: Uint8Array): Bytes {
        return this.#changeSeckey("seckey_tweak_mul", seckey, bytes("tweak", tweak, 32));
    }

    // ---- Public keys: 33 bytes compressed, 65 uncompressed, 32 x-only

    /** The public key of a secret key. */
    pubkeyCreate(seckey: Uint8Array, compressed = true): Bytes {
        const size = compressed ? 33 : 65;
        return (
            this.#call([size, bytes("seckey", seckey, 32)], (out, key) =>
                this.#c("pubkey_create")(out, size, key) ? this.#copy(out, size) : null,
            ) ?? this.#refuse("no key", seckey)
        );
    }

    /** The x-only public key of a secret key (BIP-340), and 1 if its y is odd. */
    xonlyCreate(seckey: Uint8Array): { xonly: Bytes; parity: number } {
        return (
            this.#call([32, 4, bytes("seckey", seckey, 32)], (out, parity, key) =>
                this.#c("xonly_create")(out, parity, key)
                    ? { xonly: this.#copy(out, 32), parity: this.#bytes()[parity] }
                    : null,
            ) ?? this.#refuse("no key", seckey)
        );
    }

    /** Checks a key in any encoding and writes it as 33 or 65 bytes. */
    pubkeyConvert(pubkey: Uint8Array, compressed = true, options: VerifyOptions = {}): Bytes {
        const flags = flagsOf(options) & 2;
        const size = compressed ? 33 : 65;
        const given = publicKey(pubkey);
        return this.#checked("pubkey", size, [given], (out, key) =>
            this.#c("pubkey_convert")(out, size, key, given.length, flags),
        );
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
        tweak: Given | null,
        compressed: boolean,
    ): Bytes {
        const size = compressed ? 33 : 65;
        const given = publicKey(pubkey);
        return (
            this.#call([size, given, tweak], (out, key, by) =>
                this.#c(name)(out, size, key, given.length, by) ? this.#copy(out, size) : null,
            ) ??
            this.#refuse("the tweak is out of range, or the sum is infinity", undefined, pubkey)
        );
    }

    /** -P. */
    pubkeyNegate(pubkey: Uint8Array, compressed = true): Bytes {
        return this.#changePubkey("pubkey_negate", pubkey, null, compressed);
    }

    /** P + tweak*G for a public tweak. */
    pubkeyTweakAdd(pubkey: Uint8Array, tweak: Uint8Array, compressed = true): Bytes {
        const by = bytes("tweak", tweak, 32);
        return this.#changePubkey("pubkey_tweak_add", pubkey, by, compressed);
    }

    /** tweak*P for a public tweak. */
    pubkeyTweakMul(pubkey: Uint8Array, tweak: Uint8Array, compressed = true): Bytes {
        const by = bytes("tweak", tweak, 32);
        return this.#changePubkey("pubkey_tweak_mul", pubkey, by, compressed);
    }

    /** The sum of keys, in 33 or 65 bytes each. */
    pubkeyCombine(pubkeys: readonly Uint8Array[], compressed = true): Bytes {
        if (!Array.isArray(pubkeys) || !pubkeys.length) {
            misuse("pubkeys must be an array of at least one Uint8Array");
        }
        const size = compressed ? 33 : 65;
        // Not map(), which passes over elements that are missing.
        const keys = Array.from(pubkeys, (pubkey) => this.pubkeyConvert(pubkey));
        const all = new Uint8Array(33 * keys.length);
        keys.forEach((key, i) => all.set(key, 33 * i));
        return (
            this.#call([size, all], (out, at) =>
                this.#c("pubkey_combine")(out, size, at, keys.length)
                    ? this.#copy(out, size)
                    : null,
            ) ?? this.#refuse("the sum is infinity")
        );
    }

    // ---- ECDSA: signatures of 64 bytes, r || s

    /** Signs a hash with the nonce of RFC 6979 and a low s. */
    ecdsaSign(message: Uint8Array, seckey: Uint8Array, extraData?: Uint8Array | null): Bytes {
        return this.ecdsaSignRecoverable(message, seckey, extraData).signature;
    }

    /** ecdsaSign() with the recovery id, 0 ... 3. */
    ecdsaSignRecoverable(
        message: Uint8Array,
        seckey: Uint8Array,
        extraData?: Uint8Array | null,
    ): { signature: Bytes; recid: number } {
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
        const flags = flagsOf(options);
        const parts = [bytes("signature", signature), bytes("message", message, 32)];
        const given = publicKey(pubkey);
        if (parts[0].length !== 64) return Status.SIG_FORMAT;
        return this.#call([...parts, given], (sig, hash, key) =>
            this.#c("ecdsa_check")(sig, hash, key, given.length, flags),
        );
    }

    /** The public key that made a signature. */
    ecdsaRecover(
        signature: Uint8Array,
        recid: number,
        message: Uint8Array,
        compressed = true,
    ): Bytes {
        const size = compressed ? 33 : 65;
        const parts = [bytes("signature", signature, 64), bytes("message", message, 32)];
        if (!Number.isInteger(recid)) misuse("recid must be 0 to 3");
        // The module would take it modulo 2^32.
        if (recid < 0 || recid > 3) this.#expect(Status.RECID, "signature");
        return this.#checked("signature", size, parts, (out, sig, hash) =>
            this.#c("ecdsa_recover")(out, size, sig, recid, hash),
        );
    }

    /** Ethereum's ecrecover: the address of that key, 20 bytes. */
    ecrecover(signature: Uint8Array, recid: number, message: Uint8Array): Bytes {
        return this.ethereumAddress(this.ecdsaRecover(signature, recid, message));
    }

    /** Reads strict DER (BIP-66), or with `lax` what Bitcoin accepted before it. */
    signatureFromDer(der: Uint8Array, lax = false): Bytes {
        const all = bytes("der", der);
        const name = lax ? "ecdsa_sig_parse_der_lax" : "ecdsa_sig_parse_der";
        if (!lax && all.length > STRICT_DER) this.#expect(Status.DER, "der");
        const given = all.first(LAX_DER);
        return this.#checked(
            "der",
            64,
            [given],
            (sig, at) => this.#c(name)(sig, at, given.length) || Status.DER,
        );
    }

    /** Writes a signature as strict DER, at most 72 bytes. */
    signatureToDer(signature: Uint8Array): Bytes {
        return this.#call(
            [STRICT_DER, 4, bytes("signature", signature, 64)],
            (der, length, sig) => {
                this.#bytes()[length] = STRICT_DER;
                this.#c("ecdsa_sig_serialize_der")(der, length, sig);
                return this.#copy(der, this.#bytes()[length]);
            },
        );
    }

    /** The signature with the lower of s and n - s. */
    signatureNormalize(signature: Uint8Array): Bytes {
        return (
            this.#call([bytes("signature", signature, 64)], (sig) =>
                this.#c("ecdsa_sig_normalize")(sig, 0) ? this.#copy(sig, 64) : null,
            ) ?? this.#refuse("signature: r or s is not below n")
        );
    }

    // ---- Schnorr signatures (BIP-340): 64 bytes, x-only keys, messages of any length

    /** Signs a message. Without `aux` the host draws 32 bytes; null stands for zeros. */
    schnorrSign(message: Uint8Array, seckey: Uint8Array, aux?: Uint8Array | null): Bytes {
        const given = bytes("message", message);
        const { length } = given;
        const drawn = aux === undefined ? crypto.getRandomValues(new Uint8Array(32)) : aux;
        const parts = [given, bytes("seckey", seckey, 32), optional("aux", drawn, 32)];
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
        const given = bytes("message", message);
        const parts = [bytes("signature", signature), given, bytes("xonly", xonly)];
        if (parts[0].length !== 64) return Status.SIG_FORMAT;
        if (parts[2].length !== 32) return Status.PUBKEY_FORMAT;
        return this.#call(parts, (sig, msg, key) =>
            this.#c("schnorr_check")(sig, msg, given.length, key),
        );
    }

    // ---- ECDH, taproot

    #shared(name: string, pubkey: Uint8Array, seckey: Uint8Array): Bytes {
        const given = publicKey(pubkey);
        return (
            this.#call([32, given, bytes("seckey", seckey, 32)], (out, key, secret) =>
                this.#c(name)(out, key, given.length, secret) ? this.#copy(out, 32) : null,
            ) ?? this.#refuse("no secret", seckey, pubkey)
        );
    }

    /** SHA-256 of the compressed shared point, as libsecp256k1's default. */
    ecdh(pubkey: Uint8Array, seckey: Uint8Array): Bytes {
        return this.#shared("ecdh", pubkey, seckey);
    }

    /** The x coordinate of the shared point, not hashed. */
    ecdhX(pubkey: Uint8Array, seckey: Uint8Array): Bytes {
        return this.#shared("ecdh_x", pubkey, seckey);
    }

    /** The output key of an internal key (BIP-341), and 1 if its y is odd. */
    taprootOutputKey(
        internal: Uint8Array,
        merkleRoot?: Uint8Array | null,
    ): { output: Bytes; parity: number } {
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
    taprootOutputSeckey(seckey: Uint8Array, merkleRoot?: Uint8Array | null): Bytes {
        const parts = [bytes("seckey", seckey, 32), optional("merkleRoot", merkleRoot, 32)];
        return (
            this.#call([32, ...parts], (out, key, root) =>
                this.#c("taproot_output_seckey")(out, key, root) ? this.#copy(out, 32) : null,
            ) ?? this.#refuse("the tweak is out of range", seckey)
        );
    }

    // ---- Hashes

    #hash(name: string, data: Uint8Array, size: number): Bytes {
        const given = bytes("data", data);
        return this.#call([size, given], (out, at) => {
            this.#c(name)(out, at, given.length);
            return this.#copy(out, size);
        });
    }

    sha256(data: Uint8Array): Bytes {
        return this.#hash("sha256", data, 32);
    }

    /** Keccak-256 as Ethereum has it. */
    keccak256(data: Uint8Array): Bytes {
        return this.#hash("keccak256", data, 32);
    }

    ripemd160(data: Uint8Array): Bytes {
        return this.#hash("ripemd160", data, 20);
    }

    /** SHA-256(SHA-256(tag) || SHA-256(tag) || data) (BIP-340). */
    taggedHash(tag: string | Uint8Array, data: Uint8Array): Bytes {
        const name = typeof tag === "string" ? new TextEncoder().encode(tag) : bytes("tag", tag);
        const given = bytes("data", data);
        return this.#call([32, name, given], (out, first, at) => {
            this.#c("tagged_hash")(out, first, name.length, at, given.length);
            return this.#copy(out, 32);
        });
    }

    /** The Ethereum address of a public key, 20 bytes. */
    ethereumAddress(pubkey: Uint8Array): Bytes {
        const given = publicKey(pubkey);
        return (
            this.#call([20, given], (out, key) =>
                this.#c("ethereum_address")(out, key, given.length) ? this.#copy(out, 20) : null,
            ) ?? this.#refuse("no address", undefined, pubkey)
        );
    }

    // ---- Batches: rows in one flat array, one call of the module; ok has 1 or 0 for each row

    #verdicts(name: string, rows: Uint8Array, size: number, o: RowOptions, flags: number[]) {
        const more = extra(o);
        const given = bytes("rows", rows);
        const n = rowsOf("rows", given, size + more);
        return this.#call([n, given], (ok, at) => {
            this.#c(name)(ok, at, more, n, ...flags);
            return this.#copy(ok, n);
        });
    }

    /** ECDSA verification. Row: 32 hash | 33 public key | 64 r||s | extra. */
    ecdsaVerifyRows(rows: Uint8Array, options: RowOptions & { lowS?: boolean } = {}): Bytes {
        const flags = [flagsOf(options) & 1];
        return this.#verdicts("ecdsa_verify_rows", rows, 129, options, flags);
    }

    /** Schnorr verification. Row: 32 x-only key | 32 message | 64 signature | extra. */
    schnorrVerifyRows(rows: Uint8Array, options: RowOptions = {}): Bytes {
        return this.#verdicts("schnorr_verify_rows", rows, 128, options, []);
    }

    /** Whether all Schnorr rows hold, by one sum: faster than row by row. */
    schnorrBatchVerify(rows: Uint8Array, options: RowOptions = {}): boolean {
        const more = extra(options);
        const given = bytes("rows", rows);
        const n = rowsOf("rows", given, 128 + more);
        const entropy = crypto.getRandomValues(new Uint8Array(32));
        return this.#call(
            [given, entropy],
            (at, random) => !!this.#c("schnorr_batch_verify")(at, more, n, random),
        );
    }

    /** The verdicts of schnorrVerifyRows() by that sum: fast where nearly always all rows hold. */
    schnorrBatchIdentify(rows: Uint8Array, options: RowOptions = {}): Bytes {
        const more = extra(options);
        const given = bytes("rows", rows);
        const n = rowsOf("rows", given, 128 + more);
        const entropy = crypto.getRandomValues(new Uint8Array(32));
        return this.#call([n, given, entropy], (ok, at, random) => {
            this.#c("schnorr_batch_identify")(ok, at, more, n, random);
            return this.#copy(ok, n);
        });
    }

    #recovered(name: string, size: number, rows: Uint8Array, options: RowOptions) {
        const more = extra(options);
        const given = bytes("rows", rows);
        const n = rowsOf("rows", given, 97 + more);
        return this.#call([size * n, n, given], (out, ok, at) => {
            this.#c(name)(out, ok, at, more, n);
            return { out: this.#copy(out, size * n), ok: this.#copy(ok, n) };
        });
    }

    /** Recovery to compressed keys. Row: 32 hash | 64 r||s | 1 recovery id | extra. */
    ecdsaRecoverRows(rows: Uint8Array, options: RowOptions = {}): { pubkeys: Bytes; ok: Bytes } {
        const { out, ok } = this.#recovered("ecdsa_recover_rows", 33, rows, options);
        return { pubkeys: out, ok };
    }

    /** The Ethereum addresses of those keys, 20 bytes each. */
    ecrecoverRows(rows: Uint8Array, options: RowOptions = {}): { addresses: Bytes; ok: Bytes } {
        const { out, ok } = this.#recovered("ecrecover_rows", 20, rows, options);
        return { addresses: out, ok };
    }

    /** Compressed public keys of secret keys, 32 bytes each. */
    pubkeyCreateBatch(seckeys: Uint8Array): { pubkeys: Bytes; ok: Bytes } {
        const given = bytes("seckeys", seckeys);
        const n = rowsOf("seckeys", given, 32);
        return this.#call([33 * n, n, given], (out, ok, keys) => {
            this.#c("pubkey_create_batch")(out, ok, keys, n);
            return { pubkeys: this.#copy(out, 33 * n), ok: this.#copy(ok, n) };
        });
    }

    #signed(name: string, messages: Uint8Array, seckeys: Given, more: Part[]) {
        const n = rowsOf("seckeys", seckeys, 32);
        const parts = [64 * n, n, bytes("messages", messages, 32 * n), seckeys, ...more];
        return this.#call(parts, (out, ok, ...at) => {
            const args = [...at, n];
            this.#c(name)(out, ok, ...args);
            return { signatures: this.#copy(out, 64 * n), ok: this.#copy(ok, n) };
        });
    }

    /** ECDSA signatures of hashes, 32 bytes each, by secret keys. */
    ecdsaSignBatch(messages: Uint8Array, seckeys: Uint8Array): { signatures: Bytes; ok: Bytes } {
        return this.#signed("ecdsa_sign_batch", messages, bytes("seckeys", seckeys), []);
    }

    /** Schnorr signatures of 32-byte messages. `auxs` as the one of schnorrSign(), for each row. */
    schnorrSignBatch(
        messages: Uint8Array,
        seckeys: Uint8Array,
        auxs?: Uint8Array | null,
    ): { signatures: Bytes; ok: Bytes } {
        const given = bytes("seckeys", seckeys);
        const length = 32 * rowsOf("seckeys", given, 32);
        let drawn = auxs;
        if (drawn === undefined) {
            drawn = new Uint8Array(length);
            for (let at = 0; at < length; at += 65536) {
                crypto.getRandomValues(drawn.subarray(at, at + 65536));
            }
        }
        const part = drawn === null ? null : bytes("auxs", drawn, length);
        return this.#signed("schnorr_sign_batch", messages, given, [part]);
    }

    /** ecdh() of one secret key with compressed keys, 33 bytes each. */
    ecdhBatch(pubkeys: Uint8Array, seckey: Uint8Array): { secrets: Bytes; ok: Bytes } {
        const given = bytes("pubkeys", pubkeys);
        const n = rowsOf("pubkeys", given, 33);
        const parts = [32 * n, n, given, bytes("seckey", seckey, 32)];
        return this.#call(parts, (out, ok, keys, secret) => {
            this.#c("ecdh_batch")(out, ok, keys, secret, n);
            return { secrets: this.#copy(out, 32 * n), ok: this.#copy(ok, n) };
        });
    }
}
