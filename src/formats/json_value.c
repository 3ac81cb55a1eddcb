#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "formats/jepsen.h"
#include "formats/jsonl.h"

static lince_status convert(lc_json *j, const json_t *json, int depth, lince_value *out);

static lince_status push_items(lc_json *j, const json_t *array, int depth) {
    for (size_t i = 0; i < json_array_size(array); i++) {
        lince_value item = LINCE_NO_VALUE;
        lince_status status = convert(j, json_array_get(array, i), depth, &item);
        if (status != LINCE_DONE) return status;
        if (!lc_push(NULL, &j->items, item)) return LINCE_OUT_OF_MEMORY;
    }
    return LINCE_DONE;
}

static lince_status convert_array(lc_json *j, const json_t *array, int depth, lince_value *out) {
    if (depth > LC_DEEPEST)
        return lc_fail_at(j->error, j->file, j->line, "arrays are nested more than %d deep", LC_DEEPEST);
    uint32_t base = j->items.count;
    lince_status status = push_items(j, array, depth);
    if (status == LINCE_DONE) *out = lince_list(j->values, lc_stack_from(&j->items, base), j->items.count - base);
    j->items.count = base;
    return status;
}

static lince_status convert(lc_json *j, const json_t *json, int depth, lince_value *out) {
    lince_status status = LINCE_DONE;
    switch (json_typeof(json)) {
    case JSON_INTEGER: *out = lince_int(j->values, json_integer_value(json)); break;
    case JSON_STRING: *out = lince_string(j->values, json_string_value(json), json_string_length(json)); break;
    case JSON_TRUE: *out = LINCE_TRUE; break;
    case JSON_FALSE: *out = LINCE_FALSE; break;
    case JSON_NULL: *out = LINCE_NIL; break;
    case JSON_ARRAY: status = convert_array(j, json, depth + 1, out); break;
    case JSON_REAL:
        return lc_fail_at(j->error, j->file, j->line,
                          "%g is not an integer of 64 bits, and other numbers are not values", json_real_value(json));
    case JSON_OBJECT:
        return lc_fail_at(j->error, j->file, j->line, "an object is not a value that operations take or return");
    }
    if (status != LINCE_DONE) return status;
    return *out ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

lince_status lc_json_value(lc_json *j, const json_t *json, lince_value *out) { return convert(j, json, 0, out); }

lince_status lc_json_payload(lc_json *j, const json_t *json, lince_value *out) {
    *out = LINCE_NOTHING;
    if (!json || json_is_null(json)) return LINCE_DONE;
    if (!json_is_array(json)) return lc_json_value(j, json, out);
    j->items.count = 0;
    lince_status status = push_items(j, json, 0);
    if (status != LINCE_DONE) return status;
    *out = lince_tuple(j->values, j->items.at, j->items.count);
    return *out ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

lince_status lc_json_name(lc_json *j, const json_t *object, const char *field, lc_span *name) {
    *name = (lc_span){"", 0};
    const json_t *json = json_object_get(object, field);
    if (!json || json_is_null(json)) return LINCE_DONE;
    if (!json_is_string(json)) return lc_fail_at(j->error, j->file, j->line, "\"%s\" must be a string", field);
    *name = (lc_span){json_string_value(json), json_string_length(json)};
    if (name->length && !lc_jepsen_is_name(*name))
        return lc_fail_at(j->error, j->file, j->line, "a control character in \"%s\"", field);
    return LINCE_DONE;
}

lince_status lc_json_process(lc_json *j, const json_t *object, lc_span *name) {
    return lc_json_process_of(j, json_object_get(object, "process"), "process", name);
}

lince_status lc_json_process_of(lc_json *j, const json_t *json, const char *field, lc_span *name) {
    if (json_is_integer(json)) {
        int length = snprintf(j->process, sizeof j->process, "%" PRId64, (int64_t)json_integer_value(json));
        *name = (lc_span){j->process, (size_t)length};
        return LINCE_DONE;
    }
    *name = (lc_span){"", 0};
    if (json_is_string(json)) *name = (lc_span){json_string_value(json), json_string_length(json)};
    if (lc_jepsen_is_name(*name)) return LINCE_DONE;
    return lc_fail_at(j->error, j->file, j->line, "%s \"%s\": it must be an integer or a string",
                      json ? "a wrong" : "there is no", field);
}
