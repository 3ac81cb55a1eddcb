/* `.hist` text: one event a line.
 *
 *     spec queue
 *     T1 invoke enq(5)      # a comment
 *     T1 return
 *     ---                   # the next history
 *
 * Threads and the names after `spec` end at white space, so that `T#1` and `spec file.lin#Queue` are possible, but a
 * value behind a name may hold some, as in `spec register:init="a b"`; everywhere else outside strings `#` starts a
 * comment.
 *
 * A line `style jepsen` (or `style jepsen-log`) before the first event declares that payloads follow Jepsen's habits;
 * the writer uses it, so that histories that came from there mean the same when they are read again.
 *
 * A line `order partial` before the first event declares that the order of the lines is only one of those in which the
 * operations can have run.  Then lines state which come before which, by thread and number there, from 1:
 *
 *     before T1:1 T2:1
 *
 * A line `gap` declares that events are missing.  A reader that follows a stream can go on behind it; a history has
 * none.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/unicode.h"
#include "formats/feed.h"
#include "formats/reader.h"
#include "history/partial_order.h"

/* Only blanks or a comment may follow. */
static lince_status line_ends(lc_scan *s, const char *after) {
    lc_scan_blanks(s);
    if (s->at >= s->end || *s->at == '#') return LINCE_DONE;
    return lc_fail_at(s->error, s->file, s->line, "nothing can follow %s, found `%s`", after,
                      lc_excerpt_of(s->at, (size_t)(s->end - s->at)).text);
}

/* The values pushed since `base`, as one payload. */
static lince_status take_payload(lc_scan *s, uint32_t base, lince_value *payload) {
    *payload = lince_tuple(s->values, lc_stack_from(&s->items, base), s->items.count - base);
    s->items.count = base;
    return *payload ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status push_value(lc_scan *s) {
    lince_value value;
    lince_status status = lc_scan_value(s, &value);
    if (status != LINCE_DONE) return status;
    return lc_push(NULL, &s->items, value) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

/* `(1, 2)`, or nothing at all. */
static lince_status scan_arguments(lc_scan *s, lince_value *args) {
    uint32_t base = s->items.count;
    lc_scan_blanks(s);
    if (*s->at == '(') {
        s->at++;
        lc_scan_blanks(s);
        while (*s->at != ')') {
            if (s->items.count > base) {
                if (*s->at != ',') return lc_scan_expected(s, "`,` or `)` after an argument");
                s->at++;
                lc_scan_blanks(s);
            }
            lince_status status = push_value(s);
            if (status != LINCE_DONE) return status;
            lc_scan_blanks(s);
        }
        s->at++;
    }
    return take_payload(s, base, args);
}

/* Values up to the end of the line, with or without commas between them. */
static lince_status scan_results(lc_scan *s, lince_value *results) {
    uint32_t base = s->items.count;
    lc_scan_blanks(s);
    while (s->at < s->end && *s->at != '#') {
        if (s->items.count > base && *s->at == ',') {
            s->at++;
            lc_scan_blanks(s);
        }
        lince_status status = push_value(s);
        if (status != LINCE_DONE) return status;
        if (s->at < s->end && !lc_is(*s->at, LC_BLANK) && *s->at != ',' && *s->at != '#')
            return lc_scan_expected(s, "`,` or a blank after a value");
        lc_scan_blanks(s);
    }
    return take_payload(s, base, results);
}

/* Jepsen's habit is one value, or a key and a value. */
static lince_status check_style(lc_scan *s, const lince_history *h, lince_value payload, size_t most) {
    size_t count;
    lc_payload_items(s->values, &payload, &count);
    if (!h->jepsen || count <= most) return LINCE_DONE;
    return lc_fail_at(s->error, s->file, s->line, "more than %zu values are not Jepsen's style: write them as a list",
                      most);
}

static lince_status scan_invoke(lc_scan *s, lince_history *h, lc_span thread) {
    lc_span name = lc_scan_while(s, LC_IN_NAME), object = {name.at, 0};
    if (!name.length) return lc_scan_expected(s, "an operation such as `enq(5)` after `invoke`");
    size_t dot = name.length;
    while (dot > 0 && name.at[dot - 1] != '.') dot--;
    if (dot > 0) {
        object.length = dot - 1;
        name = (lc_span){name.at + dot, name.length - dot};
        if (!object.length || !name.length)
            return lc_fail_at(s->error, s->file, s->line,
                              "a dot stands between an object and a method, as in `q.enq(5)`");
    }
    lince_value args = LINCE_NO_VALUE;
    lc_scan_blanks(s);
    bool listed = *s->at == '(';
    lince_status status = scan_arguments(s, &args);
    if (status == LINCE_DONE)
        status = line_ends(s, listed ? "an operation such as `enq(5)`"
                                     : "an operation but arguments in parentheses, as in `enq(5)`");
    if (status == LINCE_DONE) status = check_style(s, h, args, 2);
    if (status == LINCE_DONE)
        status = lc_history_invoke(h, lc_line_number(s->line), thread, object, name, args, s->error);
    return status;
}

static lince_status scan_return(lc_scan *s, lince_history *h, lc_span thread) {
    lince_value results = LINCE_NO_VALUE;
    lince_status status = scan_results(s, &results);
    if (status == LINCE_DONE) status = check_style(s, h, results, 1);
    if (status == LINCE_DONE) status = lc_history_return(h, lc_line_number(s->line), thread, results, s->error);
    return status;
}

static lince_status scan_end(lc_scan *s, lince_history *h, lc_span thread, lc_event_kind kind) {
    lince_status status = line_ends(s, kind == LC_CRASH ? "`crash`" : "`fail`");
    if (status == LINCE_DONE) status = lc_history_end(h, lc_line_number(s->line), thread, kind, s->error);
    return status;
}

size_t lc_spec_length(lc_span text) {
    size_t name = 0;
    while (name < text.length && lc_is(text.at[name], LC_IN_TOKEN) && text.at[name] != ':') name++;
    if (name == text.length || text.at[name] != ':') return name;
    return name + lc_length_until((lc_span){text.at + name, text.length - name}, " \t");
}

/* `spec NAME` or `spec OBJECT=NAME`; an equals sign behind a colon belongs to a parameter. */
static lince_status scan_spec(lc_scan *s, lince_history *h) {
    lc_span rest = {s->at, (size_t)(s->end - s->at)}, spec = {s->at, lc_spec_length(rest)}, object = {s->at, 0};
    s->at += spec.length;
    if (!spec.length) return lc_scan_expected(s, "a specification such as `queue` or `q=queue` after `spec`");
    const char *equals = memchr(spec.at, '=', spec.length), *colon = memchr(spec.at, ':', spec.length);
    if (equals && (!colon || equals < colon)) {
        object.length = (size_t)(equals - spec.at);
        spec = (lc_span){equals + 1, spec.length - object.length - 1};
        if (!object.length || !spec.length)
            return lc_fail_at(s->error, s->file, s->line,
                              "an object and its specification are written as in `spec q=queue`");
    }
    lince_status status = line_ends(s, "a specification");
    if (status != LINCE_DONE) return status;
    return lc_history_name_spec(h, lc_line_number(s->line), object, spec, s->error);
}

static lince_status scan_style(lc_scan *s, lince_history *h) {
    lc_span style = lc_scan_while(s, LC_IN_TOKEN);
    h->failed_cas_ran = lc_span_is(style, "jepsen-log");
    h->jepsen = h->failed_cas_ran || lc_span_is(style, "jepsen");
    if (!h->jepsen) return lc_fail_at(s->error, s->file, s->line, "the styles are `jepsen` and `jepsen-log`");
    if (h->events.count && !h->may_introduce)
        return lc_fail_at(s->error, s->file, s->line, "`style` must stand before the first event of its history");
    return line_ends(s, "a style");
}

static lince_status scan_order(lc_scan *s, lince_history *h) {
    lc_span order = lc_scan_while(s, LC_IN_TOKEN);
    if (!lc_span_is(order, "partial"))
        return lc_fail_at(s->error, s->file, s->line, "the order of a history can only be declared to be `partial`");
    lince_status status = line_ends(s, "an order");
    return status == LINCE_DONE ? lc_history_begin_order(h, lc_line_number(s->line), s->error) : status;
}

/* `T1:2`, the second operation of T1; a thread's name may have colons, too. */
static bool scan_place(lc_scan *s, lc_order_place *place) {
    lc_scan_blanks(s);
    lc_span word = lc_scan_while(s, LC_IN_TOKEN);
    size_t colon = word.length;
    uint64_t number = 0;
    while (colon > 0 && word.at[colon - 1] != ':') colon--;
    if (colon < 2 || colon == word.length) return false;
    for (size_t i = colon; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9') return false;
        number = number * 10 + (uint64_t)(word.at[i] - '0');
        if (number > LC_MOST_OPS) return false;
    }
    *place = (lc_order_place){{word.at, colon - 1}, (uint32_t)number};
    return true;
}

static lince_status scan_before(lc_scan *s, lince_history *h) {
    lc_order_place first, second;
    if (!scan_place(s, &first) || !scan_place(s, &second))
        return lc_fail_at(s->error, s->file, s->line,
                          "two operations are named after `before`, each by its thread and its number there, as in "
                          "`before T1:1 T2:1`");
    lince_status status = line_ends(s, "two operations");
    return status == LINCE_DONE ? lc_history_add_before(h, lc_line_number(s->line), first, second, s->error) : status;
}

/* A line that is neither blank nor a comment nor a separator: `first` is its first token. */
static lince_status scan_line(lc_scan *s, lince_history *h, lc_span first) {
    lc_scan_blanks(s);
    const char *second = s->at;
    lc_span word = lc_scan_while(s, LC_IN_NAME);
    if (word.length && (s->at >= s->end || lc_is(*s->at, LC_BLANK) || *s->at == '#')) {
        lc_scan_blanks(s);
        if (lc_span_is(word, "invoke")) return scan_invoke(s, h, first);
        if (lc_span_is(word, "return")) return scan_return(s, h, first);
        if (lc_span_is(word, "crash")) return scan_end(s, h, first, LC_CRASH);
        if (lc_span_is(word, "fail")) return scan_end(s, h, first, LC_FAIL);
    }
    s->at = second;
    if (lc_span_is(first, "spec")) return scan_spec(s, h);
    if (lc_span_is(first, "style")) return scan_style(s, h);
    if (lc_span_is(first, "order")) return scan_order(s, h);
    if (lc_span_is(first, "before")) return scan_before(s, h);
    lc_excerpt thread = lc_excerpt_of(first.at, first.length);
    char what[128];
    snprintf(what, sizeof what, "`invoke`, `return`, `crash` or `fail` after the thread `%s`", thread.text);
    return lc_scan_expected(s, what);
}

/* The text after the `#`, without the blanks around it. */
static lc_span comment_at(const lc_scan *s) {
    const char *at = s->at, *end = s->end;
    while (at < end && (*at == '#' || lc_is(*at, LC_BLANK))) at++;
    while (end > at && lc_is(end[-1], LC_BLANK)) end--;
    return (lc_span){at, (size_t)(end - at)};
}

/* An event and the comment behind it. */
static lince_status scan_remarked(lc_scan *s, lince_history *h, lc_span first) {
    uint32_t before = h->events.count;
    lince_status status = scan_line(s, h, first);
    if (status == LINCE_DONE && h->events.count > before && s->at < s->end) lc_remark_last(h, comment_at(s));
    return status;
}

lince_status lc_hist_line(lc_scan *s, lince_history *h, lc_fed *fed) {
    if (!lc_is_utf8(s->at, (size_t)(s->end - s->at)))
        return lc_fail_at(s->error, s->file, s->line, "this line is not UTF-8 text");
    lc_scan_blanks(s);
    *fed = LC_FED_NOTHING;
    if (s->at < s->end && *s->at == '#') lc_remark_more(h, comment_at(s));
    if (s->at >= s->end || *s->at == '#') return LINCE_DONE;
    lc_span first = lc_scan_while(s, LC_IN_TOKEN);
    if (!first.length) return lc_scan_expected(s, "a thread");
    bool separator = lc_span_is(first, "---");
    if (separator || lc_span_is(first, "gap")) {
        lc_scan_blanks(s);
        *fed = separator ? LC_FED_SEPARATOR : LC_FED_GAP;
        if (s->at >= s->end || *s->at == '#') return LINCE_DONE;
    }
    *fed = LC_FED_CONTENT;
    return h->remarks.wanted ? scan_remarked(s, h, first) : scan_line(s, h, first);
}

/* A history without `spec` lines takes over those of the one before it. */
static lince_status inherit_specs(lince_reader *r, lince_history *h) {
    if (!h->specs.count) {
        for (uint32_t i = 0; i < r->inherited.count; i++) {
            const lc_spec_line *from = &r->inherited.at[i];
            if (!lc_history_add_spec(h, from->line, lc_span_of(from->object), lc_span_of(from->spec)))
                return LINCE_OUT_OF_MEMORY;
        }
        return LINCE_DONE;
    }
    for (uint32_t i = 0; i < r->inherited.count; i++) {
        free(r->inherited.at[i].object);
        free(r->inherited.at[i].spec);
    }
    r->inherited.count = 0;
    for (uint32_t i = 0; i < h->specs.count; i++) {
        const lc_spec_line *from = &h->specs.at[i];
        lc_spec_line copy = {strdup(from->object), strdup(from->spec), from->line};
        if (!copy.object || !copy.spec || !lc_push(NULL, &r->inherited, copy)) {
            free(copy.object);
            free(copy.spec);
            return LINCE_OUT_OF_MEMORY;
        }
    }
    return LINCE_DONE;
}

lince_status lc_read_hist(lince_reader *r, lince_history *h, lince_error *error) {
    lc_scan *s = &r->scan;
    bool nothing = true;
    s->file = h->file;
    s->error = error;
    s->values = &h->values;
    s->items.count = 0;
    for (lc_fed fed = LC_FED_NOTHING; fed != LC_FED_SEPARATOR;) {
        lc_line line;
        lince_status status = lc_input_line(&r->input, &line, error);
        if (status == LINCE_END) {
            r->over = true;
            break;
        }
        if (status == LINCE_DONE) {
            s->at = line.at;
            s->end = line.end;
            s->line = line.number;
            status = lc_hist_line(s, h, &fed);
        }
        if (status != LINCE_DONE) return status;
        if (fed == LC_FED_GAP) return lc_no_gaps(error, h->file, line.number);
        nothing = nothing && fed == LC_FED_NOTHING;
    }
    /* A separator at the very end of the file closes the last history rather than opening an empty one. */
    if (r->over && nothing && h->number > 1) return LINCE_END;
    return inherit_specs(r, h);
}
