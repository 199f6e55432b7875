// What the rows of reports are made of: an operation by its name, ours beside the peer's or beside
// another one of ours.
#pragma once
#include "bench/rows.h"
#include "bench/targets.h"

namespace bench {

/* The table that an operation reads: none, that for secret scalars, or that for public ones. */
enum class table { none, secret, open };
std::size_t table_bytes(table t);

/* A row of the library, ours and the peer's: operations of that name unless others are given. */
struct spec {
    const char *name;
    bool constant_time;
    table reads = table::none;
    const char *ours = nullptr, *theirs = nullptr;  // theirs "": the peer has nothing like it
    std::size_t n = 1;
};

/* The peer's operation, if a peer is wanted, built in, and has it. */
subject peer(const options &o, const std::string &name);

/* Appends a row for each spec. */
void add(std::vector<row> &rows, const options &o, const char *group,
         const std::vector<spec> &specs);
/* A row of two operations of ours. */
row pair(const char *group, const std::string &name, const subject &ours,
         const std::string &other_name, const subject &other, bool constant_time,
         table reads = table::none);
/* The same of operations below the API, both of the engine in use or both of the next. */
row inner_pair(const char *group, const std::string &name, const std::string &ours,
               const std::string &other_name, const std::string &other, bool constant_time = false,
               table reads = table::none);

/* Rows of one representation against another: the operation's name in the targets, and as it is
 * shown. */
std::vector<row> representations(const bench_inner &ours, const bench_inner &other,
                                 const std::vector<std::pair<std::string, std::string>> &names);

}  // namespace bench
