#include "verifier/answer.h"

#include <stdlib.h>
#include <string.h>

#include "lang/lang.h"

void lcv_answer_free(lcv_answer *a) {
    lcv_steps_free(&a->steps);
    lince_result_free(a->judged);
    lcm_verification_free(a->run);
}

/* ---- words for scripts ---- */

const char *lcv_assertion_text(const lcm_assertion *a) {
    static const char directive[] = "#assert";
    const char *text = a->text;
    if (!strncmp(text, directive, strlen(directive))) text += strlen(directive);
    return text + strspn(text, " \t");
}

const char *lcv_criterion_name(const lcm_assertion *a) {
    static const char *const names[] = {
        [LCM_A_DEADLOCKFREE] = "deadlockfree",
        [LCM_A_DIVERGENCEFREE] = "divergencefree",
        [LCM_A_DETERMINISTIC] = "deterministic",
        [LCM_A_NONTERMINATING] = "nonterminating",
        [LCM_A_REACHES] = "reaches",
        [LCM_A_LTL] = "ltl",
        [LCM_A_REFINES] = "refines",
        [LCM_A_REFINES_F] = "refines<F>",
        [LCM_A_REFINES_FD] = "refines<FD>",
        [LCM_A_LINEARIZES] = "linearizable",
        [LCM_A_PROGRESSES] = "progresses",
    };
    return names[a->kind];
}

void lcv_put_specification(lince_text *out, const lcm_model *model, const lcm_assertion *a) {
    if (a->specification) lc_text_puts(out, a->specification);
    else if (a->other) lcm_process_print(out, model, a->other);
}

const char *lcv_reason_name(const lcv_answer *a) {
    static const char *const names[] = {
        [LCM_R_TRACE] = "trace",       [LCM_R_REFUSAL] = "refusal",         [LCM_R_DIVERGENCE] = "divergence",
        [LCM_R_DEADLOCK] = "deadlock", [LCM_R_TERMINATION] = "termination", [LCM_R_NONDETERMINISM] = "nondeterminism",
        [LCM_R_REACHED] = "reached",   [LCM_R_NOT_REACHED] = "not reached", [LCM_R_CYCLE] = "cycle",
        [LCM_R_PREFIX] = "prefix",     [LCM_R_TOO_LARGE] = "formula",       [LCM_R_TIME] = "timeout",
        [LCM_R_MEMORY] = "memory",     [LCM_R_INTERRUPTED] = "interrupt",   [LCM_R_COPIES] = "copies",
    };
    return a->run->points_wrong ? "points" : names[a->run->finding.reason];
}

/* ---- labels ---- */

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

void lcv_list_allowed(lcv_labels *labels, const lcv_answer *a) {
    const lcm_finding *f = &a->run->finding;
    *labels = (lcv_labels){0};
    for (uint32_t i = 0; i < f->allowed.count; i++) {
        lince_text text = {0};
        lcm_label_print(a->run->lts->alphabet, f->allowed.at[i], &text);
        if (!text.at || !lc_push(NULL, labels, text.at)) lc_text_free(&text);
    }
    if (labels->count) qsort(labels->at, labels->count, sizeof *labels->at, by_text);
}

void lcv_labels_free(lcv_labels *labels) {
    for (uint32_t i = 0; i < labels->count; i++) free(labels->at[i]);
    lc_vec_free(NULL, labels);
}
