/* Services of libc for libstdc++: thread_local objects are destroyed when their thread ends, and uncaught exceptions
 * are reported.  Nothing of it costs anything in programs without C++. */
#ifndef LC_TARGET_RUNTIME_CXX_H
#define LC_TARGET_RUNTIME_CXX_H

#include "target/runtime/machine.h"

void lct_cxx_init(void);
void lct_cxx_mark(void);
void lct_cxx_begin(void);
void lct_cxx_thread(unsigned number);
void lct_cxx_thread_end(void);
struct lct_tape;
void lct_cxx_save_all(struct lct_tape *);
void lct_cxx_load_all(struct lct_tape *);

#endif
