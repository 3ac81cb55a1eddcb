/* The verdict on a test, in a line, and how it went. */
#include <string.h>

#include "check/quasi/factors.h"
#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"
#include "target/explore/control.h"
#include "tester/driver/weaker.h"
#include "tester/oracle/sync_roles.h"
#include "tester/view/print.h"

static void put_clean(lince_text *out, const lcr_style *style, const char *text) {
    lcr_put_clean(out, style, text, strlen(text));
}

static const struct {
    const char *name, *words;
} unsure[] = {
    [LCD_SURE] = {NULL, NULL},
    [LCD_UNSURE_TIME] = {"timeout", "the time limit was reached"},
    [LCD_UNSURE_INTERRUPT] = {"interrupt", "interrupted"},
    [LCD_UNSURE_EXECUTIONS] = {"executions", "the limit of executions was reached"},
    [LCD_UNSURE_BUDGET] = {"budget", "the budget was spent before the smallest size was complete (--budget)"},
    [LCD_UNSURE_STEPS] = {"steps", "some executions were longer than --max-steps allows"},
    [LCD_UNSURE_MEMORY] = {"memory", "the memory limit was reached"},
    [LCD_UNSURE_ROOM] = {"limit", "the test is too large"},
    [LCD_UNSURE_ORDERS] = {"orders",
                           "the permitted results depend on calls in orders in which they could not be run: name a "
                           "specification"},
    [LCD_UNSURE_PARTIAL] = {"partial-order",
                            "weak memory leaves operations in an order that is none of intervals, for which the "
                            "criterion is not defined: --memory sc does without"},
    [LCD_UNSURE_SILENCE] =
        {"silence", "the program has shown no sign of life for all the processor time that --patience gives it"},
    [LCD_UNSURE_STATE] = {"nondeterminism", "the test is not deterministic"},
    [LCD_UNSURE_NOTHING] = {"vacuous", "no execution of some scenario came to its end: nothing was checked there"},
    [LCD_UNSURE_KILLED] = {"killed", "the program was killed, perhaps for want of memory"},
};
const char *lcd_unsure_name(lcd_unsure u) { return unsure[u].name; }

/* The smallest factor is to be found, not given. */
static bool seeks_factor(const lcd_test_run *t) {
    lc_factors f;
    return t->criterion == LINCE_QUASI && t->factors && lc_factors_parse(&f, t->factors, NULL) == LINCE_DONE &&
           f.sought != LC_NOTHING_SOUGHT;
}

/* `with factor 2, no less` */
static void put_factor(lince_text *out, const lcd_test_run *t, bool holds) {
    bool only = strcmp(t->factors, "min") == 0; /* all operations together */
    if (!holds && only) lc_text_puts(out, " with any factor");
    else if (!holds) lc_text_printf(out, " with %s, however large `min` is", t->factors);
    else if (t->judge.smallest)
        lc_text_printf(out, " with %s%s%s", only ? "factor " : "", t->judge.smallest,
                       t->judge.factor ? ", no less" : "");
}

/* More than what is judged anyway. */
static void put_sync(lince_text *out, const lcd_test_run *t) {
    static const char *const which[] = {[LCD_SYNC_INSERTIONS] = "insertions",
                                        [LCD_SYNC_REMOVALS] = "removals",
                                        [LCD_SYNC_BOTH] = "insertions and removals",
                                        [LCD_SYNC_ALL] = "operations"};
    if (t->session->settings.sync > LCD_SYNC_VALUES)
        lc_text_printf(out, " with synchronized %s", which[t->session->settings.sync]);
}

/* `linearizable as a queue` */
static void put_property(lince_text *out, const lcd_test_run *t, bool holds) {
    const lcr_style *style = &t->session->style;
    lcd_oracle_kind by = lcd_oracle_kind_of(t->oracle);
    if (!t->judge.operations && holds) {
        lc_text_puts(out, t->session->allowed ? "no failure but those allowed" : "no failure");
        return;
    }
    if (by == LCD_ORACLE_REFERENCE) {
        lc_text_puts(out, holds ? "refines " : "does not refine ");
        put_clean(out, style, lc_text(&t->spec));
        return;
    }
    bool sought = seeks_factor(t);
    if (!holds) lc_text_puts(out, "not ");
    if (sought) lc_text_puts(out, "quasi linearizable");
    else lcr_put_property(out, t->criterion, t->factors);
    /* Executions in which no thread can go on were judged by that. */
    const uint64_t waiting =
        UINT64_C(1) << LCT_FAILS_BLOCKED | UINT64_C(1) << LCT_FAILS_DEADLOCK | UINT64_C(1) << LCT_FAILS_SPINNING;
    bool progress =
        (lc_is_for_sync(t->criterion) || t->judge.waited) && by == LCD_ORACLE_SPEC && !(t->judge.allowed & waiting);
    if (holds && progress) lc_text_puts(out, " and progressible");
    if ((by == LCD_ORACLE_GOLDEN && t->spec.length) || (by == LCD_ORACLE_SPEC && t->test->model)) {
        lc_text_puts(out, " as ");
        put_clean(out, style, lc_text(&t->spec));
    } else if (by == LCD_ORACLE_SPEC) lcr_put_spec(out, style, lc_text(&t->spec));
    if (sought) put_factor(out, t, holds);
    if (by == LCD_ORACLE_SPEC) put_sync(out, t);
}

static void put_counts(lince_text *out, const lcd_test_run *t) {
    uint64_t executions = lcd_coverage_executions(&t->coverage, t->view.executions);
    lc_put_number(out, executions);
    lc_text_puts(out, executions == 1 ? " execution" : " executions");
    if (!executions && t->verdict == LINCE_VERDICT_OK) lc_text_puts(out, ", because lince_assume excludes all");
    lc_text_puts(out, ", ");
    lc_put_number(out, t->judge.judged);
    lc_text_puts(out, t->judge.judged == 1 ? " history" : " histories");
}

/* Of several, as --all-failures finds them. */
static void put_how_many(lince_text *out, const lcd_test_run *t) {
    uint64_t failures = 0;
    for (uint32_t i = 0; i < t->judge.failures.count; i++)
        failures += t->judge.failures.at[i].kind != LCD_FAILURE_VIOLATION;
    lc_text_puts(out, ", of which ");
    lc_put_number(out, t->judge.violating);
    lc_text_puts(out, t->judge.violating == 1 ? " is a violation" : " are violations");
    if (!failures) return;
    lc_text_puts(out, ", ");
    lc_put_number(out, failures);
    lc_text_puts(out, failures == 1 ? " failure" : " failures");
}

void lcd_print_title(lince_text *out, const lcd_test_run *t, const lcd_failure *f) {
    if (f->kind == LCD_FAILURE_VIOLATION) {
        put_property(out, t, false);
        return;
    }
    const char *title = lcd_failure_title(f->kind), *word = title;
    if (strncmp(word, "a ", 2) == 0) word += 2;
    bool msg = f->message && strncmp(f->message, word, strlen(word)) == 0; /* the message contains the word, too */
    if (!msg) lc_text_puts(out, title);
    if (!f->message || !*f->message) return;
    if (!msg) lc_text_puts(out, ": ");
    put_clean(out, &t->session->style, f->message);
}

void lcd_print_essence(lince_text *out, const lcd_test_run *t) {
    if (t->failure) lcd_print_title(out, t, t->failure);
    else if (t->verdict == LINCE_VERDICT_OK) put_property(out, t, true);
    else lc_text_puts(out, unsure[t->unsure].words);
}

/* Histories that were not judged for all clients; mostly there are none. */
static void put_clients(lince_text *out, const lcd_test_run *t) {
    uint64_t count = t->judge.own_order + lcd_oracle_count(t->oracle).clients_unsure;
    if (!count) return;
    lc_text_puts(out, ", not for every client of ");
    lc_put_number(out, count);
    lc_text_puts(out, count == 1 ? " history" : " histories");
}

void lcd_print_coverage(lince_text *out, const lcd_test_run *t) {
    put_counts(out, t);
    if (t->judge.all && t->failure) put_how_many(out, t);
    if (lcd_print_is_weak_only(t)) lc_text_puts(out, ", its scenario is correct under sequential consistency");
    if (t->failure || t->trace) return; /* of one execution nothing is covered */
    lc_text_puts(out, ", ");
    if (t->verdict == LINCE_VERDICT_UNKNOWN) lc_text_puts(out, "no violation so far, ");
    bool only_weak = lcd_coverage_is_weak(&t->coverage);
    lcd_coverage_words(out, &t->coverage);
    if (!only_weak) lcd_weaker_words(out, t);
    lcd_coverage_weak_words(out, &t->coverage);
    put_clients(out, t);
    if (only_weak) lcd_weaker_words(out, t);
    if (t->view.merged) lc_text_puts(out, ", with rounds of counted loops together from the 11th on");
    if (t->session->program.warnings.length) lc_text_puts(out, ", except of the code that the warnings name");
}

/* `, with --allow data-race` */
static void put_found(lince_text *out, const lcd_test_run *t) {
    const char *before = ", with --allow ";
    for (uint32_t kind = 0; kind < LCT_FAILURES; kind++) {
        if (!(t->session->found >> kind & 1)) continue;
        lc_text_printf(out, "%s%s", before, lcd_failure_name(kind));
        before = ",";
    }
}

/* `word`: before the verdict. */
static void put_verdict(lince_text *out, const lcd_test_run *t, const char *word) {
    static const lcr_colour colours[] = {
        [LINCE_VERDICT_OK] = LCR_GREEN, [LINCE_VERDICT_VIOLATION] = LCR_RED, [LINCE_VERDICT_UNKNOWN] = LCR_MAGENTA};
    const lcr_style *style = &t->session->style;
    size_t start = out->length;
    put_clean(out, style, t->file);
    lc_text_puts(out, ": ");
    put_clean(out, style, t->test->name);
    lc_text_puts(out, ": ");
    lc_text_puts(out, word);
    lcr_paint(out, style, colours[t->verdict], lc_verdict_name(t->verdict));
    if (t->failure && t->failure->memory != LCT_MEMORY_SC)
        lc_text_printf(out, " under %s", lcd_memory_name(t->failure->memory));
    lc_text_printf(out, " %s ", lcr_style_glyphs(style)->dash);
    lcd_print_essence(out, t);
    lc_text_puts(out, t->failure ? " (" : ": ");
    lcd_print_coverage(out, t);
    put_found(out, t);
    lc_text_puts(out, t->failure ? ", " : " (");
    lcr_put_duration(out, t->seconds);
    lc_text_putc(out, ')');
    lcr_end_line(out, style, start);
}

void lcd_print_verdict(lince_text *out, const lcd_test_run *t) { put_verdict(out, t, ""); }

bool lcd_print_is_answer(const lcd_test_run *t) { return t->failure || t->judge.operations; }

void lcd_print_further(lince_text *out, const lcd_test_run *t) {
    for (lcd_test_run *f = t->further; f; f = f->further) {
        if (!lcd_print_is_answer(f)) continue;
        lc_text_putc(out, '\n');
        put_verdict(out, f, f->failure ? "also " : "otherwise ");
        lcd_print_failure(out, f, f->failure ? lcd_test_run_lines(f) : NULL);
    }
}

/* ---- how it went ---- */

static void put_statistic(lince_text *out, const lcr_style *style, uint64_t number, const char *meaning) {
    lince_text value = {0};
    lc_put_number(&value, number);
    lcr_put_statistic(out, style, lc_text(&value), meaning);
    lc_text_free(&value);
}

void lcd_print_statistics(lince_text *out, const lcd_test_run *t) {
    const lcr_style *style = &t->session->style;
    const lcd_workers_view *v = &t->view;
    if (t->order.length) {
        lince_text order = {0};
        lc_text_printf(&order, "threads of generated scenarios keep to %s, as the specification implies",
                       lc_text(&t->order));
        lcr_put_statistic(out, style, "", lc_text(&order));
        lc_text_free(&order);
    }
    if (t->session->program.many)
        put_statistic(out, style, LCT_THREADS_MANY - 1, "threads have room: it was linked with the larger runtime");
    put_statistic(out, style, v->executions, "executions");
    put_statistic(out, style, v->redundant, "given up, because other executions cover them");
    if (v->blocked)
        put_statistic(out, style, v->blocked,
                      "of them blocked: a thread waits for a value, or lince_assume dropped them");
    put_statistic(out, style, v->cut, "cut, because they were too long");
    put_statistic(out, style, v->steps, "steps");
    put_statistic(out, style, v->longest, "steps of the longest execution");
    put_statistic(out, style, t->judge.judged,
                  t->judge.forgets ? "histories, each as often as it came" : "distinct histories");
    lcd_oracle_kind by = lcd_oracle_kind_of(t->oracle);
    if (by == LCD_ORACLE_ITSELF || by == LCD_ORACLE_GOLDEN) {
        lcd_oracle_counts c = lcd_oracle_count(t->oracle);
        put_statistic(out, style, c.serial, "sequential histories, which define the permitted results");
        put_statistic(out, style, c.different, "of them that differ in more than who calls");
        put_statistic(out, style, c.orders, "other orders of calls that were run one after another");
    }
    if (t->judge.configurations) {
        put_statistic(out, style, t->judge.configurations, "configurations visited by the checker");
        put_statistic(out, style, t->judge.revisits, "configurations met again, which were recognized");
    }
    put_statistic(out, style, t->seconds > 0 ? (uint64_t)((double)v->executions / t->seconds) : 0,
                  "executions a second");
    for (uint32_t i = 0; i < t->coverage.names.count; i++) {
        lcd_stage_total total = lcd_coverage_total(&t->coverage, t->coverage.names.at[i]);
        lince_text meaning = {0};
        lc_text_puts(&meaning, "of them in the stage ");
        lcd_stage_words(&meaning, total.name);
        lc_text_printf(&meaning, ", complete for %llu of %llu scenario%s", (unsigned long long)total.complete,
                       (unsigned long long)total.scenarios, total.scenarios == 1 ? "" : "s");
        if (total.blocked) lc_text_printf(&meaning, "; %llu more were blocked", (unsigned long long)total.blocked);
        put_statistic(out, style, total.executions, lc_text(&meaning));
        lc_text_free(&meaning);
    }
}

void lcd_print_test(lince_text *out, const lcd_tested *t) {
    lc_text_printf(out, "%s:%u: %s:", t->file, t->line, t->name);
    for (uint32_t i = 0; i < t->operations.count; i++) {
        lc_text_printf(out, "%s %s(", i ? "," : "", t->operations.at[i]);
        for (uint32_t k = 0; k < t->arguments.at[i]; k++) lc_text_printf(out, "%s%c", k ? ", " : "", "abcdefgh"[k]);
        lc_text_putc(out, ')');
    }
    if (!t->operations.count) lc_text_puts(out, " its own threads");
    if (*t->spec) lc_text_printf(out, " as %s", t->spec);
    else if (t->model) lc_text_puts(out, " as its model");
    lc_text_putc(out, '\n');
}
