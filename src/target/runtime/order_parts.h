/* Shared by the files of the order of synchronization. */
#ifndef LC_TARGET_RUNTIME_ORDER_PARTS_H
#define LC_TARGET_RUNTIME_ORDER_PARTS_H

#include "target/runtime/clock.h"
#include "target/runtime/order.h"

/* Bytes that have always been accessed together; at most the eight of a word. */
typedef struct lct_cell {
    lct_clock reads;                       /* plain: when each thread last did; 0: never */
    lct_clock atomic_reads, atomic_writes; /* the same */
    uintptr_t low;
    uint32_t granule; /* that it lies in */
    uint8_t size;
    uint8_t kinds;             /* of accesses that there ever were, also in other executions: LCT_PLAIN, LCT_ATOMIC */
    uint8_t writer;            /* the thread of the last plain write, */
    int16_t written;           /* and its time; 0: none */
    lct_mask heads;            /* whose releases an acquire that reads the current value comes after: */
    int32_t head[LCT_THREADS]; /* the latest of each, as published */
} lct_cell;

/* The clocks of a thread.  Clocks are written as a whole, as a part written shortly before would stall reading it. */
typedef struct lct_thread_clocks {
    lct_clock now;  /* of itself everything: its own entry is the largest there is */
    lct_clock seen; /* the clocks its relaxed loads read: they take effect at an acquire fence */
    int16_t tick;   /* its own */
    int32_t fence;  /* the clock its last release fence published; -1: there was none */
} lct_thread_clocks;

enum { LCT_PLAIN = 1, LCT_ATOMIC = 2 };

enum lct_change_kind {
    LCT_CHANGE_READ, /* the first three are accesses that are kept per thread */
    LCT_CHANGE_ATOMIC_READ,
    LCT_CHANGE_ATOMIC_WRITE,
    LCT_CHANGE_WRITE,
    LCT_CHANGE_HEADS,
    LCT_CHANGE_SPLIT,   /* a cell was split in two */
    LCT_CHANGE_NOW,     /* a thread's clocks; the former one is the last clock saved */
    LCT_CHANGE_SEEN,    /* the same */
    LCT_CHANGE_FENCE,   /* `head` was its last one */
    LCT_CHANGE_PUBLISH, /* it published something, and its next tick began */
};

/* The former value, and the access that changed it. */
typedef struct lct_change {
    uint32_t cell;
    int16_t tick;
    uint8_t kind;
    uint8_t thread;
    union {
        struct {
            uintptr_t address, pc;
            uint32_t size;
            uint8_t touch; /* an lct_touch */
            bool modifies;
            bool assembly; /* LCT_RACED_ASSEMBLY */
        } by;
        struct {
            int32_t head;
            lct_mask heads;
        };
        struct {
            uint32_t second;
            uint8_t whole; /* bytes of both */
        };
    };
} lct_change;

/* Eight bytes of memory: which cell each belongs to (0: none yet). */
typedef struct lct_granule {
    uintptr_t key; /* address / 8 + 1; 0: unused */
    uint32_t at[8];
} lct_granule;

typedef struct lct_order_state {
    lct_thread_clocks threads[LCT_THREADS];
    lct_granule *granules;
    uint32_t granule_count;
    lct_cell *cells;      /* from the start those that were made, */
    uint32_t cell_count;  /* which stay, because an execution that has not come to them finds them as good as new; */
    uint32_t split_first; /* from this one on those split off from older cells, which are undone */
    lct_change *changes;
    uint32_t change_count;
    lct_clock *saved;
    uint32_t saved_count;
    lct_clock *published;
    int32_t published_count;
    bool mixed; /* bytes that were only accessed as atomics so far were accessed otherwise, see order_save.c */
} lct_order_state;

extern lct_order_state lct_order __attribute__((visibility("hidden")));

enum {
    LCT_ORDER_CHANGES = 1 << 20,
    LCT_ORDER_CLOCKS = LCT_ROOM(1 << 17),
    LCT_ORDER_GRANULES = 1 << 19,
    LCT_ORDER_CELLS = LCT_ROOM(1 << 19)
};

/* The cells of these bytes, which lie in one word. */
unsigned lct_order_cells(uintptr_t address, uint32_t size, uint32_t out[8]);

/* Where a granule is, or else one of those that follow.  Neighbours stay neighbours, eight at a time. */
static inline uint32_t lct_order_place(uintptr_t address) {
    return ((uint32_t)((address >> 6) * 0x9e3779b97f4a7c15u >> 40) * 8 + (uint32_t)(address >> 3 & 7)) %
           LCT_ORDER_GRANULES;
}

/* The cell of these bytes, if they are at most a word and have always been accessed together; 0: call
 * lct_order_cells. */
static inline uint32_t lct_order_cell(uintptr_t address, uint64_t size) {
    const lct_granule *g = &lct_order.granules[lct_order_place(address)];
    if (g->key != address / 8 + 1) return 0;
    uint32_t at = g->at[address % 8];
    return lct_order.cells[at].low == address && lct_order.cells[at].size == size ? at
                                                                                  : 0; /* the first one is unused */
}

/* The place of the next change in the log, for it to be written there part by part: the processor waits for all parts
 * that were written just before when they are copied as a whole. */
static inline lct_change *lct_order_slot(void) {
    if (lct_order.change_count == LCT_ORDER_CHANGES) lct_stop(LCT_TOO_LONG);
    return &lct_order.changes[lct_order.change_count];
}

/* The change in the slot is about to be made.  A signal may end the execution at any moment: a change that is not made
 * yet can be undone. */
static inline void lct_order_noted(void) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    lct_order.change_count++;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static inline uint32_t lct_order_mark(void) { return lct_order.change_count; }

/* The bytes from `address` on that lie in one word. */
static inline uint32_t lct_order_piece(uintptr_t address, uint64_t size) {
    uint32_t piece = 8 - (uint32_t)(address % 8);
    return piece < size ? piece : (uint32_t)size;
}

/* Atomic accesses are looked at where plain ones are. */
void lct_race_atomic(lct_atomic, const uint32_t *cells, unsigned count, uintptr_t address, uint32_t size, bool assembly,
                     uintptr_t pc);

#endif
