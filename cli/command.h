// What the subcommands share: exit codes, their options, the errors they throw.
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

enum exit_code {
    exit_ok = 0,
    exit_invalid = 1,
    exit_unusable = 2,
    exit_interrupted = 130,
    exit_broken_pipe = 141
};

/* Input, output or arguments that cannot be used: main prints the text and exits with 2. */
struct unusable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct verify_options {
    std::vector<std::string> files;
    std::string scheme = "ecdsa", format = "auto", output;
    std::size_t extra = 0, max_reported = 1000;
    bool low_s = false, allow_hybrid = false, lax_der = false, json = false, quiet = false,
         allow_empty = false;
};
int verify_command(const verify_options &options);

/* Where a secret key comes from: a file, "-" for standard input, "" for the variable. */
struct key_source {
    std::string file, variable = "UFSECP_SECKEY";
};

struct sign_options {
    std::string file, hash, scheme = "ecdsa", aux;
    key_source key;
    bool der = false, recoverable = false, json = false;
};
int sign_command(const sign_options &options);

struct keygen_options {
    std::uint64_t count = 1;
    std::string output;
    bool show = false, uncompressed = false, json = false;
};
int keygen_command(const keygen_options &options);

struct recover_options {
    std::vector<std::string> files;
    std::string hash, sig, format = "auto";
    int recid = -1;
    std::size_t extra = 0;
    bool ethereum = false, uncompressed = false, json = false, quiet = false;
};
int recover_command(const recover_options &options);

struct ecdh_options {
    std::string pubkey;
    key_source key;
    bool raw_x = false, json = false, show = false;
};
int ecdh_command(const ecdh_options &options);

struct scan_options {
    std::string file, keys, label_file, out, state;
    std::uint32_t labels = 1;  // that of change
    bool var = false, tweaks = false, json = false, quiet = false;
};
int scan_command(const scan_options &options);

struct index_options {
    std::string file, keys, format = "auto";
    std::uint64_t rows = 10000, seed = 1;
    std::optional<std::uint64_t> payments;  // 10, or one a row
    std::size_t tweak_size = 33, output_size = 8, outputs = 1, receivers = 1;
    std::uint32_t labels = 0;
};
int index_command(const index_options &options);

struct selftest_options {
    std::string filter;
    bool list = false, json = false, all_engines = false, quiet = false;
};
int selftest_command(const selftest_options &options);

int info_command(bool json);

/* Chooses the engine for the process; "" keeps the default.  Throws unusable, naming engines. */
void choose_engine(const std::string &name);
/* The number of threads for batches: 0 is all cores.  Throws unusable if the library cannot. */
void choose_threads(unsigned n);
/* "2 threads" */
std::string threads_text();
