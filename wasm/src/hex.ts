// Hexadecimal text, as events of Nostr and calls of Ethereum have it.
import type { Bytes } from "./input.js";

/** Lower-case digits of bytes. */
export function toHex(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of hexadecimal digits, or null if the text is anything else. */
export function fromHex(text: string): Bytes | null {
    if (text.length % 2 || !/^[0-9a-fA-F]*$/.test(text)) return null;
    return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
        Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
    );
}
