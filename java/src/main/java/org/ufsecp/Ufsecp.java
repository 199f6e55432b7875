package org.ufsecp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Settings of the process: the engine, threads, the check of signatures. All are thread-safe. */
public final class Ufsecp {
    /** The version of these classes. */
    public static final String VERSION = "0.2.0";

    private Ufsecp() {}

    /** The version of the native library, which is that of the classes. */
    public static String version() {
        return Native.version();
    }

    /** The name of the engine in use: "portable", "x64_ifma", "a64" ... */
    public static String engine() {
        return Native.engine();
    }

    /** The names of the engines that this machine can run, fastest first. */
    public static List<String> engines() {
        List<String> names = new ArrayList<>();
        String name;
        for (int i = 0; (name = Native.engineAt(i)) != null; i++) {
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
        return names;
    }

    /** Chooses an engine; "auto" chooses as at the start.
     *
     * @throws IllegalArgumentException if this machine has no such engine */
    public static void selectEngine(String name) {
        byte[] text = Check.notNull(name, "name").getBytes(StandardCharsets.UTF_8);
        if (name.indexOf('\0') >= 0 || !Native.selectEngine(text)) {
            throw new IllegalArgumentException("no engine \"" + name + "\" here; there are auto, "
                    + String.join(", ", engines()));
        }
    }

    /** How many threads a batch may use, its caller included. */
    public static int threads() {
        return Native.threads();
    }

    /** Sets how many threads a batch may use: 1, as at the start, to 1,024; 0 for all cores.
     *
     * @throws IllegalArgumentException for any other number */
    public static void setThreads(int n) {
        if (n < 0 || !Native.setThreads(n)) {
            throw new IllegalArgumentException("threads are 0 to 1024, not " + n);
        }
    }

    /** Whether every signature is verified before it is returned. */
    public static boolean signCheck() {
        return Native.signCheck();
    }

    /** Sets it; the default is false. It protects a key against faults of the machine. */
    public static void setSignCheck(boolean on) {
        Native.setSignCheck(on);
    }
}
