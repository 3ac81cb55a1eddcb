#include "check/bounded_width/moves.h"

#include <assert.h>

#include "base/order.h"

void lc_moves_init(lc_moves *m, lc_budget *budget) {
    *m = (lc_moves){.budget = budget};
    lc_map64_init(&m->number_of, budget);
}

void lc_moves_free(lc_moves *m) {
    lc_vec_free(m->budget, &m->list);
    lc_vec_free(m->budget, &m->events);
    lc_vec_free(m->budget, &m->values);
    lc_vec_free(m->budget, &m->adders);
    lc_vec_free(m->budget, &m->removers);
    lc_map64_free(&m->number_of);
}

/* The move of an operation that was called.  Numbers of operations ascend, and an operation that returns was mostly
 * called a short while ago. */
static uint32_t find(const lc_moves *m, uint32_t op) {
    uint32_t low = lc_gallop_back(&m->list.at->op, sizeof *m->list.at, m->list.count, op);
    assert(low < m->list.count && m->list.at[low].op == op);
    return low;
}

static bool read_events(lc_moves *m, const lc_part *part) {
    m->list.count = m->events.count = 0;
    for (uint32_t i = 0; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]), move = m->list.count;
        if (lc_event_what(part->events[i]) == LC_INVOKE) {
            if (!lc_push(m->budget, &m->list, (lc_move){.op = op, .call = i, .end = LC_NEVER})) return false;
        } else {
            move = find(m, op);
            m->list.at[move].end = i;
        }
        if (!lc_push(m->budget, &m->events, move)) return false;
    }
    return true;
}

static bool number(lc_moves *m, lince_value v, uint32_t *out) {
    *out = lc_map64_get(&m->number_of, v);
    if (*out != LC_NOT_MAPPED) return true;
    *out = m->values.count;
    lc_map64_put(&m->number_of, v, *out);
    return lc_push(m->budget, &m->values, (lc_moved){0});
}

/* A result that an operation returned later, or elsewhere, does not count if its return is not in the part. */
static bool read_adding(lc_moves *m, lc_move *move, const lc_meaning *meaning) {
    if (meaning->last == LINCE_EMPTY || meaning->last == LINCE_NO_VALUE) return false; /* it has no step */
    if (!lc_move_pends(move) && (!meaning->known || meaning->result != LINCE_NO_VALUE)) return false;
    move->kind = LC_ADDS;
    if (!number(m, meaning->last, &move->value)) return false;
    m->values.at[move->value].added++;
    m->values.at[move->value].pending += lc_move_pends(move);
    return true;
}

static bool read_removing(lc_moves *m, lc_move *move, const lc_meaning *meaning) {
    move->kind = LC_REMOVES;
    move->value = LC_ANY_VALUE;
    if (lc_move_pends(move)) return lc_push(m->budget, &m->removers, (uint32_t)(move - m->list.at));
    if (!meaning->known || meaning->result == LINCE_NO_VALUE) return false;
    if (meaning->result == LINCE_EMPTY) {
        move->kind = LC_FINDS_NONE;
        return true;
    }
    if (!number(m, meaning->result, &move->value)) return false;
    m->values.at[move->value].removed++;
    return true;
}

static bool list_adders(lc_moves *m) {
    uint32_t total = 0;
    for (uint32_t v = 0; v < m->values.count; v++) {
        m->values.at[v].adders = total;
        total += m->values.at[v].pending;
        m->values.at[v].pending = 0;
    }
    if (!lc_reserve(m->budget, &m->adders, total)) return false;
    for (uint32_t i = 0; i < m->list.count; i++) {
        const lc_move *move = &m->list.at[i];
        if (move->kind != LC_ADDS || !lc_move_pends(move)) continue;
        lc_moved *value = &m->values.at[move->value];
        m->adders.at[value->adders + value->pending++] = i;
    }
    m->adders.count = total;
    return true;
}

bool lc_moves_read(lc_moves *m, const lc_binding *b, const lc_part *part) {
    m->values.count = m->adders.count = m->removers.count = 0;
    lc_map64_clear(&m->number_of);
    if (!read_events(m, part)) return false;
    for (uint32_t i = 0; i < m->list.count; i++) {
        lc_meaning meaning;
        lc_mean(b, m->list.at[i].op, &meaning);
        bool fine = false;
        if (meaning.method->role == LINCE_ROLE_ADD) fine = read_adding(m, &m->list.at[i], &meaning);
        if (meaning.method->role == LINCE_ROLE_REMOVE) fine = read_removing(m, &m->list.at[i], &meaning);
        if (!fine) return false;
    }
    return list_adders(m) && !lc_exhausted(m->budget);
}
