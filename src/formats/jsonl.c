/* JSON lines: one event a line, or one operation a line with its time stamps (jsonl_ops.c).
 *
 *     {"process": 0, "type": "invoke", "f": "enq", "value": 5}
 *     {"process": 0, "type": "invoke", "f": "enq", "args": [5]}
 *     {"process": 0, "f": "deq", "args": [], "ret": [5], "call": 12, "return": 40}
 *
 * Events are in Jepsen's words, whose "value" has any of its possible meanings, or give arguments and results as "args"
 * and "ret"; the first invocation decides which.
 * `{"type": "gap"}` declares that events are missing, as in `.hist` text, and `{"type": "partial-order"}` that the
 * order of the lines is only one of many; `{"type": "before", "first": [0, 1], "second": [1, 1]}` is then an edge.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/unicode.h"
#include "formats/jepsen.h"
#include "formats/jsonl.h"
#include "history/partial_order.h"

typedef enum line_shape { UNKNOWN, EVENTS, OPERATIONS } line_shape;

/* Jepsen's nemesis reports its actions by `info` without an invocation; a client never does. */
static bool is_nemesis(const lince_history *h, const lc_jepsen_event *e) {
    return e->type == LC_JEPSEN_INFO && lc_span_is(e->process, "nemesis") && !lc_jepsen_open_op(h, e->process);
}

static void remark(lince_history *h, const lc_jepsen_event *e, const json_t *value) {
    static const char info[] = "info";
    if (!h->remarks.wanted) return;
    char *text = value && !json_is_null(value) ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    lc_jepsen_remark(h, e->process, lc_span_of(info), e->method, lc_span_of(text ? text : ""));
    free(text);
}

static void note_time(const json_t *object, lc_jepsen_event *e) {
    const json_t *time = json_object_get(object, "time");
    e->has_time = json_is_number(time);
    if (e->has_time) e->time = json_number_value(time);
}

static lince_status read_values(lc_json *j, const json_t *object, lc_jepsen_event *e) {
    if (!lc_jepsen_uses_value(e->type)) return LINCE_DONE;
    const json_t *value = json_object_get(object, "value"), *key = json_object_get(object, "key");
    const json_t *list = json_object_get(object, e->type == LC_JEPSEN_INVOKE ? "args" : "ret");
    lince_status status = LINCE_DONE;
    if (j->style == LC_JSON_ANY && e->type == LC_JEPSEN_INVOKE)
        j->style = list && !value && !key ? LC_JSON_PLAIN : LC_JSON_JEPSEN;
    if (j->style == LC_JSON_PLAIN && (value || key)) return lc_two_styles(j->error, j->file, j->line);
    if (j->style == LC_JSON_PLAIN) return lc_json_payload(j, list, &e->value);
    if (value) status = lc_json_value(j, value, &e->value);
    if (status == LINCE_DONE && key) status = lc_json_value(j, key, &e->key);
    return status;
}

/* `[PROCESS, NUMBER]` */
static lince_status read_place(lc_json *j, const json_t *object, const char *field, lc_order_place *place) {
    const json_t *pair = json_object_get(object, field), *number = json_array_get(pair, 1);
    json_int_t n = json_is_integer(number) ? json_integer_value(number) : -1;
    if (json_array_size(pair) != 2 || n < 0 || n > LC_MOST_OPS)
        return lc_fail_at(j->error, j->file, j->line,
                          "\"%s\" must be a process and the number of its operation, as in [\"T1\", 1]", field);
    place->number = (uint32_t)n;
    return lc_json_process_of(j, json_array_get(pair, 0), field, &place->thread);
}

static lince_status add_before(lc_json *j, const json_t *object, lince_history *h) {
    lc_order_place first, second;
    lince_text name = {0}; /* the next process may take the room of its digits */
    lince_status status = read_place(j, object, "first", &first);
    if (status == LINCE_DONE) {
        lc_text_add(&name, first.thread.at, first.thread.length);
        first.thread = (lc_span){lc_text(&name), name.length};
        status = name.cut ? LINCE_OUT_OF_MEMORY : read_place(j, object, "second", &second);
    }
    if (status == LINCE_DONE) status = lc_history_add_before(h, lc_line_number(j->line), first, second, j->error);
    lc_text_free(&name);
    return status;
}

static lince_status add_event(const lince_read_options *options, lc_json *j, const json_t *object, lince_history *h,
                              lc_fed *fed) {
    lc_jepsen_event e = {.line = j->line, .value = LINCE_NOTHING};
    lc_span type;
    lince_status status = lc_json_name(j, object, "type", &type);
    *fed = status == LINCE_DONE && lc_span_is(type, "gap") ? LC_FED_GAP : LC_FED_CONTENT;
    if (*fed == LC_FED_GAP) return LINCE_DONE;
    if (status == LINCE_DONE && lc_span_is(type, "partial-order"))
        return lc_history_begin_order(h, lc_line_number(j->line), j->error);
    if (status == LINCE_DONE && lc_span_is(type, "before")) return add_before(j, object, h);
    if (status == LINCE_DONE) status = lc_json_process(j, object, &e.process);
    if (status == LINCE_DONE) status = lc_json_name(j, object, "f", &e.method);
    if (status == LINCE_DONE) status = lc_json_name(j, object, "object", &e.object);
    if (status != LINCE_DONE) return status;
    if (!lc_jepsen_type_of(type, &e.type))
        return lc_fail_at(j->error, j->file, j->line,
                          "\"type\" must be \"invoke\", \"ok\", \"fail\" or \"info\", not \"%s\"",
                          lc_excerpt_of(type.at, type.length).text);
    if (is_nemesis(h, &e)) {
        remark(h, &e, json_object_get(object, "value"));
        return LINCE_DONE;
    }
    if (h->remarks.wanted) note_time(object, &e);
    if (e.type == LC_JEPSEN_INVOKE && !e.method.length)
        return lc_fail_at(j->error, j->file, j->line, "an invocation needs an operation, such as \"f\": \"enq\"");
    status = read_values(j, object, &e);
    return status == LINCE_DONE ? lc_jepsen_add(h, options, &e, j->error) : status;
}

/* Many programs write one value that goes over all lines. */
static lince_status not_a_line(const lc_json *j) {
    return lc_fail_at(j->error, j->file, j->line,
                      "expected one JSON object in this line, found the beginning of an array: 'jq -c .[]' writes what "
                      "is in one a line each");
}

static lince_status not_json(const lc_json *j, const json_error_t *why) {
    return lc_fail_at(j->error, j->file, j->line, "expected one JSON object in this line: %s (column %d)",
                      lc_excerpt_of(why->text, strlen(why->text)).text, why->column);
}

/* One line that is not blank. */
static lince_status read_object(const lince_reader *r, lc_json *j, const json_t *object, line_shape *shape,
                                lc_timed *timed, lince_history *h) {
    bool event = json_object_get(object, "type"), operation = json_object_get(object, "call");
    if (json_is_array(object)) return not_a_line(j);
    if (!json_is_object(object)) return lc_fail_at(j->error, j->file, j->line, "expected one JSON object in this line");
    if (event == operation)
        return lc_fail_at(j->error, j->file, j->line,
                          "expected an event with \"type\", or an operation with the time of its \"call\"; "
                          "'lince help formats' shows both");
    if (*shape == UNKNOWN) *shape = event ? EVENTS : OPERATIONS;
    if (*shape != (event ? EVENTS : OPERATIONS))
        return lc_fail_at(j->error, j->file, j->line, "a file holds either events (\"type\") or operations (\"call\")");
    if (!event) return lc_timed_add(timed, j, object);
    lc_fed fed;
    lince_status status = add_event(&r->options, j, object, h, &fed);
    return fed == LC_FED_GAP ? lc_no_gaps(j->error, j->file, j->line) : status;
}

/* The object on a line; NULL: nothing but blanks. */
static lince_status parse_line(lc_json *j, lc_line line, json_t **object) {
    *object = NULL;
    while (line.at < line.end && lc_is(*line.at, LC_BLANK)) line.at++;
    if (line.at == line.end) return LINCE_DONE;
    j->line = line.number;
    json_error_t why;
    *object = json_loadb(line.at, (size_t)(line.end - line.at),
                         JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY, &why);
    if (*object) return LINCE_DONE;
    if (json_error_code(&why) == json_error_out_of_memory || !*why.text) return LINCE_OUT_OF_MEMORY;
    return *line.at == '[' ? not_a_line(j) : not_json(j, &why);
}

lince_status lc_jsonl_line(lc_json *j, lince_history *h, const lc_line *line, lc_fed *fed) {
    json_t *object;
    *fed = LC_FED_NOTHING;
    lince_status status = parse_line(j, *line, &object);
    if (!object) return status;
    if (json_object_get(object, "type")) status = add_event(&(lince_read_options){0}, j, object, h, fed);
    else if (json_object_get(object, "call"))
        status = lc_fail_at(j->error, j->file, j->line,
                            "whole operations (\"call\") are known in their order only at the end: give them to "
                            "'lince check', or write events (\"type\")");
    else
        status =
            lc_fail_at(j->error, j->file, j->line, "expected one JSON object in this line, an event with \"type\"");
    json_decref(object);
    return status;
}

static lince_status read_lines(lince_reader *r, lc_json *j, line_shape *shape, lc_timed *timed, lince_history *h) {
    for (;;) {
        lc_line line;
        lince_status status = lc_input_line(&r->input, &line, j->error);
        if (status != LINCE_DONE) return status == LINCE_END ? LINCE_DONE : status;
        json_t *object;
        status = parse_line(j, line, &object);
        if (object) status = read_object(r, j, object, shape, timed, h);
        json_decref(object);
        if (status != LINCE_DONE) return status;
    }
}

lince_status lc_read_jsonl(lince_reader *r, lince_history *h, lince_error *error) {
    lc_json j = {.file = h->file, .error = error, .values = &h->values};
    line_shape shape = UNKNOWN;
    lc_timed *timed = lc_timed_new(h);
    lince_status status = timed ? read_lines(r, &j, &shape, timed, h) : LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE && shape == OPERATIONS) status = lc_timed_finish(timed, error);
    h->json = true;
    h->jepsen = shape != OPERATIONS && j.style != LC_JSON_PLAIN;
    lc_timed_free(timed);
    lc_vec_free(NULL, &j.items);
    r->over = true;
    return status;
}
