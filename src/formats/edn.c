#include "formats/edn.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/unicode.h"

void lc_edn_free(lc_edn *e) {
    lc_vec_free(NULL, &e->items);
    lc_text_free(&e->text);
}

static lince_status malformed(const lc_edn *e, unsigned long line, const char *what) {
    return lc_fail_at(e->error, e->input->file, line, "%s", what);
}

static bool is_space(char c) { return c == ' ' || c == ',' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }

static bool ends_atom(char c) { return is_space(c) || strchr("()[]{}\";", c); /* NUL too */ }

/* Appends the characters up to one of `stop`'s choice; LINCE_END when the input is over first. */
static lince_status take_until(lc_edn *e, bool (*stop)(char)) {
    lc_input *in = e->input;
    for (;;) {
        lince_status status = lc_input_ready(in, e->error);
        if (status != LINCE_DONE) return status;
        const char *at = in->at;
        while (at < in->end && !stop(*at)) in->line += *at++ == '\n';
        lc_text_add(&e->text, in->at, (size_t)(at - in->at));
        in->at = at;
        if (e->text.cut || (e->longest && e->text.length > e->longest)) return LINCE_OUT_OF_MEMORY;
        if (at < in->end) return LINCE_DONE;
    }
}

static bool ends_comment(char c) { return c == '\n'; }
static bool stops_string(char c) { return c == '"' || c == '\\'; }

/* After the opening quote: the raw text up to the closing one, then decoded. */
static lince_status take_string(lc_edn *e) {
    bool escapes = false;
    lc_text_clear(&e->text);
    for (;;) {
        lince_status status = take_until(e, stops_string);
        if (status == LINCE_END) return malformed(e, e->line, "the string that begins here has no closing quote");
        if (status != LINCE_DONE) return status;
        char c = *e->input->at;
        lc_input_step(e->input);
        if (c == '"') break;
        escapes = true;
        lc_text_putc(&e->text, c);
        status = lc_input_ready(e->input, e->error);
        if (status == LINCE_END) continue;
        if (status != LINCE_DONE) return status;
        lc_text_putc(&e->text, *e->input->at);
        lc_input_step(e->input);
    }
    if (e->text.cut) return LINCE_OUT_OF_MEMORY;
    if (!lc_is_utf8(lc_text(&e->text), e->text.length)) return malformed(e, e->line, "a string is not UTF-8");
    if (e->text.length && memchr(e->text.at, '\0', e->text.length))
        return malformed(e, e->line, "a NUL byte in a string");
    if (!escapes) return LINCE_DONE;
    lince_text decoded = {0};
    const char *wrong = lc_unescape(&decoded, e->text.at, e->text.length);
    lc_text_free(&e->text);
    e->text = decoded;
    if (wrong) return lc_fail_at(e->error, e->input->file, e->line, "in a string: %s", wrong);
    return decoded.cut ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
}

/* An atom whose first character is at `at`. */
static lince_status take_atom(lc_edn *e) {
    lc_text_clear(&e->text);
    lince_status status = take_until(e, ends_atom);
    if (status != LINCE_DONE && status != LINCE_END) return status;
    const char *text = lc_text(&e->text);
    for (size_t i = 0; i < e->text.length; i++)
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f) return malformed(e, e->line, "a control character");
    if (!e->text.length) return malformed(e, e->line, "a control character, or nothing where a word was expected");
    if (!lc_is_utf8(text, e->text.length)) return malformed(e, e->line, "a word is not UTF-8");
    return LINCE_DONE;
}

/* `\a`, `\newline`, `\(`: a backslash, any character, and the rest of a word. */
static lince_status take_character(lc_edn *e) {
    lc_text_clear(&e->text);
    lince_status status = lc_input_ready(e->input, e->error);
    if (status == LINCE_END) return malformed(e, e->line, "a lone backslash");
    if (status != LINCE_DONE) return status;
    char first = *e->input->at;
    lc_text_putc(&e->text, first);
    lc_input_step(e->input);
    status = take_until(e, ends_atom);
    if (status != LINCE_DONE && status != LINCE_END) return status;
    if ((unsigned char)first < 0x20 || !lc_is_utf8(lc_text(&e->text), e->text.length))
        return malformed(e, e->line, "a backslash must be followed by a character");
    return LINCE_DONE;
}

static lince_status skip_space(lc_edn *e) {
    lc_input *in = e->input;
    for (;;) {
        lince_status status = lc_input_ready(in, e->error);
        if (status != LINCE_DONE) return status;
        while (in->at < in->end && is_space(*in->at)) lc_input_step(in);
        if (in->at == in->end) continue;
        if (*in->at != ';') return LINCE_DONE;
        /* A comment, read in the pieces that come. */
        do {
            status = lc_input_ready(in, e->error);
            if (status != LINCE_DONE) return status;
            while (in->at < in->end && !ends_comment(*in->at)) in->at++;
        } while (in->at == in->end);
    }
}

static lince_status deeper(lc_edn *e) {
    if (++e->depth <= LC_DEEPEST) return LINCE_DONE;
    return lc_fail_at(e->error, e->input->file, e->line, "forms are nested more than %d deep", LC_DEEPEST);
}

/* After `#`: a set, a discarded form, a tag, or a string that is a regular expression.  `*token` receives whether the
 * token is complete. */
static lince_status take_dispatch(lc_edn *e, bool *token) {
    lince_status status = lc_input_ready(e->input, e->error);
    if (status == LINCE_END) return malformed(e, e->line, "`#` at the end of the input");
    if (status != LINCE_DONE) return status;
    char c = *e->input->at;
    *token = c == '{';
    if (c == '{') {
        lc_input_step(e->input);
        e->kind = LC_EDN_OPEN;
        e->bracket = '#';
    } else if (c == '_') {
        lc_input_step(e->input);
        unsigned long line = e->line;
        status = deeper(e);
        if (status == LINCE_DONE) status = lc_edn_next(e);
        if (status == LINCE_DONE && (e->kind == LC_EDN_END || e->kind == LC_EDN_CLOSE))
            return malformed(e, line, "`#_` without a form to discard");
        if (status == LINCE_DONE) status = lc_edn_skip(e);
        e->depth--;
    } else if (c == '#') { /* ##NaN, ##Inf */
        status = take_atom(e);
        e->kind = LC_EDN_ATOM;
        *token = true;
    } else if (c != '"') {
        status = take_atom(e);
        e->tuple |= status == LINCE_DONE && !strcmp(lc_text(&e->text), "jepsen.independent/tuple");
    }
    return status;
}

lince_status lc_edn_next(lc_edn *e) {
    for (;;) {
        lince_status status = skip_space(e);
        e->line = e->input->line;
        e->kind = LC_EDN_END;
        if (status != LINCE_DONE) return status == LINCE_END ? LINCE_DONE : status;
        char c = *e->input->at;
        if (c == '#') {
            bool token = false;
            lc_input_step(e->input);
            status = take_dispatch(e, &token);
            if (status != LINCE_DONE || token) return status;
            continue;
        }
        if (c && strchr("([{", c)) e->kind = LC_EDN_OPEN;
        else if (c && strchr(")]}", c)) e->kind = LC_EDN_CLOSE;
        else if (c == '"') e->kind = LC_EDN_STRING;
        else if (c == '\\') e->kind = LC_EDN_CHARACTER;
        else {
            e->kind = LC_EDN_ATOM;
            return take_atom(e);
        }
        lc_input_step(e->input);
        e->bracket = c;
        return e->kind == LC_EDN_STRING ? take_string(e) : e->kind == LC_EDN_CHARACTER ? take_character(e) : LINCE_DONE;
    }
}

/* Enough for people to read; long text is not needed whole. */
static void record_token(lc_edn *e) {
    enum { MOST = 2000 };
    lince_text *out = e->record;
    if (!out || out->length > MOST) return;
    bool glued = !out->length || strchr("([{", out->at[out->length - 1]) || e->kind == LC_EDN_CLOSE;
    if (!glued) lc_text_putc(out, ' ');
    switch (e->kind) {
    case LC_EDN_OPEN: lc_text_puts(out, e->bracket == '#' ? "#{" : (char[]){e->bracket, '\0'}); break;
    case LC_EDN_CLOSE: lc_text_putc(out, e->bracket); break;
    case LC_EDN_STRING: lc_text_printf(out, "\"%.*s\"", MOST, lc_text(&e->text)); break;
    case LC_EDN_CHARACTER: lc_text_printf(out, "\\%.*s", MOST, lc_text(&e->text)); break;
    case LC_EDN_ATOM: lc_text_printf(out, "%.*s", MOST, lc_text(&e->text)); break;
    case LC_EDN_END: break;
    }
}

void lc_edn_record(lc_edn *e, lince_text *out) {
    e->record = out;
    record_token(e);
}

/* The next token of a form that was opened with this bracket; `*closed`: it was the closing bracket. */
static lince_status next_inside(lc_edn *e, char bracket, unsigned long line, bool *closed) {
    lince_status status = lc_edn_next(e);
    if (status != LINCE_DONE) return status;
    if (e->kind == LC_EDN_END)
        return lc_fail_at(e->error, e->input->file, e->line, "the input ends within the `%c` of line %lu",
                          bracket == '#' ? '{' : bracket, line);
    record_token(e);
    *closed = e->kind == LC_EDN_CLOSE;
    char wanted = bracket == '(' ? ')' : bracket == '[' ? ']' : '}';
    if (*closed && e->bracket != wanted)
        return lc_fail_at(e->error, e->input->file, e->line, "expected `%c` to close line %lu, found `%c`", wanted,
                          line, e->bracket);
    return LINCE_DONE;
}

lince_status lc_edn_skip(lc_edn *e) {
    if (e->kind == LC_EDN_CLOSE || e->kind == LC_EDN_END) return malformed(e, e->line, "expected a value");
    if (e->kind != LC_EDN_OPEN) return LINCE_DONE;
    char bracket = e->bracket;
    unsigned long line = e->line;
    bool closed = false;
    lince_status status = deeper(e);
    while (status == LINCE_DONE) {
        status = next_inside(e, bracket, line, &closed);
        if (status != LINCE_DONE || closed) break;
        status = lc_edn_skip(e);
    }
    e->depth--;
    return status;
}

/* Not an error yet: the value may never be needed. */
static lince_value not_a_value(lc_edn *e, const char *what, unsigned long line) {
    if (!e->not_a_value[0]) {
        snprintf(e->not_a_value, sizeof e->not_a_value, "%s", what);
        e->not_a_value_line = line;
    }
    return LINCE_NIL;
}

static lince_value atom_value(lc_edn *e) {
    lc_span text = {lc_text(&e->text), e->text.length};
    assert(text.length);
    int64_t n;
    if (text.at[0] == ':') {
        if (text.length == 1) return not_a_value(e, "a lone colon is not a keyword", e->line);
        return lince_symbol(e->values, text.at + 1, text.length - 1);
    }
    if (lc_looks_numeric(text)) {
        if (text.at[text.length - 1] == 'N') text.length--;
        if (lc_int_of(text, &n)) return lince_int(e->values, n);
    } else if (text.at[0] != '#') {
        return lince_symbol(e->values, text.at, text.length);
    }
    char what[sizeof e->not_a_value];
    snprintf(what, sizeof what, "`%s` is not an integer of 64 bits, and other numbers are not values",
             lc_excerpt_of(lc_text(&e->text), e->text.length).text);
    return not_a_value(e, what, e->line);
}

static lince_status sequence_value(lc_edn *e, lince_value *out) {
    char bracket = e->bracket;
    unsigned long line = e->line;
    uint32_t base = e->items.count;
    bool closed = false;
    lince_status status = deeper(e);
    while (status == LINCE_DONE) {
        status = next_inside(e, bracket, line, &closed);
        if (status != LINCE_DONE || closed) break;
        lince_value item = LINCE_NO_VALUE;
        status = lc_edn_value(e, &item);
        if (status == LINCE_DONE && !lc_push(NULL, &e->items, item)) status = LINCE_OUT_OF_MEMORY;
    }
    e->depth--;
    if (status == LINCE_DONE) {
        *out = lince_list(e->values, lc_stack_from(&e->items, base), e->items.count - base);
        if (!*out) status = LINCE_OUT_OF_MEMORY;
    }
    e->items.count = base;
    return status;
}

lince_status lc_edn_value(lc_edn *e, lince_value *out) {
    switch (e->kind) {
    case LC_EDN_ATOM: *out = atom_value(e); break;
    case LC_EDN_CHARACTER:
    case LC_EDN_STRING: *out = lince_string(e->values, lc_text(&e->text), e->text.length); break;
    case LC_EDN_OPEN:
        if (e->bracket == '(' || e->bracket == '[') return sequence_value(e, out);
        *out = not_a_value(e,
                           e->bracket == '{' ? "a map is not a value that operations take or return"
                                             : "a set is not a value that operations take or return",
                           e->line);
        return lc_edn_skip(e);
    case LC_EDN_CLOSE:
    case LC_EDN_END: return malformed(e, e->line, "expected a value");
    }
    return *out ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}
