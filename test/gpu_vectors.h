// Published vectors as rows, for the tests of GPU engines: Wycheproof's ECDSA signatures, BIP-340,
// recovery to keys and to addresses.
#pragma once
#include "gpu_calls.h"
#include "vectors.h"

namespace parity {

/* Rows of a call of the API with the verdict and the output that each is published with. */
struct published {
    const char *name;
    size_t out_size;
    int (*call)(uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t n);
    bytes rows = {}, out = {}, ok = {};

    void push(const bytes &row, bool good, const bytes &output = {}) {
        rows = std::move(rows) + row, out = std::move(out) + output;
        ok.push_back(good);
    }
    /* What the engine in use says otherwise; "" if nothing. */
    std::string difference() const {
        bytes got_out(out.size()), got(ok.size());
        const int all = call(got_out.data(), got.data(), rows.data(), ok.size());
        for (size_t i = 0; i < ok.size(); i++)
            if (got[i] != ok[i] ||
                slice(got_out, i * out_size, out_size) != slice(out, i * out_size, out_size))
                return std::string(name) + ", vector " + std::to_string(i) + ": " +
                       hex(slice(rows, i * (rows.size() / ok.size()), rows.size() / ok.size()));
        return all == (std::count(ok.begin(), ok.end(), 1) == static_cast<ptrdiff_t>(ok.size()))
                   ? ""
                   : std::string(name) + ": the sum of verdicts";
    }
};

inline std::vector<published> published_vectors() {
    const auto field = [](const nlohmann::json &c, const char *name) {
        return c.at(name).is_null() ? bytes() : from_hex(c.at(name).get<std::string>());
    };
    published ecdsa{"ecdsa", 0, [](uint8_t *, uint8_t *ok, const uint8_t *rows, size_t n) {
                        return ufsecp_ecdsa_verify_rows(ok, rows, 0, n, 0);
                    }};
    published low{"ecdsa, low s", 0, [](uint8_t *, uint8_t *ok, const uint8_t *rows, size_t n) {
                      return ufsecp_ecdsa_verify_rows(ok, rows, 0, n, UFSECP_LOW_S);
                  }};
    published schnorr{"BIP-340", 0, [](uint8_t *, uint8_t *ok, const uint8_t *rows, size_t n) {
                          return ufsecp_schnorr_verify_rows(ok, rows, 0, n);
                      }};
    published keys{"recovery", 33, [](uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t n) {
                       return ufsecp_ecdsa_recover_rows(out, ok, rows, 0, n);
                   }};
    published addresses{"ecrecover", 20,
                        [](uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t n) {
                            return ufsecp_ecrecover_rows(out, ok, rows, 0, n);
                        }};
    for (const char *file : {"wycheproof_ecdsa_p1363.json", "wycheproof_ecdsa.json"})
        for (const auto &c : load_vectors(file).at("cases")) {
            const bytes given = field(c, "sig"), pk = field(c, "pubkey");
            bytes sig(64), pk33(33);
            const bool der = strcmp(file, "wycheproof_ecdsa.json") == 0;
            if (der ? given.empty() ||
                          !ufsecp_ecdsa_sig_parse_der(sig.data(), given.data(), given.size())
                    : given.size() != 64)
                continue;
            if (!der) sig = given;
            if (ufsecp_pubkey_convert(pk33.data(), 33, pk.data(), pk.size(), 0) != UFSECP_OK)
                continue;
            (c.at("file") == "ecdsa_secp256k1_sha256_bitcoin" ? low : ecdsa)
                .push(field(c, "hash32") + pk33 + sig, c.at("result") == "valid");
        }
    for (const auto &c : load_vectors("bip340.json").at("cases"))
        if (field(c, "msg").size() == 32)
            schnorr.push(field(c, "pubkey") + field(c, "msg") + field(c, "sig"),
                         c.at("result").get<bool>());
    for (const auto &c : load_vectors("recovery.json").at("cases")) {
        const bytes pk = field(c, "pubkey"),
                    row = field(c, "hash32") + field(c, "sig") +
                          bytes{static_cast<uint8_t>(c.at("recid").get<int>())};
        bytes pk33(33);
        if (!pk.empty()) (void)!ufsecp_pubkey_convert(pk33.data(), 33, pk.data(), pk.size(), 0);
        keys.push(row, !pk.empty(), pk33);
    }
    for (const auto &c : load_vectors("ethereum.json").at("cases"))
        addresses.push(field(c, "hash32") + field(c, "sig") +
                           bytes{static_cast<uint8_t>(c.at("recid").get<int>())},
                       true, field(c, "address"));
    return {ecdsa, low, schnorr, keys, addresses};
}

}  // namespace parity
