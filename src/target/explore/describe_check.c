/* Is the description of a test consistent?  Operations and the model, ranges and unique values, balanced operations,
 * the order of calls, scenarios. */
#include <limits.h>
#include <string.h>

#include "target/explore/balance.h"
#include "target/explore/scenario.h"

static bool meets_in_model(const lct_test *t, const char *name) {
    for (unsigned i = 0; i < t->meeting_count; i++)
        if (strcmp(t->meeting[i], name) == 0) return true;
    return false;
}

static void check_model(const lct_test *t) {
    if (t->model_count && !t->model && !t->meet_count)
        lct_describe_mistake("lince_test_model_op without lince_test_model, which names its state");
    if (t->model && !t->model_count && !t->meet_count)
        lct_describe_mistake("lince_test_model without lince_test_model_op");
    if (!t->model && !t->meet_count) return;
    for (unsigned i = 0; i < t->meeting_count && t->op_count; i++)
        if (lct_op_find(t, t->meeting[i], strlen(t->meeting[i])) < 0)
            lct_describe_mistake("operation %s meets other operations in the model, but the test has none of that name",
                                 t->meeting[i]);
    for (unsigned i = 0; i < t->op_count; i++) {
        const lct_test_op *op = &t->ops[i], *model = NULL;
        for (unsigned k = 0; k < t->model_count; k++)
            if (strcmp(t->model_ops[k].name, op->name) == 0) model = &t->model_ops[k];
        if (!model && meets_in_model(t, op->name)) continue;
        if (!model)
            lct_describe_mistake("the model has no operation %s: add lince_test_model_op(\"%s\", ...)", op->name,
                                 op->name);
        else if (model->result != op->result || model->count != op->count || model->wide != op->wide ||
                 model->texts != op->texts || model->out != op->out)
            lct_describe_mistake("operation %s of the model has other types than the real one", op->name);
    }
}

static bool has_uniques(const lct_test *t) {
    for (unsigned i = 0; i < t->op_count; i++)
        for (unsigned k = 0; k < t->ops[i].count; k++)
            if (t->ops[i].arguments[k].unique == LCT_ARGUMENT_UNIQUE) return true;
    return false;
}

/* The lowest positive number from which on LCT_UNIQUES numbers are in no range: unique values meet no other ones, and
 * so it makes no difference which of them a thread gets. */
static void find_uniques(lct_test *t) {
    if (!has_uniques(t)) return;
    long first = 1;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < t->op_count; i++)
            for (unsigned k = 0; k < t->ops[i].count; k++) {
                const lince_argument *a = &t->ops[i].arguments[k];
                if (a->unique == LCT_ARGUMENT_THREAD && first <= LCT_TEST_THREADS) first = LCT_TEST_THREADS + 1;
                if (a->unique || a->high < first || a->low >= first + LCT_UNIQUES) continue;
                if (a->high > INT_MAX - LCT_UNIQUES) {
                    lct_describe_mistake("the ranges leave no numbers for lince_unique");
                    return;
                }
                first = a->high + 1;
                again = true;
            }
    }
    t->first_unique = first;
}

static void check_balance(lct_test *t) {
    const char *unknown = t->adding < 0 ? t->adds : t->removing < 0 ? t->removes : NULL;
    if (unknown) lct_describe_mistake("lince_test_balanced: there is no operation %s", unknown);
    else if (t->adding == t->removing)
        lct_describe_mistake("lince_test_balanced: %s cannot both add and remove", t->adds);
    else t->balanced = true;
}

void lct_describe_check_size(const lct_test *t) {
    size_t longest = t->generates ? lct_scenario_longest(t) : 0;
    if (longest >= LCT_SCENARIO_TEXT)
        lct_describe_mistake("lince_test_size(%d, %d): scenarios may take %zu characters to write; there can be %d",
                             t->threads, t->calls, longest, LCT_SCENARIO_TEXT - 1);
}

static int find_op(const void *test, const char *name, size_t length) { return lct_op_find(test, name, length); }

/* A result that a protocol depends on is one that there is. */
static void check_results(const lct_test *t) {
    for (unsigned i = 0; i < t->protocol.count; i++) {
        const lct_test_op *op = &t->ops[t->protocol.op[i]];
        if (t->protocol.when[i] != LCT_PLACE_ANY && op->result == LINCE_SHAPE_VOID && !op->out)
            lct_describe_mistake("lince_test_protocol: operation %s returns nothing that it could depend on", op->name);
    }
}

void lct_describe_check_order(lct_test *t) {
    _Static_assert((int)LCT_PROTOCOL_CALLS == (int)LCT_TEST_CALLS, "a protocol is known as far as threads go");
    char error[LCT_SCENARIO_ERROR];
    if (!lct_protocol_parse(&t->protocol, t->order, find_op, t, error, sizeof error))
        lct_describe_mistake("lince_test_protocol: %s", error);
    else check_results(t);
}

void lct_describe_fit_calls(lct_test *t) {
    enum { ENOUGH = 4 };
    if (!t->protocol.count || !t->generates) return;
    unsigned least = lct_protocol_shortest(&t->protocol), each = lct_protocol_calls(&t->protocol, false);
    if (!t->sized && least <= LCT_TEST_CALLS) {
        unsigned pairs = t->parties > 1 ? each : lct_protocol_calls(&t->protocol, true);
        unsigned calls = pairs <= ENOUGH ? pairs : each < ENOUGH ? ENOUGH : each;
        if ((int)calls > t->calls) t->calls = (int)calls;
    }
    if (least > (unsigned)t->calls)
        lct_describe_mistake("lince_test_protocol: no thread comes to the end of `%s` in %d calls: it takes %u",
                             t->order, t->calls, least);
}

static void check_scenarios(lct_test *t, lct_scenario *scratch) {
    char error[LCT_SCENARIO_ERROR];
    for (unsigned i = 0; i < t->scenario_count; i++) {
        if (!lct_scenario_parse(t, t->scenarios[i], scratch, error, sizeof error))
            lct_describe_mistake("scenario `%s`: %s", t->scenarios[i], error);
        else if (lct_scenario_breaks(t, scratch) & LCT_BREAKS_ORDER)
            lct_describe_mistake("scenario `%s`: a thread does not keep to the order `%s`", t->scenarios[i], t->order);
    }
    t->generates = t->op_count && (t->sized || (!t->scenario_count && !t->thread_count));
    if (t->sized && !t->op_count)
        lct_describe_mistake("lince_test_size without lince_test_op: there is nothing to call");
    else if (!t->op_count && !t->scenario_count && !t->thread_count)
        lct_describe_mistake("it calls nothing: add lince_test_op or lince_test_thread");
    lct_describe_fit_calls(t);
    lct_describe_check_size(t);
}

/* Operations of a map or a set that never meet at a key show nothing: their keys, if they are not described, are few.
 */
static void share_keys(lct_test *t) {
    size_t length = t->spec ? strcspn(t->spec, ":") : 0;
    if (!(length == 3 && (!memcmp(t->spec, "map", 3) || !memcmp(t->spec, "set", 3)))) return;
    for (unsigned i = 0; i < t->op_count; i++)
        if (t->ops[i].undescribed & 1) t->ops[i].arguments[0] = lince_range(1, 2);
}

void lct_describe_check(lct_test *t, lct_scenario *scratch) {
    check_model(t);
    share_keys(t);
    find_uniques(t);
    lct_balance_find(t);
    if (t->adds) check_balance(t);
    if (t->order) lct_describe_check_order(t);
    check_scenarios(t, scratch);
}
