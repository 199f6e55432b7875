// Frigate's statement for a scan of the past, as it prepares it in Java, finds BIP-352's first
// payment. Run by tools/duckdb_tests.py --weekly: java -cp duckdb_jdbc.jar Frigate.java EXTENSION

import java.sql.DriverManager;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Properties;

class Frigate {
    static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    static byte[] turned(String number) {
        byte[] b = bytes(number);
        for (int i = 0; i < 16; i++) {
            byte low = b[i];
            b[i] = b[31 - i];
            b[31 - i] = low;
        }
        return b;
    }

    static byte[] point(String x, String y) {
        byte[] both = Arrays.copyOf(turned(x), 64);
        System.arraycopy(turned(y), 0, both, 32, 32);
        return both;
    }

    static void expect(boolean holds, String what) {
        if (!holds) throw new AssertionError(what);
    }

    public static void main(String[] words) throws Exception {
        byte[] tweak = point("4ac253c216532e961988e2a8ce266a447c894c781e52ef6cee902361db960004",
                "b7f5c19c8235637b5905b3239c77a6b7ccf064409559b5fa2a167110f7531e50");
        byte[] spend = point("5cc9856d6f8375350e123978daac200c260cb5b5ae83106cab90484dcd8fcf36",
                "de94eae05bf9b0487bcb518adebce6fb6d1c8798358f7ae6ccfdf91fe305d7e0");
        byte[] label = point("4e52d154b56ffe17964bd72e1dc4478c956f3fa29e1ea7e8bdee2d2a21f963cd",
                "c14bb3ea853fa98ad3421cb3b297d6a1756dc4758832fcea43b6cbbdddab2f29");
        byte[] scan = turned("0f694e068028a717f8af6b9411f9a133dd3565258714cc226594b34db90c1f2c");
        Properties options = new Properties();
        options.setProperty("allow_unsigned_extensions", "true");
        try (var connection = DriverManager.getConnection("jdbc:duckdb:", options);
                var direct = connection.createStatement()) {
            direct.execute("LOAD '" + words[0] + "'");
            direct.execute("SELECT ufsecp_set_cache_dir('/tmp')");
            direct.execute("CREATE TABLE tweak (txid BLOB NOT NULL, height INTEGER NOT NULL, "
                    + "tweak_key BLOB NOT NULL, outputs BIGINT[])");
            try (var row = connection.prepareStatement(
                    "INSERT INTO tweak VALUES (?, ?, ?, [4512552348537027144, 99999])")) {
                for (int height : new int[] {50, 200}) {
                    row.setBytes(1, new byte[] {(byte) height});
                    row.setInt(2, height);
                    row.setBytes(3, tweak);
                    row.execute();
                }
            }
            try (var query = connection.prepareStatement(
                    "SELECT txid, tweak_key, height FROM ufsecp_scan((SELECT txid, height, "
                    + "tweak_key, outputs FROM tweak WHERE height >= ?), ?, ?, [?], batch_size := "
                    + "?, backend := ?, total_rows := ?) ORDER BY height")) {
                query.setInt(1, 100);
                query.setBytes(2, scan);
                query.setBytes(3, spend);
                query.setBytes(4, label);
                query.setInt(5, 300000);
                query.setString(6, "cpu");
                query.setLong(7, 1);
                var found = query.executeQuery();
                expect(found.next(), "no payment is found");
                expect(Arrays.equals(found.getBytes(1), new byte[] {(byte) 200}), "the txid");
                expect(Arrays.equals(found.getBytes(2), tweak), "the tweak");
                expect(found.getInt(3) == 200, "the height");
                expect(!found.next(), "more than one is found");
            }
            try (var query = connection.prepareStatement("SELECT ufsecp_progress(?)")) {
                query.setBytes(1, scan);
                var rest = query.executeQuery();
                expect(rest.next() && rest.getDouble(1) == -1, "progress of no scan");
            }
            var about = direct.executeQuery("SELECT ufsecp_backend(), version()");
            about.next();
            System.out.println("Frigate's statement in Java: found, " + about.getString(1)
                    + ", DuckDB " + about.getString(2));
        }
    }
}
