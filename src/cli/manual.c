/* lince man: the source of a manual page, its prose from doc/man and its options from the tables. */
#include <stdio.h>
#include <string.h>

#include <lince/lince.h>

#include "cli/cli.h"

/* Text for roff: a leading dot or quote would be a request, a bare hyphen would become a typographic one, and `this`
 * is set in bold. */
static void put_escaped(lince_text *t, const char *text) {
    bool bold = false;
    if (*text == '.' || *text == '\'') lc_text_puts(t, "\\&");
    for (; *text; text++) {
        if (*text == '\\') lc_text_puts(t, "\\e");
        else if (*text == '-') lc_text_puts(t, "\\-");
        else if (*text == '`') lc_text_puts(t, (bold = !bold) ? "\\fB" : "\\fP");
        else lc_text_putc(t, *text);
    }
}

/* The tables begin with a small letter. */
static void put_sentence(lince_text *t, const char *text) {
    bool small = *text >= 'a' && *text <= 'z';
    if (small) lc_text_putc(t, (char)(*text - 'a' + 'A'));
    put_escaped(t, text + small);
}

static void put_option(lince_text *t, const lc_option *o) {
    char name[64];
    lc_option_name(o, name, sizeof name);
    lc_text_puts(t, ".It ");
    if (o->letter) lc_text_printf(t, "Fl %c , ", o->letter);
    lc_text_printf(t, "Fl -%s", name);
    int shown = lc_option_has_words(o) ? (int)lc_option_offers(o) : -1;
    if (lc_option_takes_value(o)) lc_text_printf(t, " Ar %.*s", shown, o->value);
    lc_text_putc(t, '\n');
    put_sentence(t, o->help);
    if (o->kind == LC_OPTION_LIST) lc_text_puts(t, " (may be repeated)");
    if (o->otherwise) {
        lc_text_puts(t, " (default: ");
        put_escaped(t, o->otherwise);
        lc_text_putc(t, ')');
    }
    lc_text_puts(t, ".\n");
}

static void put_options(lince_text *t, const lcc_command *c) {
    for (size_t g = 0; g < c->options->count; g++) {
        const lc_option_group *group = &c->options->groups[g];
        if (g > 0) lc_text_printf(t, ".Ss %s\n", group->title);
        lc_text_puts(t, ".Bl -tag -width Ds\n");
        for (size_t i = 0; i < group->count; i++) put_option(t, &group->rows[i]);
        lc_text_puts(t, ".El\n");
    }
}

static void put_commands(lince_text *t) {
    lc_text_puts(t, ".Bl -tag -width Ds\n");
    for (size_t i = 0; i < lcc_command_count; i++) {
        const lcc_command *c = &lcc_commands[i];
        lc_text_printf(t, ".It Cm %s%s%s\n", c->name, *c->operands ? " Ar " : "", c->operands);
        put_sentence(t, c->summary);
        lc_text_puts(t, ".\n");
    }
    lc_text_puts(t, ".El\n");
}

static bool is_line(const char *line, size_t length, const char *wanted) {
    return length == strlen(wanted) && memcmp(line, wanted, length) == 0;
}

/* `command` is the one whose page this is; NULL: it is about none. */
static void fill_in(lince_text *t, const char *page, const lcc_command *command) {
    while (*page) {
        size_t length = strcspn(page, "\n");
        if (is_line(page, length, "@OPTIONS@") && command) put_options(t, command);
        else if (is_line(page, length, "@COMMANDS@")) put_commands(t);
        else if (is_line(page, length, "@VERSION@")) lc_text_printf(t, ".Os Lince %s\n", lince_version());
        else lc_text_printf(t, "%.*s\n", (int)length, page);
        page += length + (page[length] == '\n');
    }
}

/* `check`, `lince-check`, and these with their section, `check.1`, name lince-check.1; nothing names lince.1. */
static bool is_called(const char *page, const char *name) {
    return is_line(page, strcspn(page, "."), name) || strcmp(page, name) == 0;
}

static const lcc_page *find_manual(const char *name) {
    for (const lcc_page *page = lcc_manuals; page->name; page++) {
        if (is_called(page->name, name)) return page;
        if (strncmp(page->name, "lince-", 6) == 0 && is_called(page->name + 6, name)) return page;
    }
    return NULL;
}

int lcc_cmd_man(int argc, char **argv) {
    lc_words operands = {0};
    int status = LCC_EXIT_OK;
    if (!lcc_read_operands(argc, argv, &operands, 1, &status)) return status;
    const char *name = operands.count ? operands.at[0] : "lince";
    const lcc_page *page = find_manual(name);
    if (page) {
        lince_text text = {0};
        char topic[64] = "";
        sscanf(page->name, "lince-%63[^.]", topic);
        fill_in(&text, page->text, lcc_find_command(topic));
        lcc_put(&text);
        lc_text_free(&text);
    } else {
        lince_text all = {0};
        for (page = lcc_manuals; page->name; page++) lc_text_printf(&all, " %s", page->name);
        status = lcc_complain("there is no manual page '%s'; there are%s", name, lc_text(&all));
        lc_text_free(&all);
    }
    lc_vec_free(NULL, &operands);
    return status;
}
