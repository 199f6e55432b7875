/* Runs test/size_probe.c, as the smallest program around it. */
int probe(void);
int main(void) { return !probe(); }
