// A subcommand of the tool, and what all of them share: exit codes, errors, the choice of engine.
#pragma once
#include <functional>
#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

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

/* What is left to do once the arguments are read; returns the exit code. */
using work = std::function<int()>;

/* A subcommand: the page of its help, whose options are those that add() registers. */
struct command {
    const char *name, *line, *synopsis;
    const char *before, *after;  // of the page: what stands before and after the options
    work (*add)(CLI::App &sub);
    bool keys = false;              // reads or makes secret keys: none may be an argument
    const char *may_be_empty = "";  // the one option whose empty value means something
};

extern const command verify_command, sign_command, keygen_command, recover_command, ecdh_command,
    scan_command, index_command, selftest_command, info_command, bench_command, compare_command,
    completion_command, man_command, pubkey_command, extract_command, derive_command;

/* Chooses the engine for the process; "" keeps the default.  Throws unusable, naming engines. */
void choose_engine(const std::string &name);
/* The number of threads for batches: 0 is all cores.  Throws unusable if the library cannot. */
void choose_threads(unsigned n);
/* "2 threads" */
std::string threads_text();
