#include "cli/monitor/dump.h"

#include <string.h>

#include "cli/check/excerpt.h"
#include "report/words.h"

static const lcr_style plain = {0};

void lcc_dump_command(lince_text *out, const char *word, const lcc_lookout *w, const lcc_object *o, bool again) {
    lcc_put_shell_word(out, word);
    lc_text_puts(out, again ? " check" : " show");
    if (again && w->settings.init) {
        lc_text_puts(out, " --init ");
        lcc_put_shell_word(out, w->settings.init);
    }
    if (again && !lck_is_built_in(o->instance)) { /* a history cannot name it */
        lc_text_puts(out, " --spec ");
        lcc_put_shell_word(out, o->instance->name);
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

lince_status lcc_dump(const lcc_lookout *w, const lcc_object *o, const lco_online_violation *v, bool again,
                      lince_error *error) {
    lince_text text = {0}, command = {0};
    lince_status status = LINCE_DONE;
    lcc_dump_command(&command, "lince", w, o, again);
    put_comment(&text, "The recent history of ", w->name);
    if (*o->name) put_comment(&text, "Object ", o->name);
    if (v->reason) put_comment(&text, "", v->reason);
    if (again) lc_text_printf(&text, "# A violation; to see it again: %s\n", lc_text(&command));
    else if (v->lacking) put_comment(&text, "This does not show the violation by itself: ", v->lacking);
    else lc_text_puts(&text, "# What came before is not in it: by itself it says little about what went wrong.\n");
    if (lck_is_built_in(o->instance) && !(v->history && v->history->specs.count))
        lc_text_printf(&text, "spec %s\n", o->instance->name);
    if (v->history) status = lcc_excerpt_put_history(&text, v->history, error);
    text.cut |= command.cut;
    if (status == LINCE_DONE) status = text.cut ? LINCE_OUT_OF_MEMORY : lc_write_file(w->settings.dump, &text, error);
    lc_text_free(&text);
    lc_text_free(&command);
    return status;
}
