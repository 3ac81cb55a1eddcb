/* What the counters of A_k cost.
 *
 *     counting K THREADS LABELS EVENTS
 *
 * feeds random calls and returns to them and prints
 *
 *     events 10000000 seconds 0.71 moves 6180000 counters 210 bytes 12345
 *
 * where moves are counters that were moved because a step became old.  The events are made before the clock starts. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "history/counting.h"
#include "target/runtime/splitmix.h"

typedef struct act {
    uint32_t slot, label;
} act;

static uint64_t next_random(uint64_t *seed) { return lct_splitmix(seed); }

/* CPU time, whatever else the machine is busy with. */
static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

enum { ROUND = 1 << 20 };

int main(int argc, char **argv) {
    if (argc != 5) {
        fputs("usage: counting K THREADS LABELS EVENTS\n", stderr);
        return 2;
    }
    uint32_t k = (uint32_t)atoi(argv[1]), threads = (uint32_t)atoi(argv[2]), labels = (uint32_t)atoi(argv[3]);
    uint64_t events = strtoull(argv[4], NULL, 10), seed = 1, done = 0;
    act *acts = malloc(ROUND * sizeof *acts);
    bool *open = calloc(threads, sizeof *open);
    lc_budget budget;
    lc_counting c;
    lc_budget_init(&budget, 0);
    if (!acts || !open || !lc_counting_init(&c, k, &budget)) return 2;
    double elapsed = 0;
    while (done < events) {
        for (uint32_t i = 0; i < ROUND; i++)
            acts[i] = (act){(uint32_t)(next_random(&seed) % threads), (uint32_t)(next_random(&seed) % labels)};
        double start = cpu_seconds();
        for (uint32_t i = 0; i < ROUND; i++) {
            uint32_t slot = acts[i].slot;
            if (open[slot]) lc_counting_return(&c, slot, labels + acts[i].label);
            else lc_counting_call(&c, slot, acts[i].label);
            open[slot] = !open[slot];
        }
        elapsed += cpu_seconds() - start;
        done += ROUND;
    }
    if (lc_exhausted(&budget)) return 2;
    printf("events %llu seconds %.6f moves %llu counters %u bytes %zu\n", (unsigned long long)done, elapsed,
           (unsigned long long)c.moves, c.cells.count, (size_t)budget.peak);
    lc_counting_free(&c);
    free(open);
    free(acts);
    return 0;
}
