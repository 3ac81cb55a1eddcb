/* A specification of an object whose operations wait for each other: the office of a notary.
 *
 * A sale takes three: a seller, a buyer, and the notary, whose stamp has a number.  The seller gets the money, the
 * buyer the goods, and none of them leaves before all three have come.  It shows operations of different methods that
 * meet, and a state that remembers how often they have.  Build it as a shared object, and name it by its path:
 *
 *     cc -shared -fPIC -I include -o deals.so examples/plugin/deals.c
 *     lince check --spec ./deals.so examples/plugin/deals.hist
 *
 * The history there is wrong: the second sale has the number of the first. */
#include <inttypes.h>

#include <lince/spec.h>

enum { SELL, BUY, NUMBER }; /* rows of the table below: the calls of a step come in this order */

static void init(lince_step *step) {
    int64_t sales = 0;
    lince_emit(step, &sales, sizeof sales, NULL);
}

static void next(lince_step *step) {
    const lince_call *c = step->calls;
    int64_t sales = *(const int64_t *)step->state + 1;
    if (c[0].method != SELL || c[1].method != BUY || c[2].method != NUMBER) return; /* there are three: see arity */
    lince_results results[] = {{{c[1].args[0]}}, {{c[0].args[0]}}, {{lince_int(step->values, sales)}}};
    lince_emit(step, &sales, sizeof sales, results);
}

/* One of each at most, so no further operation need be tried with them. */
static bool joins(const lince_step *step) {
    for (size_t i = 1; i < step->count; i++)
        if (step->calls[i].method == step->calls[i - 1].method) return false;
    return true;
}

static void print(lince_step *step, lince_text *out) {
    lince_print(out, "%" PRId64 " sold", *(const int64_t *)step->state);
}

static const lince_method methods[] = {
    [SELL] = {.name = "sell", .args_min = 1, .args_max = 1, .results_min = 1, .results_max = 1},
    [BUY] = {.name = "buy", .args_min = 1, .args_max = 1, .results_min = 1, .results_max = 1},
    [NUMBER] = {.name = "number", .results_min = 1, .results_max = 1},
};

LINCE_API const lince_spec lince_plugin = {.abi = LINCE_SPEC_ABI,
                                           .name = "deals",
                                           .methods = methods,
                                           .method_count = 3,
                                           .arity_min = 3,
                                           .arity_max = 3,
                                           .init = init,
                                           .next = next,
                                           .print = print,
                                           .joins = joins};
