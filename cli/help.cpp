// The manual pages that --help prints.
#include "help.h"

#include <sstream>

/* What sign, keygen and ecdh say of their secrets. */
#define SECRETS                                                                                    \
    "\n"                                                                                           \
    "SECRETS\n"                                                                                    \
    "    Keys come from a file or from standard input, never from arguments, where every user "    \
    "of\n"                                                                                         \
    "    the machine could read them: what looks like one there is refused and not repeated. In\n" \
    "    the tool they lie in memory that is never swapped out, where the system lets this user\n" \
    "    lock some (see ufsecp info; ordinary memory otherwise), and that is wiped at the end, "   \
    "also\n"                                                                                       \
    "    on Ctrl-C; the process leaves no core dump.\n"

namespace {

struct page {
    const char *command, *line, *synopsis, *before,
        *after;  // before and after the options; "" is the tool's own page
};

const page pages[] = {
    {"", "fast secp256k1 signatures", "ufsecp COMMAND [OPTIONS] [ARGUMENTS]\nufsecp help [COMMAND]",
     R"(DESCRIPTION
    Verifies, makes and recovers signatures of the curve secp256k1: ECDSA (SEC 1,
    RFC 6979) and Schnorr (BIP-340), from one to any number of them; finds silent
    payments (BIP-352).
)",
     R"(EXIT STATUS
    0    done, and everything is valid
    1    something is invalid: a signature, a self-test
    2    unusable input or arguments
    130  ended by Ctrl-C; what was done until then has been reported
    141  the reader of standard output went away

ENVIRONMENT
    UFSECP_ENGINE  the engine to run on, as --engine
    UFSECP_GPU_DEVICE
                   the numbers of the GPUs that the engines cuda, opencl and metal use, such
                   as 1 or 0,1; 0 if it is not set; none: no GPU is looked for
    UFSECP_CACHE_DIR
                   where kernels compiled for a GPU are kept for the next run, if not in
                   $XDG_CACHE_HOME/ufsecp or ~/.cache/ufsecp; empty: nowhere
    UFSECP_THREADS the number of threads, as --threads
    UFSECP_SECKEY  the secret key of sign and ecdh, where no --key-file is given

EXAMPLES
    ufsecp verify data/mainnet-ecdsa.rows
    ufsecp verify --engine cuda data/mainnet-ecdsa.rows
    ufsecp keygen --output my.key
    ufsecp sign --key-file my.key --json letter.txt | ufsecp verify
    ufsecp help verify
)"},
    {"verify", "check signatures, row by row", "ufsecp verify [OPTIONS] [FILE ...]",
     R"(DESCRIPTION
    Gives every row of the input its verdict. A bad row is named with its reason and
    disturbs no other row. Rows are counted from 0 through all files. Input of any
    size is read in pieces, in constant memory. Ctrl-C ends the work in good order:
    the piece at hand is finished, the summary is written, and --output holds every
    verdict so far.
)",
     R"(FORMATS
    binary  Rows without separators. ECDSA, 129 bytes:
                32 hash | 33 compressed public key | 64 signature r || s
            Schnorr, 128 bytes:
                32 x-only public key | 32 message | 64 signature
            and --extra bytes of your own after each. Endings: .rows .bin
    hex     A line holds the digits of a binary row in one piece, or its fields with
            blanks between them, in the same order, and then any word of your own.
            Ending: .hex
    csv     Columns in that order, or named by a first line: msg or hash, pubkey, sig,
            and if you like extra. Ending: .csv
    jsonl   One object a line with the strings msg or hash, pubkey, sig, and if you
            like extra. Endings: .jsonl .ndjson .json
    In the text formats a key may be compressed or not (65 bytes), an ECDSA signature
    may be DER (any length but 64 bytes), and a Schnorr message may have any length.
    0x before digits is allowed. Empty lines, and in hex and csv lines that begin with
    #, are skipped. A line may have 1,048,576 bytes.

    A file that ends within a row, or a line that cannot be read, is an error that names
    the byte offset or the line; the rows before it have their verdicts, the rest of that
    file is not read, the other files are, and the exit status is 2.

OUTPUT
    Text: a line for each bad row, and a summary. With --json one object:
        rows, valid, invalid, scheme, low_s, engine, threads, seconds, per_second,
        first_invalid (a row, or null), interrupted,
        invalid_rows: [{row, status, reason, extra, line, file}],
        invalid_rows_omitted (beyond --max-reported), errors: [text],
        note (only where a GPU left rows to the CPU)
    extra is there if the row has one, line in text formats, file if there are several.
    --output writes {row, valid, status, reason, extra, line, file} for every row.

EXIT STATUS
    0    every row is valid
    1    some row is invalid
    2    unusable input or arguments, an empty input without --allow-empty
    130  interrupted
    141  the reader of standard output went away

EXAMPLES
    ufsecp verify data/mainnet-ecdsa.rows
        Bitcoin's rule: high s is valid.
    ufsecp verify --low-s --json data/mainnet-ecdsa.rows
    ufsecp verify --extra 8 --output verdicts.csv sigs.rows
        Rows of 137 bytes; the last 8 tell which row of a database it is.
    producer | ufsecp verify --scheme schnorr --quiet && echo all valid
)"},
    {"sign", "sign a message or a hash",
     "ufsecp sign [OPTIONS] [--key-file FILE] [FILE | --hash HEX]",
     R"(DESCRIPTION
    Prints the signature in hexadecimal. ECDSA signs the SHA-256 hash of the file (or the
    hash given) with the nonce of RFC 6979 and a low s; Schnorr signs the bytes of the file
    as they are (BIP-340). The same key and message give the same signature. It is verified
    before it is printed: should the machine make an error, none is.
)" SECRETS R"()",
     R"(EXIT STATUS
    0 done, 2 unusable key, input or arguments

EXAMPLES
    ufsecp sign --key-file my.key letter.txt
    ufsecp sign --scheme schnorr --key-file my.key --json letter.txt |
        ufsecp verify --scheme schnorr
    ufsecp sign --recoverable --key-file - --hash HEX < my.key
)"},
    {"keygen", "make secret keys", "ufsecp keygen [OPTIONS]",
     R"(DESCRIPTION
    Makes secret keys with the operating system's random generator. A line is the secret key
    and the public key, in hexadecimal. With --output these lines go to a new file with mode
    0600, which is on its disk before standard output shows the public keys, and these alone.
    Without it they go to standard output, but not to a terminal unless --show is given.
)" SECRETS R"()",
     R"(EXIT STATUS
    0 done, 2 unusable arguments, or the file exists already, 130 interrupted

EXAMPLES
    ufsecp keygen --output my.key
    ufsecp keygen --count 1000 --json --output many.keys > public.jsonl
)"},
    {"recover", "find the public key that made an ECDSA signature",
     "ufsecp recover [OPTIONS] --hash HEX --sig HEX [--recid ID]\n"
     "ufsecp recover [OPTIONS] [FILE ...]",
     R"(DESCRIPTION
    Prints the public key (SEC 1, 4.1.6), with --ethereum also its address. For rows a line
    each, in order; a row without a key shows - (with --json valid, status and reason), and
    standard error has its reason. Last it has how many rows there were, the time, the engine.
)",
     R"(FORMATS
    As for verify; a binary row is 97 bytes: 32 hash | 64 signature r || s | 1 recovery id.
    Text fields are msg or hash, sig (r || s or r || s || id, not DER), recid (not with a sig
    of 65 bytes), extra.

EXIT STATUS
    0 every key was found, 1 some were not, 2 unusable input or arguments, 130 interrupted

EXAMPLES
    ufsecp recover --ethereum --hash HEX --sig HEX65
    ufsecp recover --json signatures.rows
)"},
    {"ecdh", "make the secret that two keys share",
     "ufsecp ecdh [OPTIONS] --pubkey HEX [--key-file FILE]",
     R"(DESCRIPTION
    Prints the SHA-256 hash of the compressed shared point, in hexadecimal. Both sides get the
    same: one from its secret key and the other's public key, the other the other way round.
    It is as secret as the keys: a terminal does not get it unless --show is given.
)" SECRETS R"()",
     R"(EXIT STATUS
    0 done, 2 unusable key or arguments

EXAMPLES
    ufsecp ecdh --key-file my.key --pubkey HEX > shared.hex
)"},
    {"scan", "find silent payments in an index", "ufsecp scan [OPTIONS] --keys FILE [FILE]",
     R"(DESCRIPTION
    Finds the payments of one or many receivers of silent payments (BIP-352) in an index of
    transactions: for each its tweak point, input_hash * A, and its taproot outputs. Each
    payment is a JSON line: row (from 0), output (from 0, within the row), key (which
    receiver, from 0), label (its number, or null), k, x (the output). Outputs of 8 bytes are
    the first ones of 32: a match is then a candidate, wrong by chance once in 2^64. Payments
    to the label of change are looked for unless --labels 0 is given; other labels have to be
    named.
    The index is read in pieces, in constant memory; what comes through a pipe is scanned as
    it comes (after a kill, the piece that was at hand as a whole). Ctrl-C ends the work at
    the end of the piece at hand; with --state the next run continues there. With --state and
    --out every payment is in the end in that file once, also if this run was killed; on
    standard output those of the last piece may then be there twice.

STATE
    --state holds no secret, but a digest of who is looked for, and its owner alone can read
    it. It is replaced after each piece, by a new file beside it with six characters added
    to its name, which a killed run may leave. It knows the rows that were done by their
    SHA-256: if they have changed, it is refused; if the index has only grown, the new rows
    are scanned, also after a scan that was complete. Of --out nothing is ever cut. What is
    there beyond what an incomplete state knows of must be what a killed run wrote; else the
    scan ends before it writes anything: give scans that may be interrupted a file each.
    --out must not change between runs.
)" SECRETS R"()",
     R"(FORMATS
    binary  Numbers little-endian. A header of 16 bytes:
                4 "SPIX" | 1 version, 1 | 1 bytes of a tweak, 33 or 64
                | 1 bytes of an output, 8 or 32 | 1 zero
                | 8 number of rows, all ones if it is not known
            and rows: tweak | 2 number of outputs | outputs.
            A tweak is a compressed point, or its coordinates x and y, which spare a square
            root each.
    csv     A line for each row, hexadecimal: the tweak (33, 64 or 65 bytes), a comma, and
            the outputs with blanks or semicolons between them; all tweaks of one size, and
            all outputs. A first line may name the columns tweak and outputs among others;
            every line has as many cells as it has, or two. No cell holds a comma, also not
            in quotes. Empty lines and lines that begin with # are skipped. A line may have
            5,242,880 bytes.
    Parquet is not read: examples/index_from_parquet.py makes a binary index of a table, and
    can write it into a pipe to scan.
    A row has up to 65,535 outputs.
    An input that begins with SPIX is binary. One that ends within a row, or has another number
    of rows than its header says, is an error that names the byte offset, a line that cannot be
    read one that names it and the character; the rows before it have been scanned, and with
    --state the next run continues there. A row whose tweak is no point is counted and passed
    over.

OUTPUT
    Payments on standard output, or in --out; a summary on standard error, or with --out on
    standard output. With --json the summary is the last line of standard output: rows,
    resumed_at, payments, bad_rows, first_bad, receivers, labels, constant_time, engine,
    threads, seconds, per_second, interrupted, errors, and note where a GPU left rows to the
    CPU.

EXIT STATUS
    0    done, whether there are payments or not
    1    done, but the tweaks of some rows are no points
    2    unusable input or arguments, a state of another index or of other keys, an --out
         that something else was written to, not enough memory
    130  interrupted
    141  the reader of standard output went away

EXAMPLES
    ufsecp scan --keys my.scankeys index.spix
    ufsecp scan --keys my.scankeys --out payments.jsonl --state scan.state index.spix
        Run again after an interruption, the same line continues.
    ufsecp index --rows 100000 --keys try.keys try.spix && ufsecp scan --keys try.keys try.spix
)"},
    {"index", "make an index to try scan with", "ufsecp index [OPTIONS] FILE",
     R"(DESCRIPTION
    Writes an index in the binary form of scan or as CSV, made from a seed, with payments
    planted in it, and prints them as scan does: for the same receivers and labels both print
    the same. Every fourth row that holds payments holds three, k = 0, 1, 2.
)",
     R"(EXIT STATUS
    0 done, 2 unusable arguments, 130 interrupted

EXAMPLES
    ufsecp index --rows 1000000 --payments 100 --labels 2 --keys try.keys try.spix > planted
    ufsecp scan --keys try.keys --labels 2 try.spix | diff planted -
    ufsecp index --rows 3 --output-size 32 --keys three.keys three.csv && cat three.csv
)"},
    {"selftest", "check the library on this machine", "ufsecp selftest [OPTIONS]",
     R"(DESCRIPTION
    Runs known answers of the standards and laws that the calls must obey among each other,
    all through the C interface. The list is the same on every target.
)",
     R"(EXIT STATUS
    0 all passed, 1 some failed, 2 unusable arguments

EXAMPLES
    ufsecp selftest --all-engines
    ufsecp selftest --list
)"},
    {"info", "show what this build and this machine are", "ufsecp info [--json]",
     R"(DESCRIPTION
    Shows versions; the engines in this build, how many rows of a batch each computes side by
    side (lanes), which of them this CPU can run and which is in use; the number of threads;
    whether this user can lock memory for secrets; the CPU's features that matter, and those
    taken together that the engines ask for (clusters); the size of the tables, and the
    compiler. Of GPUs (cuda, opencl, metal) it shows what they are, or why there is none:
    they are opened for that, which may take seconds.

    GPUs do the batches of verify, recover and scan --var when --engine names them
    (opencl; opencl:1 is the second device; cuda:0,1 shares rows between two). What a device
    leaves undone the CPU does, and a line on standard error says so.
)",
     R"(EXIT STATUS
    0 done, 2 unusable arguments
)"},
    {"bench", "measure the operations", "ufsecp bench [OPTIONS]",
     R"(DESCRIPTION
    Measures each operation after checking that it is correct: nanoseconds each, medians with
    their spread; with --vs also another library's in alternating runs, and the ratio. Batches
    have a key of their own in every row, and the other library does their rows one by one; all
    is on one thread but for the rows of the group threads. Without --quick it takes minutes.
)",
     R"(EXIT STATUS
    0 done, 1 an operation is wrong, 2 unusable arguments, or a build without benchmarks

EXAMPLES
    ufsecp bench --quick
    ufsecp bench --filter '^field_'
    ufsecp bench --filter verify --vs libsecp256k1 --json
    UFSECP_ENGINE=x64_adx ufsecp bench --quick --filter '^pubkey_'
)"},
};

const page &page_of(const std::string &command) {
    for (const page &p : pages)
        if (command == p.command) return p;
    return pages[0];
}

/* The words of text in lines of 88 columns, each indented. */
std::string wrapped(const std::string &text, const std::string &indent) {
    std::istringstream words(text);
    std::string out, line = indent;
    for (std::string word; words >> word;) {
        if (line.size() > indent.size() && line.size() + 1 + word.size() > 88)
            out += line + '\n', line = indent;
        if (line.size() > indent.size()) line += ' ';
        line += word;
    }
    return out + line + '\n';
}

}  // namespace

const char *one_line(const std::string &command) { return page_of(command).line; }

std::string man_page::make_help(const CLI::App *app, std::string, CLI::AppFormatMode) const {
    const bool root = app->get_parent() == nullptr;
    const page &p = page_of(root ? "" : app->get_name());
    std::string out = std::string("NAME\n    ufsecp") + (root ? "" : "-") + p.command + " - " +
                      p.line + "\n\nSYNOPSIS\n";
    std::istringstream synopsis(p.synopsis);
    for (std::string line; std::getline(synopsis, line);) out += "    " + line + '\n';
    out += '\n' + std::string(p.before) + '\n';
    if (root) {
        out += "COMMANDS\n";
        for (const CLI::App *sub : app->get_subcommands({})) {
            std::string name = sub->get_name();
            name.resize(10, ' ');
            out += "    " + name + sub->get_description() + '\n';
        }
        out += '\n';
    }
    out += "OPTIONS\n";
    for (const CLI::Option *option : app->get_options()) {
        std::string name = option->get_name(true, true);
        for (std::size_t comma = 0; (comma = name.find(',', comma)) != name.npos; comma += 2)
            name.insert(comma + 1, " ");
        const std::string type =
            option->get_type_name();  // "NAME:{a,b}" where the values are checked
        if (!option->get_positional() && option->get_items_expected_max() > 0)
            name += ' ' + type.substr(0, type.find(':'));
        out += "    " + name + '\n' + wrapped(option->get_description(), "        ");
    }
    return out + '\n' + p.after;
}
