#include "verifier/view.h"

#include <string.h>

#include "base/error.h"
#include "base/spelling.h"

bool lcv_view_open(lcv_view *v) {
    v->lts = v->system ? lcm_system_lts(v->system) : v->lts;
    v->walker = v->lts->open(v->lts, NULL);
    return v->walker;
}

void lcv_view_close(lcv_view *v) {
    if (v->walker) v->lts->close(v->walker);
    v->walker = NULL;
}

bool lcv_view_widen(lcv_view *v, const lcm_failure *failure) {
    if (!failure->failed || !failure->narrow || !v->system) return false;
    lcv_view_close(v);
    lcm_system_widen(v->system, failure);
    return true;
}

static lince_status find_named(const lcm_model *model, const char *name, lcm_process *process, lince_error *error) {
    lc_nearest nearest = {.word = name};
    for (uint32_t i = 0; i < model->definitions.count; i++) {
        const lcm_definition *d = &model->definitions.at[i];
        lc_nearest_offer(&nearest, d->name);
        if (strcmp(d->name, name) != 0) continue;
        if (d->param_count)
            return lc_fail(error,
                           "--process %s: it has parameters; define a process that gives them, such as "
                           "'Look() = %s(0);'",
                           name, name);
        *process = (lcm_process){.kind = LCM_P_REFERENCE, .place = d->place, .index = i};
        return LINCE_DONE;
    }
    if (nearest.best)
        return lc_fail(error, "--process %s: there is no such process; did you mean %s?", name, nearest.best);
    return lc_fail(error, "--process %s: there is no such process", name);
}

lince_status lcv_view_find(const lcv_session *s, const char *name, lcm_process *process, lince_error *error) {
    if (name) return find_named(&s->model, name, process, error);
    for (uint32_t i = 0; i < s->model.assertions.count; i++) {
        if (!s->chosen[i]) continue;
        *process = *s->model.assertions.at[i].process;
        return LINCE_DONE;
    }
    return lc_fail(error, "%s: there is no assertion that names a process; use --process NAME", s->model.file);
}
