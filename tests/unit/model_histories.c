/* Random processes without any state in common, whose runs can all be listed: a process linearizes an object exactly if
 * the checker of histories accepts all of them, and what is found is a shortest one that it does not accept. */
#include "tap.h"

#include <stdlib.h>
#include <string.h>

#include <lince/lince.h>

#include "lang/lang.h"
#include "model/linear/linearizes.h"
#include "spec/specs.h"

enum { PROCESSES = 3, CALLS = 2, ROUNDS = 100, NONE = INT32_MIN };

typedef struct random_call {
    const char *name;
    int32_t argument, result; /* NONE: it has none */
} random_call;

typedef struct plan {
    uint32_t processes, calls;
    random_call at[PROCESSES][CALLS];
} plan;

static uint64_t seed;
static uint32_t below(uint32_t bound) {
    uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) % bound);
}

/* ---- objects ---- */

typedef struct kind {
    const char *name, *object;
    struct {
        const char *name;
        bool argument;
        int32_t low, high; /* of the result */
    } calls[3];
    uint32_t count;
} kind;

static const kind kinds[] = {
    {"Queue",
     "object Queue { var q : seq;  op enq(v) { q = append(q, v); }\n"
     "  op deq() { if (length(q) == 0) { return EMPTY; } var x = first(q); q = butfirst(q); return x; } }\n",
     {{"enq", true, NONE, NONE}, {"deq", false, -1, 2}},
     2},
    {"Register",
     "object Register { var r = 1;  op read() { return r; }  op write(v) { r = v; }\n"
     "  op swap(v) { var old = r; r = v; return old; } }\n",
     {{"read", false, 1, 2}, {"write", true, NONE, NONE}, {"swap", true, 1, 2}},
     3},
    {"Bag",
     "object Bag { var b : seq;  op put(v) { b = insert(b, v); }\n"
     "  op take() { if (length(b) == 0) { return EMPTY; } any x : b; b = remove(b, x); return x; } }\n",
     {{"put", true, NONE, NONE}, {"take", false, -1, 2}},
     2},
    {"Lock",
     "object Lock { var held = 0;  op lock() { require held == 0; held = 1; }\n"
     "  op unlock() { require held == 1; held = 0; }  op trylock() { var got = held == 0; held = 1; return got; } }\n",
     {{"lock", false, NONE, NONE}, {"unlock", false, NONE, NONE}, {"trylock", false, 0, 1}},
     3},
    {"Channel",
     "object Channel { op send(x); op receive();  together send(x), receive() { return receive x; } }\n",
     {{"send", true, NONE, NONE}, {"receive", false, 1, 2}},
     2},
};

static plan make_plan(const kind *k) {
    plan p = {.processes = 1 + below(PROCESSES), .calls = 1 + below(CALLS)};
    for (uint32_t i = 0; i < p.processes; i++)
        for (uint32_t c = 0; c < p.calls; c++) {
            uint32_t which = below(k->count);
            bool returns = k->calls[which].low != NONE;
            uint32_t range = (uint32_t)(k->calls[which].high - k->calls[which].low) + 1;
            p.at[i][c] = (random_call){.name = k->calls[which].name,
                                       .argument = k->calls[which].argument ? 1 + (int32_t)below(2) : NONE,
                                       .result = returns ? k->calls[which].low + (int32_t)below(range) : NONE};
        }
    return p;
}

static void write_model(lince_text *out, const kind *k, const plan *p) {
    lc_text_printf(out, "#define EMPTY -1;\n%s", k->object);
    for (uint32_t i = 0; i < p->processes; i++) {
        lc_text_printf(out, "P%u() = ", i);
        for (uint32_t c = 0; c < p->calls; c++) {
            const random_call *r = &p->at[i][c];
            lc_text_printf(out, "%s_inv.%u", r->name, i);
            if (r->argument != NONE) lc_text_printf(out, ".%d", r->argument);
            lc_text_printf(out, " -> %s_res.%u", r->name, i);
            if (r->result != NONE) lc_text_printf(out, ".(%d)", r->result);
            lc_text_puts(out, " -> ");
        }
        lc_text_puts(out, "Skip;\n");
    }
    lc_text_puts(out, "System() = P0()");
    for (uint32_t i = 1; i < p->processes; i++) lc_text_printf(out, " ||| P%u()", i);
    lc_text_printf(out, ";\n#assert System() linearizes %s;\n", k->name);
}

/* ---- all runs ---- */

typedef struct listing {
    const plan *plan;
    const lc_instance *instance;
    uint32_t done[PROCESSES]; /* events of each so far */
    uint32_t order[2 * PROCESSES * CALLS], count;
    uint32_t shortest; /* run that is not accepted; UINT32_MAX: all are */
} listing;

static bool accepts(const listing *l) {
    lince_history *h = lince_history_new();
    lince_values *values = lince_history_values(h);
    lince_error error = {0};
    uint32_t done[PROCESSES] = {0};
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t p = l->order[i], event = done[p]++;
        const random_call *c = &l->plan->at[p][event / 2];
        char thread[8];
        snprintf(thread, sizeof thread, "P%u", p);
        int32_t n = event % 2 ? c->result : c->argument;
        bool truth = !strcmp(c->name, "trylock");
        lince_value v = n == NONE ? LINCE_NO_VALUE
                        : n == -1 ? LINCE_EMPTY
                        : truth   ? lince_bool(n)
                                  : lince_int(values, n);
        if (event % 2) lince_return(h, thread, &v, n != NONE, &error);
        else lince_invoke(h, thread, NULL, c->name, &v, n != NONE, &error);
    }
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    lince_check_options options = {.jobs = 1, .no_explanation = true};
    bool pushed = lc_specs_lend(specs, l->instance);
    bool ok = pushed && lince_check(h, specs, &options, &result, &error) == LINCE_DONE &&
              lince_result_verdict(result) == LINCE_VERDICT_OK;
    lince_result_free(result);
    lince_specs_free(specs);
    lince_history_free(h);
    return ok;
}

static void list_runs(listing *l) {
    if (l->count >= l->shortest) return;
    if (l->count && !accepts(l)) {
        l->shortest = l->count;
        return;
    }
    for (uint32_t p = 0; p < l->plan->processes; p++) {
        if (l->done[p] == 2 * l->plan->calls) continue;
        l->done[p]++;
        l->order[l->count++] = p;
        list_runs(l);
        l->count--;
        l->done[p]--;
    }
}

/* ---- */

static void test_kind(const kind *k) {
    uint32_t differ = 0, longer = 0, right = 0, wrong = 0;
    lince_error error = {0};
    for (uint32_t round = 0; round < ROUNDS; round++) {
        plan p = make_plan(k);
        lince_text text = {0};
        lcm_model model;
        lcm_linearization z;
        write_model(&text, k, &p);
        lince_status status = lcm_model_parse(&model, "model.lin", lc_text(&text), text.length, &error);
        if (status != LINCE_DONE) {
            expect(false, "%s: %s", k->name, error.message);
            return;
        }
        lc_budget budget;
        lc_budget_init(&budget, 0);
        const lcm_search_limits limits = {.antichain = round % 2, .budget = &budget, .jobs = 1 + round % 3};
        const lcm_choices choices = {.keep_dead = below(2),
                                     .no_order_reduction = below(2),
                                     .no_visible_reduction = below(2),
                                     .no_symmetry = below(2),
                                     .no_value_symmetry = below(2)};
        status = lcm_linearizes(&z, &model, &model.assertions.at[0], &choices, &limits, &error);
        listing l = {.plan = &p, .instance = &z.instance, .shortest = UINT32_MAX};
        list_runs(&l);
        bool fails = z.finding.answer == LCM_FAILS;
        differ += status != LINCE_DONE || fails != (l.shortest != UINT32_MAX);
        longer += fails && z.finding.path.moves.count != l.shortest;
        if (status != LINCE_DONE || fails != (l.shortest != UINT32_MAX))
            printf("# %u: %s, keep_dead %d, no_order %d, no_visible %d, no_symmetry %d, antichain %d\n# %s\n", round,
                   error.message, choices.keep_dead, choices.no_order_reduction, choices.no_visible_reduction,
                   choices.no_symmetry, limits.antichain, lc_text(&text));
        right += !fails;
        wrong += fails;
        lcm_linearization_free(&z);
        lcm_model_free(&model);
        lc_text_free(&text);
    }
    expect(!differ && !longer, "%s: %u of %d answers differ, %u runs are not shortest (%s)", k->name, differ, ROUNDS,
           longer, error.message);
    bool alone = strcmp(k->name, "Channel"); /* nobody waits for anybody, so that channels are never right */
    expect((right > 2 || !alone) && wrong > 2, "%s: %u right, %u wrong", k->name, right, wrong);
}

/* With an argument: other processes than usual. */
int main(int argc, char **argv) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        seed = (argc > 1 ? strtoull(argv[1], NULL, 0) : 12345) + i;
        test_kind(&kinds[i]);
    }
    return tap_end();
}
