// Nostr events (NIP-01): a line of JSON becomes the event's signed row and a verdict on its id.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace nostr {

struct event {
    std::string fault;      // why the line is no event, naming the field; "" if it is one
    bool some = false;      // it has a field of an event, so that it is meant as one
    bool id_valid = false;  // the id is the hash of the other fields
    /* 32 public key | 32 id, as the event has it | 64 signature: what ufsecp_schnorr_verify_rows
     * reads.  Zeros if the line is no event. */
    std::uint8_t row[128] = {};
};

/* Reads line after line, in memory that grows with the longest one. */
class reader {
public:
    reader();
    ~reader();

    /* The event of a line: an object with the fields of NIP-01, each of them once, or a message
     * ["EVENT", subscription, event] of a relay, or ["EVENT", event] of a client.  false: a
     * message of a relay that holds no event. */
    bool read(event &out, std::string_view line);

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

/* Whether the line is JSON with the seven fields of an event, be they right or wrong, or a message
 * ["EVENT", ...]. */
bool recognises(std::string_view line);

}  // namespace nostr
