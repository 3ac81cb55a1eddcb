/* How fast and how small the search of models is, on a system written in C: search [PROCESSES HEIGHT [WIDE [JOBS]]].
 *
 * The system is Treiber's stack as a height: a process reads the height and changes it if it is still the one it has
 * read.  Its steps cost next to nothing, so that what is measured is the search itself.  WIDE is how many words a
 * process takes, 1 or 2.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "model/finding.h"

/* What is printed: `cpu` and `seconds` for the search, `next` nanoseconds for a step by itself, `store` and `peak`
 * bytes a state. */
enum { IDLE, PUSH, PUSH_READ, PUSHED, POP, POP_READ, POPPED, MOST = 8 };

typedef struct stack_lts {
    lcm_lts lts;
    uint32_t processes, height, wide;
    lcm_label labels[MOST][4]; /* of a process: push_inv, push_res, pop_inv, pop_res */
} stack_lts;

static const stack_lts *stack_of(const lcm_walker *w) { return (const stack_lts *)(const void *)w->lts; }

static lcm_walker *open_walker(const lcm_lts *lts, lc_budget *budget) {
    (void)budget;
    lcm_walker *w = malloc(sizeof *w);
    w->lts = lts;
    return w;
}
static void close_walker(lcm_walker *w) { free(w); }
static void init_stack(lcm_walker *w, uint32_t *state) { memset(state, 0, w->lts->words * sizeof *state); }

static void step(const stack_lts *s, const uint32_t *state, uint32_t p, lcm_label label, uint32_t where, uint32_t local,
                 uint32_t height, lcm_moves *out) {
    uint32_t *to = lcm_moves_add(out, (lcm_move){.label = label, .action = p, .actors = (uint64_t)1 << p});
    if (!to) return;
    memcpy(to, state, s->lts.words * sizeof *to);
    to[0] = height;
    if (s->wide == 1) to[1 + p] = where << 16 | local;
    else to[1 + 2 * p] = where, to[2 + 2 * p] = local;
}

static void next_stack(lcm_walker *w, const uint32_t *state, lcm_moves *out) {
    const stack_lts *s = stack_of(w);
    uint32_t h = state[0];
    for (uint32_t p = 0; p < s->processes; p++) {
        uint32_t own = s->wide == 1 ? state[1 + p] : state[1 + 2 * p] << 16 | state[2 + 2 * p];
        uint32_t where = own >> 16, local = own & 0xffff;
        switch (where) {
        case IDLE:
            step(s, state, p, s->labels[p][0], PUSH, 0, h, out);
            step(s, state, p, s->labels[p][2], POP, 0, h, out);
            break;
        case PUSH:
        case POP: step(s, state, p, LCM_TAU, where + 1, h, h, out); break;
        case PUSH_READ:
            if (h != local) step(s, state, p, LCM_TAU, PUSH, 0, h, out);
            else step(s, state, p, LCM_TAU, PUSHED, h, h < s->height ? h + 1 : h, out);
            break;
        case POP_READ:
            if (h != local) step(s, state, p, LCM_TAU, POP, 0, h, out);
            else step(s, state, p, LCM_TAU, POPPED, h, h > 0 ? h - 1 : h, out);
            break;
        default: step(s, state, p, s->labels[p][where == PUSHED ? 1 : 3], IDLE, 0, h, out);
        }
    }
}

/* A specification that allows everything. */
static void next_any(lcm_walker *w, const uint32_t *state, lcm_moves *out) { (void)w, (void)state, (void)out; }
static void after_any(lcm_walker *w, const uint32_t *state, lcm_label label, lcm_moves *out) {
    (void)w;
    uint32_t *to = lcm_moves_add(out, (lcm_move){.label = label, .actors = 1});
    if (to) *to = *state;
}

static void make(stack_lts *s, lcm_alphabet *alphabet) {
    s->lts = (lcm_lts){.words = 1 + s->processes * s->wide,
                       .alphabet = alphabet,
                       .open = open_walker,
                       .close = close_walker,
                       .init = init_stack,
                       .next = next_stack};
    const char *const names[] = {"push_inv", "push_res", "pop_inv", "pop_res"};
    for (int32_t p = 0; p < (int32_t)s->processes; p++)
        for (uint32_t n = 0; n < 4; n++)
            s->labels[p][n] = lcm_alphabet_label(alphabet, lcm_alphabet_name(alphabet, names[n]), &p, 1);
}

/* What `next` costs by itself, on states that are met. */
static double cost_of_next(const stack_lts *s) {
    lcm_moves moves;
    lcm_moves_init(&moves, s->lts.words, NULL);
    lcm_walker *w = s->lts.open(&s->lts, NULL);
    uint32_t state[2 * MOST + 1];
    init_stack(w, state);
    uint64_t steps = 0, choice = 1;
    double start = lc_now();
    while (steps < 20000000) {
        lcm_moves_clear(&moves);
        next_stack(w, state, &moves);
        steps += moves.at.count;
        choice = choice * 6364136223846793005u + 1;
        memcpy(state, lcm_moves_state(&moves, (uint32_t)(choice >> 40) % moves.at.count), s->lts.words * sizeof *state);
    }
    double seconds = lc_now() - start;
    s->lts.close(w);
    lcm_moves_free(&moves);
    return seconds / (double)steps;
}

int main(int argc, char **argv) {
    stack_lts s = {.processes = argc > 2 ? (uint32_t)atoi(argv[1]) : 5,
                   .height = argc > 2 ? (uint32_t)atoi(argv[2]) : 3};
    s.wide = argc > 3 ? (uint32_t)atoi(argv[3]) : 1;
    uint32_t jobs = argc > 4 ? (uint32_t)atoi(argv[4]) : 1;
    if (s.processes < 1 || s.processes > MOST || s.wide < 1 || s.wide > 2) {
        fprintf(stderr, "search: at most %d processes of 1 or 2 words\n", MOST);
        return 2;
    }
    lcm_alphabet alphabet;
    lcm_alphabet_init(&alphabet, NULL);
    make(&s, &alphabet);
    lcm_lts any = {.words = 1,
                   .alphabet = &alphabet,
                   .open = open_walker,
                   .close = close_walker,
                   .init = init_stack,
                   .next = next_any,
                   .after = after_any};
    lc_budget budget;
    lc_budget_init(&budget, 0);
    lcm_search_limits limits = {.budget = &budget, .jobs = jobs, .antichain = true};
    lcm_finding f;
    lcm_finding_init(&f);
    clock_t cpu = clock(); /* of all threads */
    double start = lc_now();
    lcm_search_refines(&s.lts, &any, LCM_TRACES, &limits, &f);
    double seconds = lc_now() - start, processor = (double)(clock() - cpu) / CLOCKS_PER_SEC;
    double states = (double)f.figures.states;
    printf("states %.0f transitions %.0f depth %.0f seconds %.3f cpu %.3f next %.1f store %.2f peak %.2f\n", states,
           (double)f.figures.transitions, (double)f.figures.depth, seconds, processor, 1e9 * cost_of_next(&s),
           (double)f.figures.store_bytes / states, (double)atomic_load(&budget.peak) / states);
    int status = f.answer != LCM_HOLDS;
    lcm_finding_free(&f);
    lcm_alphabet_free(&alphabet);
    return status;
}
