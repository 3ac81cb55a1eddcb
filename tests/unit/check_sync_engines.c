/* The algorithms for synchronization objects without state against the search, on random histories of all of them, with
 * operations that crash, wait or lie, with and without progress:
 *
 *     check_sync_engines [HISTORIES [FIRST]]
 *
 * A witness is checked by hand.  Of a violation, what comes before the return that is named must hold, and the
 * operations that are blamed must be one without all others.
 */
#include "check_sync_support.h"

typedef struct algorithm {
    const char *name;
    lc_grouping *decide;
} algorithm;

static const algorithm algorithms[] = {{"sweep", lc_sweep}, {"matching", lc_matching}, {"cover", lc_cover}};
enum { ALGORITHMS = 3 };

typedef struct tally {
    int asked[ALGORITHMS], holds, violated, stuck, unfinished, blamed;
} tally;

static const char *name_of(lc_outcome o) {
    return o == LC_HOLDS ? "ok" : o == LC_VIOLATED ? "violation" : o == LC_HALTED ? "halted" : "undecided";
}

static void show(const simulation *s) {
    FILE *out = tmpfile();
    char line[200];
    must(out && lince_history_write(s->history, LINCE_FORMAT_HIST, out, NULL) == LINCE_DONE);
    rewind(out);
    while (fgets(line, sizeof line, out)) printf("#     %s", line);
    fclose(out);
}

/* ---- violations ---- */

static lc_outcome search_without_progress(subject *s, const lc_event *events, uint32_t count) {
    lc_part part = s->parts.parts.at[0];
    part.events = events;
    part.event_count = count;
    bool progress = s->search.progress;
    s->search.progress = s->search.line.crashed_apart = false;
    lc_outcome outcome = lc_sync_search_run(&s->search, &part);
    s->search.progress = s->search.line.crashed_apart = progress;
    return outcome;
}

static bool prefix_holds(subject *s, uint32_t furthest) {
    const lc_part *part = &s->parts.parts.at[0];
    uint32_t end = 0;
    for (uint32_t returns = 0; end < part->event_count; end++)
        if (lc_event_what(part->events[end]) == LC_RETURN && returns++ == furthest) break;
    return (end < part->event_count || furthest == LC_NEVER) &&
           search_without_progress(s, part->events, end) == LC_HOLDS;
}

static bool is_in(const uint32_t *list, uint32_t count, uint32_t op) {
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == op) return true;
    return false;
}

/* Those who are to blame and those whom they could have met: a violation on its own, but none without the first. */
static bool is_to_blame(subject *s, const lc_sync_answer *a) {
    static lc_event events[2 * MOST_OPERATIONS];
    const lc_part *part = &s->parts.parts.at[0];
    uint32_t count = 0;
    for (uint32_t i = 0; i < part->event_count; i++) {
        uint32_t op = lc_event_op(part->events[i]);
        bool blamed = is_in(a->blame.at, a->blame.count, op), partner = is_in(a->partners.at, a->partners.count, op);
        if (blamed && partner) return false;
        if (blamed || partner) events[count++] = part->events[i];
    }
    return search_without_progress(s, events, count) == LC_VIOLATED;
}

/* Pending operations that did not crash, and that have a step together. */
static bool is_stuck(const simulation *s, const lc_sync_answer *a) {
    operation *group[3];
    int count = 0;
    for (uint32_t i = 0; i < a->stuck.count; i++) {
        if (count == 3 || s->ops[a->stuck.at[i]].fate != OPEN) return false;
        group[count++] = (operation *)&s->ops[a->stuck.at[i]];
    }
    return count && may_meet(s->object, group, count);
}

static const char *what_is_wrong(subject *s, const simulation *sim, int which, lc_outcome outcome, bool progress,
                                 tally *t) {
    const lc_sync_answer *a = &s->stateless.answer;
    if (outcome == LC_HOLDS) return explains(sim, a, progress) ? NULL : "this is no witness";
    if (a->stuck.count && (a->furthest != LC_NEVER || !is_stuck(sim, a))) return "these could not have met";
    if (a->furthest == LC_NEVER && !progress) return "what is it that fails?";
    t->stuck += a->stuck.count != 0;
    t->unfinished += a->furthest == LC_NEVER && !a->stuck.count;
    const lc_part *part = &s->parts.parts.at[0];
    bool holds = search_without_progress(s, part->events, part->event_count) == LC_HOLDS;
    if (holds != (a->furthest == LC_NEVER)) return "it is not what returned that fails, or it is";
    if (!holds && a->furthest != s->search.answer.furthest) return "it fails elsewhere";
    if (!prefix_holds(s, a->furthest)) return "it fails before";
    if (a->blame.count && a->furthest == LC_NEVER) return "these are not to blame";
    if (algorithms[which].decide != lc_cover && !a->blame.count && !holds) return "nobody is to blame";
    t->blamed += a->blame.count != 0;
    return !a->blame.count || is_to_blame(s, a) ? NULL : "these are not to blame";
}

/* ---- comparing ---- */

static bool applies(const object *o, int which) {
    return which == 0 ? o->kind == CHANNEL || o->kind == TIMEOUT_CHANNEL || o->kind == MEN_WOMEN ||
                            o->kind == EXCHANGER || o->kind == TIMEOUT_EXCHANGER
           : which == 1 ? o->most <= 2
                        : true;
}

static bool agree(const simulation *sim, uint64_t seed, bool progress, tally *t) {
    subject s;
    bool fine = true;
    prepare(&s, sim->object, sim->history, progress);
    for (int i = 0; i < ALGORITHMS && s.parts.parts.count && fine; i++) {
        lc_outcome expected = lc_sync_search_run(&s.search, &s.parts.parts.at[0]);
        lc_outcome outcome = lc_stateless_decide(&s.stateless, &s.parts.parts.at[0], algorithms[i].decide);
        if (!applies(sim->object, i)) {
            fine = outcome == LC_UNDECIDED && s.stateless.answer.why_not;
            if (!fine) printf("# %s, %s: it should not apply\n", sim->object->spec, algorithms[i].name);
            continue;
        }
        const char *wrong = outcome == expected ? what_is_wrong(&s, sim, i, outcome, progress, t) : "they disagree";
        t->asked[i]++;
        if (i == 2) {
            t->holds += outcome == LC_HOLDS;
            t->violated += outcome == LC_VIOLATED;
        }
        if (!wrong) continue;
        printf("# %s, seed %" PRIu64 "%s, %s: %s; search says %s, it says %s\n", sim->object->spec, seed,
               progress ? ", progress" : "", algorithms[i].name, wrong, name_of(expected), name_of(outcome));
        show(sim);
        fine = false;
    }
    discard(&s);
    return fine;
}

static bool compare(const object *o, const habits *h, uint64_t seed, tally *t) {
    static simulation sim;
    draw(&sim, o, h, seed);
    bool fine = agree(&sim, seed, false, t) && agree(&sim, seed, true, t);
    lince_history_free(sim.history);
    return fine;
}

static habits draw_habits(uint64_t seed) {
    random_state = seed * 0x2545f4914f6cdd1du + 7;
    return (habits){.threads = 2 + below(6),
                    .operations = 2 + below(14),
                    .values = 1 + below(4),
                    .lies = below(3) ? 0 : 60,
                    .crashes = below(2) ? 0 : 100};
}

int main(int argc, char **argv) {
    uint64_t histories = argc > 1 ? strtoull(argv[1], NULL, 10) : 2500;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (size_t o = 0; o < OBJECTS; o++) {
        tally t = {.holds = 0};
        bool fine = true;
        for (uint64_t seed = first; seed < first + histories && fine; seed++) {
            habits h = draw_habits(seed);
            fine = compare(&objects[o], &h, seed, &t);
        }
        expect(fine,
               "%s: all agree (%d hold, %d do not, of these %d are stuck, %d unfinished; %d times somebody is blamed)",
               objects[o].spec, t.holds, t.violated, t.stuck, t.unfinished, t.blamed);
        if (argc == 1) expect(t.holds > 500 && t.violated > 50, "%s: both verdicts are met", objects[o].spec);
    }
    return tap_end();
}
