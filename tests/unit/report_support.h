/* Histories in a few words, and results by hand, for the tests of the reports. */
#ifndef LC_TESTS_REPORT_SUPPORT_H
#define LC_TESTS_REPORT_SUPPORT_H

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check/result.h"
#include "history/history.h"
#include "report/report.h"
#include "report/words.h"

/* These tests stand alone, without the room that defines the names.  Weak, so that they also link together with it. */
__attribute__((weak)) const char *lc_criterion_name(lince_criterion c) {
    return c == LINCE_LINEARIZABLE ? "linearizable" : "sequential";
}
__attribute__((weak)) const char *lc_verdict_name(lince_verdict v) {
    return v == LINCE_VERDICT_OK ? "ok" : v == LINCE_VERDICT_VIOLATION ? "violation" : "unknown";
}

__attribute__((unused)) static lince_value value_of(lince_values *pool, const char *at, size_t length) {
    char *end;
    long long n = strtoll(at, &end, 10);
    if (length && end == at + length) return lince_int(pool, n);
    if (length && *at == '"') return lince_string(pool, at + 1, length - 2);
    return lince_symbol(pool, at, length);
}

/* `1, EMPTY, "x"`: no commas inside strings. */
__attribute__((unused)) static lince_value payload_of(lince_values *pool, const char *at, size_t length) {
    lince_value items[8];
    size_t count = 0;
    const char *end = at + length;
    while (at < end) {
        at += strspn(at, " ,");
        if (at >= end) break;
        const char *stop = at;
        while (stop < end && *stop != ',') stop++;
        items[count++] = value_of(pool, at, (size_t)(stop - at));
        at = stop;
    }
    return lince_tuple(pool, items, count);
}

/* One event of history text, without comments. */
__attribute__((unused)) static void add_event(lince_history *h, uint32_t line, const char *at, size_t length) {
    const char *end = at + length, *blank = memchr(at, ' ', length);
    lince_error error;
    lc_span thread = {at, (size_t)(blank - at)};
    at = blank + 1;
    if (!strncmp(at, "invoke ", 7)) {
        const char *name = at + 7, *open = memchr(name, '(', (size_t)(end - name)), *dot = NULL;
        for (const char *p = name; p < open; p++)
            if (*p == '.') dot = p;
        lc_span object = {name, dot ? (size_t)(dot - name) : 0};
        lc_span method = {dot ? dot + 1 : name, (size_t)(open - (dot ? dot + 1 : name))};
        lince_value args = payload_of(&h->values, open + 1, (size_t)(end - open - 2));
        lince_status status = lc_history_invoke(h, line, thread, object, method, args, &error);
        assert(status == LINCE_DONE);
        (void)status;
    } else if (!strncmp(at, "return", 6)) {
        lince_value results = payload_of(&h->values, at + 6, (size_t)(end - at - 6));
        lc_history_return(h, line, thread, results, &error);
    } else {
        lc_history_end(h, line, thread, *at == 'c' ? LC_CRASH : LC_FAIL, &error);
    }
}

__attribute__((unused)) static lince_history *history_of(const char *file, const char *text) {
    lince_history *h = lc_history_new(file, NULL);
    for (uint32_t line = 1; *text; line++) {
        size_t length = strcspn(text, "\n");
        if (length) add_event(h, line, text, length);
        text += length + (text[length] == '\n');
    }
    return h;
}

/* The same numbers on every machine. */
__attribute__((unused)) static uint32_t pick(uint64_t *seed, uint32_t below) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)((*seed >> 16) % below);
}

__attribute__((unused)) static void random_call(lince_history *h, uint64_t *seed, uint32_t line, const char *thread) {
    static const char *const names[] = {"enq", "deq", "x", "compare_and_swap", "größer"};
    static const char *const texts[] = {"", "a", "long enough to be cut somewhere in the middle of it", "日本語",
                                        "é\n"};
    lince_value args[3];
    size_t count = pick(seed, 3);
    for (size_t i = 0; i < count; i++) {
        const char *text = texts[pick(seed, 5)];
        args[i] =
            pick(seed, 4) ? lince_int(&h->values, pick(seed, 1000)) : lince_string(&h->values, text, strlen(text));
    }
    lince_error error;
    lc_history_invoke(h, line, lc_span_of(thread), lc_span_of(pick(seed, 9) ? "" : "q"),
                      lc_span_of(names[pick(seed, 5)]), lince_tuple(&h->values, args, count), &error);
}

/* Every kind of event; thread t is called Tt, with a tail of any length if `long_names`. */
__attribute__((unused)) static lince_history *random_history(uint64_t *seed, uint32_t threads, uint32_t events,
                                                             bool long_names) {
    lince_history *h = lc_history_new("random.hist", NULL);
    bool open[64] = {false}, gone[64] = {false};
    lince_error error;
    assert(threads <= 64);
    for (uint32_t i = 1; i <= events; i++) {
        uint32_t t = pick(seed, threads);
        char name[64];
        snprintf(name, sizeof name, "T%u%.*s", t, long_names ? (int)(t * 7 % 20) : 0, "-a-rather-long-name-ü");
        if (gone[t]) continue;
        if (!open[t]) {
            random_call(h, seed, i, name);
            open[t] = true;
            continue;
        }
        uint32_t what = pick(seed, 40);
        if (what == 0) gone[t] = true;
        else if (what < 3) lc_history_end(h, i, lc_span_of(name), what == 1 ? LC_CRASH : LC_FAIL, &error);
        else if (what < 20) lc_history_return(h, i, lc_span_of(name), LINCE_NOTHING, &error);
        else lc_history_return(h, i, lc_span_of(name), lince_int(&h->values, what), &error);
        open[t] = gone[t];
    }
    return h;
}

#endif
