/* Reading grammars. */
#include <ctype.h>
#include <string.h>

#include "base/error.h"
#include "counting/grammar/grammar.h"

typedef struct reader {
    lc_grammar *grammar;
    const char *at, *end, *line_start;
    const char *file;
    unsigned long line;
    lince_error *error;
    lince_status status;
    LC_VEC(bool) defined; /* symbols that have a rule */
    LC_VEC(unsigned long) first_line;
    lince_text text; /* of arguments and results */
} reader;

static bool wrong(reader *r, const char *what) {
    if (r->status) return false;
    r->status =
        lc_fail_at(r->error, r->file, r->line, "column %lu: %s", (unsigned long)(r->at - r->line_start) + 1, what);
    return false;
}

static bool out_of_memory(reader *r) {
    if (!r->status) r->status = LINCE_OUT_OF_MEMORY;
    return false;
}

static void skip_blanks(reader *r) {
    for (; r->at < r->end; r->at++) {
        if (*r->at == '#')
            while (r->at < r->end && *r->at != '\n') r->at++;
        if (r->at == r->end) return;
        if (*r->at == '\n') r->line++, r->line_start = r->at + 1;
        else if (!isspace((unsigned char)*r->at)) return;
    }
}

static bool sees(const reader *r, const char *what) {
    size_t length = strlen(what);
    return (size_t)(r->end - r->at) >= length && !memcmp(r->at, what, length);
}

static bool takes(reader *r, const char *what) {
    skip_blanks(r);
    if (!sees(r, what)) return false;
    r->at += strlen(what);
    return true;
}

static bool begins_word(char c) { return isalpha((unsigned char)c) || c == '_'; }

static size_t word_length(const reader *r) {
    const char *p = r->at;
    if (p == r->end || !begins_word(*p)) return 0;
    while (p < r->end && (isalnum((unsigned char)*p) || *p == '_')) p++;
    return (size_t)(p - r->at);
}

static const char *copied(reader *r, const char *from, size_t length) {
    char *copy = lc_arena_take(&r->grammar->arena, length + 1);
    if (!copy) return out_of_memory(r), NULL;
    memcpy(copy, from, length);
    copy[length] = '\0';
    return copy;
}

static bool skip_string(reader *r) {
    const char *start = r->at++;
    while (r->at < r->end && *r->at != '"' && *r->at != '\n') r->at += *r->at == '\\' && r->at + 1 < r->end ? 2 : 1;
    if (r->at >= r->end || *r->at != '"') return r->at = start, wrong(r, "this string has no end");
    r->at++;
    return true;
}

static bool read_string(reader *r) {
    const char *start = r->at;
    if (!skip_string(r)) return false;
    lc_text_add(&r->text, start, (size_t)(r->at - start));
    return true;
}

static bool read_values(reader *r, char until, int depth);

static bool read_value(reader *r, int depth) {
    skip_blanks(r);
    const char *start = r->at;
    if (r->at == r->end) return wrong(r, "a value is missing at the end");
    if (*r->at == '"') return read_string(r);
    if (*r->at == '[') {
        if (depth == 8) return wrong(r, "lists are nested too deeply");
        r->at++;
        lc_text_putc(&r->text, '[');
        if (!read_values(r, ']', depth + 1)) return false;
        lc_text_putc(&r->text, ']');
        return true;
    }
    size_t length = word_length(r);
    if (!length) {
        if (*r->at == '-') r->at++;
        while (r->at < r->end && isdigit((unsigned char)*r->at)) r->at++;
        length = (size_t)(r->at - start);
        r->at = start;
        if (!length || (length == 1 && *start == '-')) return wrong(r, "here should be a value");
        if (length > 19) return wrong(r, "this number is too large");
    }
    r->at += length;
    lc_text_add(&r->text, start, length);
    return true;
}

/* Values up to a closing character, which is taken; or, without one, as long as commas follow. */
static bool read_values(reader *r, char until, int depth) {
    char close[] = {until, '\0'};
    if (until && takes(r, close)) return true;
    for (;;) {
        if (!read_value(r, depth)) return false;
        bool more = takes(r, ",");
        if (!more && !until) return true;
        if (!more) return takes(r, close) || wrong(r, until == ']' ? "here should be , or ]" : "here should be , or )");
        lc_text_puts(&r->text, ", ");
    }
}

static const char *values_text(reader *r, char until) {
    lc_text_clear(&r->text);
    if (!read_values(r, until, 0)) return NULL;
    if (r->text.cut) return out_of_memory(r), NULL;
    return copied(r, lc_text(&r->text), r->text.length);
}

static bool same_label(const lc_constant *a, const lc_constant *b) {
    return !strcmp(a->method, b->method) && !strcmp(a->args, b->args) && !strcmp(a->results, b->results);
}

static bool read_label(reader *r, const char *name, size_t length, lc_symbol *out) {
    lc_grammar *g = r->grammar;
    lc_constant label = {.method = copied(r, name, length), .results = ""};
    if (!label.method || !(label.args = values_text(r, ')'))) return false;
    if (takes(r, "=>") && !(label.results = values_text(r, takes(r, "(") ? ')' : '\0'))) return false;
    uint32_t i = 0;
    while (i < g->labels.count && !same_label(&g->labels.at[i], &label)) i++;
    if (i == LC_MOST_LABELS) return wrong(r, "there are more than 64 different operations");
    if (i == g->labels.count && (!lc_push(g->budget, &g->labels, label) || !lc_push(g->budget, &g->letters, i)))
        return out_of_memory(r);
    *out = (lc_symbol){true, i};
    return true;
}

static bool symbol_named(reader *r, const char *name, size_t length, uint32_t *out) {
    lc_grammar *g = r->grammar;
    for (uint32_t i = 0; i < g->names.count; i++)
        if (strlen(g->names.at[i]) == length && !memcmp(g->names.at[i], name, length)) return *out = i, true;
    if (g->names.count == LC_MOST_RULES) return wrong(r, "there are more than 500 different symbols");
    const char *copy = copied(r, name, length);
    if (!copy || (*out = lc_grammar_symbol(g, copy)) == UINT32_MAX || !lc_push(g->budget, &r->defined, false) ||
        !lc_push(g->budget, &r->first_line, r->line))
        return out_of_memory(r);
    return true;
}

static bool read_alternative(reader *r, uint32_t left) {
    lc_symbol right[LC_MOST_RIGHT];
    uint32_t count = 0;
    for (;;) {
        skip_blanks(r);
        const char *name = r->at;
        bool quoted = r->at < r->end && *r->at == '"';
        if (quoted && !skip_string(r)) return false;
        size_t length = quoted ? (size_t)(r->at - name) - 2 : word_length(r);
        if (!length) break;
        if (count == LC_MOST_RIGHT) return wrong(r, "there are more than 64 symbols in this alternative");
        if (quoted) name++;
        else r->at += length;
        if (takes(r, "(")) {
            if (!read_label(r, name, length, &right[count++])) return false;
        } else if (quoted) {
            return wrong(r, "here should be parentheses: a name in quotes is that of an operation");
        } else {
            if (!symbol_named(r, name, length, &right[count].number)) return false;
            right[count++].letter = false;
        }
    }
    if (r->grammar->rules.count == LC_MOST_RULES) return wrong(r, "there are more than 500 alternatives");
    return lc_grammar_add(r->grammar, left, right, count) || out_of_memory(r);
}

static bool read_rule(reader *r) {
    skip_blanks(r);
    size_t length = word_length(r);
    uint32_t left;
    if (!length) return wrong(r, "here should be a rule: NAME -> ... ;");
    if (!symbol_named(r, r->at, length, &left)) return false;
    r->at += length;
    if (!takes(r, "->")) return wrong(r, "here should be ->");
    r->defined.at[left] = true;
    do {
        if (!read_alternative(r, left)) return false;
    } while (takes(r, "|"));
    return takes(r, ";") || wrong(r, "here should be an operation like lock(), the name of a rule, | or ;");
}

/* `name:` or `name exactly:`, or nothing of the kind; the name is for readers. */
static bool read_name(reader *r) {
    reader before = *r;
    size_t length = word_length(r);
    if (!length) return true;
    r->at += length;
    skip_blanks(r);
    bool exactly = word_length(r) == 7 && takes(r, "exactly");
    if (!takes(r, ":")) {
        if (exactly) return wrong(r, "here should be a colon");
        r->at = before.at, r->line = before.line, r->line_start = before.line_start;
        return true;
    }
    r->grammar->exactly = exactly;
    return true;
}

static bool read_all(reader *r) {
    skip_blanks(r);
    if (!read_name(r)) return false;
    skip_blanks(r);
    r->grammar->line = r->line;
    do {
        if (!read_rule(r)) return false;
        skip_blanks(r);
    } while (r->at < r->end);
    for (uint32_t i = 0; i < r->defined.count; i++) {
        if (r->defined.at[i]) continue;
        r->status = lc_fail_at(r->error, r->file, r->first_line.at[i],
                               "%.100s has no rule (an operation is written with parentheses: %.100s())",
                               r->grammar->names.at[i], r->grammar->names.at[i]);
        return false;
    }
    return true;
}

lince_status lc_grammar_parse(lc_grammar *g, const char *text, size_t size, const char *file, lc_budget *budget,
                              lince_error *error) {
    *g = (lc_grammar){.budget = budget};
    lc_arena_init(&g->arena, budget);
    reader r = {.grammar = g,
                .at = text,
                .end = text + size,
                .line_start = text,
                .file = file ? file : "",
                .line = 1,
                .error = error};
    if (read_all(&r)) g->letter_count = g->labels.count;
    else if (!r.status) r.status = LINCE_OUT_OF_MEMORY;
    lc_vec_free(budget, &r.defined);
    lc_vec_free(budget, &r.first_line);
    lc_text_free(&r.text);
    return r.status;
}
