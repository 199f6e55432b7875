// Java's byte arrays and direct buffers as bytes of C. A copy that may be of a secret is wiped at
// its end.
#ifndef UFSECP_JAVA_ARRAYS_H
#define UFSECP_JAVA_ARRAYS_H

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <jni.h>

#include "ufsecp/ufsecp.h"

/* A native method of class Native. */
#define NATIVE(type, name) extern "C" JNIEXPORT type JNICALL Java_org_ufsecp_Native_##name

namespace {

/* Reasons that the C interface has no number for; Java's enum Status has the same. */
constexpr jint BAD_SECKEY = -101, BAD_TWEAK = -102, BAD_NONCE = -103, BAD_CHECK = -104;

inline size_t length(JNIEnv *env, jbyteArray array) {
    return array ? static_cast<size_t>(env->GetArrayLength(array)) : 0;
}

inline const jbyte *java(const uint8_t *data) { return reinterpret_cast<const jbyte *>(data); }
inline jbyte *java(uint8_t *data) { return reinterpret_cast<jbyte *>(data); }

inline void give(JNIEnv *env, jbyteArray out, const uint8_t *data, size_t len) {
    env->SetByteArrayRegion(out, 0, static_cast<jsize>(len), java(data));
}

/* A copy of an array of at most N bytes; of zeros if there is none. */
template <size_t N>
struct bytes {
    uint8_t data[N] = {};
    size_t len;
    bool given;

    bytes(JNIEnv *env, jbyteArray array) : len(length(env, array)), given(array != nullptr) {
        len = len < N ? len : N;
        if (len) env->GetByteArrayRegion(array, 0, static_cast<jsize>(len), java(data));
    }
    bytes(const bytes &) = delete;
    ~bytes() { ufsecp_wipe(data, N); }

    operator const uint8_t *() const { return data; }
    operator uint8_t *() { return data; }
    const uint8_t *or_null() const { return given ? data : nullptr; }
};

/* Room of N bytes for an output, which give() copies to Java. */
template <size_t N>
struct room {
    uint8_t data[N] = {};

    room() = default;
    room(const room &) = delete;
    ~room() { ufsecp_wipe(data, N); }

    operator uint8_t *() { return data; }
};

inline void out_of_memory(JNIEnv *env) {
    if (jclass type = env->FindClass("java/lang/OutOfMemoryError"))
        env->ThrowNew(type, "ufsecp: no native memory for a copy");
}

/* A copy of an array of any length: a message, many keys. Where there is no memory the error of
 * Java is pending, and ok() is false. */
class message {
public:
    message(JNIEnv *env, jbyteArray array) : len(length(env, array)), given(array != nullptr) {
        data = len <= sizeof few ? few : static_cast<uint8_t *>(std::malloc(len));
        if (!data) out_of_memory(env);
        else if (len) env->GetByteArrayRegion(array, 0, static_cast<jsize>(len), java(data));
    }
    message(const message &) = delete;
    ~message() {
        if (data) ufsecp_wipe(data, len);
        if (data != few) std::free(data);
    }

    bool ok() const { return data != nullptr; }
    operator const uint8_t *() const { return data; }
    const uint8_t *or_null() const { return given ? data : nullptr; }

    size_t len;

private:
    bool given;
    uint8_t *data;
    uint8_t few[256] = {};
};

inline uint8_t *address(JNIEnv *env, jobject buffer) {
    return static_cast<uint8_t *>(env->GetDirectBufferAddress(buffer));
}

/* One argument of a batch: a direct buffer as it is, or an array in parts that are copied. */
class column {
public:
    column(JNIEnv *env, jobject object, jint at, size_t size, bool array)
        : env(env), size(size), at(static_cast<size_t>(at)) {
        if (!object || !size) return;
        if (array) this->array = static_cast<jbyteArray>(object);
        else direct = address(env, object) + at;
    }
    column(const column &) = delete;
    ~column() {
        if (copy && secret) ufsecp_wipe(copy, copied);
        std::free(copy);
    }

    bool is_array() const { return array != nullptr; }
    bool reserve(size_t n, bool wipe) {
        secret = wipe;
        copied = size * n;
        copy = array ? static_cast<uint8_t *>(std::malloc(copied + 1)) : nullptr;
        return !array || copy;
    }
    uint8_t *read(size_t first, size_t n) {
        if (array)
            env->GetByteArrayRegion(array, static_cast<jsize>(at + first * size),
                                    static_cast<jsize>(n * size), java(copy));
        return here(first);
    }
    void write(size_t first, size_t n) {
        if (array)
            env->SetByteArrayRegion(array, static_cast<jsize>(at + first * size),
                                    static_cast<jsize>(n * size), java(copy));
    }
    uint8_t *here(size_t first) { return array ? copy : direct ? direct + first * size : nullptr; }
    /* Whether the n rows of both share a byte of a direct buffer. */
    bool overlaps(const column &other, size_t n, size_t other_n) const {
        if (!direct || !other.direct) return false;
        const auto from = reinterpret_cast<uintptr_t>(direct),
                   there = reinterpret_cast<uintptr_t>(other.direct);
        return from < there + other.size * other_n && there < from + size * n;
    }

private:
    JNIEnv *env;
    size_t size, at;
    jbyteArray array = nullptr;
    uint8_t *direct = nullptr, *copy = nullptr;
    size_t copied = 0;
    bool secret = false;
};

/* Why a key is not valid, or UFSECP_OK. Hybrid keys are not: only calls with flags take them. */
inline jint pubkey_status(const uint8_t *pubkey, size_t len) {
    room<33> out;
    return ufsecp_pubkey_convert(out, 33, pubkey, len, 0);
}

/* Why a call with a public key failed: never UFSECP_OK. `other` is the reason if the key is
 * valid. */
inline jint pubkey_reason(const uint8_t *pubkey, size_t len, jint other) {
    const jint status = pubkey_status(pubkey, len);
    return status == UFSECP_OK ? other : status;
}

}  // namespace

#endif
