/* Derives formulas from the grammars of kernels, to measure that alone:
 *
 *     kernels NAME|GRAMMAR K SECONDS
 *
 * NAME is one that is built in, `mutex`, and GRAMMAR the text of one.  Prints, for each length from 0 to K,
 * `mutex 1: 0.27 s CPU, 10 cases, 10 clauses, 22 comparisons`, or that it was given up after so many seconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "counting/grammar/derive.h"
#include "counting/grammar/kernel_parts.h"

static double cpu(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void measure(const char *name, const lc_kernel *k, uint32_t length, double seconds) {
    lc_budget budget;
    lc_derivation d;
    lc_budget_init(&budget, 0);
    double started = cpu();
    lc_limits limits = {.deadline = lc_now() + seconds};
    bool good =
        lc_derivation_init(&d, &k->grammar, length, &limits, &budget) && lc_derive_cases(&d) && lc_derive_clauses(&d);
    uint32_t comparisons = 0;
    for (uint32_t i = 0; good && i < d.clauses.count; i++) comparisons += d.clauses.at[i].count;
    if (good)
        printf("%s %u: %.2f s CPU, %u cases, %u clauses, %u comparisons\n", name, length, cpu() - started,
               d.cases.count, d.clauses.count, comparisons);
    else printf("%s %u: given up after %.0f s (%.2f s CPU)\n", name, length, seconds, cpu() - started);
    fflush(stdout);
    lc_derivation_free(&d);
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "usage: kernels NAME|GRAMMAR K SECONDS\n"), 2;
    lc_kernel *k;
    lince_error error = {0};
    lince_status status = strstr(argv[1], "->") ? lc_kernel_parse(&k, argv[1], strlen(argv[1]), "grammar", &error)
                                                : lc_kernel_builtin(&k, argv[1], &error);
    if (status == LINCE_DONE && !lc_solver_exists()) status = LINCE_BAD_INPUT;
    if (status) return fprintf(stderr, "kernels: %s\n", error.message[0] ? error.message : "built without Z3"), 2;
    for (uint32_t length = 0; length <= (uint32_t)atoi(argv[2]); length++)
        measure(strstr(argv[1], "->") ? "grammar" : argv[1], k, length, atof(argv[3]));
    lc_kernel_free(k);
    return 0;
}
