package peer;

import fr.acinq.secp256k1.Secp256k1;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.ufsecp.Batch;
import org.ufsecp.Ecdh;
import org.ufsecp.Ecdsa;
import org.ufsecp.Multiply;
import org.ufsecp.Pubkey;
import org.ufsecp.Schnorr;
import org.ufsecp.Seckey;
import org.ufsecp.Ufsecp;

/** org.ufsecp against secp256k1-kmp by JMH, in one run: both sides of a call follow one another in
 * every round, so that each ratio is of one minute. Each measurement is a JVM of its own.
 *
 * <p>Arguments: rounds, and a file for JSON or nothing. Inputs are fresh for each call. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PeerBench {
    private static final int N = 4096;
    private static final String[] CALLS = {
        "verify", "sign", "schnorrVerify", "schnorrSign", "recover", "ecdh", "generator",
        "pointVar", "verifyBatch", "schnorrBatch",
    };
    /** Calls that the peer has no counterpart for. */
    private static final String[] ALONE = {"generatorVar", "point", "signerSign", "recoverBatch"};

    private final Secp256k1 kmp = Secp256k1.Companion.get();
    private final byte[][] hashes = new byte[N][];
    private final byte[][] secrets = new byte[N][];
    private final byte[][] pubkeys = new byte[N][];
    private final byte[][] xonlys = new byte[N][];
    private final byte[][] sigs = new byte[N][];
    private final byte[][] recoverable = new byte[N][];
    private final byte[][] schnorrs = new byte[N][];
    private final ByteBuffer rows = ByteBuffer.allocateDirect(N * 129);
    private final ByteBuffer schnorrRows = ByteBuffer.allocateDirect(N * 128);
    private final ByteBuffer recoverRows = ByteBuffer.allocateDirect(N * 97);
    private final ByteBuffer found = ByteBuffer.allocateDirect(N * 33);
    private final ByteBuffer ok = ByteBuffer.allocateDirect(N);
    private final Schnorr.Signer signer;
    private int at;

    /** Makes the inputs, and checks that both sides say the same of some of them. */
    public PeerBench() {
        Random random = new Random(3);
        for (int i = 0; i < N; i++) {
            hashes[i] = new byte[32];
            secrets[i] = new byte[32];
            random.nextBytes(hashes[i]);
            do {
                random.nextBytes(secrets[i]);
            } while (!Seckey.isValid(secrets[i]));
            pubkeys[i] = Pubkey.create(secrets[i]);
            xonlys[i] = Arrays.copyOfRange(pubkeys[i], 1, 33);
            recoverable[i] = Ecdsa.signRecoverable(hashes[i], secrets[i]);
            sigs[i] = Arrays.copyOf(recoverable[i], 64);
            schnorrs[i] = Schnorr.sign(hashes[i], secrets[i], null);
            rows.put(hashes[i]).put(pubkeys[i]).put(sigs[i]);
            schnorrRows.put(xonlys[i]).put(hashes[i]).put(schnorrs[i]);
            recoverRows.put(hashes[i]).put(recoverable[i]);
        }
        signer = new Schnorr.Signer(secrets[0]);
        for (ByteBuffer buffer : new ByteBuffer[] {rows, schnorrRows, recoverRows}) {
            buffer.rewind();
        }
        for (int i = 0; i < 16; i++) {
            same(sigs[i], kmp.sign(hashes[i], secrets[i], null));
            same(schnorrs[i], kmp.signSchnorr(hashes[i], secrets[i], null));
            same(Ecdh.secret(pubkeys[i], secrets[0]), kmp.ecdh(secrets[0], pubkeys[i]));
            same(pubkeys[i], kmp.pubKeyCompress(kmp.pubkeyCreate(secrets[i])));
            check(kmp.verify(sigs[i], hashes[i], pubkeys[i]));
            check(kmp.verifySchnorr(schnorrs[i], hashes[i], xonlys[i]));
        }
        check(Batch.ecdsaVerify(rows, ok) && Batch.schnorrVerify(schnorrRows, ok));
        check(Batch.ecdsaRecover(recoverRows, found, ok));
    }

    private static void same(byte[] a, byte[] b) {
        check(Arrays.equals(a, b));
    }

    private static void check(boolean good) {
        if (!good) {
            throw new IllegalStateException("the two libraries disagree");
        }
    }

    private int next() {
        at = at + 1 & N - 1;
        return at;
    }

    /** ECDSA verification, key of 33 bytes. */
    @Benchmark
    public boolean verify_ufsecp() {
        int i = next();
        return Ecdsa.verify(sigs[i], hashes[i], pubkeys[i], Ecdsa.LOW_S);
    }

    @Benchmark
    public boolean verify_kmp() {
        int i = next();
        return kmp.verify(sigs[i], hashes[i], pubkeys[i]);
    }

    @Benchmark
    public byte[] sign_ufsecp() {
        int i = next();
        return Ecdsa.sign(hashes[i], secrets[i]);
    }

    @Benchmark
    public byte[] sign_kmp() {
        int i = next();
        return kmp.sign(hashes[i], secrets[i], null);
    }

    @Benchmark
    public boolean schnorrVerify_ufsecp() {
        int i = next();
        return Schnorr.verify(schnorrs[i], hashes[i], xonlys[i]);
    }

    @Benchmark
    public boolean schnorrVerify_kmp() {
        int i = next();
        return kmp.verifySchnorr(schnorrs[i], hashes[i], xonlys[i]);
    }

    @Benchmark
    public byte[] schnorrSign_ufsecp() {
        int i = next();
        return Schnorr.sign(hashes[i], secrets[i], null);
    }

    @Benchmark
    public byte[] schnorrSign_kmp() {
        int i = next();
        return kmp.signSchnorr(hashes[i], secrets[i], null);
    }

    @Benchmark
    public byte[] signerSign_ufsecp() {
        return signer.sign(hashes[next()], null);
    }

    @Benchmark
    public byte[] recover_ufsecp() {
        int i = next();
        return Ecdsa.recover(sigs[i], recoverable[i][64], hashes[i]);
    }

    @Benchmark
    public byte[] recover_kmp() {
        int i = next();
        return kmp.ecdsaRecover(sigs[i], hashes[i], recoverable[i][64]);
    }

    @Benchmark
    public byte[] ecdh_ufsecp() {
        int i = next();
        return Ecdh.secret(pubkeys[i], secrets[i]);
    }

    @Benchmark
    public byte[] ecdh_kmp() {
        int i = next();
        return kmp.ecdh(secrets[i], pubkeys[i]);
    }

    /** k*G, constant time. */
    @Benchmark
    public byte[] generator_ufsecp() {
        return Multiply.generator(secrets[next()]);
    }

    @Benchmark
    public byte[] generator_kmp() {
        return kmp.pubkeyCreate(secrets[next()]);
    }

    @Benchmark
    public byte[] generatorVar_ufsecp() {
        return Multiply.generatorVar(secrets[next()]);
    }

    /** k*P, constant time. */
    @Benchmark
    public byte[] point_ufsecp() {
        int i = next();
        return Multiply.point(secrets[i], pubkeys[i]);
    }

    /** k*P of public data. */
    @Benchmark
    public byte[] pointVar_ufsecp() {
        int i = next();
        return Multiply.pointVar(secrets[i], pubkeys[i]);
    }

    @Benchmark
    public byte[] pointVar_kmp() {
        int i = next();
        return kmp.pubKeyTweakMul(pubkeys[i], secrets[i]);
    }

    /** 4,096 rows in direct buffers, against that many calls. */
    @Benchmark
    @OperationsPerInvocation(N)
    public boolean verifyBatch_ufsecp() {
        return Batch.ecdsaVerify(rows, ok, 0, Ecdsa.LOW_S);
    }

    @Benchmark
    @OperationsPerInvocation(N)
    public boolean verifyBatch_kmp() {
        boolean all = true;
        for (int i = 0; i < N; i++) {
            all &= kmp.verify(sigs[i], hashes[i], pubkeys[i]);
        }
        return all;
    }

    @Benchmark
    @OperationsPerInvocation(N)
    public boolean schnorrBatch_ufsecp() {
        return Batch.schnorrVerify(schnorrRows, ok);
    }

    @Benchmark
    @OperationsPerInvocation(N)
    public boolean schnorrBatch_kmp() {
        boolean all = true;
        for (int i = 0; i < N; i++) {
            all &= kmp.verifySchnorr(schnorrs[i], hashes[i], xonlys[i]);
        }
        return all;
    }

    @Benchmark
    @OperationsPerInvocation(N)
    public boolean recoverBatch_ufsecp() {
        return Batch.ecdsaRecover(recoverRows, found, ok);
    }

    private static double measure(String method) throws Exception {
        return new Runner(new OptionsBuilder()
                .include("PeerBench\\." + method + "$")
                .forks(1).verbosity(VerboseMode.SILENT)
                .warmupIterations(1).warmupTime(TimeValue.milliseconds(300))
                .measurementIterations(3).measurementTime(TimeValue.milliseconds(200))
                .build()).runSingle().getPrimaryResult().getScore();
    }

    /** The lower quartile, the median and the upper quartile. */
    private static double[] quartiles(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
        double[] out = new double[3];
        for (int q = 0; q < 3; q++) {
            double place = (sorted.length - 1) * (q + 1) / 4.0;
            int low = (int) place;
            int high = Math.min(low + 1, sorted.length - 1);
            out[q] = sorted[low] + (place - low) * (sorted[high] - sorted[low]);
        }
        return out;
    }

    private static String text(double... values) {
        StringBuilder out = new StringBuilder();
        for (double value : values) {
            out.append(out.length() > 0 ? ", " : "")
                    .append(String.format(Locale.ROOT, "%.4g", value));
        }
        return out.toString();
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        List<String> calls = new ArrayList<>(Arrays.asList(CALLS));
        calls.addAll(Arrays.asList(ALONE));
        List<List<Double>> ours = new ArrayList<>();
        List<List<Double>> theirs = new ArrayList<>();
        List<List<Double>> ratios = new ArrayList<>();
        for (int c = 0; c < calls.size(); c++) {
            ours.add(new ArrayList<>());
            theirs.add(new ArrayList<>());
            ratios.add(new ArrayList<>());
        }
        for (int round = 0; round < rounds; round++) {
            for (int c = 0; c < calls.size(); c++) {
                boolean peer = c < CALLS.length;
                boolean first = round % 2 == 0;
                double kmp = peer && !first ? measure(calls.get(c) + "_kmp") : 0;
                double ufsecp = measure(calls.get(c) + "_ufsecp");
                kmp = peer && first ? measure(calls.get(c) + "_kmp") : kmp;
                ours.get(c).add(ufsecp);
                theirs.get(c).add(kmp);
                ratios.get(c).add(kmp / ufsecp);
            }
        }
        StringBuilder json = new StringBuilder(String.format(
                "{\"java\": \"%s\", \"engine\": \"%s\", \"rounds\": %d, \"unit\": \"ns\", "
                + "\"calls\": {",
                System.getProperty("java.runtime.version"), Ufsecp.engine(), rounds));
        System.out.println("call            ufsecp us   kmp us   ratio: median, quartiles");
        for (int c = 0; c < calls.size(); c++) {
            double[] a = quartiles(ours.get(c));
            double[] b = quartiles(theirs.get(c));
            double[] r = quartiles(ratios.get(c));
            boolean peer = c < CALLS.length;
            String ratio = String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", r[1], r[0], r[2]);
            System.out.printf(Locale.ROOT, "%-14s %10.2f %8s   %s%n", calls.get(c), a[1] / 1000,
                    peer ? String.format(Locale.ROOT, "%.2f", b[1] / 1000) : "-",
                    peer ? ratio : "-");
            json.append(c > 0 ? ", " : "").append("\"" + calls.get(c) + "\": {\"ufsecp\": [")
                    .append(text(a)).append("]");
            if (peer) {
                json.append(", \"kmp\": [" + text(b) + "], \"ratio\": [" + text(r) + "]");
            }
            json.append("}");
        }
        if (arguments.length > 1) {
            try (PrintStream out = new PrintStream(
                    Files.newOutputStream(Paths.get(arguments[1])), false, "UTF-8")) {
                out.println(json.append("}}"));
            }
        }
    }
}
