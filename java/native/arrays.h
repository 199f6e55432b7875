// Java's byte arrays and direct buffers as bytes of C. Every copy is wiped at its end, since a copy
// may be of a secret.
#ifndef UFSECP_JAVA_ARRAYS_H
#define UFSECP_JAVA_ARRAYS_H

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <jni.h>

#include "ufsecp/ufsecp.h"

namespace {

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

/* Why a key is not valid, or UFSECP_OK. */
inline ufsecp_status pubkey_status(const uint8_t *pubkey, size_t len) {
    room<33> out;
    return ufsecp_pubkey_convert(out, 33, pubkey, len, UFSECP_ALLOW_HYBRID);
}

}  // namespace

#endif
