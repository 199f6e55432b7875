// Colours of text for people: the choice, and the escape sequences.
#include "color.h"

#include <cstdlib>

#include "platform.h"

namespace {

bool colored[3] = {};

/* Whether this variable of the environment has a value. */
bool has_value(const char *name) {
    const char *const value = std::getenv(name);
    return value != nullptr && *value != 0;
}

}  // namespace

void choose_color(const std::string &when) {
    const char *const terminal = std::getenv("TERM");
    const bool wanted =
        !has_value("NO_COLOR") && (terminal == nullptr || std::string(terminal) != "dumb");
    for (int stream : {1, 2})
        colored[stream] = when == "always" || (when != "never" && wanted && os::terminal(stream));
}

bool in_color(int stream) { return colored[stream]; }

std::string painted(ink with, const std::string &text, int stream) {
    if (!in_color(stream)) return text;
    const char *const code = with == ink::good ? "32" : with == ink::bad ? "31" : "1";
    return std::string("\033[") + code + "m" + text + "\033[0m";
}
