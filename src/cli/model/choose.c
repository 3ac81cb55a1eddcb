/* Which assertions are meant, and the list of them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/model/session.h"

static bool is_number(const char *text) {
    if (!*text) return false;
    for (; *text; text++)
        if (!isdigit((unsigned char)*text)) return false;
    return true;
}

/* Those that an --assert means; false: none. */
static bool choose_by(lcc_model_session *s, const char *text) {
    bool some = false;
    uint32_t count = s->model.assertions.count;
    unsigned long number = is_number(text) ? strtoul(text, NULL, 10) : 0;
    if (is_number(text) && (number < 1 || number > count))
        return lcc_session_fail(s, lcc_complain("--assert %s: %s has %u assertion%s; --list shows them", text,
                                                s->model.file, count, count == 1 ? "" : "s"));
    for (uint32_t i = 0; i < count; i++) {
        if (number ? number != i + 1 : !strstr(lcc_model_text(&s->model.assertions.at[i]), text)) continue;
        s->chosen[i] = some = true;
    }
    return some || lcc_session_fail(s, lcc_complain("--assert %s: no assertion of %s contains that; --list shows them",
                                                    text, s->model.file));
}

bool lcc_session_choose(lcc_model_session *s) {
    const lc_words *wanted = &s->settings.assert;
    uint32_t count = s->model.assertions.count;
    s->chosen = calloc(count ? count : 1, sizeof *s->chosen);
    if (!s->chosen) return lcc_session_fail(s, lcc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0}));
    for (uint32_t i = 0; i < count && !wanted->count; i++) s->chosen[i] = true;
    for (uint32_t i = 0; i < wanted->count; i++)
        if (!choose_by(s, wanted->at[i])) return false;
    for (uint32_t i = 0; i < count; i++) s->chosen_count += s->chosen[i];
    return true;
}

void lcc_session_list(lcc_model_session *s) {
    lince_text t = {0};
    for (uint32_t i = 0; i < s->model.assertions.count; i++) {
        const lcm_assertion *a = &s->model.assertions.at[i];
        if (!s->chosen[i]) continue;
        if (s->settings.json) {
            lcr_writer w = {.out = &t};
            lcr_write_open(&w, '{');
            lcr_field_text(&w, "file", s->model.file);
            lcr_field_count(&w, "assertion", i + 1);
            lcr_field_text(&w, "text", lcc_model_text(a));
            lcr_field_count(&w, "line", a->place.line);
            lcr_field_text(&w, "criterion", lcc_model_criterion(a));
            lcr_field_text(&w, "expected", a->expected);
            lcr_write_close(&w, '}');
            lc_text_putc(&t, '\n');
        } else {
            lc_text_printf(&t, "%3u  line %-4u  %s", i + 1, a->place.line, lcc_model_text(a));
            if (a->expected) lc_text_printf(&t, "  (expected: %s)", a->expected);
            lc_text_putc(&t, '\n');
        }
    }
    lcc_session_put(s, &t);
}
