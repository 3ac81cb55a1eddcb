#include "target/explore/balance.h"

#include <string.h>

#include "target/explore/generate.h"

/* ---- operations that add, operations that remove ---- */

static bool takes_unique(const lct_test_op *op) {
    for (unsigned k = 0; k < op->count; k++)
        if (op->arguments[k].unique == LCT_ARGUMENT_UNIQUE) return true;
    return false;
}

static bool gives_number(const lct_test_op *op) { return !op->count && (op->out || op->result >= LINCE_SHAPE_INT); }

static bool is_named_like_removal(const lct_test_op *op) {
    static const char *const words[] = {"deq", "pop", "take", "remove", "del", "poll", "extract", "receive"};
    const char *dot = strrchr(op->name, '.'), *name = dot ? dot + 1 : op->name;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(name, words[i], strlen(words[i])) == 0) return true;
    return false;
}

/* The only operation like this; -1: there is none, or there are several. */
static int only(const lct_test *t, bool (*like)(const lct_test_op *), bool named) {
    int found = -1;
    for (unsigned i = 0; i < t->op_count; i++) {
        if (!like(&t->ops[i]) || (named && !is_named_like_removal(&t->ops[i]))) continue;
        if (found >= 0) return -1;
        found = (int)i;
    }
    return found;
}

void lct_balance_find(lct_test *t) {
    t->adding = t->removing = -1;
    if (t->adds && t->removes) {
        t->adding = lct_op_find(t, t->adds, strlen(t->adds));
        t->removing = lct_op_find(t, t->removes, strlen(t->removes));
        return;
    }
    t->adding = only(t, takes_unique, false);
    t->removing = only(t, gives_number, false);
    if (t->removing < 0) t->removing = only(t, gives_number, true);
}

/* ---- counting and completing ---- */

static void count_part(const lct_test *t, const lct_scenario_part *part, unsigned *adds, unsigned *removes) {
    for (unsigned i = 0; i < part->count; i++) {
        *adds += part->calls[i].op == (unsigned)t->adding;
        *removes += part->calls[i].op == (unsigned)t->removing;
    }
}

bool lct_balance_count(const lct_test *t, const lct_scenario *s, unsigned *adds, unsigned *removes) {
    *adds = *removes = 0;
    if (t->adding < 0 || t->removing < 0 || s->kind != LCT_SCENARIO_CALLS || t->finally) return false;
    count_part(t, &s->before, adds, removes);
    count_part(t, &s->after, adds, removes);
    for (unsigned i = 0; i < s->thread_count; i++) count_part(t, &s->threads[i], adds, removes);
    return true;
}

void lct_balance_complete(const lct_test *t, lct_scenario *s) {
    static char text[LCT_SCENARIO_TEXT] LCT_STATE;
    unsigned adds, removes, before = s->before.count;
    assert(!s->after.count);
    if (!lct_balance_count(t, s, &adds, &removes)) return;
    unsigned of_threads = adds - before, lack = removes > of_threads ? removes - of_threads : 0;
    unsigned left = adds + lack - removes;
    if (before + lack > LCT_TEST_CALLS || left > LCT_TEST_CALLS) return;
    lct_generate_adds(t, t->adding, &s->before, before + lack);
    s->after.count = left;
    for (unsigned i = 0; i < left; i++) {
        s->after.calls[i] = (lct_scenario_call){.op = (unsigned)t->removing};
        lct_call_lowest(t, &s->after.calls[i]);
    }
    lct_generate_uniques(t, s);
    bool fits = lct_scenario_print(t, s, text, sizeof text) < sizeof text;
    if (fits && !(lct_scenario_breaks(t, s) & (LCT_BREAKS_ORDER | LCT_BREAKS_END))) return;
    s->before.count = before;
    s->after.count = 0;
}
