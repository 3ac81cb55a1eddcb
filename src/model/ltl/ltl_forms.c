#include "model/ltl/ltl_forms.h"

#include <assert.h>

/* ---- making formulas ---- */

static bool is(const lcm_forms *f, uint32_t form, lcm_form_kind kind, uint32_t a) {
    lcm_form of = lcm_form_get(f, form);
    return of.kind == (uint32_t)kind && of.a == a;
}

static bool opposite(const lcm_forms *f, uint32_t a, uint32_t b) {
    lcm_form x = lcm_form_get(f, a), y = lcm_form_get(f, b);
    return x.a == y.a && ((x.kind == LCM_F_YES && y.kind == LCM_F_NO) || (x.kind == LCM_F_NO && y.kind == LCM_F_YES));
}

/* Infinitely often, almost always, and formulas made of these. */
static bool is_timeless(const lcm_forms *f, lcm_form of) {
    if (of.kind == LCM_F_AND || of.kind == LCM_F_OR) return f->timeless.at[of.a] && f->timeless.at[of.b];
    if (of.kind == LCM_F_RELEASE && of.a == LCM_FORM_FALSE) return is(f, of.b, LCM_F_UNTIL, LCM_FORM_TRUE);
    if (of.kind == LCM_F_UNTIL && of.a == LCM_FORM_TRUE) return is(f, of.b, LCM_F_RELEASE, LCM_FORM_FALSE);
    return of.kind == LCM_F_TRUE || of.kind == LCM_F_FALSE;
}

/* Memory out: some formula that is there. */
static uint32_t make(lcm_forms *f, uint32_t kind, uint32_t a, uint32_t b) {
    lcm_form of = {kind, a, b};
    uint32_t number = lc_intern_add(&f->at, &of, sizeof of);
    if (number == f->timeless.count && !lc_push(f->budget, &f->timeless, is_timeless(f, of))) return LCM_FORM_FALSE;
    return number < f->timeless.count ? number : LCM_FORM_FALSE;
}

/* AND and OR are the same with true and false exchanged, and so are UNTIL and RELEASE. */
static uint32_t join(lcm_forms *f, lcm_form_kind kind, uint32_t a, uint32_t b) {
    uint32_t neutral = kind == LCM_F_AND ? LCM_FORM_TRUE : LCM_FORM_FALSE, absorbing = !neutral;
    if (a == absorbing || b == absorbing || opposite(f, a, b)) return absorbing;
    if (a == neutral || a == b) return b;
    if (b == neutral) return a;
    return a < b ? make(f, kind, a, b) : make(f, kind, b, a);
}

static uint32_t next(lcm_forms *f, uint32_t a) { return f->timeless.at[a] ? a : make(f, LCM_F_NEXT, a, 0); }

static uint32_t await(lcm_forms *f, lcm_form_kind kind, uint32_t a, uint32_t b) {
    uint32_t never = kind == LCM_F_UNTIL ? LCM_FORM_FALSE : LCM_FORM_TRUE;
    if (a == never || a == b || f->timeless.at[b] || is(f, b, kind, a)) return b;
    return make(f, kind, a, b);
}

void lcm_forms_init(lcm_forms *f, lc_budget *budget) {
    *f = (lcm_forms){.budget = budget};
    lc_intern_init(&f->at, budget);
    lc_map64_init(&f->memo, budget);
    make(f, LCM_F_FALSE, 0, 0);
    make(f, LCM_F_TRUE, 0, 0);
}

void lcm_forms_free(lcm_forms *f) {
    lc_map64_free(&f->memo);
    lc_vec_free(f->budget, &f->timeless);
    lc_intern_free(&f->at);
}

/* ---- atoms ---- */

static bool alike(const lcm_expr *a, const lcm_expr *b) {
    if (a == b) return true;
    if (a->kind != b->kind || a->count != b->count) return false;
    switch (a->kind) {
    case LCM_E_NUMBER: return a->number == b->number;
    case LCM_E_GLOBAL: break;
    case LCM_E_UNARY:
    case LCM_E_BINARY:
        if (a->op != b->op) return false;
        break;
    case LCM_E_CHOOSE: break;
    case LCM_E_CHANNEL:
        if (a->op != b->op) return false;
        break;
    case LCM_E_LIBRARY:
        if (a->call != b->call || a->with[0] != b->with[0]) return false;
        break;
    case LCM_E_INSIDE: break;
    default: return false; /* does not occur in conditions of formulas */
    }
    bool indexed = a->kind == LCM_E_GLOBAL || a->kind == LCM_E_CHANNEL || a->kind == LCM_E_LIBRARY;
    if ((indexed || a->kind == LCM_E_INSIDE) && a->index != b->index) return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!alike(a->of[i], b->of[i])) return false;
    return true;
}

typedef struct reader {
    lcm_forms *forms;
    const lcm_model *model;
    lcm_alphabet *alphabet;
    const lcm_expr *const *conditions;
    uint32_t condition_count;
} reader;

static void find_conditions(reader *r, const lcm_ltl *l) {
    lcm_forms *f = r->forms;
    for (uint32_t i = 0; i < 2; i++)
        if (l->of[i]) find_conditions(r, l->of[i]);
    if (l->kind != LCM_L_CONDITION) return;
    for (uint32_t i = 0; i < f->condition_count; i++)
        if (alike(f->conditions[i], l->condition)) return;
    if (f->condition_count == LCM_ATOMS_MAX) {
        f->too_large = true;
        return;
    }
    for (uint32_t i = 0; i < r->condition_count; i++) {
        if (r->conditions[i] != l->condition) continue;
        f->conditions[f->condition_count] = l->condition;
        f->condition_numbers[f->condition_count++] = i;
        return;
    }
    assert(!"the system was made without a condition of the formula");
}

static uint32_t condition_atom(const lcm_forms *f, const lcm_expr *condition) {
    for (uint32_t i = 0; i < f->condition_count; i++)
        if (alike(f->conditions[i], condition)) return i;
    return 0;
}

static uint32_t event_atom(reader *r, const lcm_event *event) {
    lcm_forms *f = r->forms;
    int32_t numbers[LCM_LABEL_MAX];
    assert(event->count <= LCM_LABEL_MAX);
    for (uint32_t i = 0; i < event->count; i++) {
        assert(event->args[i] && event->args[i]->kind == LCM_E_NUMBER);
        numbers[i] = event->args[i]->number;
    }
    uint32_t name = lcm_alphabet_name(r->alphabet, r->model->event_names.at[event->name]);
    lcm_label label = lcm_alphabet_label(r->alphabet, name, numbers, event->count);
    uint32_t i = 0;
    while (i < f->event_count && f->events[i] != label) i++;
    if (i == f->event_count) {
        if (f->condition_count + f->event_count >= LCM_ATOMS_MAX) {
            f->too_large = true;
            return 0;
        }
        f->events[f->event_count++] = label;
    }
    return f->condition_count + i;
}

/* ---- normal form ---- */

static uint32_t normal(reader *, const lcm_ltl *, bool denied);

static uint32_t both(reader *r, const lcm_ltl *l, lcm_form_kind kind, bool deny_left, bool deny_right) {
    uint32_t left = normal(r, l->of[0], deny_left);
    return join(r->forms, kind, left, normal(r, l->of[1], deny_right));
}

static uint32_t normal_of(reader *r, const lcm_ltl *l, bool denied) {
    lcm_forms *f = r->forms;
    lcm_form_kind and = denied ? LCM_F_OR : LCM_F_AND, or = denied ? LCM_F_AND : LCM_F_OR;
    lcm_form_kind until = denied ? LCM_F_RELEASE : LCM_F_UNTIL, release = denied ? LCM_F_UNTIL : LCM_F_RELEASE;
    lcm_form_kind literal = denied ? LCM_F_NO : LCM_F_YES;
    uint32_t left;
    switch (l->kind) {
    case LCM_L_TRUE: return denied ? LCM_FORM_FALSE : LCM_FORM_TRUE;
    case LCM_L_FALSE: return denied ? LCM_FORM_TRUE : LCM_FORM_FALSE;
    case LCM_L_CONDITION: return make(f, literal, condition_atom(f, l->condition), 0);
    case LCM_L_EVENT: return make(f, literal, event_atom(r, &l->event), 0);
    case LCM_L_NOT: return normal(r, l->of[0], !denied);
    case LCM_L_AND: return both(r, l, and, denied, denied);
    case LCM_L_OR: return both(r, l, or, denied, denied);
    case LCM_L_IMPLIES: return both(r, l, or, !denied, denied);
    case LCM_L_IFF:
        left = both(r, l, LCM_F_AND, false, denied);
        return join(f, LCM_F_OR, left, both(r, l, LCM_F_AND, true, !denied));
    case LCM_L_NEXT: return next(f, normal(r, l->of[0], denied));
    case LCM_L_ALWAYS: return await(f, release, denied ? LCM_FORM_TRUE : LCM_FORM_FALSE, normal(r, l->of[0], denied));
    case LCM_L_EVENTUALLY: return await(f, until, denied ? LCM_FORM_FALSE : LCM_FORM_TRUE, normal(r, l->of[0], denied));
    case LCM_L_UNTIL:
    case LCM_L_RELEASE:
        left = normal(r, l->of[0], denied);
        return await(f, l->kind == LCM_L_UNTIL ? until : release, left, normal(r, l->of[1], denied));
    }
    assert(!"a kind of formula nobody knows");
    return LCM_FORM_FALSE;
}

/* Remembered, because <-> uses both sides twice and may be nested. */
static uint32_t normal(reader *r, const lcm_ltl *l, bool denied) {
    uint64_t key = (uint64_t)(uintptr_t)l << 1 | denied;
    uint32_t known = lc_map64_get(&r->forms->memo, key);
    if (known != LC_NOT_MAPPED) return known;
    uint32_t form = normal_of(r, l, denied);
    lc_map64_put(&r->forms->memo, key, form);
    return form;
}

uint32_t lcm_forms_deny(lcm_forms *f, const lcm_ltl *l, const lcm_model *model, lcm_alphabet *alphabet,
                        const lcm_expr *const *conditions, uint32_t condition_count) {
    reader r = {f, model, alphabet, conditions, condition_count};
    if (f->timeless.count < 2) return LCM_FORM_FALSE; /* no memory for the constants even */
    find_conditions(&r, l);
    return normal(&r, l, true);
}
