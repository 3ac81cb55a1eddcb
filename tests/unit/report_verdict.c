/* Reports for people, word for word. */
#include "tap.h"

#include "report_support.h"

static bool is(lince_text *text, const char *wanted) {
    bool same = !strcmp(lc_text(text), wanted);
    if (!same) printf("# got\n%s# wanted\n%s", lc_text(text), wanted);
    lc_text_free(text);
    return same;
}

static lince_history *queue(void) {
    return history_of("q.hist",
                      "T1 invoke q.enq(1)\nT1 return\nT3 invoke q.enq(7)\nT2 invoke q.enq(2)\nT2 return\n"
                      "T2 invoke q.deq()\nT2 return 2\nT1 invoke q.deq()\nT1 return 1\n");
}

/* The words of a violation, which a check would own. */
static char object[] = "q", key[] = "3", state[] = "[1, 2]", spec[] = "queue", instead[] = "1 or 7",
            reason[] = "deq() returned 2 although 1 entered before 2 and nobody has taken it.";

static void test_verdicts(void) {
    lince_history *h = queue();
    h->number = 3;
    lcr_style style = {0}, coloured = {.colour = true}, ascii = {.ascii = true};
    lince_result r = {.spec = spec, .operations = 14, .seconds = 0.00021};
    lince_text t = {0};
    lcr_report_verdict(&t, &style, h, &r, false);
    expect(is(&t, "q.hist: ok — linearizable as a queue (14 operations, 0.2 ms)\n"), "a correct history");
    r.verdict = LINCE_VERDICT_VIOLATION;
    lcr_report_verdict(&t, &style, h, &r, true);
    expect(is(&t, "q.hist#3: violation — not linearizable as a queue (14 operations, 0.2 ms)\n"),
           "a violation in one of several histories");
    lcr_report_verdict(&t, &coloured, h, &r, true);
    expect(is(&t, "q.hist#3: \033[31mviolation\033[0m — not linearizable as a queue (14 operations, 0.2 ms)\n"),
           "the verdict is coloured");
    r.criterion = LINCE_SEQUENTIAL;
    r.operations = 1;
    lcr_report_verdict(&t, &ascii, h, &r, false);
    expect(is(&t, "q.hist: violation - not sequentially consistent as a queue (1 operation, 0.2 ms)\n"),
           "another criterion, one operation, ASCII");
    r.verdict = LINCE_VERDICT_UNKNOWN;
    r.why_unknown = LINCE_REASON_TIMEOUT;
    r.seconds = 5.002;
    lcr_report_verdict(&t, &style, h, &r, false);
    expect(is(&t, "q.hist: unknown — the time limit was reached (1 operation, 5.0 s)\n"), "out of time");
    r.why_unknown = LINCE_REASON_MEMORY;
    r.seconds = 75.4;
    lcr_report_verdict(&t, &style, h, &r, false);
    expect(is(&t, "q.hist: unknown — the memory limit was reached (1 operation, 75 s)\n"), "out of memory");
    lince_history_free(h);
}

static void test_articles(void) {
    static const struct {
        const char *spec, *words;
    } cases[] = {
        {"enrollable-barrier", "as an enrollable-barrier"},
        {"combining-barrier:n=3,f=sum", "as a combining-barrier:n=3,f=sum"},
        {"queue,register", "as queue,register"},
        {"q=queue,r=register", "as q=queue,r=register"},
    };
    lince_history *h = queue();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *words = strdup(cases[i].spec);
        lince_text t = {0}, wanted = {0};
        lcr_report_verdict(&t, &(lcr_style){0}, h, &(lince_result){.spec = words}, false);
        lc_text_printf(&wanted, "q.hist: ok — linearizable %s (0 operations, 0.0 ms)\n", cases[i].words);
        expect(is(&t, lc_text(&wanted)), "%s", cases[i].words);
        lc_text_free(&wanted);
        free(words);
    }
    lince_history_free(h);
}

static void test_violation(void) {
    lince_history *h = queue();
    lc_violation v = {.object = object,
                      .key = key,
                      .has_prefix = true,
                      .prefix_events = 7,
                      .smallest = true,
                      .culprit = 3,
                      .reason = reason,
                      .state = state,
                      .minimal = true};
    const lc_conflict_op conflict[] = {{.op = 0}, {.op = 1, .pending = true}, {.op = 2}, {.op = 3, .instead = instead}};
    for (uint32_t i = 0; i < 4; i++) lc_push(NULL, &v.conflict, conflict[i]);
    for (uint32_t i = 0; i < 4; i++) lc_push(NULL, &v.deepest, i);
    lince_result r = {.verdict = LINCE_VERDICT_VIOLATION, .spec = spec, .violation = &v};
    lince_text t = {0};
    lcr_report_violation(&t, &(lcr_style){0}, h, &r);
    expect(is(&t,
              "  object q, key 3: deq() returned 2 although 1 entered before 2 and nobody has\n"
              "  taken it.\n"
              "  It fails after 7 of 9 events, in line 7: the return of T2 deq() → 2.\n"
              "\n"
              "  These 4 operations alone already conflict:\n"
              "\n"
              "    T1  ├─ enq(1) ─┤\n"
              "    T2               ├─ enq(2) ─┤ ├─ deq() → 2 ─┤\n"
              "    T3               ├─ enq(7) ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌⋯\n"
              "\n"
              "  T2  deq() → 2  could have returned 1 or 7\n"
              "\n"
              "  A longest order that works before that:\n"
              "    1  T1  enq(1)\n"
              "    2  T3  enq(7) (not returned yet)\n"
              "    3  T2  enq(2)\n"
              "    4  T2  deq() (not returned yet)\n"
              "  It leaves the state [1, 2].\n"),
           "a violation explained");

    /* No prefix, nothing known beyond the conflict, a long order. */
    v.has_prefix = v.minimal = false;
    v.culprit = LC_NEVER;
    v.object = v.key = v.state = NULL;
    v.conflict.at[3].instead = NULL;
    v.conflict.count = 2;
    v.deepest.count = 0;
    for (uint32_t i = 0; i < 103; i++) lc_push(NULL, &v.deepest, i % 2 * 3);
    lcr_report_violation(&t, &(lcr_style){0}, h, &r);
    expect(is(&t,
              "  deq() returned 2 although 1 entered before 2 and nobody has taken it.\n"
              "\n"
              "  These 2 operations alone already conflict:\n"
              "\n"
              "    T1  ├─ enq(1) ─┤\n"
              "    T3               ├─ enq(7) ╌╌⋯\n"
              "\n"
              "  A longest order that works:\n"
              "      …  93 earlier operations\n"
              "     94  T2  deq() → 2\n"
              "     95  T1  enq(1)\n"
              "     96  T2  deq() → 2\n"
              "     97  T1  enq(1)\n"
              "     98  T2  deq() → 2\n"
              "     99  T1  enq(1)\n"
              "    100  T2  deq() → 2\n"
              "    101  T1  enq(1)\n"
              "    102  T2  deq() → 2\n"
              "    103  T1  enq(1)\n"
              "\n"
              "  Perhaps not all operations of the conflict are needed; lince check --thorough\n"
              "  takes the time to find out.\n"),
           "a violation of which less is known, with a long order");

    v.thorough = true;
    lcr_put_excess(&t, &v);
    expect(is(&t,
              "Perhaps not all operations of the conflict are needed; the check was stopped before that was "
              "known."),
           "nobody is told to be thorough who is");

    v.conflict.count = 1;
    v.deepest.count = 0;
    reason[strlen(reason) - 1] = '\0'; /* the full stop is the report's own */
    v.state = state;
    v.has_prefix = true;
    v.culprit = 4;
    v.prefix_events = 9;
    lcr_report_violation(&t, &(lcr_style){.ascii = true}, h, &r);
    expect(is(&t,
              "  deq() returned 2 although 1 entered before 2 and nobody has taken it.\n"
              "  It fails at the last of 9 events, in line 9: the return of T1 deq() -> 1.\n"
              "\n"
              "  This operation alone is wrong:\n"
              "\n"
              "    T1  |- enq(1) -|\n"
              "\n"
              "  Nothing needs to have happened before that. The initial state is [1, 2].\n"),
           "a violation at the last event, without any order");
    r.violation = NULL;
    lcr_report_violation(&t, &(lcr_style){0}, h, &r);
    expect(is(&t, ""), "without a violation there is nothing to explain");
    lc_vec_free(NULL, &v.conflict);
    lc_vec_free(NULL, &v.deepest);
    lince_history_free(h);
}

static void test_widths(void) {
    uint64_t seed = 11;
    bool narrow = true, plain = true, free_of_colour = true;
    char long_reason[] = "operations disagree about a_rather_long_name_that_does_not_fit_into_any_line_at_all and more";
    for (int round = 0; round < 500; round++) {
        lince_history *h = random_history(&seed, 1 + pick(&seed, 9), 2 + pick(&seed, 60), true);
        lcr_style style = {.width = pick(&seed, 120), .ascii = pick(&seed, 2), .colour = pick(&seed, 2)};
        lc_violation v = {.reason = long_reason, .state = long_reason, .key = key, .has_prefix = pick(&seed, 2)};
        v.culprit = v.has_prefix ? pick(&seed, h->ops.count) : LC_NEVER;
        v.prefix_events = 1 + pick(&seed, h->events.count);
        lince_result r = {.verdict = LINCE_VERDICT_OK, .violation = &v};
        for (uint32_t i = 0; i < h->ops.count; i++) {
            lc_conflict_op op = {.op = i, .pending = pick(&seed, 2), .failed = pick(&seed, 2)};
            if (pick(&seed, 2)) op.instead = long_reason;
            if (pick(&seed, 2)) lc_push(NULL, &v.conflict, op);
            if (pick(&seed, 2)) lc_push(NULL, &v.deepest, i);
            if (pick(&seed, 2)) lc_push(NULL, &r.witness, i);
        }
        lince_text t = {0};
        lcr_report_violation(&t, &style, h, &r);
        lcr_report_witness(&t, &style, h, &r);
        lcr_report_show(&t, &style, h, true);
        for (char *c = t.at; c && *c; c++) {
            if (style.ascii) plain &= (unsigned char)*c < 0x80;
            if (!style.colour) free_of_colour &= *c != '\033';
            free_of_colour &= *c != LCR_GLUE;
        }
        for (char *line = strtok(t.at, "\n"); line; line = strtok(NULL, "\n")) {
            if (lcr_columns(line) <= lcr_style_width(&style)) continue;
            printf("# %u: %s\n", lcr_style_width(&style), line);
            narrow = false;
        }
        lc_text_free(&t);
        lc_vec_free(NULL, &v.conflict);
        lc_vec_free(NULL, &v.deepest);
        lc_vec_free(NULL, &r.witness);
        lince_history_free(h);
    }
    expect(narrow, "no line of a report is wider than asked for");
    expect(plain, "a report in ASCII holds nothing but ASCII");
    expect(free_of_colour, "no escape sequence without colour, no glue left");
}

static void test_witness(void) {
    lince_history *h = history_of("w.hist",
                                  "T1 invoke q.enq(1)\nT1 return\nworker invoke q.deq()\nworker return 1\n"
                                  "T3 invoke r.enq(7)\nT4 invoke q.enq(8)\nT4 crash\n");
    lince_result r = {.verdict = LINCE_VERDICT_OK};
    const uint32_t order[] = {0, 2, 3, 1};
    for (uint32_t i = 0; i < 4; i++) lc_push(NULL, &r.witness, order[i]);
    lince_text t = {0};
    lcr_report_witness(&t, &(lcr_style){0}, h, &r);
    expect(is(&t,
              "  1  T1      q.enq(1)\n"
              "  2  T3      r.enq(7) (pending)\n"
              "  3  T4      q.enq(8) (crashed)\n"
              "  4  worker  q.deq() → 1\n"),
           "an order, one operation a line");
    lc_vec_free(NULL, &r.witness);
    lcr_report_witness(&t, &(lcr_style){0}, h, &r);
    expect(is(&t, ""), "no order, no lines");
    lince_history_free(h);
}

static void test_counts(void) {
    lince_text t = {0};
    lince_result r = {.algorithm = "search", .seconds = 0.0123, .explain_seconds = 1.25, .memory = 2345678};
    r.statistics.configurations = 1234567;
    r.statistics.window = 12;
    lcr_report_statistics(&t, &(lcr_style){0}, &r);
    expect(
        strstr(lc_text(&t), "\n         1,234,567  configurations visited\n") &&
            strstr(lc_text(&t), "\n                12  most operations open at once in a part that was searched\n") &&
            strstr(lc_text(&t), "\n             12 ms  for the verdict\n") &&
            strstr(lc_text(&t), "\n             1.2 s  for the explanation\n") &&
            strstr(lc_text(&t), "\n            2.3 MB  of memory at most") &&
            strstr(lc_text(&t), "\n            search  algorithm\n"),
        "statistics are aligned and grouped");
    lc_text_free(&t);

    lcr_tally tally = {0};
    for (int i = 0; i < 12; i++) lcr_tally_add(&tally, LINCE_VERDICT_OK);
    lcr_tally_add(&tally, LINCE_VERDICT_VIOLATION);
    lcr_report_summary(&t, &(lcr_style){0}, &tally);
    expect(is(&t, "12 ok, 1 violation, 0 unknown\n"), "a summary");
    lcr_tally_add(&tally, LINCE_VERDICT_VIOLATION);
    lcr_tally_add(&tally, LINCE_VERDICT_UNKNOWN);
    lcr_report_summary(&t, &(lcr_style){.colour = true}, &tally);
    expect(is(&t, "\033[32m12 ok\033[0m, \033[31m2 violations\033[0m, \033[35m1 unknown\033[0m\n"),
           "a summary in colour");
    lcr_report_summary(&t, &(lcr_style){0}, &(lcr_tally){.ok = 1, .errors = 2, .files = 1, .seconds = 0.25});
    expect(is(&t, "1 ok, 0 violations, 0 unknown, 2 errors (1 file, 250 ms)\n"), "a summary with files and time");
    lcr_report_heading(&t, &(lcr_style){0}, "a\tb.hist", 0);
    lcr_report_heading(&t, &(lcr_style){.colour = true}, "a.hist", 7);
    expect(is(&t,
              "a\xef\xbf\xbd"
              "b.hist:\n\033[1ma.hist#7\033[0m:\n"),
           "a heading");
}

static void test_show(void) {
    lince_history *h = history_of("s.hist",
                                  "T1 invoke q.enq(1)\nT1 return\nT2 invoke r.enq(2)\nT2 crash\n"
                                  "T2 invoke q.enq(3)\nT2 fail\nT1 invoke q.deq()\n");
    lince_text t = {0};
    lcr_report_show(&t, &(lcr_style){0}, h, false);
    expect(is(&t,
              "s.hist: 4 operations, 2 threads, 2 objects, 1 pending, 1 crashed, 1 failed\n"
              "\n"
              "T1  ├─ q.enq(1) ─┤                               ├─ q.deq() ╌╌⋯\n"
              "T2                 ├─ r.enq(2) ─× ├─ q.enq(3) ─✗\n"
              "\n"
              "⋯ never returned\n"
              "× crashed: may or may not have happened\n"
              "✗ failed: did not happen\n"),
           "a history shown whole");
    lcr_report_show(&t, &(lcr_style){.width = 40}, h, true);
    expect(is(&t,
              "s.hist#1: 4 operations, 2 threads, 2\n"
              "  objects, 1 pending, 1 crashed, 1\n"
              "  failed\n"
              "\n"
              "lines 1 to 4\n"
              "T1  ├─ q.enq(1) ─┤\n"
              "T2                 ├─ r.enq(2) ─×\n"
              "\n"
              "lines 5 to 7\n"
              "T1                 ├─ q.deq() ╌╌⋯\n"
              "T2  ├─ q.enq(3) ─✗\n"
              "\n"
              "⋯ never returned\n"
              "× crashed: may or may not have happened\n"
              "✗ failed: did not happen\n"),
           "a history in several systems says which lines they show");
    lince_history *empty = history_of("", "");
    lcr_report_show(&t, &(lcr_style){0}, empty, false);
    expect(is(&t, "history: 0 operations, 0 threads, 0 objects\n"), "an empty history");
    lince_history_free(h);
    lince_history_free(empty);
}

int main(void) {
    test_verdicts();
    test_articles();
    test_violation();
    test_widths();
    test_witness();
    test_counts();
    test_show();
    return tap_end();
}
