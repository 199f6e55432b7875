// Signers of Ethereum hashes, by calls of the shape that viem and ethers have for them.
import { Status, UfsecpError, type Ufsecp } from "./index.js";
import { fromHex, toHex } from "./hex.js";

export type Hex = `0x${string}`;

/** 65 bytes r || s || v, or these numbers by name. */
export type Signature =
    | string
    | Uint8Array
    | { r: string; s: string; v?: number | bigint; yParity?: number };

function refuse(message: string): never {
    throw new UfsecpError(message, Status.MISUSE);
}

function read(name: string, value: unknown): Uint8Array {
    // Also one of another realm, and a Buffer.
    if (Object.prototype.toString.call(value) === "[object Uint8Array]") return value as Uint8Array;
    const bytes =
        typeof value === "string" && value.startsWith("0x") ? fromHex(value.slice(2)) : null;
    return bytes ?? refuse(`${name} is neither hexadecimal (0x...) nor a Uint8Array`);
}

/** The parity of R.y: v is 0, 1, 27, 28, or with a chain's number 35 and more (EIP-155). */
function parityOf(v: bigint): number {
    if (v === 0n || v === 1n) return Number(v);
    if (v === 27n || v === 28n || v >= 35n) return v % 2n === 0n ? 1 : 0;
    return refuse(`v is ${v}: it must be 0, 1, 27, 28 or at least 35`);
}

/** 64 bytes r || s and the recovery id of a signature. */
function split(signature: Signature): { rs: Uint8Array; recid: number } {
    if (typeof signature === "object" && "r" in signature) {
        const r = read("r", signature.r);
        const s = read("s", signature.s);
        if (r.length > 32 || s.length > 32) refuse("r and s have at most 32 bytes");
        const rs = new Uint8Array(64);
        rs.set(r, 32 - r.length);
        rs.set(s, 64 - s.length);
        const v = signature.yParity ?? signature.v ?? refuse("the signature has no v or yParity");
        return { rs, recid: parityOf(BigInt(v)) };
    }
    const all = read("signature", signature);
    if (all.length !== 65) refuse(`the signature has ${all.length} bytes: it must have 65`);
    return { rs: all.slice(0, 64), recid: parityOf(BigInt(all[64])) };
}

/** An address in the mixed case of EIP-55. */
function checksummed(u: Ufsecp, address: Uint8Array): Hex {
    const digits = toHex(address);
    const hash = toHex(u.keccak256(new TextEncoder().encode(digits)));
    const mixed = Array.from(digits, (digit, i) => (hash[i] >= "8" ? digit.toUpperCase() : digit));
    return `0x${mixed.join("")}`;
}

/** The public key (65 bytes) and the address that signed a hash, as ethers has the two calls. It
 * refuses s > n/2, as ethers does (EIP-2). */
export function ethersRecovery(u: Ufsecp) {
    const key = (digest: string | Uint8Array, signature: Signature): Uint8Array => {
        const { rs, recid } = split(signature);
        if (toHex(u.signatureNormalize(rs)) !== toHex(rs)) refuse("s is above n/2");
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
    const key = ({ hash, signature }: Parameters): Uint8Array => {
        const { rs, recid } = split(signature);
        return u.ecdsaRecover(rs, recid, read("hash", hash), false);
    };
    return {
        recoverPublicKey: async (parameters: Parameters): Promise<Hex> =>
            `0x${toHex(key(parameters))}`,
        recoverAddress: async (parameters: Parameters): Promise<Hex> =>
            checksummed(u, u.ethereumAddress(key(parameters))),
    };
}
