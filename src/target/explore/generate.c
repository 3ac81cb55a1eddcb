#include "target/explore/generate.h"

#include <string.h>

#include "target/explore/balance.h"

/* ---- calls ---- */

static void lowest_arguments(const lct_test_op *op, lct_scenario_call *call) {
    for (unsigned k = 0; k < op->count; k++) call->arguments[k] = op->arguments[k].unique ? 0 : op->arguments[k].low;
}

void lct_call_lowest(const lct_test *test, lct_scenario_call *call) { lowest_arguments(&test->ops[call->op], call); }

/* The next call, in the order of operations and then of arguments; false if there is none.  Unique arguments stay as
 * they are. */
static bool call_next(const lct_test *test, lct_scenario_call *call) {
    const lct_test_op *op = &test->ops[call->op];
    for (unsigned k = op->count; k-- > 0;) {
        const lince_argument *a = &op->arguments[k];
        if (a->unique) continue;
        if (call->arguments[k] < a->high) {
            call->arguments[k]++;
            return true;
        }
        call->arguments[k] = a->low;
    }
    if (call->op + 1 == test->op_count) return false;
    *call = (lct_scenario_call){.op = call->op + 1};
    lowest_arguments(op + 1, call);
    return true;
}

/* Do so many calls of a thread begin a word of its length?  If there are results to be foreseen, they may still not. */
static bool begins_word(const lct_test *test, const lct_scenario_part *thread, unsigned count) {
    lct_course course;
    if (!test->protocol.count) return true;
    return lct_calls_follow(test, thread, count, &course) &&
           (count == thread->count ? lct_course_may_end(&test->protocol, &course)
                                   : lct_course_can_end(&test->protocol, &course, thread->count - count));
}

/* The first word of a thread's length that begins with its calls up to `from`, and goes on with this operation or a
 * later one; false: there is none. */
static bool word_first(const lct_test *test, lct_scenario_part *thread, unsigned from, unsigned op) {
    if (from == thread->count) return true;
    for (; op < test->op_count; op++) {
        thread->calls[from] = (lct_scenario_call){.op = op};
        lowest_arguments(&test->ops[op], &thread->calls[from]);
        if (begins_word(test, thread, from + 1) && word_first(test, thread, from + 1, 0)) return true;
    }
    return false;
}

static bool takes_unique(const lct_test_op *op) {
    for (unsigned k = 0; k < op->count; k++)
        if (op->arguments[k].unique == LCT_ARGUMENT_UNIQUE) return true;
    return false;
}

/* The arguments of ranges differ from one call to the next, as far as they can: two different keys are put into a map.
 */
void lct_generate_adds(const lct_test *test, int adds, lct_scenario_part *part, unsigned count) {
    assert(!count || adds >= 0);
    part->count = count;
    for (unsigned i = 0; i < count; i++) {
        lct_scenario_call *call = &part->calls[i];
        const lct_test_op *op = &test->ops[adds];
        *call = (lct_scenario_call){.op = (unsigned)adds};
        lowest_arguments(op, call);
        for (unsigned k = 0; k < op->count; k++) {
            const lince_argument *a = &op->arguments[k];
            if (!a->unique && (uint64_t)a->high - (uint64_t)a->low >= i) call->arguments[k] += i;
        }
    }
}

void lct_generate_before(lct_generator *g, unsigned count) {
    lct_generate_adds(g->test, g->adds, &g->at.before, count);
}

static long number_part(const lct_test *test, lct_scenario_part *part, unsigned thread, long next) {
    for (unsigned i = 0; i < part->count; i++) {
        const lct_test_op *op = &test->ops[part->calls[i].op];
        for (unsigned k = 0; k < op->count; k++) {
            if (op->arguments[k].unique == LCT_ARGUMENT_UNIQUE) part->calls[i].arguments[k] = next++;
            if (op->arguments[k].unique == LCT_ARGUMENT_THREAD) part->calls[i].arguments[k] = thread;
        }
    }
    return next;
}

void lct_generate_uniques(const lct_test *test, lct_scenario *s) {
    long next = number_part(test, &s->before, 0, test->first_unique);
    for (unsigned i = 0; i < s->thread_count; i++) next = number_part(test, &s->threads[i], i + 1, next);
    next = number_part(test, &s->after, 0, next);
    assert(next - test->first_unique <= LCT_UNIQUES);
}

bool lct_scenario_mixed(const lct_test *test, const lct_scenario *scenario) {
    if (scenario->thread_count < 2) return false;
    if (scenario->before.count) return true;
    unsigned first = scenario->threads[0].calls[0].op;
    if (takes_unique(&test->ops[first])) return true;
    for (unsigned i = 0; i < scenario->thread_count; i++)
        for (unsigned k = 0; k < scenario->threads[i].count; k++)
            if (scenario->threads[i].calls[k].op != first) return true;
    return false;
}

/* ---- in order ---- */
/* The scenario given last is all the state there is: each of the functions below makes it the next one of its kind, and
 * the first of the kinds within.  Threads stand by length, longest first, then by words, smallest first. */

/* The first words of threads `from` and on.  Equal lengths: a word is not before that of the thread in front. */
static void first_words(lct_generator *g, unsigned from) {
    for (unsigned i = from; i < g->at.thread_count; i++) {
        lct_scenario_part *thread = &g->at.threads[i];
        if (i && thread[-1].count == thread->count) {
            memcpy(thread->calls, thread[-1].calls, thread->count * sizeof *thread->calls);
            continue;
        }
        bool found = word_first(g->test, thread, 0, 0);
        assert(found); /* or there would be none of this length */
        (void)found;
    }
}

static bool next_word(lct_generator *g, lct_scenario_part *thread) {
    for (unsigned k = thread->count; k-- > 0;) {
        lct_scenario_call *call = &thread->calls[k];
        unsigned op = call->op;
        if (!call_next(g->test, call)) continue;
        if (call->op == op ? word_first(g->test, thread, k + 1, 0) : word_first(g->test, thread, k, call->op))
            return true;
    }
    return false;
}

static bool next_words(lct_generator *g) {
    for (unsigned i = g->at.thread_count; i-- > 0;)
        if (next_word(g, &g->at.threads[i])) {
            first_words(g, i + 1);
            return true;
        }
    return false;
}

/* Shares out `calls` among the threads from `from` on, none more than `most`, as unevenly as possible. */
static void first_lengths(lct_generator *g, unsigned from, unsigned calls, unsigned most) {
    for (unsigned i = from; i < g->at.thread_count; i++) {
        unsigned behind = g->at.thread_count - 1 - i, rest = calls - behind;
        g->at.threads[i].count = rest < most ? rest : most;
        calls -= g->at.threads[i].count;
    }
    assert(!calls);
}

/* The last thread that can do with one call less, because the threads behind it can take the rest. */
static bool next_lengths(lct_generator *g) {
    unsigned behind = 0, calls = 0;
    for (unsigned i = g->at.thread_count; i-- > 0; behind++) {
        unsigned less = g->at.threads[i].count - 1;
        if (less && calls + 1 <= behind * less) {
            g->at.threads[i].count = less;
            first_lengths(g, i + 1, calls + 1, less);
            return true;
        }
        calls += g->at.threads[i].count;
    }
    return false;
}

static bool have_words(const lct_generator *g) {
    for (unsigned i = 0; i < g->at.thread_count; i++)
        if (!g->words[g->at.threads[i].count]) return false;
    return true;
}

/* The first words of these lengths, or of the next ones for which there are any. */
static bool with_words(lct_generator *g) {
    while (!have_words(g))
        if (!next_lengths(g)) return false;
    first_words(g, 0);
    return true;
}

/* So many calls before the threads come first, */
static unsigned first_before(const lct_generator *g) { return g->filled_first && g->adds >= 0 ? 1 : 0; }

/* and these after so many; false: those were the last. */
static bool next_before(const lct_generator *g, unsigned *count) {
    if (g->adds < 0) return false;
    unsigned next = *count == LCT_GENERATE_BEFORE ? 0 : *count + 1;
    if (next == first_before(g)) return false;
    *count = next;
    return true;
}

/* Another number of calls before the threads, or one thread more. */
static bool next_shape(lct_generator *g) {
    const unsigned most = (unsigned)g->test->calls;
    for (;;) {
        unsigned before = g->at.before.count;
        if (next_before(g, &before)) {
            lct_generate_before(g, before);
        } else if (g->at.thread_count < (unsigned)g->test->threads && g->at.thread_count < g->calls) {
            g->at.thread_count++;
            lct_generate_before(g, first_before(g));
        } else return false;
        first_lengths(g, 0, g->calls, most);
        if (with_words(g)) return true;
    }
}

/* The least threads that can make the calls. */
static bool first_in_size(lct_generator *g) {
    const unsigned most = (unsigned)g->test->calls;
    g->at.thread_count = (g->calls + most - 1) / most;
    lct_generate_before(g, first_before(g));
    first_lengths(g, 0, g->calls, most);
    return with_words(g) || next_shape(g);
}

static bool next_in_size(lct_generator *g) {
    if (next_words(g)) return true;
    return (next_lengths(g) && with_words(g)) || next_shape(g);
}

static bool next_in_order(lct_generator *g) {
    bool found = g->begun && next_in_size(g);
    for (; !found; found = first_in_size(g)) {
        /* Once through the size for the mixed ones, once for the rest. */
        g->mixed = !g->mixed;
        if (g->mixed) g->calls++;
        if (g->calls > g->complete) return false;
        g->begun = true;
    }
    return true;
}

/* ---- all of it ---- */

/* May so many of it be called before the threads, as far as the protocol goes? */
static bool may_come_before(const lct_test *test, int op) {
    lct_course course = lct_course_start(&test->protocol);
    for (unsigned i = 0; i < LCT_GENERATE_BEFORE; i++)
        if (!lct_course_step(&test->protocol, &course, (unsigned)op) || !lct_course_may_end(&test->protocol, &course))
            return false;
    return true;
}

void lct_generator_start(lct_generator *g, const lct_test *test, uint64_t fits, uint64_t random, uint64_t seed) {
    assert(test->op_count && random <= LCT_GENERATE_SEEN / 2);
    const unsigned most = (unsigned)(test->threads * test->calls);
    g->test = test;
    g->seed = seed;
    g->adds = -1;
    for (unsigned i = test->op_count; i-- > 0;)
        if (takes_unique(&test->ops[i])) g->adds = (int)i;
    if (test->balanced) g->adds = test->adding;
    if (test->parties > 1) g->adds = -1; /* a thread that runs alone would wait forever */
    if (g->adds >= 0 && !may_come_before(test, g->adds)) g->adds = -1;
    g->given = g->fitting = g->random = 0;
    g->calls = g->complete = g->seen_count = 0;
    g->begun = g->mixed = g->filled_first = false;
    memset(g->seen, 0, sizeof g->seen);
    g->at.kind = LCT_SCENARIO_CALLS;
    g->at.thread_count = g->at.before.count = g->at.after.count = 0;
    lct_count_start(g);
    g->all = lct_count_scenarios(g, 0);
    while (g->complete < most) {
        uint64_t more = lct_count_scenarios(g, g->complete + 1);
        if (more > fits - g->fitting) break;
        g->fitting += more;
        g->complete++;
    }
    /* Not more than half of those there are: the last ones would be hard to hit upon. */
    uint64_t full = lct_count_full(g), half = full - full / 2;
    if (g->complete < most) g->random = half < random ? half : random;
}

const lct_scenario *lct_generator_next(lct_generator *g) {
    if (g->given < g->fitting) {
        bool found;
        do found = next_in_order(g);
        while (found && lct_scenario_mixed(g->test, &g->at) != g->mixed);
        assert(found);
    } else if (g->given - g->fitting >= g->random || !lct_generate_random(g)) return NULL;
    g->given++;
    if (!g->test->balanced) {
        lct_generate_uniques(g->test, &g->at);
        assert(!lct_scenario_breaks(g->test, &g->at));
        return &g->at;
    }
    g->whole = g->at; /* the next one is found from the last one given, before its completion */
    lct_balance_complete(g->test, &g->whole);
    lct_generate_uniques(g->test, &g->whole);
    assert(
        !(lct_scenario_breaks(g->test, &g->whole) & ~(unsigned)LCT_BREAKS_BALANCE)); /* there may be no room for it */
    return &g->whole;
}
