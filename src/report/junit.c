#include "report/junit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* Anything becomes text that XML can hold: of the control characters it has only three, and not even as references. */
static void put_escaped(lince_text *out, const char *text, bool attribute) {
    const char *end = text + strlen(text);
    while (text < end) {
        uint32_t c = lc_utf8_next(&text, end);
        bool blank = c == '\n' || c == '\t' || c == '\r';
        if (c == '&') lc_text_puts(out, "&amp;");
        else if (c == '<') lc_text_puts(out, "&lt;");
        else if (c == '>') lc_text_puts(out, "&gt;");
        else if (c == '"') lc_text_puts(out, "&quot;");
        else if (c == '\r' || (blank && attribute)) lc_text_printf(out, "&#%" PRIu32 ";", c);
        else if ((c < 0x20 && !blank) || c == 0x7f || c == 0xfffe || c == 0xffff) lc_utf8_put(out, LC_REPLACEMENT);
        else lc_utf8_put(out, c);
    }
}

static void put_attribute(lince_text *out, const char *name, const char *value) {
    lc_text_printf(out, " %s=\"", name);
    put_escaped(out, value, true);
    lc_text_putc(out, '"');
}

/* `src/queue.c` is shown as `src.queue`: readers make a tree of the names between the dots. */
static void put_class(lince_text *out, const char *file) {
    char *name = strdup(*file ? file : "?");
    if (!name) {
        out->cut = true;
        return;
    }
    const char *start = name;
    while (!strncmp(start, "./", 2)) start += 2;
    start += strspn(start, "/");
    char *slash = strrchr(name, '/'), *dot = strrchr(slash ? slash : name, '.');
    if (dot && dot > start && dot[-1] != '/') *dot = '\0';
    for (char *c = name; *c; c++)
        if (*c == '/') *c = '.';
    put_attribute(out, "classname", start);
    free(name);
}

static void put_content(lince_text *out, const lcr_junit_case *c) {
    static const char *const elements[] = {[LCR_JUNIT_PASSED] = "system-out",
                                           [LCR_JUNIT_FAILURE] = "failure",
                                           [LCR_JUNIT_ERROR] = "error",
                                           [LCR_JUNIT_SKIPPED] = "skipped"};
    const char *element = elements[c->kind];
    lc_text_printf(out, "      <%s", element);
    if (c->type && c->kind != LCR_JUNIT_PASSED) put_attribute(out, "type", c->type);
    if (c->message && c->kind != LCR_JUNIT_PASSED) put_attribute(out, "message", c->message);
    lc_text_putc(out, '>');
    if (c->report) put_escaped(out, c->report, false);
    lc_text_printf(out, "</%s>\n", element);
}

static lcr_junit_suite *suite_of(lcr_junit *j, const char *name) {
    for (uint32_t i = 0; i < j->suites.count; i++)
        if (!strcmp(j->suites.at[i].name, name)) return &j->suites.at[i];
    lcr_junit_suite suite = {.name = strdup(name)};
    if (suite.name && lc_push(NULL, &j->suites, suite)) return &j->suites.at[j->suites.count - 1];
    free(suite.name);
    return NULL;
}

void lcr_junit_add(lcr_junit *j, const lcr_junit_case *c) {
    lcr_junit_suite *suite = suite_of(j, c->file);
    j->cut |= !suite;
    if (!suite) return;
    lince_text *out = &suite->cases;
    suite->counts[c->kind]++;
    suite->seconds += c->seconds;
    lc_text_puts(out, "    <testcase");
    put_class(out, c->file);
    put_attribute(out, "name", c->name);
    lc_text_printf(out, " time=\"%.6f\"", c->seconds);
    if (c->kind == LCR_JUNIT_PASSED && !c->report) lc_text_puts(out, "/>\n");
    else {
        lc_text_puts(out, ">\n");
        put_content(out, c);
        lc_text_puts(out, "    </testcase>\n");
    }
    j->cut |= out->cut;
}

static void put_counts(lince_text *out, const uint64_t *counts, double seconds) {
    uint64_t all = 0;
    for (int i = 0; i <= LCR_JUNIT_SKIPPED; i++) all += counts[i];
    lc_text_printf(out,
                   " tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\" errors=\"%" PRIu64 "\" skipped=\"%" PRIu64
                   "\" time=\"%.6f\"",
                   all, counts[LCR_JUNIT_FAILURE], counts[LCR_JUNIT_ERROR], counts[LCR_JUNIT_SKIPPED], seconds);
}

void lcr_junit_print(lince_text *out, const lcr_junit *j, time_t started) {
    uint64_t counts[LCR_JUNIT_SKIPPED + 1] = {0};
    double seconds = 0;
    struct tm utc = {0};
    char stamp[32] = "";
    if (gmtime_r(&started, &utc)) strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    for (uint32_t i = 0; i < j->suites.count; i++) {
        for (int k = 0; k <= LCR_JUNIT_SKIPPED; k++) counts[k] += j->suites.at[i].counts[k];
        seconds += j->suites.at[i].seconds;
    }
    lc_text_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"lince\"");
    put_counts(out, counts, seconds);
    lc_text_puts(out, ">\n");
    for (uint32_t i = 0; i < j->suites.count; i++) {
        const lcr_junit_suite *s = &j->suites.at[i];
        lc_text_puts(out, "  <testsuite");
        put_attribute(out, "name", s->name);
        put_counts(out, s->counts, s->seconds);
        put_attribute(out, "timestamp", stamp);
        lc_text_puts(out, ">\n");
        lc_text_add(out, lc_text(&s->cases), s->cases.length);
        lc_text_puts(out, "  </testsuite>\n");
    }
    lc_text_puts(out, "</testsuites>\n");
    out->cut |= j->cut;
}

void lcr_junit_free(lcr_junit *j) {
    for (uint32_t i = 0; i < j->suites.count; i++) {
        free(j->suites.at[i].name);
        lc_text_free(&j->suites.at[i].cases);
    }
    lc_vec_free(NULL, &j->suites);
}
