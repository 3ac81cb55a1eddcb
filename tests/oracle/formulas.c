/* Formulas and bad patterns against the definition: whatever they find is wrong, on random histories with operations
 * that are pending, crashed or failed and values that are added twice.
 *
 *     formulas [--spec NAME] [--seed N] [--count N]
 *
 * What a formula finds at a return is a violation of A_k there; what patterns find is found at the return at which
 * refine(k) fails first, unless something is left out, and where they find none, refine(k) holds. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../tap.h"
#include "asking.h"
#include "refine.h"
#include "share.h"
#include "subject.h"

enum { LENGTHS = 5, ENOUGH = 3 };

typedef struct sums {
    uint64_t histories, violations, refine[LENGTHS], formulas[LENGTHS], patterns[LENGTHS], no_idea[LENGTHS];
    int wrong;
} sums;

static void complain(const scenario *s, uint64_t seed, int k, const char *who, int got, const history *h) {
    fprintf(stderr, "# --spec %s --seed %" PRIu64 " --count 1, k = %d: %s, after %d events\n", s->name, seed, k, who,
            got);
    oracle_print_history(stderr, h);
    fputs("---\n", stderr);
}

/* What failed is left out by both, also before it did, and what only looks and has not returned; they are no part of
 * time either.  So more can be seen than is seen of A_k, and sooner, but not what is not there. */
static bool is_left_out(const history *h, const op *o) {
    return oracle_failed(h, o) || (!oracle_returned(h, o) && !strcmp(oracle_method(h, o)->name, "peek"));
}

static bool any_left_out(const history *h) {
    for (int i = 0; i < h->op_count; i++)
        if (is_left_out(h, &h->ops[i])) return true;
    return false;
}

static bool has_peeks(const history *h) {
    for (int i = 0; i < h->op_count; i++)
        if (!strcmp(oracle_method(h, &h->ops[i])->name, "peek")) return true;
    return false;
}

static bool has_repeats(const history *h) {
    for (int i = 0; i < h->op_count; i++)
        for (int j = 0; j < i && oracle_args(h, &h->ops[i]); j++)
            if (oracle_args(h, &h->ops[j]) && h->ops[i].args[0] == h->ops[j].args[0]) return true;
    return false;
}

static bool is_wrong_there(const history *h, int events, int k) {
    view v = oracle_view(h, events, 0, k);
    return !oracle_holds_in_order(&v.history, v.preceding);
}

static bool is_wrong_by_then(const history *h, int events) {
    history prefix = oracle_prefix(h, events);
    return !oracle_holds(&prefix, LINEARIZABLE);
}

/* Patterns leave out what only looks, and forget values that have come and gone: if one comes again, they know more
 * than A_k. */
static const char *fault(const history *h, bool linearizable, int k, int formula, int pattern, int refine) {
    bool all = !any_left_out(h);
    if (linearizable && (formula > 0 || pattern > 0)) return "a false alarm";
    if (formula > 0 && all && !is_wrong_there(h, formula, k)) return "a formula holds though A_k is fine";
    if (formula > 0 && all && formula < refine) return "a formula holds before A_k is wrong";
    if (pattern == 0 && all && refine) return "no pattern is found though A_k is wrong";
    if (pattern > 0 && all && !is_wrong_by_then(h, pattern)) return "a pattern is found too early";
    if (pattern > 0 && all && !has_repeats(h) && !is_wrong_there(h, pattern, k))
        return "a pattern is found though A_k is fine";
    if (pattern > 0 && all && !has_repeats(h) && !has_peeks(h) && pattern != refine)
        return "a pattern is not found at once";
    return NULL;
}

static void look(const scenario *s, uint64_t seed, asking *const *ask, const lince_specs *specs, sums *all) {
    history h;
    oracle_generate(s, seed, &h);
    bool linearizable = oracle_holds(&h, LINEARIZABLE);
    lince_history *told = oracle_lince_history(&h);
    if (!told) abort();
    all->violations += !linearizable;
    for (int k = 0; k < LENGTHS; k++) {
        int formula = ask[k] ? asking_formulas(ask[k], told) : 0, pattern = asking_patterns(specs, (uint32_t)k, told);
        int refine = linearizable ? 0 : oracle_refine_fault(&h, k);
        all->refine[k] += refine > 0;
        all->formulas[k] += formula > 0;
        all->patterns[k] += pattern > 0;
        all->no_idea[k] += pattern == ASKING_NO_IDEA;
        const char *wrong = fault(&h, linearizable, k, formula, pattern, refine);
        if (!wrong) continue;
        all->wrong++;
        complain(s, seed, k, wrong, formula > 0 ? formula : pattern, &h);
        if (formula > 0) fprintf(stderr, "# %s\n", asking_name(ask[k]));
    }
    lince_history_free(told);
}

static void run(const scenario *s, uint64_t seed, uint64_t count) {
    sums all = {0};
    asking *ask[LENGTHS];
    lince_specs *specs = oracle_lince_specs(s);
    for (uint32_t k = 0; k < LENGTHS; k++) ask[k] = asking_new(specs, k);
    for (; all.histories < count && all.wrong < ENOUGH; all.histories++)
        look(s, seed + all.histories, ask, specs, &all);
    expect(!all.wrong, "%s: %" PRIu64 " histories, %" PRIu64 " violations; whatever is found is there", s->name,
           all.histories, all.violations);
    for (int k = 0; k < LENGTHS; k++)
        printf("# k = %d: refine %" PRIu64 ", formulas %" PRIu64 ", patterns %" PRIu64 ", which do not know %" PRIu64
               "\n",
               k, all.refine[k], all.formulas[k], all.patterns[k], all.no_idea[k]);
    if (ask[0]) expect(count < 100 || all.formulas[LENGTHS - 1] > count / 20, "%s: formulas find something", s->name);
    for (int k = 0; k < LENGTHS; k++) asking_free(ask[k]);
    lince_specs_free(specs);
}

int main(int argc, char **argv) {
    static const char *const names[] = {"queue",          "stack",          "bag",          "pqueue",          "deque",
                                        "queue-distinct", "stack-distinct", "bag-distinct", "pqueue-distinct", "mutex",
                                        "rwlock",         "semaphore:n=2"};
    const char *spec = NULL;
    uint64_t seed = 1, count = 2000;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--spec")) spec = argv[i + 1];
        else *(strcmp(argv[i], "--seed") ? &count : &seed) = strtoull(argv[i + 1], NULL, 10);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (const scenario *s = oracle_scenarios; s->name; s++)
            if (!strcmp(s->name, names[i]) && (!spec || !strcmp(spec, s->name))) run(s, seed, share_of(count));
    return tap_end();
}
