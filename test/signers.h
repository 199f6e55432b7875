// What the tests of MuSig2 and FROST share: byte strings of vectors that may be missing, and bytes
// of objects.
#pragma once
#include <optional>

#include "api.h"

using nlohmann::json;

inline std::optional<bytes> given(const json &field) {
    if (field.is_null()) return std::nullopt;
    return from_hex(field.get<std::string>());
}
inline const uint8_t *data_of(const std::optional<bytes> &b) {
    /* A message that is given is not NULL, even without a byte. */
    static const uint8_t none = 0;
    return !b ? nullptr : b->empty() ? &none : b->data();
}
inline bytes joined(const json &list) {
    bytes r;
    for (const json &text : list) r = std::move(r) + from_hex(text.get<std::string>());
    return r;
}
bytes bytes_of(const auto &object) {
    return bytes(object.opaque, object.opaque + sizeof object.opaque);
}

/* The cases of these kinds in a file. */
inline std::vector<json> cases_of(const char *file, std::initializer_list<const char *> kinds) {
    std::vector<json> r;
    for (const json &c : load_vectors(file).at("cases"))
        for (const char *kind : kinds)
            if (c["kind"] == kind) r.push_back(c);
    return r;
}
inline std::string error_of(const json &c) {
    return c["error"].is_null() ? "" : c["error"].get<std::string>();
}
inline size_t bad_of(const json &c) {
    return c["bad"].is_null() ? SIZE_MAX : c["bad"].get<size_t>();
}
