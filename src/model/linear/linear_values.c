/* Values of objects and numbers of models, and runs of models as histories. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/linear/linear_parts.h"

/* ---- from results to numbers ---- */

static void note_symbol(lcm_linear *l, uint32_t row, lince_value symbol, int32_t number) {
    for (uint32_t i = 0; i < l->symbols.count; i++)
        if (l->symbols.at[i].row == row && l->symbols.at[i].symbol == symbol) return;
    (void)lc_push(l->budget, &l->symbols, (lcm_symbol_use){row, symbol, number});
}

/* true is 1 and false is 0; other symbols are constants of the model. */
static bool number_of_symbol(lcm_linear *l, uint32_t row, lince_value symbol, int32_t *out) {
    size_t length;
    const char *text = lince_get_text(l->values, symbol, &length);
    bool found = symbol == LINCE_TRUE || symbol == LINCE_FALSE;
    *out = symbol == LINCE_TRUE;
    for (uint32_t i = 0; i < l->model->constants.count && !found; i++) {
        const lcm_constant *c = &l->model->constants.at[i];
        found = strlen(c->name) == length && !memcmp(c->name, text, length);
        *out = c->number;
    }
    if (found) note_symbol(l, row, symbol, *out);
    else
        lcm_linear_fail(l,
                        "%s of %s may return %.*s here, which is no number in this model: add `#define %.*s -1;`, with "
                        "the number by which the process reports it",
                        l->instance->spec->methods[row].name, l->instance->name, (int)length, text, (int)length, text);
    return found;
}

bool lcm_linear_numbers(lcm_linear *l, uint32_t row, const lince_results *results, int32_t *numbers, uint32_t *count) {
    for (*count = 0; *count < LINCE_RESULTS_MAX && results->at[*count] != LINCE_NO_VALUE; ++*count) {
        lince_value v = results->at[*count];
        const char *name = l->instance->spec->methods[row].name;
        int64_t n;
        if (lince_value_kind(l->values, v) == LINCE_SYMBOL) {
            if (!number_of_symbol(l, row, v, &numbers[*count])) return false;
        } else if (!lince_get_int(l->values, v, &n)) {
            lcm_linear_fail(l, "%s of %s returns a list, which is no number in a model", name, l->instance->name);
            return false;
        } else if (n < INT32_MIN || n > INT32_MAX) {
            lcm_linear_fail(l, "%s of %s returns %" PRId64 ", which has no room in the 32 bits of a model's numbers",
                            name, l->instance->name, n);
            return false;
        } else numbers[*count] = (int32_t)n;
    }
    return true;
}

/* ---- and back ---- */

/* The symbol that this operation returns by this number, if it does; LINCE_NO_VALUE: none. */
static lince_value symbol_by(const lcm_linear *l, uint32_t row, int32_t number) {
    for (uint32_t i = 0; i < l->symbols.count; i++) {
        const lcm_symbol_use *u = &l->symbols.at[i];
        if (u->row != row) continue;
        if ((u->symbol == LINCE_TRUE || u->symbol == LINCE_FALSE) && (number == 0 || number == 1))
            return lince_bool(number);
        if (u->number == number) return u->symbol;
    }
    /* The value that a built-in one returns where there is nothing, though it never came to that. */
    lince_value usual = l->instance->spec->methods[row].pure_result;
    size_t length;
    const char *text = usual == LINCE_NO_VALUE ? NULL : lince_get_text(l->values, usual, &length);
    for (uint32_t i = 0; text && i < l->model->constants.count; i++) {
        const lcm_constant *c = &l->model->constants.at[i];
        if (c->number == number && strlen(c->name) == length && !memcmp(c->name, text, length)) return usual;
    }
    return LINCE_NO_VALUE;
}

/* Then it may be an element, and not a symbol. */
static bool is_argument_before(const lcm_linear *l, const lcm_path *path, uint32_t end, int32_t number) {
    for (uint32_t i = 0; i < end; i++) {
        lcm_event_meaning m = lcm_linear_meaning(l, path->moves.at[i].label);
        for (uint32_t k = 0; m.role == LCM_CALL && k < m.count; k++)
            if (m.numbers[k] == number) return true;
    }
    return false;
}

static lince_value value_of(const lcm_linear *l, const lcm_path *path, uint32_t at, const lcm_event_meaning *m,
                            uint32_t i, lince_history *h) {
    lince_values *values = lince_history_values(h);
    lince_value symbol = m->role == LCM_RESPONSE ? symbol_by(l, m->word->row, m->numbers[i]) : LINCE_NO_VALUE;
    bool truth = symbol == LINCE_TRUE || symbol == LINCE_FALSE;
    if (symbol == LINCE_NO_VALUE || (!truth && is_argument_before(l, path, at, m->numbers[i])))
        return lince_int(values, m->numbers[i]);
    size_t length;
    const char *text = lince_get_text(l->values, symbol, &length);
    return lince_symbol(values, text, length);
}

bool lcm_linear_is_event(const lcm_linear *l, lcm_label label) {
    lcm_event_meaning m = lcm_linear_meaning(l, label);
    return m.role == LCM_CALL || m.role == LCM_RESPONSE;
}

static bool add_event(const lcm_linear *l, const lcm_path *path, uint32_t at, lince_history *h) {
    lcm_event_meaning m = lcm_linear_meaning(l, path->moves.at[at].label);
    lince_value values[LCM_LABEL_MAX];
    char process[32];
    if (m.role != LCM_CALL && m.role != LCM_RESPONSE) return true;
    for (uint32_t i = 0; i < m.count; i++) values[i] = value_of(l, path, at, &m, i, h);
    snprintf(process, sizeof process, "P%" PRId32, m.process);
    const char *thread = m.word->with_process ? process : m.word->name;
    lince_status status = m.role == LCM_CALL
                              ? lince_invoke(h, thread, NULL, m.word->name, values, m.count, &(lince_error){.line = 0})
                              : lince_return(h, thread, values, m.count, &(lince_error){.line = 0});
    return status == LINCE_DONE;
}

lince_history *lcm_linear_history(lcm_linear *l, const lcm_path *path) {
    lince_history *h = lince_history_new();
    bool fine = h;
    pthread_mutex_lock(&l->lock);
    for (uint32_t i = 0; fine && i < path->moves.count; i++) fine = add_event(l, path, i, h);
    pthread_mutex_unlock(&l->lock);
    if (fine) return h;
    lince_history_free(h);
    return NULL;
}
