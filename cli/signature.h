// Signatures as text: the forms in which r, s and v stand in the world, hexadecimal or base64.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ufsecp/ufsecp.h>

/* What a text signature is.  automatic: 64 bytes r || s; of another length DER, or for recovery
 * 65 bytes r || s || id.  hashtype: as in a Bitcoin transaction, a last byte says what was signed.
 * bitcoin_message: 65 bytes, the header 27 to 42 of a signed message before r || s. */
enum class signature_form { automatic, compact, der, hashtype, rsv, vrs, bitcoin_message };

/* "auto", "compact", "der", "hashtype", "rsv", "vrs", "bitcoin-message". */
const std::vector<std::string> &signature_form_names();
signature_form signature_form_named(const std::string &name);

/* How a number says which of the points with this r is meant.
 * plain: 0 to 3.  parity: 0 or 1.  ethereum: 0 to 3, 27 to 30, or 35 + 2 * chain + parity
 * (EIP-155).  bitcoin: 27 to 30, 31 to 34 for a compressed key, 35 to 42 for SegWit (BIP-137). */
enum class id_reading { plain, parity, ethereum, bitcoin };

/* The recovery id, 0 to 3, or -1: v is none in this reading. */
int recovery_id(std::uint64_t v, id_reading reading);
/* Why it is none, and the option that reads it, if there is one. */
std::string why_no_recovery_id(std::uint64_t v, id_reading reading);

struct signature_rules {
    bool schnorr = false, recover = false, lax_der = false;
    id_reading id = id_reading::plain;  // of the last byte of 65 where the form is automatic
    signature_form form = signature_form::automatic;
};

/* UFSECP_OK, sig64 = r || s and id = the recovery id that the text holds, -1 if it holds none; or a
 * status, and why in words that say which form the text has. */
ufsecp_status read_signature(std::uint8_t sig64[64], int *id, std::string &why,
                             std::string_view text, const signature_rules &rules);
