/* Checks: verdicts, what explains them, and options. */
#include "api.h"

/* ---- verdicts and what explains them ---- */

static void test_witness(void) {
    lince_history *h = right_queue();
    lince_specs *queue = specs_of("queue");
    lince_result *result = NULL;
    lince_error error = {.message = ""};
    expect(lince_check(h, queue, NULL, &result, &error) == LINCE_DONE, "a check needs no options %s", error.message);
    expect(lince_result_verdict(result) == LINCE_VERDICT_OK && lince_result_reason(result) == LINCE_REASON_NONE, "ok");
    size_t count = 99;
    const uint32_t *order = lince_result_witness(result, &count);
    /* Operation 0 overlaps 1 and 2; everything else is in sequence. */
    static const uint32_t possible[2][5] = {{1, 0, 2, 3, 4}, {1, 2, 0, 3, 4}};
    expect(count == 5 &&
               (!memcmp(order, possible[0], sizeof *possible) || !memcmp(order, possible[1], sizeof *possible)),
           "the witness is an order that a queue allows");
    count = 99;
    lince_result_conflict(result, &count);
    expect(count == 0, "there is no conflict then");
    lince_result_free(result);
    lince_result_free(NULL);

    lince_history *empty = lince_history_new();
    result = NULL;
    expect(lince_check(empty, queue, NULL, &result, NULL) == LINCE_DONE &&
               lince_result_verdict(result) == LINCE_VERDICT_OK,
           "the empty history is correct");
    lince_result_witness(result, &count);
    expect(count == 0, "and its witness is empty");
    lince_result_free(result);
    lince_history_free(empty);
    lince_history_free(h);
    lince_specs_free(queue);
}

/* Which algorithm is used, and what happens where the one asked for does not apply. */
static void test_algorithm(void) {
    lince_history *right = right_queue(), *deque = lince_history_new();
    lince_specs *queue = specs_of("queue"), *both_ends = specs_of("deque");
    lince_check_options options = {.algorithm = LINCE_POLY};
    lince_result *result = NULL;
    lince_error error = {.message = ""};
    expect(lince_check(right, queue, &options, &result, NULL) == LINCE_DONE &&
               !strcmp(lince_result_algorithm(result), "poly"),
           "a queue is checked in polynomial time");
    lince_result_free(result);
    options.algorithm = LINCE_SEARCH;
    expect(lince_check(right, queue, &options, &result, NULL) == LINCE_DONE &&
               lince_result_verdict(result) == LINCE_VERDICT_OK && !strcmp(lince_result_algorithm(result), "search"),
           "or by search, if that is wanted");
    lince_result_free(result);
    whole(deque, "T1", "push_back", number(deque, 1), LINCE_NO_VALUE);
    options.algorithm = LINCE_POLY;
    result = NULL;
    expect(lince_check(deque, both_ends, &options, &result, &error) == LINCE_BAD_INPUT && !result &&
               strstr(error.message, "polynomial"),
           "a deque is not, and whoever insists is told so: %s", error.message);
    options.algorithm = LINCE_AUTO;
    expect(lince_check(deque, both_ends, &options, &result, NULL) == LINCE_DONE &&
               !strcmp(lince_result_algorithm(result), "search"),
           "who does not gets what there is");
    lince_result_free(result);
    lince_history_free(right);
    lince_history_free(deque);
    lince_specs_free(queue);
    lince_specs_free(both_ends);
}

static void test_conflict(void) {
    lince_history *h = wrong_queue();
    lince_specs *queue = specs_of("queue");
    lince_result *result = NULL;
    size_t count = 99;
    lince_status status = lince_check(h, queue, NULL, &result, NULL);
    if (expect(status == LINCE_DONE && lince_result_verdict(result) == LINCE_VERDICT_VIOLATION &&
                   lince_result_reason(result) == LINCE_REASON_NONE,
               "a violation")) {
        const uint32_t *ops = lince_result_conflict(result, &count);
        expect(count == 3 && ops[0] == 20 && ops[1] == 21 && ops[2] == 22,
               "the conflict is the operations that contradict each other, by call order");
        lince_result_witness(result, &count);
        expect(count == 0, "there is no witness then");
    }
    lince_result_free(result);
    result = NULL;
    lince_check_options brief = {.no_explanation = true};
    status = lince_check(h, queue, &brief, &result, NULL);
    lince_result_conflict(result, &count);
    expect(status == LINCE_DONE && lince_result_verdict(result) == LINCE_VERDICT_VIOLATION && count == 0,
           "without an explanation there is only the verdict");
    lince_result_free(result);
    lince_history_free(h);
    lince_specs_free(queue);
}

/* What is pending may have happened or not; what failed has not. */
static void test_pending(void) {
    lince_specs *queue = specs_of("queue");
    lince_history *h = lince_history_new();
    begin(h, "T1", "enq", number(h, 1));
    lince_crash(h, "T1", NULL);
    begin(h, "T2", "enq", number(h, 2));
    whole(h, "T3", "deq", LINCE_NO_VALUE, number(h, 1));
    lince_result *result = NULL;
    size_t count = 0;
    lince_check(h, queue, NULL, &result, NULL);
    const uint32_t *order = lince_result_witness(result, &count);
    expect(lince_result_verdict(result) == LINCE_VERDICT_OK && count == 2 && order[0] == 0 && order[1] == 2,
           "a crashed operation takes effect where it is needed, a pending one is left out where it is not");
    lince_result_free(result);
    lince_history_free(h);

    h = lince_history_new();
    begin(h, "T1", "enq", number(h, 1));
    lince_fail(h, "T1", NULL);
    whole(h, "T2", "deq", LINCE_NO_VALUE, number(h, 1));
    expect(judged_wrong(h, queue, NULL), "a failed operation did not happen");
    lince_history_free(h);
    lince_specs_free(queue);
}

/* ---- options ---- */

static void test_criterion(void) {
    lince_history *h = lince_history_new();
    whole(h, "T1", "write", number(h, 1), LINCE_NO_VALUE);
    whole(h, "T2", "read", LINCE_NO_VALUE, LINCE_NIL);
    lince_specs *specs = specs_of("register");
    lince_check_options options = {.criterion = LINCE_SEQUENTIAL};
    expect(judged_wrong(h, specs, NULL), "a stale read is not linearizable");
    expect(judged_ok(h, specs, &options), "but sequentially consistent");
    whole(h, "T1", "read", LINCE_NO_VALUE, LINCE_NIL);
    expect(judged_wrong(h, specs, &options), "not if it comes from the thread that wrote");
    lince_history_free(h);

    h = lince_history_new();
    whole(h, "T1", "read", LINCE_NO_VALUE, number(h, 7));
    options = (lince_check_options){.init = number(h, 7)};
    expect(judged_wrong(h, specs, NULL) && judged_ok(h, specs, &options), "the initial value of a register");
    lince_history_free(h);
    lince_specs_free(specs);
}

/* How many places are enough: if asked for, if a violation is explained, and else nothing. */
static void test_smallest_factor(void) {
    static const struct {
        const char *factors;
        lince_verdict verdict;
        uint32_t smallest;
    } questions[] = {
        {"min", LINCE_VERDICT_OK, 1},
        {"0", LINCE_VERDICT_VIOLATION, 1},
        {"1", LINCE_VERDICT_OK, LINCE_NO_FACTOR},
        {"min(deq)", LINCE_VERDICT_OK, 0},
    };
    lince_history *h = lince_history_new();
    lince_specs *queue = specs_of("queue");
    for (int i = 1; i <= 2; i++) whole(h, "T1", "enq", number(h, i), LINCE_NO_VALUE);
    for (int i = 2; i >= 1; i--) whole(h, "T1", "deq", LINCE_NO_VALUE, number(h, i));
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        lince_check_options options = {.criterion = LINCE_QUASI, .factors = questions[i].factors};
        lince_result *result = NULL;
        expect(lince_check(h, queue, &options, &result, NULL) == LINCE_DONE &&
                   lince_result_verdict(result) == questions[i].verdict &&
                   lince_result_smallest_factor(result) == questions[i].smallest,
               "the smallest factor after quasi:%s", questions[i].factors);
        lince_result_free(result);
    }
    lince_check_options options = {.criterion = LINCE_QUASI};
    lince_result *result = NULL;
    lince_error error = {.message = ""};
    expect(lince_check(h, queue, &options, &result, &error) == LINCE_BAD_INPUT && !result && *error.message,
           "without factors: %s", error.message);
    lince_history_free(h);
    lince_specs_free(queue);
}

static void test_fail_returns(void) {
    lince_history *h = lince_history_new();
    lince_value same[] = {LINCE_NIL, number(h, 1)};
    lince_invoke(h, "T1", NULL, "cas", same, 2, NULL);
    lince_fail(h, "T1", NULL);
    lince_specs *specs = specs_of("cas-register");
    static const char *const cas[] = {"cas"}, *const read[] = {"read"};
    lince_check_options options = {.fail_returns = cas, .fail_returns_count = 1};
    expect(judged_ok(h, specs, NULL), "a cas that fails did not happen");
    expect(judged_wrong(h, specs, &options), "unless that means that it returned false");
    options.fail_returns = read;
    expect(judged_ok(h, specs, &options), "which is said of each method for itself");
    lince_history_free(h);
    lince_specs_free(specs);
}

static void test_jobs(void) {
    lince_history *h = many_keys();
    lince_specs *map = specs_of("map");
    lince_result *results[2] = {NULL, NULL};
    const uint32_t *orders[2];
    size_t counts[2];
    for (unsigned i = 0; i < 2; i++) {
        lince_check_options options = {.jobs = i ? 4 : 1};
        lince_check(h, map, &options, &results[i], NULL);
        orders[i] = lince_result_witness(results[i], &counts[i]);
    }
    expect(lince_result_verdict(results[0]) == LINCE_VERDICT_OK && counts[0] == 4000, "4000 operations on 200 keys");
    expect(counts[0] == counts[1] && !memcmp(orders[0], orders[1], counts[0] * sizeof **orders),
           "the witness does not depend on the number of threads");
    lince_result_free(results[0]);
    lince_result_free(results[1]);
    lince_history_free(h);
    lince_specs_free(map);
}

int main(void) {
    test_witness();
    test_algorithm();
    test_conflict();
    test_pending();
    test_criterion();
    test_smallest_factor();
    test_fail_returns();
    test_jobs();
    return tap_end();
}
