/* lince model --list */
#include "cli/model/session.h"

static void put_json(lince_text *out, const lcm_model *model, uint32_t i) {
    const lcm_assertion *a = &model->assertions.at[i];
    lcr_writer w = {.out = out};
    lcr_write_open(&w, '{');
    lcr_field_text(&w, "file", model->file);
    lcr_field_count(&w, "assertion", i + 1);
    lcr_field_text(&w, "text", lcv_assertion_text(a));
    lcr_field_count(&w, "line", a->place.line);
    lcr_field_text(&w, "criterion", lcv_criterion_name(a));
    lcr_field_text(&w, "expected", a->expected);
    lcr_write_close(&w, '}');
    lc_text_putc(out, '\n');
}

void lcc_session_list(lcc_model_session *s) {
    lince_text t = {0};
    const lcm_model *model = &s->run.model;
    for (uint32_t i = 0; i < model->assertions.count; i++) {
        const lcm_assertion *a = &model->assertions.at[i];
        if (!s->run.chosen[i]) continue;
        if (s->settings.json) {
            put_json(&t, model, i);
            continue;
        }
        lc_text_printf(&t, "%3u  line %-4u  %s", i + 1, a->place.line, lcv_assertion_text(a));
        if (a->expected) lc_text_printf(&t, "  (expected: %s)", a->expected);
        lc_text_putc(&t, '\n');
    }
    lcc_session_put(s, &t);
}
