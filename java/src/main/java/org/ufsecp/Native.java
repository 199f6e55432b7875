package org.ufsecp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;

/** The methods of native/jni.cpp and native/silent.cpp, and how the library with them is found. */
final class Native {
    private static final String NAME = "ufsecp_jni";
    private static final String PREFIX = "ufsecp"; // of a folder that holds a copy

    static {
        load();
        if (!Ufsecp.VERSION.equals(version())) {
            throw new UnsatisfiedLinkError("the native library of ufsecp has version " + version()
                    + ", the classes " + Ufsecp.VERSION + ": take both from one build");
        }
    }

    private Native() {}

    /** The property ufsecp.library names a file; else the one in the jar; else the system's. */
    private static void load() {
        String file = System.getProperty("ufsecp.library");
        if (file != null) {
            System.load(file);
            return;
        }
        String resource = "/native/" + platform() + "/" + System.mapLibraryName(NAME);
        boolean android = "The Android Project".equals(System.getProperty("java.vm.vendor"));
        try (InputStream in = android ? null : Native.class.getResourceAsStream(resource)) {
            if (in != null) {
                loadCopy(in);
                return;
            }
        } catch (IOException | UnsatisfiedLinkError error) {
            throw linkError("could not unpack and load " + resource + " of the jar (" + error
                    + "); set -Djava.io.tmpdir to a folder that may hold libraries, or"
                    + " -Dufsecp.library to the file", error);
        }
        try {
            System.loadLibrary(NAME);
        } catch (UnsatisfiedLinkError error) {
            throw linkError("no native library: the jar has no " + resource + ", and"
                    + " java.library.path has no " + System.mapLibraryName(NAME) + "; build it"
                    + " (java/README.md), or set -Dufsecp.library to the file", error);
        }
    }

    private static UnsatisfiedLinkError linkError(String text, Throwable cause) {
        return (UnsatisfiedLinkError) new UnsatisfiedLinkError("ufsecp: " + text).initCause(cause);
    }

    /** Loads a copy in a folder of its own, which on POSIX only this user can read. */
    private static void loadCopy(InputStream in) throws IOException {
        boolean windows = platform().startsWith("windows");
        Path folder = windows
                ? Files.createTempDirectory(PREFIX)
                : Files.createTempDirectory(PREFIX, PosixFilePermissions.asFileAttribute(
                        PosixFilePermissions.fromString("rwx------")));
        try {
            Path copy = folder.resolve(System.mapLibraryName(NAME));
            Files.copy(in, copy);
            System.load(copy.toAbsolutePath().toString());
        } finally {
            delete(folder);
        }
        if (windows) {
            deleteOld(folder.getParent());
        }
    }

    /** Deletes a folder of loadCopy. On Windows it stays while a process has the library loaded. */
    private static void delete(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve(System.mapLibraryName(NAME)));
            Files.delete(folder);
        } catch (IOException error) {
            // deleteOld has another try
        }
    }

    /** Deletes what processes that have ended left here. Younger folders may be about to load. */
    private static void deleteOld(Path parent) {
        long yesterday = System.currentTimeMillis() - 24L * 60 * 60 * 1000;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && Files.getLastModifiedTime(folder).toMillis() < yesterday) {
                    delete(folder);
                }
            }
        } catch (IOException | DirectoryIteratorException error) {
            // they stay
        }
    }

    /** The folder of this system in the jar, as java/build_native.py names it. */
    static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        if (os.startsWith("mac")) {
            os = "macos";
        } else if (os.startsWith("windows")) {
            os = "windows";
        }
        if (arch.equals("amd64")) {
            arch = "x86_64";
        } else if (arch.equals("arm64")) {
            arch = "aarch64";
        }
        return os + "-" + arch;
    }

    static native String version();

    static native String engine();

    /** The name of the i-th engine, empty if this machine cannot run it, null past the end. */
    static native String engineAt(int i);

    static native boolean selectEngine(byte[] name);

    static native int threads();

    static native boolean setThreads(int n);

    static native boolean signCheck();

    static native void setSignCheck(boolean on);

    static native String statusText(int status);

    static native void wipe(ByteBuffer direct);

    static native boolean seckeyVerify(byte[] seckey);

    static native boolean seckeyGenerate(byte[] out);

    static native int seckeyNegate(byte[] out, byte[] seckey);

    static native int seckeyTweak(byte[] out, byte[] seckey, byte[] tweak, boolean multiply);

    static native int pubkeyCreate(byte[] out, byte[] seckey);

    static native int pubkeyConvert(byte[] out, byte[] pubkey, int flags);

    static native int pubkeyNegate(byte[] out, byte[] pubkey);

    static native int pubkeyTweak(byte[] out, byte[] pubkey, byte[] tweak, boolean multiply);

    static native int pubkeyCombine(byte[] out, byte[] pubkeys, int[] bad);

    static native int xonlyCreate(byte[] out, byte[] seckey);

    static native int taprootOutputKey(byte[] out, byte[] internal, byte[] root);

    static native int taprootOutputSeckey(byte[] out, byte[] seckey, byte[] root);

    static native int multiply(byte[] out, byte[] scalar, byte[] point, boolean secret);

    static native int ecdh(byte[] out, byte[] pubkey, byte[] seckey, boolean hashed);

    static native int ellswiftCreate(byte[] out, byte[] seckey, byte[] random);

    static native int ellswiftEncode(byte[] out, byte[] pubkey, byte[] random);

    static native void ellswiftDecode(byte[] out, byte[] ell);

    static native int ellswiftSecret(
            byte[] out, byte[] ours, byte[] theirs, byte[] seckey, boolean initiator);

    static native int ecdsaSign(byte[] out, byte[] msg, byte[] seckey, byte[] extra);

    static native int ecdsaCheck(byte[] sig, byte[] msg, byte[] pubkey, int flags);

    static native int ecdsaRecover(byte[] out, byte[] sig, int recid, byte[] msg);

    static native int derParse(byte[] out, byte[] der, boolean lax);

    static native byte[] derSerialize(byte[] sig);

    static native int ecdsaNormalize(byte[] out, byte[] sig);

    static native int keypairCreate(ByteBuffer keypair, byte[] seckey);

    static native int schnorrSign(
            byte[] out, byte[] msg, ByteBuffer keypair, byte[] seckey, byte[] aux);

    static native int schnorrCheck(byte[] sig, byte[] msg, byte[] xonly);

    static native int pubkeyPrepare(ByteBuffer table, byte[] pubkey);

    static native int ecdsaCheckPrepared(byte[] sig, byte[] msg, ByteBuffer table, int flags);

    static native int schnorrCheckPrepared(byte[] sig, byte[] msg, ByteBuffer table);

    static native int musigAggregate(byte[] out, byte[] pubkeys, int[] bad);

    static native boolean musigPubkey(byte[] out, byte[] keyagg);

    static native int musigTweak(byte[] out, byte[] keyagg, byte[] tweak, boolean xonly);

    static native int musigNonce(
            ByteBuffer secnonce, byte[] pubnonce, byte[] random, byte[] seckey, byte[] pubkey,
            byte[] xonly, byte[] msg, byte[] extra);

    static native int musigNonceAgg(byte[] out, byte[] nonces, int[] bad);

    static native boolean musigSession(byte[] out, byte[] aggnonce, byte[] msg, byte[] keyagg);

    static native int musigSign(
            byte[] out, ByteBuffer secnonce, byte[] seckey, byte[] keyagg, byte[] session);

    static native boolean musigVerify(
            byte[] psig, byte[] pubnonce, byte[] pubkey, byte[] keyagg, byte[] session);

    static native boolean musigSigAgg(byte[] out, byte[] session, byte[] psigs, int[] bad);

    static native boolean silentOutputs(
            byte[] out, byte[] recipients, byte[] outpoint, byte[] taproot, byte[] plain);

    static native boolean silentTweak(
            byte[] out, byte[] outpoint, byte[] xonlys, byte[] pubkeys);

    static native long silentKeysSize(int labels);

    static native int silentKeys(ByteBuffer keys, byte[] seckey, byte[] spend, long[] labels);

    static native int silentAddress(byte[] out, ByteBuffer keys, long label);

    static native int silentScan(
            long[] numbers, byte[] tweaks, ByteBuffer keys, int labels, byte[] tweak,
            byte[] outputs);

    static native long silentScanRows(
            long[] numbers, byte[] tweaks, byte[] ok, ByteBuffer keys, int labels,
            boolean pointsArray, Object points, int pointsAt, int pointSize,
            boolean outputsArray, Object outputs, int outputsAt, int outputSize, long[] bounds,
            int rows, int outputCount);

    static native int batch(
            int call, int arrays, Object out, int outAt, Object ok, int okAt, Object a, int aAt,
            Object b, int bAt, Object c, int cAt, int n, int extra, int flags);
}
