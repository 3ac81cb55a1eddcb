/* Scenarios of the full size at random.  The threads are sorted, which makes equal scenarios identical, and the
 * scenarios given before are stored as hashes: should two different ones ever have the same, one of them is not given.
 */

#include "target/explore/generate.h"
#include "target/runtime/splitmix.h"

/* 0 to n - 1; the high half of a product is as good as even for any n that occurs. */
static uint64_t draw_below(uint64_t *state, uint64_t n) {
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)((wide)lct_splitmix(state) * n >> 64);
}

/* Each operation is as likely as any other, however many arguments it could have. */
static void draw_call(const lct_test *test, lct_scenario_call *call, uint64_t *state) {
    *call = (lct_scenario_call){.op = (unsigned)draw_below(state, test->op_count)};
    const lct_test_op *op = &test->ops[call->op];
    for (unsigned k = 0; k < op->count; k++) {
        const lince_argument *a = &op->arguments[k];
        if (a->unique) continue;
        uint64_t size = (uint64_t)a->high - (uint64_t)a->low + 1;
        call->arguments[k] = (int64_t)((uint64_t)a->low + draw_below(state, size));
    }
}

static int compare(const lct_scenario_part *a, const lct_scenario_part *b) {
    for (unsigned i = 0; i < a->count; i++) {
        const lct_scenario_call *x = &a->calls[i], *y = &b->calls[i];
        if (x->op != y->op) return x->op < y->op ? -1 : 1;
        for (unsigned k = 0; k < LCT_ARGUMENTS; k++)
            if (x->arguments[k] != y->arguments[k]) return x->arguments[k] < y->arguments[k] ? -1 : 1;
    }
    return 0;
}

static void sort_threads(lct_scenario *scenario) {
    for (unsigned i = 1; i < scenario->thread_count; i++)
        for (unsigned k = i; k > 0; k--) {
            lct_scenario_part *a = &scenario->threads[k - 1], *b = a + 1;
            if (compare(a, b) <= 0) break;
            for (unsigned c = 0; c < a->count; c++) {
                lct_scenario_call call = a->calls[c];
                a->calls[c] = b->calls[c];
                b->calls[c] = call;
            }
        }
}

static uint64_t hash(const lct_scenario *scenario) {
    uint64_t h = scenario->before.count;
    for (unsigned i = 0; i < scenario->thread_count; i++)
        for (unsigned c = 0; c < scenario->threads[i].count; c++) {
            const lct_scenario_call *call = &scenario->threads[i].calls[c];
            h = lct_splitmix_mix(h + call->op + 1);
            for (unsigned k = 0; k < LCT_ARGUMENTS; k++) h = lct_splitmix_mix(h + (uint64_t)call->arguments[k] + 1);
        }
    return h ? h : 1; /* zero marks an empty slot */
}

static bool remember(lct_generator *g, uint64_t h) {
    uint64_t i = h & (LCT_GENERATE_SEEN - 1);
    while (g->seen[i] && g->seen[i] != h) i = (i + 1) & (LCT_GENERATE_SEEN - 1);
    if (g->seen[i] == h) return false;
    assert(g->seen_count < LCT_GENERATE_SEEN / 2);
    g->seen[i] = h;
    g->seen_count++;
    return true;
}

/* A word as long as it may be.  Where the calls so far lead to no such word it is begun again. */
static bool draw_word(const lct_test *test, lct_scenario_part *thread, uint64_t *state) {
    enum { ATTEMPTS = 1000 };
    thread->count = (unsigned)test->calls;
    const lct_protocol *p = &test->protocol;
    lct_course course = lct_course_start(p);
    unsigned made = 0;
    for (int attempt = 0; attempt < ATTEMPTS && made < thread->count; attempt++) {
        lct_course next = course;
        draw_call(test, &thread->calls[made], state);
        if (!lct_course_step(p, &next, thread->calls[made].op)) continue;
        if (!lct_course_can_end(p, &next, thread->count - made - 1)) continue;
        course = next;
        if (++made == thread->count && !lct_course_may_end(p, &course)) made = 0, course = lct_course_start(p);
    }
    return made == thread->count;
}

bool lct_generate_random(lct_generator *g) {
    enum { ATTEMPTS = 1 << 14 };
    uint64_t state = lct_splitmix_mix(lct_splitmix_mix(g->seed + 1) + g->given);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        unsigned before = g->adds < 0 ? 0 : (unsigned)draw_below(&state, 1 + LCT_GENERATE_BEFORE);
        g->at.thread_count = (unsigned)g->test->threads;
        for (unsigned i = 0; i < g->at.thread_count; i++)
            if (!draw_word(g->test, &g->at.threads[i], &state)) return false;
        sort_threads(&g->at);
        lct_generate_before(g, before);
        if (remember(g, hash(&g->at))) return true;
    }
    return false;
}
