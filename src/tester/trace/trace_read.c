/* Reading traces.  They are small and written by Lince, so any deviation from its output is refused: running half of
 * the intended execution would only confuse. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "tester/trace/trace.h"
#include "tester/trace/trace_keys.h"
#include "tester/view/access_names.h"

enum { LARGEST = 16 << 20 }; /* bytes */

typedef struct parser {
    lcd_trace *trace;
    const char *name;
    const char *at, *end; /* the rest */
    unsigned long line;
    uint32_t given; /* keys that may be given once: a bit each; those of the table first */
    lince_error *error;
} parser;

enum { TEST = LCD_TRACE_KEYS, SCENARIO, PROGRAM, STACKS, EVENTS_OF, SIGNATURE };

#define fail(p, ...) lc_fail_at((p)->error, (p)->name, (p)->line, __VA_ARGS__)

static lince_status once(parser *p, unsigned key, const char *name) {
    if (p->given >> key & 1) return fail(p, "a second line `%s`", name);
    p->given |= 1u << key;
    return LINCE_DONE;
}

/* ---- values ---- */

/* Digits only, no sign, no blanks, no more than 64 bits. */
static bool parse_number(const char *at, size_t length, unsigned base, uint64_t *out) {
    static const char digits[] = "0123456789abcdef";
    *out = 0;
    for (size_t i = 0; i < length; i++) {
        const char *digit = memchr(digits, at[i], base);
        if (!digit || *out > (UINT64_MAX - (uint64_t)(digit - digits)) / base) return false;
        *out = *out * base + (uint64_t)(digit - digits);
    }
    return length > 0;
}

/* The text that put_text wrote; NULL: it is none, or memory ran out. */
static char *parse_text(parser *p, const char *at, size_t length, lince_status *status) {
    char *text = malloc(length + 1), *to = text;
    *status = text ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    for (size_t i = 0; text && i < length; i++) {
        uint64_t code = (unsigned char)at[i];
        if (at[i] == '\\') {
            if (length - i < 4 || at[i + 1] != 'x' || !parse_number(at + i + 2, 2, 16, &code) || !code) {
                free(text);
                *status = fail(p, "after `\\` there must be x and two digits from 0 to f, not 00");
                return NULL;
            }
            i += 3;
        }
        *to++ = (char)code;
    }
    if (text) *to = '\0';
    return text;
}

static lince_status parse_into(parser *p, const char *key, const char *at, size_t length, char *room, size_t size) {
    lince_status status;
    char *text = parse_text(p, at, length, &status);
    if (!text) return status;
    if (!*text) status = fail(p, "`%s` says nothing", key);
    else if (strlen(text) >= size) status = fail(p, "`%s` is too long: there is room for %zu bytes", key, size - 1);
    else memcpy(room, text, strlen(text) + 1);
    free(text);
    return status;
}

static lince_status parse_word(parser *p, bool flag, const char *at, size_t length) {
    lince_status status;
    char *text = parse_text(p, at, length, &status);
    if (text && !(flag ? lcd_trace_add_flag : lcd_trace_add_file)(p->trace, text)) status = LINCE_OUT_OF_MEMORY;
    free(text);
    return status;
}

static bool is_word(const char *at, size_t length, const char *word) {
    return strlen(word) == length && !memcmp(at, word, length);
}

static lince_status no_such_word(parser *p, const lcd_trace_key *key) {
    lince_text known = {0};
    for (size_t i = 0; key->words[i]; i++) lc_text_printf(&known, "%s%s", i ? ", " : "", key->words[i]);
    fail(p, "`%s` must be one of %s", key->name, lc_text(&known));
    lc_text_free(&known);
    return LINCE_BAD_INPUT;
}

static lince_status parse_key(parser *p, const lcd_trace_key *key, const char *at, size_t length) {
    uint64_t value = 0;
    if (key->words) {
        while (key->words[value] && !is_word(at, length, key->words[value])) value++;
        if (!key->words[value]) return no_such_word(p, key);
    } else if (!parse_number(at, length, 10, &value) || (!key->wide && value > UINT32_MAX)) {
        return fail(p, "`%s` must be a number", key->name);
    }
    lcd_trace_set(&p->trace->config, key, value);
    return LINCE_DONE;
}

/* `T1x5`, `T1`, `c3` */
static lince_status parse_step(parser *p, const char *at, size_t length) {
    uint64_t number, times = 1;
    lcd_trace *t = p->trace;
    const char *x = memchr(at, 'x', length);
    size_t digits = (x ? (size_t)(x - at) : length) - 1;
    bool choice = *at == 'c', good = (choice && !x) || *at == 'T';
    if (good) good = parse_number(at + 1, digits, 10, &number) && number < (choice ? 0x80 : LCD_TRACE_THREADS);
    if (good && x) good = parse_number(x + 1, length - digits - 2, 10, &times) && times;
    if (!good)
        return fail(p, "`%.*s` is no step: one is T0 to T%d, with x and a number behind it for several, or c0 to c127",
                    length < 40 ? (int)length : 40, at, LCD_TRACE_THREADS - 1);
    if (times > sizeof((lct_control *)0)->schedule - t->schedule.count) return fail(p, "there are too many steps");
    if (!lc_reserve(NULL, &t->schedule, t->schedule.count + (uint32_t)times)) return LINCE_OUT_OF_MEMORY;
    memset(t->schedule.at + t->schedule.count, choice ? 0x80 | (int)number : (int)number, times);
    t->schedule.count += (uint32_t)times;
    return LINCE_DONE;
}

static lince_status parse_pc(parser *p, const char *at, size_t length, uint64_t *place) {
    if (length < 3 || memcmp(at, "0x", 2) != 0 || !parse_number(at + 2, length - 2, 16, place))
        return fail(p, "`%.*s` is no place in a program: write 0x and digits", length < 40 ? (int)length : 40, at);
    return LINCE_DONE;
}

/* The two places of a data race. */
static lince_status parse_race(parser *p, const char *at, size_t length) {
    uint64_t *race = p->trace->config.race;
    if (race[1]) return fail(p, "a race is between two places");
    return parse_pc(p, at, length, race[0] ? &race[1] : &race[0]);
}

static lince_status parse_place(parser *p, const char *at, size_t length) {
    uint64_t place = 0;
    lince_status status = parse_pc(p, at, length, &place);
    if (status != LINCE_DONE) return status;
    if (p->trace->places.count == LCT_PROMOTED_PCS) return fail(p, "there are too many places");
    return lc_push(NULL, &p->trace->places, place) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

/* `5d1f0c7a9e3b2846 queue.c` */
static lince_status parse_source(parser *p, const char *at, size_t length) {
    uint64_t hash;
    lince_status status;
    if (length < 18 || at[16] != ' ' || !parse_number(at, 16, 16, &hash))
        return fail(p, "`source` must be 16 digits from 0 to f and the name of a file");
    char *path = parse_text(p, at + 17, length - 17, &status);
    if (path && !lcd_trace_add_source(p->trace, path, hash)) status = LINCE_OUT_OF_MEMORY;
    free(path);
    return status;
}

/* `3 T1 load | ...` */
static lince_status parse_event(parser *p, const char *at, size_t length) {
    const char *bar = memchr(at, '|', length), *blank = memchr(at, ' ', length);
    const char *end = bar && bar > at ? bar - 1 : at + length;
    const char *second = blank ? memchr(blank + 1, ' ', (size_t)(at + length - blank - 1)) : NULL;
    uint64_t step, thread;
    unsigned kind = 0;
    bool good = second && second < end && blank[1] == 'T' && parse_number(at, (size_t)(blank - at), 10, &step) &&
                parse_number(blank + 2, (size_t)(second - blank - 2), 10, &thread) && step <= UINT32_MAX &&
                thread < LCD_TRACE_THREADS;
    if (good)
        while (kind < LCT_STEP_KINDS && !is_word(second + 1, (size_t)(end - second - 1), lcd_step_name(kind))) kind++;
    if (!good || kind >= LCT_STEP_KINDS)
        return fail(p, "`event` must be a number, T and a number, a word such as load, and anything behind a `|`");
    lcd_trace_event event = {(uint32_t)step, (uint32_t)thread, kind};
    return lc_push(NULL, &p->trace->events, event) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

/* Items with one blank between them. */
static lince_status parse_list(parser *p, const char *at, size_t length,
                               lince_status (*item)(parser *, const char *, size_t)) {
    const char *end = at + length;
    for (;; at++) {
        const char *blank = memchr(at, ' ', (size_t)(end - at));
        size_t size = (size_t)((blank ? blank : end) - at);
        if (!size) return fail(p, "something is missing between two blanks, or at an end of the line");
        lince_status status = item(p, at, size);
        if (status != LINCE_DONE || !blank) return status;
        at = blank;
    }
}

static lince_status parse_races(parser *p, const char *at, size_t length) {
    lince_status status = parse_list(p, at, length, parse_race);
    return status == LINCE_DONE && !p->trace->config.race[1] ? fail(p, "a race is between two places") : status;
}

/* ---- lines ---- */

static lince_status parse_hash(parser *p, const char *key, const char *at, size_t length, uint64_t *hash) {
    bool good = length == 16 && parse_number(at, length, 16, hash) && *hash;
    return good ? LINCE_DONE : fail(p, "`%s` must be 16 digits from 0 to f, not all 0", key);
}

static lince_status parse_single(parser *p, unsigned key, const char *name, const char *at, size_t length) {
    lince_status status = once(p, key, name);
    if (status != LINCE_DONE) return status;
    lct_config *config = &p->trace->config;
    switch (key) {
    case TEST: return parse_into(p, name, at, length, config->test, sizeof config->test);
    case SCENARIO: return parse_into(p, name, at, length, config->scenario, sizeof config->scenario);
    case PROGRAM: return parse_hash(p, name, at, length, &p->trace->program);
    case SIGNATURE: return parse_hash(p, name, at, length, &p->trace->signature);
    case EVENTS_OF: return parse_hash(p, name, at, length, &p->trace->events_of);
    case STACKS:
        p->trace->stacks_shared = true;
        return is_word(at, length, "shared") ? LINCE_DONE : fail(p, "`stacks` can be shared only");
    default: return parse_key(p, &lcd_trace_keys[key], at, length);
    }
}

static lince_status parse_line(parser *p, const char *at, size_t length) {
    static const char *const singles[] = {"test", "scenario", "program", "stacks", "events-of", "signature"};
    const char *blank = memchr(at, ' ', length);
    size_t key = blank ? (size_t)(blank - at) : length;
    const char *value = at + key + (blank != NULL);
    size_t rest = length - (size_t)(value - at);
    for (unsigned i = 0; i < LCD_TRACE_KEYS; i++)
        if (is_word(at, key, lcd_trace_keys[i].name)) return parse_single(p, i, lcd_trace_keys[i].name, value, rest);
    for (unsigned i = 0; i < sizeof singles / sizeof *singles; i++)
        if (is_word(at, key, singles[i])) return parse_single(p, TEST + i, singles[i], value, rest);
    if (is_word(at, key, "file")) return parse_word(p, false, value, rest);
    if (is_word(at, key, "flag")) return parse_word(p, true, value, rest);
    if (is_word(at, key, "source")) return parse_source(p, value, rest);
    if (is_word(at, key, "event")) return parse_event(p, value, rest);
    if (is_word(at, key, "schedule")) return parse_list(p, value, rest, parse_step);
    if (is_word(at, key, "race")) return parse_races(p, value, rest);
    if (is_word(at, key, "place")) return parse_list(p, value, rest, parse_place);
    return fail(p, "a trace has no line `%.*s`", key < 40 ? (int)key : 40, at);
}

/* The next line, without its end.  False: there is none, or it is not one that we write. */
static bool next_line(parser *p, const char **at, size_t *length, lince_status *status) {
    p->line++;
    *status = LINCE_BAD_INPUT;
    const char *end = memchr(p->at, '\n', (size_t)(p->end - p->at));
    if (!end) {
        fail(p, p->at == p->end ? "the trace is cut off: its last line must be `end`" : "the line has no end");
        return false;
    }
    *at = p->at;
    *length = (size_t)(end - p->at);
    p->at = end + 1;
    for (const char *c = *at; c < end; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            fail(p, "there is a control character in the line");
            return false;
        }
    *status = LINCE_DONE;
    return true;
}

static lince_status parse_first(parser *p, const char *at, size_t length) {
    if (is_word(at, length, LCD_TRACE_FIRST_LINE)) return LINCE_DONE;
    size_t common = strlen("lince trace ");
    uint64_t version;
    if (length > common && !memcmp(at, LCD_TRACE_FIRST_LINE, common) &&
        parse_number(at + common, length - common, 10, &version))
        return fail(p, "this trace is of version %" PRIu64 ", and this Lince reads version 1", version);
    return fail(p, "this is not a trace: the first line must be `" LCD_TRACE_FIRST_LINE "`");
}

lince_status lcd_trace_parse(lcd_trace *t, const char *name, const char *bytes, size_t size, lince_error *error) {
    lcd_trace_init(t);
    parser p = {.trace = t, .name = name, .at = bytes, .end = bytes + size, .error = error};
    const char *at;
    size_t length;
    lince_status status;
    if (!size) return lc_fail_at(error, name, 1, "the file is empty");
    while (next_line(&p, &at, &length, &status)) {
        if (p.line > 1 && is_word(at, length, "end")) break;
        status = p.line == 1 ? parse_first(&p, at, length) : parse_line(&p, at, length);
        if (status != LINCE_DONE) break;
    }
    if (status != LINCE_DONE) return status;
    if (!(p.given >> TEST & 1)) return fail(&p, "the trace does not name its test: there is no line `test`");
    p.line++;
    return p.at == p.end ? LINCE_DONE : fail(&p, "something stands behind `end`");
}

/* ---- files ---- */

lince_status lcd_trace_read(lcd_trace *t, const char *path, lince_error *error) {
    lcd_trace_init(t);
    FILE *file = fopen(path, "rb");
    if (!file) return lc_fail_at(error, path, 0, "this trace cannot be opened: %s", strerror(errno));
    char *bytes = malloc(LARGEST + 1);
    size_t size = bytes ? fread(bytes, 1, LARGEST + 1, file) : 0;
    lince_status status = bytes ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    if (bytes && ferror(file)) status = lc_fail_at(error, path, 0, "this trace cannot be read: %s", strerror(errno));
    else if (size > LARGEST) status = lc_fail_at(error, path, 0, "this file is too large for a trace");
    fclose(file);
    if (status == LINCE_DONE) status = lcd_trace_parse(t, path, bytes, size, error);
    free(bytes);
    return status;
}
