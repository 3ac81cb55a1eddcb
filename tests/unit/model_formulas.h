/* Temporal formulas for tests: made by hand or at random, printed, and what they mean on a run that goes round, by the
 * letter of the definition. */
#ifndef LC_TESTS_MODEL_FORMULAS_H
#define LC_TESTS_MODEL_FORMULAS_H

#include "model/ltl/ltl.h"
#include "model_toy.h"

enum { TOY_CONDITIONS = 2, TOY_EVENTS = 2, TOY_FORMS = 4096 };

static lcm_model toy_model;
static lcm_expr toy_conditions[TOY_CONDITIONS];
static const lcm_expr *toy_condition_list[TOY_CONDITIONS];
static lcm_alphabet toy_alphabet;
static lcm_label toy_labels[TOY_EVENTS + 1]; /* the last one occurs in no formula */
static lcm_expr toy_number = {.kind = LCM_E_NUMBER, .number = 1};
static lcm_expr *toy_arguments[] = {&toy_number};
static lcm_ltl toy_forms[TOY_FORMS];
static uint32_t toy_form_count;

/* Conditions p and q, events a and a.1, and b, which no formula speaks of. */
__attribute__((unused)) static void formulas_begin(void) {
    (void)lc_push(NULL, &toy_model.event_names, "a");
    lcm_alphabet_init(&toy_alphabet, NULL);
    uint32_t a = lcm_alphabet_name(&toy_alphabet, "a");
    toy_labels[0] = lcm_alphabet_label(&toy_alphabet, a, NULL, 0);
    toy_labels[1] = lcm_alphabet_label(&toy_alphabet, a, (const int32_t[]){1}, 1);
    toy_labels[2] = lcm_alphabet_label(&toy_alphabet, lcm_alphabet_name(&toy_alphabet, "b"), NULL, 0);
    for (uint32_t i = 0; i < TOY_CONDITIONS; i++) {
        toy_conditions[i] = (lcm_expr){.kind = LCM_E_GLOBAL, .index = i};
        toy_condition_list[i] = &toy_conditions[i];
    }
}

__attribute__((unused)) static void formulas_end(void) {
    lc_vec_free(NULL, &toy_model.event_names);
    lcm_alphabet_free(&toy_alphabet);
}

static lcm_ltl *form(lcm_ltl_kind kind, lcm_ltl *a, lcm_ltl *b) {
    lcm_ltl *l = &toy_forms[toy_form_count++ % TOY_FORMS];
    *l = (lcm_ltl){.kind = kind, .of = {a, b}};
    return l;
}
static lcm_ltl *condition(uint32_t i) {
    lcm_ltl *l = form(LCM_L_CONDITION, NULL, NULL);
    l->condition = &toy_conditions[i];
    return l;
}
static lcm_ltl *event(uint32_t i) {
    lcm_ltl *l = form(LCM_L_EVENT, NULL, NULL);
    l->event = (lcm_event){.name = 0, .count = i, .args = toy_arguments};
    return l;
}

/* At most `*temporal` temporal operators. */
__attribute__((unused)) static lcm_ltl *random_formula(uint32_t depth, uint32_t *temporal) {
    static const lcm_ltl_kind plain[] = {LCM_L_NOT, LCM_L_AND, LCM_L_OR, LCM_L_IMPLIES, LCM_L_IFF};
    static const lcm_ltl_kind timed[] = {LCM_L_NEXT, LCM_L_ALWAYS, LCM_L_EVENTUALLY, LCM_L_UNTIL, LCM_L_RELEASE};
    if (depth == 0 || below(6) == 0) {
        uint32_t which = below(9);
        if (which == 8) return form(below(2) ? LCM_L_TRUE : LCM_L_FALSE, NULL, NULL);
        return which < 4 ? condition(which % TOY_CONDITIONS) : event(which % TOY_EVENTS);
    }
    lcm_ltl_kind kind = plain[below(5)];
    if (*temporal > 0 && below(3) > 0) {
        kind = timed[below(5)];
        --*temporal;
    }
    lcm_ltl *a = random_formula(depth - 1, temporal), *b = NULL;
    if (kind != LCM_L_NOT && kind != LCM_L_NEXT && kind != LCM_L_ALWAYS && kind != LCM_L_EVENTUALLY)
        b = random_formula(depth - 1, temporal);
    return form(kind, a, b);
}

static lcm_ltl *random_atom(void) {
    lcm_ltl *l = below(2) ? condition(below(TOY_CONDITIONS)) : event(below(TOY_EVENTS));
    return below(3) ? l : form(LCM_L_NOT, l, NULL);
}

/* What people write most: again and again, for ever in the end, every request is answered, one if the other. */
__attribute__((unused)) static lcm_ltl *usual_formula(void) {
    lcm_ltl *of[2];
    for (uint32_t i = 0; i < 2; i++)
        of[i] = below(2) ? form(LCM_L_ALWAYS, form(LCM_L_EVENTUALLY, random_atom(), NULL), NULL)
                         : form(LCM_L_EVENTUALLY, form(LCM_L_ALWAYS, random_atom(), NULL), NULL);
    lcm_ltl *answered = form(LCM_L_EVENTUALLY, random_atom(), NULL);
    switch (below(5)) {
    case 0: return of[0];
    case 1: return form(LCM_L_IMPLIES, of[0], of[1]);
    case 2: return form(below(2) ? LCM_L_AND : LCM_L_OR, of[0], of[1]);
    case 3: return form(LCM_L_ALWAYS, form(LCM_L_IMPLIES, random_atom(), answered), NULL);
    default: return answered;
    }
}

__attribute__((unused)) static void print_formula(const lcm_ltl *l) {
    static const char *const signs[] = {"true", "false", "",  "",   "!",  "&&", "||",
                                        "->",   "<->",   "X", "[]", "<>", "U",  "R"};
    if (l->kind == LCM_L_CONDITION) printf("%c", 'p' + (char)(l->condition - toy_conditions));
    else if (l->kind == LCM_L_EVENT) printf(l->event.count ? "a.1" : "a");
    else if (!l->of[0]) printf("%s", signs[l->kind]);
    else {
        printf("(");
        if (l->of[1]) print_formula(l->of[0]);
        printf(" %s ", signs[l->kind]);
        print_formula(l->of[1] ? l->of[1] : l->of[0]);
        printf(")");
    }
}

/* A run as letters; after the last comes number `back`. */
enum { WORD_MAX = 256 };
typedef struct word {
    uint32_t count, back;
    uint64_t facts[WORD_MAX];
    lcm_label labels[WORD_MAX];
} word;

/* Of a path that replays.  Behind its end nothing happens any more. */
__attribute__((unused)) static void word_of(const toy *t, const lcm_path *p, word *w) {
    w->count = p->moves.count + 1;
    for (uint32_t i = 0; i < w->count; i++) {
        w->facts[i] = t->facts[toy_at(p, i)];
        w->labels[i] = i > 0 ? p->moves.at[i - 1].label : LCM_NO_LABEL;
    }
    if (p->loop != UINT32_MAX) {
        w->back = p->loop + 1;
    } else {
        w->facts[w->count] = w->facts[w->count - 1];
        w->labels[w->count] = LCM_NO_LABEL;
        w->back = w->count++;
    }
}

/* What holds where, as the definition says: until is the least solution of its equation, release the greatest. */
static void evaluate(const word *w, const lcm_ltl *l, bool *out) {
    bool a[WORD_MAX] = {0}, b[WORD_MAX] = {0};
    if (l->of[0]) evaluate(w, l->of[0], a);
    if (l->of[1]) evaluate(w, l->of[1], b);
    bool greatest = l->kind == LCM_L_ALWAYS || l->kind == LCM_L_RELEASE;
    for (uint32_t i = 0; i < w->count; i++) out[i] = greatest;
    for (uint32_t round = 0; round <= 2 * w->count; round++) {
        for (uint32_t i = w->count; i-- > 0;) {
            uint32_t next = i + 1 < w->count ? i + 1 : w->back;
            switch (l->kind) {
            case LCM_L_TRUE: out[i] = true; break;
            case LCM_L_FALSE: out[i] = false; break;
            case LCM_L_CONDITION: out[i] = w->facts[i] >> (l->condition - toy_conditions) & 1; break;
            case LCM_L_EVENT: out[i] = w->labels[i] == toy_labels[l->event.count]; break;
            case LCM_L_NOT: out[i] = !a[i]; break;
            case LCM_L_AND: out[i] = a[i] && b[i]; break;
            case LCM_L_OR: out[i] = a[i] || b[i]; break;
            case LCM_L_IMPLIES: out[i] = !a[i] || b[i]; break;
            case LCM_L_IFF: out[i] = a[i] == b[i]; break;
            case LCM_L_NEXT: out[i] = a[next]; break;
            case LCM_L_ALWAYS: out[i] = a[i] && out[next]; break;
            case LCM_L_EVENTUALLY: out[i] = a[i] || out[next]; break;
            case LCM_L_UNTIL: out[i] = b[i] || (a[i] && out[next]); break;
            case LCM_L_RELEASE: out[i] = b[i] && (a[i] || out[next]); break;
            }
        }
    }
}

__attribute__((unused)) static bool satisfies(const word *w, const lcm_ltl *l) {
    bool out[WORD_MAX];
    evaluate(w, l, out);
    return out[0];
}

/* Is what is gone round fair? */
__attribute__((unused)) static bool is_fair(const toy *t, const lcm_path *p, lcm_fairness fairness) {
    if (p->loop == UINT32_MAX || fairness == LCM_UNFAIR) return true;
    uint64_t some = 0, every = UINT64_MAX, moved = 0;
    for (uint32_t i = p->loop; i < p->moves.count; i++) {
        some |= toy_enabled(t, toy_at(p, i));
        every &= toy_enabled(t, toy_at(p, i));
        moved |= p->moves.at[i].actors;
    }
    return !((fairness == LCM_WEAKLY_FAIR ? every : some) & ~moved);
}

#endif
