// Makes a key, signs the hash of a text, and verifies the signature.
#include <ufsecp.h>

#if defined(ESP32)
#include <bootloader_random.h>
#include <esp_random.h>
SET_LOOP_TASK_STACK_SIZE(16 * 1024);  // the calls here take up to 6 KB
#endif

// Random bytes of the board: the secret key is as good as these are.
static void random_bytes(uint8_t *out, size_t len) {
#if defined(ESP32)
    // The generator's source while Wi-Fi and Bluetooth are off. With one of them on, leave out the
    // calls with enable and disable: they must not run beside radio or ADC.
    bootloader_random_enable();
    esp_fill_random(out, len);
    bootloader_random_disable();
#else
#error "write here how this board's hardware makes random bytes; random() is no source for keys"
#endif
}

static void print_hex(const char *name, const uint8_t *bytes, size_t len) {
    Serial.print(name);
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] < 16) Serial.print("0");
        Serial.print(bytes[i], HEX);
    }
    Serial.println("");
}

void setup() {
    Serial.begin(115200);
    uint8_t seckey[32], pubkey[33], hash[32], sig[64];

    // A number that is no key (0, or the group's order and above) is drawn again.
    do random_bytes(seckey, sizeof seckey);
    while (!ufsecp_seckey_verify(seckey));
    const char text[] = "a message";
    const int signed_it = ufsecp_pubkey_create(pubkey, sizeof pubkey, seckey) &&
                          ufsecp_sha256(hash, (const uint8_t *)text, sizeof text - 1) &&
                          ufsecp_ecdsa_sign(sig, hash, seckey, NULL);
    ufsecp_wipe(seckey, sizeof seckey);
    if (!signed_it) {
        Serial.println("not signed");
        return;
    }
    print_hex("public key ", pubkey, sizeof pubkey);
    print_hex("hash ", hash, sizeof hash);
    print_hex("signature ", sig, sizeof sig);

    const int good = ufsecp_ecdsa_verify(sig, hash, pubkey, sizeof pubkey, UFSECP_LOW_S);
    Serial.println(good ? "the signature is valid" : "the signature is NOT valid");
    hash[0] ^= 1;
    const int other = ufsecp_ecdsa_verify(sig, hash, pubkey, sizeof pubkey, UFSECP_LOW_S);
    Serial.println(other ? "another hash is NOT refused" : "another hash is refused");
}

void loop() {}
