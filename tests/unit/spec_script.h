/* Specifications tried out by small scripts, for the tests of src/spec.
 *
 * A script is a row of steps separated by `;`.  The walker holds every state the object can be in.
 *
 *     deq()=1      possible with this result; the walker moves on ("=" alone: it returns nothing)
 *     deq()#2      not possible with this result
 *     deq()?1|2    with its result unknown these results are possible, and no others; the walker stays
 *     lock()!      has no step
 *     @[1, 2]      one of the states looks like this
 *     ~2           there are this many states
 */
#ifndef LC_TESTS_SPEC_SCRIPT_H
#define LC_TESTS_SPEC_SCRIPT_H

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "history/values.h"
#include "spec/spec.h"

#define MOST_STATES 64
#define MOST_BYTES  512

typedef struct state {
    _Alignas(8) unsigned char bytes[MOST_BYTES];
    size_t size;
    lince_results results; /* returned on the way here */
} state;

typedef struct states {
    state at[MOST_STATES];
    size_t count;
} states;

typedef struct walker {
    lc_instance instance;
    lince_values *values;
    lc_runner runner;
    states now;
    char fault[256]; /* what was first not as the script says; "" while all is well */
} walker;

static bool same_state(const state *a, const state *b) {
    return a->size == b->size && !memcmp(a->bytes, b->bytes, a->size);
}

/* Keeps every different pair of state and results. */
static void collect(void *context, const void *bytes, size_t size, const lince_results *results) {
    states *all = context;
    state s = {.size = size};
    if (size > MOST_BYTES || all->count == MOST_STATES) abort();
    if (size) memcpy(s.bytes, bytes, size);
    if (results) s.results = *results;
    for (size_t i = 0; i < all->count; i++)
        if (same_state(&all->at[i], &s) && !memcmp(&all->at[i].results, &s.results, sizeof s.results)) return;
    all->at[all->count++] = s;
}

/* All outcomes of one operation in one state. */
__attribute__((unused)) static states outcomes(walker *w, const state *from, const lince_call *call) {
    states all = {.count = 0};
    lc_run_next(&w->runner, from->bytes, from->size, call, 1, collect, &all);
    return all;
}

/* ---- reading ---- */

static lince_value read_value(walker *w, const char **p) {
    const char *start = *p;
    if (*start == '"') {
        *p = strchr(start + 1, '"') + 1;
        return lince_string(w->values, start + 1, (size_t)(*p - start) - 2);
    }
    if (isdigit((unsigned char)*start) || *start == '-') return lince_int(w->values, strtoll(start, (char **)p, 10));
    while (isalpha((unsigned char)**p)) (*p)++;
    return lince_symbol(w->values, start, (size_t)(*p - start));
}

/* Values separated by commas. */
static unsigned read_values(walker *w, const char **p, lince_value *out) {
    unsigned count = 0;
    while (**p == ' ') (*p)++;
    while (**p && !strchr(")|;", **p)) {
        out[count++] = read_value(w, p);
        while (**p == ',' || **p == ' ') (*p)++;
    }
    return count;
}

/* ---- walking ---- */

__attribute__((unused)) static void walker_start(walker *w, const char *spec, const char *init) {
    lince_error error;
    memset(w, 0, sizeof *w);
    if (lc_instance_parse(&w->instance, spec, NULL, 0, &error) != LINCE_DONE) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
    w->values = lince_values_new();
    lince_value v = init ? read_value(w, &init) : LINCE_NO_VALUE;
    lc_runner_init(&w->runner, &w->instance, w->values, v);
    lc_run_init(&w->runner, collect, &w->now);
}

static void walker_end(walker *w) {
    lc_runner_free(&w->runner);
    lc_instance_free(&w->instance);
    lince_values_free(w->values);
}

/* What the operation can lead to from all present states. */
static states step_all(walker *w, const lince_call *call) {
    states all = {.count = 0};
    for (size_t i = 0; i < w->now.count; i++)
        lc_run_next(&w->runner, w->now.at[i].bytes, w->now.at[i].size, call, 1, collect, &all);
    return all;
}

static void forget_results(states *all) {
    states plain = {.count = 0};
    for (size_t i = 0; i < all->count; i++) collect(&plain, all->at[i].bytes, all->at[i].size, NULL);
    *all = plain;
}

/* `1|2`: are exactly these the results among the outcomes? */
static bool results_are(walker *w, const states *all, const char **p) {
    bool met[MOST_STATES] = {false};
    do {
        lince_results wanted = {{0}};
        read_values(w, p, wanted.at);
        bool found = false;
        for (size_t i = 0; i < all->count; i++)
            if (!memcmp(&all->at[i].results, &wanted, sizeof wanted)) found = met[i] = true;
        if (!found) return false;
    } while (*(*p)++ == '|');
    (*p)--;
    for (size_t i = 0; i < all->count; i++)
        if (!met[i]) return false;
    return true;
}

static bool operation_step(walker *w, const char **p) {
    size_t length = strcspn(*p, "(");
    lince_value args[LINCE_ARGS_MAX] = {0};
    lince_results results = {{0}};
    lince_call call = {.method = lc_spec_method(w->instance.spec, *p, length), .args = args, .results = results.at};
    if (call.method == LC_NO_METHOD) return false;
    *p += length + 1;
    call.argc = read_values(w, p, args);
    const lince_method *m = &w->instance.spec->methods[call.method];
    if (call.argc < m->args_min || call.argc > m->args_max) return false;
    char what = *++*p;
    ++*p;
    if (what == '=' || what == '#') {
        call.known = true;
        read_values(w, p, results.at);
    }
    states all = step_all(w, &call);
    if (what == '!') return all.count == 0;
    if (what == '#') return all.count == 0;
    if (what == '?') return results_are(w, &all, p);
    if (what != '=' || all.count == 0) return false;
    forget_results(&all);
    w->now = all;
    return true;
}

static bool looks_like(walker *w, const char **p) {
    size_t length = strcspn(*p, ";");
    bool found = false;
    for (size_t i = 0; i < w->now.count; i++) {
        lince_text shown = {0};
        lc_run_print(&w->runner, w->now.at[i].bytes, w->now.at[i].size, &shown);
        found |= shown.length == length && !memcmp(lc_text(&shown), *p, length);
        lc_text_free(&shown);
    }
    *p += length;
    return found;
}

/* Walks on; false, and `fault`, where the script is wrong. */
__attribute__((unused)) static bool walk(walker *w, const char *script) {
    for (const char *p = script; *p && !*w->fault;) {
        const char *start = p;
        bool holds;
        if (*p == '@') p++, holds = looks_like(w, &p);
        else if (*p == '~') holds = w->now.count == strtoul(p + 1, (char **)&p, 10);
        else holds = operation_step(w, &p);
        if (holds && *p && *p != ';') holds = false;
        if (!holds) snprintf(w->fault, sizeof w->fault, "at `%.*s`", (int)strcspn(start, ";"), start);
        p += strspn(p, "; ");
    }
    return !*w->fault && !w->runner.out_of_memory;
}

#endif
