/* Random histories of a few operations, half of them wrong: those that the tests are made with.
 *
 *     random_histories SCENARIO COUNT [SEED]
 */
#include <stdlib.h>
#include <string.h>

#include "../tests/oracle/generate.h"

int main(int argc, char **argv) {
    const scenario *s = oracle_scenarios;
    while (s->name && (argc < 3 || strcmp(s->name, argv[1]) != 0)) s++;
    if (!s->name) {
        fputs("usage: random_histories SCENARIO COUNT [SEED]\n", stderr);
        return 2;
    }
    uint64_t count = strtoull(argv[2], NULL, 10), seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    for (uint64_t i = 0; i < count; i++) {
        history h;
        oracle_generate(s, seed + i, &h);
        if (i) puts("---");
        oracle_print_history(stdout, &h);
    }
    return 0;
}
