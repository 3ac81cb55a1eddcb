/* Thread-local variables: each thread of the code under test has its own, at addresses of its own.
 *
 * A thread has a block like that of a real thread, with the thread-local variables of the program, of its libraries and
 * of libc, and behind them libc's data about the thread.  Code finds all this by the thread pointer, which a switch of
 * fibers sets.  The first thread has the block of the real thread, because constructors and the test's setup may have
 * kept addresses in it.
 *
 * The variables of the program and of its libraries begin anew with each thread and each execution, and so does errno.
 * Those of libc live on through all executions, as its other variables do.
 *
 * Where it is not known how to make such blocks or to set the thread pointer, and where errno is all there is
 * (lct_m.swaps), the threads have their variables at the same addresses, and a switch exchanges the contents.
 */
#ifndef LC_TARGET_RUNTIME_TLS_H
#define LC_TARGET_RUNTIME_TLS_H

#include "target/runtime/machine.h"
#include "target/runtime/modules.h"

/* The variables of one module, or errno. */
typedef struct lct_tls_piece {
    char *here;            /* of the real thread */
    char *of[LCT_THREADS]; /* of each thread; if they are exchanged, where they are kept while it does not run */
    char *marked;          /* as the first thread has them at the start: room for a copy */
    char *initial;         /* as every other one has them: so many bytes, then zeroes */
    size_t size, initial_size;
} lct_tls_piece;

typedef struct lct_tls_state {
    lct_tls_piece pieces[LCT_MODULES + 1];
    unsigned count;
    const lct_tls_piece *program; /* NULL: it has none */
    char *low[LCT_THREADS];       /* the variables of each block */
    ptrdiff_t used;               /* the part of the program and its libraries */
    size_t used_size;
    bool untried; /* no blocks were made so far, because they were not needed */
    char *blocks; /* all of them but the real thread's */
    size_t block_size;
    void *(*find)(void *); /* __tls_get_addr */
} lct_tls_state;
extern lct_tls_state lct_tls __attribute__((visibility("hidden")));

/* Once, before the test's setup. */
void lct_tls_init(void);
/* After it: the contents for the first thread are its initial ones.  There may be new libraries by now. */
void lct_tls_take(void);
/* Before a thread's first step. */
void lct_tls_thread(unsigned number);
/* The current thread is about to end. */
void lct_tls_ends(void);

/* Of a thread that does not run, in the middle of an execution; see snapshot.h. */
struct lct_tape;
void lct_tls_save(struct lct_tape *, unsigned thread);
void lct_tls_load(struct lct_tape *, unsigned thread);

/* Only where contents are exchanged: the current thread is about to stop; it is about to go on. */
void lct_tls_put_away(unsigned thread);
void lct_tls_get_out(unsigned thread);
/* Is it an address where each thread has something else? */
bool lct_tls_is_exchanged(uintptr_t address);

/* Where a thread has a piece at this moment. */
static inline char *lct_tls_at(const lct_tls_piece *p, unsigned thread) {
    return lct_m.swaps && thread == lct_m.current ? p->here : p->of[thread];
}

/* Is it a variable of that thread? */
static inline bool lct_tls_has(unsigned thread, uintptr_t address) {
    return address - (uintptr_t)lct_tls.low[thread] < lct_m.tls_size;
}
/* The thread it is a variable of; -1: of none. */
int lct_tls_thread_of(uintptr_t address);

/* Is it a variable of a thread that has ended? */
bool lct_tls_is_gone(uintptr_t address);
/* Reports the access, if it is not allowed. */
void lct_tls_complain(uintptr_t address, uint64_t size, bool is_write, uintptr_t pc);

/* Could it be?  For the fast path. */
static inline bool lct_tls_may_be_gone(uintptr_t address) {
    return __builtin_expect(address - (uintptr_t)lct_tls.blocks < LCT_THREADS * lct_tls.block_size, 0);
}

#endif
