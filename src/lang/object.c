/* An object's table, its states, and its steps.
 *
 * A state is the variables one behind the other, as value handles: one value, or as many as an array has cells, or for
 * a sequence the number of elements and the elements.  So equal states have equal bytes.
 *
 * The callbacks find the object through a parameter that no other code can set: it is the address of the
 * lcm_object_spec.
 *
 * A body that comes across `any` has several outcomes.  It is run once for each way through, by a script of choices
 * that is counted up like an odometer: bodies are short, and nothing else has to be remembered.
 */
#include "lang/object.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "lang/lang.h"
#include "lang/object_parts.h"

static lcm_object_spec *self(const lince_step *step) { return (lcm_object_spec *)(intptr_t)step->params[0]; }

/* ---- states ---- */

static const lince_value *read_field(const lcm_object_field *f, const lince_value *at, lcm_datum *out) {
    if (!f->sequence && !f->cells) {
        *out = (lcm_datum){*at, 0, NULL};
        return at + 1;
    }
    uint32_t count = f->sequence ? *at++ : f->cells;
    *out = (lcm_datum){LINCE_NO_VALUE, count, at};
    return at + count;
}

static void read_state(const lcm_object *o, const void *state, lcm_datum *fields) {
    const lince_value *at = state;
    for (uint32_t i = 0; i < o->field_count; i++) at = read_field(&o->fields[i], at, &fields[i]);
}

static void emit(lince_step *step, const lcm_object *o, const lcm_datum *fields, const lince_results *results) {
    size_t count = 0;
    for (uint32_t i = 0; i < o->field_count; i++)
        count += fields[i].one != LINCE_NO_VALUE ? 1 : fields[i].count + (size_t)o->fields[i].sequence;
    lince_value *state = lince_scratch(step, count * sizeof *state), *to = state;
    for (uint32_t i = 0; i < o->field_count; i++) {
        if (fields[i].one != LINCE_NO_VALUE) {
            *to++ = fields[i].one;
            continue;
        }
        if (o->fields[i].sequence) *to++ = fields[i].count;
        if (fields[i].count) memcpy(to, fields[i].items, fields[i].count * sizeof *to);
        to += fields[i].count;
    }
    lince_emit(step, state, count * sizeof *state, results);
}

void lcm_object_rename(const lcm_object *o, const lince_value *state, lince_value *to, lcm_rename *renamed,
                       void *context) {
    for (uint32_t i = 0; i < o->field_count; i++) {
        const lcm_object_field *f = &o->fields[i];
        uint32_t count = f->sequence ? *state : f->cells ? f->cells : 1;
        if (f->sequence) *to++ = *state++;
        for (uint32_t k = 0; k < count; k++) *to++ = renamed(context, i, *state++);
    }
}

/* ---- the initial state ---- */

static bool in_range(const lcm_turn *r, const lcm_object_field *f, lince_value v) {
    int64_t n;
    return !f->ranged || f->sequence || (lince_get_int(r->step->values, v, &n) && n >= f->low && n <= f->high);
}

/* Arrays are given a list, or one value for all their cells. */
static lcm_datum initial(lcm_turn *r, const lcm_object_field *f) {
    bool zero_fits = !f->ranged || (f->low <= 0 && f->high >= 0);
    lcm_datum d = {lince_int(r->step->values, zero_fits ? 0 : f->low), 0, NULL}, many;
    if (f->initial) d = lcm_turn_expr(r, f->initial);
    if (r->over) return d;
    if (!f->sequence && !f->cells) {
        lince_value v = lcm_turn_one(r, d);
        if (!r->over && !in_range(r, f, v))
            lcm_turn_fail(r, f->place, "the first value of %s is not in its range", f->name);
        return (lcm_datum){v, 0, NULL};
    }
    if (f->sequence && !f->initial) return (lcm_datum){LINCE_NO_VALUE, 0, NULL};
    if (!lcm_turn_sequence(r, d, &many)) {
        if (f->sequence) lcm_turn_fail(r, f->place, "%s is a sequence: begin with one, such as [1, 2]", f->name);
        lince_value *items = r->over ? NULL : lcm_turn_room(r, f->cells);
        for (uint32_t i = 0; items && i < f->cells; i++) items[i] = d.one;
        many = (lcm_datum){LINCE_NO_VALUE, f->cells, items};
    }
    if (f->cells && !f->sequence && many.count != f->cells)
        lcm_turn_fail(r, f->place, "%s has %u cells, but %u first values", f->name, f->cells, many.count);
    for (uint32_t i = 0; !r->over && i < many.count; i++)
        if (!in_range(r, f, many.items[i]))
            lcm_turn_fail(r, f->place, "a first value of %s is not in its range", f->name);
    return many;
}

static void init(lince_step *step) {
    lcm_object_spec *s = self(step);
    lc_arena arena;
    lc_arena_init(&arena, NULL);
    lcm_datum *fields = lc_arena_take(&arena, (s->object->field_count + 1) * sizeof *fields);
    lcm_turn r = {.spec = s, .step = step, .arena = &arena, .fields = fields};
    if (!fields) lcm_turn_out_of_memory(&r);
    for (uint32_t i = 0; i < s->object->field_count && !r.over; i++) fields[i] = initial(&r, &s->object->fields[i]);
    if (!r.over) emit(step, s->object, fields, NULL);
    lc_arena_free(&arena);
}

/* ---- steps ---- */

/* A body, and its participants: calls[member[i]] is the i-th of those written. */
typedef struct body {
    const lcm_statement *statement;
    uint32_t local_count, participants;
    const uint32_t *first_local; /* NULL: 0 */
    const uint32_t *member;
} body;

static void fill_in_locals(const lince_step *step, const body *b, lcm_datum *locals) {
    lince_value zero = lince_int(step->values, 0);
    for (uint32_t i = 0; i < b->local_count; i++) locals[i] = (lcm_datum){zero, 0, NULL};
    for (uint32_t p = 0; p < b->participants; p++) {
        const lince_call *call = &step->calls[b->member[p]];
        uint32_t first = b->first_local ? b->first_local[p] : 0;
        for (uint32_t i = 0; i < call->argc; i++) locals[first + i] = (lcm_datum){call->args[i], 0, NULL};
    }
}

/* Counts the script up; false: all ways were gone. */
static bool next_way(lcm_turn *r) {
    while (r->any_count) {
        uint32_t last = r->any_count - 1;
        if (++r->choice[last] < r->choices[last]) return true;
        r->choice[last] = 0;
        r->any_count--;
    }
    return false;
}

static void emit_outcome(const lcm_turn *r, const body *b) {
    lince_results results[LC_ARITY_MAX];
    for (uint32_t p = 0; p < b->participants; p++) results[b->member[p]] = r->results[p];
    emit(r->step, r->spec->object, r->fields, results);
}

static void run_body(lince_step *step, const body *b) {
    lcm_object_spec *s = self(step);
    lc_arena arena;
    lc_arena_init(&arena, NULL);
    lince_results results[LC_ARITY_MAX];
    lcm_turn r = {.spec = s, .step = step, .arena = &arena, .results = results, .together = b->first_local};
    bool more = true;
    while (more) {
        lc_arena_clear(&arena);
        r.fields = lc_arena_take(&arena, (s->object->field_count + 1) * sizeof *r.fields);
        r.locals = lc_arena_take(&arena, ((size_t)b->local_count + 1) * sizeof *r.locals);
        r.over = false;
        r.enabled = true;
        r.any_count = r.rounds = 0;
        r.taken = 0;
        memset(results, 0, b->participants * sizeof *results);
        if (!r.fields || !r.locals) lcm_turn_out_of_memory(&r);
        else {
            read_state(s->object, step->state, r.fields);
            fill_in_locals(step, b, r.locals);
            lcm_turn_statement(&r, b->statement);
        }
        if (r.enabled && !r.failed) emit_outcome(&r, b);
        more = !r.failed && next_way(&r);
    }
    lc_arena_free(&arena);
}

/* Operations of one method have no order, so every way to give them the places written is tried. */
static void take_places(lince_step *step, const lcm_together *t, uint32_t *member, uint32_t place, uint64_t *taken) {
    if (place == t->count) {
        run_body(step, &(body){t->body, t->local_count, t->count, t->first_local, member});
        return;
    }
    for (uint32_t i = 0; i < step->count; i++) {
        if (*taken >> i & 1 || step->calls[i].method != t->operations[place]) continue;
        *taken |= (uint64_t)1 << i;
        member[place] = i;
        take_places(step, t, member, place + 1, taken);
        *taken &= ~((uint64_t)1 << i);
    }
}

static void next(lince_step *step) {
    const lcm_object *o = self(step)->object;
    if (step->count == 1 && o->operations[step->calls->method].body) {
        const lcm_operation *op = &o->operations[step->calls->method];
        static const uint32_t only;
        run_body(step, &(body){op->body, op->local_count, 1, NULL, &only});
    }
    for (uint32_t i = 0; i < o->together_count; i++) {
        uint32_t member[LINCE_ORDERED_MAX];
        uint64_t taken = 0;
        if (o->together[i].count == step->count) take_places(step, &o->together[i], member, 0, &taken);
    }
}

/* Those that are there, and more: is there a step for them? */
static bool joins(const lince_step *step) {
    const lcm_object *o = self(step)->object;
    for (uint32_t i = 0; i < o->together_count; i++) {
        const lcm_together *t = &o->together[i];
        uint64_t taken = 0;
        uint32_t placed = 0;
        for (uint32_t k = 0; k < step->count; k++)
            for (uint32_t p = 0; p < t->count; p++) {
                if (taken >> p & 1 || t->operations[p] != step->calls[k].method) continue;
                taken |= (uint64_t)1 << p;
                placed++;
                break;
            }
        if (placed == step->count) return true;
    }
    return step->count == 1;
}

/* ---- text ---- */

static void print_items(lince_text *out, const lince_step *step, lcm_datum d) {
    if (d.one != LINCE_NO_VALUE) {
        lince_print_value(out, step->values, d.one);
        return;
    }
    lince_print(out, "[");
    for (uint32_t i = 0; i < d.count; i++) {
        if (i) lince_print(out, ", ");
        lince_print_value(out, step->values, d.items[i]);
    }
    lince_print(out, "]");
}

/* `{q: [1, 2], n: 0}`, and a single field without its name. */
static void print(lince_step *step, lince_text *out) {
    const lcm_object *o = self(step)->object;
    const lince_value *at = step->state;
    if (o->field_count != 1) lince_print(out, "{");
    for (uint32_t i = 0; i < o->field_count; i++) {
        lcm_datum d;
        at = read_field(&o->fields[i], at, &d);
        if (o->field_count != 1) lince_print(out, "%s%s: ", i ? ", " : "", o->fields[i].name);
        print_items(out, step, d);
    }
    if (o->field_count != 1) lince_print(out, "}");
}

/* ---- the table ---- */

static void widen(uint32_t *least, uint32_t *most, uint32_t new_least, uint32_t new_most) {
    if (new_least < *least) *least = new_least;
    if (new_most > *most) *most = new_most;
}

static void fill_in_method(const lcm_object *o, uint32_t row, lince_method *m) {
    const lcm_operation *op = &o->operations[row];
    uint32_t least = UINT32_MAX, most = 0, a, b;
    if (op->body) {
        lcm_operation_results(op, &a, &b);
        widen(&least, &most, a, b);
    }
    for (uint32_t i = 0; i < o->together_count; i++)
        for (uint32_t p = 0; p < o->together[i].count; p++) {
            if (o->together[i].operations[p] != row) continue;
            lcm_together_results(&o->together[i], p, &a, &b);
            widen(&least, &most, a, b);
        }
    if (least > most) least = most;
    uint8_t args = (uint8_t)(op->param_count < UINT8_MAX ? op->param_count : UINT8_MAX);
    *m = (lince_method){.name = op->name,
                        .args_min = args,
                        .args_max = args,
                        .results_min = (uint8_t)(least < UINT8_MAX ? least : UINT8_MAX),
                        .results_max = (uint8_t)(most < UINT8_MAX ? most : UINT8_MAX),
                        .role = op->role,
                        .end = op->end,
                        .pure = !o->is && !o->together_count && !lcm_statement_assigns_fields(op->body)};
}

/* Operations that take effect together have places for at most LINCE_ORDERED_MAX, as all orders are tried. */
static lince_status check_together(const lcm_model *m, const lcm_object *o, lince_error *error) {
    for (uint32_t i = 0; i < o->together_count; i++)
        if (o->together[i].count > LINCE_ORDERED_MAX || o->together[i].count < 1)
            return lc_fail_at(error, m->file, o->together[i].place.line,
                              "%u operations take effect together here; there may be up to %d", o->together[i].count,
                              LINCE_ORDERED_MAX);
    for (uint32_t i = 0; i < o->operation_count; i++) {
        bool takes_part = o->operations[i].body;
        for (uint32_t k = 0; k < o->together_count; k++)
            for (uint32_t p = 0; p < o->together[k].count; p++) takes_part |= o->together[k].operations[p] == i;
        if (!takes_part)
            return lc_fail_at(
                error, m->file, o->operations[i].place.line,
                "%s has no effect: give it a body, or let it take effect `together` with other operations",
                o->operations[i].name);
    }
    return LINCE_DONE;
}

/* The length of a sequence is no value. */
static bool has_sequence(const lcm_object *o) {
    for (uint32_t i = 0; i < o->field_count; i++)
        if (o->fields[i].sequence) return true;
    return false;
}

static void fill_in_table(lcm_object_spec *s) {
    const lcm_object *o = s->object;
    uint32_t least = UINT32_MAX, most = 0;
    for (uint32_t i = 0; i < o->operation_count; i++) {
        fill_in_method(o, i, &s->methods[i]);
        if (o->operations[i].body) widen(&least, &most, 1, 1);
    }
    for (uint32_t i = 0; i < o->together_count; i++) widen(&least, &most, o->together[i].count, o->together[i].count);
    lcm_object_summary(&s->summary, o, s->methods);
    s->table = (lince_spec){.abi = LINCE_SPEC_ABI,
                            .name = o->name,
                            .summary = lc_text(&s->summary),
                            .methods = s->methods,
                            .method_count = o->operation_count,
                            .traits = (most > 1 && !o->field_count ? LINCE_STATELESS : 0) |
                                      (has_sequence(o) ? 0 : LINCE_STATES_ARE_VALUES),
                            .is = o->is,
                            .size = o->size,
                            .arity_min = most > 1 ? least : 0,
                            .arity_max = most > 1 ? most : 0,
                            .init = init,
                            .next = next,
                            .print = print,
                            .joins = most > 1 ? joins : NULL};
}

static bool failed(const void *made, lince_error *error) {
    lcm_object_spec *s = (lcm_object_spec *)(uintptr_t)made;
    pthread_mutex_lock(&s->lock);
    bool it_did = s->failed;
    if (it_did && error) *error = s->failure;
    pthread_mutex_unlock(&s->lock);
    return it_did;
}

static void spec_free(void *made) {
    lcm_object_spec *s = made;
    pthread_mutex_destroy(&s->lock);
    if (s->own) lcm_model_free(s->own);
    free(s->own);
    free(s->methods);
    lc_text_free(&s->summary);
    free(s);
}

static const lc_made kind = {.free = spec_free, .failed = failed};

lince_status lcm_object_instance(lc_instance *instance, const lcm_model *model, const lcm_object *object,
                                 lince_error *error) {
    *instance = (lc_instance){0};
    lince_status status = check_together(model, object, error);
    if (status != LINCE_DONE) return status;
    lcm_object_spec *s = calloc(1, sizeof *s);
    if (!s) return LINCE_OUT_OF_MEMORY;
    s->model = model;
    s->object = object;
    s->methods = calloc(object->operation_count + 1, sizeof *s->methods);
    pthread_mutex_init(&s->lock, NULL);
    if (!s->methods) status = LINCE_OUT_OF_MEMORY;
    lince_error inner = {0};
    if (status == LINCE_DONE) {
        fill_in_table(s);
        status = lc_spec_validate(&s->table, &inner);
    }
    if (status == LINCE_BAD_INPUT) lc_fail_at(error, model->file, object->place.line, "%s", inner.message);
    if (status == LINCE_DONE && !(instance->name = strdup(object->name))) status = LINCE_OUT_OF_MEMORY;
    if (status != LINCE_DONE) {
        spec_free(s);
        return status;
    }
    instance->spec = &s->table;
    instance->params[0] = (intptr_t)s;
    instance->made = s;
    instance->kind = &kind;
    status = lc_instance_declare(instance, false, &inner);
    if (status == LINCE_BAD_INPUT) {
        bool placed = inner.file[0];
        lc_fail_at(error, placed ? inner.file : model->file, placed ? inner.line : object->place.line, "%s",
                   inner.message);
    }
    if (status != LINCE_DONE) lc_instance_free(instance);
    return status;
}

const lcm_object *lcm_object_of(const lc_instance *instance) {
    return instance->kind == &kind ? ((const lcm_object_spec *)instance->made)->object : NULL;
}
