/* The sketch includes this of the ESP32: Arduino.h has the stand-ins. */
#include "Arduino.h"
