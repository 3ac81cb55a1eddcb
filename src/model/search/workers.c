/* The data that each thread of a search has to itself. */
#include "model/search/search.h"

/* Room for the answers of the specification, as long as that is not too much. */
static bool remember_more(lcm_search *s, lcm_worker *w, uint32_t count) {
    size_t size = count * sizeof *w->after, size_now = w->after_count * sizeof *w->after;
    lcm_answered *after = lc_resize(s->budget, w->after, size_now, size);
    if (!after) return false;
    memset(after, 0, size);
    w->after = after;
    w->after_count = count;
    return true;
}

void lcm_workers_fit(lcm_search *s) {
    enum { MOST = 1 << 18, A_SET = 8 };
    uint32_t count = s->workers[0].after_count;
    if (!s->specified || s->normal.sets.count * (uint64_t)A_SET < count || count >= MOST) return;
    if (!lcm_search_has_room(s, (size_t)s->worker_count * 4 * count * sizeof(lcm_answered))) return;
    for (uint32_t i = 0; i < s->worker_count; i++) remember_more(s, &s->workers[i], 4 * count);
}

static bool make_worker(lcm_search *s, lcm_worker *w) {
    w->search = s;
    lcm_moves_init(&w->moves, s->lts->words, s->budget);
    size_t size = lcm_tree_values(s->lts->words) * sizeof *w->values;
    w->values = lc_allocate(s->budget, size);
    w->next_values = lc_allocate(s->budget, size);
    bool well = remember_more(s, w, 1024) && w->values && w->next_values;
    if (s->specified && s->semantics == LCM_FAILURES_DIVERGENCES)
        well = lcm_diverge_init(&w->diverge, s->lts, s->limits, s->budget) && well;
    w->walker = s->lts->open(s->lts, s->budget);
    return w->walker && well;
}

static void free_worker(lcm_search *s, lcm_worker *w) {
    if (w->walker) s->lts->close(w->walker);
    lcm_moves_free(&w->moves);
    size_t size = lcm_tree_values(s->lts->words) * sizeof *w->values;
    lc_release(s->budget, w->values, size);
    lc_release(s->budget, w->next_values, size);
    lc_release(s->budget, w->after, w->after_count * sizeof *w->after);
    lc_vec_free(s->budget, &w->found);
    lc_vec_free(s->budget, &w->shards);
    lc_vec_free(s->budget, &w->words);
    lc_vec_free(s->budget, &w->offered);
    if (w->diverge.store.tree.words) lcm_diverge_free(&w->diverge);
}

bool lcm_workers_make(lcm_search *s) {
    uint32_t count = lcm_search_threads(s);
    s->workers = lc_allocate(s->budget, count * sizeof *s->workers);
    if (!s->workers) return false;
    memset(s->workers, 0, count * sizeof *s->workers);
    for (s->worker_count = 0; s->worker_count < count; s->worker_count++)
        if (!make_worker(s, &s->workers[s->worker_count])) {
            s->worker_count++;
            return false;
        }
    return true;
}

void lcm_workers_free(lcm_search *s) {
    for (uint32_t i = 0; i < s->worker_count; i++) free_worker(s, &s->workers[i]);
    lc_release(s->budget, s->workers, lcm_search_threads(s) * sizeof *s->workers);
}
