/* The machine: the threads of the code under test, and the steps they take.
 *
 * A *step* is one access to shared memory or one synchronization, and everything the thread does after it up to its
 * next one.  A thread stops before each step and announces it (lct_point); the strategy chooses the thread that goes
 * on. Only accesses that instrumented code reports through the entry points of tsan.c, and calls of replaced functions
 * of libc, are seen.
 *
 * An *execution* is a sequence of steps from the initial memory to the end of all threads.  The next one starts again
 * from the initial memory (image.c), or from a later state of which a snapshot was taken (snapshot.h), and follows the
 * path of the last one up to where it is to differ; in that part nothing is recorded, because everything up to there is
 * still known.
 *
 * All state of the runtime stands in section `lince_state`, so that restoring the globals of the code under test leaves
 * it alone, or in memory of its own behind guard pages.  The runtime calls nothing of libc that allocates.
 */
#ifndef LC_TARGET_RUNTIME_MACHINE_H
#define LC_TARGET_RUNTIME_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "target/runtime/assert.h"
#include "target/runtime/fiber.h"

/* The runtime is compiled twice (src/meson.build): the usual tests have few threads and are not to pay for more. */
#ifndef LCT_THREADS_MOST
#define LCT_THREADS_MOST 16
#endif
enum { LCT_THREADS = LCT_THREADS_MOST }; /* of one execution, all together */
/* The entries of a table that has a place for each thread in each of them: its size counts against limits on memory. */
#define LCT_ROOM(entries) ((entries) / (LCT_THREADS <= 16 ? 1 : 4))
enum { LCT_JOIN_ALL = 0x80 };        /* the number of no thread */
enum { LCT_TRACED_VOLATILE = 0xff }; /* no order, but the access is volatile */

/* A set of threads. */
#if LCT_THREADS_MOST <= 16
typedef uint16_t lct_mask;
#elif LCT_THREADS_MOST <= 64
typedef uint64_t lct_mask;
#else
__extension__ typedef unsigned __int128 lct_mask;
#endif
typedef lct_mask lct_mask_inside __attribute__((aligned(2))); /* in an object of the code under test */
_Static_assert(sizeof(lct_mask) * 8 >= LCT_THREADS && LCT_THREADS <= 0x80,
               "each has a bit, and a number that a byte of a schedule can hold");

static inline lct_mask lct_bit(unsigned thread) { return (lct_mask)((lct_mask)1 << thread); }
static inline uint64_t lct_beyond_64(lct_mask set) {
    return sizeof set > sizeof(uint64_t) ? (uint64_t)(set >> (4 * sizeof set)) : 0;
}
/* The lowest thread of a set that is not empty, and how many there are in a set. */
static inline unsigned lct_first(lct_mask set) {
    if (sizeof set < sizeof(uint64_t)) return (unsigned)__builtin_ctz((unsigned)set);
    uint64_t low = (uint64_t)set;
    return (unsigned)(low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(lct_beyond_64(set)));
}
static inline unsigned lct_count(lct_mask set) {
    unsigned low = (unsigned)__builtin_popcountll((uint64_t)set);
    return low + (sizeof set > sizeof(uint64_t) ? (unsigned)__builtin_popcountll(lct_beyond_64(set)) : 0);
}

#define LCT_STATE     __attribute__((section("lince_state")))
#define LCT_LIKELY(x) __builtin_expect(!!(x), 1)
#define LCT_INLINE    inline __attribute__((always_inline)) /* at every step: a call would cost more than the body */
#define LCT_CALLER    ((uintptr_t)__builtin_return_address(0))

/* The effect of a step, as far as other threads can notice it. */
typedef enum lct_access {
    LCT_LOCAL, /* nothing: a choice, a yield, the call of an operation without an access */
    LCT_READ,
    LCT_WRITE,   /* also read-modify-write */
    LCT_ACQUIRE, /* takes something and is enabled only when it is there: competes with other acquires of it */
    LCT_SHARE,   /* the same, but does not disturb other shares (a reader's lock) */
    LCT_RELEASE, /* releases something: the steps it enables come after it */
    LCT_JOIN,    /* waits for the end of the thread whose number is the address, or of all (LCT_JOIN_ALL) */
    LCT_END      /* ends the program, also for threads that still had steps: depends on every step */
} lct_access;

typedef struct lct_step {
    uintptr_t address;
    uintptr_t pc;
    uint32_t size;
    uint8_t access; /* an lct_access */
    uint8_t shown;  /* an lct_step_kind, for traces */
    bool atomic;    /* not a plain access */
    uint8_t values; /* a choice among so many */
    uint32_t sp;    /* of the code under test, the lower half; known only if loops are looked for */
} lct_step;

/* The condition of a waiting thread: `ready` returns whether the step can be taken now. */
typedef bool (*lct_ready)(const void *argument);

typedef struct lct_thread_call {
    uint16_t name;
    uint8_t count;
    uint8_t result_count; /* further results so far */
    int64_t values[3], results[3];
} lct_thread_call;

/* The model under which executions are explored by versions (versions.h); LCT_WEAK_SC: the same executions as
 * LCT_WEAK_NOT, where memory alone is looked at. */
enum lct_weak { LCT_WEAK_NOT, LCT_WEAK_SC, LCT_WEAK_TSO, LCT_WEAK_RC11, LCT_WEAK_C11 };

enum lct_life { LCT_UNUSED, LCT_ALIVE, LCT_FINISHED };

typedef struct lct_thread {
    lct_fiber fiber;
    lct_step pending; /* its next step */
    lct_ready ready;  /* NULL: at any time */
    const void *ready_argument;
    uint8_t life;
    bool in_operation;
    bool call_pending; /* its call has not been recorded yet: that comes with the operation's first step */
    bool detached, joined;
    bool awaited;  /* it has been joined, or is about to be */
    bool helper;   /* started by an operation: its steps belong to that */
    bool resident; /* started by the test's setup, or by such a thread: it belongs to the object, and may outlive all */
    bool tried;    /* to take a lock, and failed */
    bool reading;  /* it has taken no step with an effect since it was remembered by lct_retry_begin */
    bool wrote_alone; /* with no other thread there, its last step can write: `reading` is false if it did */
    uint64_t places;  /* where it stood before steps since it began reading, one bit each: some share one */
    uint32_t rounds;  /* so many of its last steps have read this value there, see machine.c */
    uint64_t seen;
    lct_thread_call call;
    int64_t clock;   /* virtual time in ns */
    uint64_t random; /* state of rand */
    void *(*start)(void *);
    void *argument, *result;
    uint8_t ignores[2]; /* its reads and its writes: see annotations.c */
    void *fiber_now;    /* of the program; NULL: the thread's own */
    uintptr_t made_at;  /* the call that created it; 0: it is the test's own */
    char *stack;        /* lowest address */
    void *keys;         /* of pthread_setspecific */
} lct_thread;

enum lct_execution_outcome {
    LCT_RUNNING,
    LCT_COMPLETE,  /* all threads ended */
    LCT_STUCK,     /* no thread can go on, but not all have ended */
    LCT_REDUNDANT, /* given up: other executions cover it */
    LCT_TOO_LONG,
    LCT_FAILED,
    LCT_ALLOWED /* it failed in a way that is allowed */
};

typedef struct lct_machine {
    /* Read at every access: one cache line. */
    bool in_code;        /* the code under test runs, not the explorer: its calls are modelled */
    bool watching;       /* accesses are steps: more than one thread is alive */
    bool plain;          /* plain accesses may be steps */
    bool all_plain;      /* and always are */
    bool tracing;        /* steps are reported */
    uint8_t current;     /* the thread that runs */
    bool speculating;    /* the current thread is tried out, see retry.h */
    bool retry;          /* loops that wait are looked for */
    bool remembers;      /* whole threads are, as they were after their last effect */
    bool merges;         /* further rounds of a loop that counts them are no steps */
    bool merged;         /* there was such a round */
    uint8_t frozen;      /* > 0: inside something that is one step (lince_atomic_begin) */
    bool stacks_shared;  /* threads look at each other's stacks or thread-local variables: accesses to own ones count */
    bool races;          /* data races are looked for, see order.h */
    uint8_t weak;        /* the memory model: loads may read older values, see versions.h; LCT_WEAK_NOT: they do not */
    bool lent;           /* memory has another value than that of the newest version, see versions_access.c */
    bool assembly;       /* there are atomics in inline assembly */
    bool some_promoted;  /* some plain accesses are steps */
    bool tries_all;      /* every order of steps is tried: those of volatile variables are steps */
    bool races_all;      /* and an execution goes on after one that was reported before */
    bool overrides;      /* some places have other memory orders than those of the code, see override.h */
    bool all_orders;     /* seq_cst is reported like weaker orders, see weaker.h */
    int32_t depth;       /* steps begun */
    int32_t fresh;       /* steps before this one are as in the last execution; -1: not even those before them */
    int32_t snapshot_at; /* before this step a snapshot is wanted; -1: none is */
    bool sweeps;         /* states are compared: stacks are to be swept */
    bool snapshot_due;   /* the current thread waits until it is taken */
    bool decides;        /* and then chooses the next thread */
    int8_t starter;      /* the thread that waits for a new thread to reach its first step; -1: none */
    bool swaps;          /* threads exchange their thread-local variables when they switch, see tls.h */
    uintptr_t stack_low, stack_high; /* of the current thread */
    uintptr_t tls_low, tls_size;     /* its thread-local variables; none: they are exchanged */
    uint8_t *path;                   /* the thread of each step */
    uintptr_t *prints;               /* a fingerprint of each step, to detect that it is another one */
    uint8_t *choices;                /* its result, if it is a choice */
    void (*visit)(void);             /* called by a thread before it goes on, see lct_thread_visit; mostly NULL */

    lct_mask free;    /* alive, and needs to wait for nothing */
    lct_mask waiting; /* alive, and waits for its `ready` */
    uint8_t outcome;
    uint8_t thread_count; /* used so far */
    uint8_t unjoined;     /* not yet known to have ended before the next steps */
    uint32_t alone_reads; /* by the only thread since it last changed something */
    uint8_t traced_order; /* of the atomic operation that is being traced, plus 1, or LCT_TRACED_VOLATILE; 0: none */
    bool setting_up;      /* threads that are started now are residents */
    bool self_waits;      /* an operation that takes a lock which its own thread has waits, and does not fail */
    uint32_t looks;       /* at a clock, in this execution */
    int32_t max_depth;
    uint64_t epoch; /* executions begun */
    lct_fiber home; /* the explorer */
    lct_thread threads[LCT_THREADS];
    char *stacks;
    size_t stack_size;
    uint64_t allowed;      /* failures that are none: a bit for each lct_failure */
    void (*body)(void);    /* body of the first thread */
    void (*inspect)(void); /* and at the end of an execution in which nothing went wrong; or NULL */
    bool relinks;          /* where threads do not fit, the command links the program with a runtime that has room */
} __attribute__((aligned(64))) lct_machine;

extern lct_machine lct_m __attribute__((visibility("hidden")));

static inline lct_thread *lct_self(void) { return &lct_m.threads[lct_m.current]; }
static inline bool lct_is_allowed(int failure) { return lct_m.allowed >> failure & 1; }
/* Is it for the specification to judge that the current thread waits for itself? */
static inline bool lct_waits_for_itself(void) { return lct_m.self_waits && lct_self()->in_operation; }
/* As reports call it. */
const char *lct_thread_name(unsigned number);

/* The current step was taken in the last execution as well. */
static inline bool lct_is_prefix(void) { return lct_m.depth <= lct_m.fresh; }

static inline uintptr_t lct_print_of(const lct_step *s) { return s->pc ^ s->address << 16; }
/* The same schedule led elsewhere. */
_Noreturn void lct_diverged(uint32_t step);

/* Once. */
void lct_machine_init(size_t stack_size, int32_t max_depth);

/* Runs one execution: body() in thread 0, and the threads it starts.  Returns when it is over, see lct_m.outcome. */
void lct_machine_run(void (*body)(void));
/* The same for one that goes on where a snapshot was taken, which has just been loaded (snapshot.h). */
void lct_machine_resume(void);

/* Before a step: waits for the thread's turn. */
void lct_point(lct_access, uint8_t shown, uintptr_t address, uint32_t size, bool atomic, uintptr_t pc);
/* The same for a step that is enabled only when ready(argument) holds.  `argument` is the object's address. */
void lct_wait(lct_access, uint8_t shown, const void *object, lct_ready, const void *argument, uintptr_t pc);
/* A choice among n, all of which are tried. */
unsigned lct_choose(unsigned n, uintptr_t pc);
/* A choice before an access, which stands at no place of the code: is it to fail although it need not?  If not, loops
 * that wait are recognized as if there had been no choice. */
bool lct_choose_to_fail(void);
/* No thread can go on: the threads that need not wait any longer, because their time is over first; 0: none.  See
 * sync.h. */
lct_mask lct_patience_ends(void);

/* There is no room for all threads: ends the process, if the command can start another one that has. */
void lct_thread_shortage(void);
/* A new thread, which stops before its first step; its number, or -1 if there are too many. */
int lct_thread_start(void *(*start)(void *), void *argument);
/* Keeps the numbers from 1 to `count` for threads that are started later, by lct_thread_start_as: threads that come
 * before them get higher ones.  To be called before any is started. */
void lct_thread_reserve(unsigned count);
void lct_thread_start_as(unsigned number, void *(*start)(void *), void *argument);
_Noreturn void lct_thread_exit(void *result);
/* Waits until thread `number` has ended. */
void lct_thread_join(unsigned number, uintptr_t pc);
/* Waits until all other threads have ended, or (`idle`) the remaining ones are idle: one step.  Residents can be joined
 * afterwards. */
void lct_thread_join_all(bool idle, uintptr_t pc);
bool lct_thread_residents_rest(void); /* are those idle? */
/* The current thread waits forever, because the execution is of no interest (lince_assume). */
_Noreturn void lct_thread_drop(uintptr_t pc);
bool lct_thread_is_dropped(const lct_thread *);
bool lct_execution_is_dropped(void); /* is one of its threads? */

/* After an execution: a thread that has not ended calls visit(), where it stands, on its own stack. */
void lct_thread_visit(unsigned number, void (*visit)(void));

/* Ends the execution. */
_Noreturn void lct_stop(enum lct_execution_outcome);
/* Reports a failure (an lct_failure of target/explore/control.h) and ends the execution; one that is allowed only ends
 * it. */
_Noreturn void lct_machine_fail(int kind, uintptr_t pc, uintptr_t address, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* For traces: reports the effect of the current step. */
void lct_trace(uint8_t shown, uintptr_t address, uint32_t size, uint64_t before, uint64_t after, uintptr_t pc,
               const char *text);
/* The same for a fence, which is no step. */
void lct_trace_fence(int order, uintptr_t pc);

/* For threads.c.  Another thread continues, until a switch back to this one. */
void lct_switch(unsigned next) __attribute__((visibility("hidden")));
/* The current thread has announced its next step: other threads run until it is chosen. */
void lct_take_turn(void) __attribute__((visibility("hidden")));

/* Where states are compared (lct_m.sweeps): see machine.c.  After each call into the explorer on a thread's stack. */
enum { LCT_SWEPT = 2048 };
void lct_sweep_stack(void) __attribute__((visibility("hidden")));
static inline void lct_sweep(void) {
    if (__builtin_expect(lct_m.sweeps, false)) lct_sweep_stack();
}
/* A new fiber on the stack of the thread. */
void lct_thread_fiber(lct_thread *, void (*entry)(void *), void *argument) __attribute__((visibility("hidden")));

/* For snapshots: another thread is the current one; a thread of the last execution is none of this one. */
void lct_become(unsigned thread);
void lct_thread_clear(lct_thread *);

/* Plain memory of the runtime's own, zeroed, between guard pages; never given back.  Ends the process if there is none.
 */
void *lct_reserve(size_t size);
void lct_unreserve(void *, size_t size);
/* mprotect, which is for the code under test (snapshot_calls.c). */
bool lct_protect(void *, size_t size, int how);
/* Ends the process, which the command treats as: nothing is known.  The code under test must not be given an
 * out-of-memory error, because its reaction would not happen without Lince. */
_Noreturn void lct_out_of_memory(void);

#endif
