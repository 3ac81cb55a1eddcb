/* Weak memory: the values that atomic variables have had.
 *
 * Under a weak memory model a load may read an older value than the newest one, and a store may take its place in the
 * modification order before other ones.  So each write of an atomic variable is kept as a *version*: its value, its
 * time, the clock that an acquire of it joins, and when each thread first read it.  The versions of a location form a
 * list in modification order.
 *
 * Coherence (C11, 5.1.2.4) is one walk along that list from the newest version: a thread may read a version unless a
 * newer one happens before it, or was read by something that happens before it; and its writes may be placed after the
 * same versions.  A version belongs to the past of a thread exactly if the thread's clock has the tick of the version,
 * or of a read of it (order.h).
 *
 * Memory always holds the value of the newest version.  So a plain access that races with nothing runs natively: all
 * that it could see happens before it, and the newest of these is the newest of all.  A plain write to a location that
 * has versions is a version, too.  The value of the newest version is not kept until there is a newer one.
 *
 * All changes are in a log; a mark of it for each step suffices to come back.  In the part of an execution that is
 * known nothing changes here: a step reads the version that it read before.
 */
#ifndef LC_TARGET_RUNTIME_VERSIONS_H
#define LC_TARGET_RUNTIME_VERSIONS_H

#include "target/runtime/clock.h"
#include "target/runtime/machine.h"
#include "target/runtime/order.h"

__extension__ typedef unsigned __int128 lct_word; /* the largest atomic value */

enum lct_version_flags {
    LCT_VERSION_INITIAL = 1, /* the value of before the first atomic access */
    LCT_VERSION_PLAIN = 2,   /* of a plain write */
    LCT_VERSION_TAKEN = 4,   /* the next one is of the read-modify-write that read it */
    LCT_VERSION_UPDATE = 8,  /* it is of a read-modify-write */
    LCT_VERSION_OWN = 16     /* of a store that counts as no effect, see retry.h */
};

typedef struct lct_version {
    lct_clock first_read; /* the tick of each thread's first read of it; none: INT16_MAX */
    lct_word value;       /* of a version that is not the newest */
    uint64_t rank;        /* grows along the modification order, see versions.c */
    uint32_t newer, older;
    uint32_t location;
    int32_t sync;   /* the clock that an acquire of it joins, as published; -1: none */
    int32_t head;   /* of its own thread's part of the release sequence, see order.c; -1: none */
    int32_t step;   /* of the path, that wrote it; -1: none */
    int32_t reader; /* the last step that read it; -1: none */
    int16_t tick;
    uint8_t thread;
    uint8_t flags;
} lct_version;

/* Bytes that have always been accessed together, or the 16 bytes around accesses that overlap in part. */
typedef struct lct_atomic_location {
    uintptr_t low;
    uint32_t size;
    uint32_t newest; /* 0: it has no versions yet */
} lct_atomic_location;

enum lct_weak_kind {
    LCT_WEAK_LOAD,
    LCT_WEAK_STORE,
    LCT_WEAK_UPDATE,
    LCT_WEAK_COMPARE,
    LCT_WEAK_OBJECT /* of the newest values, and of any number of bytes */
};

enum { LCT_CANDIDATES_MOST = 64 };

/* The access of the current step, for the explorer to choose a version. */
typedef struct lct_weak_access {
    uint8_t kind; /* an lct_weak_kind */
    uint8_t order, failure;
    bool locked; /* a read-modify-write, also one that fails */
    uint32_t location;
    uint32_t count; /* of versions that coherence permits: to be read, or to be followed by its own */
    uint32_t candidates[LCT_CANDIDATES_MOST]; /* newest first */
    uintptr_t low;                            /* of the bytes that it accesses */
    uint32_t size;
    lct_word expected; /* LCT_WEAK_COMPARE: it writes only if it reads this */
} lct_weak_access;

typedef struct lct_versions_state {
    lct_version *at; /* the first one is unused */
    uint32_t count;
    lct_atomic_location *locations; /* likewise */
    uint32_t location_count;
    uint32_t *source, *result; /* of each step: the versions that it read, and wrote; 0: none */
    int32_t *next_reader;      /* of each step: the one that read the same version before it; -1: none */
    uint32_t change_count;
} lct_versions_state;
extern lct_versions_state lct_versions __attribute__((visibility("hidden")));

void lct_versions_init(uint32_t max_depth);
void lct_versions_clear(void); /* nothing has happened yet */
uint32_t lct_versions_mark(void);
void lct_versions_undo(uint32_t mark);
/* Memory is accessed in ways that overlap in part: from now on these 16 bytes are one location. */
void lct_versions_merge(uintptr_t address);

/* The step, from 1, that wrote the newest version of these bytes; 0: none did. */
uint32_t lct_versions_newest_step(uintptr_t address);

/* Under a weak memory model: does the current thread's atomic access take part? */
static inline bool lct_is_weak(void) {
    return __builtin_expect(lct_m.weak, false) && lct_m.watching && lct_m.in_code && !lct_m.frozen &&
           !lct_m.speculating;
}

/* The bytes of an access, in the value of a version of its location. */
lct_word lct_version_bytes(uint32_t version, uintptr_t low, uint32_t size);

/* The current step, which lct_is_weak, does this.  The orders are those of C11. */
lct_word lct_weak_load(uintptr_t address, uint32_t size, int order, uintptr_t pc);
void lct_weak_store(uintptr_t address, uint32_t size, lct_word value, int order, uintptr_t pc);
/* A read-modify-write: the value that it reads; then the one that it writes. */
lct_word lct_weak_update(uintptr_t address, uint32_t size, int order);
void lct_weak_updated(uintptr_t address, uint32_t size, lct_word value, int order, uintptr_t pc);
/* A compare-and-swap: the value that it reads.  If that is the expected one lct_weak_updated is to follow, else
 * lct_weak_compared. */
lct_word lct_weak_compare(uintptr_t address, uint32_t size, lct_word expected, int order, int failure);
void lct_weak_compared(uintptr_t address, uint32_t size, int failure, uintptr_t pc);

/* ---- instructions that run natively, right after the call: see versions_access.c ---- */

typedef struct lct_native {
    uintptr_t address, pc;
    uint32_t size; /* lct_versions_fit */
    int order;
    lct_raced raced;
} lct_native;

/* Can it be the access to a version?  Not between the bytes of two blocks. */
static inline bool lct_versions_fit(uintptr_t address, uint64_t size) {
    return size && size <= sizeof(lct_word) && address % sizeof(lct_word) + size <= sizeof(lct_word);
}

/* The value that the instruction reads. */
lct_word lct_lend_load(const lct_native *);
/* It finds this value, or if that is NULL the newest one, and overwrites it. */
void lct_lend_store(const lct_native *, const lct_word *found);
/* Reads and writes at once; with `expected` only if it reads that. */
lct_word lct_lend_update(const lct_native *, const lct_word *expected);

void lct_settle_loan(void);
/* To be called wherever the code under test enters the runtime. */
static LCT_INLINE void lct_settle(void) {
    if (__builtin_expect(lct_m.lent, false)) lct_settle_loan();
}

/* ---- other accesses ---- */

/* An access by which the current step, newest values only, takes part: of more bytes than a version can have. */
void lct_weak_large(uintptr_t address, uint64_t size, uintptr_t pc);

/* A plain write, or a write that is no step of its own, is about to happen. */
void lct_weak_plain(uintptr_t address, uint64_t size);
static inline void lct_weak_plain_write(uintptr_t address, uint64_t size) {
    if (__builtin_expect(!lct_m.weak, true)) return;
    if (lct_versions.count > 1 && lct_m.in_code && !lct_m.speculating) lct_weak_plain(address, size);
}

#endif
