// The native methods of org.ufsecp.Native for silent payments. Java has checked lengths, nulls and
// the numbers of outputs.
#include "arrays.h"

namespace {

/* A receiver's keys in a buffer outside of Java's heap, and its labels. */
struct receiver {
    uint8_t *seckey32, *spend33, *label33s, *tweaks32;
    void *labels; /* for scans of one transaction */
    size_t n;

    receiver(JNIEnv *env, jobject buffer, size_t n)
        : seckey32(address(env, buffer)),
          spend33(seckey32 + 32),
          label33s(spend33 + 33),
          tweaks32(label33s + 33 * n),
          labels(tweaks32 + 32 * n),
          n(n) {}
    static size_t bytes(size_t n) { return 65 + 65 * n + ufsecp_silent_labels_bytes(n); }
};

/* Memory that is wiped and freed at its end. Where there is none the error of Java is pending. */
class memory {
public:
    memory(JNIEnv *env, size_t len) : len(len), at(std::malloc(len + 1)) {
        if (!at) out_of_memory(env);
    }
    memory(const memory &) = delete;
    ~memory() {
        if (at) ufsecp_wipe(at, len);
        std::free(at);
    }

    bool ok() const { return at != nullptr; }
    template <class T>
    T *as() const {
        return static_cast<T *>(at);
    }

private:
    size_t len;
    void *at;
};

/* Gives payment i to Java: the numbers row, output, label and k, and the tweak. */
template <class Payment>
void give_payment(JNIEnv *env, jlongArray numbers, jbyteArray tweaks, size_t i, uint64_t row,
                  const Payment &from) {
    const jlong four[] = {static_cast<jlong>(row), static_cast<jlong>(from.output), from.label,
                          from.k};
    env->SetLongArrayRegion(numbers, static_cast<jsize>(4 * i), 4, four);
    env->SetByteArrayRegion(tweaks, static_cast<jsize>(32 * i), 32, java(from.tweak32));
}

}  // namespace

NATIVE(jboolean, silentOutputs)(JNIEnv *env, jclass, jbyteArray out, jbyteArray recipients,
                                jbyteArray outpoint, jbyteArray taproot, jbyteArray plain) {
    message to(env, recipients), taproots(env, taproot), plains(env, plain);
    if (!to.ok() || !taproots.ok() || !plains.ok()) return JNI_FALSE;
    const size_t n = to.len / 66;
    memory outputs(env, 32 * n);
    if (!outputs.ok()) return JNI_FALSE;
    auto *made = outputs.as<uint8_t>();
    if (!ufsecp_silent_outputs_create(made, to, n, bytes<36>(env, outpoint), taproots,
                                      taproots.len / 32, plains, plains.len / 32))
        return JNI_FALSE;
    give(env, out, made, 32 * n);
    return JNI_TRUE;
}

NATIVE(jboolean, silentTweak)(JNIEnv *env, jclass, jbyteArray out, jbyteArray outpoint,
                              jbyteArray xonlys, jbyteArray pubkeys) {
    message taproots(env, xonlys), plains(env, pubkeys);
    if (!taproots.ok() || !plains.ok()) return JNI_FALSE;
    room<33> tweak;
    if (!ufsecp_silent_tweak(tweak, bytes<36>(env, outpoint), taproots, taproots.len / 32, plains,
                             plains.len / 33))
        return JNI_FALSE;
    give(env, out, tweak, 33);
    return JNI_TRUE;
}

/* 0 if there are too many labels. */
NATIVE(jlong, silentKeysSize)(JNIEnv *, jclass, jint labels) {
    const size_t n = static_cast<size_t>(labels);
    return ufsecp_silent_labels_bytes(n) ? static_cast<jlong>(receiver::bytes(n)) : 0;
}

/* Java has checked the scan key and the spend key. */
NATIVE(jint, silentKeys)(JNIEnv *env, jclass, jobject keys, jbyteArray seckey, jbyteArray spend,
                         jlongArray labels) {
    const size_t n = static_cast<size_t>(env->GetArrayLength(labels));
    const receiver to(env, keys, n);
    env->GetByteArrayRegion(seckey, 0, 32, java(to.seckey32));
    env->GetByteArrayRegion(spend, 0, 33, java(to.spend33));
    int ok = 1;
    for (size_t i = 0; ok && i < n; ++i) {
        jlong number = 0;
        env->GetLongArrayRegion(labels, static_cast<jsize>(i), 1, &number);
        ok = ufsecp_silent_label(to.label33s + 33 * i, to.tweaks32 + 32 * i, to.seckey32,
                                 static_cast<uint32_t>(number));
    }
    if (ok && ufsecp_silent_labels_set(to.labels, ufsecp_silent_labels_bytes(n), to.label33s,
                                       to.tweaks32, n))
        return UFSECP_OK;
    ufsecp_wipe(to.seckey32, receiver::bytes(n));
    return UFSECP_NO_POINT;
}

/* Puts the spend key with a label into an address. */
NATIVE(jint, silentAddress)(JNIEnv *env, jclass, jbyteArray out, jobject keys, jlong label) {
    const receiver from(env, keys, 0);
    room<33> point, spend;
    room<32> tweak;
    if (!ufsecp_silent_label(point, tweak, from.seckey32, static_cast<uint32_t>(label)) ||
        !ufsecp_silent_labelled_spend_pubkey(spend, from.spend33, point))
        return UFSECP_NO_POINT;
    env->SetByteArrayRegion(out, 33, 33, java(spend.data));
    return UFSECP_OK;
}

/* How many payments, or why the tweak is not valid. */
NATIVE(jint, silentScan)(JNIEnv *env, jclass, jlongArray numbers, jbyteArray tweaks, jobject keys,
                         jint labels, jbyteArray tweak, jbyteArray outputs) {
    const receiver to(env, keys, static_cast<size_t>(labels));
    bytes<33> point(env, tweak);
    message all(env, outputs);
    if (!all.ok()) return UFSECP_MISUSE;
    const size_t n = all.len / 32, most = n < UFSECP_SILENT_LIMIT ? n : UFSECP_SILENT_LIMIT;
    const size_t work = ufsecp_silent_scan_bytes(n);
    if (!work) {
        out_of_memory(env);
        return UFSECP_MISUSE;
    }
    memory found(env, most * sizeof(ufsecp_silent_found));
    if (!found.ok()) return UFSECP_MISUSE;
    memory scratch(env, work);
    if (!scratch.ok()) return UFSECP_MISUSE;
    auto *payments = found.as<ufsecp_silent_found>();
    size_t count = 0;
    if (!ufsecp_silent_scan_transaction(payments, &count, all, n, point, to.seckey32, to.spend33,
                                        to.labels, scratch.as<void>(), work))
        return pubkey_reason(point, 33, UFSECP_NO_POINT);
    for (size_t i = 0; i < count; ++i) give_payment(env, numbers, tweaks, i, 0, payments[i]);
    return static_cast<jint>(count);
}

/* How many payments there are. If they are more than numbers and tweaks have room for, none is
 * given. */
NATIVE(jlong, silentScanRows)(JNIEnv *env, jclass, jlongArray numbers, jbyteArray tweaks,
                              jbyteArray ok, jobject keys, jint labels, jboolean points_array,
                              jobject points, jint points_at, jint point_size,
                              jboolean outputs_array, jobject outputs, jint outputs_at,
                              jint output_size, jlongArray bounds, jint rows, jint output_count) {
    const receiver to(env, keys, static_cast<size_t>(labels));
    const size_t n = static_cast<size_t>(rows), all = static_cast<size_t>(output_count);
    const size_t capacity = length(env, tweaks) / 32;
    column point_rows(env, points, points_at, static_cast<size_t>(point_size), points_array);
    column output_rows(env, outputs, outputs_at, static_cast<size_t>(output_size), outputs_array);
    if (!point_rows.reserve(n, false) || !output_rows.reserve(all, false)) {
        out_of_memory(env);
        return 0;
    }
    memory verdicts(env, n), found(env, capacity * sizeof(ufsecp_silent_match));
    if (!verdicts.ok() || !found.ok()) return 0;
    memory from(env, bounds ? 8 * (n + 1) : 0);
    if (!from.ok()) return 0;
    if (bounds) env->GetLongArrayRegion(bounds, 0, static_cast<jsize>(n + 1), from.as<jlong>());
    const ufsecp_silent_index index = {point_rows.read(0, n),
                                       static_cast<size_t>(point_size),
                                       output_rows.read(0, all),
                                       static_cast<size_t>(output_size),
                                       bounds ? from.as<uint64_t>() : nullptr,
                                       n};
    const ufsecp_silent_scan_key key = {to.seckey32, to.spend33, to.label33s, to.n};
    auto *matches = found.as<ufsecp_silent_match>();
    size_t count = 0;
    ufsecp_silent_scan(matches, capacity, &count, verdicts.as<uint8_t>(), &index, &key, 1);
    if (count == SIZE_MAX) {
        out_of_memory(env);
        return 0;
    }
    if (count > capacity) return static_cast<jlong>(count);
    give(env, ok, verdicts.as<uint8_t>(), n);
    for (size_t i = 0; i < count; ++i) {
        ufsecp_silent_match &match = matches[i];
        /* A sum of 0 leaves zeros: the output's key is the spend key itself. */
        if (match.label >= 0)
            (void)!ufsecp_seckey_tweak_add(match.tweak32, to.tweaks32 + 32 * match.label);
        give_payment(env, numbers, tweaks, i, match.row, match);
    }
    return static_cast<jlong>(count);
}
