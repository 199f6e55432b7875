// The end of a thread that another cancels, put off while others wait for it.
#pragma once
#include <pthread.h>

namespace ufsecp {

#ifndef PTHREAD_CANCEL_DISABLE /* a system without cancellation */
#define PTHREAD_CANCEL_DISABLE 0
static inline int pthread_setcancelstate(int, int *) { return 0; }
#endif

/* While it lives, its thread is not cancelled: code without exceptions would leave its locks held,
 * and its stack to those who use it. */
class uncancelled {
public:
    uncancelled() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
    ~uncancelled() { pthread_setcancelstate(before_, nullptr); }
    uncancelled(const uncancelled &) = delete;

private:
    int before_ = 0;
};

}  // namespace ufsecp
