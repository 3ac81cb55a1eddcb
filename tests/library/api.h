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

#endif
