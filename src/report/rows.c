/* One row a thread, in the natural order of their names (T2 before T10). */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "report/layout.h"

typedef struct named_thread {
    lc_span name;
    uint32_t thread;
    uint32_t lanes; /* 0: no operation of it is shown */
    uint32_t first_row;
} named_thread;

static size_t digits(const char *at, const char *end) {
    const char *start = at;
    while (at < end && isdigit((unsigned char)*at)) at++;
    return (size_t)(at - start);
}

/* Runs of digits by their number, everything else by bytes. */
static int compare_naturally(lc_span a, lc_span b) {
    const char *p = a.at, *p_end = p + a.length, *q = b.at, *q_end = q + b.length;
    while (p < p_end && q < q_end) {
        size_t m = digits(p, p_end), n = digits(q, q_end);
        if (!m || !n) {
            if (*p != *q) return (unsigned char)*p < (unsigned char)*q ? -1 : 1;
            p++, q++;
            continue;
        }
        while (m > 1 && *p == '0') p++, m--;
        while (n > 1 && *q == '0') q++, n--;
        if (m != n) return m < n ? -1 : 1;
        int order = memcmp(p, q, m);
        if (order) return order;
        p += m, q += n;
    }
    return (p < p_end) - (q < q_end);
}

static int compare_threads(const void *a, const void *b) {
    const named_thread *s = a, *t = b;
    int order = compare_naturally(s->name, t->name);
    return order ? order : LC_ORDER(s->thread, t->thread);
}

static int compare_numbers(const void *a, const void *b) {
    const named_thread *s = a, *t = b;
    return LC_ORDER(s->thread, t->thread);
}

/* The lane of each shown operation, left in `row_of`: the first of its thread that no other operation is using.  An
 * operation whose end is not shown makes room for the thread's next one. */
static bool choose_lanes(lcr_layout *l, named_thread *threads) {
    const lince_history *h = l->history;
    LC_VEC(uint32_t) busy = {0}; /* 1 + the shown operation using lane i of thread t at [i * threads + t] */
    uint32_t thread_count = h->threads.items.count, depth = 0;
    bool fine = true;
    for (uint32_t i = 0; i < l->moments.count && fine; i++) {
        uint32_t shown = l->moments.at[i].shown, t = h->ops.at[l->drawing->ops[shown].op].thread, lane = 0;
        if (!l->moments.at[i].call) {
            busy.at[l->row_of[shown] * thread_count + t] = 0;
            continue;
        }
        while (lane < depth && busy.at[lane * thread_count + t] &&
               !lcr_layout_endless(l, busy.at[lane * thread_count + t] - 1))
            lane++;
        if (lane == depth) {
            depth++;
            for (uint32_t k = 0; k < thread_count && fine; k++) fine = lc_push(NULL, &busy, 0);
            if (!fine) break;
        }
        busy.at[lane * thread_count + t] = shown + 1;
        l->row_of[shown] = lane;
        if (threads[t].lanes <= lane) threads[t].lanes = lane + 1;
    }
    lc_vec_free(NULL, &busy);
    return fine;
}

bool lcr_layout_rows(lcr_layout *l) {
    const lince_history *h = l->history;
    uint32_t count = h->threads.items.count;
    assert(count || !l->drawing->count);
    if (!count) return true;
    named_thread *threads = calloc(count, sizeof *threads);
    bool fine = threads != NULL;
    for (uint32_t t = 0; fine && t < count; t++) {
        const lc_interned *name = lc_intern_get(&h->threads, t);
        threads[t] = (named_thread){.name = {name->bytes, name->size}, .thread = t};
    }
    fine = fine && choose_lanes(l, threads);
    if (fine) {
        qsort(threads, count, sizeof *threads, compare_threads);
        for (uint32_t t = 0; t < count; t++) {
            threads[t].first_row = l->rows.count;
            for (uint32_t lane = 0; fine && lane < threads[t].lanes; lane++)
                fine = lc_push(NULL, &l->rows, (lcr_row){threads[t].name, lane});
        }
        qsort(threads, count, sizeof *threads, compare_numbers);
        for (uint32_t i = 0; i < l->drawing->count; i++)
            l->row_of[i] += threads[h->ops.at[l->drawing->ops[i].op].thread].first_row;
    }
    free(threads);
    return fine;
}
