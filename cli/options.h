// Options that several subcommands have.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "key_input.h"

/* Of the value of an option: decimal digits alone, which are no octal number after a 0. */
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

/* --engine and --threads; main reads and obeys them. */
constexpr unsigned most_threads = 1024;
void add_engine(CLI::App &sub);
void add_threads(CLI::App &sub);
/* --color; main reads and obeys it. */
void add_color(CLI::App &sub);
/* --key-file and --key-env.  `by_default`: without both the key is in UFSECP_SECKEY. */
void add_key(CLI::App &sub, key_source &key, bool by_default = true);

/* --columns and --signature-format, of the commands that read rows. */
void add_row_fields(CLI::App &sub, std::string &columns, std::string &form);

/* The bytes of an option's hexadecimal value, n of them (0: any number).  Throws unusable, naming
 * the option. */
std::vector<std::uint8_t> hex_argument(const char *name, const std::string &text, std::size_t n);

/* What the commands with secrets say of them. */
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
