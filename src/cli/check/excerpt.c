/* The text of --explain: an excerpt of a history, and comments for a later reader of the file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check/excerpt.h"
#include "report/words.h"
#include "spec/specs.h"

static const lcr_style plain = {0};

/* Nothing in a comment may end its line. */
static void put_origin(lince_text *out, const lince_history *h, bool several, const lc_violation *v) {
    lc_text_puts(out, "# From ");
    lcr_put_clean(out, &plain, h->file, strlen(h->file));
    if (several) lc_text_printf(out, ", history %u", h->number);
    lc_text_puts(out, ".\n");
    if (!v || !v->reason) return;
    lince_text why = {0};
    bool object = v->object && *v->object;
    if (object) lc_text_printf(&why, "object %s%s", v->object, v->key ? ", " : ": ");
    if (v->key) lc_text_printf(&why, "key %s: ", v->key);
    lc_text_puts(&why, v->reason);
    lc_text_puts(out, "# ");
    lcr_put_clean(out, &plain, lc_text(&why), why.length);
    lc_text_puts(out, ".\n");
    lc_text_free(&why);
}

lince_status lcc_excerpt_put_history(lince_text *out, const lince_history *h, lince_error *error) {
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file) return LINCE_OUT_OF_MEMORY;
    lince_status status = lince_history_write(h, LINCE_FORMAT_HIST, file, error);
    if ((fclose(file) || !text) && status == LINCE_DONE) status = LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE) lc_text_add(out, text, length);
    free(text);
    return status == LINCE_DONE && out->cut ? LINCE_OUT_OF_MEMORY : status;
}

static void put_renamed(lince_text *out, const lck_renamed *r) {
    lc_text_printf(out, "# The %s ", r->kind);
    lcr_put_clean(out, &plain, lc_text(&r->before), r->before.length);
    lc_text_printf(out, " is called %s here.\n", lc_text(&r->now));
}

lince_status lcc_excerpt_write(lince_text *out, const lince_specs *specs, const lince_history *h, const lince_result *r,
                               bool several, lince_error *error) {
    lck_excerpt excerpt;
    lince_status status = lck_excerpt_cut(&excerpt, specs, h, r, error);
    if (status == LINCE_DONE) {
        put_origin(out, h, several, r->violation);
        for (uint32_t i = 0; i < excerpt.renamed.count; i++) put_renamed(out, &excerpt.renamed.at[i]);
        status = lcc_excerpt_put_history(out, excerpt.history, error);
    }
    lck_excerpt_free(&excerpt);
    return status;
}

/* ---- the command ---- */

void lcc_put_shell_word(lince_text *out, const char *word) {
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%#";
    if (*word && !word[strspn(word, harmless)] && *word != '#') {
        lc_text_puts(out, word);
        return;
    }
    lc_text_putc(out, '\'');
    for (; *word; word++) {
        if (*word == '\'') lc_text_puts(out, "'\\''");
        else lc_text_putc(out, *word);
    }
    lc_text_putc(out, '\'');
}

static void put_option(lince_text *out, const char *name, const char *value) {
    lc_text_printf(out, " --%s ", name);
    lcc_put_shell_word(out, value);
}

void lcc_excerpt_command(lince_text *out, const lcc_check_settings *o, const lince_specs *specs, const char *path) {
    lince_text command = {0};
    lc_text_puts(&command, "lince check");
    if (o->criterion.index != LINCE_LINEARIZABLE) {
        lince_text criterion = {0};
        lc_criterion_print(&criterion, (lince_criterion)o->criterion.index, o->criterion.with);
        put_option(&command, "criterion", lc_text(&criterion));
        lc_text_free(&criterion);
    }
    if (o->progress) lc_text_puts(&command, " --progress");
    if (o->init) put_option(&command, "init", o->init);
    for (uint32_t i = 0; i < o->fail_returns.count; i++) put_option(&command, "fail-returns", o->fail_returns.at[i]);
    /* Built-in specifications are named in the histories themselves. */
    for (uint32_t i = 0; i < o->spec.count && i < specs->list.count; i++)
        if (!lck_is_built_in(&specs->list.at[i].instance)) put_option(&command, "spec", o->spec.at[i]);
    lc_text_putc(&command, ' ');
    lcc_put_shell_word(&command, path);
    lc_text_puts(out, "# A violation; to see it again: ");
    lcr_put_clean(out, &plain, lc_text(&command), command.length);
    lc_text_putc(out, '\n');
    out->cut |= command.cut;
    lc_text_free(&command);
}
