// What every call does first: it looks at the types and lengths of its arguments, or throws.

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

/** An array over an ArrayBuffer of its own: Uint8Array<ArrayBuffer> for TypeScript 5.7 and newer,
 * and Uint8Array before. */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

export function misuse(message: string): never {
    throw new UfsecpError(message, Status.MISUSE);
}

/** How messages name a value of a wrong type. */
const typeName = (value: unknown) => (value === null ? "null" : typeof value);

const arrays = Object.getPrototypeOf(Uint8Array.prototype);
const getter = (name: PropertyKey) => Object.getOwnPropertyDescriptor(arrays, name)!.get!;
const typeOf = getter(Symbol.toStringTag);
const bufferOf = getter("buffer");
const offsetOf = getter("byteOffset");
const lengthOf = getter("length");

/** Whether the buffer of an array was detached, or ends before the array. */
function isGone(array: Uint8Array): boolean {
    try {
        arrays.keys.call(array);
        return false;
    } catch {
        return true;
    }
}

/** An array of the caller's and the number of its bytes that was checked: a subclass may have a
 * length of its own, and another thread may make a shared buffer longer. */
export class Given {
    constructor(
        readonly array: Uint8Array,
        readonly length: number,
    ) {}

    /** Its first bytes, at most so many. */
    first(length: number): Given {
        if (length >= this.length) return this;
        const { array } = this;
        return new Given(
            new Uint8Array(bufferOf.call(array), offsetOf.call(array), length),
            length,
        );
    }
}

/** A Uint8Array, also one of another realm, if the number of its bytes is allowed. Its buffer is
 * not asked for: the host would make one for a small array, and leave the bytes in the old place
 * too, where the caller's fill(0) does not reach them. */
export function bytes(name: string, value: unknown, ...lengths: number[]): Given {
    if (typeOf.call(value) !== "Uint8Array") {
        misuse(`${name} is ${typeName(value)}: it must be a Uint8Array`);
    }
    const length: number = lengthOf.call(value);
    if (!length && isGone(value as Uint8Array)) {
        misuse(`${name} is a Uint8Array without bytes: its buffer is detached or too short`);
    }
    if (lengths.length && !lengths.includes(length)) {
        misuse(`${name} has ${length} bytes: it must have ${lengths.join(" or ")}`);
    }
    return new Given(value as Uint8Array, length);
}

export function optional(name: string, value: unknown, length: number): Given | null {
    return value === undefined || value === null ? null : bytes(name, value, length);
}

export function isObject(name: string, value: unknown): void {
    if (typeof value !== "object" || !value) {
        misuse(`${name} is ${typeName(value)}: it must be an object`);
    }
}

/** A whole number that is not below 0. */
export function count(name: string, value: unknown, most: number): number {
    if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > most) {
        const what = typeof value === "number" ? value : typeName(value);
        misuse(`${name} is ${what}: it must be a whole number, at most ${most}`);
    }
    return value as number;
}
