/* What libstdc++ keeps for each real thread and must be kept for each modelled one: the exceptions being handled, and
 * what std::call_once is about to call.  Nothing of it costs anything in programs without C++. */
#ifndef LC_RUNTIME_CXX_H
#define LC_RUNTIME_CXX_H

#include "runtime/machine.h"

typedef struct lc_cxx_words {
    void *caught;   /* __cxa_eh_globals: the chain of caught exceptions, */
    void *uncaught; /* and how many are being thrown (an unsigned, and padding) */
    void *callable; /* std::__once_callable */
    void *call;     /* std::__once_call */
} lc_cxx_words;

typedef struct lc_cxx_state {
    void **exceptions; /* where libstdc++ has them for this real thread; NULL: there is none */
    void **callable, **call;
    lc_cxx_words saved[LC_THREADS];
} lc_cxx_state;
extern lc_cxx_state lc_cxx __attribute__((visibility("hidden")));

static inline void lc_cxx_save(const lc_thread *t) {
    if (LC_LIKELY(!lc_cxx.exceptions)) return;
    lc_cxx_words *words = &lc_cxx.saved[t - lc_m.threads];
    words->caught = lc_cxx.exceptions[0];
    words->uncaught = lc_cxx.exceptions[1];
    words->callable = *lc_cxx.callable;
    words->call = *lc_cxx.call;
}

static inline void lc_cxx_load(const lc_thread *t) {
    if (LC_LIKELY(!lc_cxx.exceptions)) return;
    const lc_cxx_words *words = &lc_cxx.saved[t - lc_m.threads];
    lc_cxx.exceptions[0] = words->caught;
    lc_cxx.exceptions[1] = words->uncaught;
    *lc_cxx.callable = words->callable;
    *lc_cxx.call = words->call;
}

void lc_cxx_init(void);
void lc_cxx_mark(void);
void lc_cxx_begin(void);
void lc_cxx_thread(unsigned number);
void lc_cxx_thread_end(void);
struct lc_tape;
void lc_cxx_save_all(struct lc_tape *);
void lc_cxx_load_all(struct lc_tape *);

#endif
