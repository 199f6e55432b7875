// What a compiler made of the kernels, kept for later processes in the user's folder of caches.
#pragma once
#include <fcntl.h>
#include <sys/stat.h>

#include "gpu/host/load.h"
#include "hash/sha256.h"

namespace ufsecp {

/* The file of an image, by all that the image depends on: the image behind the SHA-256 of both.
 * The folder is $UFSECP_CACHE_DIR (none if that is empty), $XDG_CACHE_HOME/ufsecp or
 * $HOME/.cache/ufsecp.  What cannot be read or written, is not whole, or is not the user's alone to
 * write, is not there. */
class gpu_cache {
public:
    explicit gpu_cache(std::initializer_list<const char *> parts) {
        constexpr const char *places[][2] = {
            {"UFSECP_CACHE_DIR", ""}, {"XDG_CACHE_HOME", "/ufsecp"}, {"HOME", "/.cache/ufsecp"}};
        const char *root = nullptr, *below = "";
        for (const auto &[variable, folder] : places)
            if (!root && (root = getenv(variable))) below = folder;
        uint8_t key[32];
        sha256_init(&parts_);
        for (const char *part : parts)
            sha256_update(&parts_, reinterpret_cast<const uint8_t *>(part), strlen(part) + 1);
        hash_with("", 0, key);
        if (!root || root[0] != '/' || strlen(root) > 900) return;
        int end = snprintf(path_, sizeof path_, "%s%s/", root, below);
        for (unsigned i = 0; i < 16; i++) end += snprintf(path_ + end, 3, "%02x", key[i]);
        if (!is_ours(strlen(root))) *path_ = 0;
    }

    std::unique_ptr<char[]> read() const {
        std::unique_ptr<char[]> image;
        uint8_t sum[32], want[32];
        struct stat is;
        const int fd = *path_ ? open(path_, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
        FILE *const file = fd < 0 ? nullptr : fdopen(fd, "rb");
        if (!file) return image;
        if (fstat(fileno(file), &is) == 0 && is.st_uid == geteuid() && (is.st_mode & 022) == 0 &&
            S_ISREG(is.st_mode) && is.st_size > 32 && is.st_size < (64 << 20)) {
            const size_t size = (size_t)is.st_size - 32;
            image.reset(new (std::nothrow) char[size]);
            const bool whole =
                image && fread(want, 32, 1, file) == 1 && fread(image.get(), size, 1, file) == 1;
            if (whole) hash_with(image.get(), size, sum);
            if (!whole || memcmp(sum, want, 32) != 0) image.reset();
        }
        fclose(file);
        return image;
    }

    /* As a whole or not at all, and over what was there. */
    void write(const char *image, size_t size) {
        uint8_t sum[32];
        char next[sizeof path_ + 8];
        for (char *c = path_ + 1; *path_ && *c; c++)
            if (*c == '/') *c = 0, (void)mkdir(path_, 0700), *c = '/';
        snprintf(next, sizeof next, "%s.XXXXXX", path_);
        const int fd = *path_ ? mkstemp(next) : -1;
        FILE *const file = fd < 0 ? nullptr : fdopen(fd, "wb");
        if (!file) return;
        hash_with(image, size, sum);
        const bool written = fwrite(sum, 32, 1, file) == 1 && fwrite(image, size, 1, file) == 1;
        if (fclose(file) != 0 || !written || rename(next, path_) != 0) (void)unlink(next);
    }

private:
    void hash_with(const char *image, size_t size, uint8_t sum[32]) const {
        sha256 h = parts_;
        sha256_update(&h, reinterpret_cast<const uint8_t *>(image), size);
        sha256_final(&h, sum);
    }

    /* Whether the folder that was named, and those below it, are the user's where they exist.  Root
     * may have another's home, who could have put links there. */
    bool is_ours(size_t root) {
        struct stat is;
        bool ours = true;
        int follow = 0; /* the first may be a link, which the user named */
        for (char *c = path_ + root; ours && (c = strchr(c, '/')); *c++ = '/') {
            *c = 0;
            ours = fstatat(AT_FDCWD, path_, &is, follow) != 0 || is.st_uid == geteuid();
            follow = AT_SYMLINK_NOFOLLOW;
        }
        return ours;
    }

    sha256 parts_;
    char path_[1024] = {}; /* empty: nowhere */
};

}  // namespace ufsecp
