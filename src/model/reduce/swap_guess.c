/* Guessing the effect of an exchange of numbers on locations: swap.h. */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "model/reduce/swap_parts.h"

enum { ROUNDS_MAX = 64 };

/* ---- marks ---- */

static uint64_t mix(uint64_t h, uint64_t x) {
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

/* A hash of code with numbers exchanged (x->a == x->b: as it is), and marks instead of locations. */
static uint64_t mark_code(const lcm_swap *x, uint32_t code, const uint64_t *marks, uint64_t h) {
    const lcm_system *s = x->sk->system;
    if (code == LCM_NO_CODE) return mix(h, 1);
    const uint32_t *words = s->code.words.at;
    for (const uint32_t *p = words + code; *p != LCM_I_END; p += 1 + lcm_operand_count[*p]) {
        h = mix(h, *p);
        for (uint32_t i = 1; i <= lcm_operand_count[*p]; i++) {
            uint32_t word = (uint32_t)(p - words) + i;
            if (i == lcm_swap_place_operand(*p)) continue;
            if (lcm_swap_jumps(*p)) h = mix(h, p[i] - code);
            else if (i == 2 && lcm_swap_sets_location(s, p))
                h = mix(h, marks[lcm_place_of(x->sk, s->fields.at[p[1]].owner, p[2])]);
            else if (x->a != x->b && lcm_swap_is_of_kind(x, word)) h = mix(h, (uint32_t)lcm_swapped(x, (int32_t)p[i]));
            else h = mix(h, lcm_swap_operand(p, i));
        }
    }
    return mix(h, 2);
}

static uint64_t mark_action(const lcm_swap *x, const lcm_action *a, const uint64_t *marks) {
    uint64_t h = mix(mix(a->kind, a->name), a->channel);
    h = mix(h, (uint64_t)a->hidden | (uint64_t)a->atomic << 1 | (uint64_t)a->joint << 2);
    h = mark_code(x, a->guard, marks, h);
    h = mark_code(x, a->subscript, marks, h);
    if (lcm_swap_is_observed(a)) h = mark_code(x, a->numbers, marks, h);
    h = mark_code(x, a->effect, marks, h);
    return mark_code(x, a->reset, marks, h);
}

/* One round more: the possible actions at each location, in any order. */
static void mark_again(const lcm_swap *x, const uint64_t *old, uint64_t *marks, uint32_t count) {
    const lcm_system *s = x->sk->system;
    for (uint32_t i = 0; i < count; i++) marks[i] = mix(3, old[i]);
    for (uint32_t i = 0; i < s->actions.count; i++) {
        const lcm_action *a = &s->actions.at[i];
        marks[lcm_place_of(x->sk, a->slot, a->location)] += mix(4, mark_action(x, a, old));
    }
}

static void mark_first(const lcm_system_kinds *sk, uint64_t *marks) {
    const lcm_system *s = sk->system;
    for (uint32_t i = 0; i < s->slots.count; i++)
        for (uint32_t l = 0; l < s->slots.at[i].locations.count; l++) {
            const lcm_location *at = &s->slots.at[i].locations.at[l];
            uint64_t h = mix(mix(5, at->registers), (uint64_t)at->is_fork | (uint64_t)at->ample << 1);
            marks[lcm_place_of(sk, i, l)] = mix(h, (uint64_t)i << 1 | (l == LCM_ABSENT));
        }
}

static bool mark_rounds(const lcm_swap *x, uint32_t rounds, uint64_t *marks, lc_budget *budget) {
    uint32_t count = x->sk->registers.count;
    uint64_t *old = lc_allocate(budget, count * sizeof *old);
    if (!old) return false;
    mark_first(x->sk, marks);
    for (uint32_t i = 0; i < rounds; i++) {
        memcpy(old, marks, count * sizeof *old);
        mark_again(x, old, marks, count);
    }
    lc_release(budget, old, count * sizeof *old);
    return true;
}

static uint32_t different(const uint64_t *marks, uint32_t count, uint64_t *room) {
    uint32_t found = 0;
    memcpy(room, marks, count * sizeof *room);
    if (count > 1) qsort(room, count, sizeof *room, lc_by_u64);
    for (uint32_t i = 0; i < count; i++) found += i == 0 || room[i] != room[i - 1];
    return found;
}

/* As many rounds as distinguish more locations. */
bool lcm_swap_mark(lcm_swap_marks *m, const lcm_system_kinds *sk, lc_budget *budget) {
    const lcm_swap nothing = {.sk = sk};
    uint32_t count = sk->registers.count, before = 0;
    m->rounds = 0;
    if (!lc_reserve(budget, &m->marks, count)) return false;
    m->marks.count = count;
    uint64_t *room = lc_allocate(budget, count * sizeof *room);
    if (!room) return false;
    mark_first(sk, m->marks.at);
    for (uint32_t now; (now = different(m->marks.at, count, room)) > before && m->rounds < ROUNDS_MAX; m->rounds++) {
        before = now;
        memcpy(room, m->marks.at, count * sizeof *room);
        mark_again(&nothing, room, m->marks.at, count);
    }
    lc_release(budget, room, count * sizeof *room);
    return true;
}

/* ---- guessing ---- */

enum { NOBODY = UINT32_MAX };

typedef struct guessing {
    const lcm_swap *x;
    const uint64_t *marks; /* as it is written, */
    uint64_t *swapped;     /* with numbers exchanged: a partner has the mark that the other has swapped */
    uint32_t *partner;
    uint32_t *slot, *queue;  /* of each location; those whose partner is known, */
    uint32_t count, waiting; /* how many, and how many of them were not looked at */
} guessing;

static bool could_be(const guessing *g, uint32_t a, uint32_t b) {
    return g->partner[a] == NOBODY && g->partner[b] == NOBODY && g->slot[a] == g->slot[b] &&
           g->swapped[a] == g->marks[b] && g->swapped[b] == g->marks[a];
}

static void pair_up(guessing *g, uint32_t a, uint32_t b) {
    g->partner[a] = b, g->partner[b] = a;
    g->queue[g->waiting++] = a;
    if (a != b) g->queue[g->waiting++] = b;
}

/* The targets of two actions go together. */
static void pair_targets(guessing *g, const lcm_action *a, const lcm_action *b) {
    const lcm_system *s = g->x->sk->system;
    const uint32_t *p = s->code.words.at + a->effect, *q = s->code.words.at + b->effect;
    for (; *p == *q && *p != LCM_I_END; p += 1 + lcm_operand_count[*p], q += 1 + lcm_operand_count[*q]) {
        if (!lcm_swap_sets_location(s, p) || p[1] != q[1]) continue;
        uint32_t slot = s->fields.at[p[1]].owner;
        uint32_t from = lcm_place_of(g->x->sk, slot, p[2]), to = lcm_place_of(g->x->sk, slot, q[2]);
        if (could_be(g, from, to)) pair_up(g, from, to);
    }
}

static void pair_actions(guessing *g, uint32_t place) {
    const lcm_swap nothing = {.sk = g->x->sk};
    const lcm_system *s = g->x->sk->system;
    const lcm_slot *slot = &s->slots.at[g->slot[place]];
    uint32_t first = g->x->sk->place.at[g->slot[place]];
    const lcm_location *l = &slot->locations.at[place - first], *m = &slot->locations.at[g->partner[place] - first];
    if (l->is_fork && m->is_fork) pair_targets(g, &s->actions.at[l->fork.join], &s->actions.at[m->fork.join]);
    for (uint32_t i = 0; !l->is_fork && i < l->count; i++) {
        const lcm_action *a = &s->actions.at[slot->actions.at[l->first + i]];
        uint64_t wanted = mark_action(g->x, a, g->swapped);
        for (uint32_t k = 0; !m->is_fork && k < m->count; k++) {
            const lcm_action *b = &s->actions.at[slot->actions.at[m->first + k]];
            if (mark_action(&nothing, b, g->marks) == wanted) pair_targets(g, a, b);
        }
    }
}

static void follow(guessing *g, uint32_t *looked_at) {
    while (*looked_at < g->waiting) pair_actions(g, g->queue[(*looked_at)++]);
}

static int by_mark_and_place(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
    return LC_ORDER(x[1], y[1]);
}

/* Marks with their locations, sorted. */
static void sort_marks(const uint64_t *marks, uint32_t count, uint64_t *out) {
    for (uint32_t i = 0; i < count; i++) out[2 * i] = marks[i], out[2 * i + 1] = i;
    if (count > 1) qsort(out, count, 2 * sizeof *out, by_mark_and_place);
}

/* First those that have no choice, then those that follow from them; then one of those that are left, by itself if it
 * can be, and so on. */
static bool find_partners(guessing *g, uint64_t *room) {
    uint64_t *from = room, *to = room + (size_t)2 * g->count;
    uint32_t looked_at = 0;
    sort_marks(g->swapped, g->count, from);
    sort_marks(g->marks, g->count, to);
    for (uint32_t i = 0; i < g->count; i++)
        if (from[2 * i] != to[2 * i]) return false;
    for (uint32_t i = 0; i < g->count; i++) {
        bool alone =
            (i == 0 || from[2 * i] != from[2 * i - 2]) && (i + 1 == g->count || from[2 * i] != from[2 * i + 2]);
        if (alone && could_be(g, (uint32_t)from[2 * i + 1], (uint32_t)to[2 * i + 1]))
            pair_up(g, (uint32_t)from[2 * i + 1], (uint32_t)to[2 * i + 1]);
    }
    follow(g, &looked_at);
    for (uint32_t i = 0, end; i < g->count; i = end) {
        for (end = i; end < g->count && from[2 * end] == from[2 * i];) end++;
        for (uint32_t k = i; k < end; k++) {
            uint32_t place = (uint32_t)from[2 * k + 1], other = place;
            for (uint32_t n = i; n < end && !could_be(g, place, other); n++) other = (uint32_t)to[2 * n + 1];
            if (!could_be(g, place, other)) continue;
            pair_up(g, place, other);
            follow(g, &looked_at);
        }
    }
    for (uint32_t i = 0; i < g->count; i++)
        if (g->partner[i] == NOBODY) return false;
    return true;
}

bool lcm_swap_guess(const lcm_swap *x, const lcm_swap_marks *m, uint32_t *partner) {
    lc_arena arena;
    lc_arena_init(&arena, x->kinds->budget);
    const lcm_system *s = x->sk->system;
    guessing g = {.x = x, .marks = m->marks.at, .partner = partner, .count = m->marks.count};
    g.swapped = lc_arena_take(&arena, g.count * sizeof *g.swapped);
    g.slot = lc_arena_take(&arena, g.count * sizeof *g.slot);
    g.queue = lc_arena_take(&arena, g.count * sizeof *g.queue);
    uint64_t *room = lc_arena_take(&arena, (size_t)4 * g.count * sizeof *room);
    bool found = g.swapped && g.slot && g.queue && room && mark_rounds(x, m->rounds, g.swapped, x->kinds->budget);
    for (uint32_t i = 0; found && i < s->slots.count; i++)
        for (uint32_t l = 0; l < s->slots.at[i].locations.count; l++) {
            g.slot[lcm_place_of(x->sk, i, l)] = i;
            partner[lcm_place_of(x->sk, i, l)] = NOBODY;
        }
    found = found && find_partners(&g, room);
    lc_arena_free(&arena);
    return found;
}
