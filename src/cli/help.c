/* lince help: the overview, the commands, the topics, the chapters of the guide. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/spelling.h"
#include "base/terminal.h"
#include "cli/cli.h"
#include "report/words.h"

enum { NARROWEST = 40, WIDEST = 100 };

static lcr_style style_of(unsigned width) {
    return (lcr_style){.width = width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : width};
}

/* Where columns of explanations begin: further to the left where there is little room. */
static unsigned options_indent(const lcr_style *style) { return style->width < 60 ? 10 : 26; }

/* The name of an option; a long choice of words is broken before a bar. */
static void put_left(lince_text *t, const char *left, unsigned width) {
    size_t column = 0, start = strspn(left, " -");
    const char *value = strrchr(left, ' '); /* where the words begin, if there are any */
    for (const char *p = left; *p; p++, column++) {
        if (*p == '|' && value && column + 1 + strcspn(p + 1, "|") > width) {
            lc_text_putc(t, '\n');
            column = start + 4;
            lc_text_repeat(t, " ", column);
        }
        lc_text_putc(t, *p);
    }
}

/* Names stand in backquotes, as in the manual pages. */
static void put_row(lince_text *t, const lcr_style *style, const char *left, const char *right, unsigned indent) {
    lince_text row = {0};
    bool beside = strlen(left) + 2 <= indent;
    if (beside) {
        lc_text_printf(&row, "%-*s", (int)indent, left);
        lcr_glue(&row, 0);
    } else {
        put_left(t, left, style->width);
        lc_text_putc(t, '\n');
    }
    for (; *right; right++) lc_text_putc(&row, *right == '`' ? '\'' : *right);
    lcr_put_wrapped(t, style, lc_text(&row), beside ? 0 : indent, beside ? indent : 0);
    t->cut |= row.cut;
    lc_text_free(&row);
}

static void put_option(lince_text *t, const lcr_style *style, const lc_option *o) {
    lince_text left = {0}, right = {0};
    char name[64];
    lc_option_name(o, name, sizeof name);
    if (o->letter) lc_text_printf(&left, "  -%c, --%s", o->letter, name);
    else lc_text_printf(&left, "      --%s", name);
    int shown = lc_option_has_words(o) ? (int)lc_option_offers(o) : -1;
    if (lc_option_takes_value(o)) lc_text_printf(&left, " %.*s", shown, o->value);
    lc_text_puts(&right, o->help);
    if (o->kind == LC_OPTION_LIST) lc_text_puts(&right, " (may be repeated)");
    if (o->otherwise) lc_text_printf(&right, " (default: %s)", o->otherwise);
    put_row(t, style, lc_text(&left), lc_text(&right), options_indent(style));
    lc_text_free(&left);
    lc_text_free(&right);
}

static const lcc_page *find_page(const lcc_page *page, const char *name) {
    while (page->name && strcmp(page->name, name) != 0) page++;
    return page->name ? page : NULL;
}

void lcc_help_command(lince_text *t, const lcc_command *c, unsigned width) {
    const lcr_style style = style_of(width);
    lince_text usage = {0};
    lc_text_printf(&usage, "Usage: lince %s%s%s%s", c->name,
                   c->options == &lcc_plain_set || !c->options->count ? "" : " [options]", *c->operands ? " " : "",
                   c->operands);
    lcr_put_wrapped(t, &style, lc_text(&usage), 0, 4);
    lc_text_clear(&usage);
    lc_text_printf(&usage, "%c%s.", c->summary[0] - 'a' + 'A', c->summary + 1);
    lc_text_putc(t, '\n');
    lcr_put_wrapped(t, &style, lc_text(&usage), 0, 0);
    lc_text_free(&usage);
    for (size_t g = 0; g < c->options->count; g++) {
        const lc_option_group *group = &c->options->groups[g];
        if (group->manual_only) continue;
        lc_text_printf(t, "\n%s:\n", group->title);
        for (size_t i = 0; i < group->count; i++) put_option(t, &style, &group->rows[i]);
    }
    const lcc_page *more = find_page(lcc_topics, c->name);
    if (!more) return;
    lc_text_putc(t, '\n');
    lcc_fill_page(t, more->text, style.width);
}

static void put_entry(lince_text *t, const lcr_style *style, const char *name, const char *summary, unsigned indent) {
    char left[80], right[120];
    snprintf(left, sizeof left, "  %s", name);
    snprintf(right, sizeof right, "%.*s", (int)strcspn(summary, "\n"), summary);
    put_row(t, style, left, right, indent);
}

/* The first line of a page is its title; those that only add to the help of a command are left out. */
static void put_titles(lince_text *t, const lcr_style *style, const char *title, const lcc_page *page,
                       unsigned indent) {
    lc_text_printf(t, "\n%s:\n", title);
    for (; page->name; page++)
        if (!lcc_find_command(page->name)) put_entry(t, style, page->name, page->text, indent);
}

void lcc_help_overview(lince_text *t, unsigned width) {
    const lcr_style style = style_of(width);
    lc_text_puts(t, "Usage: lince COMMAND [options] ...\n\n");
    lcr_put_wrapped(t, &style, "Finds out whether concurrent objects are correct.", 0, 0);
    lc_text_puts(t, "\nCommands:\n");
    for (size_t i = 0; i < lcc_command_count; i++) {
        const lcc_command *c = &lcc_commands[i];
        if (!c->hidden) put_entry(t, &style, c->name, c->summary, 14);
    }
    put_titles(t, &style, "Topics", lcc_topics, 14);
    put_titles(t, &style, "Guide", lcc_guide, 18);
    lc_text_putc(t, '\n');
    lcr_put_wrapped(t, &style,
                    "'lince help NAME' explains a command or a topic, or shows a chapter of the guide; if you are new "
                    "here, begin with first-history or first-test. 'lince --version' prints the version.",
                    0, 0);
}

static int unknown_topic(const char *name) {
    lc_nearest nearest = {.word = name};
    for (size_t i = 0; i < lcc_command_count; i++) lc_nearest_offer(&nearest, lcc_commands[i].name);
    for (const lcc_page *page = lcc_topics; page->name; page++) lc_nearest_offer(&nearest, page->name);
    for (const lcc_page *page = lcc_guide; page->name; page++) lc_nearest_offer(&nearest, page->name);
    if (nearest.best) return lcc_complain("there is no help on '%s'; did you mean '%s'?", name, nearest.best);
    return lcc_complain("there is no help on '%s'; 'lince help' lists all topics", name);
}

int lcc_cmd_help(int argc, char **argv) {
    lc_words operands = {0};
    int status = LCC_EXIT_OK;
    if (!lcc_read_operands(argc, argv, &operands, 1, &status)) return status;
    unsigned width = lc_terminal_width(STDOUT_FILENO);
    const char *name = operands.count ? operands.at[0] : NULL;
    const lcc_command *command = name ? lcc_find_command(name) : NULL;
    const lcc_page *page = name ? find_page(lcc_topics, name) : NULL;
    if (name && !page) page = find_page(lcc_guide, name);
    lince_text text = {0};
    if (!name) lcc_help_overview(&text, width);
    else if (command) lcc_help_command(&text, command, width);
    else if (page) lcc_fill_page(&text, page->text, style_of(width).width);
    else status = unknown_topic(name);
    lcc_put(&text);
    lc_text_free(&text);
    lc_vec_free(NULL, &operands);
    return status;
}
