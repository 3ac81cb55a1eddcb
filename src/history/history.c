#include "history/history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

lince_history *lc_history_new(const char *file, lc_budget *budget) {
    lince_history *h = calloc(1, sizeof *h);
    char *copy = h ? strdup(file) : NULL;
    if (!copy) {
        free(h);
        return NULL;
    }
    h->file = copy;
    h->number = 1;
    lc_budget_init(&h->own_budget, 0);
    h->budget = budget ? budget : &h->own_budget;
    lc_values_init(&h->values, NULL, h->budget);
    lc_intern_init(&h->threads, h->budget);
    lc_intern_init(&h->methods, h->budget);
    lc_intern_init(&h->specified, h->budget);
    if (!h->values.barren || budget) return h; /* an owner with a limit checks it */
    lince_history_free(h);
    return NULL;
}

lince_history *lince_history_new(void) { return lc_history_new("", NULL); }

void lince_history_free(lince_history *h) {
    if (!h) return;
    lc_values_destroy(&h->values);
    lc_intern_free(&h->threads);
    lc_intern_free(&h->methods);
    lc_vec_free(h->budget, &h->ops);
    lc_vec_free(h->budget, &h->events);
    lc_vec_free(h->budget, &h->ties);
    lc_vec_free(h->budget, &h->open);
    lc_vec_free(h->budget, &h->order.before);
    lc_vec_free(h->budget, &h->order.nth);
    lc_vec_free(h->budget, &h->order.edges);
    lc_vec_free(h->budget, &h->order.links);
    lc_vec_free(h->budget, &h->order.clients);
    lc_history_forget_specs(h);
    lc_vec_free(h->budget, &h->specs);
    lc_vec_free(NULL, &h->mute);
    lc_intern_free(&h->specified);
    lc_vec_free(NULL, &h->remarks.list);
    lc_vec_free(NULL, &h->remarks.bytes);
    lc_vec_free(NULL, &h->remarks.times);
    free(h->file);
    free(h);
}

lince_values *lince_history_values(lince_history *h) { return h ? &h->values : NULL; }

size_t lince_history_operations(const lince_history *h) { return h ? h->ops.count : 0; }

size_t lince_history_memory(const lince_history *h) { return h ? atomic_load(&h->budget->used) : 0; }

/* The number of a thread, with a place in `open`; LC_NOT_INTERNED when memory is out. */
static uint32_t thread_number(lince_history *h, lc_span name) {
    uint32_t number = lc_intern_add(&h->threads, name.at, name.length);
    while (number != LC_NOT_INTERNED && h->open.count <= number)
        if (!lc_push(h->budget, &h->open, 0)) return LC_NOT_INTERNED;
    return number;
}

static uint32_t method_number(lince_history *h, lc_span object, lc_span method) {
    char small[128];
    size_t size = object.length + 1 + method.length;
    char *key = size <= sizeof small ? small : malloc(size);
    if (!key) return LC_NOT_INTERNED;
    if (object.length) memcpy(key, object.at, object.length);
    key[object.length] = '\0';
    if (method.length) memcpy(key + object.length + 1, method.at, method.length);
    uint32_t number = lc_intern_add(&h->methods, key, size);
    if (key != small) free(key);
    return number;
}

static lince_status still_open(const lince_history *h, uint32_t line, lc_span thread, const lc_op *open,
                               lince_error *error) {
    if (!open->call_line)
        return lc_fail_at(error, h->file, line, "thread %.*s invokes an operation while another one is still open",
                          (int)thread.length, thread.at);
    return lc_fail_at(error, h->file, line,
                      "thread %.*s invokes an operation while the one it invoked in line %u is still open",
                      (int)thread.length, thread.at, open->call_line);
}

lince_status lc_history_invoke(lince_history *h, uint32_t line, lc_span thread, lc_span object, lc_span method,
                               lince_value args, lince_error *error) {
    if (args == LINCE_NO_VALUE) return LINCE_OUT_OF_MEMORY;
    uint32_t t = thread_number(h, thread);
    if (t == LC_NOT_INTERNED) return LINCE_OUT_OF_MEMORY;
    if (h->open.at[t]) return still_open(h, line, thread, &h->ops.at[h->open.at[t] - 1], error);
    uint32_t m = method_number(h, object, method); /* only now, so that a refused event leaves no trace */
    if (m == LC_NOT_INTERNED) return LINCE_OUT_OF_MEMORY;
    if (h->ops.count >= LC_MOST_OPS) return LINCE_OUT_OF_MEMORY;
    uint32_t op = h->ops.count, position = h->events.count;
    if (!lc_push(h->budget, &h->events, lc_make_event(op, LC_INVOKE))) return LINCE_OUT_OF_MEMORY;
    if (!lc_push(
            h->budget, &h->ops,
            (lc_op){.thread = t, .method = m, .args = args, .call = position, .end = LC_NEVER, .call_line = line})) {
        h->events.count--;
        return LINCE_OUT_OF_MEMORY;
    }
    h->open.at[t] = op + 1;
    return LINCE_DONE;
}

static lince_status end_operation(lince_history *h, uint32_t line, lc_span thread, lc_event_kind kind,
                                  lince_value results, lince_error *error) {
    static const char *const verbs[] = {[LC_RETURN] = "returns", [LC_CRASH] = "crashes", [LC_FAIL] = "fails"};
    uint32_t t = lc_intern_find(&h->threads, thread.at, thread.length);
    if (t == LC_NOT_INTERNED && h->torn) {
        h->passed = kind;
        return thread_number(h, thread) == LC_NOT_INTERNED ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
    }
    if (t == LC_NOT_INTERNED || !h->open.at[t])
        return lc_fail_at(error, h->file, line, "thread %.*s %s, but has no open operation", (int)thread.length,
                          thread.at, verbs[kind]);
    uint32_t number = h->open.at[t] - 1, position = h->events.count;
    if (!lc_push(h->budget, &h->events, lc_make_event(number, kind))) return LINCE_OUT_OF_MEMORY;
    lc_op *op = &h->ops.at[number];
    op->end = position;
    op->end_line = line;
    op->results = results;
    h->open.at[t] = 0;
    return LINCE_DONE;
}

lince_status lc_history_return(lince_history *h, uint32_t line, lc_span thread, lince_value results,
                               lince_error *error) {
    if (results == LINCE_NO_VALUE) return LINCE_OUT_OF_MEMORY;
    return end_operation(h, line, thread, LC_RETURN, results, error);
}

lince_status lc_history_end(lince_history *h, uint32_t line, lc_span thread, lc_event_kind kind, lince_error *error) {
    assert(kind == LC_CRASH || kind == LC_FAIL);
    return end_operation(h, line, thread, kind, LINCE_NO_VALUE, error);
}

bool lc_history_add_spec(lince_history *h, uint32_t line, lc_span object, lc_span spec) {
    lc_spec_line named = {strndup(object.at, object.length), strndup(spec.at, spec.length), line};
    if (!named.object || !named.spec || !lc_push(h->budget, &h->specs, named)) {
        free(named.object);
        free(named.spec);
        return false;
    }
    uint32_t number = lc_intern_add(&h->specified, object.at, object.length);
    assert(number == LC_NOT_INTERNED || number == h->specs.count - 1);
    return number != LC_NOT_INTERNED;
}

lince_status lc_history_name_spec(lince_history *h, uint32_t line, lc_span object, lc_span spec, lince_error *error) {
    if (h->events.count && !h->may_introduce)
        return lc_fail_at(error, h->file, line, "`spec` must stand before the first event of its history");
    uint32_t other = lc_intern_find(&h->specified, object.at, object.length);
    if (other != LC_NOT_INTERNED)
        return lc_fail_at(error, h->file, line, "a second `spec` line for the same object (the first is line %u)",
                          h->specs.at[other].line);
    return lc_history_add_spec(h, line, object, spec) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

void lc_history_forget_specs(lince_history *h) {
    for (uint32_t i = 0; i < h->specs.count; i++) {
        free(h->specs.at[i].object);
        free(h->specs.at[i].spec);
    }
    h->specs.count = 0;
    lc_intern_clear(&h->specified);
}

lince_status lc_history_move(lince_history *h, bool (*object)(void *context, uint32_t op, lince_text *),
                             void *context) {
    lc_intern old = h->methods;
    lince_text name = {0};
    lince_status status = LINCE_DONE;
    lc_intern_init(&h->methods, h->budget);
    for (uint32_t i = 0; i < h->ops.count && status == LINCE_DONE; i++) {
        const lc_interned *key = lc_intern_get(&old, h->ops.at[i].method);
        size_t skipped = strlen(key->bytes) + 1;
        lc_span method = {(const char *)key->bytes + skipped, key->size - skipped};
        lc_text_clear(&name);
        if (!object(context, i, &name)) status = LINCE_STOPPED;
        uint32_t number = method_number(h, (lc_span){lc_text(&name), name.length}, method);
        if (status == LINCE_DONE && (name.cut || number == LC_NOT_INTERNED)) status = LINCE_OUT_OF_MEMORY;
        h->ops.at[i].method = number;
    }
    lc_text_free(&name);
    lc_intern_free(&old);
    return status;
}

bool lc_history_forget(lince_history *h) {
    assert(!h->order.declared && !h->order.threads);
    lince_values kept;
    lc_values_init(&kept, NULL, h->budget);
    bool fine = !kept.barren;
    for (uint32_t t = 0; t < h->open.count && fine; t++)
        if (h->open.at[t]) fine = lc_value_copy(&kept, &h->values, h->ops.at[h->open.at[t] - 1].args) != LINCE_NO_VALUE;
    if (!fine) {
        lc_values_destroy(&kept);
        return false;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < h->ops.count; i++) {
        lc_op op = h->ops.at[i];
        if (op.end != LC_NEVER) continue;
        op.args = lc_value_copy(&kept, &h->values, op.args); /* it is there already */
        op.call = count;
        h->events.at[count] = lc_make_event(count, LC_INVOKE);
        h->open.at[op.thread] = count + 1;
        h->ops.at[count++] = op;
    }
    h->ops.count = h->events.count = count;
    h->ties.count = 0;
    lc_values_destroy(&h->values);
    h->values = kept;
    return true;
}

/* The public builder: the same with plain strings. */

/* Common mistakes of embedding programs: whether there is a history, and the owner of these values. */
static lince_status check_given(const char *function, const lince_history *h, const char *thread, const char *method,
                                const lince_value *values, size_t count, lince_error *error) {
    if (!h) return lc_fail_missing(error, function, "history");
    if (!thread) return lc_fail_missing(error, function, "thread");
    if (!method) return lc_fail_missing(error, function, "method");
    if (count && !values) return lc_fail_missing(error, function, "values");
    for (size_t i = 0; i < count; i++)
        if (values[i] != LINCE_NO_VALUE && !lc_value_belongs(&h->values, values[i]))
            return lc_fail(error, "%s: value %zu is not one of this history: lince_history_values gives the pool",
                           function, i + 1);
    return LINCE_DONE;
}

lince_status lince_invoke(lince_history *h, const char *thread, const char *object, const char *method,
                          const lince_value *args, size_t count, lince_error *error) {
    lince_status status = check_given(__func__, h, thread, method, args, count, error);
    if (status != LINCE_DONE) return status;
    return lc_history_invoke(h, 0, lc_span_of(thread), lc_span_of(object ? object : ""), lc_span_of(method),
                             lince_tuple(&h->values, args, count), error);
}

lince_status lince_return(lince_history *h, const char *thread, const lince_value *results, size_t count,
                          lince_error *error) {
    lince_status status = check_given(__func__, h, thread, "", results, count, error);
    if (status != LINCE_DONE) return status;
    return lc_history_return(h, 0, lc_span_of(thread), lince_tuple(&h->values, results, count), error);
}

lince_status lince_crash(lince_history *h, const char *thread, lince_error *error) {
    lince_status status = check_given(__func__, h, thread, "", NULL, 0, error);
    return status == LINCE_DONE ? lc_history_end(h, 0, lc_span_of(thread), LC_CRASH, error) : status;
}

lince_status lince_fail(lince_history *h, const char *thread, lince_error *error) {
    lince_status status = check_given(__func__, h, thread, "", NULL, 0, error);
    return status == LINCE_DONE ? lc_history_end(h, 0, lc_span_of(thread), LC_FAIL, error) : status;
}

lc_span lc_thread_name(const lince_history *h, const lc_op *op) {
    const lc_interned *name = lc_intern_get(&h->threads, op->thread);
    return (lc_span){name->bytes, name->size};
}

lc_span lc_object_name(const lince_history *h, const lc_op *op) {
    return lc_span_of(lc_intern_get(&h->methods, op->method)->bytes);
}

lc_span lc_method_name(const lince_history *h, const lc_op *op) {
    const lc_interned *key = lc_intern_get(&h->methods, op->method);
    size_t object = strlen(key->bytes) + 1;
    return (lc_span){(const char *)key->bytes + object, key->size - object};
}

static void print_list(lince_text *out, const lince_values *values, const lince_value *items, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (i) lc_text_puts(out, ", ");
        lc_value_print(out, values, items[i]);
    }
}

void lc_op_print_args(lince_text *out, const lince_history *h, const lc_op *op) {
    size_t count, inner = 0;
    const lince_value *items = lc_payload_items(&h->values, &op->args, &count), *list = NULL;
    if (h->jepsen && count && items[count - 1] == LINCE_NIL) count--;
    if (h->jepsen && count && lince_value_kind(&h->values, items[count - 1]) == LINCE_LIST)
        list = lince_get_items(&h->values, items[--count], &inner);
    print_list(out, &h->values, items, count);
    if (count && inner) lc_text_puts(out, ", ");
    print_list(out, &h->values, list, inner);
}

void lc_op_print_results(lince_text *out, const lince_history *h, const lc_op *op) {
    lc_span method = lc_method_name(h, op);
    if (lc_op_outcome(h, op) == LC_FAIL && h->failed_cas_ran && method.length == 3 && !memcmp(method.at, "cas", 3))
        lc_text_puts(out, "false");
    if (op->results == LINCE_NO_VALUE || op->results == LINCE_NOTHING) return;
    if (op->results == LINCE_NIL && op->method < h->mute.count && h->mute.at[op->method]) return;
    size_t count;
    const lince_value *args = lc_payload_items(&h->values, &op->args, &count);
    if (h->jepsen && count && args[count - 1] != LINCE_NIL && args[count - 1] == op->results) return;
    lc_payload_print(out, &h->values, op->results);
}

void lc_op_print(lince_text *out, const lince_history *h, const lc_op *op) {
    lc_span object = lc_object_name(h, op), method = lc_method_name(h, op);
    if (object.length) lc_text_printf(out, "%.*s.", (int)object.length, object.at);
    lc_text_printf(out, "%.*s(", (int)method.length, method.at);
    lc_op_print_args(out, h, op);
    lc_text_putc(out, ')');
}

uint32_t lc_tied_to(const lince_history *h, uint32_t op) {
    uint32_t low = 0, high = h->ties.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (h->ties.at[middle].op < op) low = middle + 1;
        else high = middle;
    }
    return low < h->ties.count && h->ties.at[low].op == op ? h->ties.at[low].before : LC_NEVER;
}
