/* Shortcuts for the tests of the public interface, which see nothing but <lince/lince.h>. */
#ifndef LC_TESTS_LIBRARY_API_H
#define LC_TESTS_LIBRARY_API_H

#include <lince/lince.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

static inline lince_value number(lince_history *h, int64_t n) { return lince_int(lince_history_values(h), n); }

/* LINCE_NO_VALUE: no argument, no result.  A history that cannot be built is a fault of the test. */
static inline void begin(lince_history *h, const char *thread, const char *method, lince_value arg) {
    if (lince_invoke(h, thread, NULL, method, &arg, arg != LINCE_NO_VALUE, NULL) != LINCE_DONE) abort();
}

static inline void end(lince_history *h, const char *thread, lince_value result) {
    if (lince_return(h, thread, &result, result != LINCE_NO_VALUE, NULL) != LINCE_DONE) abort();
}

static inline void whole(lince_history *h, const char *thread, const char *method, lince_value arg,
                         lince_value result) {
    begin(h, thread, method, arg);
    end(h, thread, result);
}

static inline lince_specs *specs_of(const char *text) {
    lince_specs *specs = lince_specs_new();
    if (!specs || lince_specs_add(specs, text, NULL) != LINCE_DONE) abort();
    return specs;
}

/* What a check says, without its explanation. */
static inline bool judged(const lince_history *h, const lince_specs *specs, const lince_check_options *options,
                          lince_verdict verdict, lince_reason reason) {
    lince_result *result = NULL;
    lince_error error = {.message = ""};
    lince_status status = lince_check(h, specs, options, &result, &error);
    if (status != LINCE_DONE) printf("# status %d: %s\n", (int)status, error.message);
    bool right =
        status == LINCE_DONE && lince_result_verdict(result) == verdict && lince_result_reason(result) == reason;
    lince_result_free(result);
    return right;
}

static inline bool judged_ok(const lince_history *h, const lince_specs *specs, const lince_check_options *options) {
    return judged(h, specs, options, LINCE_VERDICT_OK, LINCE_REASON_NONE);
}

static inline bool judged_wrong(const lince_history *h, const lince_specs *specs, const lince_check_options *options) {
    return judged(h, specs, options, LINCE_VERDICT_VIOLATION, LINCE_REASON_NONE);
}

/* A check that gives no verdict, but this message. */
static inline bool refused(const lince_history *h, const lince_specs *specs, const lince_check_options *options,
                           const char *message) {
    lince_result *result = (lince_result *)&result; /* anything but NULL */
    lince_error error = {.message = ""};
    lince_status status = lince_check(h, specs, options, &result, &error);
    bool right = status == LINCE_BAD_INPUT && !result && strstr(error.message, message);
    if (!right) printf("# status %d: %s\n", (int)status, error.message);
    if (status == LINCE_DONE) lince_result_free(result);
    return right;
}

/* ---- histories ---- */

/* A queue whose results an order explains. */
static inline lince_history *right_queue(void) {
    lince_history *h = lince_history_new();
    begin(h, "T1", "enq", number(h, 1));                 /* 0 */
    whole(h, "T3", "enq", number(h, 2), LINCE_NO_VALUE); /* 1 */
    begin(h, "T2", "deq", LINCE_NO_VALUE);               /* 2 */
    end(h, "T1", LINCE_NO_VALUE);
    end(h, "T2", number(h, 2));
    whole(h, "T2", "deq", LINCE_NO_VALUE, number(h, 1)); /* 3 */
    whole(h, "T2", "deq", LINCE_NO_VALUE, LINCE_EMPTY);  /* 4 */
    return h;
}

/* Many operations, of which 20, 21 and 22 say that one element was removed twice. */
static inline lince_history *wrong_queue(void) {
    lince_history *h = lince_history_new();
    for (int i = 0; i < 10; i++) {
        whole(h, "T1", "enq", number(h, i), LINCE_NO_VALUE);
        whole(h, "T2", "deq", LINCE_NO_VALUE, number(h, i));
    }
    whole(h, "T1", "enq", number(h, 77), LINCE_NO_VALUE);
    begin(h, "T1", "deq", LINCE_NO_VALUE);
    begin(h, "T2", "deq", LINCE_NO_VALUE);
    end(h, "T2", number(h, 77));
    end(h, "T1", number(h, 77));
    for (int i = 30; i < 40; i++) whole(h, "T1", "enq", number(h, i), LINCE_NO_VALUE);
    return h;
}

/* Many operations on many keys, so that it pays to check them in several threads. */
static inline lince_history *many_keys(void) {
    lince_history *h = lince_history_new();
    for (int i = 0; i < 4000; i++) {
        lince_value put[] = {number(h, i % 200), number(h, i)};
        lince_invoke(h, i % 2 ? "T1" : "T2", NULL, "put", put, 2, NULL);
        if (i) end(h, i % 2 ? "T2" : "T1", LINCE_NO_VALUE);
    }
    end(h, "T1", LINCE_NO_VALUE);
    return h;
}

#endif
