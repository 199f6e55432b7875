// The rows that GPUs are given.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench::gpu {

using bytes = std::vector<std::uint8_t>;

/* n rows of every call, a fresh key in each, the same in every run; made by the engine in use on
 * all threads, when first asked for.  Some are bad, so that verdicts are not all the same: of 64
 * rows the last has a wrong signature or key, and of 256 one has r (or a scalar) of 0. */
class inputs {
public:
    explicit inputs(std::size_t n) : n_(n) {}
    std::size_t size() const { return n_; }

    const bytes &seckeys() { return random(seckeys_, 0); }
    const bytes &messages() { return random(messages_, 1); }
    const bytes &good_keys();
    const bytes &keys();
    const bytes &scalars();
    const bytes &ecdsa();
    const bytes &good_schnorr();
    const bytes &schnorr();
    const bytes &recovery();
    /* 8 bytes a row; every 1,000th is paid to the key in row 0, with the scan key of row 1. */
    const bytes &outputs();
    const std::uint8_t *scan() { return &seckeys()[n_ > 1 ? 32 : 0]; }
    const std::uint8_t *spend() { return good_keys().data(); }

private:
    std::size_t n_;
    bytes seckeys_, messages_, good_keys_, keys_, scalars_, ecdsa_, good_schnorr_, schnorr_,
        recovery_, outputs_;

    const bytes &random(bytes &v, std::uint32_t which);
};

}  // namespace bench::gpu
