// What every log says of its origin.  The only file that is compiled again for every commit.
#include "bench/stamp.h"

#include <algorithm>
#include <cctype>
#include <ctime>
#include <fstream>
#include <map>
#include <sys/utsname.h>

#include "commit.h"

namespace bench {
namespace {

std::string date(const char *format, const std::tm *time) {
    char text[32];
    std::strftime(text, sizeof text, format, time);
    return text;
}

}  // namespace

std::string cpu_model() {
    std::ifstream in("/proc/cpuinfo");
    std::map<std::string, std::string> found;
    for (std::string line; std::getline(in, line) && !line.empty();)
        if (const std::size_t colon = line.find(':'); colon != std::string::npos)
            found[line.substr(0, line.find_last_not_of("\t ", colon - 1) + 1)] =
                line.substr(std::min(colon + 2, line.size()));
    if (!found.contains("model name")) return "unknown";
    std::string out = found["model name"];
    if (found.contains("cpu family"))
        out += " (family " + found["cpu family"] + ", model " + found["model"] + ", stepping " +
               found["stepping"] + ")";
    return out;
}

std::string commit() { return UF_BUILD_COMMIT; }
std::string compiler() { return UF_BUILD_COMPILER; }
std::string compiler_flags() { return UF_BUILD_FLAGS; }

std::string platform() {
    utsname u{};
    uname(&u);
    std::string out = std::string(u.machine) + "-" + u.sysname;
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return out;
}

std::string date_utc() {
    const std::time_t now = std::time(nullptr);
    return date("%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
}
std::string date_of_file_name() {
    const std::time_t now = std::time(nullptr);
    return date("%Y%m%d-%H%M%S", std::localtime(&now));
}

}  // namespace bench
