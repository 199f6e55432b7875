// ufsecp extract: the signatures of Bitcoin and Ethereum transactions as rows for other commands.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include <nlohmann/json.hpp>
#include <ufsecp/ufsecp.h>

#include "bitcoin_inputs.h"
#include "block_file.h"
#include "command.h"
#include "compressed.h"
#include "ethereum_tx.h"
#include "hex.h"
#include "io.h"
#include "options.h"
#include "progress.h"
#include "text.h"

namespace {

using nlohmann::ordered_json;

struct extract_options {
    std::vector<std::string> files;
    std::string format = "auto", chain = "auto", scheme = "ecdsa", output_format = "auto";
    std::string prevouts_file, xor_key_text, output = "-";
    std::size_t max_reported = 1000;
    bool infer = false, lax_der = false, force = false, json = false, quiet = false;
};

constexpr std::size_t most_item = 1 << 26;  // bytes of a transaction or a block, or of its line
constexpr std::size_t most_raw_block = 1 << 22;  // consensus: 4,000,000

byte_view as_bytes(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()};
}

/* Rows in one of the forms that verify and recover read, the columns of a row in their order.  The
 * file is made when the first row comes. */
class row_writer {
public:
    row_writer(const std::string &path, const std::string &format, bool force)
        : path_(path), access_(force ? output::access::everyone : output::access::new_only) {
        refuse_compressed_output(path);
        csv_ = format == "csv" || (format == "auto" && !path.ends_with(".jsonl") &&
                                   !path.ends_with(".rows") && !path.ends_with(".bin"));
        binary_ = format == "binary" ||
                  (format == "auto" && (path.ends_with(".rows") || path.ends_with(".bin")));
    }

    struct column {
        const char *name;
        byte_view bytes;
    };
    /* recid: a recovery id, or -1. */
    void write(std::initializer_list<column> columns, int recid, const std::string &extra) {
        line_.clear();
        if (csv_ && rows_ == 0) {
            for (const column &c : columns) line_ += std::string(c.name) + ',';
            line_ += recid >= 0 ? "recid,extra\n" : "extra\n";
        }
        if (!csv_ && !binary_) line_ += '{';
        for (const column &c : columns) {
            if (binary_) {
                line_.append(reinterpret_cast<const char *>(c.bytes.data()), c.bytes.size());
                continue;
            }
            if (!csv_) line_ += '"' + std::string(c.name) + "\":\"";
            const std::size_t at = line_.size();
            line_.resize(at + 2 * c.bytes.size());
            to_hex(&line_[at], c.bytes.data(), c.bytes.size());
            line_ += csv_ ? "," : "\",";
        }
        const std::string id = recid >= 0 ? std::to_string(recid) + ',' : "";
        if (binary_) line_ += recid >= 0 ? std::string(1, (char)recid) : "";
        else if (csv_) line_ += id + extra + '\n';
        else line_ += (recid >= 0 ? "\"recid\":" + id : "") + "\"extra\":\"" + extra + "\"}\n";
        open();
        out_->write(line_);
        rows_++;
    }
    std::uint64_t rows() const { return rows_; }
    void open() {
        if (!out_) out_.emplace(path_, access_);
    }
    void flush() {
        if (out_) out_->flush();
    }
    void close() {
        if (out_) out_->close();
    }

private:
    std::string path_;
    output::access access_;
    std::optional<output> out_;
    bool csv_, binary_;
    std::uint64_t rows_ = 0;
    std::string line_;
};

/* The key of --xor-key: 16 digits, or a file of 8 bytes. */
xor_key read_xor_key(const std::string &text) {
    xor_key key;
    if (hex_exact(key.data(), key.size(), text)) return key;
    if (size_of(text) != key.size())
        throw unusable("--xor-key " + text +
                       ": neither 16 hexadecimal digits nor a file of 8 bytes, such as the xor.dat "
                       "beside a node's block files");
    input in(text);
    if (in.read(key.data(), key.size()) != key.size())
        throw unusable(in.name() + ": ends too early");
    return key;
}

/* Nodes keep the key beside the block files. */
std::string key_file_beside(const std::string &path) {
    const std::string name = std::filesystem::path(path).filename().string(),
                      key = path.substr(0, path.size() - name.size()) + "xor.dat";
    return name.starts_with("blk") && name.ends_with(".dat") && os::readable(key) ? key : "";
}

std::string at_offset(const buffered_input &in, const damaged &error) {
    return in.name() + ": at byte offset " + std::to_string(error.where) + ": " + error.what();
}

class extraction {
public:
    explicit extraction(const extract_options &options);
    int run();

private:
    enum class network { unknown, bitcoin, ethereum };

    void file(const std::string &path);
    void text_file(buffered_input &in);
    void raw_file(buffered_input &in);
    void raw_items(buffered_input &in, std::string &unreadable);
    void framed_file(buffered_input &in, const xor_key &key);

    /* One transaction or block.  start: the offset of its first byte.  Throws damaged. */
    void item(byte_view bytes, std::uint64_t start);
    std::size_t bitcoin_item(byte_view bytes, std::uint64_t start, bool may_be_transaction,
                             bool whole);
    void block(const std::vector<byte_view> &transactions);
    void transaction(byte_view bytes);
    void ethereum_item(byte_view bytes, std::uint64_t start);

    void read_on(const buffered_input &in);
    void fail(const std::string &what);
    std::string summary(double seconds) const;
    ordered_json json_summary(double seconds) const;

    const extract_options &options_;
    input_options input_options_;
    std::vector<std::string> files_;
    row_writer out_;
    prevouts outputs_;
    network network_ = network::unknown;
    std::optional<xor_key> key_;  // of --xor-key
    bitcoin_counts bitcoin_;
    ethereum_counts ethereum_;
    std::vector<verify_row> verify_rows_;
    std::vector<recover_row> recover_rows_;
    std::vector<damaged> damage_;
    std::optional<progress> progress_;
    std::vector<std::string> errors_;
    std::uint64_t errors_omitted_ = 0, bytes_before_ = 0;
    std::uint64_t items_ = 0;  // of the file at hand
    bool failed_ = false;
};

extraction::extraction(const extract_options &options)
    : options_(options),
      files_(options.files),
      out_(options.output, options.output_format, options.force) {
    if (files_.empty()) {
        if (os::terminal(0)) throw unusable("no input: name a file, or - for standard input");
        files_.push_back("-");
    }
    const bool about_bitcoin = !options.prevouts_file.empty() || !options.xor_key_text.empty() ||
                               options.infer || options.lax_der || options.format == "blk" ||
                               options.scheme != "ecdsa";
    if (about_bitcoin && options.chain == "ethereum")
        throw unusable(
            "--prevouts, --scheme schnorr, --infer, --lax-der, --xor-key and --format "
            "blk are for Bitcoin, not for --chain ethereum");
    if (options.chain == "bitcoin" || about_bitcoin) network_ = network::bitcoin;
    if (options.chain == "ethereum") network_ = network::ethereum;
    input_options_.scheme =
        options.scheme == "ecdsa" ? signature_scheme::ecdsa : signature_scheme::schnorr;
    input_options_.infer = options.infer;
    input_options_.lax_der = options.lax_der;
    for (const std::string &path : files_) {
        if (overwrites(options.output, path))
            throw unusable("--output " + options.output + " would overwrite the input");
        if (overwrites(options.output, key_file_beside(path)))
            throw unusable("--output " + options.output +
                           " would overwrite the key of block files");
    }
    if (options.prevouts_file == "-" && std::count(files_.begin(), files_.end(), "-") > 0)
        throw unusable("standard input cannot be both --prevouts and the transactions");
    if (overwrites(options.output, options.xor_key_text))
        throw unusable("--output " + options.output + " would overwrite --xor-key");
    if (options.xor_key_text == "-") throw unusable("--xor-key: - is no file of a key");
    if (overwrites(options.output, options.prevouts_file))
        throw unusable("--output " + options.output + " would overwrite --prevouts");
    if (std::error_code error; options.output != "-" && !options.force &&
                               std::filesystem::is_regular_file(options.output, error))
        throw unusable("--output " + options.output +
                       ": exists (name another file, or give --force to overwrite it)");
}

int extraction::run() {
    catch_signals();
    const auto start = std::chrono::steady_clock::now();
    if (!options_.prevouts_file.empty()) outputs_.read(options_.prevouts_file);
    if (!options_.xor_key_text.empty()) key_ = read_xor_key(options_.xor_key_text);
    progress_.emplace(size_of_all(files_), !options_.quiet);
    for (const std::string &path : files_) {
        if (stop_requested()) break;
        try {
            file(path);
        } catch (const unusable &error) { fail(error.what()); }
        bytes_before_ += path == "-" ? 0 : size_of(path);
    }
    if (!failed_) out_.open();
    out_.close();
    progress_->clear();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (errors_omitted_ > 0) complain("and " + grouped(errors_omitted_) + " more errors");
    const bool nothing = failed_ && bitcoin_.transactions + ethereum_.transactions == 0 &&
                         !stop_requested();  // the errors say it all
    const std::string text = options_.json ? json_text(json_summary(elapsed.count())) + '\n'
                             : options_.quiet || nothing ? ""
                                                         : summary(elapsed.count());
    std::fputs(text.c_str(), options_.output == "-" ? stderr : stdout);
    return stop_requested() ? exit_interrupted : failed_ ? exit_unusable : exit_ok;
}

void extraction::fail(const std::string &what) {
    failed_ = true;
    if (errors_.size() >= options_.max_reported) {
        errors_omitted_++;
        return;
    }
    errors_.push_back(what);
    progress_->clear();
    complain(what);
}

void extraction::read_on(const buffered_input &in) {
    items_++;
    progress_->update(out_.rows(), bytes_before_ + in.taken_of_file());
}

void extraction::file(const std::string &path) {
    buffered_input in(path);
    items_ = 0;
    constexpr std::size_t enough = 64;  // to tell text from binary
    while (in.left().size() < enough && in.fill()) {}
    if (stop_requested()) return;
    const std::string_view seen = in.left();
    if (seen.empty()) throw unusable(in.name() + ": the input is empty");
    const bool automatic = options_.format == "auto";
    if (options_.format == "hex" || (automatic && is_text(seen.substr(0, enough))))
        return text_file(in);
    std::optional<xor_key> key = key_;
    if (const std::string beside = key_file_beside(path); !key && !beside.empty())
        key = read_xor_key(beside);
    if (options_.format == "blk" || (automatic && (key || begins_block_file(seen))))
        return framed_file(in, key.value_or(xor_key{}));
    raw_file(in);
}

void extraction::text_file(buffered_input &in) {
    using state = buffered_input::line_state;
    std::uint64_t good = 0, lines = 0;
    std::vector<std::uint8_t> bytes;
    for (std::string_view line; !stop_requested();) {
        state got = in.next_line(line, most_item, input::time::clock::now());
        if (got == state::waiting) {
            out_.flush();
            got = in.next_line(line, most_item, input::forever);
        }
        if (got == state::too_long) {
            lines++;
            fail(in.name() + ": line " + std::to_string(in.line()) + ": longer than " +
                 grouped(most_item) + " bytes");
            continue;
        }
        if (got != state::line) break;
        constexpr const char *around = " \t\r\"";
        line.remove_prefix(std::min(line.find_first_not_of(around), line.size()));
        line = line.substr(0, line.find_last_not_of(around) + 1);
        if (line.empty() || line[0] == '#') continue;
        lines++;
        const std::string where = in.name() + ": line " + std::to_string(in.line());
        try {
            bytes.clear();
            const std::string_view digits = without_0x(line);
            const bool odd = digits.size() % 2 != 0 && all_hex(digits);
            if (!hex_append(bytes, line))
                throw damaged(0, line[0] == '{' || line[0] == '['
                                     ? "JSON: give the raw transactions or blocks alone, in "
                                       "hexadecimal, one a line"
                                 : odd ? "an odd number of digits"
                                       : "not hexadecimal: one raw transaction or block a line is "
                                         "read");
            damage_.clear();
            item(bytes, 0);
            good++;
            for (const damaged &error : damage_)
                fail(where + ", byte " + std::to_string(error.where) + ": " + error.what());
        } catch (const damaged &error) {
            fail(where + ", byte " + std::to_string(error.where) + ": " + error.what());
            if (good == 0 && lines >= lines_to_judge)
                throw unusable(in.name() + ": none of the first " + std::to_string(lines) +
                               " lines is a transaction or a block; the rest is not read");
        }
        read_on(in);
    }
    if (lines == 0 && !stop_requested())
        throw unusable(in.name() + ": no transaction and no block in it");
}

void extraction::raw_file(buffered_input &in) {
    std::string unreadable;  // why, once the end of the file cannot be read
    try {
        raw_items(in, unreadable);
    } catch (const damaged &error) {
        if (!unreadable.empty()) throw unusable(unreadable);
        throw unusable(at_offset(in, error) +
                       (items_ > 0 ? ""
                                   : " (read as raw bytes: a block file with a key needs "
                                     "--xor-key)"));
    }
    if (!unreadable.empty()) throw unusable(unreadable);
}

/* Binary, without frames: where one ends the next begins. */
void extraction::raw_items(buffered_input &in, std::string &unreadable) {
    const bool ethereum =
        network_ == network::ethereum ||
        (network_ == network::unknown && looks_like_ethereum(as_bytes(in.left())));
    const bool items = ethereum && as_bytes(in.left())[0] >= 0xc0;
    const auto fill = [&](std::size_t wanted) {  // damaged input: first what stands before it
        try {
            while (in.left().size() < wanted && in.fill()) {}
        } catch (const unusable &error) { unreadable = error.what(); }
    };
    while (!stop_requested()) {
        std::size_t wanted = ethereum ? most_item : most_raw_block;
        if (items) {
            fill(9);
            if (in.left().empty()) return;
            wanted = rlp_item_size(as_bytes(in.left()), in.taken());
            if (wanted > most_item)
                throw damaged(in.taken(), "an item of " + counted(wanted, "byte"));
        }
        fill(wanted);
        if (in.left().empty() || stop_requested()) return;
        byte_view bytes = as_bytes(in.left());
        if (items) bytes = bytes.first(std::min(bytes.size(), std::max<std::size_t>(wanted, 1)));
        const std::uint64_t start = in.taken();
        if (ethereum) {
            damage_.clear();
            item(bytes, start);
            in.take(bytes.size());
            for (const damaged &error : damage_) fail(at_offset(in, error));
        } else {
            in.take(bitcoin_item(bytes, start, items_ == 0, false));
            network_ = network::bitcoin;
        }
        read_on(in);
    }
}

void extraction::framed_file(buffered_input &in, const xor_key &key) {
    if (network_ == network::ethereum)
        throw unusable(in.name() + ": a block file of Bitcoin, where Ethereum is read");
    network_ = network::bitcoin;
    std::uint64_t blocks = 0;
    bool failed = false;
    block_file frames(in, key, [&](std::uint64_t offset, const std::string &what) {
        failed = true;
        fail(in.name() + ": at byte offset " + std::to_string(offset) + ": " + what +
             (blocks == 0 ? "; the first block is looked for (is --xor-key right?)"
                          : "; the next block is looked for"));
    });
    for (byte_view bytes; frames.next(bytes);) {
        std::vector<byte_view> transactions;
        try {
            bytes_reader r(bytes, frames.offset());
            transactions = take_block(r, true);
        } catch (const damaged &error) {
            frames.reject(error.where, error.what());
            continue;
        }
        block(transactions);
        blocks++;
        frames.accept();
        read_on(in);
    }
    if (blocks == 0 && !failed && !stop_requested()) throw unusable(in.name() + ": no block in it");
}

void extraction::item(byte_view bytes, std::uint64_t start) {
    const bool ethereum = looks_like_ethereum(bytes);
    const network as = network_ != network::unknown ? network_
                       : ethereum                   ? network::ethereum
                                                    : network::bitcoin;
    try {
        if (as == network::ethereum) ethereum_item(bytes, start);
        else bitcoin_item(bytes, start, true, true);
        network_ = as;  // what cannot be read does not decide it
    } catch (const damaged &error) {
        if (!ethereum || as == network::ethereum) throw;
        throw damaged(error.where, std::string(error.what()) +
                                       "; this looks like Ethereum, which has a run of its own");
    }
}

/* Returns how many of the bytes it took; whole: all.  What is wrong is told of what the bytes look
 * like. */
std::size_t extraction::bitcoin_item(byte_view bytes, std::uint64_t start, bool may_be_transaction,
                                     bool whole) {
    std::optional<damaged> no_transaction;
    try {
        bytes_reader r(bytes, start);
        take_transaction(r);
        if (r.left() > 0) r.fail(counted(r.left(), "byte") + " after the transaction");
        transaction(bytes);
        return bytes.size();
    } catch (const damaged &error) { no_transaction = error; }
    const auto damage = [](const damaged &error, const char *as) {
        return damaged(error.where, std::string(as) + error.what());
    };
    try {
        bytes_reader r(bytes, start);
        block(take_block(r, whole));
        return r.at();
    } catch (const damaged &error) {
        if (!may_be_transaction || looks_like_block(bytes))
            throw damage(error, "not a whole block: ");
    }
    if (looks_like_transaction(bytes)) throw damage(*no_transaction, "not a whole transaction: ");
    throw damaged(start, std::string("neither a transaction nor a block of Bitcoin") +
                             (network_ == network::unknown ? " or Ethereum" : "") +
                             (bytes.size() == 32 ? "; if this is a transaction's hash, give the "
                                                   "transaction itself"
                                                 : ""));
}

void extraction::block(const std::vector<byte_view> &transactions) {
    bitcoin_.blocks++;
    for (byte_view bytes : transactions)
        if (!stop_requested()) transaction(bytes);
}

void extraction::transaction(byte_view bytes) {
    bytes_reader r(bytes);
    const bitcoin_tx tx = take_transaction(r);
    bitcoin_.transactions++;
    verify_rows_.clear();
    extract_inputs(verify_rows_, bitcoin_, tx, outputs_, input_options_);
    outputs_.add(tx);
    for (const verify_row &row : verify_rows_) {
        if (input_options_.scheme == signature_scheme::ecdsa)
            out_.write({{"hash", row.msg}, {"pubkey", row.key33}, {"sig", row.sig64}}, -1, row.id);
        else
            out_.write({{"pubkey", {row.key33 + 1, 32}}, {"msg", row.msg}, {"sig", row.sig64}}, -1,
                       row.id);
    }
}

void extraction::ethereum_item(byte_view bytes, std::uint64_t start) {
    recover_rows_.clear();
    extract_ethereum(recover_rows_, ethereum_, damage_, bytes, start);
    for (const recover_row &row : recover_rows_)
        out_.write({{"hash", row.hash32}, {"sig", row.sig64}}, row.recid, row.id);
}

std::string extraction::summary(double seconds) const {
    const bool ethereum = network_ == network::ethereum;
    const std::uint64_t blocks = ethereum ? ethereum_.blocks : bitcoin_.blocks;
    std::string out = stop_requested() ? "interrupted after " : "";
    if (blocks > 0) out += counted(blocks, "block") + ", ";
    out += counted(ethereum ? ethereum_.transactions : bitcoin_.transactions, "transaction");
    if (!ethereum) out += ", " + counted(bitcoin_.inputs, "input");
    else if (ethereum_.authorizations > 0)
        out += ", " + counted(ethereum_.authorizations, "authorization");
    out += ": " + counted(out_.rows(), "row");
    if (!ethereum) out += std::string(" of ") + (options_.scheme == "ecdsa" ? "ECDSA" : "Schnorr");
    char tail[40];
    std::snprintf(tail, sizeof tail, " (%.3f s)\n", seconds);
    out += tail;
    if (ethereum_.unsigned_types > 0)
        out += "left out: " + counted(ethereum_.unsigned_types, "transaction") +
               " of types whose signature is not known\n";
    for (std::size_t i = 0; i < left_out_kinds; i++)
        if (bitcoin_.left_out[i] > 0 && (left_out)i != left_out::coinbase)
            out += "left out: " + text_of((left_out)i, bitcoin_.left_out[i]) + '\n';
    if (bitcoin_.inferable > 0)
        out += "  " + counted(bitcoin_.inferable, "input") +
               " of these without a known previous output can be read with --infer\n";
    if (ethereum_.malformed > 0)
        out += counted(ethereum_.malformed, "row") +
               " with zeros for an authorization that no chain takes\n";
    if (bitcoin_.malformed > 0)
        out += counted(bitcoin_.malformed, "row") +
               " with zeros for a signature or key of no valid form" +
               (options_.lax_der ? "\n" : "; --lax-der reads DER as before BIP-66\n");
    return out;
}

ordered_json extraction::json_summary(double seconds) const {
    const bool ethereum = network_ == network::ethereum;
    ordered_json out = {{"chain", network_ == network::unknown ? ordered_json()
                                  : ethereum                   ? ordered_json("ethereum")
                                                               : ordered_json("bitcoin")},
                        {"blocks", ethereum ? ethereum_.blocks : bitcoin_.blocks},
                        {"transactions", ethereum ? ethereum_.transactions : bitcoin_.transactions},
                        {"rows", out_.rows()}};
    if (ethereum) {
        out["authorizations"] = ethereum_.authorizations;
        out["unknown_types"] = ethereum_.unsigned_types;
        out["malformed"] = ethereum_.malformed;
    } else {
        out["scheme"] = options_.scheme;
        out["inputs"] = bitcoin_.inputs;
        for (std::size_t i = 0; i < left_out_kinds; i++)
            out["left_out"][name_of((left_out)i)] = bitcoin_.left_out[i];
        out["inferable"] = bitcoin_.inferable;
        out["malformed"] = bitcoin_.malformed;
    }
    out["seconds"] = seconds;
    out["interrupted"] = stop_requested();
    out["errors"] = errors_;
    out["errors_omitted"] = errors_omitted_;
    return out;
}

work add_extract(CLI::App &sub) {
    const auto o = std::make_shared<extract_options>();
    sub.add_option("FILE", o->files, "Files to read; - or none for standard input.");
    sub.add_option("--format", o->format,
                   "blk, raw or hex; auto (the default) goes by the first bytes.")
        ->check(CLI::IsMember({"auto", "blk", "raw", "hex"}))
        ->type_name("NAME");
    sub.add_option("--chain", o->chain,
                   "bitcoin or ethereum; auto (the default) goes by the first bytes.")
        ->check(CLI::IsMember({"auto", "bitcoin", "ethereum"}))
        ->type_name("NAME");
    sub.add_option("--scheme", o->scheme,
                   "Bitcoin: write the rows of ecdsa (the default) or of schnorr signatures.")
        ->check(CLI::IsMember({"ecdsa", "schnorr"}))
        ->type_name("NAME");
    sub.add_option("--prevouts", o->prevouts_file,
                   "Bitcoin: a list of outputs that transactions spend, CSV (, ; or a tab between "
                   "cells) or JSON lines with txid, vout, amount (in satoshi) and script (in "
                   "hexadecimal). It is kept in "
                   "memory.")
        ->type_name("FILE");
    sub.add_flag("--infer", o->infer,
                 "Bitcoin: read an input without a known previous output by its shape, if it looks "
                 "like P2PKH or P2SH multisignature. Rare scripts look so too, and give rows that "
                 "are not valid.");
    sub.add_flag("--lax-der", o->lax_der,
                 "Bitcoin: read DER outside witnesses as consensus did before BIP-66.");
    sub.add_option("--xor-key", o->xor_key_text,
                   "The key of block files, 16 digits or the file xor.dat. For FILE blk*.dat the "
                   "file xor.dat beside it is taken by itself.")
        ->type_name("HEX|FILE");
    sub.add_option("--output", o->output,
                   "Write the rows here; - (the default) is standard output. A file that exists is "
                   "refused.")
        ->type_name("FILE");
    sub.add_option("--output-format", o->output_format,
                   "csv, jsonl or binary; auto (the default) goes by the ending of --output, else "
                   "csv. Binary rows have no extra.")
        ->check(CLI::IsMember({"auto", "csv", "jsonl", "binary"}))
        ->type_name("NAME");
    sub.add_flag(
        "--force", o->force,
        "Let --output overwrite a file that exists, but neither one of the input nor one that "
        "looks like a file of secret keys.");
    sub.add_flag("--json", o->json, "The summary as one JSON object.");
    sub.add_option("--max-reported", o->max_reported, "Name at most this many errors (1000).")
        ->transform(whole_number(0, 1 << 30))
        ->type_name("N");
    sub.add_flag("--quiet", o->quiet, "No progress and no summary. Errors are still named.");
    return [o] { return extraction(*o).run(); };
}

}  // namespace

const command extract_command = {"extract",
                                 "rows from Bitcoin and Ethereum transactions",
                                 "ufsecp extract [OPTIONS] [FILE ...]",
                                 R"(DESCRIPTION
    Reads transactions and blocks, and writes a row for each signature whose message it can
    compute: for ufsecp verify from Bitcoin, for ufsecp recover from Ethereum. What it cannot
    compute is counted in the summary, by kind. Nothing is verified, but for m-of-n
    multisignature, where it tells which key belongs to which signature. Input is read block by
    block, in constant memory.
)",
                                 R"(INPUT
    hex  A raw transaction or block a line, in hexadecimal. Empty lines and those that begin
         with # are skipped.
    blk  Bitcoin's block files: magic, size, block. Networks: main, test 3 and 4, signet,
         regtest.
    raw  Binary: one Bitcoin transaction; Bitcoin blocks one after another; one Ethereum
         transaction; RLP of Ethereum blocks or legacy transactions one after another, as
         clients export them.
    One run reads one chain. A line may have 67,108,864 bytes.

    What is damaged is an error with the file and its line or offset, and the exit status is 2.
    The other lines are read; in a blk file reading goes on at the next block; a raw file ends
    there. A Bitcoin block must fit the Merkle root of its header, so damage in it is not taken
    for a wrong signature. Its witnesses are not in that root.

BITCOIN
    Outputs that are spent are known from --prevouts, and from transactions that were read
    before, of which the last million outputs are kept. Read are
        P2PK, P2PKH and multisignature (to 16 keys), bare or in P2SH, P2WSH, P2SH-P2WSH
        P2WPKH, P2SH-P2WPKH
        P2TR by its key, with or without an annex
    with every hash type (for old signatures that of the original client, with its
    SIGHASH_SINGLE bug; BIP-143; BIP-341). Counted and left out are, in JSON as left_out,
        coinbase              an input without a signature
        no_previous_output    it is not known; of taproot: one of the transaction's is not
        taproot_script_path   a spend by a script of the tree
        unknown_script        every other script: locks, OP_CODESEPARATOR, unknown versions
        script_mismatch       what the input shows does not fit the output's script
        other_scheme          the input has signatures of the other --scheme
    P2SH is read so in all blocks, also in those from before BIP-16.
    A signature that is not strict DER (BIP-66), a key of no valid form, and a hash type that
    BIP-341 does not know stand as zeros in their row, which verify then refuses.

ETHEREUM
    Legacy transactions with or without a chain (EIP-155), access lists (EIP-2930), dynamic
    fees (EIP-1559), blobs (EIP-4844, with or without the blobs), and set code (EIP-7702): of
    these the authorizations too. RLP must be canonical, and a transaction must have the fields
    of its type. Other types are counted (unknown_types).
    An s above half of the group order is an error (EIP-2), but in a legacy transaction without
    a chain, which may be older. An authorization with such an s, or a yParity that is neither
    0 nor 1, is passed over by the chain: zeros stand in its row, which recover then refuses.

OUTPUT
    Bitcoin    ECDSA hash, pubkey, sig; Schnorr pubkey, msg, sig; extra is txid:input
    Ethereum   hash, sig, recid; extra is the transaction's hash, for an authorization
               followed by :auth: and its number
    The summary goes to standard error, and with --output FILE to standard output. With --json:
    chain, blocks, transactions, rows, seconds, interrupted, errors, errors_omitted; Bitcoin
    scheme, inputs, left_out, inferable (what --infer would read), malformed (rows with zeros);
    Ethereum authorizations, unknown_types, malformed.

EXIT STATUS
    0    all input was read
    2    unusable arguments; input that is damaged, empty or something else
    130  interrupted
    141  the reader of standard output went away

EXAMPLES
    ufsecp extract --infer blocks/blk00000.dat | ufsecp verify
    ufsecp extract --prevouts spent.csv --scheme schnorr block.hex | ufsecp verify --scheme schnorr
    bitcoin-cli getblock HASH 0 | ufsecp extract --prevouts spent.csv --output block.rows
    ufsecp extract transactions.hex | ufsecp recover --ethereum --json
)",
                                 add_extract};
