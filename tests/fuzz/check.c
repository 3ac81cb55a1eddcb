/* Whatever can be read can be bound, checked, explained and reported: against every specification, within limits. */
#include <lince/lince.h>

#include <stdlib.h>
#include <string.h>

#include "formats/formats.h"
#include "properties.h"
#include "report/report.h"

static const char *const specs[] = {
    "bag",   "cas-register",     "counter",  "deque",  "map",           "mutex", "pqueue",
    "queue", "queue:capacity=2", "register", "rwlock", "semaphore:n=1", "set",   "snzi",
    "stack", "stack:capacity=1",
};

static void report(const lince_history *h, const lince_result *r) {
    static const lcr_style styles[] = {{.width = 40}, {.colour = true, .width = 80}, {.ascii = true, .width = 120}};
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        lince_text t = {0};
        lcr_report_verdict(&t, &styles[i], h, r, true);
        lcr_report_violation(&t, &styles[i], h, r);
        lcr_report_witness(&t, &styles[i], h, r);
        lcr_report_json(&t, h, h->number, r);
        lc_text_free(&t);
    }
}

/* Factors that many specifications understand, and what the bytes make of a few letters. */
static const char *draw_factors(const uint8_t *bytes, size_t size, size_t number, char *text) {
    static const char *const known[] = {
        "0", "1", "2", "min", "min(deq)", "pop=1", "deq=1", "enq=min", "{enq,deq}=2,deq=1", "enq=1,deq=min"};
    static const char *const pieces[] = {"enq", "deq", "push", "read", "min", "min(", ")",         "{",
                                         "}",   ",",   "=",    "0",    "1",   "7",    "9999999999"};
    if (number % 2) return known[number / 2 % (sizeof known / sizeof *known)];
    *text = '\0';
    for (size_t i = 0; i < 8 && i < size; i++)
        strcat(text, pieces[(bytes[size - 1 - i] + number) % (sizeof pieces / sizeof *pieces)]);
    return text;
}

static void check(const lince_history *h, const char *spec, lince_criterion criterion, const char *factors) {
    static const char *const failed[] = {"cas", "deq", "lock"};
    lince_error error = {0};
    lince_specs *set = lince_specs_new();
    lince_result *r = NULL;
    lince_check_options options = {.criterion = criterion,
                                   .factors = factors,
                                   .jobs = 1,
                                   .timeout = 0.02,
                                   .max_memory = 8 << 20,
                                   .init = h->ops.count % 2 ? LINCE_FALSE : LINCE_NO_VALUE,
                                   .fail_returns = failed,
                                   .fail_returns_count = h->ops.count % 3};
    if (!set || lince_specs_add(set, spec, &error) != LINCE_DONE) abort();
    lince_status status = lince_check(h, set, &options, &r, &error);
    if (status == LINCE_DONE) report(h, r);
    else if (status != LINCE_BAD_INPUT || !error.message[0]) abort(); /* a refusal has a reason */
    lince_result_free(r);
    lince_specs_free(set);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    if (check_bytes(bytes, size, LINCE_FORMAT_AUTO) != LINCE_END) return 0;
    lince_reader *reader = NULL;
    lince_history *h;
    lince_error error;
    if (lc_reader_open_bytes(&reader, "bytes", bytes, size, NULL, &error) != LINCE_DONE) abort();
    while (lince_reader_next(reader, &h, &error) == LINCE_DONE) {
        for (size_t i = 0; h->ops.count <= 40 && i < sizeof specs / sizeof *specs; i++) {
            char text[128];
            size_t turn = i + bytes[size / 2];
            lince_criterion criterion = i % 3 ? LINCE_LINEARIZABLE : LINCE_SEQUENTIAL;
            if (turn % 2) criterion = LINCE_QUASI;
            check(h, specs[i], criterion, draw_factors(bytes, size, turn / 2, text));
        }
        lince_history_free(h);
    }
    lince_reader_close(reader);
    return 0;
}
