#include "instead.h"

#include <string.h>

bool oracle_next_alternative(const char **text, value *v) {
    if (!**text) return false;
    const char *comma = strstr(*text, ", "), *either = strstr(*text, " or ");
    size_t length = strlen(*text), skip = 0;
    if (comma && (size_t)(comma - *text) < length) length = (size_t)(comma - *text), skip = 2;
    if (either && (size_t)(either - *text) < length) length = (size_t)(either - *text), skip = 4;
    if (!oracle_read_value(*text, length, v)) return false;
    *text += length + skip;
    return true;
}

static bool is_about(const history *h, const op *o, const char *name, const char *key) {
    const char *its_name = h->objects[o->object].name ? h->objects[o->object].name : "";
    value its_key;
    if (name && strcmp(its_name, name) != 0) return false;
    return !key || (oracle_read_value(key, strlen(key), &its_key) && o->args[0] == its_key);
}

history oracle_blamed_prefix(const history *h, const lc_violation *v, bool sharper, int *number) {
    int length = v->has_prefix ? (int)v->prefix_events : h->event_count;
    unsigned happened = 0, open = 0;
    for (int i = 0; i < h->op_count; i++) {
        const op *o = &h->ops[i];
        bool over = oracle_failed(h, o) && o->end < length && !sharper;
        if (o->call < length && !over && (sharper || is_about(h, o, v->object, v->key))) happened |= 1u << i;
        if (o->end >= length) open |= 1u << i;
    }
    return oracle_part(h, happened, open, number);
}

/* A list that names a few of many, or pairs of results, is judged by the values that can be read. */
static bool is_whole_list(const char *instead) { return !strstr(instead, " others") && !strstr(instead, " and "); }

static bool is_listed(const char *instead, value wanted) {
    value v;
    while (oracle_next_alternative(&instead, &v))
        if (v == wanted) return true;
    return false;
}

static const char *list_fault(const history *part, int number, const char *instead, oracle_criterion *holds,
                              const void *context) {
    static const value candidates[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, NIL, TRUE, FALSE, EMPTY, NONE, CLOSED, STRING};
    static char fault[200];
    history changed = *part;
    value v;
    if (!oracle_returned(part, &part->ops[number])) return "an alternative for an operation without result";
    for (const char *rest = instead; oracle_next_alternative(&rest, &v);) {
        changed.ops[number].result = v;
        if (holds(&changed, context)) continue;
        snprintf(fault, sizeof fault, "not all of the alternatives `%s` for operation %d would help", instead,
                 number + 1);
        return fault;
    }
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates && is_whole_list(instead); i++) {
        changed.ops[number].result = candidates[i];
        if (is_listed(instead, candidates[i]) || !holds(&changed, context)) continue;
        snprintf(fault, sizeof fault, "`%s` for operation %d are not all alternatives that would help", instead,
                 number + 1);
        return fault;
    }
    return NULL;
}

/* May another object fail at the same event?  A failure there takes effect at the next return, of whichever object. */
static bool others_may_fail(const history *h, const lc_violation *v) {
    bool some = false;
    for (int i = 0; i < h->op_count; i++)
        some |= oracle_failed(h, &h->ops[i]) && v->object && !is_about(h, &h->ops[i], v->object, NULL);
    return some;
}

const char *oracle_instead_fault(const history *h, const lc_violation *v, oracle_criterion *holds, const void *context,
                                 bool sharper) {
    int number[MOST_OPS], place[MOST_OPS];
    history conflict, prefix = oracle_blamed_prefix(h, v, sharper, place);
    if (!oracle_conflict(h, v, &conflict, number)) return "the conflict is not of this history";
    if (sharper && others_may_fail(h, v)) return NULL; /* then no result makes the prefix correct */
    const char *fault = NULL;
    for (uint32_t i = 0; i < v->conflict.count && !fault; i++) {
        const lc_conflict_op *o = &v->conflict.at[i];
        if (!o->instead) continue;
        if (o->failed || o->pending) return "an alternative for an operation that did not return";
        fault = v->apart ? list_fault(&conflict, number[o->op], o->instead, holds, context)
                         : list_fault(&prefix, place[o->op], o->instead, holds, context);
    }
    return fault;
}
