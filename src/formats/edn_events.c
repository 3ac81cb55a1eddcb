/* Jepsen's and Knossos' EDN histories: maps, one after the other or in a vector or list.
 *
 *     {:process 0, :type :invoke, :f :cas, :value [1 2], :time 12, :index 0}
 *
 * An event may give arguments and results as vectors, `:args [1 2]` and `:ret [true]`, instead of a value; the first
 * invocation decides which.  Processes that are keywords (`:nemesis`) are no clients: their events are skipped.
 * Unknown keys are skipped without a look at their values.
 */
#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "base/unicode.h"
#include "formats/edn.h"
#include "formats/jepsen.h"
#include "formats/reader.h"

enum field { PROCESS, TYPE, METHOD, VALUE, KEY, OBJECT, ARGS, RET, FIELDS };
static const char *const field_names[FIELDS] = {":process", ":type",   ":f",    ":value",
                                                ":key",     ":object", ":args", ":ret"};

typedef struct event_map {
    lince_value at[FIELDS]; /* LINCE_NO_VALUE: absent */
    char process[24];       /* room for an integer's digits */
    bool bad_value;         /* `not_a_value` is about :value or :key */
    bool tuple;             /* the value is tagged as one of independent keys */
    bool remarked;          /* the members below are wanted */
    bool has_time;
    double time;
    lince_text value; /* as it was written */
} event_map;

static enum field field_of(const lc_edn *e) {
    enum field f = 0;
    if (e->kind != LC_EDN_ATOM) return FIELDS;
    while (f < FIELDS && strcmp(field_names[f], lc_text(&e->text))) f++;
    return f;
}

/* The time of an event, if the token is one: no value of the history, and nonsense is no error. */
static void note_time(const lc_edn *e, event_map *m) {
    lc_span text = {lc_text(&e->text), e->text.length};
    int64_t n;
    if (e->kind != LC_EDN_ATOM) return;
    m->has_time = lc_int_of(text, &n);
    if (m->has_time) m->time = (double)n;
}

/* A key and the value that follows it. */
static lince_status read_entry(lc_edn *e, event_map *m) {
    enum field f = field_of(e);
    bool is_time = m->remarked && e->kind == LC_EDN_ATOM && !strcmp(lc_text(&e->text), ":time");
    unsigned long line = e->line;
    lince_status status = lc_edn_skip(e);
    e->tuple = false;
    if (status == LINCE_DONE) status = lc_edn_next(e);
    if (status != LINCE_DONE) return status;
    if (f == VALUE) m->tuple = e->tuple; /* the tag of the value itself, not of one inside */
    if (e->kind == LC_EDN_END || e->kind == LC_EDN_CLOSE)
        return lc_fail_at(e->error, e->input->file, e->line, "a key of this map has no value");
    if (is_time) note_time(e, m);
    if (f == FIELDS) return lc_edn_skip(e);
    if (m->at[f]) return lc_fail_at(e->error, e->input->file, line, "a second %s in one map", field_names[f]);
    if (!m->bad_value) e->not_a_value[0] = '\0';
    if (f == VALUE && m->remarked) lc_edn_record(e, &m->value);
    status = lc_edn_value(e, &m->at[f]);
    e->record = NULL;
    if (e->not_a_value[0] && (f == VALUE || f == KEY)) m->bad_value = true;
    else if (e->not_a_value[0] && !m->bad_value) m->at[f] = LINCE_NOTHING; /* never right for the other fields */
    return status;
}

static lince_status read_map(lc_edn *e, event_map *m) {
    unsigned long line = e->line;
    lc_text_clear(&m->value);
    *m = (event_map){.remarked = m->remarked, .value = m->value};
    e->not_a_value[0] = '\0';
    for (;;) {
        lince_status status = lc_edn_next(e);
        if (status != LINCE_DONE) return status;
        if (e->kind == LC_EDN_END)
            return lc_fail_at(e->error, e->input->file, e->line, "the input ends within the `{` of line %lu", line);
        if (e->kind == LC_EDN_CLOSE && e->bracket == '}') return LINCE_DONE;
        if (e->kind == LC_EDN_CLOSE)
            return lc_fail_at(e->error, e->input->file, e->line, "expected `}` to close line %lu, found `%c`", line,
                              e->bracket);
        status = read_entry(e, m);
        if (status != LINCE_DONE) return status;
    }
}

/* The text of a keyword, symbol or string; empty for anything else, nil too. */
static lc_span text_of(const lince_values *values, lince_value v) {
    lc_span s = {"", 0};
    if (v == LINCE_NO_VALUE || v == LINCE_NIL) return s;
    const char *text = lince_get_text(values, v, &s.length);
    return text ? (lc_span){text, s.length} : (lc_span){"", 0};
}

/* `*client` is false for the nemesis and its like. */
static lince_status find_process(const lc_edn *e, event_map *m, unsigned long line, lc_span *process, bool *client) {
    lince_value v = m->at[PROCESS];
    int64_t n;
    *client = true;
    if (v && lince_get_int(e->values, v, &n)) {
        int length = snprintf(m->process, sizeof m->process, "%" PRId64, n);
        *process = (lc_span){m->process, (size_t)length};
        return LINCE_DONE;
    }
    if (v && v != LINCE_NIL && lince_value_kind(e->values, v) == LINCE_SYMBOL) {
        *client = false;
        return LINCE_DONE;
    }
    *process = text_of(e->values, v);
    if (lc_jepsen_is_name(*process)) return LINCE_DONE;
    return lc_fail_at(e->error, e->input->file, line,
                      "expected an event such as {:process 0, :type :invoke, :f :read, :value nil}: %s",
                      v ? "its :process is not a number" : "this map has no :process");
}

static lince_status find_names(const lc_edn *e, const event_map *m, lc_jepsen_event *event) {
    const char *file = e->input->file;
    event->method = text_of(e->values, m->at[METHOD]);
    event->object = text_of(e->values, m->at[OBJECT]);
    if ((event->method.length && !lc_jepsen_is_name(event->method)) ||
        (event->object.length && !lc_jepsen_is_name(event->object)))
        return lc_fail_at(e->error, file, event->line, "a control character in a name");
    if (event->type == LC_JEPSEN_INVOKE && !event->method.length)
        return lc_fail_at(e->error, file, event->line, "an invocation needs an operation, such as :f :read");
    for (enum field f = METHOD; f <= OBJECT; f += OBJECT - METHOD)
        if (m->at[f] && m->at[f] != LINCE_NIL && !text_of(e->values, m->at[f]).length)
            return lc_fail_at(e->error, file, event->line, "%s must be a keyword or a string", field_names[f]);
    return LINCE_DONE;
}

/* The arguments or results of an event, in the style of the first invocation. */
static lince_status find_values(const lc_edn *e, const event_map *m, lc_jepsen_event *event, lince_history *h) {
    enum field list = event->type == LC_JEPSEN_INVOKE ? ARGS : RET;
    event->value = m->at[VALUE] ? m->at[VALUE] : LINCE_NOTHING;
    if (!lc_jepsen_uses_value(event->type)) return LINCE_DONE;
    if (event->type == LC_JEPSEN_INVOKE && !h->ops.count) h->jepsen = !m->at[list] || m->at[VALUE] || m->at[KEY];
    if (h->jepsen && m->bad_value) return lc_fail_at(e->error, h->file, e->not_a_value_line, "%s", e->not_a_value);
    if (h->jepsen) return LINCE_DONE;
    if (m->at[VALUE] || m->at[KEY]) return lc_two_styles(e->error, h->file, event->line);
    if (!m->at[list]) return LINCE_DONE;
    if (lince_value_kind(e->values, m->at[list]) != LINCE_LIST)
        return lc_fail_at(e->error, h->file, event->line, "%s must be a vector of values", field_names[list]);
    size_t count;
    const lince_value *items = lince_get_items(e->values, m->at[list], &count);
    event->value = lince_tuple(e->values, items, count);
    return event->value ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status add_event(const lince_reader *r, const lc_edn *e, event_map *m, unsigned long line,
                              lince_history *h) {
    lc_jepsen_event event = {
        .line = line, .key = m->at[KEY], .tagged = m->tuple, .has_time = m->has_time, .time = m->time};
    bool client;
    lince_status status = find_process(e, m, line, &event.process, &client);
    lc_span type = text_of(e->values, m->at[TYPE]);
    if (status == LINCE_DONE && !client)
        lc_jepsen_remark(h, text_of(e->values, m->at[PROCESS]), type, text_of(e->values, m->at[METHOD]),
                         (lc_span){lc_text(&m->value), m->value.length});
    if (status != LINCE_DONE || !client) return status;
    if (!lc_jepsen_type_of(type, &event.type))
        return lc_fail_at(e->error, h->file, line, "expected :type :invoke, :ok, :fail or :info, found `%s`",
                          lc_excerpt_of(type.at, type.length).text);
    status = find_names(e, m, &event);
    if (status == LINCE_DONE) status = find_values(e, m, &event, h);
    if (status != LINCE_DONE) return status;
    return lc_jepsen_add(h, &r->options, &event, e->error);
}

/* The top level: maps, and vectors or lists of maps. */
static lince_status read_events(const lince_reader *r, lc_edn *e, event_map *m, lince_history *h) {
    char open = '\0'; /* the bracket we are in */
    unsigned long open_line = 0;
    for (;;) {
        lince_status status = lc_edn_next(e);
        if (status != LINCE_DONE) return status;
        if (e->kind == LC_EDN_END) {
            if (!open) return LINCE_DONE;
            return lc_fail_at(e->error, h->file, e->line, "the input ends within the `%c` of line %lu", open,
                              open_line);
        }
        bool opens = e->kind == LC_EDN_OPEN;
        if (opens && e->bracket == '{') {
            unsigned long line = e->line;
            status = read_map(e, m);
            if (status == LINCE_DONE) status = add_event(r, e, m, line, h);
            if (status != LINCE_DONE) return status;
        } else if (opens && !open && (e->bracket == '[' || e->bracket == '(')) {
            open = e->bracket;
            open_line = e->line;
        } else if (e->kind == LC_EDN_CLOSE && open && e->bracket == (open == '[' ? ']' : ')')) {
            open = '\0';
        } else {
            return lc_fail_at(e->error, h->file, e->line,
                              "expected an event such as {:process 0, :type :invoke, :f :read, :value nil}");
        }
    }
}

lince_status lc_read_edn(lince_reader *r, lince_history *h, lince_error *error) {
    lc_edn edn = {.input = &r->input, .values = &h->values, .error = error, .longest = r->options.max_memory};
    event_map map = {.remarked = h->remarks.wanted};
    h->jepsen = true;
    lince_status status = read_events(r, &edn, &map, h);
    lc_text_free(&map.value);
    lc_edn_free(&edn);
    r->over = true;
    return status;
}
