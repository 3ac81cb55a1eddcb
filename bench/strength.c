/* How many violations does refine(k) see?
 *
 *     strength SPEC K FILE
 *
 * reads histories and prints one line,
 *
 *     histories 2000 violations 950 refine 700 900 948 950 950 end 600 850 940 948 950
 *
 * those that are not linearizable, how many of these refine(0) to refine(K) see after some return, and how many are
 * seen by A_0 to A_K after the last. */
#include <stdio.h>
#include <stdlib.h>

#include <lince/lince.h>

#include "../tests/oracle/asking.h"
#include "../tests/weakened.h"

enum { MOST = 16 };

static lince_specs *specs;

static void die(const char *words) {
    fprintf(stderr, "strength: %s\n", words);
    exit(2);
}

static bool is_wrong(lince_history *h, const char *length) {
    lince_check_options options = {.jobs = 1, .no_explanation = true};
    lince_result *result = NULL;
    lince_error error = {0};
    if (length) options.criterion = LINCE_REFINE, options.factors = length;
    if (lince_check(h, specs, &options, &result, &error) != LINCE_DONE) die(error.message);
    lince_verdict verdict = lince_result_verdict(result);
    if (verdict == LINCE_VERDICT_UNKNOWN) die("a history could not be judged");
    lince_result_free(result);
    return verdict == LINCE_VERDICT_VIOLATION;
}

/* A_k of the whole. */
static bool is_wrong_in_the_end(const lince_history *h, uint32_t k) {
    lince_history *weak = weakened_history(h, k);
    bool wrong = is_wrong(weak, NULL);
    lince_history_free(weak);
    return wrong;
}

static void print(const char *what, const uint32_t *numbers, uint32_t most) {
    printf(" %s", what);
    for (uint32_t k = 0; k <= most; k++) printf(" %u", numbers[k]);
}

int main(int argc, char **argv) {
    lince_reader *reader = NULL;
    lince_history *h = NULL;
    lince_error error = {0};
    uint32_t histories = 0, violations = 0, seen[MOST] = {0}, in_the_end[MOST] = {0}, said[MOST] = {0}, met[MOST] = {0};
    asking *formulas[MOST] = {NULL};
    if (argc != 4 || atoi(argv[2]) < 0 || atoi(argv[2]) >= MOST) die("usage: strength SPEC K FILE");
    uint32_t most = (uint32_t)atoi(argv[2]);
    specs = lince_specs_new();
    if (!specs) die("out of memory");
    if (lince_specs_add(specs, argv[1], &error) != LINCE_DONE) die(error.message);
    for (uint32_t k = 0; k <= most; k++) formulas[k] = asking_new(specs, k);
    lince_status status = lince_reader_open(&reader, argv[3], NULL, &error);
    while (status == LINCE_DONE && (status = lince_reader_next(reader, &h, &error)) == LINCE_DONE) {
        bool wrong = is_wrong(h, NULL);
        histories++;
        violations += wrong;
        for (uint32_t k = 0; k <= most && wrong; k++) {
            char length[8];
            snprintf(length, sizeof length, "%u", k);
            seen[k] += is_wrong(h, length);
            in_the_end[k] += is_wrong_in_the_end(h, k);
            said[k] += formulas[k] && asking_formulas(formulas[k], h) > 0;
            met[k] += asking_patterns(specs, k, h) > 0;
        }
        lince_history_free(h);
    }
    lince_reader_close(reader);
    if (status != LINCE_END) die(error.message);
    printf("histories %u violations %u", histories, violations);
    print("refine", seen, most);
    print("end", in_the_end, most);
    if (formulas[0]) print("formulas", said, most);
    if (asking_has_patterns(specs)) print("patterns", met, most);
    putchar('\n');
    for (uint32_t k = 0; k <= most; k++) asking_free(formulas[k]);
    lince_specs_free(specs);
    return 0;
}
