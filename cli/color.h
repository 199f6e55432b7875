// Colours of text for people: on a terminal, unless --color or the variable NO_COLOR says
// otherwise.
#pragma once
#include <string>

enum class ink { good, bad, heading };

/* "always" and "never" hold for every stream; "auto" and "" mean terminals, and none where NO_COLOR
 * has a value or the terminal is dumb. */
void choose_color(const std::string &when);
/* Whether text for this stream, 1 or 2, is in colour. */
bool in_color(int stream);
/* The text in colour, if text for that stream is. */
std::string painted(ink with, const std::string &text, int stream = 1);
