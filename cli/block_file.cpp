// Block files: magic, size, block, one after another; zeros where a file was made longer at once.
#include "block_file.h"

#include <algorithm>

namespace {

constexpr std::size_t least_block = 81, most_block = 1 << 25;

/* As the four bytes read, the least significant first. */
bool known_magic(std::uint32_t magic) {
    static constexpr std::uint32_t networks[] = {0xd9b4bef9,   // mainnet
                                                 0x0709110b,   // testnet3
                                                 0x283f161c,   // testnet4
                                                 0x40cf030a,   // signet
                                                 0xdab5bffa};  // regtest
    return std::find(std::begin(networks), std::end(networks), magic) != std::end(networks);
}

}  // namespace

bool begins_block_file(std::string_view bytes) {
    bytes_reader r({reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size()});
    return r.left() >= 4 && known_magic((std::uint32_t)r.little(4));
}

bool block_file::have(std::size_t n) {
    if (plain_.size() - at_ >= n) return true;
    if (ended_) return false;
    plain_.erase(plain_.begin(), plain_.begin() + (std::ptrdiff_t)at_);
    start_ += at_;
    at_ = 0;
    while (plain_.size() < n) {
        if (in_.left().empty() && !in_.fill()) {
            ended_ = true;
            return false;
        }
        const std::string_view more = in_.left();
        for (char c : more) plain_.push_back((std::uint8_t)c ^ key_[(start_ + plain_.size()) % 8]);
        in_.take(more.size());
    }
    return true;
}

bool block_file::next(byte_view &block) {
    for (; !stop_requested(); at_++) {
        if (!have(8)) {
            for (; at_ < plain_.size() && !stop_requested(); at_++)
                if (raw(at_) != 0) damage(start_ + at_, "the file ends in the head of a block");
            return false;
        }
        bytes_reader r(rest());
        const auto magic = (std::uint32_t)r.little(4);
        size_ = (std::size_t)r.little(4);
        if (!(magic_ != 0 ? magic == magic_ : known_magic(magic))) {
            if (raw(at_) != 0) damage(start_ + at_, "no block begins here");
        } else if (size_ < least_block || size_ > most_block) {
            damage(start_ + at_ + 4, "a block of " + counted(size_, "byte"));
        } else if (have(8 + size_)) {
            block = rest().subspan(8, size_);
            return true;
        } else if (!stop_requested()) {
            damage(start_ + at_, "the file ends in a block of " + counted(size_, "byte"));
        }
    }
    return false;
}

void block_file::accept() {
    magic_ = (std::uint32_t)bytes_reader(rest()).little(4);
    searching_ = false;
    at_ += 8 + size_;
}

void block_file::reject(std::uint64_t offset, const std::string &what) {
    damage(offset, what);
    at_++;
}

void block_file::damage(std::uint64_t offset, const std::string &what) {
    if (!searching_) report_(offset, what);
    searching_ = true;
}
