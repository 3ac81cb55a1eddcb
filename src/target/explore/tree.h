/* The tree of executions, and the path of the current one.
 *
 * All strategies work on it: at each step of the path a node has the threads that were enabled and the one that was
 * chosen.  The steps of the path are kept as events with their place in the happens-before order (happens.c).
 */
#ifndef LC_TARGET_EXPLORE_TREE_H
#define LC_TARGET_EXPLORE_TREE_H

#include "target/explore/control.h"
#include "target/explore/record.h"
#include "target/runtime/clock.h"
#include "target/runtime/machine.h"
#include "target/runtime/retry.h"

enum { LC_STEPS_MAX = 32000 }; /* of one thread, so that a clock can count them */

typedef struct lc_step_event {
    lc_clock clock; /* for each thread how many of its steps come before */
    union {
        lc_step step; /* as it was announced */
        struct {      /* and by the same names */
            uintptr_t address, pc;
            uint32_t size;
            uint8_t access; /* an lc_access, as it turned out */
            uint8_t shown;
            bool atomic;
            uint8_t values; /* a choice among so many */
            uint32_t sp;
        };
    };
    uintptr_t after;     /* it also comes after the last releases of these bytes; 0: none */
    uint64_t state;      /* of the thread before it, see locks.c; 0: not known */
    int32_t after_step;  /* and after this step; -1: none */
    int32_t before;      /* the thread's step before it; -1: there is none */
    uint32_t shadows;    /* plain accesses that are no steps: where those of this step start */
    int16_t number;      /* which one of its thread, from 1 */
    uint8_t thread;      /* the thread that takes it */
    bool after_all;      /* it comes after everything: no other thread was enabled */
    bool calls, returns; /* an operation begins, ends with it */
    uint8_t tried;       /* an attempt at a lock: LC_TOOK, LC_MISSED; 0: none */
    uint8_t after_size;  /* bytes of `after` */
} lc_step_event;
enum { LC_TOOK = 1, LC_MISSED };

typedef struct lc_node {
    lc_mask enabled;                              /* threads that were enabled */
    lc_mask sleep;                                /* of them, whose going on was covered before */
    lc_mask todo;                                 /* threads that are to go on, or did */
    lc_mask done;                                 /* threads that did, with all continuations explored */
    lc_mask returned;                             /* of sleep and done: whose step ends an operation */
    lc_mask was_read;                             /* of sleep and done: whose step changed nothing after all */
    lc_mask fatal;                                /* of done: with whose step the execution failed, and ended */
    uint8_t previous;                             /* the thread of the step before */
    uint8_t cost;                                 /* preemptions or rounds so far */
    bool yields;                                  /* the thread of the step before is about to sleep, or to yield */
    bool alone;                                   /* only because no other thread was enabled */
    lc_mask spinning, stale, observed;            /* threads that wait in a loop, see target/runtime/retry.h */
    uint32_t log_length, undo, order, spin_count; /* to come back here */
} lc_node;

typedef struct lc_shadow {
    uintptr_t address, pc;
    uint32_t size;
    bool writes;
} lc_shadow;

/* How a strategy takes part.  One file each. */
typedef struct lc_strategy {
    enum lc_stage_kind kind; /* of the stages it makes */
    bool clocks;             /* it needs happens-before and wants to hear of races */
    bool complete;           /* when it ends by itself, it has seen everything it is to see */
    bool reduces;            /* executions in which a thread read without success are covered by other executions */
    bool knows_states;       /* it uses the state before every step, see progress.h */
    void (*start)(void);
    /* The thread that goes on at step `depth`, whose node is filled in; -1: none, other executions cover this one. */
    int (*choose)(uint32_t depth, lc_node *);
    /* The steps `earlier` and `later` race: they could be the other way round. */
    void (*race)(uint32_t earlier, uint32_t later);
    /* After an execution: where the next one differs (lc_tree_branch, lc_tree_restart); false: there is none. */
    bool (*next)(void);
} lc_strategy;

#define LC_INVARIANT_FAILS "the invariant does not hold, and no operation is running"

extern const lc_strategy lc_dpor, lc_bounded, lc_rounds, lc_exhaustive, lc_states, lc_serial, lc_random, lc_pct,
    lc_replay, lc_guided;

typedef struct lc_spin {
    uint8_t thread;
    lc_mask observers; /* locks.c: threads that saw that it had a lock, */
    int32_t since;     /* and has done nothing about it up to this step */
    lc_spin_watch watch;
} lc_spin;
enum { LC_SPINS_MAX = 1 << 14 };

typedef struct lc_tree {
    lc_step_event *events;
    lc_node *nodes;
    lc_shadow *shadows;
    uint32_t shadow_count;
    uint32_t volatile_reads; /* among them, of all executions */
    uint32_t processed;      /* events whose clocks are known */
    bool anew;               /* the thread of the first new step is to be chosen again */
    const lc_strategy *strategy;
    uint32_t bound;          /* preemptions, rounds - 1, or states */
    uint32_t split;          /* nodes above this depth are explored in full, so that the part below can be shared out */
    bool invariant;          /* the test has one */
    bool unseen, call_steps; /* see lc_config */
    bool returned;           /* an operation ended since it was looked at */
    bool wary;               /* see progress.h */
    int32_t quiet;           /* before this step the last operation began or ended, that is known of */
    int32_t length;          /* steps of the execution from which this one branches off */
    bool restricted;         /* there are schedules beyond the bound */
    bool counting;           /* tasks are counted, not done */
    uint32_t counted;
    bool unfinished; /* some task was cut short */
    bool history_edges;
    bool races;          /* data races are looked for, */
    bool races_end;      /* and each ends its execution, whichever it is */
    bool shadows_matter; /* see lc_tree_shadows_matter */
    bool clocks_urgent;  /* reduction needs the races before the next step is chosen, or there are many shadows;
                          * otherwise all steps of an execution are processed at its end */
    bool loops;          /* that wait are looked for, if the strategy has use for it */
    bool cycles;         /* executions came back to a state they were in */
    bool mistaken;       /* states were taken for the same that are not */
    bool gave_up;        /* the strategy cannot go on */
    bool new_races;      /* plain accesses were found to race: they must become steps */
    lc_mask spinning, stale;
    lc_mask observed; /* of the stale ones, those that an effect of another thread may bring back: see locks.c */
    lc_spin *spins;   /* the wake-up conditions of spinning threads */
    uint32_t spin_count, spin_of[LC_THREADS];
    int32_t last[LC_THREADS], born[LC_THREADS]; /* of each thread: its last step, the step that started it */
    int16_t steps[LC_THREADS];
} lc_tree;

extern lc_tree lc_t __attribute__((visibility("hidden")));

void lc_tree_init(uint32_t max_depth);
/* Begins a strategy with an empty tree. */
void lc_tree_begin(const lc_strategy *);
/* Runs one execution; afterwards all its events are processed. */
void lc_tree_run(void (*body)(void));
/* The next execution: as this one up to step `depth`, which `thread` takes (with `choice`, if it is one). */
void lc_tree_branch(uint32_t depth, unsigned thread, unsigned choice);
/* Drops the steps from `depth` on, and with them the rest of the work below. */
void lc_tree_cut(uint32_t depth);
/* The next execution: from scratch. */
void lc_tree_restart(void);
/* The same for one of many that have nothing in common but the part before the first step. */
void lc_tree_again(void);

/* The current step returned from an operation. */
void lc_tree_returned(void);
/* The code under test declares that the values the current thread read led nowhere. */
void lc_tree_in_vain(void);

/* Since step `first` of the current thread: has another one changed what it had looked at by then? */
bool lc_tree_overtaken(int32_t first);
/* locks.c: enables the threads again whose locks were observed by another thread with an effect. */
void lc_locks_bring_back(void);

/* Where the shadows of a step end; those of the next one start there. */
static inline uint32_t lc_shadows_end(uint32_t step) {
    return step + 1 < (uint32_t)lc_m.depth ? lc_t.events[step + 1].shadows : lc_t.shadow_count;
}

/* Is event `e` before event `f` in the order of what depends on what? */
static inline bool lc_is_before(const lc_step_event *e, const lc_step_event *f) {
    return lc_clock_at(&f->clock, e->thread) >= e->number;
}

/* happens.c, happens_memory.c */
void lc_happens_init(void);
void lc_happens_clear(void); /* nothing has happened yet */
/* Gives the events their clocks and reports races to the strategy; a node stores how to undo that. */
void lc_happens_add(uint32_t from, uint32_t to);
void lc_happens_undo(uint32_t mark); /* back to when lc_happens_mark was this */
uint32_t lc_happens_mark(void);
/* Does a step of another thread matter for the pending one of thread `t`?  `returns`, `reads`: known properties of
 * it. */
bool lc_depends(const lc_step_event *, unsigned t, bool returns, bool reads);

/* promoted_accesses.c: plain accesses that were found to race are steps; told by where they are in the program.  What
 * is found takes effect when it is applied, because a tree must not change while it is explored. */
bool lc_racy(uintptr_t pc);
void lc_racy_found(uintptr_t pc);
void lc_racy_stacks(void);       /* threads look at each other's stacks */
void lc_racy_loop(uintptr_t pc); /* not a race: a loop may begin here, see target/runtime/retry.h */
void lc_racy_apply(void);
void lc_racy_forget(void);
void lc_racy_publish(void); /* the findings, to all workers */
bool lc_racy_import(void);  /* the findings of all workers; true: there was a new one */

/* What the runtime calls by its table, see target/runtime/explorer.h. */
unsigned lc_tree_choose_thread(void);
void lc_tree_thread_started(unsigned thread);
void lc_tree_thread_ends(void);
lc_mask lc_tree_spinning(void);
bool lc_tree_timed_out_repeatedly(unsigned thread);
bool lc_tree_reads_again(uintptr_t pc);
uint64_t lc_tree_locks_again(uintptr_t pc);
void lc_tree_locks_with(uint64_t state);
void lc_tree_tried_lock(bool taken);
void lc_tree_was_read(void);
void lc_tree_comes_after(const void *object, uint32_t size);
void lc_tree_comes_after_step(int32_t step);
void lc_tree_shadow(uintptr_t address, uint32_t size, bool writes, uintptr_t pc);
void lc_tree_volatile_read(uintptr_t address, uintptr_t pc);
void lc_tree_shadows_matter(void);
void lc_tree_stack_is_shared(void);
/* Installs the explorer in the runtime: fills in that table. */
void lc_tree_install(void);

/* Traces: of calls and returns. */
void lc_tell_call(unsigned thread, uint16_t name, unsigned count, const int64_t *values);
void lc_tell_return(unsigned thread, unsigned count, const int64_t *values);

#endif
