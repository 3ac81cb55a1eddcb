/* Z3, the only file that uses it.  A check that takes too long, or in which Z3 fails for any reason, ends with
 * LC_DONT_KNOW; no caller needs the reason.  Terms are not counted: they live as long as their solver. */
#include <assert.h>
#include <stdlib.h>
#include <z3.h>

#include "counting/grammar/solver.h"

struct lc_solver {
    Z3_context context;
    Z3_solver solver;
    const lc_limits *limits;
    uint32_t width;
    Z3_ast *variables;
    int64_t *values;
    Z3_ast *guards; /* of literals that can be assumed: each implies its literal */
    Z3_ast *assumed;
    bool *blamed;
    uint32_t guard_count, guard_room;
    bool failed;
};

/* Z3's unit of work, some seconds' worth: between checks the clock is looked at.  A limit in seconds would cost a
 * thread a check, which is more than the check. */
enum { LONGEST_CHECK = 30000000 };

bool lc_solver_exists(void) { return true; }

static void ignore(Z3_context c, Z3_error_code code) { (void)c, (void)code; }

static bool went_wrong(lc_solver *s) {
    if (Z3_get_error_code(s->context) != Z3_OK) s->failed = true;
    return s->failed;
}

static void set_limits(lc_solver *s) {
    Z3_params p = Z3_mk_params(s->context);
    Z3_params_inc_ref(s->context, p);
    Z3_params_set_uint(s->context, p, Z3_mk_string_symbol(s->context, "rlimit"), LONGEST_CHECK);
    Z3_params_set_bool(s->context, p, Z3_mk_string_symbol(s->context, "ctrl_c"), false);
    Z3_solver_set_params(s->context, s->solver, p);
    Z3_params_dec_ref(s->context, p);
}

static void make_variables(lc_solver *s) {
    Z3_sort integers = Z3_mk_int_sort(s->context);
    Z3_ast zero = Z3_mk_int(s->context, 0, integers);
    for (uint32_t i = 0; i < s->width && !went_wrong(s); i++) {
        s->variables[i] = Z3_mk_const(s->context, Z3_mk_int_symbol(s->context, (int)i), integers);
        Z3_solver_assert(s->context, s->solver, Z3_mk_ge(s->context, s->variables[i], zero));
    }
}

lc_solver *lc_solver_new(uint32_t variables, const lc_limits *limits) {
    lc_solver *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->limits = limits;
    s->width = variables;
    s->variables = calloc(variables + (size_t)1, sizeof *s->variables);
    s->values = calloc(variables + (size_t)1, sizeof *s->values);
    Z3_config config = Z3_mk_config();
    s->context = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(s->context, ignore);
    s->solver = Z3_mk_solver_for_logic(s->context, Z3_mk_string_symbol(s->context, "QF_LIA"));
    Z3_solver_inc_ref(s->context, s->solver);
    set_limits(s);
    if (s->variables && s->values) make_variables(s);
    if (s->variables && s->values && !went_wrong(s)) return s;
    lc_solver_free(s);
    return NULL;
}

void lc_solver_free(lc_solver *s) {
    if (!s) return;
    Z3_solver_dec_ref(s->context, s->solver);
    Z3_del_context(s->context); /* with all that is left in it */
    free(s->variables);
    free(s->values);
    free(s->guards);
    free(s->assumed);
    free(s->blamed);
    free(s);
}

static Z3_ast sum_of(lc_solver *s, const lc_constraint *row) {
    Z3_context c = s->context;
    Z3_sort integers = Z3_mk_int_sort(c);
    Z3_ast *parts = calloc(row->width + (size_t)1, sizeof *parts), sum = NULL;
    if (!parts) return NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < row->width; i++) {
        if (!row->at[i]) continue;
        Z3_ast product[] = {Z3_mk_int64(c, row->at[i], integers), s->variables[i]};
        parts[count++] = row->at[i] == 1 ? s->variables[i] : Z3_mk_mul(c, 2, product);
    }
    if (row->constant || !count) parts[count++] = Z3_mk_int64(c, row->constant, integers);
    sum = count == 1 ? parts[0] : Z3_mk_add(c, count, parts);
    free(parts);
    return sum;
}

static Z3_ast literal(lc_solver *s, lc_literal l) {
    Z3_context c = s->context;
    Z3_sort integers = Z3_mk_int_sort(c);
    assert(l.row->width <= s->width);
    Z3_ast zero = Z3_mk_int(c, 0, integers), sum = sum_of(s, l.row), says = NULL;
    if (!sum) return NULL;
    switch (l.row->kind) {
    case LC_ROW_AT_LEAST: return l.negated ? Z3_mk_lt(c, sum, zero) : Z3_mk_ge(c, sum, zero);
    case LC_ROW_ZERO: says = Z3_mk_eq(c, sum, zero); break;
    case LC_ROW_DIVIDES: says = Z3_mk_eq(c, Z3_mk_mod(c, sum, Z3_mk_int64(c, l.row->modulus, integers)), zero); break;
    }
    return l.negated ? Z3_mk_not(c, says) : says;
}

void lc_solver_add(lc_solver *s, const lc_literal *literals, uint32_t count) {
    Z3_ast *parts = calloc(count + (size_t)1, sizeof *parts);
    if (!parts) {
        s->failed = true;
        return;
    }
    bool made = true;
    for (uint32_t i = 0; i < count; i++) {
        parts[i] = literal(s, literals[i]);
        if (!parts[i]) made = false;
    }
    if (!made || went_wrong(s)) s->failed = true;
    else Z3_solver_assert(s->context, s->solver, count == 1 ? parts[0] : Z3_mk_or(s->context, count, parts));
    free(parts);
    (void)went_wrong(s);
}

static bool make_room(lc_solver *s) {
    if (s->guard_count < s->guard_room) return true;
    uint32_t room = s->guard_room ? s->guard_room * 2 : 64;
    Z3_ast *guards = realloc(s->guards, room * sizeof *guards);
    if (guards) s->guards = guards;
    Z3_ast *assumed = realloc(s->assumed, room * sizeof *assumed);
    if (assumed) s->assumed = assumed;
    bool *blamed = realloc(s->blamed, room * sizeof *blamed);
    if (blamed) s->blamed = blamed;
    if (!guards || !assumed || !blamed) return false;
    s->guard_room = room;
    return true;
}

uint32_t lc_solver_name(lc_solver *s, lc_literal named) {
    if (!make_room(s)) return s->failed = true, 0;
    uint32_t name = s->guard_count++;
    Z3_ast says = literal(s, named);
    s->guards[name] = Z3_mk_fresh_const(s->context, "a", Z3_mk_bool_sort(s->context));
    s->blamed[name] = false;
    if (says && !went_wrong(s))
        Z3_solver_assert(s->context, s->solver, Z3_mk_implies(s->context, s->guards[name], says));
    else s->failed = true;
    return name;
}

static bool take_model(lc_solver *s) {
    Z3_model model = Z3_solver_get_model(s->context, s->solver);
    if (!model) return false;
    Z3_model_inc_ref(s->context, model);
    bool good = true;
    for (uint32_t i = 0; i < s->width && good; i++) {
        Z3_ast value = NULL;
        good = Z3_model_eval(s->context, model, s->variables[i], true, &value) &&
               Z3_get_numeral_int64(s->context, value, &s->values[i]);
    }
    Z3_model_dec_ref(s->context, model);
    return good && !went_wrong(s);
}

static void take_core(lc_solver *s, const uint32_t *assumed, uint32_t count) {
    Z3_ast_vector core = Z3_solver_get_unsat_core(s->context, s->solver);
    Z3_ast_vector_inc_ref(s->context, core);
    uint32_t size = Z3_ast_vector_size(s->context, core);
    for (uint32_t i = 0; i < count; i++) {
        s->blamed[assumed[i]] = false;
        for (uint32_t j = 0; j < size && !s->blamed[assumed[i]]; j++)
            s->blamed[assumed[i]] =
                Z3_is_eq_ast(s->context, Z3_ast_vector_get(s->context, core, j), s->guards[assumed[i]]);
    }
    Z3_ast_vector_dec_ref(s->context, core);
}

lc_reply lc_solver_check(lc_solver *s, const uint32_t *assumed, uint32_t count) {
    if (went_wrong(s) || (s->limits && lc_limits_reached(s->limits))) return LC_DONT_KNOW;
    for (uint32_t i = 0; i < count; i++) {
        assert(assumed[i] < s->guard_count);
        s->assumed[i] = s->guards[assumed[i]];
    }
    Z3_lbool answer = Z3_solver_check_assumptions(s->context, s->solver, count, s->assumed);
    if (went_wrong(s)) return LC_DONT_KNOW;
    if (answer == Z3_L_TRUE) return take_model(s) ? LC_YES : LC_DONT_KNOW;
    if (answer == Z3_L_UNDEF) return LC_DONT_KNOW;
    take_core(s, assumed, count);
    return went_wrong(s) ? LC_DONT_KNOW : LC_NO;
}

int64_t lc_solver_value(const lc_solver *s, uint32_t variable) { return s->values[variable]; }

bool lc_solver_blamed(const lc_solver *s, uint32_t name) { return s->blamed[name]; }
