/* Accesses and sets of accesses, each of which has a number: see summary.c. */
#include <string.h>

#include "target/explore/summary_parts.h"

enum { SETS = 1 << 16, UNIONS = 1 << 14 };

lct_summaries lct_sums LCT_STATE = {0};

void lct_summary_forget(void) {
    if (!lct_sums.accesses) {
        lct_sums.accesses = lct_reserve(LCT_ACCESSES * sizeof *lct_sums.accesses);
        lct_sums.access_slots = lct_reserve(4 * LCT_ACCESSES * sizeof *lct_sums.access_slots);
        lct_sums.conflicts = lct_reserve(LCT_ACCESSES * sizeof *lct_sums.conflicts);
        lct_sums.sets = lct_reserve(SETS * sizeof *lct_sums.sets);
        lct_sums.set_slots = lct_reserve(2 * SETS * sizeof *lct_sums.set_slots);
        lct_sums.unions = lct_reserve(UNIONS * sizeof *lct_sums.unions);
        lct_sums.elements = lct_reserve(LCT_ELEMENTS * sizeof *lct_sums.elements);
    }
    memset(lct_sums.access_slots, 0, 4 * LCT_ACCESSES * sizeof *lct_sums.access_slots);
    memset(lct_sums.conflicts, 0, (lct_sums.access_count + 1) * sizeof *lct_sums.conflicts);
    memset(lct_sums.set_slots, 0, 2 * SETS * sizeof *lct_sums.set_slots);
    memset(lct_sums.unions, 0, UNIONS * sizeof *lct_sums.unions);
    lct_sums.access_count = lct_sums.set_count = lct_sums.element_count = lct_sums.free = 0;
    lct_sums.full = false;
}

/* ---- accesses ---- */

static bool depend(const lct_known_access *a, const lct_known_access *b) {
    if (a->thread == b->thread || a->kind >= LCT_PLAIN_READS || b->kind >= LCT_PLAIN_READS) return false;
    if (a->kind >= LCT_A_CALL || b->kind >= LCT_A_CALL)
        return (a->kind == LCT_A_CALL && b->kind == LCT_A_RETURN) || (a->kind == LCT_A_RETURN && b->kind == LCT_A_CALL);
    bool a_reads = a->kind == LCT_READS || a->kind == LCT_SHARES,
         b_reads = b->kind == LCT_READS || b->kind == LCT_SHARES;
    return !(a_reads && b_reads) && a->address < b->address + b->size && b->address < a->address + a->size;
}

static bool is_same(const lct_known_access *a, const lct_known_access *b) {
    return a->address == b->address && a->pc == b->pc && a->size == b->size && a->thread == b->thread &&
           a->kind == b->kind && a->plain == b->plain && a->waits == b->waits;
}

uint16_t lct_access_number(lct_known_access a) {
    uint64_t hash = lct_digest_mix(a.address ^ a.pc << 20,
                                   (uint64_t)a.size << 24 | (uint64_t)a.waits << 16 | (uint64_t)a.thread << 8 | a.kind);
    uint32_t i = (uint32_t)hash % (4 * LCT_ACCESSES);
    for (; lct_sums.access_slots[i]; i = (i + 1) % (4 * LCT_ACCESSES))
        if (is_same(&lct_sums.accesses[lct_sums.access_slots[i]], &a)) return (uint16_t)lct_sums.access_slots[i];
    if (lct_sums.access_count + 1 == LCT_ACCESSES) {
        lct_sums.full = true;
        return 0;
    }
    uint32_t number = lct_sums.access_slots[i] = ++lct_sums.access_count;
    lct_sums.accesses[number] = a;
    memset(lct_sums.conflicts[number], 0, sizeof *lct_sums.conflicts);
    for (uint32_t k = 1; k < number; k++)
        if (depend(&lct_sums.accesses[k], &a)) {
            lct_access_put(lct_sums.conflicts[k], number);
            lct_access_put(lct_sums.conflicts[number], k);
        }
    return (uint16_t)number;
}

unsigned lct_access_numbers(uint16_t *numbers, const lct_step_event *e) {
    static const uint8_t kinds[] = {[LCT_READ] = LCT_READS,
                                    [LCT_WRITE] = LCT_WRITES,
                                    [LCT_ACQUIRE] = LCT_ACQUIRES,
                                    [LCT_SHARE] = LCT_SHARES,
                                    [LCT_RELEASE] = LCT_RELEASES};
    unsigned count = 0;
    lct_known_access a = {.thread = e->thread, .waits = e->waits};
    if (lct_t.history_edges && e->calls) a.kind = LCT_A_CALL, numbers[count++] = lct_access_number(a);
    if (lct_t.history_edges && e->returns) a.kind = LCT_A_RETURN, numbers[count++] = lct_access_number(a);
    if (e->access == LCT_LOCAL || e->access >= LCT_JOIN || !e->size) return count;
    a.kind = kinds[e->access];
    a.address = e->address;
    a.size = e->size;
    a.plain = !e->atomic;
    numbers[count++] = lct_access_number(a);
    return count;
}

/* ---- sets ---- */

uint32_t lct_set_number(const uint64_t *set) {
    uint64_t hash = 1, any = 0;
    for (unsigned i = 0; i < lct_access_words(); i++) {
        any |= set[i];
        if (set[i]) hash = lct_digest_mix(hash + i, set[i]);
    }
    if (!any) return 0;
    uint32_t i = (uint32_t)hash % (2 * SETS);
    for (; lct_sums.set_slots[i]; i = (i + 1) % (2 * SETS))
        if (memcmp(lct_sums.sets[lct_sums.set_slots[i]], set, lct_access_words() * sizeof *set) == 0)
            return lct_sums.set_slots[i];
    if (lct_sums.set_count + 1 == SETS) {
        lct_sums.full = true;
        return 0;
    }
    lct_sums.set_slots[i] = ++lct_sums.set_count;
    memcpy(lct_sums.sets[lct_sums.set_count], set, sizeof(lct_access_set));
    return lct_sums.set_count;
}

bool lct_set_within(uint32_t a, uint32_t b) {
    if (a == b || !a) return true;
    const uint64_t *x = lct_sums.sets[a], *y = lct_sums.sets[b];
    for (unsigned i = 0; i < lct_access_words(); i++)
        if (x[i] & ~y[i]) return false;
    return true;
}

/* Most unions are formed again and again. */
uint32_t lct_set_union_of(uint32_t a, uint32_t b) {
    if (a == b || !b) return a;
    if (!a) return b;
    lct_set_union *known = &lct_sums.unions[lct_digest_mix(a, b) % UNIONS];
    if (known->a == a && known->b == b) return known->both;
    lct_access_set both = {0};
    for (unsigned i = 0; i < lct_access_words(); i++) both[i] = lct_sums.sets[a][i] | lct_sums.sets[b][i];
    *known = (lct_set_union){a, b, lct_set_number(both)};
    return known->both;
}

bool lct_set_meets(uint32_t set, const uint64_t *other) {
    const uint64_t *mine = lct_sums.sets[set];
    for (unsigned i = 0; i < lct_access_words(); i++)
        if (mine[i] & other[i]) return true;
    return false;
}
