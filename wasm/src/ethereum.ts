// Signers of Ethereum hashes, by calls of the shape that viem and ethers have for them.
import type { Ufsecp } from "./index.js";
import { fromHex, toHex } from "./hex.js";
import { bytes, isObject, misuse } from "./input.js";

export type Hex = `0x${string}`;

/** A number, or its digits: hexadecimal behind 0x, with or without leading zeros, or decimal. */
export type Quantity = string | number | bigint;

/** 65 bytes r || s || v, or these numbers by name. `yParityAndS` (EIP-2098) is for ethers alone. */
export type Signature =
    | string
    | Uint8Array
    | {
          r: Quantity;
          s?: Quantity | null | undefined;
          v?: Quantity | null | undefined;
          yParity?: Quantity | null | undefined;
          yParityAndS?: string | null | undefined;
      };

/** r || s, and the parity of R.y. */
interface Parts {
    rs: Uint8Array;
    recid: number;
}

function read(name: string, value: unknown): Uint8Array {
    if (typeof value !== "string") {
        const { array, length } = bytes(name, value);
        const copy = new Uint8Array(length);
        copy.set(array);
        return copy;
    }
    const given = value.startsWith("0x") ? fromHex(value.slice(2)) : null;
    return given ?? misuse(`${name} is not hexadecimal (0x...)`);
}

function quantity(name: string, value: unknown): bigint {
    const isNumber =
        typeof value === "string"
            ? /^(0x[0-9a-f]+|[0-9]+)$/i.test(value)
            : typeof value === "bigint" || Number.isSafeInteger(value);
    const number = isNumber ? BigInt(value as Quantity) : -1n;
    return number >= 0n ? number : misuse(`${name} must be a whole number, or its digits`);
}

/** The one value of those that a signature states. */
function only<T>(name: string, values: T[]): T {
    if (!values.length) misuse(`the signature has no ${name}`);
    if (values.some((value) => value !== values[0]))
        misuse(`the signature contradicts itself in ${name}`);
    return values[0];
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

function join(r: bigint, s: bigint): Uint8Array {
    if ((r | s) >> 256n) misuse("r and s have at most 32 bytes");
    return fromHex(((r << 256n) | s).toString(16).padStart(128, "0"))!;
}

/** The parity that v stands for: 0, 1, 27, 28, or with a chain's number 35 and more (EIP-155). */
function parityOf(v: bigint, withChain: boolean): number {
    if (v === 0n || v === 1n) return Number(v);
    if (v === 27n || v === 28n || (withChain && v >= 35n)) return v % 2n === 0n ? 1 : 0;
    return misuse(`v is ${v}: it must be 0, 1, 27, 28${withChain ? " or at least 35" : ""}`);
}

function bit(yParity: bigint): number {
    return yParity < 2n ? Number(yParity) : misuse(`yParity is ${yParity}: it must be 0 or 1`);
}

/** The numbers of a signature by name, or null if it is 64 or 65 bytes. */
function named(signature: Signature) {
    return typeof signature === "object" && signature && "r" in signature ? signature : null;
}

/** As ethers reads a signature: all that it says of the parity and of s must agree. */
function partsOfEthers(signature: Signature): Parts {
    const numbers = named(signature);
    if (!numbers) {
        const all = read("signature", signature);
        const rs = all.slice(0, 64);
        if (all.length === 65) return { rs, recid: parityOf(BigInt(all[64]), true) };
        if (all.length !== 64) misuse(`the signature has ${all.length} bytes: not 64 or 65`);
        rs[32] &= 0x7f; // EIP-2098: the parity lies above s
        return { rs, recid: all[32] >> 7 };
    }
    const { r, s, v, yParity, yParityAndS } = numbers;
    const parities: number[] = [];
    const seconds: bigint[] = [];
    if (isGiven(v)) parities.push(parityOf(quantity("v", v), true));
    if (isGiven(yParity)) parities.push(bit(quantity("yParity", yParity)));
    if (isGiven(s)) seconds.push(quantity("s", s));
    if (isGiven(yParityAndS)) {
        const both = read("yParityAndS", yParityAndS);
        if (both.length !== 32) misuse(`yParityAndS has ${both.length} bytes: it must have 32`);
        const number = BigInt(`0x${toHex(both)}`);
        parities.push(Number(number >> 255n));
        seconds.push(BigInt.asUintN(255, number));
    }
    const rs = join(quantity("r", r), only("s", seconds));
    return { rs, recid: only("v or yParity", parities) };
}

/** As viem reads a signature: yParity goes before v, and a v of 35 and more is a bigint. */
function partsOfViem(signature: Signature): Parts {
    const numbers = named(signature);
    if (!numbers) {
        const all = read("signature", signature);
        if (all.length !== 65) misuse(`the signature has ${all.length} bytes: it must have 65`);
        return { rs: all.slice(0, 64), recid: parityOf(BigInt(all[64]), false) };
    }
    const { r, s, v, yParity } = numbers;
    const withChain = yParity === undefined && typeof v === "bigint";
    const recid = parityOf(quantity("v or yParity", yParity ?? v), withChain);
    return { rs: join(quantity("r", r), quantity("s", s)), recid };
}

/** An address in the mixed case of EIP-55. */
function checksummed(u: Ufsecp, address: Uint8Array): Hex {
    const digits = toHex(address);
    const hash = toHex(u.keccak256(new TextEncoder().encode(digits)));
    const mixed = Array.from(digits, (digit, i) => (hash[i] >= "8" ? digit.toUpperCase() : digit));
    return `0x${mixed.join("")}`;
}

/** The public key (65 bytes) and the address that signed a hash, as ethers has the two calls. It
 * refuses s > n/2 (EIP-2); ethers refuses s >= 2^255. */
export function ethersRecovery(u: Ufsecp) {
    const key = (digest: string | Uint8Array, signature: Signature): Uint8Array => {
        const { rs, recid } = partsOfEthers(signature);
        if (toHex(u.signatureNormalize(rs)) !== toHex(rs)) misuse("s is above n/2");
        return u.ecdsaRecover(rs, recid, read("digest", digest), false);
    };
    return {
        recoverPublicKey: (digest: string | Uint8Array, signature: Signature): Hex =>
            `0x${toHex(key(digest, signature))}`,
        recoverAddress: (digest: string | Uint8Array, signature: Signature): Hex =>
            checksummed(u, u.ethereumAddress(key(digest, signature))),
    };
}

/** The same as viem has the two calls. */
export function viemRecovery(u: Ufsecp) {
    type Parameters = { hash: Hex | Uint8Array; signature: Signature };
    const key = (parameters: Parameters): Uint8Array => {
        isObject("parameters", parameters);
        const { hash, signature } = parameters;
        const { rs, recid } = partsOfViem(signature);
        return u.ecdsaRecover(rs, recid, read("hash", hash), false);
    };
    return {
        recoverPublicKey: async (parameters: Parameters): Promise<Hex> =>
            `0x${toHex(key(parameters))}`,
        recoverAddress: async (parameters: Parameters): Promise<Hex> =>
            checksummed(u, u.ethereumAddress(key(parameters))),
    };
}
