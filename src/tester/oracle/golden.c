/* The histories become a trie for each object: from the root, an edge for each operation with its arguments and
 * results. Nodes from which the same can follow are then made one, so that different orders of operations that commute
 * lead to one state, and the checker does not search behind it twice.
 *
 * A state is the number of such a node, and the bytes that a node is interned by are its edges: this is all that a step
 * reads, it does not change, and so any number of threads may take steps.  Values come from a pool other than the
 * trie's and are compared by content.  Only its parameters can identify the trie of a step, so the trie's address is
 * one.
 */
#include "tester/oracle/golden_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- the specification ---- */

static const lcd_golden_edge *edges_of(const lcd_golden_object *o, uint32_t state, size_t *count) {
    const lc_interned *bytes = lc_intern_get(&o->states, state);
    *count = bytes->size / sizeof(lcd_golden_edge);
    return bytes->bytes;
}

/* Equal handles of two pools need not mean the same, nor different ones something else. */
static bool same_value(const lince_values *a, lince_value x, const lince_values *b, lince_value y) {
    lince_kind kind = lince_value_kind(a, x);
    if (kind != lince_value_kind(b, y)) return false;
    if (kind == LINCE_INT) {
        int64_t m = 0, n = 0;
        return lince_get_int(a, x, &m) && lince_get_int(b, y, &n) && m == n;
    }
    size_t here, there;
    if (kind == LINCE_SYMBOL || kind == LINCE_STRING) {
        const char *left = lince_get_text(a, x, &here), *right = lince_get_text(b, y, &there);
        return here == there && !memcmp(left, right, here);
    }
    const lince_value *left = lince_get_items(a, x, &here), *right = lince_get_items(b, y, &there);
    bool same = here == there;
    for (size_t i = 0; same && i < here; i++) same = same_value(a, left[i], b, right[i]);
    return same;
}

static bool same_items(const lince_values *ours, lince_value payload, const lince_values *theirs,
                       const lince_value *items, size_t count) {
    size_t n;
    const lince_value *at = lc_payload_items(ours, &payload, &n);
    bool same = n == count;
    for (size_t i = 0; same && i < n; i++) same = same_value(ours, at[i], theirs, items[i]);
    return same;
}

static size_t result_count(const lince_call *call) {
    size_t count = 0;
    while (count < LINCE_RESULTS_MAX && call->results[count] != LINCE_NO_VALUE) count++;
    return count;
}

static void init(lince_step *step) { lince_emit(step, &lcd_golden_object_of(step)->start, sizeof(uint32_t), NULL); }

bool lcd_golden_is_call(const lince_step *step, const lcd_golden_edge *e) {
    const lince_call *call = step->calls;
    const lince_values *ours = &lcd_golden_object_of(step)->golden->values;
    return e->row == call->method && same_items(ours, e->args, step->values, call->args, call->argc);
}

/* The results of a call that are not known yet are those of the edge. */
static bool copy_results(lince_step *step, const lcd_golden_edge *e, lince_results *results) {
    const lince_values *ours = &lcd_golden_object_of(step)->golden->values;
    size_t count;
    const lince_value *items = lc_payload_items(ours, &e->results, &count);
    *results = (lince_results){{LINCE_NO_VALUE}};
    for (size_t i = 0; i < count; i++) {
        results->at[i] = lc_value_copy(step->values, ours, items[i]);
        if (results->at[i] == LINCE_NO_VALUE) return false;
    }
    return true;
}

void lcd_golden_follow(lince_step *step, const lcd_golden_edge *e, uint32_t to) {
    const lince_call *call = step->calls;
    const lince_values *ours = &lcd_golden_object_of(step)->golden->values;
    lince_results results;
    if (!call->known) {
        if (copy_results(step, e, &results)) lince_emit(step, &to, sizeof to, &results);
        else lc_step_out_of_memory(step);
    } else if (same_items(ours, e->results, step->values, call->results, result_count(call))) {
        memcpy(results.at, call->results, sizeof results.at);
        lince_emit(step, &to, sizeof to, &results);
    }
}

static void next(lince_step *step) {
    const lcd_golden_object *o = lcd_golden_object_of(step);
    assert(step->count == 1 && step->size == sizeof(uint32_t));
    size_t count;
    const lcd_golden_edge *e = edges_of(o, *(const uint32_t *)step->state, &count);
    for (const lcd_golden_edge *end = e + count; e < end; e++)
        if (lcd_golden_is_call(step, e)) lcd_golden_follow(step, e, e->to);
}

/* Only the operations that may come next are known of a state. */
static void print(lince_step *step, lince_text *out) {
    const lcd_golden_object *o = lcd_golden_object_of(step);
    size_t count;
    const lcd_golden_edge *e = edges_of(o, *(const uint32_t *)step->state, &count);
    lince_print(out, "{next: %s", count ? "" : "nothing");
    for (size_t i = 0; i < count; i++) {
        lince_print(out, "%s%s(", i ? " or " : "", o->rows.at[e[i].row].name);
        lc_payload_print(out, &o->golden->values, e[i].args);
        lince_print(out, ")");
        if (e[i].results == LINCE_NOTHING) continue;
        lince_print(out, " → ");
        lc_payload_print(out, &o->golden->values, e[i].results);
    }
    lince_print(out, "}");
}

/* ---- from trie to states ---- */

static int by_label(const void *a, const void *b) { return memcmp(a, b, offsetof(lcd_golden_edge, to)); }

/* A child's number is greater than its parent's, so going backwards every child is done before its parent. */
static bool make_states(lcd_golden_object *o) {
    LC_VEC(uint32_t) state_of = {0};
    LC_VEC(lcd_golden_edge) edges = {0};
    lc_intern_clear(&o->states);
    bool fine = lc_reserve(NULL, &state_of, o->nodes.count);
    for (uint32_t n = o->nodes.count; fine && n-- > 0;) {
        edges.count = 0;
        for (uint32_t c = o->nodes.at[n].child; fine && c != LCD_GOLDEN_NONE; c = o->nodes.at[c].sibling) {
            lcd_golden_edge e = o->nodes.at[c].in;
            e.to = state_of.at[c];
            fine = lc_push(NULL, &edges, e);
        }
        if (edges.count) qsort(edges.at, edges.count, sizeof *edges.at, by_label);
        uint32_t state = fine ? lc_intern_add(&o->states, edges.at, edges.count * sizeof *edges.at) : LC_NOT_INTERNED;
        fine = fine && state != LC_NOT_INTERNED;
        state_of.at[n] = state;
    }
    o->start = fine ? state_of.at[LCD_GOLDEN_ROOT] : 0;
    lc_vec_free(NULL, &state_of);
    lc_vec_free(NULL, &edges);
    return fine;
}

/* Any number of arguments and results binds, so that one the object never returned alone is a violation like any
 * other. */
static bool make_rows(lcd_golden_object *o) {
    for (uint32_t row = o->rows.count; row < o->methods.items.count; row++) {
        const lc_interned *name = lc_intern_get(&o->methods, row);
        char *copy = strndup(name->bytes, name->size);
        if (!copy || !lc_push(NULL, &o->row_names, copy)) {
            free(copy);
            return false;
        }
        lince_method m = {.name = copy, .args_max = LINCE_ARGS_MAX, .results_max = LINCE_RESULTS_MAX};
        if (!lc_push(NULL, &o->rows, m)) return false;
    }
    return true;
}

bool lcd_golden_describe(lcd_golden_object *o, lince_spec *out) {
    int64_t self = (int64_t)(intptr_t)o;
    o->self = (lince_param){.name = "object", .min = self, .max = self, .otherwise = self};
    if (!o->methods.items.count || !make_rows(o)) return false;
    *out = (lince_spec){.abi = LINCE_SPEC_ABI,
                        .name = "sequential-run",
                        .methods = o->rows.at,
                        .method_count = o->rows.count,
                        .params = &o->self,
                        .param_count = 1};
    return true;
}

static const lince_spec *make_spec(lcd_golden_object *o) {
    if (o->made) return &o->spec;
    if (!lcd_golden_describe(o, &o->spec) || !make_states(o)) return NULL;
    o->spec.summary = "the results of the operations one after another";
    o->spec.init = init;
    o->spec.next = next;
    o->spec.print = print;
    o->made = true;
    return &o->spec;
}

lince_status lcd_golden_specify(lcd_golden *g, lince_specs *set, lince_error *error) {
    lince_status status = LINCE_DONE;
    for (uint32_t i = 0; status == LINCE_DONE && i < g->objects.count; i++) {
        lcd_golden_object *o = g->objects.at[i];
        const lince_spec *spec = make_spec(o);
        status = spec ? lince_specs_add_own(set, *o->name ? o->name : NULL, spec, error) : LINCE_OUT_OF_MEMORY;
    }
    return status;
}

/* ---- adding histories ---- */

static void free_object(lcd_golden_object *o) {
    for (uint32_t i = 0; i < o->row_names.count; i++) free(o->row_names.at[i]);
    lc_vec_free(NULL, &o->row_names);
    lc_vec_free(NULL, &o->rows);
    lc_vec_free(NULL, &o->nodes);
    lc_intern_free(&o->methods);
    lc_intern_free(&o->states);
    lc_intern_free(&o->questions);
    lc_vec_free(NULL, &o->fates);
    free(o->name);
    free(o);
}

static lcd_golden_object *find_object(lcd_golden *g, lc_span name) {
    for (uint32_t i = 0; i < g->objects.count; i++) {
        const char *known = g->objects.at[i]->name;
        if (strlen(known) == name.length && !memcmp(known, name.at, name.length)) return g->objects.at[i];
    }
    lcd_golden_object *o = calloc(1, sizeof *o);
    if (!o) return NULL;
    o->golden = g;
    lc_intern_init(&o->methods, NULL);
    lc_intern_init(&o->states, NULL);
    lc_intern_init(&o->questions, NULL);
    o->name = strndup(name.at, name.length);
    if (!o->name || !lc_push(NULL, &o->nodes, (lcd_golden_node){.child = LCD_GOLDEN_NONE}) ||
        !lc_push(NULL, &g->objects, o)) {
        free_object(o);
        return NULL;
    }
    return o;
}

/* The node behind `from` by this edge, new or old; LCD_GOLDEN_ROOT: out of memory. */
static uint32_t follow(lcd_golden_object *o, uint32_t from, const lcd_golden_edge *e) {
    for (uint32_t c = o->nodes.at[from].child; c != LCD_GOLDEN_NONE; c = o->nodes.at[c].sibling)
        if (!by_label(&o->nodes.at[c].in, e)) return c;
    uint32_t new = o->nodes.count;
    if (!lc_push(NULL, &o->nodes, (lcd_golden_node){.in = *e, .parent = from, .sibling = o->nodes.at[from].child}))
        return LCD_GOLDEN_ROOT;
    o->nodes.at[from].child = new;
    return new;
}

/* Each operation ends before the next is called, except for the last, which need not end. */
static bool is_serial(const lince_history *h) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < h->events.count; i++) {
        lc_event_kind what = lc_event_what(h->events.at[i]);
        if (what == LC_INVOKE && open++) return false;
        if (what == LC_RETURN || what == LC_FAIL) open--; /* a crashed operation goes on, as far as the history shows */
    }
    return true;
}

/* Goes one operation further in its object's trie; where it is in each of them is kept in `at`. */
static bool add_op(lcd_golden *g, const lince_history *h, const lc_op *op, uint32_t *at) {
    lcd_golden_object *o = find_object(g, lc_object_name(h, op));
    if (!o) return false;
    lc_span method = lc_method_name(h, op);
    o->made = false;
    lcd_golden_edge e = {.row = lc_intern_add(&o->methods, method.at, method.length)};
    if (e.row == LC_NOT_INTERNED) return false;
    if (lc_op_outcome(h, op) != LC_RETURN) return true;
    e.args = lc_value_copy(&g->values, &h->values, op->args);
    e.results = lc_value_copy(&g->values, &h->values, op->results);
    if (e.args == LINCE_NO_VALUE || e.results == LINCE_NO_VALUE) return false;
    size_t args, results;
    lc_payload_items(&g->values, &e.args, &args);
    lc_payload_items(&g->values, &e.results, &results);
    if (args > LINCE_ARGS_MAX || results > LINCE_RESULTS_MAX) return false;
    uint32_t number = 0;
    while (g->objects.at[number] != o) number++;
    at[number] = follow(o, at[number], &e);
    return at[number] != LCD_GOLDEN_ROOT;
}

bool lcd_golden_add(lcd_golden *g, const lince_history *h) {
    if (!is_serial(h)) return false;
    uint32_t *at = calloc(g->objects.count + h->ops.count + (size_t)1, sizeof *at); /* room for objects yet to come */
    bool fine = at;
    for (uint32_t i = 0; fine && i < h->ops.count; i++)
        if (lc_op_outcome(h, &h->ops.at[i]) != LC_FAIL) fine = add_op(g, h, &h->ops.at[i], at);
    free(at);
    return fine;
}

bool lcd_golden_know(lcd_golden *g, const char *name) {
    const char *dot = strrchr(name, '.'), *method = dot ? dot + 1 : name;
    lcd_golden_object *o = find_object(g, (lc_span){name, dot ? (size_t)(dot - name) : 0});
    if (!o) return false;
    o->made = false;
    return lc_intern_add(&o->methods, method, strlen(method)) != LC_NOT_INTERNED;
}

size_t lcd_golden_size(const lcd_golden *g) {
    size_t size = 0;
    for (uint32_t i = 0; i < g->objects.count; i++) size += g->objects.at[i]->nodes.count;
    return size;
}

static bool wavers_at(const lcd_golden_object *o, uint32_t node) {
    for (uint32_t a = o->nodes.at[node].child; a != LCD_GOLDEN_NONE; a = o->nodes.at[a].sibling)
        for (uint32_t b = o->nodes.at[a].sibling; b != LCD_GOLDEN_NONE; b = o->nodes.at[b].sibling) {
            const lcd_golden_edge *x = &o->nodes.at[a].in, *y = &o->nodes.at[b].in;
            if (x->row == y->row && x->args == y->args) return true;
        }
    return false;
}

bool lcd_golden_wavers(const lcd_golden *g) {
    for (uint32_t i = 0; i < g->objects.count; i++)
        for (uint32_t n = 0; n < g->objects.at[i]->nodes.count; n++)
            if (wavers_at(g->objects.at[i], n)) return true;
    return false;
}

lcd_golden *lcd_golden_new(void) {
    lcd_golden *g = calloc(1, sizeof *g);
    if (g) lc_values_init(&g->values, NULL, NULL);
    return g;
}

void lcd_golden_free(lcd_golden *g) {
    if (!g) return;
    for (uint32_t i = 0; i < g->objects.count; i++) free_object(g->objects.at[i]);
    lc_vec_free(NULL, &g->objects);
    lc_vec_free(NULL, &g->open);
    lc_values_destroy(&g->values);
    free(g);
}
