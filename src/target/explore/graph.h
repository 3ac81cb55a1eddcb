/* Execution graphs: each consistent one of a memory model, exactly once.
 *
 * TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis: Truly Stateless, Optimal Dynamic Partial Order Reduction,
 * POPL 2022), by native executions.  A graph is the version that each read reads (versions.h), and the order of the
 * versions of each location.  Steps are added one at a time, always of the first thread that can go on:
 *
 *   - A read is tried with each version that it may read, a write at each place where its version may stand, the newest
 *     first.
 *   - Then a write *revisits* earlier reads of its location that are not in its past (program order and reads-from):
 *     had the write come first, they could have read it.  All steps that were added after the read and are not in the
 *     past of the write are dropped, the read reads the write, and the search goes on from there; but only if each
 *     dropped step, and the read, had been added *maximally*.  Thus the smaller graph is reached by dropping from
 *     exactly one larger graph.
 *
 * A step is maximal, with respect to the revisiting write, if among the steps that had been added before it or are in
 * the past of the write no step reads its version, and its version (of a read: the one that it reads) is the newest.
 *
 * A read-modify-write that could read a version which another one has taken revisits that one.  Locks and other objects
 * are operated on in their newest state only; every operation on them counts as a read-modify-write of the object, and
 * one that a thread waits for at the end revisits without being taken.
 *
 * The path is any order of the steps that extends program order and reads-from.  After a revisit it is: the steps
 * before the read as they were, then those of the past of the write, then the write and the read, then free.  The order
 * in which steps were *added* is kept by their stamps.  A step that is run again finds its version by rank, because
 * newer ones may be missing.
 *
 * Branches share nothing, so that workers can explore them without a word to each other.
 *
 * When a revisit begins, the steps that it replaces are saved in a frame, and come back when everything beyond has been
 * explored.  So memory is bounded by the square of the length of an execution.
 */
#ifndef LC_TARGET_EXPLORE_GRAPH_H
#define LC_TARGET_EXPLORE_GRAPH_H

#include "target/explore/tree.h"
#include "target/runtime/versions.h"

enum lct_graph_kind {
    LCT_GRAPH_OTHER, /* a join, or nothing that other threads notice */
    LCT_GRAPH_CHOICE,
    LCT_GRAPH_LOAD,
    LCT_GRAPH_STORE,
    LCT_GRAPH_UPDATE,
    LCT_GRAPH_OBJECT /* a lock or the like */
};

/* How a step finds its version. */
enum lct_graph_how {
    LCT_GRAPH_FREE,     /* every choice is tried */
    LCT_GRAPH_BY_AGE,   /* the one with so many newer ones */
    LCT_GRAPH_BY_RANK,  /* it is run again */
    LCT_GRAPH_REVISITS, /* of a store: every place is tried, but it does not revisit again */
    LCT_GRAPH_REVISITED /* the version of the step before, wherever that is placed */
};

enum { LCT_GRAPH_NONE = 0xff };
/* Where workers share a stage, graphs that are fewer choices and revisits away from the first execution are explored by
 * all of them, and each part of the graphs beyond that is a task: they have nothing in common. */
enum { LCT_GRAPH_SHARED = 3 };

typedef struct lct_graph_step {
    lct_clock past;     /* program order and reads-from: for each thread, how many of its steps */
    lct_clock own_past; /* the same without the twins of graph_symmetry.c: as clients see it */
    lct_clock hb;       /* happens-before: for each thread, which of its ticks */
    uint64_t stamp;
    uint64_t write_stamp;       /* of its write, which is added anew after each revisit of its read; else the same */
    uint64_t ages;              /* choices that are still to be tried, one bit each */
    uint64_t source_rank, rank; /* of the version that it reads, and of its own */
    uint32_t location;
    uint32_t revisits, revisit_count; /* still to be explored */
    int32_t last_load, last_store;    /* of its thread, so far, this step included; -1: none */
    int32_t drained;                  /* of its thread: loads after this step come after the stores up to this one */
    int16_t number, tick;
    int16_t passed_number; /* this step of thread `passed` was to be before it, and comes after it now */
    int32_t twin;          /* graph_symmetry.c: the same step of an equal thread; negative: there is none */
    uint8_t passed;        /* LCT_GRAPH_NONE: no thread */
    uint8_t thread, kind, order, how;
    uint8_t choice, values;
    /* How many choices and revisits led to where it was first taken, and to where its revisits were found: at most
     * LCT_GRAPH_SHARED. */
    uint8_t level, revisit_level;
    bool known_hb;
    bool same;         /* it did the same as its twin, and all steps before it */
    bool fenced;       /* a fence of seq_cst follows, before the thread's next step */
    bool locked;       /* a locked instruction on x86, also if it writes nothing */
    bool revisits_due; /* it was run with another choice, and is to revisit */
    bool pair;         /* the next step is the one that it revisits */
    bool waits;        /* it cannot be taken, and only revisits */
} lct_graph_step;

/* A step that a write is to revisit, and the past that is kept. */
typedef struct lct_graph_revisit {
    lct_clock past;       /* of the write */
    uint64_t source_rank; /* of a read-modify-write: the version that it reads; 0: the one that it has read */
    int32_t step;
} lct_graph_revisit;

typedef struct lct_graph_fence {
    lct_clock hb;
    int16_t number; /* the step of its thread before it; 0: none */
    int16_t tick;
    uint8_t thread, order;
} lct_graph_fence;
/* The order of a fence that stands for the creation of a thread, on either side. */
enum { LCT_GRAPH_CREATION = UINT8_MAX };

typedef struct lct_graph {
    lct_graph_step *at;
    uint32_t length;  /* steps that are prescribed */
    uint32_t valid;   /* of them, so many are as in the execution before */
    uint32_t base;    /* of the current frame: steps before it belong to earlier ones */
    uint8_t level;    /* of the current execution, see lct_graph_step */
    bool shared;      /* by all workers */
    bool some_passed; /* some step was passed over, in this tree */
    uint64_t clock;   /* the last stamp */
    lct_graph_revisit *revisits;
    uint32_t revisit_count;
    lct_graph_fence *fences;
    uint32_t fence_count;
    uint64_t blocked;  /* graphs that are not complete: a thread waits for a version that it has not read */
    uint32_t finished; /* steps whose place in the graph is known */
    bool genmc;        /* psc as GenMC reads it */
    bool hung;         /* the execution is stuck though all read the newest */
} lct_graph;
extern lct_graph lct_g __attribute__((visibility("hidden")));

void lct_graph_init(uint32_t max_depth);
void lct_graph_clear(void); /* nothing has happened yet */
/* Steps from `depth` on are not on the path any more. */
void lct_graph_cut(uint32_t depth);
/* Another strategy has chosen this thread: its step gets its place in the graph, too.  At the end of an execution:
 * all steps have theirs. */
void lct_graph_follow(uint32_t depth, unsigned thread);
void lct_graph_finish(void);
/* No thread can go on: will that stay so?  Else some thread waits for a version that it has not read. */
bool lct_graph_hangs(void);
/* random.c: the version that a sampled step takes, mostly the newest one. */
unsigned lct_sample_age(uint64_t *random, const lct_weak_access *);
/* The graph as text, for tests. */
void lct_graph_send(void);

/* For the table that the runtime calls. */
unsigned lct_graph_choose_version(const lct_weak_access *, uint64_t *rank);
void lct_graph_version_accessed(const lct_weak_access *);
void lct_graph_fenced(int order);
void lct_graph_thread_started(unsigned thread); /* by the current one */
void lct_graph_merge_bytes(uintptr_t address);
/* Beside schedules the graphs are left out, else the verdict is unknown. */
_Noreturn void lct_graph_leave(uintptr_t pc, uintptr_t address, const char *what);

static inline bool lct_graph_in(const lct_clock *past, const lct_graph_step *s) {
    return lct_clock_at(past, s->thread) >= s->number;
}

/* ---- graph_revisit.c ---- */

/* The steps that this one, the last one, is to revisit. */
void lct_graph_find_revisits(uint32_t step);
/* Among the candidates, read-modify-writes that have taken them: the current step, which would write, revisits them. */
void lct_graph_add_taken(uint32_t step, const lct_weak_access *, uint64_t ages);

/* ---- graph_model.c ---- */

/* Which of the candidates the memory model permits, one bit each. */
uint64_t lct_graph_allowed(const lct_weak_access *);
/* The same without those that a read-modify-write cannot write after, because another one has: it would revisit. */
uint64_t lct_graph_permitted(const lct_weak_access *);
/* graph_psc.c: of these, by the order of sequentially consistent operations in RC11. */
uint64_t lct_graph_psc(const lct_weak_access *, uint64_t ages);
/* Marks of steps, at the end of an execution: each step gets those of all steps before it, too, in the model's order of
 * memory (RC11: program order, reads-from, coherence order). */
void lct_graph_spread(uint64_t *marks);
/* Do two steps operate on the same object? */
bool lct_graph_same_object(uint32_t a, uint32_t b);
/* The last step of a thread before this one; -1: there is none. */
int32_t lct_graph_last_before(unsigned thread, uint32_t step);

#endif
