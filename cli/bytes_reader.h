// A cursor over bytes from outside: nothing is read past the end, and nothing is copied.
#pragma once
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

using byte_view = std::span<const std::uint8_t>;

/* Bytes that are not what they should be; where: their offset in what was read. */
struct damaged : std::runtime_error {
    std::size_t where;
    damaged(std::size_t at, const std::string &what) : std::runtime_error(what), where(at) {}
};

class bytes_reader {
public:
    /* start: the offset of the first byte, for errors. */
    explicit bytes_reader(byte_view bytes, std::size_t start = 0) : bytes_(bytes), start_(start) {}

    std::size_t left() const { return bytes_.size() - at_; }
    std::size_t at() const { return at_; }
    std::size_t offset() const { return start_ + at_; }
    /* The bytes from `from` on, as at() counts, up to what is not read yet. */
    byte_view since(std::size_t from) const { return bytes_.subspan(from, at_ - from); }

    byte_view take(std::size_t n) {
        if (n > left()) fail("it ends too early");
        at_ += n;
        return bytes_.subspan(at_ - n, n);
    }
    std::uint8_t byte() { return take(1)[0]; }
    std::uint8_t peek() const {
        if (left() == 0) fail("it ends too early");
        return bytes_[at_];
    }
    /* An integer of n bytes, n <= 8, the least significant first. */
    std::uint64_t little(std::size_t n) {
        const byte_view bytes = take(n);
        std::uint64_t value = 0;
        for (std::size_t i = n; i-- > 0;) value = value << 8 | bytes[i];
        return value;
    }
    [[noreturn]] void fail(const std::string &what) const { throw damaged(offset(), what); }

private:
    byte_view bytes_;
    std::size_t at_ = 0, start_;
};
