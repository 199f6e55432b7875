// ufsecp index: an index made from a seed, binary or CSV, with payments planted in it.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>

#include <ufsecp/ufsecp.h>

#include "command.h"
#include "compressed.h"
#include "hex.h"
#include "io.h"
#include "options.h"
#include "progress.h"
#include "scan_index.h"
#include "text.h"

namespace {

struct index_options {
    std::string file, keys, format = "auto";
    std::uint64_t rows = 10000, seed = 1;
    std::optional<std::uint64_t> payments;  // 10, or one a row
    std::size_t tweak_size = 33, output_size = 8, outputs = 1, receivers = 1;
    std::uint32_t labels = 0;
    bool force = false, quiet = false;
};

/* Numbers that a seed and a place decide (splitmix64). */
struct numbers {
    std::uint64_t state;

    std::uint64_t next() {
        std::uint64_t z = state += 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }
    void fill(std::uint8_t *out, std::size_t n) {
        for (std::size_t i = 0; i < n; i += 8) {
            const std::uint64_t word = next();
            for (std::size_t j = 0; j < std::min<std::size_t>(8, n - i); j++)
                out[i + j] = (std::uint8_t)(word >> 8 * j);
        }
    }
    std::uint64_t below(std::uint64_t n) { return next() % n; }
};

void must(int done) {
    if (!done) throw unusable("this seed gives a number that is no key: take another");
}

/* The receivers of a seed; their scan keys are as public as the seed. */
struct made_receivers {
    std::vector<std::uint8_t> scan32s, spend33s, label33s;

    made_receivers(const index_options &o, numbers from) {
        std::uint8_t key[32], label[33], tweak[32];
        for (std::size_t i = 0; i < o.receivers; i++) {
            from.fill(key, 32);
            scan32s.insert(scan32s.end(), key, key + 32);
            for (std::uint32_t m = 0; m < o.labels; m++) {
                must(ufsecp_silent_label(label, tweak, key, m));
                label33s.insert(label33s.end(), label, label + 33);
            }
            from.fill(key, 32);
            std::uint8_t spend[33];
            must(ufsecp_pubkey_create(spend, 33, key));
            spend33s.insert(spend33s.end(), spend, spend + 33);
        }
    }
    /* x = the output of payment k to receiver i, with label j or -1. */
    void pay(std::uint8_t x32[32], const index_options &o, const std::uint8_t tweak33[33],
             std::size_t i, std::uint32_t k, std::int64_t j) const {
        std::uint8_t text[37], t[32], both[66], sum[33];
        must(ufsecp_pubkey_tweak_mul(text, 33, tweak33, 33, &scan32s[32 * i]));
        for (int b = 0; b < 4; b++) text[33 + b] = (std::uint8_t)(k >> (24 - 8 * b));
        static const char tag[] = "BIP0352/SharedSecret";
        ufsecp_tagged_hash(t, reinterpret_cast<const std::uint8_t *>(tag), sizeof tag - 1, text,
                           sizeof text);
        must(ufsecp_pubkey_tweak_add(both, 33, &spend33s[33 * i], 33, t));
        if (j >= 0) {
            std::memcpy(both + 33, &label33s[33 * (o.labels * i + (std::size_t)j)], 33);
            must(ufsecp_pubkey_combine(sum, 33, both, 2));
        }
        std::memcpy(x32, (j >= 0 ? sum : both) + 1, 32);
    }
};

bool is_regular(const std::string &path) {
    std::error_code error;
    return path != "-" &&
           std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error));
}

/* A file that is kept only if its maker comes to the end. */
struct unfinished_file {
    std::string path;  // "": kept, or not there
    ~unfinished_file() {
        if (!path.empty()) os::remove(path);
    }
};

std::string_view bytes(const std::uint8_t *p, std::size_t n) {
    return {reinterpret_cast<const char *>(p), n};
}

/* A row with `count` outputs, at least one, that stand 32 bytes apart. */
std::string row_text(const index_options &o, bool csv, const std::uint8_t *tweak,
                     const std::vector<std::uint8_t> &outputs, std::size_t count) {
    const auto text = [csv](const std::uint8_t *p, std::size_t n) {
        return csv ? to_hex(p, n) : std::string(bytes(p, n));
    };
    std::string row = text(tweak, o.tweak_size);
    if (!csv) row += {(char)count, (char)(count >> 8)};
    for (std::size_t j = 0; j < count; j++) {
        if (csv) row += j == 0 ? ',' : ' ';
        row += text(&outputs[32 * j], o.output_size);
    }
    if (csv) row += '\n';
    return row;
}

int make_index(const index_options &o) {
    if (o.file.empty()) throw unusable("where to: name a file, or - for standard output");
    const std::uint64_t payments = o.payments.value_or(std::min<std::uint64_t>(10, o.rows));
    if (payments > o.rows) throw unusable("more --payments than --rows");
    refuse_compressed_output(o.file);
    const bool csv = o.format == "csv" || (o.format == "auto" && o.file.ends_with(".csv"));
    const std::string overwritten = o.file + " would be written over its own --keys";
    if (o.keys == "-") throw unusable("--keys: secret keys go to a file, not among the payments");
    if (!o.keys.empty() && same_file(o.file, o.keys)) throw unusable(overwritten);
    const index_header header = {o.tweak_size, o.output_size, o.rows};
    const made_receivers receivers(o, {o.seed});
    std::vector<std::uint32_t> labels;
    for (std::uint32_t m = 0; m < o.labels; m++) labels.push_back(m);
    unfinished_file made, made_keys;
    if (!o.keys.empty()) {
        output keys(o.keys, output::access::owner_only_new);
        made_keys.path = o.keys;
        for (std::size_t i = 0; i < o.receivers; i++)
            keys.write(to_hex(&receivers.scan32s[32 * i], 32) + ' ' +
                       to_hex(&receivers.spend33s[33 * i], 33) + '\n');
        keys.flush_to_disk();
        if (o.file != "-" && same_file(o.file, o.keys)) throw unusable(overwritten);  // by a link
    }
    catch_signals();
    output file(o.file, o.force ? output::access::everyone : output::access::new_only);
    if (is_regular(o.file)) made.path = o.file;
    output shown("-");  // payments, if the index is not there
    std::uint8_t head[index_header_bytes];
    header.put(head);
    file.write(csv ? "tweak,outputs\n" : bytes(head, sizeof head));
    const std::uint64_t apart = payments > 0 ? o.rows / payments : 0;
    constexpr std::size_t chunk = 16384;
    std::vector<std::uint8_t> scalars, tweaks(33 * chunk), both(65 * chunk), outputs;
    wiped_text planted;
    progress line(o.rows, !o.quiet);
    for (std::uint64_t at = 0; at < o.rows; at += chunk) {
        const std::size_t n = (std::size_t)std::min<std::uint64_t>(chunk, o.rows - at);
        scalars.resize(32 * n);
        numbers draw = {o.seed * 0x2545F4914F6CDD1D + at};
        draw.fill(scalars.data(), scalars.size());
        must(ufsecp_public_scalar_mul_gen_batch(tweaks.data(), nullptr, scalars.data(), n));
        if (o.tweak_size == 64)
            must(ufsecp_pubkey_decompress_batch(both.data(), nullptr, tweaks.data(), n));
        for (std::size_t i = 0; i < n; i++) {
            const std::uint64_t row = at + i, number = apart > 0 ? row / apart : 0;
            const bool pays = apart > 0 && row % apart == apart / 2 && number < payments;
            const std::uint32_t paid = !pays ? 0 : number % 4 == 3 ? 3 : 1;
            const std::size_t count = std::max<std::size_t>(paid, 1 + draw.below(o.outputs));
            outputs.resize(count * 32);
            draw.fill(outputs.data(), outputs.size());
            const std::size_t to = (std::size_t)(number % o.receivers), first = draw.below(count);
            for (std::uint32_t k = 0; k < paid; k++) {
                const std::int64_t label = (std::int64_t)((number + k) % (o.labels + 1)) - 1;
                ufsecp_silent_match match = {row, (first + k) % count, to, label, k, {}};
                std::uint8_t *const output = &outputs[32 * match.output];
                receivers.pay(output, o, &tweaks[33 * i], to, k, label);
                add_payment(planted, match, output, o.output_size, labels, false);
            }
            const std::uint8_t *const tweak =
                o.tweak_size == 64 ? &both[65 * i + 1] : &tweaks[33 * i];
            file.write(row_text(o, csv, tweak, outputs, count));
        }
        if (o.file != "-" && !o.quiet && !planted.view().empty())
            line.clear(), shown.write(planted.view()), shown.flush();
        planted.clear();
        line.update(at + n, at + n);
        if (!stop_requested() || at + n == o.rows) continue;
        file.close();
        line.clear();
        complain("interrupted after " + grouped(at + n) + " of " + counted(o.rows, "row"));
        return exit_interrupted;
    }
    file.close();
    made.path.clear(), made_keys.path.clear();
    return exit_ok;
}

work add_index(CLI::App &sub) {
    const auto o = std::make_shared<index_options>();
    sub.add_option("FILE", o->file, "The index to write, - for standard output.");
    const auto any = whole_number(0, 1000000000000000000);
    sub.add_option("--rows", o->rows, "So many rows (10000).")->transform(any)->type_name("N");
    sub.add_option("--seed", o->seed, "The same seed makes the same index (1).")
        ->transform(any)
        ->type_name("N");
    sub.add_option("--payments", o->payments,
                   "So many rows hold payments (10, or all if there are fewer).")
        ->transform(any)
        ->type_name("N");
    sub.add_option("--receivers", o->receivers, "Payments go to so many receivers, by turns (1).")
        ->transform(whole_number(1, 256))
        ->type_name("N");
    sub.add_option("--labels", o->labels, "Payments go to the labels 0 to N - 1 too (none).")
        ->transform(whole_number(0, 1 << 20))
        ->type_name("N");
    sub.add_option("--keys", o->keys,
                   "Write the receivers to this new file, for scan. They are known to everyone "
                   "who knows the seed. The file is removed if the index is not finished.")
        ->type_name("FILE");
    sub.add_option("--format", o->format,
                   "binary or csv; auto (the default) is csv if the name of the index ends in "
                   ".csv, else binary.")
        ->check(CLI::IsMember({"auto", "binary", "csv"}))
        ->type_name("NAME");
    sub.add_flag(
        "--force", o->force,
        "Overwrite the index if it is there; what looks like a file of secret keys never is.");
    sub.add_option("--tweak-size", o->tweak_size, "33 (the default), or 64 for x and y.")
        ->check(CLI::IsMember({"33", "64"}))
        ->type_name("BYTES");
    sub.add_option("--output-size", o->output_size, "8 (the default), or 32 for all of x.")
        ->check(CLI::IsMember({"8", "32"}))
        ->type_name("BYTES");
    sub.add_option("--outputs", o->outputs, "Rows have 1 to N outputs (1).")
        ->transform(whole_number(1, 65535))
        ->type_name("N");
    sub.add_flag("--quiet", o->quiet,
                 "No progress, and no list of the payments. Errors are still named.");
    add_threads(sub);
    add_engine(sub);
    return [o] { return make_index(*o); };
}

}  // namespace

const command index_command = {"index",
                               "make an index to try scan with",
                               "ufsecp index [OPTIONS] FILE",
                               R"(DESCRIPTION
    Writes an index in the binary form of scan or as CSV, made from a seed, with payments
    planted in it, and prints them as scan does: for the same receivers and labels both print
    the same. Every fourth row that holds payments holds three, k = 0, 1, 2. A file that is
    there already is not overwritten without --force, and an index that is not finished is
    removed.
)",
                               R"(EXIT STATUS
    0 done, 2 unusable arguments, 130 interrupted, 141 the reader of standard output went away

EXAMPLES
    ufsecp index --rows 1000000 --payments 100 --labels 2 --keys try.keys try.spix > planted
    ufsecp scan --keys try.keys --labels 2 try.spix | diff planted -
    ufsecp index --rows 3 --output-size 32 --keys three.keys three.csv && cat three.csv
)",
                               add_index};
