#include "cli/model/look.h"

#include <string.h>

#include "base/error.h"
#include "base/spelling.h"
#include "cli/model/session.h"
#include "lang/lang.h"

bool lcc_view_open(lcc_model_view *v) {
    v->lts = v->system ? lcm_system_lts(v->system) : v->lts;
    v->walker = v->lts->open(v->lts, NULL);
    return v->walker;
}

void lcc_view_close(lcc_model_view *v) {
    if (v->walker) v->lts->close(v->walker);
    v->walker = NULL;
}

bool lcc_view_widen(lcc_model_view *v, const lcm_failure *failure) {
    if (!failure->failed || !failure->narrow || !v->system) return false;
    lcc_view_close(v);
    lcm_system_widen(v->system, failure);
    return true;
}

/* ---- looking at a process ---- */

static bool named_process(lcc_model_session *s, lcm_process *process) {
    const char *name = s->settings.process;
    lc_nearest nearest = {.word = name};
    for (uint32_t i = 0; i < s->model.definitions.count; i++) {
        const lcm_definition *d = &s->model.definitions.at[i];
        lc_nearest_offer(&nearest, d->name);
        if (strcmp(d->name, name) != 0) continue;
        if (d->param_count)
            return lcc_session_fail(
                s, lcc_complain("--process %s: it has parameters; define a process that gives them, such as "
                                "'Look() = %s(0);'",
                                name, name));
        *process = (lcm_process){.kind = LCM_P_REFERENCE, .place = d->place, .index = i};
        return true;
    }
    if (nearest.best)
        return lcc_session_fail(
            s, lcc_complain("--process %s: there is no such process; did you mean %s?", name, nearest.best));
    return lcc_session_fail(s, lcc_complain("--process %s: there is no such process", name));
}

static bool find_process(lcc_model_session *s, lcm_process *process) {
    if (s->settings.process) return named_process(s, process);
    for (uint32_t i = 0; i < s->model.assertions.count; i++) {
        if (!s->chosen[i]) continue;
        *process = *s->model.assertions.at[i].process;
        return true;
    }
    return lcc_session_fail(
        s, lcc_complain("%s: there is no assertion that names a process; use --process NAME", s->model.file));
}

static void draw_graph(lcc_model_session *s, lcc_model_view *view) {
    lince_text text = {0};
    lince_error error = {0};
    lcc_model_graph graph;
    uint32_t most = s->settings.max_states ? s->settings.max_states : 1;
    lince_status status = lcc_model_dot(&text, view, most, &graph);
    if (status == LINCE_DONE) status = lc_write_file(s->settings.dot, &text, &error);
    lc_text_free(&text);
    if (status != LINCE_DONE) {
        lcc_session_worsen(s, lcc_report_failure(status, &error));
        return;
    }
    if (graph.failure.failed) {
        lc_fail_at(&error, s->model.file, graph.failure.line, "%s", graph.failure.message);
        lcc_session_worsen(s, lcc_report_error(&error));
    }
    if (strcmp(s->settings.dot, "-") == 0) {
        if (graph.cut) fprintf(stderr, "lince: only the first %u states are drawn\n", graph.states);
        return;
    }
    lc_text_printf(&text, "%s: %u states, %u steps%s\n", s->settings.dot, graph.states, graph.edges,
                   graph.cut ? ": there are more, --max-states draws them" : "");
    if (!s->settings.quiet) lcc_session_put(s, &text);
    lc_text_free(&text);
}

void lcc_session_look(lcc_model_session *s) {
    lcm_process process;
    if (!find_process(s, &process)) return;
    lcm_alphabet alphabet;
    lcm_system *system = NULL;
    lince_error error = {0};
    lince_text name = {0};
    lcm_alphabet_init(&alphabet, NULL);
    lcm_system_wish wish = {.model = &s->model, .process = &process, .alphabet = &alphabet, .keep_dead = true};
    lince_status status = lcm_system_make(&system, &wish, &error);
    lcm_process_print(&name, &s->model, &process);
    lcc_model_view view = {.file = s->model.file, .name = lc_text(&name), .system = system, .style = s->style};
    if (status != LINCE_DONE) lcc_session_worsen(s, lcc_report_failure(status, &error));
    else if (s->settings.dot) draw_graph(s, &view);
    if (status == LINCE_DONE && s->settings.simulate)
        lcc_session_worsen(s, lcc_model_simulate(&view, stdin, s->settings.seed));
    if (status == LINCE_DONE) lcm_system_free(system);
    lcm_alphabet_free(&alphabet);
    lc_text_free(&name);
}
