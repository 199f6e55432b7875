// A sketch as Arduino's builder hands it to the compiler: Arduino.h comes first.
#include "Arduino.h"
/* behind it */
#include "SignVerify.ino"

int main() {
    setup();
    loop();
    uint8_t seckey[32];
    if (ufsecp_seckey_generate(seckey)) board_print("the library makes a key of its own\n");
    return 0;
}
