/* For the tests of quasi linearizability: a history from text, bound and laid out. */
#ifndef LC_TESTS_CHECK_QUASI_SUPPORT_H
#define LC_TESTS_CHECK_QUASI_SUPPORT_H

#include <stdlib.h>
#include <string.h>

#include "check/quasi/smallest.h"
#include "formats/formats.h"
#include "spec/specs.h"
#include "tap.h"

static inline void must(bool holds) {
    if (!holds) abort();
}

static inline lince_history *history_of(const char *text) {
    lince_reader *reader = NULL;
    lince_history *h = NULL;
    must(lc_reader_open_bytes(&reader, "text", (const uint8_t *)text, strlen(text), NULL, NULL) == LINCE_DONE);
    must(lince_reader_next(reader, &h, NULL) == LINCE_DONE);
    lince_reader_close(reader);
    return h;
}

typedef struct subject {
    lc_budget budget;
    lc_limits limits;
    lc_instance instance;
    lince_history *history;
    lc_binding binding;
    lc_parts parts;
    lc_factors factors;
    lc_quasi_search search;
} subject;

static inline const lc_instance *only_instance(const void *context, lc_span object) {
    (void)object;
    return context;
}

/* The search is ready to decide. */
static inline void prepare(subject *s, const char *text, const char *spec, const char *factors) {
    *s = (subject){.history = history_of(text)};
    lc_budget_init(&s->budget, 0);
    must(lc_instance_parse(&s->instance, spec, NULL, 0, NULL) == LINCE_DONE);
    lc_bind_options options = {
        .lookup = only_instance, .context = &s->instance, .init = LINCE_NO_VALUE, .limits = &s->limits};
    must(lc_bind(&s->binding, s->history, &options, &s->budget, NULL) == LINCE_DONE);
    must(lc_split(&s->parts, &s->binding, false, &s->budget) && s->parts.parts.count == 1);
    must(lc_factors_parse(&s->factors, factors, NULL) == LINCE_DONE);
    lc_quasi_search_init(&s->search, &s->binding, &s->limits, &s->budget);
    must(lc_quasi_begin(&s->search, &s->parts.parts.at[0], &s->factors));
}

static inline void discard(subject *s) {
    lc_quasi_search_free(&s->search);
    lc_parts_free(&s->parts);
    lc_binding_free(&s->binding);
    lc_instance_free(&s->instance);
    lince_history_free(s->history);
    must(atomic_load(&s->budget.used) == 0);
}

#endif
