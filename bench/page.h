// A report as one page of HTML, for `ufsecp bench --html`.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "bench/harness.h"

namespace bench {

/* Names and values, such as those of a report's header. */
using facts = std::vector<std::pair<std::string, std::string>>;

/* What the page says: the header, the results in order, and which rows were left out and why. */
std::string page(const facts &header, const std::vector<result> &results, const facts &skipped);

/* The file for it.  It is written at the end; that it can be is known before anything is timed.
 * Throws where it cannot be, and rather than overwrite what is no such page. */
class page_file {
public:
    explicit page_file(const std::string &path);  // "": none
    ~page_file();
    page_file(const page_file &) = delete;
    page_file &operator=(const page_file &) = delete;
    void write(const std::string &text);

private:
    std::string path_;
    bool made_ = false;  // here, and nothing is in it yet
};

}  // namespace bench
