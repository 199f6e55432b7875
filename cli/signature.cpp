// Signatures as text: their forms, and what is said of one that is not of the form asked for.
#include "signature.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "hex.h"
#include "io.h"

namespace {

using bytes = std::vector<std::uint8_t>;

/* The value of a digit of base64 or of base64url, or -1. */
int base64_digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

/* Base64 (RFC 4648), of either alphabet, padded or not; the bits behind the last byte are zero. */
bool base64_bytes(bytes &out, std::string_view text) {
    out.clear();
    std::size_t padding = 0;
    while (padding < 2 && text.ends_with('=')) text.remove_suffix(1), padding++;
    if (text.size() % 4 == 1 || (padding > 0 && (text.size() + padding) % 4 != 0)) return false;
    std::uint32_t bits = 0;
    int waiting = 0;
    for (char c : text) {
        const int digit = base64_digit(c);
        if (digit < 0) return false;
        bits = bits << 6 | (std::uint32_t)digit;
        if ((waiting += 6) >= 8) out.push_back((std::uint8_t)(bits >> (waiting -= 8)));
    }
    return (bits & ((1u << waiting) - 1)) == 0;
}

bool parses(std::uint8_t sig64[64], const std::uint8_t *der, std::size_t n, bool lax) {
    return (lax ? ufsecp_ecdsa_sig_parse_der_lax : ufsecp_ecdsa_sig_parse_der)(sig64, der, n) != 0;
}

/* The bytes of the text.  What has only hexadecimal digits is hexadecimal: base64 of a signature
 * has other letters, but for values that nobody meets by chance. */
bool signature_bytes(bytes &out, std::string_view text) {
    if (hex_append(out, text)) return true;
    constexpr std::size_t longest = 100;  // base64 of DER and a hash-type byte
    if (text.size() > longest || !base64_bytes(out, text)) return false;
    return out.size() == 64 || out.size() == 65 || (out.size() > 7 && out[0] == 0x30);
}

/* What the bytes are, and the forms that read them; "" for both if nothing is known of them. */
struct shape {
    std::string what, forms;
};

bool is_header(std::uint8_t byte) { return recovery_id(byte, id_reading::bitcoin) >= 0; }

/* Of 65 bytes: whether the first can be v, and the last is none that is seen often. */
bool v_comes_first(const bytes &sig) {
    const std::uint8_t last = sig[64];
    return is_header(sig[0]) && last > 3 && (last < 27 || last > 30);
}

shape shape_of(const bytes &sig, const signature_rules &rules) {
    std::uint8_t any[64];
    const bool der = parses(any, sig.data(), sig.size(), false),
               der_and_byte = !sig.empty() && parses(any, sig.data(), sig.size() - 1, false);
    if (rules.schnorr) {
        if (der || der_and_byte) return {"DER, a form of ECDSA signatures", ""};
        if (sig.size() == 65) return {"64 bytes and a hash-type byte", "hashtype"};
        if (sig.size() == 64) return {"64 bytes r || s", "compact"};
        return {};
    }
    if (der) return {"DER", "der"};
    if (der_and_byte) return {"DER and a hash-type byte", "hashtype"};
    if (sig.size() == 64) return {"64 bytes r || s", "compact"};
    if (sig.size() != 65) return {};
    if (v_comes_first(sig)) return {"65 bytes v || r || s", "vrs or bitcoin-message"};
    return {"65 bytes of r, s and v", "rsv (v last) or vrs (v first)"};
}

std::string sentence(const bytes &sig, const signature_rules &rules, const char *wanted) {
    if (sig.empty()) return "the signature is empty";
    const shape is = shape_of(sig, rules);
    if (!is.forms.empty())
        return "the signature is " + is.what + ": --signature-format " + is.forms + " reads it";
    if (!is.what.empty()) return "the signature is " + is.what;
    return "the signature has " + counted(sig.size(), "byte") + " and is not " + wanted;
}

struct named_form {
    const char *name;
    signature_form form;
};

constexpr std::array<named_form, 7> forms = {
    {{"auto", signature_form::automatic},
     {"compact", signature_form::compact},
     {"der", signature_form::der},
     {"hashtype", signature_form::hashtype},
     {"rsv", signature_form::rsv},
     {"vrs", signature_form::vrs},
     {"bitcoin-message", signature_form::bitcoin_message}}};

}  // namespace

const std::vector<std::string> &signature_form_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> out;
        for (const named_form &f : forms) out.push_back(f.name);
        return out;
    }();
    return names;
}

signature_form signature_form_named(const std::string &name) {
    const auto at = std::find_if(forms.begin(), forms.end(),
                                 [&](const named_form &f) { return name == f.name; });
    return at != forms.end() ? at->form : signature_form::automatic;
}

int recovery_id(std::uint64_t v, id_reading reading) {
    switch (reading) {
    case id_reading::plain: return v <= 3 ? (int)v : -1;
    case id_reading::parity: return v <= 1 ? (int)v : -1;
    case id_reading::ethereum:
        if (v >= 35) return (int)((v - 35) & 1);
        return v >= 27 && v <= 30 ? (int)(v - 27) : v <= 3 ? (int)v : -1;
    case id_reading::bitcoin: return v >= 27 && v <= 42 ? (int)((v - 27) & 3) : -1;
    }
    return -1;
}

std::string why_no_recovery_id(std::uint64_t v, id_reading reading) {
    const std::string number = "the recovery id is " + std::to_string(v);
    switch (reading) {
    case id_reading::parity: return "the parity is " + std::to_string(v) + ", not 0 or 1";
    case id_reading::ethereum:
        return number + ", not 0 to 3, 27 to 30, or 35 and more (EIP-155)" +
               (v >= 31 && v <= 34 ? "; --signature-format bitcoin-message reads 27 to 42" : "");
    case id_reading::bitcoin: return number + ", not a header byte of a signed message, 27 to 42";
    case id_reading::plain: break;
    }
    if (v >= 35) return number + ", as with a chain id (EIP-155): --ethereum reads it";
    if (v >= 31)
        return number +
               ", as of a signed message: --signature-format bitcoin-message "
               "reads it";
    if (v >= 27) return number + ", as Ethereum counts: --ethereum reads it";
    return number + ", not 0 to 3";
}

ufsecp_status read_signature(std::uint8_t sig64[64], int *id, std::string &why,
                             std::string_view text, const signature_rules &rules) {
    using form = signature_form;
    *id = -1;
    const bool compact = rules.form == form::automatic || rules.form == form::compact;
    if (compact && hex_exact(sig64, 64, text)) return UFSECP_OK;
    bytes sig;
    sig.reserve(80);  // DER and a hash-type byte
    const auto bad = [&](ufsecp_status status, std::string reason) {
        why = std::move(reason);
        return status;
    };
    const auto take = [&](std::size_t at) {
        std::memcpy(sig64, sig.data() + at, 64);
        return UFSECP_OK;
    };
    /* 64 bytes at `at` and v where it is read */
    const auto with_v = [&](std::size_t at, std::size_t v_at, id_reading reading) {
        if (!rules.recover) return take(at);
        *id = recovery_id(sig[v_at], reading);
        if (*id < 0 && rules.form == form::automatic && v_comes_first(sig))
            return bad(UFSECP_RECID, sentence(sig, rules, ""));
        if (*id < 0) return bad(UFSECP_RECID, why_no_recovery_id(sig[v_at], reading));
        return take(at);
    };
    if (!signature_bytes(sig, text)) return bad(UFSECP_MISUSE, "the signature is not hexadecimal");
    const std::size_t n = sig.size();

    switch (rules.form) {
    case form::rsv:
        if (n == 65) return with_v(0, 64, id_reading::ethereum);
        return bad(UFSECP_MISUSE, sentence(sig, rules, "65 bytes r || s || v"));
    case form::vrs:
        if (n == 65) return with_v(1, 0, id_reading::ethereum);
        return bad(UFSECP_MISUSE, sentence(sig, rules, "65 bytes v || r || s"));
    case form::bitcoin_message:
        if (n == 65 && (!rules.recover || is_header(sig[0])))
            return with_v(1, 0, id_reading::bitcoin);
        return n == 65
                   ? bad(UFSECP_RECID, why_no_recovery_id(sig[0], id_reading::bitcoin))
                   : bad(UFSECP_MISUSE, sentence(sig, rules, "65 bytes, a header byte and r || s"));
    case form::compact:
        if (n == 64) return take(0);
        return bad(UFSECP_MISUSE, sentence(sig, rules, "64 bytes r || s"));
    case form::automatic:
    case form::hashtype:
    case form::der: break;
    }
    const bool hashtype = rules.form == form::hashtype;
    if (rules.schnorr) {
        if (n == 64 || (hashtype && n == 65)) return take(0);  // 64: the default type (BIP-341)
        return bad(UFSECP_MISUSE, sentence(sig, rules, hashtype ? "64 or 65 bytes" : "64 bytes"));
    }
    if (rules.form == form::automatic && n == 64) return take(0);
    if (rules.form == form::automatic && n == 65 && rules.recover) return with_v(0, 64, rules.id);
    if (n > (hashtype ? 1 : 0) && parses(sig64, sig.data(), n - (hashtype ? 1 : 0), rules.lax_der))
        return UFSECP_OK;
    return bad(n == 0 ? UFSECP_MISUSE : UFSECP_DER,
               sentence(sig, rules,
                        hashtype                  ? "DER and a hash-type byte"
                        : rules.form == form::der ? "DER"
                        : rules.recover           ? "r || s, r || s || id or DER"
                                                  : "r || s or DER"));
}
