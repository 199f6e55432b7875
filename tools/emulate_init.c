// The only process of the emulated machine but the programs: runs the commands of /commands one
// after the other, and switches off.
//
// A command is its words, each ended by a zero byte, and an empty word; leading words NAME=value
// are its environment. What it prints goes to port 0xe9, which is the emulator's standard output;
// after it a line "@exit STATUS MILLION-INSTRUCTIONS".
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

static char last = '\n'; /* of what was said */

static void say(const char *text, size_t n) {
    for (size_t i = 0; i < n; i++) outb((unsigned char)(last = text[i]), 0xe9);
}

/* Runs argv as a child, prints what it prints, returns its exit status as a shell does. */
static int run(char **argv) {
    int ends[2], status;
    char text[4096];
    if (pipe(ends)) return 126;
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        close(ends[0]);
        close(ends[1]);
        while (*argv && strchr(*argv, '=')) putenv(*argv++);
        if (*argv) execv(*argv, argv);
        fprintf(stderr, "%s: %s; is it a static program?\n", *argv ? *argv : "nothing to run",
                strerror(errno));
        _exit(127);
    }
    close(ends[1]);
    for (ssize_t n; (n = read(ends[0], text, sizeof text)) > 0;) say(text, (size_t)n);
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) != child) return 126;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(void) {
    static char text[1 << 16], *words[1 << 10];
    iopl(3);
    mount("proc", "/proc", "proc", 0, NULL);
    mount("sys", "/sys", "sysfs", 0, NULL);
    mount("dev", "/dev", "devtmpfs", 0, NULL);
    FILE *commands = fopen("/commands", "rb");
    const size_t n = commands ? fread(text, 1, sizeof text - 1, commands) : 0;
    say("@start\n", 7);
    size_t count = 0;
    for (char *word = text; word < text + n; word += strlen(word) + 1) {
        if (count == 0 && chdir(word))
            say("@no folder\n", 11); /* the first word of a command: where it runs */
        words[count++] = *word ? word : NULL;
        if (*word && count < sizeof words / sizeof *words) continue;
        const uint64_t start = __builtin_ia32_rdtsc();
        const int status = run(words + 1);
        const uint64_t cycles = __builtin_ia32_rdtsc() - start;
        if (last != '\n') say("\n", 1);
        char line[64];
        say(line, (size_t)snprintf(line, sizeof line, "@exit %d %llu\n", status,
                                   (unsigned long long)cycles / 1000000));
        count = 0;
    }
    for (const char *p = "Shutdown"; *p; p++) outb((unsigned char)*p, 0x8900);
    for (;;) pause();
}
