#include "cli/model/look.h"

#include <string.h>

#include "base/error.h"
#include "cli/model/session.h"
#include "lang/lang.h"

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
        lc_fail_at(&error, s->run.model.file, graph.failure.line, "%s", graph.failure.message);
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

static void look_at(lcc_model_session *s, const lcm_process *process) {
    lcm_alphabet alphabet;
    lcm_system *system = NULL;
    lince_error error = {0};
    lince_text name = {0};
    lcm_alphabet_init(&alphabet, NULL);
    lcm_system_wish wish = {.model = &s->run.model, .process = process, .alphabet = &alphabet, .keep_dead = true};
    lince_status status = lcm_system_make(&system, &wish, &error);
    lcm_process_print(&name, &s->run.model, process);
    lcc_model_view view = {
        .file = s->run.model.file, .name = lc_text(&name), .at = {.system = system}, .style = s->style};
    if (status != LINCE_DONE) lcc_session_worsen(s, lcc_report_failure(status, &error));
    else if (s->settings.dot) draw_graph(s, &view);
    if (status == LINCE_DONE && s->settings.simulate)
        lcc_session_worsen(s, lcc_model_simulate(&view, stdin, s->settings.seed));
    if (status == LINCE_DONE) lcm_system_free(system);
    lcm_alphabet_free(&alphabet);
    lc_text_free(&name);
}

void lcc_session_look(lcc_model_session *s) {
    lcm_process process;
    lince_error error = {0};
    if (lcv_view_find(&s->run, s->settings.process, &process, &error) == LINCE_DONE) look_at(s, &process);
    else lcc_session_worsen(s, lcc_report_error(&error));
}
