/* Bad patterns: how many there are, and that they are what the definition says: bad, and good as soon as something is
 * left out or widened, and all there are of that kind. */
#include "counting/patterns/patterns.h"

#include <stdlib.h>
#include <string.h>

#include "tap.h"

static const char *const names[] = {[LC_BAG] = "bag", [LC_QUEUE] = "queue", [LC_STACK] = "stack"};

/* ---- the definition: is there an order? ---- */

enum { MOST_LIFETIMES = 5 };

typedef struct small {
    lc_container container;
    uint32_t end; /* k + 1 */
    uint32_t count;
    lc_lifetime at[MOST_LIFETIMES];
    bool has_empty;
    lc_interval empty;
} small;

typedef struct inside {
    uint32_t count;
    uint8_t at[MOST_LIFETIMES];
} inside;

static lc_interval when(const small *h, uint32_t op) {
    return op == 2 * h->count ? h->empty : op % 2 ? h->at[op / 2].remove : h->at[op / 2].add;
}

static bool effect(const small *h, uint32_t op, inside *in) {
    if (op == 2 * h->count) return in->count == 0;
    if (op % 2 == 0) {
        in->at[in->count++] = (uint8_t)(op / 2);
        return true;
    }
    uint32_t i = 0;
    while (i < in->count && in->at[i] != op / 2) i++;
    if (i == in->count || (h->container == LC_QUEUE && i) || (h->container == LC_STACK && i + 1 < in->count))
        return false;
    memmove(in->at + i, in->at + i + 1, in->count-- - i - 1);
    return true;
}

static bool explained(const small *h, uint32_t step, uint32_t left, inside in) {
    if (!left) return true;
    bool go_on = step < h->end;
    for (uint32_t op = 0; left >> op; op++) {
        if (!(left >> op & 1)) continue;
        lc_interval i = when(h, op);
        inside next = in;
        if (i.to == step) go_on = false;
        if (i.from <= step && step <= i.to && effect(h, op, &next) && explained(h, step, left & ~(1u << op), next))
            return true;
    }
    return go_on && explained(h, step + 1, left, in);
}

static bool is_good(const small *h) { return explained(h, 0, (1u << (2 * h->count + h->has_empty)) - 1, (inside){0}); }

static small without(const small *h, uint32_t i) {
    small s = *h;
    s.at[i] = s.at[--s.count];
    return s;
}

/* Does it become good whatever is left out or widened? */
static bool is_tight(const small *h) {
    for (uint32_t i = 0; i < h->count; i++) {
        small s = without(h, i);
        if (!is_good(&s)) return false;
    }
    small s = *h;
    s.has_empty = false;
    if (h->has_empty && !is_good(&s)) return false;
    for (uint32_t i = 0; i < 4 * h->count + (h->has_empty ? 2 : 0); i++) {
        s = *h;
        lc_interval *wider = i >= 4 * h->count ? &s.empty : i / 2 % 2 ? &s.at[i / 4].remove : &s.at[i / 4].add;
        uint32_t most = i >= 4 * h->count ? h->end - 1 : h->end; /* what found nothing has returned */
        if (i % 2 ? wider->to == most : wider->from == 0) continue;
        if (i % 2) wider->to++;
        else wider->from--;
        if (!is_good(&s)) return false;
    }
    return true;
}

/* ---- the list ---- */

typedef struct list {
    lc_container container;
    uint32_t k, count, wrong, short_ones, kinds[LC_PATTERN_KINDS];
    lc_pattern *at;
} list;

static small small_of(lc_container container, uint32_t k, const lc_pattern *p) {
    small s = {.container = container, .end = k + 1, .count = p->count, .has_empty = p->kind == LC_NOT_EMPTY};
    s.empty = p->empty;
    memcpy(s.at, p->at, p->count * sizeof *p->at);
    return s;
}

static bool note(void *context, const lc_pattern *p) {
    list *l = context;
    l->at = realloc(l->at, (l->count + 1) * sizeof *l->at);
    l->at[l->count++] = *p;
    l->kinds[p->kind]++;
    if (p->kind <= LC_TWICE) return true;
    small s = small_of(l->container, l->k, p);
    l->wrong += is_good(&s) || !is_tight(&s);
    l->short_ones += p->count <= 3;
    return true;
}

static list make_list(lc_container container, uint32_t k) {
    list l = {.container = container, .k = k};
    lc_patterns_each(container, k, note, &l);
    return l;
}

static void check_counts(void) {
    static const uint32_t known[][6] = {
        [LC_BAG] = {2, 4, 8, 16, 32, 64}, [LC_QUEUE] = {2, 5, 11, 22, 42, 79}, [LC_STACK] = {2, 4, 9, 22, 56, 146}};
    for (lc_container c = LC_BAG; c <= LC_STACK; c++) {
        bool as_counted = true, as_known = true;
        uint32_t wrong = 0;
        for (uint32_t k = 0; k < 6; k++) {
            list l = make_list(c, k);
            as_counted = as_counted && l.count == lc_patterns_count(c, k);
            as_known = as_known && l.count == known[c][k];
            printf("# %s, k = %u: %u patterns:", names[c], k, l.count);
            for (uint32_t i = 0; i < LC_PATTERN_KINDS; i++) printf(" %u", l.kinds[i]);
            printf("\n");
            wrong += l.wrong;
            free(l.at);
        }
        expect(as_counted && as_known, "there are as many patterns of a %s as there should be", names[c]);
        expect(wrong == 0, "all of them are bad, and good when something is left out or widened (%u are not)", wrong);
    }
    expect(lc_patterns_count(LC_STACK, 62) == UINT64_MAX && lc_patterns_count(LC_QUEUE, 62) == (1ull << 63) + 1953,
           "very many can be counted, too");
}

/* ---- all that the definition gives, to compare ---- */

static bool same_set(const small *a, const lc_pattern *p) {
    if (a->count != p->count || a->has_empty != (p->kind == LC_NOT_EMPTY) || p->kind <= LC_TWICE) return false;
    if (a->has_empty && (a->empty.from != p->empty.from || a->empty.to != p->empty.to)) return false;
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t j = 0;
        while (j < p->count && memcmp(&a->at[i], &p->at[j], sizeof *p->at) != 0) j++;
        if (j == p->count) return false;
    }
    return true;
}

typedef struct hunt {
    const list *list;
    lc_lifetime *kinds; /* all lifetimes */
    uint32_t kind_count, most, found, unknown;
} hunt;

static void judge(hunt *t, const small *h) {
    if (!is_tight(h)) return;
    uint32_t i = 0;
    while (i < t->list->count && !same_set(h, &t->list->at[i])) i++;
    t->found++;
    t->unknown += i == t->list->count;
}

/* What is bad is judged, and nothing is added to it, for it would not be needed. */
static void extend(hunt *t, small h, uint32_t kind) {
    if (!is_good(&h)) return judge(t, &h);
    if (!h.has_empty) {
        h.has_empty = true;
        for (uint32_t i = 0; i < h.end; i++)
            for (uint32_t j = i; j < h.end; j++) {
                h.empty = (lc_interval){i, j};
                if (h.count && !is_good(&h)) judge(t, &h);
            }
        h.has_empty = false;
    }
    if (h.count == t->most) return;
    for (; kind < t->kind_count; kind++) {
        small more = h;
        more.at[more.count++] = t->kinds[kind];
        extend(t, more, kind);
    }
}

static void check_all(lc_container c, uint32_t k, uint32_t most) {
    list l = make_list(c, k);
    hunt t = {.list = &l, .most = most};
    uint32_t intervals = (k + 2) * (k + 3) / 2;
    t.kinds = malloc(sizeof *t.kinds * intervals * intervals);
    for (uint32_t a = 0; a <= k; a++) /* additions were called, removals perhaps never */
        for (uint32_t b = a; b <= k + 1; b++)
            for (uint32_t d = 0; d <= k + 1; d++)
                for (uint32_t e = d; e <= k + 1; e++) t.kinds[t.kind_count++] = (lc_lifetime){{a, b}, {d, e}};
    extend(&t, (small){.container = c, .end = k + 1}, 0);
    uint32_t expected = 0;
    for (uint32_t i = 0; i < l.count; i++) expected += l.at[i].kind > LC_TWICE && l.at[i].count <= most;
    expect(t.found == expected && t.unknown == 0,
           "%s, k = %u: the minimal bad sets of up to %u values are the patterns (%u, should be %u, %u not listed)",
           names[c], k, most, t.found, expected, t.unknown);
    free(t.kinds);
    free(l.at);
}

int main(int argc, char **argv) {
    (void)argv;
    check_counts();
    for (lc_container c = LC_BAG; c <= LC_STACK; c++) {
        for (uint32_t k = 0; k <= 2; k++) check_all(c, k, 3);
        check_all(c, 3, c == LC_STACK || argc > 1 ? 3 : 2); /* an argument: more of it */
    }
    return tap_end();
}
