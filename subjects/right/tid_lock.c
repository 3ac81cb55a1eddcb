// expect: ok exhaustive
// options: --strategy dpor
// expect: ok
#define MY_NUMBER (lince_thread_number() % 2 ? gettid() : (int)syscall(SYS_gettid))
#include "../objects/tid_lock.h"
