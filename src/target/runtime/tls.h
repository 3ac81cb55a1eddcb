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
 * (lc_m.swaps), the threads have their variables at the same addresses, and a switch exchanges the contents.
 */
#ifndef LC_TARGET_RUNTIME_TLS_H
#define LC_TARGET_RUNTIME_TLS_H

#include "target/runtime/machine.h"
#include "target/runtime/modules.h"

/* The variables of one module, or errno. */
typedef struct lc_own_piece {
    char *here;           /* of the real thread */
    char *of[LC_THREADS]; /* of each thread; if they are exchanged, where they are kept while it does not run */
    char *marked;         /* as the first thread has them at the start: room for a copy */
    char *initial;        /* as every other one has them: so many bytes, then zeroes */
    size_t size, initial_size;
} lc_own_piece;

typedef struct lc_own_state {
    lc_own_piece pieces[LC_MODULES + 1];
    unsigned count;
    const lc_own_piece *program; /* NULL: it has none */
    char *low[LC_THREADS];       /* the variables of each block */
    ptrdiff_t used;              /* the part of the program and its libraries */
    size_t used_size;
    bool untried; /* no blocks were made so far, because they were not needed */
    char *blocks; /* all of them but the real thread's */
    size_t block_size;
    void *(*find)(void *); /* __tls_get_addr */
} lc_own_state;
extern lc_own_state lc_own __attribute__((visibility("hidden")));

/* Once, before the test's setup. */
void lc_own_init(void);
/* After it: the contents for the first thread are its initial ones.  There may be new libraries by now. */
void lc_own_take(void);
/* Before a thread's first step. */
void lc_own_thread(unsigned number);
/* The current thread is about to end. */
void lc_own_ends(void);

/* Of a thread that does not run, in the middle of an execution; see snapshot.h. */
struct lc_tape;
void lc_own_save(struct lc_tape *, unsigned thread);
void lc_own_load(struct lc_tape *, unsigned thread);

/* Only where contents are exchanged: the current thread is about to stop; it is about to go on. */
void lc_own_put_away(unsigned thread);
void lc_own_get_out(unsigned thread);
/* Is it an address where each thread has something else? */
bool lc_own_is_exchanged(uintptr_t address);

/* Where a thread has a piece at this moment. */
static inline char *lc_own_at(const lc_own_piece *p, unsigned thread) {
    return lc_m.swaps && thread == lc_m.current ? p->here : p->of[thread];
}

/* Is it a variable of that thread? */
static inline bool lc_own_has(unsigned thread, uintptr_t address) {
    return address - (uintptr_t)lc_own.low[thread] < lc_m.own_size;
}
/* The thread it is a variable of; -1: of none. */
int lc_own_thread_of(uintptr_t address);

/* Is it a variable of a thread that has ended? */
bool lc_own_is_gone(uintptr_t address);
/* Reports the access, if it is not allowed. */
void lc_own_complain(uintptr_t address, uint64_t size, bool is_write, uintptr_t pc);

/* Could it be?  For the fast path. */
static inline bool lc_own_may_be_gone(uintptr_t address) {
    return __builtin_expect(address - (uintptr_t)lc_own.blocks < LC_THREADS * lc_own.block_size, 0);
}

#endif
