/* Figure 5 of "Tractable refinement checking for concurrent objects": a removal that found nothing although there was
 * something all the time, but never the same for long.
 *
 * h(n): push(1) has returned when pop => EMPTY is called; push(i+1) has returned when pop => i is called; and pop => n
 * is called when pop => EMPTY has returned.  That leaves open what else is ordered: in the *slow* one operation follows
 * the other, in the *quick* one pop => i goes together with push(i+2).  To see the violation, A_k must remember that
 * push(1) was before pop => EMPTY when that returns.  So k is the length of the history up to there: 2n - 2 of the slow
 * one and n of the quick one, but 1 for n = 1.  So it is for bad patterns, and for the formula that says all of them.
 * The paper's formula sees h(1) only: it is about one element that was there all the time. */
#include <lince/lince.h>
#include <string.h>

#include "../tap.h"
#include "../unit/report_support.h"
#include "../weakened.h"
#include "asking.h"

enum { MOST = 20 };

static lince_text text;

static void line(const char *format, ...) {
    va_list args;
    va_start(args, format);
    lc_text_vprintf(&text, format, args);
    va_end(args);
    lc_text_putc(&text, '\n');
}

static void whole(const char *thread, const char *call, int value, bool pops) {
    if (pops) line("%s invoke %s()", thread, call), line("%s return %d", thread, value);
    else line("%s invoke %s(%d)", thread, call, value), line("%s return", thread);
}

/* The history, and how many events there are up to the return of the pop that found nothing. */
static lince_history *family(bool quick, int n, uint32_t *events) {
    lc_text_clear(&text);
    whole("A", "push", 1, false);
    line("B invoke pop()");
    if (n > 1) whole("A", "push", 2, false);
    for (int i = 1; i < n; i++) {
        bool both = i + 2 <= n;
        if (quick && both) {
            line("A invoke push(%d)", i + 2), line("C invoke pop()");
            line("A return"), line("C return %d", i);
            continue;
        }
        whole("C", "pop", i, true);
        if (both) whole("A", "push", i + 2, false);
    }
    line("B return EMPTY");
    *events = 4 * (uint32_t)n;
    whole("C", "pop", n, true);
    return history_of("figure_5.hist", lc_text(&text));
}

static lince_verdict judge(lince_history *h, const lince_specs *specs, lince_criterion criterion, int k,
                           uint32_t *events) {
    char length[8];
    snprintf(length, sizeof length, "%d", k);
    lince_check_options options = {.criterion = criterion, .jobs = 1};
    if (criterion == LINCE_REFINE) options.factors = length;
    lince_result *result = NULL;
    lince_error error = {0};
    if (lince_check(h, specs, &options, &result, &error) != LINCE_DONE) abort();
    lince_verdict verdict = lince_result_verdict(result);
    *events = verdict == LINCE_VERDICT_VIOLATION ? result->violation->prefix_events : 0;
    lince_result_free(result);
    return verdict;
}

static bool is_as_said(const lince_specs *specs, bool quick, int n) {
    uint32_t returns, events;
    int k = n == 1 ? 1 : quick ? n : 2 * n - 2;
    lince_history *h = family(quick, n, &returns);
    bool fine = judge(h, specs, LINCE_LINEARIZABLE, 0, &events) == LINCE_VERDICT_VIOLATION && events == returns;
    fine &= judge(h, specs, LINCE_REFINE, k - 1, &events) == LINCE_VERDICT_OK;
    fine &= judge(h, specs, LINCE_REFINE, k, &events) == LINCE_VERDICT_VIOLATION && events == returns;
    fine &= judge(h, specs, LINCE_REFINE, k + 1, &events) == LINCE_VERDICT_VIOLATION && events == returns;
    fine &= asking_patterns(specs, (uint32_t)k - 1, h) == 0 && asking_patterns(specs, (uint32_t)k, h) == (int)returns;
    lince_history_free(h);
    return fine;
}

/* The last k steps of the whole, after the last return, show less. */
static bool is_seen_in_the_end(const lince_specs *specs, int n, uint32_t k) {
    uint32_t events;
    lince_history *h = family(false, n, &events), *weak = weakened_history(h, k);
    bool seen = judge(weak, specs, LINCE_LINEARIZABLE, 0, &events) == LINCE_VERDICT_VIOLATION;
    lince_history_free(weak);
    lince_history_free(h);
    return seen;
}

/* By formulas of a length that is enough for all of them; `all`: only by the one that is complete. */
static bool is_said(const lince_specs *specs, bool quick, int n, bool all) {
    uint32_t returns;
    lince_history *h = family(quick, n, &returns);
    asking *formulas = asking_new(specs, 8);
    int events = asking_formulas(formulas, h);
    bool by_all = events > 0 && !strcmp(asking_name(formulas), "Psi_all");
    asking_free(formulas);
    lince_history_free(h);
    return events > 0 && by_all == all;
}

int main(void) {
    lince_specs *specs = lince_specs_new();
    if (lince_specs_add(specs, "queue", NULL) != LINCE_DONE) abort();
    for (int quick = 0; quick < 2; quick++) {
        int good = 0;
        for (int n = 1; n <= MOST; n++) good += is_as_said(specs, quick, n);
        expect(good == MOST, "%s: refine(k) and patterns see h(1) to h(%d) as soon as k is %s, and no sooner",
               quick ? "quick" : "slow", MOST, quick ? "n" : "2n - 2 (1 for n = 1)");
    }
    expect(is_said(specs, false, 1, false) && is_said(specs, true, 1, false), "the paper's formula sees h(1)");
    int said = 0, said_by_all = 0;
    for (int n = 2; n <= 4; n++) {
        said += is_said(specs, false, n, false) + is_said(specs, true, n, false);
        said_by_all += is_said(specs, false, n, true) + is_said(specs, true, n, true);
    }
    expect(!said && said_by_all == 6, "but not h(2) to h(4), which the complete one sees");
    expect(!is_seen_in_the_end(specs, 5, 8) && is_seen_in_the_end(specs, 5, 9), "after the last return it takes more");
    lince_specs_free(specs);
    lc_text_free(&text);
    return tap_end();
}
