// Nostr events (NIP-01): one verdict or many, and the object that nostr-tools takes in place of its
// own module: `setNostrWasm(nostrWasm(await load()))` of "nostr-tools/wasm".
import { UfsecpError, type Bytes, type Ufsecp } from "./index.js";
import { fromHex, toHex } from "./hex.js";
import { isObject, misuse } from "./input.js";

export interface EventTemplate {
    kind: number;
    created_at: number;
    tags: string[][];
    content: string;
}

export interface NostrEvent extends EventTemplate {
    pubkey: string;
    id: string;
    sig: string;
}

const isText = (value: unknown) => typeof value === "string";
const isHex = (value: unknown, digits: number) =>
    typeof value === "string" && value.length === digits && /^[0-9a-f]*$/.test(value);

/** The text whose SHA-256 is the id, or null if this is no event. */
function serialize(event: unknown): Uint8Array | null {
    if (typeof event !== "object" || !event) return null;
    const { pubkey, created_at, kind, tags, content } = event as NostrEvent;
    const isEvent =
        isHex(pubkey, 64) &&
        typeof created_at === "number" &&
        typeof kind === "number" &&
        isText(content) &&
        Array.isArray(tags) &&
        tags.every((tag) => Array.isArray(tag) && tag.every(isText));
    if (!isEvent) return null;
    return new TextEncoder().encode(JSON.stringify([0, pubkey, created_at, kind, tags, content]));
}

/** An event's row of schnorrVerifyRows(): 32 key | 32 id | 64 signature. Null if its id is not that
 * of its text, or it is no event. */
function rowOf(u: Ufsecp, event: unknown): Uint8Array | null {
    const text = serialize(event);
    if (!text) return null;
    const { pubkey, id, sig } = event as NostrEvent;
    if (!isHex(id, 64) || toHex(u.sha256(text)) !== id) return null;
    // Digits of a signature may be upper case, as nostr-tools reads them.
    return isText(sig) && sig.length === 128 ? fromHex(pubkey + id + sig) : null;
}

/** Whether each of many events has its id and a valid signature: 1 or 0, by one call. */
export function verifyEvents(u: Ufsecp, events: readonly unknown[]): Bytes {
    if (!Array.isArray(events)) misuse("events must be an array");
    const rows = new Uint8Array(128 * events.length);
    // A row of zeros is no signature: the key 0 is no point.
    events.forEach((event, i) => rows.set(rowOf(u, event) ?? [], 128 * i));
    return u.schnorrVerifyRows(rows);
}

/** Whether an event has its id and a valid signature. */
export function verifyEvent(u: Ufsecp, event: unknown): boolean {
    return verifyEvents(u, [event])[0] === 1;
}

/** What nostr-tools asks of the module "nostr-wasm". */
export function nostrWasm(u: Ufsecp) {
    return {
        generateSecretKey: (): Bytes => u.seckeyGenerate(),
        getPublicKey: (seckey: Uint8Array): Bytes => u.xonlyCreate(seckey).xonly,
        /** Completes an event with key, id and signature. */
        finalizeEvent(template: EventTemplate, seckey: Uint8Array): void {
            isObject("template", template);
            const event = template as NostrEvent;
            event.pubkey = toHex(u.xonlyCreate(seckey).xonly);
            const text = serialize(event);
            if (!text) throw new UfsecpError("this is no event: a part is missing or wrong", 0);
            const id = u.sha256(text);
            event.id = toHex(id);
            event.sig = toHex(u.schnorrSign(id, seckey));
        },
        /** Throws if an event is not valid. */
        verifyEvent(event: NostrEvent): void {
            if (!verifyEvent(u, event)) {
                throw new UfsecpError("the event's id or signature is not valid", 0);
            }
        },
    };
}
