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

enum { LCT_STEPS_MAX = 32000 }; /* of one thread, so that a clock can count them */

typedef struct lct_step_event {
    lct_clock clock; /* for each thread how many of its steps come before */
    union {
        lct_step step; /* as it was announced */
        struct {       /* and by the same names */
            uintptr_t address, pc;
            uint32_t size;
            uint8_t access; /* an lct_access, as it turned out */
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
    uint8_t tried;       /* an attempt at a lock: LCT_TOOK, LCT_MISSED; 0: none */
    uint8_t after_size;  /* bytes of `after` */
    bool waits;          /* for an object that another thread may take first: see happens_waiting.c */
} lct_step_event;
enum { LCT_TOOK = 1, LCT_MISSED };

typedef struct lct_node {
    lct_mask enabled;                             /* threads that were enabled */
    lct_mask sleep;                               /* of them, whose going on was covered before */
    lct_mask todo;                                /* threads that are to go on, or did */
    lct_mask done;                                /* threads that did, with all continuations explored */
    lct_mask returned;                            /* of sleep and done: whose step ends an operation */
    lct_mask was_read;                            /* of sleep and done: whose step changed nothing after all */
    lct_mask fatal;                               /* of done: with whose step the execution failed, and ended */
    uint8_t previous;                             /* the thread of the step before */
    uint8_t cost;                                 /* preemptions or rounds so far */
    bool yields;                                  /* the thread of the step before is about to sleep, or to yield */
    bool alone;                                   /* only because no other thread was enabled */
    lct_mask spinning, stale, observed;           /* threads that wait in a loop, see target/runtime/retry.h */
    uint32_t log_length, undo, order, spin_count; /* to come back here */
    uint32_t versions, fences;
} lct_node;

typedef struct lct_shadow {
    uintptr_t address, pc;
    uint32_t size;
    bool writes;
} lct_shadow;

struct lct_weak_access;

/* How a strategy takes part.  One file each. */
typedef struct lct_strategy {
    enum lct_stage_kind kind; /* of the stages it makes */
    bool clocks;              /* it needs happens-before, and races are passed to it */
    bool complete;            /* when it ends by itself, it has seen everything it is to see */
    bool reduces;             /* executions in which a thread read without success are covered by other executions */
    bool compares_states;     /* it uses the state before every step, see progress.h */
    bool graphs;              /* it explores execution graphs, see graph.h */
    void (*start)(void);
    /* The thread that goes on at step `depth`, whose node is filled in; -1: none, other executions cover this one. */
    int (*choose)(uint32_t depth, lct_node *);
    /* Under a weak memory model: which of its candidates the step takes (see versions.h).  NULL: as lct_m.choices has.
     */
    unsigned (*choose_version)(const struct lct_weak_access *);
    /* The steps `earlier` and `later` race: they could be the other way round. */
    void (*race)(uint32_t earlier, uint32_t later);
    /* After an execution: where the next one differs (lct_tree_branch, lct_tree_restart); false: there is none. */
    bool (*next)(void);
} lct_strategy;

#define LCT_INVARIANT_FAILS "the invariant does not hold, and no operation is running"

extern const lct_strategy lct_dpor, lct_graphs, lct_bounded, lct_rounds, lct_exhaustive, lct_states, lct_serial,
    lct_random, lct_pct, lct_pct_weak, lct_replay, lct_guided;

typedef struct lct_spin {
    uint8_t thread;
    lct_mask observers; /* locks.c: threads that saw that it had a lock, */
    int32_t since;      /* and has done nothing about it up to this step */
    lct_spin_watch watch;
} lct_spin;
enum { LCT_SPINS_MAX = 1 << 14 };

typedef struct lct_tree {
    lct_step_event *events;
    lct_node *nodes;
    lct_shadow *shadows;
    uint32_t shadow_count;
    uint32_t volatile_reads; /* among them, of all executions */
    uint32_t processed;      /* events whose clocks are known */
    bool anew;               /* the thread of the first new step is to be chosen again */
    const lct_strategy *strategy;
    uint32_t bound; /* preemptions, rounds - 1, or states */
    uint32_t split; /* nodes above this depth are explored in full, so that the part below can be shared out */
    bool invariant; /* the test has one */
    bool uninstrumented, call_steps; /* see lct_config */
    bool returned;                   /* an operation ended since it was looked at */
    bool wary;                       /* see progress.h */
    int32_t quiet;                   /* before this step the last operation began or ended, that is known of */
    int32_t length;                  /* steps of the execution from which this one branches off */
    bool restricted;                 /* there are schedules beyond the bound */
    bool counting;                   /* tasks are counted, not done */
    uint32_t counted;
    bool unfinished; /* some task was cut short */
    bool history_edges;
    bool links;   /* instead of these, histories may have links: they are judged for all orders of calls and returns; */
    bool lists;   /* or the histories of all equivalent schedules are listed; */
    bool linked;  /* and so it is in this tree */
    bool merging; /* states that are known are not explored again, see merge.h */
    uint8_t weak; /* an lct_weak: the memory model of the next tree */
    bool races;   /* data races are looked for, */
    bool races_end;      /* and each ends its execution, whichever it is */
    bool shadows_matter; /* see lct_tree_shadows_matter */
    bool clocks_urgent;  /* reduction needs the races before the next step is chosen, or there are many shadows;
                          * otherwise all steps of an execution are processed at its end */
    bool loops;          /* that wait are looked for, if the strategy has use for it */
    bool rounds;         /* later rounds of counted loops are taken together, see runtime/machine.c */
    bool cycles;         /* executions came back to a state they were in */
    bool mistaken;       /* states were taken for the same that are not */
    bool gave_up;        /* the strategy cannot go on */
    bool dropped;        /* the execution was, at its end: by lince_assume */
    bool new_races;      /* plain accesses were found to race: they must become steps */
    lct_mask spinning, stale;
    lct_mask observed; /* of the stale ones, those that an effect of another thread may bring back: see locks.c */
    lct_spin *spins;   /* the wake-up conditions of spinning threads */
    uint32_t spin_count, spin_of[LCT_THREADS];
    int32_t last[LCT_THREADS], born[LCT_THREADS]; /* of each thread: its last step, the step that started it */
    int16_t steps[LCT_THREADS];
} lct_tree;

extern lct_tree lct_t __attribute__((visibility("hidden")));

void lct_tree_init(uint32_t max_depth);
/* Which steps depend on each other in this tree: also calls and returns? */
void lct_tree_depend(void);
/* Begins a strategy with an empty tree. */
void lct_tree_begin(const lct_strategy *);
/* Runs one execution; afterwards all its events are processed. */
void lct_tree_run(void (*body)(void));
/* The next execution: as this one up to step `depth`, which `thread` takes (with `choice`, if it is one). */
void lct_tree_branch(uint32_t depth, unsigned thread, unsigned choice);
/* After an execution: the step that a waiting thread would take next, as if it stood `at` behind the path. */
const lct_step_event *lct_tree_expect(uint32_t at, unsigned thread);
/* Drops the steps from `depth` on, and with them the rest of the work below. */
void lct_tree_cut(uint32_t depth);
/* The next execution: from scratch. */
void lct_tree_restart(void);
/* The same for one of many that have nothing in common but the part before the first step. */
void lct_tree_resample(void);

/* The current step returned from an operation. */
void lct_tree_returned(void);
/* The code under test declares that the values the current thread read led nowhere. */
void lct_tree_in_vain(void);

/* Since step `first` of the current thread: has another one changed what it had looked at by then? */
bool lct_tree_overtaken(int32_t first);
/* locks.c: enables the threads again whose locks were observed by another thread with an effect. */
void lct_locks_bring_back(void);

/* Where the shadows of a step end; those of the next one start there. */
static inline uint32_t lct_shadows_end(uint32_t step) {
    return step + 1 < (uint32_t)lct_m.depth ? lct_t.events[step + 1].shadows : lct_t.shadow_count;
}

/* Does it count as a read only because it stored the value that was there? */
static inline bool lct_is_silent_store(const lct_step_event *e) {
    return e->shown == LCT_STEP_STORE && e->access == LCT_READ;
}

/* Is event `e` before event `f` in the order of what depends on what? */
static inline bool lct_is_before(const lct_step_event *e, const lct_step_event *f) {
    return lct_clock_at(&f->clock, e->thread) >= e->number;
}

/* happens.c, happens_memory.c */
void lct_happens_init(void);
void lct_happens_clear(void); /* nothing has happened yet */
/* Gives the events their clocks and reports races to the strategy; a node stores how to undo that. */
void lct_happens_add(uint32_t from, uint32_t to);
void lct_happens_undo(uint32_t mark); /* back to when lct_happens_mark was this */
uint32_t lct_happens_mark(void);
/* Does a step of another thread matter for the pending one of thread `t`?  `returns`, `reads`: known properties of
 * it. */
bool lct_depends(const lct_step_event *, unsigned t, bool returns, bool reads);

/* promoted_accesses.c: plain accesses that were found to race are steps, identified by their program counters.  A
 * finding takes effect when it is applied, because a tree must not change while it is explored. */
bool lct_is_promoted(uintptr_t pc);
void lct_promote(uintptr_t pc);
void lct_promote_block(uintptr_t address);         /* atomic accesses to these 16 bytes overlap in part */
void lct_promoted_blocks(void (*visit)(uint64_t)); /* all of them, as places of a replay */
void lct_promote_stacks(void);                     /* threads look at each other's stacks */
void lct_promote_loop(uintptr_t pc);               /* not a race: a loop may begin here, see target/runtime/retry.h */
void lct_promoted_apply(void);
void lct_promoted_forget(void);
void lct_promoted_publish(void); /* the findings, to all workers */
bool lct_promoted_import(void);  /* the findings of all workers; true: there was a new one */

/* The functions that the runtime calls by its table, see target/runtime/explorer.h. */
unsigned lct_tree_choose_thread(void);
void lct_tree_thread_started(unsigned thread);
void lct_tree_thread_ends(void);
lct_mask lct_tree_spinning(void);
bool lct_tree_timed_out_repeatedly(unsigned thread);
bool lct_tree_reads_again(uintptr_t pc);
uint64_t lct_tree_locks_again(uintptr_t pc);
void lct_tree_locks_with(uint64_t state);
void lct_tree_tried_lock(bool taken);
void lct_tree_was_read(void);
void lct_tree_store_is_seen(int32_t step);
void lct_tree_comes_after(const void *object, uint32_t size);
void lct_tree_comes_after_release(const void *object, uint32_t nth);
void lct_tree_comes_after_step(int32_t step);
void lct_tree_shadow(uintptr_t address, uint32_t size, bool writes, uintptr_t pc);
void lct_tree_volatile_read(uintptr_t address, uintptr_t pc);
void lct_tree_shadows_matter(void);
void lct_tree_stack_is_shared(void);

/* Traces: of calls and returns. */
void lct_trace_call(unsigned thread, uint16_t name, unsigned count, const int64_t *values);
void lct_trace_return(unsigned thread, unsigned count, const int64_t *values);

#endif
