#define _GNU_SOURCE /* memmem */
/* The text of an assembler file, cut into statements.  A statement ends with its line or with a semicolon; blanks and
 * comments do not count, except for those that compilers put around inline assembly: #APP and #NO_APP, and in gcc's
 * output `# 12 "file.c" 1`, where it comes from.  clang writes this behind a .loc.
 */
#include <ctype.h>
#include <stdlib.h>

#include "tester/instrument/assembly_parts.h"

typedef struct cutting {
    lcd_statements *out;
    const char *at, *end;
    bool inline_assembly, failed;
    uint32_t line, loc_line, loc_column;
    lc_span file;
} cutting;

static void add(cutting *c, lcd_statement_kind kind, lc_span text) {
    lcd_statement s = {text, (uint8_t)kind, c->inline_assembly, c->line, c->file, c->loc_line, c->loc_column};
    if (!lc_push(NULL, c->out, s)) c->failed = true;
}

/* `12 "file.c" 1`, or `0 "" 2` at the end. */
static void take_marker(cutting *c, lc_span comment) {
    const char *quote = memchr(comment.at, '"', comment.length), *end = comment.at + comment.length;
    const char *other = quote ? memchr(quote + 1, '"', (size_t)(end - quote - 1)) : NULL;
    if (!other || !isdigit((unsigned char)comment.at[0])) return;
    uint32_t line = 0;
    for (const char *p = comment.at; isdigit((unsigned char)*p) && line < UINT32_MAX / 10 - 1; p++)
        line = 10 * line + (uint32_t)(*p - '0');
    if (!line) return;
    c->line = line;
    c->file = (lc_span){quote + 1, (size_t)(other - quote - 1)};
}

/* `file.c:12:3`. */
static void take_place(cutting *c, lc_span comment) {
    size_t parts[2], count = 0;
    for (size_t i = comment.length; i-- && count < 2;)
        if (comment.at[i] == ':') parts[count++] = i;
        else if (!isdigit((unsigned char)comment.at[i])) break;
    if (count < 2) return;
    c->file = (lc_span){comment.at, parts[1]};
    c->line = (uint32_t)strtoul(comment.at + parts[1] + 1, NULL, 10);
}

/* A comment up to the end of the line, after its sign; `after` is the text before it. */
static void take_comment(cutting *c, lc_span after) {
    const char *newline = memchr(c->at, '\n', (size_t)(c->end - c->at));
    lc_span whole = {c->at, (size_t)((newline ? newline : c->end) - c->at)}, comment = lc_span_trim(whole);
    if (lc_span_is(whole, "APP") || lc_span_is(comment, "InlineAsm Start")) c->inline_assembly = true;
    else if (lc_span_is(whole, "NO_APP") || lc_span_is(comment, "InlineAsm End")) {
        c->inline_assembly = false;
        add(c, LCD_REGION_ENDS, whole);
    } else if (c->inline_assembly && !after.length) take_marker(c, comment);
    else if (!c->inline_assembly && lc_span_begins(after, ".loc")) take_place(c, comment);
    c->at = whole.at + whole.length;
}

static void skip_string(cutting *c) {
    for (c->at++; c->at < c->end && *c->at != '"' && *c->at != '\n'; c->at++)
        if (*c->at == '\\' && c->at + 1 < c->end) c->at++;
    if (c->at < c->end && *c->at == '"') c->at++;
}

/* `$'x` or `$'x'`, or with a backslash. */
static void skip_character(cutting *c) {
    size_t length = c->at + 1 < c->end && c->at[1] == '\\' ? 3 : 2;
    while (length-- && c->at < c->end && *c->at != '\n') c->at++;
    if (c->at < c->end && *c->at == '\'') c->at++;
}

static bool is_in_name(char c) { return isalnum((unsigned char)c) || strchr("_.$@", c); }

/* A label before the statement; the position is then behind it. */
static bool take_label(cutting *c) {
    const char *p = c->at;
    if (p < c->end && *p == '"') {
        for (p++; p < c->end && *p != '"' && *p != '\n';) p++;
        if (p < c->end) p++;
    } else
        while (p < c->end && *p && is_in_name(*p)) p++;
    if (p == c->at || p >= c->end || *p != ':') return false;
    add(c, LCD_LABEL, (lc_span){c->at, (size_t)(p - c->at)});
    c->at = p + 1;
    return true;
}

/* `.loc 1 12 3`, of file 1. */
static void take_loc(cutting *c, lc_span text) {
    char words[48] = "", *end;
    if (text.length < 5) return;
    memcpy(words, text.at + 4, text.length - 4 < sizeof words ? text.length - 4 : sizeof words - 1);
    (void)strtoul(words, &end, 10);
    c->loc_line = (uint32_t)strtoul(end, &end, 10);
    c->loc_column = (uint32_t)strtoul(end, &end, 10);
}

static void take_statement(cutting *c) {
    const char *start = c->at, *end = NULL;
    while (c->at < c->end && *c->at != '\n' && *c->at != ';' && !end) {
        if (*c->at == '"') skip_string(c);
        else if (*c->at == '\'') skip_character(c);
        else if (*c->at == '#') {
            end = c->at++;
            take_comment(c, lc_span_trim((lc_span){start, (size_t)(end - start)}));
        } else if (*c->at == '/' && c->at + 1 < c->end && c->at[1] == '*') {
            /* One inside a statement is rare enough to end it. */
            const char *close = memmem(c->at + 2, (size_t)(c->end - c->at - 2), "*/", 2);
            end = c->at;
            c->at = close ? close + 2 : c->end;
        } else c->at++;
    }
    lc_span text = lc_span_trim((lc_span){start, (size_t)((end ? end : c->at) - start)});
    if (!text.length) return;
    if (!c->inline_assembly && (lc_span_begins(text, ".loc ") || lc_span_begins(text, ".loc\t"))) take_loc(c, text);
    bool assigns = memchr(text.at, '=', text.length) && !strchr("%$(", text.at[0]);
    add(c, text.at[0] == '.' || assigns ? LCD_DIRECTIVE : LCD_INSTRUCTION, text);
}

bool lcd_statements_split(lcd_statements *out, const char *text, size_t length) {
    cutting c = {.out = out, .at = text, .end = text + length};
    while (c.at < c.end && !c.failed) {
        while (c.at < c.end && (isspace((unsigned char)*c.at) || *c.at == ';')) c.at++;
        if (c.at < c.end && !take_label(&c)) take_statement(&c);
    }
    return !c.failed;
}
