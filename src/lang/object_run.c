/* Statements of objects. */
#include <assert.h>
#include <inttypes.h>

#include "lang/object_parts.h"

enum { MOST_ROUNDS = 1000000 };

static void run_block(lcm_turn *r, const lcm_statement *s) {
    for (uint32_t i = 0; i < s->count && !r->over; i++) lcm_turn_statement(r, s->body[i]);
}

/* A variable of an object that has a range stays in it, and sequences stay sequences. */
static void check_field(lcm_turn *r, const lcm_statement *s, const lcm_object_field *f, lcm_datum d) {
    int64_t n;
    lcm_datum sequence;
    if (f->sequence && !s->target->count) {
        if (!lcm_turn_sequence(r, d, &sequence)) lcm_turn_fail(r, s->place, "%s is a sequence", f->name);
    } else if (f->cells && !s->target->count) {
        if (!lcm_turn_sequence(r, d, &sequence) || sequence.count != f->cells)
            lcm_turn_fail(r, s->place, "%s is an array of %" PRIu32 ": assign an element, or a list of as many",
                          f->name, f->cells);
    } else if (f->ranged && !f->sequence) {
        if (d.one == LINCE_NO_VALUE || !lince_get_int(r->step->values, d.one, &n))
            lcm_turn_fail(r, s->place, "%s is a number from %" PRId32 " to %" PRId32, f->name, f->low, f->high);
        else if (n < f->low || n > f->high)
            lcm_turn_fail(r, s->place, "%s leaves its range {%" PRId32 "..%" PRId32 "}: it would be %" PRId64, f->name,
                          f->low, f->high, n);
    }
}

/* The value kept in a variable: sequences and arrays as such, all else as one value. */
static lcm_datum as_kept(lcm_turn *r, bool many, lcm_datum d) {
    lcm_datum kept = d;
    if (many) lcm_turn_sequence(r, d, &kept);
    else kept = (lcm_datum){lcm_turn_one(r, d), 0, NULL};
    return kept;
}

static void assign(lcm_turn *r, const lcm_statement *s) {
    const lcm_expr *t = s->target;
    lcm_datum d = lcm_turn_expr(r, s->value);
    if (r->over) return;
    assert(t->kind == LCM_E_FIELD || t->kind == LCM_E_LOCAL);
    const lcm_object_field *f = t->kind == LCM_E_FIELD ? &r->spec->object->fields[t->index] : NULL;
    lcm_datum *to = f ? &r->fields[t->index] : &r->locals[t->index];
    if (f) check_field(r, s, f, d);
    if (t->count && !r->over) {
        lcm_datum old;
        uint32_t index;
        if (!lcm_turn_sequence(r, *to, &old))
            lcm_turn_fail(r, t->place, "%s is neither an array nor a sequence", t->name ? t->name : "this");
        else if (lcm_turn_index(r, t->of[0], old.count, t->name ? t->name : "it", &index))
            d = lcm_turn_replaced(r, old, index, lcm_turn_one(r, d));
    } else if (f && !r->over) d = as_kept(r, f->sequence || f->cells, d);
    if (!r->over) *to = d;
}

static void declare(lcm_turn *r, const lcm_statement *s) {
    lcm_datum d = {lince_int(r->step->values, 0), 0, NULL};
    if (s->value) d = lcm_turn_expr(r, s->value);
    if (r->over) return;
    if (s->length) { /* an array: all cells alike, unless it is given a list */
        lcm_datum cells;
        if (!lcm_turn_sequence(r, d, &cells)) {
            lince_value *items = lcm_turn_room(r, s->length);
            for (uint32_t i = 0; items && i < s->length; i++) items[i] = d.one;
            d = (lcm_datum){LINCE_NO_VALUE, s->length, items};
        }
    }
    if (!r->over) r->locals[s->index] = d;
}

static void loop(lcm_turn *r, const lcm_statement *s) {
    while (lcm_turn_truth(r, s->condition) && !r->over) {
        if (++r->rounds > MOST_ROUNDS)
            lcm_turn_fail(r, s->place, "this loop does not end: it went round %d times", MOST_ROUNDS);
        lcm_turn_statement(r, s->body[0]);
    }
}

static void give_results(lcm_turn *r, const lcm_statement *s) {
    lince_results results = {{LINCE_NO_VALUE}};
    assert(s->count <= LINCE_RESULTS_MAX);
    for (uint32_t i = 0; i < s->count && !r->over; i++) {
        lcm_datum d = lcm_turn_expr(r, s->results[i]);
        if (!r->over) results.at[i] = lcm_turn_one(r, d);
    }
    if (r->over) return;
    r->results[r->together ? s->index : 0] = results;
    r->over = !r->together;
}

/* The way that this run goes; UINT32_MAX: there is none. */
static uint32_t choose(lcm_turn *r, const lcm_statement *s, uint32_t ways) {
    if (r->any_count == LCM_ANY_MAX) {
        lcm_turn_fail(r, s->place, "one step has more than %d choices of `any`", LCM_ANY_MAX);
        return UINT32_MAX;
    }
    if (!ways) {
        r->enabled = false;
        r->over = true;
        return UINT32_MAX;
    }
    r->choices[r->any_count] = ways;
    assert(r->choice[r->any_count] < ways);
    return r->choice[r->any_count++];
}

static void any_of(lcm_turn *r, const lcm_statement *s) {
    lcm_datum all = lcm_turn_expr(r, s->value), sequence;
    if (r->over) return;
    if (!lcm_turn_sequence(r, all, &sequence)) {
        lcm_turn_fail(r, s->place, "`any` is followed by a sequence, or by a range {0..3}");
        return;
    }
    uint32_t way = choose(r, s, sequence.count);
    if (way == UINT32_MAX) return;
    /* Of equal ones only the first. */
    for (uint32_t i = 0; i < way; i++)
        if (sequence.items[i] == sequence.items[way]) {
            r->enabled = false;
            r->over = true;
            return;
        }
    r->locals[s->index] = (lcm_datum){sequence.items[way], 0, NULL};
}

static void any(lcm_turn *r, const lcm_statement *s) {
    enum { MOST_WAYS = 1 << 20 };
    int64_t low, high;
    if (s->value) {
        any_of(r, s);
        return;
    }
    if (!lcm_turn_number(r, s->low, &low) || !lcm_turn_number(r, s->high, &high)) return;
    if (high >= low && (uint64_t)high - (uint64_t)low >= MOST_WAYS) {
        lcm_turn_fail(r, s->place, "`any` has too many values to choose from: %" PRId64 " to %" PRId64, low, high);
        return;
    }
    uint32_t way = choose(r, s, high < low ? 0 : (uint32_t)(high - low) + 1);
    if (way == UINT32_MAX) return;
    lince_value v = lince_int(r->step->values, low + way);
    if (v == LINCE_NO_VALUE) lcm_turn_out_of_memory(r);
    else r->locals[s->index] = (lcm_datum){v, 0, NULL};
}

void lcm_turn_statement(lcm_turn *r, const lcm_statement *s) {
    if (!s || r->over) return;
    switch (s->kind) {
    case LCM_S_BLOCK: run_block(r, s); break;
    case LCM_S_LOCAL: declare(r, s); break;
    case LCM_S_ASSIGN: assign(r, s); break;
    case LCM_S_IF: lcm_turn_statement(r, s->body[lcm_turn_truth(r, s->condition) ? 0 : 1]); break;
    case LCM_S_WHILE: loop(r, s); break;
    case LCM_S_RETURN: give_results(r, s); break;
    case LCM_S_ANY: any(r, s); break;
    case LCM_S_REQUIRE:
        if (lcm_turn_truth(r, s->condition) || r->over) break;
        r->enabled = false;
        r->over = true;
        break;
    case LCM_S_CALL:
    case LCM_S_MAKE: break; /* of collections, which belong to the model */
    }
}
