/* A map.  The state is its keys, sorted, each followed by its value.  A key that was never put reads as the user's
 * initial value or nil; one that holds that value is still another state, because `del` distinguishes them. */
#include "spec/builtin/common.h"

#include <stdlib.h>

#include "spec/spec.h"

enum { GET, PUT, APPEND, DEL, CAS };
enum { PAIR = 2 };

typedef struct entry {
    size_t place; /* of the key, or where it belongs */
    bool present;
    lince_value v; /* the result of `get` */
} entry;

static entry find(const lince_step *step, lince_value key) {
    entry e = {.place = place_of(step, PAIR, &key, 1)};
    const lince_value *pair = e.place < item_count(step, PAIR) ? items(step) + e.place * PAIR : NULL;
    e.present = pair && pair[0] == key;
    if (e.present) e.v = pair[1];
    else e.v = step->init != LINCE_NO_VALUE ? step->init : LINCE_NIL;
    return e;
}

static void put(lince_step *step, const entry *e, lince_value key, lince_value v, lince_value result) {
    lince_value pair[PAIR] = {key, v};
    emit_spliced(step, PAIR, e->place, e->present, pair, 1, result);
}

/* LINCE_NO_VALUE: out of memory. */
static lince_value concatenation(lince_step *step, lince_value a, lince_value b) {
    size_t la, lb;
    const char *ta = lince_get_text(step->values, a, &la), *tb = lince_get_text(step->values, b, &lb);
    char *joined = malloc(la + lb + 1);
    if (!joined) return LINCE_NO_VALUE;
    if (la) memcpy(joined, ta, la);
    if (lb) memcpy(joined + la, tb, lb);
    lince_value v = lince_string(step->values, joined, la + lb);
    free(joined);
    return v;
}

/* Only strings can be appended, and only to strings; a key that is absent and has no initial string counts as "". */
static void append(lince_step *step, const entry *e, const lince_call *call) {
    lince_value more = call->args[1];
    if (lince_value_kind(step->values, more) != LINCE_STRING) return;
    bool to_string = lince_value_kind(step->values, e->v) == LINCE_STRING;
    if (!to_string && e->present) return;
    lince_value joined = to_string ? concatenation(step, e->v, more) : more;
    if (joined == LINCE_NO_VALUE) lc_step_out_of_memory(step);
    else put(step, e, call->args[0], joined, LINCE_NO_VALUE);
}

static void next(lince_step *step) {
    const lince_call *call = only_call(step);
    entry e = find(step, call->args[0]);
    switch (call->method) {
    case GET: emit_unchanged(step, e.v); break;
    case PUT: put(step, &e, call->args[0], call->args[1], LINCE_NO_VALUE); break;
    case APPEND: append(step, &e, call); break;
    case DEL:
        if (e.present) emit_removed(step, PAIR, e.place, LINCE_TRUE);
        else emit_unchanged(step, LINCE_FALSE);
        break;
    case CAS:
        if (e.v == call->args[1]) put(step, &e, call->args[0], call->args[2], LINCE_TRUE);
        else emit_unchanged(step, LINCE_FALSE);
        break;
    }
}

static void print(lince_step *step, lince_text *out) {
    lince_print(out, "{");
    for (size_t i = 0; i < item_count(step, PAIR); i++) {
        if (i) lince_print(out, ", ");
        lince_print_value(out, step->values, items(step)[i * PAIR]);
        lince_print(out, ": ");
        lince_print_value(out, step->values, items(step)[i * PAIR + 1]);
    }
    lince_print(out, "}");
}

static const lince_method methods[] = {
    [GET] = {.name = "get",
             .aliases = "read lookup load find",
             .role = LINCE_ROLE_GET,
             TAKES_AND_RETURNS(1, 1),
             .key = 1,
             .pure = true},
    [PUT] = {.name = "put", .aliases = "set write store", TAKES_AND_RETURNS(2, 0), .key = 1, .role = LINCE_ROLE_PUT},
    [APPEND] = {.name = "append", TAKES_AND_RETURNS(2, 0), .key = 1, .role = LINCE_ROLE_APPEND},
    [DEL] = {.name = "del",
             .aliases = "delete remove erase",
             .role = LINCE_ROLE_DELETE,
             TAKES_AND_RETURNS(1, 1),
             .key = 1,
             .pure_result = LINCE_FALSE},
    [CAS] = {.name = "cas",
             .aliases = "compare_and_set compare_and_swap compareAndSet compare-and-set",
             .role = LINCE_ROLE_CAS,
             TAKES_AND_RETURNS(3, 1),
             .key = 1,
             .pure_result = LINCE_FALSE,
             .ok_result = LINCE_TRUE},
};

const lince_spec lc_spec_map = {
    .abi = LINCE_SPEC_ABI,
    .name = "map",
    .summary = "get(k) → v or nil, put(k, v), append(k, v), del(k) → true or false, cas(k, old, new) → true or false",
    TABLE(methods),
    .traits = LINCE_HAS_INIT | LINCE_STATES_ARE_VALUES,
    .is = LINCE_IS_MAP,
    .init = init_no_items,
    .next = next,
    .print = print,
};
