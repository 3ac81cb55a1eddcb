/* lince complete: completion scripts for bash, zsh and fish, made from the tables of commands and options. */
#include <string.h>

#include "cli/cli.h"
#include "spec/spec.h"

static void put_specs(lince_text *t) {
    for (size_t i = 0; i < lc_builtin_spec_count; i++)
        lc_text_printf(t, "%s%s", i ? " " : "", lc_builtin_specs[i]->name);
}

/* The possible values of an option, separated by spaces; "" if they are up to the user. */
static void put_candidates(lince_text *t, const lc_option *o) {
    if (lc_option_has_words(o)) {
        size_t length = lc_option_offers(o);
        bool users = false; /* the words after a colon */
        for (size_t i = 0; i < length; i++) {
            if (o->value[i] == '|') users = false;
            if (!users) lc_text_putc(t, o->value[i] == '|' ? ' ' : o->value[i]);
            users = users || o->value[i] == ':';
        }
    } else if (o->value && strcmp(o->value, "SPEC") == 0) put_specs(t);
}

static bool takes_file(const lc_option *o) { return o->value && strcmp(o->value, "FILE") == 0; }

/* The possible operands of a command besides files. */
static void put_operands(lince_text *t, const lcc_command *c) {
    if (strcmp(c->name, "help") == 0) {
        for (size_t i = 0; i < lcc_command_count; i++)
            if (!lcc_commands[i].hidden) lc_text_printf(t, "%s ", lcc_commands[i].name);
        for (const lcc_page *page = lcc_topics; page->name; page++)
            if (!lcc_find_command(page->name)) lc_text_printf(t, "%s ", page->name);
        for (const lcc_page *page = lcc_guide; page->name; page++) lc_text_printf(t, "%s ", page->name);
    } else if (strcmp(c->name, "man") == 0) {
        for (const lcc_page *page = lcc_manuals; page->name; page++) lc_text_printf(t, "%s ", page->name);
    } else if (strcmp(c->name, "complete") == 0) lc_text_puts(t, "bash zsh fish");
    else if (strcmp(c->name, "specs") == 0 || strcmp(c->name, "formula") == 0) put_specs(t);
}

static bool takes_files(const lcc_command *c) {
    return strstr(c->operands, "FILE") || strstr(c->operands, "ARGUMENTS");
}

typedef void on_option(lince_text *, const lcc_command *, const lc_option *);
static void each_option(lince_text *t, const lcc_command *c, on_option *visit) {
    for (size_t g = 0; g < c->options->count; g++)
        for (size_t i = 0; i < c->options->groups[g].count; i++)
            if (!c->options->groups[g].manual_only) visit(t, c, &c->options->groups[g].rows[i]);
}

/* bash */

static void bash_name(lince_text *t, const lcc_command *c, const lc_option *o) {
    char name[64];
    (void)c;
    lc_option_name(o, name, sizeof name);
    lc_text_printf(t, "--%s ", name);
}

static void bash_value(lince_text *t, const lcc_command *c, const lc_option *o) {
    char name[64];
    if (!lc_option_takes_value(o)) return;
    lc_option_name(o, name, sizeof name);
    lc_text_printf(t, "    '%s --%s'", c->name, name);
    if (o->letter) lc_text_printf(t, " | '%s -%c'", c->name, o->letter);
    lc_text_puts(t, ") words='");
    put_candidates(t, o);
    lc_text_printf(t, "'; files=%d ;;\n", takes_file(o));
}

static void bash(lince_text *t) {
    lc_text_puts(t,
                 "# bash completion for lince, printed by `lince complete bash`\n"
                 "_lince() {\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words files=0\n"
                 "    # bash takes --name=value for three words\n"
                 "    if [[ $word == = ]]; then word=\n"
                 "    elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}\n"
                 "    fi\n"
                 "    if ((COMP_CWORD == 1)); then before=; fi\n"
                 "    case \"${COMP_WORDS[1]} $before\" in\n");
    for (size_t i = 0; i < lcc_command_count; i++) each_option(t, &lcc_commands[i], bash_value);
    lc_text_puts(t,
                 "    *)\n"
                 "        case $((COMP_CWORD > 1)),${COMP_WORDS[1]},$word in\n"
                 "        0,*) words='");
    for (size_t i = 0; i < lcc_command_count; i++)
        if (!lcc_commands[i].hidden) lc_text_printf(t, "%s ", lcc_commands[i].name);
    lc_text_puts(t, "--help --version' ;;\n");
    for (size_t i = 0; i < lcc_command_count; i++) {
        lc_text_printf(t, "        1,%s,-*) words='", lcc_commands[i].name);
        each_option(t, &lcc_commands[i], bash_name);
        lc_text_printf(t, "' ;;\n        1,%s,*) words='", lcc_commands[i].name);
        put_operands(t, &lcc_commands[i]);
        lc_text_printf(t, "'; files=%d ;;\n", takes_files(&lcc_commands[i]));
    }
    lc_text_puts(t,
                 "        esac ;;\n"
                 "    esac\n"
                 "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
                 "    if ((files)); then\n"
                 "        compopt -o filenames 2>/dev/null\n"
                 "        mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$word\")\n"
                 "    fi\n"
                 "}\n"
                 "complete -F _lince lince\n");
}

/* zsh */

/* Inside '...': a quote ends it, and brackets and colons have a meaning. */
static void zsh_quoted(lince_text *t, const char *text) {
    for (; *text; text++) {
        if (*text == '\'') lc_text_puts(t, "'\\''");
        else if (strchr("[]:\\", *text)) lc_text_printf(t, "\\%c", *text);
        else lc_text_putc(t, *text);
    }
}

static void zsh_option(lince_text *t, const lcc_command *c, const lc_option *o) {
    char name[64];
    lince_text words = {0};
    (void)c;
    lc_option_name(o, name, sizeof name);
    bool repeats = o->kind == LC_OPTION_LIST;
    lc_text_printf(t, " \\\n            '%s", repeats ? "*" : "");
    if (o->letter && !repeats) lc_text_printf(t, "(-%c --%s)", o->letter, name);
    /* A value may be a word of its own, or follow `=`, or the letter. */
    bool takes_value = lc_option_takes_value(o);
    if (o->letter)
        lc_text_printf(t, "'{-%c%s,--%s%s}'[", o->letter, takes_value ? "+" : "", name, takes_value ? "=" : "");
    else lc_text_printf(t, "--%s%s[", name, takes_value ? "=" : "");
    zsh_quoted(t, o->help);
    lc_text_putc(t, ']');
    if (takes_value) {
        put_candidates(&words, o);
        lc_text_printf(t, ":%s:", lc_option_has_words(o) ? name : o->value);
        if (takes_file(o)) lc_text_puts(t, "_files");
        else if (words.length) {
            lc_text_putc(t, '(');
            zsh_quoted(t, lc_text(&words));
            lc_text_putc(t, ')');
        }
    }
    lc_text_putc(t, '\'');
    lc_text_free(&words);
}

static void zsh(lince_text *t) {
    lc_text_puts(t,
                 "#compdef lince\n# zsh completion for lince, printed by `lince complete zsh`\n"
                 "_lince() {\n"
                 "    if ((CURRENT == 2)); then\n"
                 "        local -a commands=(");
    for (size_t i = 0; i < lcc_command_count; i++) {
        if (lcc_commands[i].hidden) continue;
        lc_text_printf(t, "\n            '%s:", lcc_commands[i].name);
        zsh_quoted(t, lcc_commands[i].summary);
        lc_text_putc(t, '\'');
    }
    lc_text_puts(t,
                 ")\n        _describe command commands\n"
                 "        return\n"
                 "    fi\n"
                 "    shift words\n"
                 "    ((CURRENT--))\n"
                 "    case $words[1] in\n");
    for (size_t i = 0; i < lcc_command_count; i++) {
        lince_text operands = {0};
        put_operands(&operands, &lcc_commands[i]);
        lc_text_printf(t, "    %s)\n        _arguments -s", lcc_commands[i].name);
        each_option(t, &lcc_commands[i], zsh_option);
        bool files = takes_files(&lcc_commands[i]);
        if (files && operands.length)
            lc_text_printf(t, " \\\n            '*: :_alternative \"names:name:(%s)\" \"files:file:_files\"'",
                           lc_text(&operands));
        else if (files) lc_text_puts(t, " \\\n            '*:file:_files'");
        else if (operands.length) lc_text_printf(t, " \\\n            '1:name:(%s)'", lc_text(&operands));
        lc_text_puts(t, " ;;\n");
        lc_text_free(&operands);
    }
    lc_text_puts(t, "    esac\n}\n_lince \"$@\"\n");
}

/* fish */

static void fish_quoted(lince_text *t, const char *text) {
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\') lc_text_putc(t, '\\');
        lc_text_putc(t, *text);
    }
}

static void fish_option(lince_text *t, const lcc_command *c, const lc_option *o) {
    char name[64];
    lc_option_name(o, name, sizeof name);
    lc_text_printf(t, "complete -c lince -n '__fish_seen_subcommand_from %s' -l %s", c->name, name);
    if (o->letter) lc_text_printf(t, " -s %c", o->letter);
    if (lc_option_takes_value(o)) {
        lc_text_printf(t, " -%s -a '", takes_file(o) ? "rF" : "x");
        put_candidates(t, o);
        lc_text_putc(t, '\'');
    }
    lc_text_puts(t, " -d '");
    fish_quoted(t, o->help);
    lc_text_puts(t, "'\n");
}

static void fish(lince_text *t) {
    lc_text_puts(t, "# fish completion for lince, printed by `lince complete fish`\n");
    for (size_t i = 0; i < lcc_command_count; i++) {
        const lcc_command *c = &lcc_commands[i];
        if (!c->hidden) {
            lc_text_printf(t, "complete -c lince -f -n __fish_use_subcommand -a %s -d '", c->name);
            fish_quoted(t, c->summary);
            lc_text_puts(t, "'\n");
        }
        each_option(t, c, fish_option);
        const char *only = takes_files(c) ? "" : "-f ";
        lc_text_printf(t, "complete -c lince %s-n '__fish_seen_subcommand_from %s' -a '", only, c->name);
        put_operands(t, c);
        lc_text_puts(t, "'\n");
    }
}

int lcc_cmd_complete(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*print)(lince_text *);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    lc_words operands = {0};
    int status = LCC_EXIT_OK;
    if (!lcc_read_operands(argc, argv, &operands, 1, &status)) return status;
    const char *shell = operands.count ? operands.at[0] : "";
    void (*print)(lince_text *) = NULL;
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shell, shells[i].name) == 0) print = shells[i].print;
    lince_text script = {0};
    if (print) print(&script);
    else status = lcc_complain("complete: name a shell: bash, zsh or fish");
    lcc_put(&script);
    lc_text_free(&script);
    lc_vec_free(NULL, &operands);
    return status;
}
