/* Comparing native code with the interpreter: the same steps in the same order in every state that can be reached. */
#ifndef LC_TESTS_NATIVE_SUPPORT_H
#define LC_TESTS_NATIVE_SUPPORT_H

#include <string.h>

#include "base/intern.h"
#include "lang/lang.h"
#include "model/compile/native.h"
#include "model/compile/system.h"

enum { STATES_MAX = 20000 };

/* The same process twice. */
typedef struct twins {
    lcm_alphabet alphabet;
    lcm_system *plain, *native;
    lcm_walker *walker, *native_walker;
    lcm_moves moves, native_moves;
    lc_intern seen;
    uint32_t states, failures; /* those where something failed */
    uint64_t steps, reduced;   /* with reduction, if there is one */
    bool refused;              /* it cannot be compiled at all */
} twins;

static bool same_failure(const lcm_failure *a, const lcm_failure *b) {
    if (a->failed != b->failed || !a->failed) return a->failed == b->failed;
    if (a->narrow != b->narrow || a->move.action != b->move.action || a->move.actors != b->move.actors) return false;
    if (a->narrow) return a->field == b->field && a->value == b->value;
    return a->line == b->line && a->column == b->column && strcmp(a->message, b->message) == 0;
}

static bool same_moves(const lcm_moves *a, const lcm_moves *b) {
    if (a->at.count != b->at.count || !same_failure(&a->failure, &b->failure)) return false;
    for (uint32_t i = 0; i < a->at.count; i++) {
        const lcm_move *x = &a->at.at[i], *y = &b->at.at[i];
        if (x->label != y->label || x->action != y->action || x->actors != y->actors) return false;
    }
    return a->states.count == b->states.count &&
           (a->states.count == 0 || memcmp(a->states.at, b->states.at, a->states.count * sizeof *a->states.at) == 0);
}

/* From the first state on.  NULL, or what differs; `narrow`: states have to be wider. */
static const char *walk_twins(twins *t, uint32_t conditions, lcm_failure *narrow) {
    const lcm_lts *lts = lcm_system_lts(t->plain);
    size_t size = lts->words * sizeof(uint32_t);
    uint32_t state[4096], other[4096];
    if (lts->words > 4096 || lcm_system_lts(t->native)->words != lts->words) return "states of different sizes";
    lts->init(t->walker, state);
    lts->init(t->native_walker, other);
    if (memcmp(state, other, size) != 0) return "another first state";
    lc_intern_clear(&t->seen);
    lc_intern_add(&t->seen, state, size);
    t->steps = t->failures = 0;
    for (uint32_t i = 0; i < t->seen.items.count && i < STATES_MAX; i++) {
        memcpy(state, lc_intern_get(&t->seen, i)->bytes, size);
        lcm_moves_clear(&t->moves);
        lcm_moves_clear(&t->native_moves);
        lts->next(t->walker, state, &t->moves);
        lts->next(t->native_walker, state, &t->native_moves);
        if (!same_moves(&t->moves, &t->native_moves)) return "other steps";
        for (uint32_t k = 0; k < conditions; k++)
            if (lts->holds(t->walker, state, k) != lts->holds(t->native_walker, state, k)) return "another condition";
        t->steps += t->moves.at.count;
        t->failures += t->moves.failure.failed;
        if (t->moves.failure.failed && t->moves.failure.narrow) {
            *narrow = t->moves.failure;
            return NULL;
        }
        for (uint32_t k = 0; k < t->moves.at.count; k++) lc_intern_add(&t->seen, lcm_moves_state(&t->moves, k), size);
    }
    return NULL;
}

static void open_twins(twins *t) {
    const lcm_lts *plain = lcm_system_lts(t->plain), *native = lcm_system_lts(t->native);
    t->walker = plain->open(plain, NULL);
    t->native_walker = native->open(native, NULL);
    lcm_moves_init(&t->moves, plain->words, NULL);
    lcm_moves_init(&t->native_moves, native->words, NULL);
}

static void close_twins(twins *t) {
    lcm_system_lts(t->plain)->close(t->walker);
    lcm_system_lts(t->native)->close(t->native_walker);
    lcm_moves_free(&t->moves);
    lcm_moves_free(&t->native_moves);
}

/* NULL, or what differs. */
__attribute__((unused)) static const char *compare_twins(twins *t, lcm_system_wish wish,
                                                         const lcm_native_maker *maker) {
    lince_error error = {0};
    const char *wrong = NULL;
    memset(t, 0, sizeof *t);
    lcm_alphabet_init(&t->alphabet, NULL);
    lc_intern_init(&t->seen, NULL);
    wish.alphabet = &t->alphabet;
    if (lcm_system_make(&t->plain, &wish, &error) == LINCE_DONE) {
        wish.native = maker;
        if (lcm_system_make(&t->native, &wish, &error) != LINCE_DONE) wrong = "cannot be made twice";
        for (lcm_failure narrow = {.failed = true}; !wrong && narrow.failed;) {
            narrow.failed = false;
            if (!lcm_native_wait(t->native)) {
                wrong = "there is no native code";
                break;
            }
            open_twins(t);
            wrong = walk_twins(t, wish.condition_count, &narrow);
            if (!wrong && !narrow.failed && lcm_system_reduces(t->plain)) {
                t->reduced = t->steps;
                lcm_system_look_fully(t->plain);
                lcm_system_look_fully(t->native);
                wrong = walk_twins(t, wish.condition_count, &narrow);
            }
            close_twins(t);
            if (!narrow.failed) continue;
            lcm_system_widen(t->plain, &narrow);
            lcm_system_widen(t->native, &narrow);
        }
    } else t->refused = true;
    t->states = t->seen.items.count;
    lcm_system_free(t->plain);
    lcm_system_free(t->native);
    lc_intern_free(&t->seen);
    lcm_alphabet_free(&t->alphabet);
    return wrong;
}

#endif
