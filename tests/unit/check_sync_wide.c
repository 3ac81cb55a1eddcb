/* The algorithms for synchronization objects without state against each other and the search on histories of hundreds
 * of operations, many of them open at once:
 *
 *     check_sync_wide [HISTORIES [FIRST]]
 *
 * The search may give up on them, and so may the exact cover; where they do not, all agree.
 */
#include "check_sync_support.h"

enum { PATIENCE = 30000 };

typedef struct tally {
    int answers[4], holds, violated;
} tally;

static lc_outcome ask(subject *s, int i) {
    static lc_grouping *const algorithms[] = {lc_sweep, lc_matching, lc_cover};
    const lc_part *part = &s->parts.parts.at[0];
    if (i < 3) {
        s->stateless.meter.allowance = PATIENCE;
        return lc_stateless_decide(&s->stateless, part, algorithms[i]);
    }
    s->search.meter.allowance = s->search.visited + PATIENCE;
    return lc_sync_search_run(&s->search, part);
}

static bool agree(const simulation *sim, uint64_t seed, bool progress, tally *t) {
    static const char *const names[] = {"sweep", "matching", "cover", "search"};
    subject s;
    lc_outcome all = LC_UNDECIDED;
    bool fine = true;
    prepare(&s, sim->object, sim->history, progress);
    for (int i = 0; i < 4 && s.parts.parts.count; i++) {
        lc_outcome outcome = ask(&s, i);
        if (outcome != LC_HOLDS && outcome != LC_VIOLATED) continue;
        t->answers[i]++;
        if (outcome == LC_HOLDS && !explains(sim, i < 3 ? &s.stateless.answer : &s.search.answer, progress)) {
            printf("# %s, seed %" PRIu64 ": %s gives no witness\n", sim->object->spec, seed, names[i]);
            fine = false;
        }
        if (all != LC_UNDECIDED && all != outcome) {
            printf("# %s, seed %" PRIu64 "%s: %s disagrees with those before\n", sim->object->spec, seed,
                   progress ? ", progress" : "", names[i]);
            fine = false;
        }
        all = outcome;
    }
    t->holds += all == LC_HOLDS;
    t->violated += all == LC_VIOLATED;
    discard(&s);
    return fine;
}

static habits draw_habits(uint64_t seed) {
    random_state = seed * 0x2545f4914f6cdd1du + 3;
    return (habits){.threads = 5 + below(60),
                    .operations = 50 + below(400),
                    .values = 1 + below(12),
                    .lies = below(2) ? 0 : 6,
                    .crashes = below(2) ? 0 : 20};
}

int main(int argc, char **argv) {
    uint64_t histories = argc > 1 ? strtoull(argv[1], NULL, 10) : 25;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (size_t o = 0; o < OBJECTS; o++) {
        static simulation sim;
        tally t = {.holds = 0};
        bool fine = true;
        for (uint64_t seed = first; seed < first + histories && fine; seed++) {
            habits h = draw_habits(seed);
            draw(&sim, &objects[o], &h, seed);
            fine = agree(&sim, seed, false, &t) && agree(&sim, seed, true, &t);
            lince_history_free(sim.history);
        }
        expect(fine && (argc > 1 || (t.holds && t.violated)),
               "%s: all agree (%d hold, %d do not; sweep %d, matching %d, cover %d, search %d)", objects[o].spec,
               t.holds, t.violated, t.answers[0], t.answers[1], t.answers[2], t.answers[3]);
    }
    return tap_end();
}
