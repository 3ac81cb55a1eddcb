/* Those who embed the library and forget to look: a message for each, and nobody crashes. */
#include "api.h"

static lince_error error;

static bool refused_with(lince_status status, const char *words) {
    bool right = status == LINCE_BAD_INPUT && strstr(error.message, words);
    if (!right) printf("# status %d: %s\n", (int)status, error.message);
    error = (lince_error){.message = ""};
    return right;
}

static void test_histories(void) {
    lince_history *h = lince_history_new();
    lince_value five = number(h, 5);
    const lince_value foreign = 4711;
    expect(refused_with(lince_invoke(NULL, "T1", NULL, "enq", &five, 1, &error), "lince_invoke is given no history"),
           "a call in no history");
    expect(refused_with(lince_invoke(h, NULL, NULL, "enq", &five, 1, &error), "lince_invoke is given no thread"),
           "a call of no thread");
    expect(refused_with(lince_invoke(h, "T1", NULL, NULL, &five, 1, &error), "lince_invoke is given no method"),
           "a call of no method");
    expect(refused_with(lince_invoke(h, "T1", NULL, "enq", NULL, 1, &error), "lince_invoke is given no values"),
           "arguments that are not there");
    expect(refused_with(lince_invoke(h, "T1", NULL, "enq", &foreign, 1, &error), "value 1 is not one of this history"),
           "a value of another pool");
    expect(lince_invoke(NULL, "T1", NULL, "enq", &five, 1, NULL) == LINCE_BAD_INPUT, "nobody need listen");
    expect(lince_history_operations(h) == 0, "nothing of it is left behind");
    begin(h, "T1", "deq", LINCE_NO_VALUE);
    expect(refused_with(lince_return(NULL, "T1", NULL, 0, &error), "lince_return is given no history") &&
               refused_with(lince_return(h, NULL, NULL, 0, &error), "lince_return is given no thread") &&
               refused_with(lince_return(h, "T1", &foreign, 1, &error), "not one of this history"),
           "returns");
    expect(refused_with(lince_crash(NULL, "T1", &error), "lince_crash is given no history") &&
               refused_with(lince_fail(h, NULL, &error), "lince_fail is given no thread"),
           "crashes and failures");
    expect(!lince_history_values(NULL) && lince_history_operations(NULL) == 0 && lince_history_memory(NULL) == 0,
           "no history has nothing");
    expect(refused_with(lince_history_write(NULL, LINCE_FORMAT_HIST, stdout, &error), "is given no history") &&
               refused_with(lince_history_write(h, LINCE_FORMAT_HIST, NULL, &error), "is given no file"),
           "writing nothing, and nowhere");
    lince_history_free(h);
}

static void test_values(void) {
    lince_values *pool = lince_values_new();
    expect(lince_int(NULL, INT64_MAX) == LINCE_NO_VALUE && lince_symbol(NULL, "ok", 2) == LINCE_NO_VALUE &&
               lince_string(NULL, "", 0) == LINCE_NO_VALUE && lince_list(NULL, NULL, 0) == LINCE_NO_VALUE,
           "no pool gives no values");
    expect(lince_symbol(pool, NULL, 2) == LINCE_NO_VALUE && lince_string(pool, NULL, 2) == LINCE_NO_VALUE &&
               lince_list(pool, NULL, 2) == LINCE_NO_VALUE && lince_tuple(pool, NULL, 1) == LINCE_NO_VALUE,
           "no text and no items make none either");
    lince_values_free(pool);
}

static void test_reading(void) {
    lince_reader *reader = NULL;
    lince_history *h = NULL;
    expect(refused_with(lince_reader_open(&reader, NULL, NULL, &error), "lince_reader_open is given no path") &&
               !reader,
           "reading from nowhere");
    expect(refused_with(lince_reader_next(NULL, &h, &error), "lince_reader_next is given no reader") && !h,
           "reading on after that");
    lince_reader_close(NULL);
}

static void test_checking(void) {
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    size_t count = 7;
    expect(refused_with(lince_specs_add(specs, NULL, &error), "lince_specs_add is given no specification") &&
               refused_with(lince_specs_add(NULL, "queue", &error), "is given no set of specifications"),
           "no specification, no set");
    expect(refused_with(lince_specs_add_own(specs, NULL, NULL, &error), "there is no specification"),
           "none of one's own");
    expect(refused_with(lince_check(NULL, specs, NULL, &result, &error), "lince_check is given no history") && !result,
           "no history to check");
    expect(lince_result_verdict(result) == LINCE_VERDICT_UNKNOWN && lince_result_reason(result) == LINCE_REASON_NONE &&
               !*lince_result_algorithm(result) && lince_result_smallest_factor(result) == LINCE_NO_FACTOR,
           "a check that gave no result says nothing");
    expect(!lince_result_witness(result, &count) && !count && !lince_result_groups(result, &count) &&
               !lince_result_conflict(result, &count),
           "and shows nothing");
    lince_specs_free(specs);
}

int main(void) {
    test_histories();
    test_values();
    test_reading();
    test_checking();
    return tap_end();
}
