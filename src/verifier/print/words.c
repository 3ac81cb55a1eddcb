/* The results, in words. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check/result.h"
#include "lang/lang.h"
#include "model/ltl/ltl.h"
#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"
#include "verifier/print/print.h"

enum { ALLOWED_MOST = 8 };

/* ---- behind the verdict ---- */

static const char *under_fairness(const lcv_answer *a) {
    static const char *const words[] = {"",
                                        " under weak fairness",
                                        " under strong fairness",
                                        " under weak fairness of events",
                                        " under strong fairness of events",
                                        " under global fairness"};
    assert(a->fairness < sizeof words / sizeof *words);
    return words[a->fairness];
}

static void put_after(lince_text *out, const char *what, const lcv_answer *a) {
    uint32_t steps = a->run->finding.path.moves.count;
    if (steps) {
        lc_text_printf(out, "%s after ", what);
        lc_put_count(out, steps, "step");
    } else lc_text_printf(out, "%s at once", what);
}

static void put_ok(lince_text *out, const lcr_style *style, const lcv_answer *a) {
    lince_text spec = {0};
    lcv_put_specification(&spec, a->model, a->assertion);
    switch (a->assertion->kind) {
    case LCM_A_DEADLOCKFREE: lc_text_puts(out, "no deadlock"); break;
    case LCM_A_DIVERGENCEFREE: lc_text_puts(out, "no divergence"); break;
    case LCM_A_DETERMINISTIC: lc_text_puts(out, "deterministic"); break;
    case LCM_A_NONTERMINATING: lc_text_puts(out, "it never ends"); break;
    case LCM_A_REACHES:
        put_after(out, "reached", a);
        if (a->assertion->best != LCM_ANY)
            lc_text_printf(out, ", with %s = %d", a->assertion->best_text, a->run->finding.best);
        break;
    case LCM_A_LTL: lc_text_printf(out, "it holds of every run%s", under_fairness(a)); break;
    case LCM_A_REFINES: lc_text_printf(out, "every trace is one of %s", lc_text(&spec)); break;
    case LCM_A_REFINES_F: lc_text_printf(out, "every failure is one of %s", lc_text(&spec)); break;
    case LCM_A_REFINES_FD: lc_text_printf(out, "every failure and divergence is one of %s", lc_text(&spec)); break;
    case LCM_A_LINEARIZES:
        lc_text_puts(out, "linearizable");
        lcr_put_spec(out, style, lc_text(&spec));
        if (a->assertion->point_count) lc_text_puts(out, ", at these points");
        break;
    case LCM_A_PROGRESSES:
        lc_text_puts(out, "synchronization progressible");
        lcr_put_spec(out, style, lc_text(&spec));
        break;
    }
    lc_text_free(&spec);
}

static void put_violation(lince_text *out, const lcr_style *style, const lcv_answer *a) {
    lince_text spec = {0};
    lcv_put_specification(&spec, a->model, a->assertion);
    switch (a->assertion->kind) {
    case LCM_A_DEADLOCKFREE: put_after(out, "a deadlock", a); break;
    case LCM_A_DIVERGENCEFREE: lc_text_puts(out, "it can go on forever unseen"); break;
    case LCM_A_DETERMINISTIC: lc_text_puts(out, "not deterministic"); break;
    case LCM_A_NONTERMINATING:
        put_after(out, a->run->finding.reason == LCM_R_DEADLOCK ? "a deadlock" : "it ends", a);
        break;
    case LCM_A_REACHES: lc_text_puts(out, "no state satisfies it"); break;
    case LCM_A_LTL: lc_text_printf(out, "it does not hold of every run%s", under_fairness(a)); break;
    case LCM_A_REFINES:
    case LCM_A_REFINES_F:
    case LCM_A_REFINES_FD:
        lc_text_printf(out,
                       a->run->finding.reason == LCM_R_REFUSAL      ? "it refuses an event that %s must accept"
                       : a->run->finding.reason == LCM_R_DIVERGENCE ? "it diverges where %s does not"
                                                                    : "a trace that is not one of %s",
                       lc_text(&spec));
        break;
    case LCM_A_LINEARIZES:
        lc_text_puts(out, a->run->points_wrong ? "linearizable" : "not linearizable");
        lcr_put_spec(out, style, lc_text(&spec));
        if (a->run->points_wrong) lc_text_puts(out, ", but not at these points");
        break;
    case LCM_A_PROGRESSES:
        lc_text_puts(out, "not synchronization progressible");
        lcr_put_spec(out, style, lc_text(&spec));
        break;
    }
    lc_text_free(&spec);
}

static void put_unknown(lince_text *out, const lcv_answer *a) {
    if (a->broken) {
        lc_text_puts(out, "the model is wrong");
        return;
    }
    switch (a->run->finding.reason) {
    case LCM_R_TIME: lc_text_puts(out, "the time limit was reached"); break;
    case LCM_R_MEMORY: lc_text_puts(out, "the memory limit was reached"); break;
    case LCM_R_INTERRUPTED: lc_text_puts(out, "interrupted"); break;
    case LCM_R_TOO_LARGE:
        lc_text_puts(out, "the formula has too many parts");
        if (a->fairness) lc_text_puts(out, ", or there are too many processes or events to be fair to each");
        break;
    case LCM_R_COPIES:
        lc_text_printf(out, "right for up to %u copies, and not settled for more", a->run->copies);
        break;
    default: lc_text_puts(out, "no answer");
    }
    if (a->run->finding.has_best)
        lc_text_printf(out, "; so far, %s = %d", a->assertion->best_text, a->run->finding.best);
}

/* Where the model leaves open how many copies of a process there are. */
static void put_copies(lince_text *out, const lcv_answer *a) {
    if (!a->run->any_number) return;
    lc_text_puts(out, ", with ");
    if (a->run->copies) lc_text_printf(out, "%u cop%s", a->run->copies, a->run->copies == 1 ? "y" : "ies");
    else lc_text_puts(out, "any number of copies");
}

void lcv_put_outcome(lince_text *out, const lcr_style *style, const lcv_answer *a) {
    switch (a->verdict) {
    case LINCE_VERDICT_OK: put_ok(out, style, a); break;
    case LINCE_VERDICT_VIOLATION: put_violation(out, style, a); break;
    case LINCE_VERDICT_UNKNOWN: put_unknown(out, a); return;
    }
    put_copies(out, a);
}

/* ---- at the end of a run ---- */

/* `a`, `a or b`, `a, b or c` */
static void put_labels(lince_text *out, const lcv_answer *a, const char *last_word) {
    lcv_labels labels;
    lcv_list_allowed(&labels, a);
    uint32_t shown = labels.count <= ALLOWED_MOST ? labels.count : ALLOWED_MOST - 1, rest = labels.count - shown;
    for (uint32_t i = 0; i < shown; i++) {
        const char *between = i == 0 ? "" : i + 1 == shown && !rest ? last_word : ", ";
        lc_text_printf(out, "%s%s", between, labels.at[i]);
    }
    if (rest) lc_text_printf(out, "%s%u others", last_word, rest);
    lcv_labels_free(&labels);
}

static void put_trace_reason(lince_text *out, const lcv_answer *a) {
    bool returns = a->assertion->specification && !a->run->points_wrong; /* calls are allowed anyway */
    uint32_t count = a->run->finding.allowed.count;
    if (count) {
        lc_text_printf(out, "the specification allows only %s",
                       !returns    ? ""
                       : count > 1 ? "the returns "
                                   : "the return ");
        put_labels(out, a, " or ");
    } else lc_text_printf(out, "the specification allows no %s", returns ? "return" : "event at all");
    lc_text_puts(out, " here");
}

/* Of progress, `allowed` are the returns of which one must be possible. */
static void put_due(lince_text *out, const lcv_answer *a) {
    if (a->assertion->kind != LCM_A_PROGRESSES || !a->run->finding.allowed.count) return;
    lc_text_puts(out, ", though ");
    put_labels(out, a, " or ");
    lc_text_puts(out, " must be possible");
}

static void put_refusal_reason(lince_text *out, const lcv_answer *a) {
    if (a->assertion->kind == LCM_A_PROGRESSES) {
        lc_text_puts(out, "no operation returns any more");
        put_due(out, a);
        return;
    }
    if (a->run->finding.allowed.count) {
        lc_text_puts(out, "here it can only do ");
        put_labels(out, a, " and ");
    } else lc_text_puts(out, "here it can do nothing");
    lc_text_puts(out, ", and the specification must accept more");
}

void lcv_put_reason(lince_text *out, const lcv_answer *a) {
    const lcm_finding *f = &a->run->finding;
    bool formula = a->assertion->kind == LCM_A_LTL;
    if (a->broken) {
        lc_text_puts(out, f->answer == LCM_BROKEN ? f->failure.message : a->error.message);
        return;
    }
    switch (f->reason) {
    case LCM_R_NONE: break;
    case LCM_R_TRACE: put_trace_reason(out, a); break;
    case LCM_R_REFUSAL: put_refusal_reason(out, a); break;
    case LCM_R_DIVERGENCE:
        lc_text_puts(out, a->steps.loop == UINT32_MAX ? "from here on it can go on forever unseen"
                                                      : "this loop of hidden steps can go on forever");
        put_due(out, a);
        break;
    case LCM_R_DEADLOCK:
        lc_text_puts(out, formula ? "the run ends here in a deadlock, and violates the formula"
                                  : "nothing can happen any more, and the process has not ended");
        break;
    case LCM_R_TERMINATION:
        lc_text_puts(out, formula ? "the run ends here, and violates the formula"
                                  : "the process has ended, and nothing can happen any more");
        break;
    case LCM_R_NONDETERMINISM:
        lc_text_puts(out, "after these visible steps ");
        lcm_label_print(a->run->lts->alphabet, f->label, out);
        lc_text_puts(out, " can happen, and can be refused as well");
        break;
    case LCM_R_REACHED: lc_text_puts(out, "here it holds"); break;
    case LCM_R_NOT_REACHED: lc_text_puts(out, "it holds in none of the reachable states"); break;
    case LCM_R_CYCLE:
        if (a->fairness == LCM_GLOBALLY_FAIR && a->steps.loop < a->steps.at.count) {
            lc_text_puts(out,
                         "a run that comes back to this loop forever, and takes all other steps from its states "
                         "as well, violates the formula");
            break;
        }
        lc_text_puts(out, a->steps.loop < a->steps.at.count
                              ? "a run that repeats this loop forever violates the formula"
                              : "a run that ends here violates the formula");
        break;
    case LCM_R_PREFIX: lc_text_puts(out, "with any continuation, the formula does not hold"); break;
    case LCM_R_TOO_LARGE:
    case LCM_R_COPIES:
    case LCM_R_TIME:
    case LCM_R_MEMORY:
    case LCM_R_INTERRUPTED: break;
    }
}

void lcv_put_sentence(lince_text *out, const lcr_style *style, const lcv_answer *a) {
    lince_text reason = {0};
    size_t start = out->length;
    lcv_put_reason(&reason, a);
    lcr_put_clean(out, style, lc_text(&reason), reason.length);
    out->cut |= reason.cut;
    lc_text_free(&reason);
    if (out->length == start) return;
    char *first = &out->at[start];
    if (*first >= 'a' && *first <= 'z') *first = (char)(*first - 'a' + 'A');
    lc_text_putc(out, '.');
}

/* ---- expectations ---- */

static const char *expectation(const lcv_answer *a) { return a->assertion->expected ? a->assertion->expected : "ok"; }

bool lcv_is_expected(const lcv_answer *a) {
    lince_verdict expected;
    return !a->broken && lc_verdict_find(expectation(a), &expected) && expected == a->verdict;
}

void lcv_put_expectation(lince_text *out, const lcv_answer *a) {
    if (a->broken) return;
    if (lcv_is_expected(a)) lc_text_puts(out, "as expected");
    else lc_text_printf(out, "not as expected: line %u expects %s", a->assertion->place.line, expectation(a));
}
