/* States as pairs of pairs, each kept once (tree.h).
 *
 * Invariants.
 * - A pair has one number, below `count`; each number stands in one slot, with bits of its pair's hash.
 * - At least one slot is free for each thread, so that a probe ends; and there is room for the pair of each.
 * - The form of a node is wide enough for the numbers of its children.
 */
#include "model/search/tree.h"

#include <assert.h>
#include <sched.h>
#include <string.h>

#include "base/hash.h"

enum { FEWEST = 16, BRIEF = 1 << 16 };
#define BUSY UINT32_MAX /* a slot whose pair is being written */

/* The plan for words `low` to `high`: where the value of this part of the state stands. */
static uint32_t lay_out(lcm_tree *t, uint32_t low, uint32_t high, uint32_t *next) {
    if (high - low == 1) return low;
    uint32_t middle = low + (high - low) / 2;
    uint32_t left = lay_out(t, low, middle, next), right = lay_out(t, middle, high, next);
    t->plan[*next] = (lcm_tree_node){left, right};
    return t->words + (*next)++;
}

/* ---- the pairs of a node ---- */

static size_t pairs_size(lcm_tree_form form, uint32_t count) {
    return count * (form == LCM_TREE_FULL ? sizeof(uint64_t) : sizeof(uint32_t));
}

static uint64_t get_pair(const lcm_tree_part *p, uint32_t number) {
    if (p->form == LCM_TREE_FULL) return ((const uint64_t *)p->pairs)[number];
    uint64_t kept = ((const uint32_t *)p->pairs)[number];
    return p->form == LCM_TREE_BRIEF ? kept >> 16 << 32 | (kept & 0xffff) : kept << 32 | kept;
}

static void put_pair(lcm_tree_part *p, uint32_t number, uint64_t pair) {
    uint32_t left = (uint32_t)(pair >> 32), right = (uint32_t)pair;
    assert(p->form != LCM_TREE_BRIEF || (left < BRIEF && right < BRIEF));
    if (p->form == LCM_TREE_FULL) ((uint64_t *)p->pairs)[number] = pair;
    else ((uint32_t *)p->pairs)[number] = p->form == LCM_TREE_BRIEF ? left << 16 | right : left;
}

static uint64_t hash_of(uint64_t pair) { return lc_mix(pair, 1); }
static uint32_t first_slot(const lcm_tree_part *p, uint64_t hash) {
    return (uint32_t)((hash >> 32) * p->slot_count >> 32);
}
static uint32_t slot_for(const lcm_tree_part *p, uint32_t number, uint64_t hash) {
    return ((uint32_t)hash & ~p->number_mask) | (number + 1);
}

/* ---- growing, with the lock held for writing ---- */

/* Sizes are of fixed rows, so that they depend on counts alone.  Slots are filled to four fifths at most. */
static uint32_t enough_room(uint64_t count) {
    uint64_t room = FEWEST;
    while (room < count) room += room / 8;
    return (uint32_t)room;
}
static uint32_t enough_slots(uint64_t count) {
    uint64_t slots = FEWEST;
    while (slots * 4 / 5 < count) slots = slots * 5 / 4;
    return (uint32_t)slots;
}

static bool rehash(lcm_tree *t, lcm_tree_part *p, uint32_t slot_count) {
    _Atomic uint32_t *slots = lc_allocate(t->budget, slot_count * sizeof *slots);
    if (!slots) return false;
    memset((void *)slots, 0, slot_count * sizeof *slots);
    lc_release(t->budget, (void *)p->slots, p->slot_count * sizeof *slots);
    assert(slot_count > atomic_load(&p->count)); /* a probe ends at a free slot */
    p->slots = slots;
    p->slot_count = slot_count;
    p->number_mask = (uint32_t)((uint64_t)2 << (31 - __builtin_clz(slot_count))) - 1; /* no number is all of it */
    for (uint32_t n = 0, count = atomic_load(&p->count); n < count; n++) {
        uint64_t hash = hash_of(get_pair(p, n));
        uint32_t at = first_slot(p, hash);
        while (atomic_load_explicit(&slots[at], memory_order_relaxed))
            if (++at == slot_count) at = 0;
        atomic_store_explicit(&slots[at], slot_for(p, n, hash), memory_order_relaxed);
    }
    return true;
}

static lcm_tree_form form_of(const lcm_tree *t, lcm_tree_node n, bool (*many)(const lcm_tree *, uint32_t value)) {
    return n.left == n.right ? LCM_TREE_SINGLE : many(t, n.left) || many(t, n.right) ? LCM_TREE_FULL : LCM_TREE_BRIEF;
}
static bool may_be_many(const lcm_tree *t, uint32_t value) {
    return value < t->words || t->parts[value - t->words].room > BRIEF;
}

static bool repack(lcm_tree *t, lcm_tree_part *p, lcm_tree_form form) {
    lcm_tree_part old = *p;
    p->form = form;
    p->pairs = old.room ? lc_allocate(t->budget, pairs_size(form, old.room)) : NULL;
    if (old.room && !p->pairs) {
        *p = old;
        return false;
    }
    for (uint32_t n = 0, count = atomic_load(&p->count); n < count; n++) put_pair(p, n, get_pair(&old, n));
    lc_release(t->budget, old.pairs, pairs_size(old.form, old.room));
    return true;
}

/* Nodes whose children have become many. */
static bool give_forms(lcm_tree *t) {
    for (uint32_t i = 0; i < t->inner; i++) {
        lcm_tree_form form = form_of(t, t->plan[i], may_be_many);
        if (form != t->parts[i].form && !repack(t, &t->parts[i], form)) return false;
    }
    return true;
}

/* Threads that are just adding pairs may together go beyond the limit; there is room for that. */
static bool make_room(lcm_tree *t, lcm_tree_part *p) {
    uint32_t wanted = atomic_load(&p->count) + t->threads + 1;
    if (wanted >= UINT32_MAX / 4) return false;
    uint32_t room = enough_room(wanted), slots = enough_slots(wanted);
    if (room > p->room) {
        void *pairs = lc_resize(t->budget, p->pairs, pairs_size(p->form, p->room), pairs_size(p->form, room));
        if (!pairs) return false;
        p->pairs = pairs;
        p->room = room;
    }
    if (!give_forms(t) || (slots > p->slot_count && !rehash(t, p, slots))) return false;
    uint64_t seats = (uint64_t)p->slot_count * 4 / 5;
    p->limit = (uint32_t)(seats < p->room ? seats : p->room) - t->threads;
    assert(atomic_load(&p->count) < p->limit && p->limit + t->threads < p->slot_count);
    return true;
}

/* The first thread that needs room makes it; threads that come later find it made. */
static bool grow(lcm_tree *t, lcm_tree_part *p) {
    lcm_tree_leave(t);
    pthread_rwlock_wrlock(&t->lock);
    bool done = atomic_load(&p->count) < p->limit || make_room(t, p);
    pthread_rwlock_unlock(&t->lock);
    lcm_tree_enter(t);
    return done;
}

/* ---- trees ---- */

bool lcm_tree_init(lcm_tree *t, uint32_t words, const lcm_tree_node *plan, uint32_t nodes, uint32_t threads,
                   lc_budget *budget) {
    assert(words > 0 && nodes <= lcm_tree_most_nodes(words) && threads > 0);
    *t = (lcm_tree){.budget = budget, .words = words, .threads = threads};
    pthread_rwlock_init(&t->lock, NULL);
    if (words == 1) return true;
    if (nodes == 0) nodes = words - 1;
    t->inner = nodes - 1;
    t->plan = lc_allocate(budget, nodes * sizeof *t->plan);
    t->parts = t->inner ? lc_allocate(budget, t->inner * sizeof *t->parts) : NULL;
    if (t->parts) memset(t->parts, 0, t->inner * sizeof *t->parts);
    if (!t->plan || (t->inner && !t->parts)) return false;
    uint32_t next = 0;
    if (plan) memcpy(t->plan, plan, nodes * sizeof *plan);
    else lay_out(t, 0, words, &next);
    assert(plan || next == nodes);
    return give_forms(t);
}

void lcm_tree_free(lcm_tree *t) {
    for (uint32_t i = 0; i < t->inner && t->parts; i++) {
        lc_release(t->budget, t->parts[i].pairs, pairs_size(t->parts[i].form, t->parts[i].room));
        lc_release(t->budget, (void *)t->parts[i].slots, t->parts[i].slot_count * sizeof *t->parts[i].slots);
    }
    lc_release(t->budget, t->parts, t->inner * sizeof *t->parts);
    lc_release(t->budget, t->plan, (t->inner + 1) * sizeof *t->plan);
    pthread_rwlock_destroy(&t->lock);
}

void lcm_tree_enter(lcm_tree *t) { pthread_rwlock_rdlock(&t->lock); }
void lcm_tree_leave(lcm_tree *t) { pthread_rwlock_unlock(&t->lock); }

/* The number of a pair, new or old; BUSY when memory is out. */
static uint32_t number_of(lcm_tree *t, lcm_tree_part *p, uint64_t pair) {
    uint64_t hash = hash_of(pair);
    if (p->slot_count == 0 && !grow(t, p)) return BUSY;
    for (uint32_t at = first_slot(p, hash);;) {
        uint32_t found = atomic_load_explicit(&p->slots[at], memory_order_acquire);
        if (found == BUSY) {
            sched_yield();
        } else if (found) {
            uint32_t number = (found & p->number_mask) - 1;
            if (((found ^ (uint32_t)hash) & ~p->number_mask) == 0 && get_pair(p, number) == pair) return number;
            if (++at == p->slot_count) at = 0;
        } else if (atomic_load_explicit(&p->count, memory_order_relaxed) >= p->limit) {
            if (!grow(t, p)) return BUSY;
            at = first_slot(p, hash);
        } else if (atomic_compare_exchange_strong(&p->slots[at], &found, BUSY)) {
            uint32_t number = atomic_fetch_add(&p->count, 1);
            assert(number < p->room);
            put_pair(p, number, pair);
            atomic_store_explicit(&p->slots[at], slot_for(p, number, hash), memory_order_release);
            return number;
        }
    }
}

static uint32_t remembered_number(lcm_tree *t, uint32_t node, uint64_t pair, lcm_tree_memo *memo) {
    if (!memo) return number_of(t, &t->parts[node], pair);
    uint32_t place = (uint32_t)(lc_mix(pair, node + 2) % LCM_TREE_REMEMBERED);
    if (memo->at[place].pair == pair && memo->at[place].node == node + 1) return memo->at[place].number;
    uint32_t number = number_of(t, &t->parts[node], pair);
    if (number != BUSY) memo->at[place].pair = pair, memo->at[place].node = node + 1, memo->at[place].number = number;
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
        else if ((*number = remembered_number(t, i, pair, memo)) == BUSY) return false;
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
        assert(values[t->words + i - 1] < lcm_tree_count(t, t->words + i - 1));
        key = get_pair(&t->parts[i - 1], values[t->words + i - 1]);
    }
}

void lcm_tree_take_over(lcm_tree *old, lcm_tree *new) {
    assert(old->words == new->words);
    for (uint32_t i = 0; i < old->inner; i++)
        for (uint32_t j = 0; j < new->inner; j++)
            if (memcmp(&old->plan[i], &new->plan[j], sizeof *old->plan) == 0) {
                new->parts[j] = old->parts[i];
                memset(&old->parts[i], 0, sizeof old->parts[i]);
            }
}

static bool translate(const lcm_tree *old, uint32_t from, lcm_tree *new, uint32_t to, lcm_tree_memo *memo,
                      uint32_t *half) {
    bool was_word = from < old->words, is_word = to < new->words;
    if (was_word == is_word) return true;
    if (is_word) *half = (uint32_t)get_pair(&old->parts[from - old->words], *half);
    else *half = remembered_number(new, to - new->words, (uint64_t)*half << 32 | *half, memo);
    return is_word || *half != BUSY;
}

bool lcm_tree_translate(const lcm_tree *old, lcm_tree *new, lcm_tree_memo *memo, uint64_t *key) {
    lcm_tree_node from = old->plan[old->inner], to = new->plan[new->inner];
    uint32_t left = (uint32_t)(*key >> 32), right = (uint32_t)*key;
    if (!translate(old, from.left, new, to.left, memo, &left)) return false;
    if (!translate(old, from.right, new, to.right, memo, &right)) return false;
    *key = (uint64_t)left << 32 | right;
    return true;
}

static bool are_many(const lcm_tree *t, uint32_t value) {
    return value < t->words || enough_room(lcm_tree_count(t, value)) > BRIEF;
}

size_t lcm_tree_bytes(const lcm_tree *t) {
    size_t sum = 0;
    for (uint32_t i = 0; t->plan && t->parts && i < t->inner; i++) { /* else there was no memory for them */
        uint32_t count = lcm_tree_count(t, t->words + i);
        sum += pairs_size(form_of(t, t->plan[i], are_many), enough_room(count));
        sum += enough_slots(count) * sizeof *t->parts[i].slots;
    }
    return sum;
}
