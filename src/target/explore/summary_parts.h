/* Shared by the files of summaries: accesses, sets of them, and elements. */
#ifndef LC_TARGET_EXPLORE_SUMMARY_PARTS_H
#define LC_TARGET_EXPLORE_SUMMARY_PARTS_H

#include "target/explore/merge.h"

enum {
    LCT_ACCESSES = 2048,
    LCT_WORDS = LCT_ACCESSES / 64,
    LCT_STEP_ACCESSES = 3,
    LCT_ELEMENTS = LCT_ROOM(1 << 22) /* as far as they are used */
};
typedef uint64_t lct_access_set[LCT_WORDS];

enum lct_access_kind {
    LCT_READS,
    LCT_WRITES,
    LCT_RELEASES,
    LCT_ACQUIRES,
    LCT_SHARES,
    LCT_A_CALL,
    LCT_A_RETURN,
    LCT_PLAIN_READS, /* that are no steps */
    LCT_PLAIN_WRITES
};

typedef struct lct_known_access {
    uintptr_t address, pc; /* the latter of plain accesses that are no steps */
    uint32_t size;
    uint8_t thread, kind;
    bool plain;
    bool waits; /* see happens_waiting.c */
} lct_known_access;

typedef struct lct_element {
    uint32_t next;
    uint32_t imports; /* number of a set of accesses */
    uint16_t access;
    lct_mask knows, movers;
} lct_element;

typedef struct lct_set_union {
    uint32_t a, b, both;
} lct_set_union;

typedef struct lct_summaries {
    lct_known_access *accesses; /* numbered from 1 */
    uint32_t access_count;
    uint32_t *access_slots;
    lct_access_set *conflicts; /* of each access: those that are before or after it wherever both are */
    lct_access_set *sets;      /* each once; set 0 is empty */
    uint32_t set_count;
    uint32_t *set_slots;
    lct_set_union *unions; /* some that were formed */
    lct_element *elements; /* numbered from 1 */
    uint32_t element_count, free;
    bool full;
} lct_summaries;
extern lct_summaries lct_sums __attribute__((visibility("hidden")));

/* ---- summary_sets.c ---- */

/* The number of an access; 0: there are too many. */
uint16_t lct_access_number(lct_known_access);
/* Of a step; their number. */
unsigned lct_access_numbers(uint16_t *numbers, const lct_step_event *);

static inline void lct_access_put(uint64_t *set, uint32_t i) { set[i / 64] |= (uint64_t)1 << i % 64; }
static inline bool lct_access_in(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }

/* No set has accesses in words beyond. */
static inline unsigned lct_access_words(void) { return lct_sums.access_count / 64 + 1; }
uint32_t lct_set_number(const uint64_t *set);
bool lct_set_within(uint32_t a, uint32_t b);
uint32_t lct_set_union_of(uint32_t a, uint32_t b);
bool lct_set_meets(uint32_t set, const uint64_t *other);

#endif
