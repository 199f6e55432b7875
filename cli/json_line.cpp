// The fields of a JSON object on one line, by simdjson, which looks only at values asked for.
#include "json_line.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include <simdjson.h>

#include "text.h"

namespace ondemand = simdjson::ondemand;

struct json_line::parser {
    ondemand::parser json;
    std::vector<char> text;  // the line, and room that simdjson may read behind it

    /* On any error the text is unchanged. */
    simdjson::error_code parse(ondemand::document &out, std::size_t size) {
        return json.iterate(text.data(), size, text.size()).get(out);
    }
};

namespace {

constexpr const char *not_json = "not JSON: one whole object a line is read";

std::string_view without_end(std::string_view token) {
    return token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
}

/* The value as text; its type decides what may be done with it. */
field value_of(ondemand::value &value, role r) {
    field out;
    out.is = field::type::other;
    out.text = without_end(value.raw_json_token());
    ondemand::json_type type;
    if (value.type().get(type) != simdjson::SUCCESS) return out;  // such as NaN
    std::string_view whole;
    switch (type) {
    case ondemand::json_type::null: out.is = field::type::null; break;
    case ondemand::json_type::number: out.is = field::type::number; break;
    case ondemand::json_type::boolean: break;
    case ondemand::json_type::string:
        out.is = field::type::text;
        if (out.text.find('\\') == out.text.npos)
            out.text = out.text.substr(1, out.text.size() - 2);
        else if (value.get_string().get(whole) == simdjson::SUCCESS) out.text = whole;
        // else an escape that means nothing: no digits, and a note as it stands
        break;
    case ondemand::json_type::object:
        if (ondemand::object inner; r == role::note &&
                                    value.get_object().get(inner) == simdjson::SUCCESS &&
                                    inner.raw_json().get(whole) == simdjson::SUCCESS)
            out.text = without_end(whole);
        break;
    case ondemand::json_type::array:
        if (ondemand::array inner; r == role::note &&
                                   value.get_array().get(inner) == simdjson::SUCCESS &&
                                   inner.raw_json().get(whole) == simdjson::SUCCESS)
            out.text = without_end(whole);
        break;
    }
    return out;
}

}  // namespace

json_line::json_line() : parser_(std::make_unique<parser>()) {}
json_line::~json_line() = default;

std::string json_line::read(row_fields &out, std::string_view line, const column_names &names) {
    if (line.starts_with('[')) return "a JSON array: one object a line is read";
    std::vector<char> &text = parser_->text;
    if (text.size() < line.size() + simdjson::SIMDJSON_PADDING) {
        const std::size_t room = std::bit_ceil(std::max<std::size_t>(line.size(), 4096));
        text.assign(room + simdjson::SIMDJSON_PADDING, ' ');
        if (parser_->json.allocate(room) != simdjson::SUCCESS) throw std::bad_alloc();
    }
    std::memcpy(text.data(), line.data(), line.size());
    ondemand::document document;
    simdjson::error_code error = parser_->parse(document, line.size());
    if (error == simdjson::UTF8_ERROR || error == simdjson::UNESCAPED_CHARS) {
        for (std::size_t i = 0; i < line.size();) {
            const std::size_t n = character_bytes(line.substr(i));
            if (n == 0) text[i] = '?';
            else if ((unsigned char)text[i] < 0x20) text[i] = ' ';
            i += n == 0 ? 1 : n;
        }
        error = parser_->parse(document, line.size());
    }
    ondemand::object object;
    if (error == simdjson::SUCCESS) {
        error = document.get_object().get(object);
        if (error == simdjson::INCORRECT_TYPE) return "not a JSON object";
    }
    if (error != simdjson::SUCCESS) return not_json;
    for (auto member : object) {
        if (member.error() != simdjson::SUCCESS) return not_json;
        ondemand::field f = member.value_unsafe();
        std::string_view name;
        if (f.unescaped_key().get(name) != simdjson::SUCCESS) continue;
        const role r = names.of(name);
        if (r == role::none) continue;
        field value = value_of(f.value(), r);
        value.name = name;
        out.set(r, value);
    }
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
        return "more than one JSON value on the line";
    return "";
}
