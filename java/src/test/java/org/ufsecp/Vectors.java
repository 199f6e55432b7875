package org.ufsecp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The published vectors of test/vectors, and the small reader of JSON that they need. */
final class Vectors {
    private static final Path FOLDER = Paths.get("..", "test", "vectors");

    private final String text;
    private int at;

    private Vectors(String text) {
        this.text = text;
    }

    /** One case of a file. */
    static final class Case {
        private final Map<?, ?> fields;

        private Case(Object fields) {
            this.fields = (Map<?, ?>) fields;
        }

        String text(String name) {
            return (String) fields.get(name);
        }

        boolean flag(String name) {
            return (Boolean) fields.get(name);
        }

        int number(String name) {
            return ((Double) fields.get(name)).intValue();
        }

        boolean has(String name) {
            return fields.get(name) != null;
        }

        byte[] bytes(String name) {
            return has(name) ? hex(text(name)) : null;
        }

        byte[][] list(String name) {
            List<?> list = has(name) ? (List<?>) fields.get(name) : new ArrayList<>();
            return list.stream().map(item -> hex((String) item)).toArray(byte[][]::new);
        }

        List<?> values(String name) {
            return has(name) ? (List<?>) fields.get(name) : new ArrayList<>();
        }

        @Override
        public String toString() {
            return fields.toString();
        }
    }

    static List<Case> read(String file) throws IOException {
        byte[] bytes = Files.readAllBytes(FOLDER.resolve(file));
        Map<?, ?> root =
                (Map<?, ?>) new Vectors(new String(bytes, StandardCharsets.UTF_8)).value();
        List<Case> cases = new ArrayList<>();
        for (Object item : (List<?>) root.get("cases")) {
            cases.add(new Case(item));
        }
        if (cases.isEmpty()) {
            throw new IOException(file + " has no cases");
        }
        return cases;
    }

    static byte[] hex(String text) {
        byte[] bytes = new byte[text.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    private char next() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }

    private Object value() {
        char first = next();
        if (first == '{' || first == '[') {
            Map<String, Object> map = new LinkedHashMap<>();
            List<Object> list = new ArrayList<>();
            char end = first == '{' ? '}' : ']';
            for (at++; next() != end; ) {
                if (first == '{') {
                    String key = string();
                    next();
                    at++; // the colon
                    map.put(key, value());
                } else {
                    list.add(value());
                }
                if (next() == ',') {
                    at++;
                }
            }
            at++;
            return first == '{' ? map : list;
        }
        if (first == '"') {
            return string();
        }
        int begin = at;
        while (",]} \n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(begin, at);
        return word.equals("null") ? null
                : word.equals("true") || word.equals("false") ? (Object) word.equals("true")
                : Double.valueOf(word);
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        next();
        for (at++; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') {
                at++;
            }
            out.append(text.charAt(at));
        }
        at++;
        return out.toString();
    }
}
