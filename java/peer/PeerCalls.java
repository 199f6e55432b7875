package peer;

import fr.acinq.secp256k1.Secp256k1;
import fr.acinq.secp256k1.Secp256k1CFunctions;
import fr.acinq.secp256k1.Secp256k1Context;
import fr.acinq.secp256k1.Secp256k1Exception;
import java.util.Arrays;
import java.util.Random;

/** Every call of secp256k1-kmp on valid and hostile input, printed. With its own native library and
 * with ours in that place the prints must be equal. */
public final class PeerCalls {
    private static final Secp256k1 KMP = Secp256k1.Companion.get();
    private static final Random RANDOM = new Random(7);
    private static final byte[] N = hex(
            "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");

    private interface Call {
        Object run();
    }

    private static byte[] hex(String text) {
        byte[] out = new byte[text.length() / 2];
        for (int i = 0; i < out.length; i++) {
            out[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
        }
        return out;
    }

    private static String text(Object value) {
        if (!(value instanceof byte[])) {
            return String.valueOf(value);
        }
        StringBuilder out = new StringBuilder();
        for (byte b : (byte[]) value) {
            out.append(String.format("%02x", b));
        }
        return out.toString();
    }

    private static void print(String name, Call call) {
        String result;
        try {
            result = text(call.run());
        } catch (RuntimeException error) {
            result = error.getClass().getSimpleName();
        }
        System.out.println(name + " " + result);
    }

    private static byte[] bytes(int n) {
        byte[] out = new byte[n];
        RANDOM.nextBytes(out);
        return out;
    }

    /** 32 bytes: mostly a scalar, at times zero, n, all ones, or one of a wrong length. */
    private static byte[] scalar(int i) {
        switch (i % 11) {
            case 3:
                return new byte[32];
            case 5:
                return N.clone();
            case 7:
                byte[] ones = new byte[32];
                Arrays.fill(ones, (byte) 0xff);
                return ones;
            case 9:
                return bytes(i % 70);
            default:
                return bytes(32);
        }
    }

    private static byte[] damage(int i, byte[] data) {
        byte[] out = data.clone();
        switch (i % 9) {
            case 2:
                out[RANDOM.nextInt(out.length)] ^= 1;
                break;
            case 4:
                System.arraycopy(N, 0, out, out.length - 32, 32);
                break;
            case 6:
                return Arrays.copyOf(out, RANDOM.nextInt(80));
            case 8:
                Arrays.fill(out, 1, Math.min(33, out.length), (byte) 0xff);
                break;
            default:
        }
        return out;
    }

    private static byte[] key() {
        byte[] key;
        do {
            key = bytes(32);
        } while (!KMP.secKeyVerify(key));
        return key;
    }

    private static void refused(Call call) {
        try {
            call.run();
        } catch (Secp256k1Exception error) {
            return;
        }
        throw new IllegalStateException("what is to be refused was taken");
    }

    /** Objects of MuSig2 that are none: the native library of kmp 0.23 ends the process there. */
    private static void notObjects() {
        byte[] secret = key();
        byte[] pub = KMP.pubkeyCreate(secret);
        byte[] msg = bytes(32);
        byte[] cache = new byte[Secp256k1.MUSIG2_PUBLIC_KEYAGG_CACHE_SIZE];
        KMP.musigPubkeyAgg(new byte[][] {pub}, cache);
        byte[] both = KMP.musigNonceGen(bytes(32), secret, pub, msg, cache, null);
        byte[] secnonce = Arrays.copyOf(both, 132);
        byte[] pubnonce = Arrays.copyOfRange(both, 132, 198);
        byte[] aggnonce = KMP.musigNonceAgg(new byte[][] {pubnonce});
        byte[] session = KMP.musigNonceProcess(aggnonce, msg, cache);
        byte[] psig = KMP.musigPartialSign(secnonce, secret, cache, session);
        long context = Secp256k1Context.getContext();
        byte[] no = new byte[cache.length];
        byte[] none = new byte[session.length];
        byte[] zero = new byte[132];
        refused(() -> KMP.musigNonceGen(bytes(32), secret, pub, msg, no, null));
        refused(() -> KMP.musigPubkeyTweakAdd(no, bytes(32)));
        refused(() -> KMP.musigPubkeyXonlyTweakAdd(no, bytes(32)));
        refused(() -> KMP.musigNonceProcess(pubnonce, msg, no));
        refused(() -> KMP.musigPartialSign(secnonce, secret, no, session));
        refused(() -> KMP.musigPartialSign(secnonce, secret, cache, none));
        refused(() -> Secp256k1CFunctions.secp256k1_musig_partial_sign(
                context, zero, secret, cache, session));
        refused(() -> KMP.musigPartialSigVerify(psig, pubnonce, pub, no, session));
        refused(() -> KMP.musigPartialSigVerify(psig, pubnonce, pub, cache, none));
        refused(() -> KMP.musigPartialSigAgg(none, new byte[][] {psig}));
        refused(() -> Secp256k1CFunctions.secp256k1_ec_pubkey_create(0, secret));
        refused(() -> Secp256k1CFunctions.secp256k1_ec_pubkey_create(context, null));
        refused(() -> Secp256k1CFunctions.secp256k1_ec_pubkey_combine(context, null));
        refused(() -> Secp256k1CFunctions.secp256k1_ec_pubkey_combine(context, new byte[1][]));
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }

    /** The one thing that differs: numbers of DER that are negative, or n and more. Ours refuses
     * them, and libsecp256k1 reads zero. */
    private static void outOfRange(boolean ours) {
        String zeros = String.format("%064x", 0);
        String one = String.format("%064x", 1);
        String[] numbers = {
            "020180", "0201ff", "0220" + "80" + zeros.substring(2), "0221" + "80" + zeros,
            "022100" + text(N), "022100" + zeros.replace('0', 'f'), "022101" + zeros,
            "022201" + zeros + "00", "024101" + zeros + zeros,
        };
        for (String number : numbers) {
            for (boolean first : new boolean[] {true, false}) {
                String both = first ? number + "020101" : "020101" + number;
                byte[] der = hex(String.format("30%02x", both.length() / 2) + both);
                if (ours) {
                    refused(() -> KMP.der2compact(der));
                } else {
                    require(text(KMP.der2compact(der)).equals(first ? zeros + one : one + zeros),
                            "libsecp256k1 does not read zero: " + text(der));
                }
            }
        }
    }

    /** With an argument: checks our library alone, where the other one is not to be asked. */
    public static void main(String[] arguments) {
        if (arguments.length > 0) {
            notObjects();
            return;
        }
        outOfRange(System.getProperty("fr.acinq.secp256k1.lib.path") != null);
        print("der2compact", () -> KMP.der2compact(hex("3006020100020101")));
        print("der2compact", () -> KMP.der2compact(hex("3006020101020100")));
        for (int i = 0; i < 400; i++) {
            int at = i;
            byte[] good = key();
            byte[] pub = KMP.pubkeyCreate(good);
            byte[] small = KMP.pubKeyCompress(pub);
            byte[] k = scalar(i);
            byte[] tweak = scalar(i / 3);
            byte[] hash = i % 50 == 9 ? bytes(31) : bytes(32);
            byte[] p = damage(i, i % 2 == 0 ? pub : small);
            byte[] hybrid = pub.clone();
            hybrid[0] = (byte) (6 + (i % 3 == 0 ? 1 - pub[64] & 1 : pub[64] & 1));
            print("secKeyVerify", () -> KMP.secKeyVerify(k));
            print("pubkeyCreate", () -> KMP.pubkeyCreate(k));
            print("pubkeyParse", () -> KMP.pubkeyParse(p));
            print("hybrid", () -> KMP.pubkeyParse(hybrid));
            print("privKeyNegate", () -> KMP.privKeyNegate(k));
            print("privKeyTweakAdd", () -> KMP.privKeyTweakAdd(k, tweak));
            print("privKeyTweakAdd", () -> KMP.privKeyTweakAdd(good, KMP.privKeyNegate(good)));
            print("privKeyTweakMul", () -> KMP.privKeyTweakMul(k, tweak));
            print("pubKeyNegate", () -> KMP.pubKeyNegate(p));
            print("pubKeyTweakAdd", () -> KMP.pubKeyTweakAdd(p, tweak));
            print("pubKeyTweakAdd", () -> KMP.pubKeyTweakAdd(pub, KMP.privKeyNegate(good)));
            print("pubKeyTweakMul", () -> KMP.pubKeyTweakMul(p, tweak));
            print("pubKeyCombine", () -> KMP.pubKeyCombine(new byte[][] {p, small}));
            print("pubKeyCombine", () -> KMP.pubKeyCombine(
                    new byte[][] {pub, KMP.pubKeyNegate(pub)}));
            print("pubKeyCombine", () -> KMP.pubKeyCombine(new byte[0][]));
            print("ecdh", () -> KMP.ecdh(k, p));
            print("hybrid", () -> KMP.pubKeyNegate(hybrid));
            print("hybrid", () -> KMP.pubKeyTweakAdd(hybrid, tweak));
            print("hybrid", () -> KMP.pubKeyTweakMul(hybrid, tweak));
            print("hybrid", () -> KMP.pubKeyCombine(new byte[][] {hybrid, small}));
            print("hybrid", () -> KMP.ecdh(k, hybrid));
            print("sign", () -> KMP.sign(hash, k, at % 4 == 0 ? tweak : null));
            print("signSchnorr", () -> KMP.signSchnorr(hash, k, at % 4 == 0 ? tweak : null));
            signatures(i, good, small, hash, hybrid);
            if (i % 4 == 0) {
                musig(i, good, small, hybrid);
            }
        }
    }

    /** What is zero there may be refused here, as outOfRange says. No signature has a zero. */
    private static byte[] compact(byte[] der) {
        byte[] sig = KMP.der2compact(der);
        byte[] zero = new byte[32];
        if (Arrays.equals(zero, Arrays.copyOf(sig, 32))
                || Arrays.equals(zero, Arrays.copyOfRange(sig, 32, 64))) {
            throw new Secp256k1Exception();
        }
        return sig;
    }

    private static void signatures(
            int i, byte[] good, byte[] pub, byte[] hash, byte[] hybrid) {
        byte[] hash32 = Arrays.copyOf(hash, 32);
        byte[] sig = KMP.sign(hash32, good, null);
        byte[] high = sig.clone();
        System.arraycopy(
                KMP.privKeyNegate(Arrays.copyOfRange(sig, 32, 64)), 0, high, 32, 32);
        byte[] any = damage(i, i % 2 == 0 ? sig : high);
        byte[] key = damage(i / 3, pub);
        print("verify", () -> KMP.verify(any, hash, pub));
        print("verify", () -> KMP.verify(sig, hash32, key));
        print("verify", () -> KMP.verify(high, hash32, pub));
        print("verify", () -> KMP.verify(sig, hash32, hybrid));
        print("signatureNormalize", () -> text(KMP.signatureNormalize(any).getFirst())
                + KMP.signatureNormalize(any).getSecond());
        print("compact2der", () -> KMP.compact2der(any));
        byte[] der = KMP.compact2der(sig);
        print("der2compact", () -> KMP.der2compact(der));
        byte[] broken = der.clone();
        broken[RANDOM.nextInt(broken.length)] ^= (byte) (1 << RANDOM.nextInt(8));
        print("der2compact", () -> compact(broken));
        print("der2compact", () -> compact(hex("3026022100" + text(N) + "020101")));
        for (int recid = -1; recid < 5; recid++) {
            int id = recid;
            print("ecdsaRecover", () -> KMP.ecdsaRecover(any, hash, id));
        }
        byte[] xonly = Arrays.copyOfRange(pub, 1, 33);
        byte[] schnorr = KMP.signSchnorr(hash32, good, null);
        byte[] other = damage(i, schnorr);
        byte[] x = damage(i / 2, xonly);
        print("verifySchnorr", () -> KMP.verifySchnorr(other, hash, xonly));
        print("verifySchnorr", () -> KMP.verifySchnorr(schnorr, hash32, x));
    }

    private static void musig(int i, byte[] good, byte[] pub, byte[] hybrid) {
        byte[] second = key();
        byte[] other = KMP.pubkeyCreate(second);
        byte[] msg = bytes(32);
        byte[] cache = new byte[Secp256k1.MUSIG2_PUBLIC_KEYAGG_CACHE_SIZE];
        byte[][] keys = {pub, other};
        print("musigPubkeyAgg", () -> KMP.musigPubkeyAgg(keys, cache));
        print("cache", () -> cache);
        print("musigPubkeyAgg", () -> KMP.musigPubkeyAgg(
                new byte[][] {pub, damage(i, other)}, null));
        print("musigPubkeyAgg", () -> KMP.musigPubkeyAgg(new byte[][] {hybrid, other}, null));
        print("musigPubkeyTweakAdd", () -> KMP.musigPubkeyTweakAdd(cache, scalar(i)));
        print("musigPubkeyXonlyTweakAdd", () -> KMP.musigPubkeyXonlyTweakAdd(cache, scalar(i + 1)));
        print("cache", () -> cache);
        byte[] random = bytes(32);
        byte[] one = KMP.musigNonceGen(random, good, pub, msg, cache, bytes(32));
        byte[] two = KMP.musigNonceGen(bytes(32), null, other, null, null, null);
        print("musigNonceGen", () -> one);
        print("musigNonceGen", () -> two);
        print("musigNonceGen", () -> KMP.musigNonceGen(
                random, scalar(i), damage(i, pub), msg, null, null));
        print("musigNonceGen", () -> KMP.musigNonceGen(new byte[32], good, pub, msg, null, null));
        print("musigNonceGen", () -> KMP.musigNonceGen(random, good, hybrid, msg, null, null));
        print("musigNonceGenCounter", () -> Secp256k1CFunctions.secp256k1_musig_nonce_gen_counter(
                Secp256k1Context.getContext(), i, good, msg, i % 8 == 0 ? cache : null, null));
        byte[][] nonces = {Arrays.copyOfRange(one, 132, 198), Arrays.copyOfRange(two, 132, 198)};
        byte[] aggnonce = KMP.musigNonceAgg(nonces);
        print("musigNonceAgg", () -> aggnonce);
        print("musigNonceAgg", () -> KMP.musigNonceAgg(new byte[][] {damage(i, nonces[0])}));
        byte[] session = KMP.musigNonceProcess(aggnonce, msg, cache);
        print("musigNonceProcess", () -> session);
        print("musigNonceProcess", () -> KMP.musigNonceProcess(damage(i, aggnonce), msg, cache));
        byte[] secnonce = Arrays.copyOf(one, 132);
        byte[] psig = KMP.musigPartialSign(secnonce, good, cache, session);
        print("musigPartialSign", () -> psig);
        print("musigPartialSign", () -> KMP.musigPartialSign(secnonce, second, cache, session));
        byte[] theirs = KMP.musigPartialSign(Arrays.copyOf(two, 132), second, cache, session);
        print("musigPartialSigVerify", () -> KMP.musigPartialSigVerify(
                psig, nonces[0], pub, cache, session));
        print("musigPartialSigVerify", () -> KMP.musigPartialSigVerify(
                psig, nonces[0], hybrid, cache, session));
        print("musigPartialSigVerify", () -> KMP.musigPartialSigVerify(
                scalar(i), damage(i, nonces[0]), pub, cache, session));
        print("musigPartialSigVerify", () -> KMP.musigPartialSigVerify(
                psig, nonces[0], damage(i, pub), cache, session));
        print("musigPartialSigAgg", () -> KMP.musigPartialSigAgg(
                session, new byte[][] {psig, theirs}));
        print("musigPartialSigAgg", () -> KMP.musigPartialSigAgg(
                session, new byte[][] {psig, scalar(i)}));
    }
}
