// ufsecp scan: the silent payments in an index of tweaks; ufsecp index: an index to try that with.
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <ufsecp/ufsecp.h>

#include "command.h"
#include "hex.h"
#include "io.h"
#include "progress.h"
#include "scan_index.h"

namespace {

using nlohmann::ordered_json;

/* Rows between two states: the work of some tenths of a second. */
std::size_t chunk_rows() { return 8192 * (std::size_t)std::min(ufsecp_threads(), 8u); }

/* A payment, as scan and index print it. */
std::string payment_line(const ufsecp_silent_match &match, const std::uint8_t *output,
                         std::size_t size, const std::vector<std::uint32_t> &labels, bool tweak) {
    ordered_json line = {{"row", match.row}, {"output", match.output}, {"key", match.key}};
    if (match.label < 0) line["label"] = nullptr;
    else line["label"] = labels[(std::size_t)match.label];
    line["k"] = match.k;
    line["x"] = to_hex(output, size);
    if (tweak) line["tweak"] = to_hex(match.tweak32, 32);
    return line.dump() + '\n';
}

/* Payments go to standard output, or are appended to a file that its owner alone can read. */
class payment_file {
  public:
    explicit payment_file(const std::string &path) : path_(path) {
        if (path.empty()) return;
        fd_ = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (fd_ < 0) fail();
    }
    ~payment_file() {
        if (fd_ >= 0) close(fd_);
    }
    payment_file(const payment_file &) = delete;
    payment_file &operator=(const payment_file &) = delete;

    bool standard() const { return fd_ < 0; }
    std::uint64_t size() const {
        const off_t end = fd_ < 0 ? 0 : lseek(fd_, 0, SEEK_END);
        return end < 0 ? 0 : (std::uint64_t)end;
    }
    /* Takes away what was written after a state that knew of `size` bytes. */
    void cut(std::uint64_t size) {
        if (fd_ < 0) return;
        if (this->size() < size) throw unusable(path_ + ": is shorter than the state says");
        if (ftruncate(fd_, (off_t)size) != 0) fail();
    }
    /* All of the text is on its way to the disk on return. */
    void write(const std::string &text) {
        if (fd_ < 0) {
            standard_.write(text);
            standard_.flush();
            return;
        }
        for (std::size_t done = 0; done < text.size();) {
            const ssize_t wrote = ::write(fd_, text.data() + done, text.size() - done);
            if (wrote >= 0) done += (std::size_t)wrote;
            else if (errno != EINTR) fail();
        }
    }
    void to_disk() {
        if (fd_ >= 0) (void)fsync(fd_);
    }

  private:
    [[noreturn]] void fail() const {
        throw unwritable("cannot write " + path_ + ": " + std::strerror(errno));
    }
    std::string path_;
    int fd_ = -1;
    output standard_{"-"};
};

/* "0,5,10-20" as numbers; or how many from 0 on. */
std::vector<std::uint32_t> label_numbers(const scan_options &o) {
    std::vector<std::uint32_t> out;
    if (o.labels > 0)
        for (std::uint32_t m = 0; m < o.labels; m++) out.push_back(m);
    if (o.label_file.empty()) return out;
    input in(o.label_file);
    std::string text;
    for (std::size_t had = 0, got = 1; got > 0; had += got) {
        text.resize(had + 65536);
        got = in.read(text.data() + had, 65536);
        text.resize(had + got);
        if (had > ((std::size_t)16 << 20)) throw unusable(in.name() + ": longer than 16 MiB");
    }
    const char *at = text.data(), *const end = at + text.size();
    for (;;) {
        while (at < end && std::strchr(" \t\r\n,", *at)) at++;
        if (at == end) break;
        std::uint32_t m = 0;
        const auto [next, error] = std::from_chars(at, end, m);
        if (error != std::errc() || (next < end && !std::strchr(" \t\r\n,", *next)))
            throw unusable(in.name() + ": at byte offset " + std::to_string(at - text.data()) +
                           ": not the number of a label, 0 to 4294967295");
        if (std::find(out.begin(), out.end(), m) == out.end()) out.push_back(m);
        at = next;
    }
    return out;
}

class scanning {
  public:
    explicit scanning(const scan_options &options);
    int run();

  private:
    void load_state();
    void save_state(bool complete);
    void skip();
    void chunk(index_chunk &rows);
    int report(double seconds);

    const scan_options &options_;
    receiver_list receivers_;
    std::vector<ufsecp_silent_scan_key> keys_;
    std::unique_ptr<index_reader> reader_;
    std::unique_ptr<payment_file> out_;
    std::string index_, who_;   // digests
    std::vector<ufsecp_silent_match> found_;
    std::vector<std::uint8_t> ok_;
    std::uint64_t rows_ = 0, bad_ = 0, payments_ = 0, resumed_ = 0;
    std::optional<std::uint64_t> first_bad_;
    bool complete_ = false;
    std::vector<std::string> errors_;
};

scanning::scanning(const scan_options &options) : options_(options) {
    if (options.file.empty() && isatty(STDIN_FILENO) == 1)
        throw unusable("no index: name a file, or - for standard input");
    const std::string path = options.file.empty() ? "-" : options.file;
    if (options.keys.empty())
        throw unusable("whom to look for: give --keys FILE, or - for standard input");
    if (path == "-" && options.keys == "-")
        throw unusable("standard input cannot be both the keys and the index");
    if (path == "-" && !options.state.empty())
        throw unusable("--state needs an index in a file: standard input cannot be read again");
    for (const std::string &written : {options.out, options.state})
        if (!written.empty() && (overwrites(written, path) || overwrites(written, options.keys)))
            throw unusable(written + " is an input of this scan, and would be overwritten");
    catch_signals();
    receivers_.read(options.keys);
    receivers_.make_labels(label_numbers(options));
    keys_ = receivers_.keys();
    who_ = receivers_.digest();
    reader_ = std::make_unique<index_reader>(path);
    index_ = std::to_string(size_of(path)) + " " + reader_->beginning();
    out_ = std::make_unique<payment_file>(options.out == "-" ? "" : options.out);
    found_.resize(1024);
}

/* Continues where a state says, if there is one. */
void scanning::load_state() {
    std::ifstream file(options_.state);
    if (!file) return;
    const ordered_json state = ordered_json::parse(file, nullptr, false);
    const auto refuse = [&](const std::string &why) {
        throw unusable(options_.state + ": " + why +
                       " (name another state, or remove this one to begin anew)");
    };
    try {
        if (state.is_discarded() || state.at("ufsecp_scan") != 1)
            refuse("not a state of this version");
        if (state.at("index") != index_)
            refuse("a state of another index, or the index has changed");
        if (state.at("keys") != who_) refuse("a state of other keys or labels");
        if (state.at("out") != options_.out) refuse("a state whose payments went to another --out");
        state.at("rows").get_to(resumed_);
        state.at("bad").get_to(bad_);
        state.at("payments").get_to(payments_);
        state.at("complete").get_to(complete_);
        if (!state.at("first_bad").is_null())
            first_bad_ = state.at("first_bad").get<std::uint64_t>();
        out_->cut(state.at("out_bytes").get<std::uint64_t>());
    } catch (const nlohmann::json::exception &) {
        refuse("not a state of this version");
    }
}

/* Payments first, then the state that knows of them; the old one is replaced as a whole. */
void scanning::save_state(bool complete) {
    if (options_.state.empty()) return;
    ordered_json state = {{"ufsecp_scan", 1}, {"index", index_}, {"keys", who_},
                          {"rows", rows_}, {"bad", bad_}, {"payments", payments_},
                          {"first_bad", nullptr}, {"out", options_.out},
                          {"out_bytes", out_->size()}, {"complete", complete}};
    if (first_bad_) state["first_bad"] = *first_bad_;
    out_->to_disk();
    const std::string next = options_.state + ".new";
    {
        output file(next);
        file.write(state.dump() + '\n');
        file.flush_to_disk();
    }
    if (std::rename(next.c_str(), options_.state.c_str()) != 0)
        throw unwritable("cannot write " + options_.state + ": " + std::strerror(errno));
}

/* Reads past the rows that are done. */
void scanning::skip() {
    index_chunk rows;
    while (rows_ < resumed_ && !stop_requested()) {
        const std::uint64_t left = resumed_ - rows_;
        if (!reader_->next(rows, (std::size_t)std::min<std::uint64_t>(left, chunk_rows()))) break;
        rows_ += rows.n;
    }
    if (rows_ < resumed_ && !stop_requested())
        throw unusable(options_.state + ": says that more rows were read than the index has");
}

void scanning::chunk(index_chunk &rows) {
    const ufsecp_silent_index index = rows.index(reader_->sizes());
    const auto call = options_.var ? ufsecp_silent_scan_var : ufsecp_silent_scan;
    std::size_t count = 0;
    ok_.assign(rows.n, 0);
    for (;;) {
        call(found_.data(), found_.size(), &count, ok_.data(), &index, keys_.data(), keys_.size());
        if (count <= found_.size()) break;
        ufsecp_wipe(found_.data(), found_.size() * sizeof found_[0]);
        found_.resize(count);
    }
    std::string text;
    for (std::size_t i = 0; i < count; i++) {
        ufsecp_silent_match &match = found_[i];
        const std::uint8_t *output =
            index.outputs + index.output_size * (rows.at[match.row] + match.output);
        match.row += rows_;
        text += payment_line(match, output, index.output_size, receivers_.labels, options_.tweaks);
    }
    ufsecp_wipe(found_.data(), count * sizeof found_[0]);
    for (std::size_t i = 0; i < rows.n; i++)
        if (ok_[i] == 0) {
            bad_++;
            if (!first_bad_) first_bad_ = rows_ + i;
        }
    out_->write(text);
    payments_ += count;
    rows_ += rows.n;
    save_state(false);
}

int scanning::run() {
    if (!options_.state.empty()) load_state();
    const std::string path = options_.file.empty() ? "-" : options_.file;
    const auto start = std::chrono::steady_clock::now();
    std::optional<progress> shown;
    try {
        if (complete_) rows_ = resumed_;
        else skip();
        const std::uint64_t before = reader_->bytes_done(), size = size_of(path);
        shown.emplace(size > before ? size - before : 0, !options_.quiet);
        index_chunk rows;
        while (!complete_ && !stop_requested() && reader_->next(rows, chunk_rows())) {
            chunk(rows);
            shown->update(rows_ - resumed_, reader_->bytes_done() - before);
        }
        if (!stop_requested() && !complete_) save_state(true);
    } catch (const unusable &error) {
        if (shown) shown->clear();
        std::fprintf(stderr, "ufsecp: %s\n", error.what());
        errors_.push_back(error.what());
    }
    if (shown) shown->clear();
    return report(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

int scanning::report(double seconds) {
    const std::uint64_t done = rows_ - resumed_;
    const double rate = seconds > 0 ? (double)done / seconds : 0;
    output out("-");
    if (options_.json) {
        ordered_json summary = {{"rows", rows_},
                                {"resumed_at", resumed_},
                                {"payments", payments_},
                                {"bad_rows", bad_},
                                {"first_bad", nullptr},
                                {"receivers", receivers_.n},
                                {"labels", receivers_.labels.size()},
                                {"constant_time", !options_.var},
                                {"engine", ufsecp_engine()},
                                {"threads", ufsecp_threads()},
                                {"seconds", seconds},
                                {"per_second", rate},
                                {"interrupted", stop_requested()},
                                {"errors", errors_}};
        if (first_bad_) summary["first_bad"] = *first_bad_;
        out.write(summary.dump() + '\n');
        out.flush();
    } else if (!options_.quiet) {
        char tail[160];
        std::snprintf(tail, sizeof tail, " (%.3f s, %s a second, engine %s, %s)\n", seconds,
                      grouped((std::uint64_t)rate).c_str(), ufsecp_engine(),
                      threads_text().c_str());
        std::string text = stop_requested() ? "interrupted after " : "";
        text += grouped(rows_) + " rows";
        if (resumed_ > 0) text += ", " + grouped(resumed_) + " of them before";
        text += ": " + grouped(payments_) + " payments";
        if (bad_ > 0)
            text += ", " + grouped(bad_) + " rows whose tweak is no point (the first is row " +
                    std::to_string(*first_bad_) + ")";
        text += tail;
        if (out_->standard()) std::fputs(text.c_str(), stderr);
        else out.write(text), out.flush();
    }
    if (stop_requested()) return exit_interrupted;
    return !errors_.empty() ? exit_unusable : bad_ > 0 ? exit_invalid : exit_ok;
}

/* ---- An index made from a seed ---- */

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
            std::memcpy(out + i, &word, std::min<std::size_t>(8, n - i));
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
        std::uint8_t text[37], t[32], both[66];
        must(ufsecp_pubkey_tweak_mul(text, 33, tweak33, 33, &scan32s[32 * i]));
        for (int b = 0; b < 4; b++) text[33 + b] = (std::uint8_t)(k >> (24 - 8 * b));
        static const char tag[] = "BIP0352/SharedSecret";
        ufsecp_tagged_hash(t, reinterpret_cast<const std::uint8_t *>(tag), sizeof tag - 1, text,
                           sizeof text);
        must(ufsecp_pubkey_tweak_add(both, 33, &spend33s[33 * i], 33, t));
        if (j >= 0) {
            std::memcpy(both + 33, &label33s[33 * (o.labels * i + (std::size_t)j)], 33);
            must(ufsecp_pubkey_combine(both, 33, both, 2));
        }
        std::memcpy(x32, both + 1, 32);
    }
};

}   // namespace

int scan_command(const scan_options &options) { return scanning(options).run(); }

int index_command(const index_options &o) {
    if (o.file.empty()) throw unusable("where to: name a file, or - for standard output");
    if (o.payments > o.rows) throw unusable("more --payments than --rows");
    const index_header header = {o.tweak_size, o.output_size, o.rows};
    const made_receivers receivers(o, {o.seed});
    std::vector<std::uint32_t> labels;
    for (std::uint32_t m = 0; m < o.labels; m++) labels.push_back(m);
    if (!o.keys.empty()) {
        output keys(o.keys, output::access::owner_only_new);
        for (std::size_t i = 0; i < o.receivers; i++)
            keys.write(to_hex(&receivers.scan32s[32 * i], 32) + ' ' +
                       to_hex(&receivers.spend33s[33 * i], 33) + '\n');
        keys.flush_to_disk();
    }
    catch_signals();
    output file(o.file);
    payment_file shown(o.file == "-" ? "/dev/null" : "");
    std::uint8_t head[index_header_bytes];
    header.put(head);
    const auto bytes = [](const std::uint8_t *p, std::size_t n) {
        return std::string_view(reinterpret_cast<const char *>(p), n);
    };
    file.write(bytes(head, sizeof head));
    const std::uint64_t apart = o.payments > 0 ? o.rows / o.payments : 0;
    constexpr std::size_t chunk = 16384;
    std::vector<std::uint8_t> scalars, tweaks(33 * chunk), both(65 * chunk), outputs;
    std::string planted;
    progress line(o.rows, true);
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
            const bool pays = apart > 0 && row % apart == apart / 2 && number < o.payments;
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
                planted += payment_line(match, output, o.output_size, labels, false);
            }
            const std::uint8_t counted[2] = {(std::uint8_t)count, (std::uint8_t)(count >> 8)};
            file.write(o.tweak_size == 64 ? bytes(&both[65 * i + 1], 64)
                                          : bytes(&tweaks[33 * i], 33));
            file.write(bytes(counted, 2));
            for (std::size_t j = 0; j < count; j++)
                file.write(bytes(&outputs[32 * j], o.output_size));
        }
        shown.write(planted);
        planted.clear();
        line.update(at + n, at + n);
        if (stop_requested()) return exit_interrupted;
    }
    file.flush();
    return exit_ok;
}
