// A sketch as Arduino's builder hands it to the compiler: Arduino.h comes first.
#include "Arduino.h"
/* behind it */
#include "SignVerify.ino"

int main() {
    setup();
    loop();
    return 0;
}
