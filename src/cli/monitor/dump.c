#include "cli/monitor/dump.h"

#include <string.h>

#include "checker/excerpt.h"
#include "cli/check/excerpt.h"
#include "history/history.h"
#include "report/words.h"
#include "spec/specs.h"

static const lcr_style plain = {0};

/* Can a history name its specification?  One that the stream has named is built in. */
static bool is_built_in(const lcc_monitor *w, const lince_follow_violation *v) {
    const lc_instance *given = lc_specs_find(w->given, lc_span_of(v->object ? v->object : ""));
    return !given || lck_is_built_in(given);
}

void lcc_dump_command(lince_text *out, const char *word, const lcc_monitor *w, const lince_follow_violation *v) {
    bool again = v->result != NULL; /* it is a violation by itself */
    lcc_put_shell_word(out, word);
    lc_text_puts(out, again ? " check" : " show");
    if (again && w->settings.init) {
        lc_text_puts(out, " --init ");
        lcc_put_shell_word(out, w->settings.init);
    }
    if (again && !is_built_in(w, v)) { /* a history cannot name it */
        lc_text_puts(out, " --spec ");
        lcc_put_shell_word(out, v->specification);
    }
    lc_text_putc(out, ' ');
    lcc_put_shell_word(out, w->settings.dump);
}

/* Nothing in a comment may end its line. */
static void put_comment(lince_text *out, const char *before, const char *text) {
    lc_text_printf(out, "# %s", before);
    lcr_put_clean(out, &plain, text, strlen(text));
    lc_text_puts(out, ".\n");
}

lince_status lcc_dump(const lcc_monitor *w, const lince_follow_violation *v, lince_error *error) {
    bool again = v->result != NULL;
    lince_text text = {0}, command = {0};
    lince_status status = LINCE_DONE;
    lcc_dump_command(&command, "lince", w, v);
    put_comment(&text, "The recent history of ", w->name);
    if (v->object) put_comment(&text, "Object ", v->object);
    if (v->reason) put_comment(&text, "", v->reason);
    if (again) lc_text_printf(&text, "# A violation; to see it again: %s\n", lc_text(&command));
    else if (v->lacking) put_comment(&text, "This does not show the violation by itself: ", v->lacking);
    else lc_text_puts(&text, "# Earlier operations are missing: by itself it explains little of the violation.\n");
    if (is_built_in(w, v) && !(v->excerpt && v->excerpt->specs.count))
        lc_text_printf(&text, "spec %s\n", v->specification);
    if (v->excerpt) status = lcc_excerpt_put_history(&text, v->excerpt, error);
    text.cut |= command.cut;
    if (status == LINCE_DONE) status = text.cut ? LINCE_OUT_OF_MEMORY : lc_write_file(w->settings.dump, &text, error);
    lc_text_free(&text);
    lc_text_free(&command);
    return status;
}
