/* A barrier whose members learn their place: n operations meet, and each returns another of the numbers 1 to n.
 *
 * Operations of one method come to a step in no particular order, so a specification could not define the first one.
 * LINCE_ORDERED has every order tried: here call i simply gets place i.  It also shows how the parameter sets the
 * arity.
 *
 *     cc -shared -fPIC -I include -o places.so examples/plugin/places.c
 *     lince check --spec ./places.so:n=2 examples/plugin/places.hist
 *
 * The history there is wrong: both are the second. */
#include <lince/spec.h>

enum { MOST = LINCE_ORDERED_MAX };

/* Narrows the arity in the table. */
static void arity(const int64_t *params, uint32_t *least, uint32_t *most) { *least = *most = (uint32_t)params[0]; }

static void init(lince_step *step) { lince_emit(step, NULL, 0, NULL); }

static void next(lince_step *step) {
    lince_results results[MOST];
    for (size_t i = 0; i < step->count; i++) results[i] = (lince_results){{lince_int(step->values, (int64_t)i + 1)}};
    lince_emit(step, NULL, 0, results);
}

/* No place is taken twice. */
static bool joins(const lince_step *step) {
    for (size_t i = 0; i < step->count; i++)
        for (size_t k = 0; k < i; k++)
            if (step->calls[i].known && step->calls[k].known && step->calls[i].results[0] == step->calls[k].results[0])
                return false;
    return true;
}

static const lince_method methods[] = {{.name = "sync", .aliases = "await", .results_min = 1, .results_max = 1}};

static const lince_param params[] = {{.name = "n", .min = 1, .max = MOST, .required = true}};

LINCE_API const lince_spec lince_plugin = {.abi = LINCE_SPEC_ABI,
                                           .name = "places",
                                           .methods = methods,
                                           .method_count = 1,
                                           .params = params,
                                           .param_count = 1,
                                           .traits = LINCE_STATELESS | LINCE_ORDERED,
                                           .arity_min = 1,
                                           .arity_max = MOST,
                                           .arity = arity,
                                           .init = init,
                                           .next = next,
                                           .joins = joins};
