/* Which assertions are meant. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "verifier/session.h"

static bool is_number(const char *text) {
    if (!*text) return false;
    for (; *text; text++)
        if (!isdigit((unsigned char)*text)) return false;
    return true;
}

/* The assertions that one --assert means, at least one. */
static lince_status choose_by(lcv_session *s, const char *text, lince_error *error) {
    bool some = false;
    uint32_t count = s->model.assertions.count;
    unsigned long number = is_number(text) ? strtoul(text, NULL, 10) : 0;
    if (is_number(text) && (number < 1 || number > count))
        return lc_fail(error, "--assert %s: %s has %u assertion%s; --list shows them", text, s->model.file, count,
                       count == 1 ? "" : "s");
    for (uint32_t i = 0; i < count; i++) {
        if (number ? number != i + 1 : !strstr(lcv_assertion_text(&s->model.assertions.at[i]), text)) continue;
        s->chosen[i] = some = true;
    }
    if (some) return LINCE_DONE;
    return lc_fail(error, "--assert %s: no assertion of %s contains that; --list shows them", text, s->model.file);
}

lince_status lcv_session_choose(lcv_session *s, lince_error *error) {
    size_t wanted = s->options.assert_count;
    uint32_t count = s->model.assertions.count;
    s->chosen = calloc(count ? count : 1, sizeof *s->chosen);
    if (!s->chosen) return LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count && !wanted; i++) s->chosen[i] = true;
    for (size_t i = 0; i < wanted; i++) {
        lince_status status = choose_by(s, s->options.asserts[i], error);
        if (status != LINCE_DONE) return status;
    }
    for (uint32_t i = 0; i < count; i++) s->chosen_count += s->chosen[i];
    return LINCE_DONE;
}
