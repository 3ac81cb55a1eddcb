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
static bool choose_by(lc_model_session *s, const char *text) {
    bool some = false;
    uint32_t count = s->model.assertions.count;
    unsigned long number = is_number(text) ? strtoul(text, NULL, 10) : 0;
    if (is_number(text) && (number < 1 || number > count))
        return lc_session_fail(s, lc_complain("--assert %s: %s has %u assertion%s; --list shows them", text,
                                              s->model.file, count, count == 1 ? "" : "s"));
    for (uint32_t i = 0; i < count; i++) {
        if (number ? number != i + 1 : !strstr(lc_model_text(&s->model.assertions.at[i]), text)) continue;
        s->chosen[i] = some = true;
    }
    return some || lc_session_fail(s, lc_complain("--assert %s: no assertion of %s contains that; --list shows them",
                                                  text, s->model.file));
}

bool lc_session_choose(lc_model_session *s) {
    const lc_words *wanted = &s->settings.assert;
    uint32_t count = s->model.assertions.count;
    s->chosen = calloc(count ? count : 1, sizeof *s->chosen);
    if (!s->chosen) return lc_session_fail(s, lc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0}));
    for (uint32_t i = 0; i < count && !wanted->count; i++) s->chosen[i] = true;
    for (uint32_t i = 0; i < wanted->count; i++)
        if (!choose_by(s, wanted->at[i])) return false;
    for (uint32_t i = 0; i < count; i++) s->chosen_count += s->chosen[i];
    return true;
}

void lc_session_list(lc_model_session *s) {
    lince_text t = {0};
    for (uint32_t i = 0; i < s->model.assertions.count; i++) {
        const lcm_assertion *a = &s->model.assertions.at[i];
        if (!s->chosen[i]) continue;
        if (s->settings.json) {
            lc_writer w = {.out = &t};
            lc_write_open(&w, '{');
            lc_field_text(&w, "file", s->model.file);
            lc_field_count(&w, "assertion", i + 1);
            lc_field_text(&w, "text", lc_model_text(a));
            lc_field_count(&w, "line", a->place.line);
            lc_field_text(&w, "criterion", lc_model_criterion(a));
            lc_field_text(&w, "expected", a->expected);
            lc_write_close(&w, '}');
            lc_text_putc(&t, '\n');
        } else {
            lc_text_printf(&t, "%3u  line %-4u  %s", i + 1, a->place.line, lc_model_text(a));
            if (a->expected) lc_text_printf(&t, "  (expected: %s)", a->expected);
            lc_text_putc(&t, '\n');
        }
    }
    lc_session_put(s, &t);
}
