// Text that comes from data, such as a row's note or a file's name: shown so that it can neither
// steer a terminal nor look like another text.
#pragma once
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

/* Bytes of the character that the text begins with; 0 if that is not UTF-8.  Not for "". */
std::size_t character_bytes(std::string_view text);

/* Whether an input that begins so is text: UTF-8, the last character of which may be cut, or an
 * object or array of JSON, whose strings may hold other bytes; and no control characters but those
 * that separate words and lines, ESC and DEL.  Not so 64 random bytes. */
bool is_text(std::string_view first);

/* For text output.  Bytes of control characters and bytes that are not UTF-8 become \xNN; the
 * controls U+0080 to U+009F, line and paragraph separators and marks of direction \uNNNN.  The rest
 * stands as it is, backslashes too. */
std::string escaped(std::string_view text);

/* The value as JSON without a line end, on one line or indented.  The same characters are \uNNNN,
 * which is the same JSON; bytes that are not UTF-8 are U+FFFD. */
std::string json_text(const nlohmann::ordered_json &value, int indent = -1);

/* "ufsecp: TEXT", escaped, as a line on standard error. */
void complain(std::string_view text);
