/* Progress by the letter.  Random processes that wait for each other, or do not, or run in circles: all their runs are
 * listed, and wherever every return is refused (the state is stable and offers none, or can go on forever unseen) the
 * checker of histories says whether one is due (Definition 9 of the synchronization paper).  `progresses` has the same
 * answer. */
#include "tap.h"

#include <stdlib.h>
#include <string.h>

#include <lince/lince.h>

#include "lang/lang.h"
#include "model/linear/linearizes.h"
#include "spec/specs.h"

enum { ROUNDS = 150 };

static uint64_t seed;
static uint32_t below(uint32_t bound) {
    uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) % bound);
}

/* ---- random processes ---- */

static const char *const objects[] = {
    "object O { op f(); op g();  together f(), g() { } }\n",
    "object O { var n = 0;  op f() { n = n + 1; }  op g() { require n > 0; n = n - 1; } }\n",
    "object O { op f() { }  op g();  together f(), g(), g() { } }\n",
};

/* A few hidden steps on the shared x, the last of which may never be possible, or be tried again and again. */
static void write_steps(lince_text *out, uint32_t process, uint32_t call) {
    for (uint32_t i = 0, steps = below(3); i < steps; i++) {
        if (below(2)) lc_text_printf(out, "[x == %u] ", below(3));
        lc_text_printf(out, "h.%u{x = %u;} -> ", process, below(3));
    }
    if (below(4) == 0) lc_text_printf(out, "L%u_%u()", process, call);
    else lc_text_puts(out, "Skip");
}

static void write_process(lince_text *out, uint32_t process, uint32_t calls) {
    lince_text loops = {0};
    lc_text_printf(out, "P%u() = ", process);
    for (uint32_t c = 0; c < calls; c++) {
        const char *name = below(2) ? "f" : "g";
        lc_text_printf(out, "(%s_inv.%u -> ", name, process);
        write_steps(out, process, c);
        lc_text_printf(out, "); (%s_res.%u -> Skip); ", name, process);
        lc_text_printf(&loops, "L%u_%u() = if (x == %u) { Skip } else { L%u_%u() };\n", process, c, below(3), process,
                       c);
    }
    lc_text_printf(out, "%s;\n%s", below(3) ? "Skip" : "Stop", lc_text(&loops));
    lc_text_free(&loops);
}

static void write_model(lince_text *out) {
    uint32_t processes = 1 + below(3);
    lc_text_printf(out, "%svar x:{0..2} = 0;\n", objects[below(3)]);
    for (uint32_t i = 0; i < processes; i++) write_process(out, i, processes == 3 ? 1 : 1 + below(2));
    lc_text_puts(out, "System() = P0()");
    for (uint32_t i = 1; i < processes; i++) lc_text_printf(out, " ||| P%u()", i);
    lc_text_puts(out, ";\n#assert System() progresses O;\n");
}

/* ---- all runs ---- */

typedef struct listing {
    lcm_linear *specification;
    const lc_instance *instance;
    const lcm_lts *lts;
    lcm_walker *walker;
    lcm_path path; /* visible steps only */
    bool failed;
} listing;

static lince_verdict judge(const listing *l, bool progress) {
    lince_history *h = lcm_linear_history(l->specification, &l->path);
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    lince_error error = {0};
    lince_check_options options = {.jobs = 1, .no_explanation = true, .progress = progress};
    lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
    bool pushed = lc_specs_lend(specs, l->instance);
    if (pushed && lince_check(h, specs, &options, &result, &error) == LINCE_DONE)
        verdict = lince_result_verdict(result);
    lince_result_free(result);
    lince_specs_free(specs);
    lince_history_free(h);
    return verdict;
}

typedef struct reached {
    LC_VEC(uint32_t) words;
    uint32_t count;
} reached;

static bool add(const listing *l, reached *r, const uint32_t *state) {
    uint32_t words = l->lts->words;
    for (uint32_t i = 0; i < r->count; i++)
        if (!memcmp(r->words.at + (size_t)i * words, state, words * sizeof *state)) return false;
    for (uint32_t i = 0; i < words; i++) lc_push(NULL, &r->words, state[i]);
    r->count++;
    return true;
}

static void next(const listing *l, const reached *r, uint32_t i, lcm_moves *moves) {
    lcm_moves_init(moves, l->lts->words, NULL);
    l->lts->next(l->walker, r->words.at + (size_t)i * l->lts->words, moves);
}

/* What hidden steps lead to from the states that are there. */
static void add_hidden(const listing *l, reached *r) {
    for (uint32_t i = 0; i < r->count; i++) {
        lcm_moves moves;
        next(l, r, i, &moves);
        for (uint32_t k = 0; k < moves.at.count; k++)
            if (moves.at.at[k].label == LCM_TAU) add(l, r, lcm_moves_state(&moves, k));
        lcm_moves_free(&moves);
    }
}

/* Can hidden steps lead from this state back to it? */
static bool circles(const listing *l, const uint32_t *state) {
    reached from = {0}, after = {0};
    add(l, &from, state);
    lcm_moves moves;
    next(l, &from, 0, &moves);
    for (uint32_t k = 0; k < moves.at.count; k++)
        if (moves.at.at[k].label == LCM_TAU) add(l, &after, lcm_moves_state(&moves, k));
    add_hidden(l, &after);
    bool back = !add(l, &after, state);
    lcm_moves_free(&moves);
    lc_vec_free(NULL, &from.words);
    lc_vec_free(NULL, &after.words);
    return back;
}

static bool is_return(const listing *l, lcm_label label) {
    lince_text text = {0};
    lcm_label_print(l->lts->alphabet, label, &text);
    bool returns = strstr(lc_text(&text), "_res") != NULL;
    lc_text_free(&text);
    return returns;
}

static bool refuses_all(const listing *l, const uint32_t *state, const lcm_moves *moves) {
    bool hidden = false, returns = false;
    for (uint32_t k = 0; k < moves->at.count; k++) {
        hidden |= moves->at.at[k].label == LCM_TAU;
        returns |= is_return(l, moves->at.at[k].label);
    }
    return hidden ? circles(l, state) : !returns;
}

static void list_runs(listing *l, const uint32_t *from) {
    reached here = {0};
    if (judge(l, false) == LINCE_VERDICT_VIOLATION) l->failed = true;
    if (l->failed) return;
    add(l, &here, from);
    add_hidden(l, &here);
    for (uint32_t i = 0; i < here.count && !l->failed; i++) {
        lcm_moves moves;
        next(l, &here, i, &moves);
        if (refuses_all(l, here.words.at + (size_t)i * l->lts->words, &moves))
            l->failed = judge(l, true) == LINCE_VERDICT_VIOLATION;
        for (uint32_t k = 0; k < moves.at.count && !l->failed; k++) {
            if (moves.at.at[k].label == LCM_TAU) continue;
            lc_push(NULL, &l->path.moves, moves.at.at[k]);
            list_runs(l, lcm_moves_state(&moves, k));
            l->path.moves.count--;
        }
        lcm_moves_free(&moves);
    }
    lc_vec_free(NULL, &here.words);
}

static bool fails_by_the_letter(lcm_linearization *z, const lcm_model *m) {
    lcm_system *system;
    lince_error error = {0};
    const lcm_system_wish wish = {.model = m,
                                  .process = m->assertions.at[0].process,
                                  .alphabet = &z->alphabet,
                                  .seen = lcm_linear_seen(z->specification),
                                  .keep_dead = true};
    if (lcm_system_make(&system, &wish, &error) != LINCE_DONE) abort();
    const lcm_lts *lts = lcm_system_lts(system);
    listing l = {.specification = z->specification, .instance = &z->instance, .lts = lts};
    l.walker = lts->open(lts, NULL);
    uint32_t *first = calloc(lts->words, sizeof *first);
    lts->init(l.walker, first);
    list_runs(&l, first);
    free(first);
    lts->close(l.walker);
    lc_vec_free(NULL, &l.path.moves);
    lcm_system_free(system);
    return l.failed;
}

/* With an argument: other processes than usual. */
int main(int argc, char **argv) {
    uint32_t differ = 0, reasons[LCM_R_NOT_REACHED + 1] = {0};
    seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 4711;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        lince_text text = {0};
        lcm_model model;
        lcm_linearization z;
        lince_error error = {0};
        lc_budget budget;
        lc_budget_init(&budget, 0);
        write_model(&text);
        if (lcm_model_parse(&model, "model.lin", lc_text(&text), text.length, &error) != LINCE_DONE) {
            expect(false, "%lu: %s", error.line, error.message);
            break;
        }
        const lcm_search_limits limits = {.antichain = round % 2, .budget = &budget, .jobs = 1 + round % 3};
        const lcm_choices choices = {.keep_dead = below(2), .no_order_reduction = below(2), .no_symmetry = below(2)};
        lince_status status = lcm_linearizes(&z, &model, &model.assertions.at[0], &choices, &limits, &error);
        if (status != LINCE_DONE) {
            expect(false, "%lu: %s", error.line, error.message);
            break;
        }
        bool fails = z.finding.answer == LCM_FAILS, by_the_letter = fails_by_the_letter(&z, &model);
        reasons[z.finding.reason]++;
        differ += fails != by_the_letter;
        if (fails != by_the_letter)
            printf("# round %u: %d instead of %d\n# %s\n", round, fails, by_the_letter, lc_text(&text));
        lcm_linearization_free(&z);
        lcm_model_free(&model);
        lc_text_free(&text);
    }
    expect(!differ, "%u of %d answers differ", differ, ROUNDS);
    expect(reasons[LCM_R_NONE] > 5 && reasons[LCM_R_TRACE] > 5 && reasons[LCM_R_REFUSAL] > 5 &&
               reasons[LCM_R_DIVERGENCE] > 5,
           "%u right; wrong: %u return too early, %u are stuck, %u run in circles", reasons[LCM_R_NONE],
           reasons[LCM_R_TRACE], reasons[LCM_R_REFUSAL], reasons[LCM_R_DIVERGENCE]);
    return tap_end();
}
