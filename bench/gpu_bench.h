// The programs for GPUs, one for each of their interfaces.
#pragma once

namespace bench {

/* The program for the devices of this interface; its exit code. */
int gpu_main(const char *api, int argc, char **argv);

}  // namespace bench
