#include <stdlib.h>
#include <string.h>

#include "verifier/library.h"

/* The public kinds are those of the language and of findings. */
_Static_assert((int)LINCE_MODEL_REACHES == LCM_A_REACHES && (int)LINCE_MODEL_REFINES_FD == LCM_A_REFINES_FD &&
                   (int)LINCE_MODEL_PROGRESSES == LCM_A_PROGRESSES,
               "criteria");

lcv_result *lcv_result_new(void) {
    lcv_result *r = calloc(1, sizeof *r);
    if (r) lc_arena_init(&r->memory, NULL);
    return r;
}

void lince_model_result_free(lince_model_result *shown) {
    lcv_result *r = (lcv_result *)shown;
    if (!r) return;
    for (uint32_t i = 0; i < r->histories.count; i++) lince_history_free(r->histories.at[i]);
    for (uint32_t i = 0; i < r->results.count; i++) lince_result_free(r->results.at[i]);
    lc_vec_free(NULL, &r->histories);
    lc_vec_free(NULL, &r->results);
    lc_vec_free(NULL, &r->answers);
    lc_arena_free(&r->memory);
    free(r);
}

/* ---- memory ---- */

static void *take(lcv_result *r, size_t size) {
    void *place = lc_arena_take(&r->memory, size ? size : 1);
    r->cut |= !place;
    return place;
}

static const char *keep_bytes(lcv_result *r, const char *bytes, size_t length) {
    char *copy = take(r, length + 1);
    if (!copy) return NULL;
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

static const char *keep(lcv_result *r, const char *text) { return text ? keep_bytes(r, text, strlen(text)) : NULL; }

/* ---- assertions ---- */

const lince_model_assertion *lcv_result_assertion(lcv_result *r, const lcm_model *model, const lcm_assertion *a,
                                                  uint32_t number) {
    lince_text spec = {0};
    lince_model_assertion *kept = take(r, sizeof *kept);
    if (!kept) return NULL;
    lcv_put_specification(&spec, model, a);
    *kept = (lince_model_assertion){.number = number,
                                    .line = a->place.line,
                                    .text = keep(r, lcv_assertion_text(a)),
                                    .criterion = (lince_model_criterion)a->kind,
                                    .criterion_name = lcv_criterion_name(a),
                                    .specification = spec.length ? keep(r, lc_text(&spec)) : NULL,
                                    .expected = keep(r, a->expected)};
    r->cut |= spec.cut;
    lc_text_free(&spec);
    return kept;
}

/* ---- paths ---- */

static size_t count_changes(const char *changes) {
    lcv_change change;
    size_t count = 0;
    while (lcv_change_next(&changes, &change)) count++;
    return count;
}

static void take_changes(lcv_result *r, lince_model_step *step, const char *changes) {
    lince_model_change *all = take(r, count_changes(changes) * sizeof *all);
    lcv_change change;
    step->changes = all;
    while (all && lcv_change_next(&changes, &change))
        all[step->change_count++] =
            (lince_model_change){.name = keep_bytes(r, change.name, change.name_length),
                                 .value = change.value ? keep_bytes(r, change.value, change.value_length) : NULL};
}

static lince_model_step step_of(lcv_result *r, const lcv_step *s) {
    lince_model_step step = {
        .process = keep(r, s->process), .event = keep(r, s->event), .hidden = s->hidden, .failing = s->failing};
    take_changes(r, &step, s->changes);
    return step;
}

/* NULL: there is none. */
static const lince_model_path *path_of(lcv_result *r, const lcv_answer *a) {
    uint32_t count = a->steps.at.count;
    if (!a->run->finding.path.states.count) return NULL;
    lince_model_path *path = take(r, sizeof *path);
    lince_model_step *steps = take(r, count * sizeof *steps);
    r->cut |= a->steps.cut;
    if (!path || !steps) return NULL;
    for (uint32_t i = 0; i < count; i++) steps[i] = step_of(r, &a->steps.at.at[i]);
    *path = (lince_model_path){.steps = steps,
                               .step_count = count,
                               .loop = a->steps.loop == UINT32_MAX ? LINCE_MODEL_NO_LOOP : a->steps.loop,
                               .first = keep(r, a->steps.first),
                               .last = keep(r, a->steps.last)};
    return path;
}

static void take_allowed(lcv_result *r, lince_model_answer *to, const lcv_answer *a) {
    lcv_labels labels;
    lcv_list_allowed(&labels, a);
    const char **all = take(r, labels.count * sizeof *all);
    for (uint32_t i = 0; i < labels.count && all; i++) all[to->allowed_count++] = keep(r, labels.at[i]);
    to->allowed = labels.count ? all : NULL;
    r->cut |= labels.count < a->run->finding.allowed.count;
    lcv_labels_free(&labels);
}

/* They become those of the result. */
static void take_history(lcv_result *r, lince_model_answer *to, lcv_answer *a) {
    lcm_verification *run = a->run;
    if (a->judged && lc_push(NULL, &r->results, a->judged)) {
        to->result = a->judged;
        a->judged = NULL;
    }
    if (run->history && lc_push(NULL, &r->histories, run->history)) {
        to->history = run->history;
        run->history = NULL;
    }
    r->cut |= a->judged || run->history;
}

/* ---- answers ---- */

static lince_model_reason reason_of(const lcv_answer *a) {
    static const lince_model_reason reasons[] = {
        [LCM_R_NONE] = LINCE_MODEL_NO_REASON,
        [LCM_R_TRACE] = LINCE_MODEL_TRACE,
        [LCM_R_REFUSAL] = LINCE_MODEL_REFUSAL,
        [LCM_R_DIVERGENCE] = LINCE_MODEL_DIVERGENCE,
        [LCM_R_DEADLOCK] = LINCE_MODEL_DEADLOCK,
        [LCM_R_TERMINATION] = LINCE_MODEL_TERMINATION,
        [LCM_R_NONDETERMINISM] = LINCE_MODEL_NONDETERMINISM,
        [LCM_R_REACHED] = LINCE_MODEL_REACHED,
        [LCM_R_NOT_REACHED] = LINCE_MODEL_NOT_REACHED,
        [LCM_R_CYCLE] = LINCE_MODEL_CYCLE,
        [LCM_R_PREFIX] = LINCE_MODEL_PREFIX,
        [LCM_R_TOO_LARGE] = LINCE_MODEL_FORMULA,
        [LCM_R_COPIES] = LINCE_MODEL_COPIES,
        [LCM_R_TIME] = LINCE_MODEL_TIMEOUT,
        [LCM_R_MEMORY] = LINCE_MODEL_MEMORY,
        [LCM_R_INTERRUPTED] = LINCE_MODEL_INTERRUPT,
    };
    return a->run->points_wrong ? LINCE_MODEL_POINTS : reasons[a->run->finding.reason];
}

lince_model_counts lcv_counts(const lcm_figures *n) {
    return (lince_model_counts){.states = n->states,
                                .transitions = n->transitions,
                                .pairs = n->pairs,
                                .specification_states = n->specification_states};
}

static void add_up(lince_model_result *total, const lince_model_answer *a) {
    const lince_model_counts *n = &a->counts;
    total->counts.states += n->states;
    total->counts.transitions += n->transitions;
    total->counts.pairs += n->pairs;
    total->counts.specification_states += n->specification_states;
    total->seconds += a->seconds;
    if (a->error) total->errors++;
    else if (a->verdict == LINCE_VERDICT_OK) total->ok++;
    else if (a->verdict == LINCE_VERDICT_VIOLATION) total->violations++;
    else total->unknown++;
}

const lince_model_answer *lcv_result_add(lcv_result *r, const lince_model_assertion *assertion, lcv_answer *a) {
    const lcm_verification *run = a->run;
    lince_model_answer *to = take(r, sizeof *to);
    if (!to) return NULL;
    *to = (lince_model_answer){.assertion = assertion,
                               .verdict = a->verdict,
                               .reason = reason_of(a),
                               .reason_name = lcv_reason_name(a),
                               .counts = lcv_counts(&run->finding.figures),
                               .seconds = run->seconds,
                               .memory = run->memory,
                               .any_number = run->any_number,
                               .copies = run->any_number ? run->copies : 0,
                               .has_best = run->finding.has_best,
                               .best = run->finding.has_best ? run->finding.best : 0,
                               .path = path_of(r, a)};
    take_allowed(r, to, a);
    if (a->verdict == LINCE_VERDICT_VIOLATION) take_history(r, to, a);
    if (a->broken) {
        to->error = keep(r, a->error.message);
        to->error_line = a->error.line;
        to->error_column = a->place.column;
    }
    if (!lc_push(NULL, &r->answers, to)) {
        r->cut = true;
        return NULL;
    }
    add_up(&r->shown, to);
    return to;
}

void lcv_result_settle(lcv_result *r) {
    lince_model_result *shown = &r->shown;
    shown->answers = r->answers.at;
    shown->answer_count = r->answers.count;
    shown->verdict = shown->violations                ? LINCE_VERDICT_VIOLATION
                     : shown->unknown + shown->errors ? LINCE_VERDICT_UNKNOWN
                                                      : LINCE_VERDICT_OK;
    if (!shown->answer_count) shown->verdict = LINCE_VERDICT_UNKNOWN;
}
