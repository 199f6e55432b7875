// The one reader of test/vectors/*.json and of the hex strings in them.
//
// Each file is {"source", "standard", "fields": {name: meaning}, "cases": [...]}; "fields" says
// what every member of a case means. The folder is UFSECP_VECTORS in the environment if it is
// set, else the compile definition UF_VECTORS_DIR.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

// Throws, or ends the program where there are no exceptions.
[[noreturn]] inline void bad_vectors(const std::string &why) {
#ifdef __cpp_exceptions
    throw std::runtime_error(why);
#else
    std::fprintf(stderr, "%s\n", why.c_str());
    std::abort();
#endif
}

inline nlohmann::json read_vectors(const std::string &file) {
    const char *folder = std::getenv("UFSECP_VECTORS");
    const std::string path = std::string(folder ? folder : UF_VECTORS_DIR) + "/" + file;
    std::FILE *const stream = std::fopen(path.c_str(), "rb");
    if (!stream) bad_vectors("no vectors at " + path);
    nlohmann::json vectors = nlohmann::json::parse(stream);
    std::fclose(stream);
    if (vectors.at("cases").empty()) bad_vectors("no cases in " + path);
    return vectors;
}

// The parsed file, read once per process and kept. Throws if it is missing, malformed or has no
// cases: a test over no vectors must not pass. For one thread.
inline const nlohmann::json &load_vectors(const char *file) {
    static std::map<std::string, nlohmann::json> loaded;
    const auto found = loaded.find(file);
    if (found != loaded.end()) return found->second;
    return loaded.emplace(file, read_vectors(file)).first->second;
}

// The bytes of an even number of hex digits, either case. Throws on anything else.
inline std::vector<uint8_t> from_hex(const std::string &hex) {
    auto digit = [&](char c) -> unsigned {
        if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
        if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
        if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
        bad_vectors("not hex: " + hex);
    };
    if (hex.size() % 2) bad_vectors("odd number of hex digits: " + hex);
    std::vector<uint8_t> bytes(hex.size() / 2);
    for (size_t i = 0; i < bytes.size(); i++) {
        bytes[i] = static_cast<uint8_t>(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
    }
    return bytes;
}

// Lower-case hex of size bytes.
inline std::string to_hex(const uint8_t *bytes, size_t size) {
    std::string hex;
    hex.reserve(2 * size);
    for (size_t i = 0; i < size; i++) {
        hex += "0123456789abcdef"[bytes[i] >> 4];
        hex += "0123456789abcdef"[bytes[i] & 15];
    }
    return hex;
}

inline std::string to_hex(const std::vector<uint8_t> &bytes) {
    return to_hex(bytes.data(), bytes.size());
}
