/* Verdicts, orders and counters for people. */
#include <stdlib.h>
#include <string.h>

#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"

enum { OPERATION_MOST = 60 };

void lcr_put_property(lince_text *out, lince_criterion criterion, const char *factors) {
    if (criterion == LINCE_SEQUENTIAL) lc_text_puts(out, "sequentially consistent");
    else if (criterion == LINCE_SYNC) lc_text_puts(out, "synchronization linearizable");
    else if (criterion == LINCE_TWO_STEP) lc_text_puts(out, "two-step linearizable");
    else if (criterion == LINCE_INTERVAL) lc_text_puts(out, "interval linearizable");
    else lc_criterion_print(out, criterion, factors);
    if (criterion == LINCE_QUASI) lc_text_puts(out, " linearizable");
}

/* The factor that was searched for stands behind the specification. */
static bool sought_factor(const lince_result *r) { return r->criterion == LINCE_QUASI && r->quasi.sought; }

static void put_property(lince_text *out, const lince_result *r) {
    if (r->verdict == LINCE_VERDICT_VIOLATION) lc_text_puts(out, "not ");
    if (sought_factor(r)) lc_text_puts(out, "quasi linearizable");
    else if (r->stuck) lc_text_puts(out, "synchronization progressible");
    else lcr_put_property(out, r->criterion, r->with);
    if (r->progress && r->verdict == LINCE_VERDICT_OK) lc_text_puts(out, " and progressible");
}

/* The questions that refine(k) leaves open. */
static void put_exactly(lince_text *out, const lince_result *r) {
    if (r->criterion != LINCE_REFINE || r->verdict != LINCE_VERDICT_OK) return;
    lc_text_puts(out, r->linearizable == LINCE_VERDICT_OK          ? ", and linearizable"
                      : r->linearizable == LINCE_VERDICT_VIOLATION ? ", which misses that it is not linearizable"
                                                                   : ", which may miss that it is not linearizable");
}

static void put_factor(lince_text *out, const lince_result *r) {
    const lc_quasi_finding *q = &r->quasi;
    if (!sought_factor(r)) return;
    bool only = !strcmp(r->with, "min"); /* all operations together */
    const char *factor = only ? "factor " : "";
    if (r->verdict == LINCE_VERDICT_OK && q->smallest)
        lc_text_printf(out, " with %s%s%s", factor, q->smallest, q->enough ? ", no less" : "");
    if (r->verdict != LINCE_VERDICT_VIOLATION) return;
    if (only) lc_text_puts(out, " with any factor");
    else lc_text_printf(out, " with %s, however large `min` is", r->with);
}

/* Is this a list of specifications, and not one whose parameters are separated by commas? */
static bool several_specs(const char *spec) {
    if (memchr(spec, '=', strcspn(spec, ",:"))) return true; /* OBJECT=NAME */
    for (const char *comma = strchr(spec, ','); comma; comma = strchr(comma + 1, ',')) {
        size_t length = strcspn(comma + 1, ",:");
        if (!memchr(comma + 1, '=', length)) return true;
    }
    return false;
}

/* As a queue, and an exchanger; but as Elements, as pile.lin#Pile and as ./tickets.so: these are no words. */
static const char *article_of(const char *spec) {
    bool word = *spec >= 'a' && *spec <= 'z' && !strpbrk(spec, "/#") && !several_specs(spec);
    return !word ? "" : strchr("aeiou", *spec) ? "an " : "a ";
}

void lcr_put_spec(lince_text *out, const lcr_style *style, const char *spec) {
    if (!spec || !*spec) return;
    lc_text_printf(out, " as %s", article_of(spec));
    lcr_put_clean(out, style, spec, strlen(spec));
}

static void put_unknown(lince_text *out, const lince_result *r) {
    switch (r->why_unknown) {
    case LINCE_REASON_TIMEOUT: lc_text_puts(out, "the time limit was reached"); break;
    case LINCE_REASON_MEMORY: lc_text_puts(out, "the memory limit was reached"); break;
    case LINCE_REASON_INTERRUPT: lc_text_puts(out, "interrupted"); break;
    case LINCE_REASON_NONE: lc_text_puts(out, "no answer"); break;
    }
    if (!r->quasi.sought) return;
    lc_text_printf(out, "; the smallest factor is at least %u", r->quasi.at_least);
    if (r->quasi.enough != LINCE_NO_FACTOR) lc_text_printf(out, " and at most %u", r->quasi.enough);
}

void lcr_put_headline(lince_text *out, const lcr_style *style, const lince_result *r) {
    if (r->verdict == LINCE_VERDICT_UNKNOWN) {
        put_unknown(out, r);
        return;
    }
    put_property(out, r);
    lcr_put_spec(out, style, r->spec);
    put_factor(out, r);
    put_exactly(out, r);
}

void lcr_put_effort(lince_text *out, const lince_result *r) {
    lc_put_count(out, r->operations, "operation");
    lc_text_puts(out, ", ");
    lcr_put_duration(out, r->seconds);
}

void lcr_put_source(lince_text *out, const lcr_style *style, const lince_history *h, bool several) {
    lcr_put_clean(out, style, h->file, strlen(h->file));
    if (!*h->file) lc_text_puts(out, "history");
    if (several) lc_text_printf(out, "#%u", h->number);
}

void lcr_paint_verdict(lince_text *out, const lcr_style *style, lince_verdict verdict) {
    static const lcr_colour colours[] = {
        [LINCE_VERDICT_OK] = LCR_GREEN, [LINCE_VERDICT_VIOLATION] = LCR_RED, [LINCE_VERDICT_UNKNOWN] = LCR_MAGENTA};
    lcr_paint(out, style, colours[verdict], lc_verdict_name(verdict));
}

void lcr_report_verdict(lince_text *out, const lcr_style *style, const lince_history *h, const lince_result *r,
                        bool several) {
    size_t start = out->length;
    lcr_put_source(out, style, h, several);
    lc_text_puts(out, ": ");
    lcr_paint_verdict(out, style, r->verdict);
    lc_text_printf(out, " %s ", lcr_style_glyphs(style)->dash);
    lcr_put_headline(out, style, r);
    lc_text_puts(out, " (");
    lcr_put_effort(out, r);
    lc_text_putc(out, ')');
    lcr_end_line(out, style, start);
}

void lcr_report_undecided(lince_text *out, const lcr_style *style, const lince_result *r) {
    lince_text clean = {0};
    if (!r->undecided) return;
    lcr_put_clean(&clean, style, r->undecided, strlen(r->undecided));
    lc_text_putc(&clean, '.');
    lcr_put_wrapped(out, style, lc_text(&clean), 2, 0);
    lc_text_free(&clean);
}

void lcr_report_heading(lince_text *out, const lcr_style *style, const char *file, uint32_t number) {
    lcr_colour_on(out, style, LCR_BOLD);
    lcr_put_clean(out, style, file, strlen(file));
    if (number) lc_text_printf(out, "#%u", number);
    lcr_colour_off(out, style, LCR_BOLD);
    lc_text_puts(out, ":\n");
}

/* The fate of an operation whose result the order had to choose. */
static const char *unfinished(const lince_history *h, uint32_t op) {
    switch (lc_op_outcome(h, &h->ops.at[op])) {
    case LC_INVOKE: return " (pending)";
    case LC_CRASH: return " (crashed)";
    case LC_FAIL: return " (failed)";
    default: return "";
    }
}

static size_t widest_thread(const lcr_style *style, const lince_history *h, const uint32_t *ops, uint32_t count) {
    lince_text name = {0};
    size_t widest = 0;
    for (uint32_t i = 0; i < count; i++) {
        lc_text_clear(&name);
        lcr_put_thread(&name, style, h, ops[i]);
        size_t width = lcr_columns(lc_text(&name));
        if (width > widest) widest = width;
    }
    lc_text_free(&name);
    return widest;
}

/* By how many places each operation is earlier (or, negative, later) in this order than it was in time. */
static int32_t *list_shifts(const lince_history *h, const lince_result *r) {
    int32_t *shifts = r->quasi.moved.count ? calloc(h->ops.count, sizeof *shifts) : NULL;
    for (uint32_t i = 0; shifts && i < r->quasi.moved.count; i++) {
        const lc_displaced *m = &r->quasi.moved.at[i];
        shifts[m->op] = (int32_t)(m->real - m->legal);
    }
    return shifts;
}

static void put_shift(lince_text *out, int32_t shift) {
    uint32_t places = (uint32_t)(shift < 0 ? -shift : shift);
    if (shift)
        lc_text_printf(out, " (%u%cplace%s%c%s)", places, LCR_GLUE, places == 1 ? "" : "s", LCR_GLUE,
                       shift > 0 ? "earlier" : "later");
}

void lcr_report_witness(lince_text *out, const lcr_style *style, const lince_history *h, const lince_result *r) {
    if (r->verdict != LINCE_VERDICT_OK || !r->witness.count) return;
    size_t widest = widest_thread(style, h, r->witness.at, r->witness.count);
    int digits = 1;
    for (uint32_t n = r->groups.count ? r->groups.count : r->witness.count; n >= 10; n /= 10) digits++;
    int32_t *shifts = list_shifts(h, r);
    lince_text line = {0};
    for (uint32_t i = 0, step = 0; i < r->witness.count; i++) {
        uint32_t op = r->witness.at[i];
        if (step < r->groups.count && i == r->groups.at[step]) step++;
        bool joins = r->groups.count && i != (step ? r->groups.at[step - 1] : 0); /* those before it */
        lc_text_clear(&line);
        lcr_colour_on(&line, style, LCR_DIM);
        if (joins) lc_text_repeat(&line, " ", (size_t)digits);
        else lc_text_printf(&line, "%*u", digits, r->groups.count ? step + 1 : i + 1);
        lcr_colour_off(&line, style, LCR_DIM);
        lc_text_puts(&line, "  ");
        size_t start = line.length;
        lcr_colour_on(&line, style, LCR_CYAN);
        lcr_put_thread(&line, style, h, op);
        lcr_colour_off(&line, style, LCR_CYAN);
        lcr_pad(&line, start, widest + 2);
        lcr_put_operation(&line, style, h, op, LCR_OP_OBJECT | LCR_OP_RESULT, OPERATION_MOST);
        lcr_glue(&line, 0);
        lc_text_puts(&line, unfinished(h, op));
        if (shifts) put_shift(&line, shifts[op]);
        lcr_put_wrapped(out, style, lc_text(&line), 2, (unsigned)digits + 4);
        out->cut |= line.cut;
    }
    lc_text_free(&line);
    free(shifts);
}

void lcr_report_statistics(lince_text *out, const lcr_style *style, const lince_result *r) {
    lince_text value = {0};
#define X(name, meaning)                                                                                               \
    lc_text_clear(&value);                                                                                             \
    lc_put_number(&value, r->statistics.name);                                                                         \
    lcr_put_statistic(out, style, lc_text(&value), meaning);
    LC_CHECK_STATISTICS(X)
#undef X
    lc_text_clear(&value);
    lcr_put_duration(&value, r->seconds);
    lcr_put_statistic(out, style, lc_text(&value), "for the verdict");
    if (r->explain_seconds > 0) {
        lc_text_clear(&value);
        lcr_put_duration(&value, r->explain_seconds);
        lcr_put_statistic(out, style, lc_text(&value), "for the explanation");
    }
    lc_text_clear(&value);
    lcr_put_size(&value, r->memory);
    lcr_put_statistic(out, style, lc_text(&value), "of memory at most, the history included");
    lc_text_clear(&value);
    lcr_put_statistic(out, style, r->algorithm ? r->algorithm : "none", "algorithm");
    lc_text_free(&value);
}

void lcr_tally_add(lcr_tally *tally, lince_verdict verdict) {
    switch (verdict) {
    case LINCE_VERDICT_OK: tally->ok++; break;
    case LINCE_VERDICT_VIOLATION: tally->violation++; break;
    case LINCE_VERDICT_UNKNOWN: tally->unknown++; break;
    }
}

void lcr_report_summary(lince_text *out, const lcr_style *style, const lcr_tally *tally) {
    size_t start = out->length;
    lcr_colour_on(out, style, tally->ok ? LCR_GREEN : LCR_PLAIN);
    lc_put_number(out, tally->ok);
    lc_text_puts(out, " ok");
    lcr_colour_off(out, style, tally->ok ? LCR_GREEN : LCR_PLAIN);
    lc_text_puts(out, ", ");
    lcr_colour_on(out, style, tally->violation ? LCR_RED : LCR_PLAIN);
    lc_put_count(out, tally->violation, "violation");
    lcr_colour_off(out, style, tally->violation ? LCR_RED : LCR_PLAIN);
    lc_text_puts(out, ", ");
    lcr_colour_on(out, style, tally->unknown ? LCR_MAGENTA : LCR_PLAIN);
    lc_put_number(out, tally->unknown);
    lc_text_puts(out, " unknown");
    lcr_colour_off(out, style, tally->unknown ? LCR_MAGENTA : LCR_PLAIN);
    if (tally->errors) {
        lc_text_puts(out, ", ");
        lcr_colour_on(out, style, LCR_RED);
        lc_put_count(out, tally->errors, "error");
        lcr_colour_off(out, style, LCR_RED);
    }
    if (tally->files) {
        lc_text_puts(out, " (");
        lc_put_count(out, tally->files, "file");
        lc_text_puts(out, ", ");
        lcr_put_duration(out, tally->seconds);
        lc_text_putc(out, ')');
    }
    lcr_end_line(out, style, start);
}
