/* Services of libc for libstdc++: thread_local objects are destroyed when their thread ends, and uncaught exceptions
 * are reported.  Nothing of it costs anything in programs without C++. */
#ifndef LC_TARGET_RUNTIME_CXX_H
#define LC_TARGET_RUNTIME_CXX_H

#include "target/runtime/machine.h"

void lc_cxx_init(void);
void lc_cxx_mark(void);
void lc_cxx_begin(void);
void lc_cxx_thread(unsigned number);
void lc_cxx_thread_end(void);
struct lc_tape;
void lc_cxx_save_all(struct lc_tape *);
void lc_cxx_load_all(struct lc_tape *);

#endif
