/* An object of which Lince knows nothing: two meet, one after the other.  The first gets what was left the last time
 * and leaves its value, which the second gets.  So the order within a meeting matters, and what is open may have met in
 * either. */
#include <string.h>

#include "sync_claims.h"

static void init(lince_step *step) {
    int64_t left = 0;
    lince_emit(step, &left, sizeof left, NULL);
}

static void next(lince_step *step) {
    int64_t left, gives;
    if (step->count != 2 || !lince_get_int(step->values, step->calls[0].args[0], &gives)) return;
    memcpy(&left, step->state, sizeof left);
    lince_results results[2] = {{{lince_int(step->values, left)}}, {{step->calls[0].args[0]}}};
    for (int i = 0; i < 2; i++)
        if (step->calls[i].known && step->calls[i].results[0] != results[i].at[0]) return;
    lince_emit(step, &gives, sizeof gives, results);
}

static const lince_method methods[] = {
    {.name = "pass", .args_min = 1, .args_max = 1, .results_min = 1, .results_max = 1}};

static const lince_spec relay = {
    .abi = LINCE_SPEC_ABI,
    .name = "relay",
    .methods = methods,
    .method_count = 1,
    .traits = LINCE_ORDERED,
    .arity_min = 2,
    .arity_max = 2,
    .init = init,
    .next = next,
};

lince_specs *sync_lince_specs(const scenario *s) {
    if (strcmp(s->name, "relay") != 0) return oracle_lince_specs(s);
    lince_specs *specs = lince_specs_new();
    lince_error error = {0};
    if (specs && lince_specs_add_own(specs, NULL, &relay, &error) == LINCE_DONE) return specs;
    fprintf(stderr, "%s: specification refused: %s\n", s->name, error.message);
    lince_specs_free(specs);
    return NULL;
}
