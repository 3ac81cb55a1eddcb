#include "model/tree.h"

#include <assert.h>
#include <sched.h>
#include <string.h>

#include "base/hash.h"

enum { CHUNK = 1024, FEWEST_SLOTS = 64 };
#define BUSY UINT32_MAX /* a slot whose node is being written */

/* The plan for words `low` to `high`: where the value of this part of the state stands. */
static uint32_t lay_out(lcm_tree *t, uint32_t low, uint32_t high, uint32_t *next) {
    if (high - low == 1) return low;
    uint32_t middle = low + (high - low) / 2;
    uint32_t left = lay_out(t, low, middle, next), right = lay_out(t, middle, high, next);
    t->plan[*next] = (lcm_tree_node){left, right};
    return t->words + (*next)++;
}

/* Threads that are just adding nodes may together go beyond the limit; there is room for that. */
static void set_limit(lcm_tree *t) {
    uint64_t slots = (uint64_t)t->slot_count * 4 / 5, keys = (uint64_t)t->chunks.count * CHUNK;
    uint64_t least = slots < keys ? slots : keys;
    t->limit = least > LCM_TREE_THREADS ? (uint32_t)(least - LCM_TREE_THREADS) : 0;
}

static uint64_t *pair_at(const lcm_tree *t, uint32_t number) { return &t->chunks.at[number / CHUNK][number % CHUNK]; }

static uint32_t first_slot(const lcm_tree *t, uint64_t pair) {
    return (uint32_t)((lc_mix(pair, t->words) >> 32) * t->slot_count >> 32);
}

static bool rehash(lcm_tree *t, uint32_t bigger) {
    _Atomic uint32_t *slots = lc_allocate(t->budget, bigger * sizeof *slots);
    if (!slots) return false;
    memset((void *)slots, 0, bigger * sizeof *slots);
    lc_release(t->budget, (void *)t->slots, t->slot_count * sizeof *slots);
    t->slots = slots;
    t->slot_count = bigger;
    for (uint32_t n = 0, count = atomic_load(&t->count); n < count; n++) {
        uint32_t at = first_slot(t, *pair_at(t, n));
        while (atomic_load_explicit(&slots[at], memory_order_relaxed))
            if (++at == bigger) at = 0;
        atomic_store_explicit(&slots[at], n + 1, memory_order_relaxed);
    }
    return true;
}

/* A size of the table that `count` nodes fill to four fifths at most: one of a fixed row, so that it depends on the
 * count alone. */
static uint32_t enough_slots(uint32_t count) {
    uint64_t slots = FEWEST_SLOTS;
    while (slots * 4 / 5 < count) slots = slots * 8 / 5;
    return (uint32_t)slots;
}

/* With the lock held for writing. */
static bool make_room(lcm_tree *t) {
    uint32_t wanted = atomic_load(&t->count) + LCM_TREE_THREADS + 1;
    if (wanted >= UINT32_MAX / 4) return false;
    while ((uint64_t)t->chunks.count * CHUNK < wanted) {
        uint64_t *chunk = lc_allocate(t->budget, CHUNK * sizeof *chunk);
        if (!chunk) return false;
        if (!lc_push(t->budget, &t->chunks, chunk)) {
            lc_release(t->budget, chunk, CHUNK * sizeof *chunk);
            return false;
        }
    }
    uint32_t slots = enough_slots(wanted);
    if (slots > t->slot_count && !rehash(t, slots)) return false;
    set_limit(t);
    return true;
}

bool lcm_tree_init(lcm_tree *t, uint32_t words, lc_budget *budget) {
    assert(words > 0);
    *t = (lcm_tree){.budget = budget, .words = words, .inner = words > 2 ? words - 2 : 0};
    pthread_rwlock_init(&t->lock, NULL);
    atomic_init(&t->count, 0);
    if (words == 1) return true;
    t->plan = lc_allocate(budget, (words - 1) * sizeof *t->plan);
    if (!t->plan) return false;
    uint32_t next = 0;
    lay_out(t, 0, words, &next);
    assert(next == words - 1);
    return words == 2 || make_room(t);
}

void lcm_tree_free(lcm_tree *t) {
    for (uint32_t i = 0; i < t->chunks.count; i++)
        lc_release(t->budget, t->chunks.at[i], CHUNK * sizeof *t->chunks.at[i]);
    lc_vec_free(t->budget, &t->chunks);
    lc_release(t->budget, (void *)t->slots, t->slot_count * sizeof *t->slots);
    lc_release(t->budget, t->plan, (t->words - 1) * sizeof *t->plan);
    pthread_rwlock_destroy(&t->lock);
}

void lcm_tree_enter(lcm_tree *t) { pthread_rwlock_rdlock(&t->lock); }
void lcm_tree_leave(lcm_tree *t) { pthread_rwlock_unlock(&t->lock); }

/* Whoever comes first makes room; the others find it made. */
static bool grow(lcm_tree *t) {
    lcm_tree_leave(t);
    pthread_rwlock_wrlock(&t->lock);
    bool done = atomic_load(&t->count) < t->limit || make_room(t);
    pthread_rwlock_unlock(&t->lock);
    lcm_tree_enter(t);
    return done;
}

/* The number of a pair, new or old; BUSY when memory is out. */
static uint32_t number_of(lcm_tree *t, uint64_t pair) {
    for (uint32_t at = first_slot(t, pair);;) {
        uint32_t found = atomic_load_explicit(&t->slots[at], memory_order_acquire);
        if (found == BUSY) {
            sched_yield();
        } else if (found) {
            if (*pair_at(t, found - 1) == pair) return found - 1;
            if (++at == t->slot_count) at = 0;
        } else if (atomic_load_explicit(&t->count, memory_order_relaxed) >= t->limit) {
            if (!grow(t)) return BUSY;
            at = first_slot(t, pair);
        } else if (atomic_compare_exchange_strong(&t->slots[at], &found, BUSY)) {
            uint32_t number = atomic_fetch_add(&t->count, 1);
            *pair_at(t, number) = pair;
            atomic_store_explicit(&t->slots[at], number + 1, memory_order_release);
            return number;
        }
    }
}

static uint32_t remembered_number(lcm_tree *t, uint64_t pair, lcm_tree_memo *memo) {
    if (!memo) return number_of(t, pair);
    uint32_t place = (uint32_t)(lc_mix(pair, 2) % LCM_TREE_REMEMBERED);
    if (memo->at[place].pair == pair && memo->at[place].number) return memo->at[place].number - 1;
    uint32_t number = number_of(t, pair);
    if (number != BUSY) memo->at[place].pair = pair, memo->at[place].number = number + 1;
    return number;
}

static uint64_t pair_of(const uint32_t *values, lcm_tree_node node) {
    return (uint64_t)values[node.left] << 32 | values[node.right];
}

bool lcm_tree_fold(lcm_tree *t, uint32_t *values, const uint32_t *near, lcm_tree_memo *memo, uint64_t *key) {
    if (t->words == 1) {
        *key = values[0];
        return true;
    }
    for (uint32_t i = 0; i < t->inner; i++) {
        uint64_t pair = pair_of(values, t->plan[i]);
        uint32_t *number = &values[t->words + i];
        if (near && pair == pair_of(near, t->plan[i])) *number = near[t->words + i];
        else if ((*number = remembered_number(t, pair, memo)) == BUSY) return false;
    }
    *key = pair_of(values, t->plan[t->inner]);
    return true;
}

void lcm_tree_unfold(const lcm_tree *t, uint64_t key, uint32_t *values) {
    if (t->words == 1) {
        values[0] = (uint32_t)key;
        return;
    }
    for (uint32_t i = t->inner;; i--) {
        values[t->plan[i].left] = (uint32_t)(key >> 32);
        values[t->plan[i].right] = (uint32_t)key;
        if (i == 0) return;
        key = *pair_at(t, values[t->words + i - 1]);
    }
}

size_t lcm_tree_bytes(const lcm_tree *t) {
    if (t->inner == 0) return 0;
    uint32_t wanted = atomic_load(&t->count) + LCM_TREE_THREADS + 1;
    return (wanted + CHUNK - 1) / CHUNK * CHUNK * sizeof(uint64_t) + enough_slots(wanted) * sizeof *t->slots;
}
