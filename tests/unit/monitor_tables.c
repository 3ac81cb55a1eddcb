/* The tables of the online checker for queues, against the plainest ones there are. */
#include <string.h>

#include "../tap.h"
#include "monitor/elements.h"
#include "monitor/gaps.h"

static uint64_t seed = 1;
static uint32_t below(uint32_t bound) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % bound;
}

/* ---- gaps ---- */

enum { MOMENTS = 64 };

static void test_gaps(void) {
    uint32_t wrong = 0;
    for (uint32_t round = 0; round < 3000; round++) {
        lc_budget budget;
        bool possible[MOMENTS];
        uint64_t begin = below(8), forgotten = begin;
        lc_budget_init(&budget, 0);
        lco_gaps g = {.budget = &budget};
        lco_gaps_begin(&g, begin);
        for (uint32_t i = 0; i < MOMENTS; i++) possible[i] = i >= begin;
        for (uint32_t step = 0; step < 30; step++) {
            uint64_t from = below(MOMENTS), to = below(MOMENTS), limit = below(4) ? below(MOMENTS) : UINT64_MAX;
            if (below(5) == 0) {
                uint64_t before = forgotten + below(6);
                lco_gaps_forget(&g, before);
                forgotten = before;
            } else if (below(2)) {
                lco_gaps_cover(&g, from, to);
                for (uint64_t i = from; i < to; i++) possible[i] = false;
            } else {
                bool any = false;
                if (from < forgotten) from = forgotten; /* nobody asks for what was forgotten */
                for (uint64_t i = from; i < to && i < limit && i < MOMENTS; i++) any = any || possible[i];
                wrong += lco_gaps_any(&g, from, to, limit) != any;
            }
        }
        lco_gaps_free(&g);
    }
    expect(!wrong, "gaps are what is not covered (%u times they are not)", wrong);
}

/* ---- elements ---- */

enum { VALUES = 400 };

static uint32_t count_links(const lco_insides *e, const uint32_t *order, uint32_t count) {
    uint32_t wrong = 0, at = e->first, before = LCO_NO_LINK;
    for (uint32_t i = 0; i < count; i++) {
        if (at == LCO_NO_LINK || e->at.at[at].value != order[i] || e->at.at[at].before != before) return 1;
        before = at;
        at = e->at.at[at].after;
    }
    wrong += at != LCO_NO_LINK || e->last != before;
    return wrong;
}

static void test_elements(void) {
    lc_budget budget;
    lco_insides e;
    lc_budget_init(&budget, 0);
    lco_insides_init(&e, &budget);
    uint32_t number[VALUES], order[VALUES], linked = 0, wrong = 0, wrong_order = 0;
    for (uint32_t i = 0; i < VALUES; i++) number[i] = LCO_NO_LINK;
    for (uint32_t step = 0; step < 60000; step++) {
        uint32_t v = below(VALUES), n = number[v];
        wrong += lco_insides_find(&e, v) != n;
        if (n == LCO_NO_LINK) {
            number[v] = lco_insides_add(&e, v);
        } else if (!e.at.at[n].linked && below(2)) {
            lco_insides_link(&e, n);
            order[linked++] = v;
        } else {
            if (e.at.at[n].linked) {
                uint32_t i = 0;
                lco_insides_unlink(&e, n);
                while (order[i] != v) i++;
                memmove(order + i, order + i + 1, (--linked - i) * sizeof *order);
            }
            lco_insides_delete(&e, n);
            number[v] = LCO_NO_LINK;
        }
        if (step % 64 == 0) wrong_order += count_links(&e, order, linked);
    }
    expect(!wrong, "elements are found while they are inside, and only then (%u times they are not)", wrong);
    expect(!wrong_order, "and linked in their order");
    lco_insides_free(&e);
    expect(atomic_load(&budget.used) == 0, "and give all memory back");
}

int main(void) {
    test_gaps();
    test_elements();
    return tap_end();
}
