/* Greedy, like delta debugging (Zeller and Hildebrandt, TSE 2002): of all scenarios one move away (moves.h) the first
 * that fails takes the place of the current one, until none does.  All of them are given to one exploration, whose
 * workers find the first that fails, whatever their number.  Then the schedule: the fewest preemptions, and of these
 * executions the one with the fewest switches.
 *
 * How long a candidate is explored is counted in executions.  What was not explored to its end is explored further when
 * nothing else is left to do; if all were, the result is minimal for sure.
 *
 * Leaving out calls can break the test instead of showing what is wrong: who unlocks what was never locked, or takes
 * from what nobody fills, fails as well.  So if nothing fails while operations run one after another, it stays so, and
 * a failure with operations that overlap is not replaced by one without.  And where nobody can go on, all must be able
 * to in another execution of the same scenario, and a preemption is needed if it was.
 */
#include "cli/test/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/test/measure.h"
#include "cli/test/moves.h"
#include "explore/control.h"

enum { JOBS = 8, PROVEN = UINT8_MAX };
/* Executions of a candidate by each strategy, and of the last scenario with each number of preemptions. */
static const uint64_t effort[] = {1, 1000, 20000}; /* first only what goes as the failure went */
enum { LEVELS = sizeof effort / sizeof *effort, SCHEDULES = 50000 };

typedef struct candidate {
    uint32_t key, cursor;
    uint8_t before; /* what was known of it */
} candidate;

typedef struct shrinker {
    lc_trial *trial;
    lc_config config;
    double deadline;
    const lc_flaw *now;
    lc_sketch sketch; /* of its scenario */
    uint32_t cursor;
    bool overlaps;        /* the failure needs operations that overlap */
    bool completes;       /* nobody can go on, but that is not always so ... */
    bool preempts;        /* ... and needs a preemption */
    lc_intern keys;       /* of scenarios that were tried, as lc_sketch_key gives them */
    LC_VEC(uint8_t) done; /* of each: 1 + the level of effort, or PROVEN not to fail */
    uint8_t level;
    /* The next ones. */
    lince_text texts, guides;
    LC_VEC(candidate) batch;
    uint32_t unproven; /* others that are one move away, tried with this effort, and not to the end */
    bool over;         /* there is no time for more, or it cannot go on */
} shrinker;

static bool is_late(shrinker *s) {
    s->over |= lc_now() >= s->deadline || lc_is_interrupted(s->trial->session->interrupt);
    return s->over;
}

/* ---- exploring ---- */

static void free_attempt(lc_trial *t) {
    lc_jury_free(&t->jury);
    lc_coverage_free(&t->coverage);
    for (uint32_t i = 0; i < t->scenarios.count; i++) free(t->scenarios.at[i]);
    lc_vec_free(NULL, &t->scenarios);
    lc_flaw_free(&t->dead);
}

/* A trial of what is on the list, measured by the same standard.  False: nothing came of it, and nothing will. */
static bool attempt(shrinker *s, lc_trial *t, lc_config *config, bool simplest) {
    const lc_trial *outer = s->trial;
    lc_candidates candidates = {{lc_text(&s->texts), s->texts.length}, {lc_text(&s->guides), s->guides.length}};
    lince_error error = {0};
    *t = (lc_trial){.session = outer->session,
                    .test = outer->test,
                    .file = outer->file,
                    .criterion = outer->criterion,
                    .standard = outer->standard};
    lc_coverage_init(&t->coverage);
    lc_jury_init(&t->jury, outer->standard, outer->file);
    t->jury.options = outer->jury.options;
    t->jury.init = outer->jury.init;
    t->jury.deadline = s->deadline;
    t->jury.simplest = simplest;
    t->jury.failures_only = s->now->kind != LC_FLAW_VIOLATION;
    lince_status status = s->texts.cut ? LINCE_OUT_OF_MEMORY : LINCE_DONE;
    if (status == LINCE_DONE) status = lc_measure_fill(t, config, candidates.texts, s->deadline, &error);
    if (status == LINCE_DONE && t->unsure == LC_SURE)
        status = lc_trial_explore(t, config, &candidates, s->deadline, &error);
    bool ended = status == LINCE_DONE && (t->unsure == LC_SURE || t->unsure == LC_UNSURE_STEPS);
    bool other = t->flaw && t->flaw->kind != s->now->kind &&
                 (t->flaw->kind == LC_FLAW_DEATH || t->flaw->place.stage != LC_STAGE_SERIAL);
    s->over |= !ended || other;
    return !other && (t->flaw || !s->over);
}

/* The flaw of an attempt takes the place of the current one. */
static void take(shrinker *s, lc_trial *t) {
    lc_trial *outer = s->trial;
    lc_flaw *found = NULL;
    for (uint32_t i = 0; i < t->jury.flaws.count; i++)
        if (&t->jury.flaws.at[i] == t->flaw) found = &t->jury.flaws.at[i];
    if (!found) return;
    lc_flaw_free(&outer->shrunk.flaw);
    outer->shrunk.flaw = *found;
    outer->stacks_shared = t->stacks_shared;
    *found = (lc_flaw){0};
    s->now = outer->flaw = &outer->shrunk.flaw;
}

/* One scenario is the list. */
static void list_one(shrinker *s, const char *scenario) {
    lc_text_clear(&s->guides);
    lc_text_clear(&s->texts);
    lc_text_puts(&s->texts, scenario);
    lc_text_putc(&s->texts, '\0');
}

/* ---- failing in the same way ---- */

static bool overlaps(const lc_flaw *f) {
    int open = 0;
    for (uint32_t i = 0; f->history && i < f->history->events.count; i++) {
        open += lc_event_what(f->history->events.at[i]) == LC_INVOKE ? 1 : -1;
        if (open > 1) return true;
    }
    return false;
}

/* Is there an execution of a scenario in which all goes on to the end? */
static bool completes(shrinker *s, const char *scenario) {
    lc_config config = s->config;
    lc_trial t;
    config.wanted = LC_WANTED_HISTORIES;
    config.serial_first = LC_SERIAL_LATER;
    config.look = effort[1];
    config.jobs = 1;
    list_one(s, scenario);
    bool complete = attempt(s, &t, &config, false) && t.jury.complete;
    free_attempt(&t);
    return complete;
}

/* What is to be kept up: see the head of this file. */
static void find_way(shrinker *s) {
    const char *scenario = s->now->scenario;
    if (s->now->kind == LC_FAILS_DEADLOCK || s->now->kind == LC_FAILS_SPINNING) s->completes = completes(s, scenario);
    if (is_late(s) || (!overlaps(s->now) && !s->now->preemptions)) return;
    lc_config config = s->config;
    lc_trial t;
    config.look = effort[1];
    config.jobs = 1;
    config.serial_first = LC_SERIAL_SOME;
    list_one(s, scenario);
    bool found = attempt(s, &t, &config, false) && t.flaw;
    if (!found || t.flaw->place.stage != LC_STAGE_SERIAL) {
        const lc_flaw *f = found ? t.flaw : s->now;
        s->config.serial_first = LC_SERIAL_SOME;
        s->overlaps = overlaps(f);
        s->preempts = s->completes && f->preemptions;
        if (found && lc_flaw_simpler(f, s->now)) take(s, &t);
    }
    free_attempt(&t);
}

static bool fails_alike(shrinker *s, const lc_flaw *f) {
    bool serial = f->place.stage == LC_STAGE_SERIAL;
    if (f->kind != s->now->kind || (serial && s->config.serial_first == LC_SERIAL_SOME)) return false;
    if ((s->overlaps && !overlaps(f)) || (s->preempts && !f->preemptions)) return false;
    return !s->completes || completes(s, f->scenario);
}

/* ---- the scenario ---- */

static uint32_t key_of(shrinker *s, const lc_sketch *sketch) {
    lince_text key = {0};
    lc_sketch_key(&key, sketch, s->trial->test->first_unique);
    uint32_t number = key.cut ? LC_NOT_INTERNED : lc_intern_add(&s->keys, lc_text(&key), key.length);
    if (number == s->done.count && !lc_push(NULL, &s->done, 0)) number = LC_NOT_INTERNED;
    lc_text_free(&key);
    return number;
}

/* Was a scenario explored to its end in vain?  By number; the list is as long as that of its texts. */
static bool is_proven(const lc_coverage *c, uint64_t scenario) {
    for (uint32_t i = 0; i < c->stages.count; i++) {
        const lc_stage_sum *stage = &c->stages.at[i];
        const lc_interned *name = lc_intern_get(&c->names, stage->name);
        if (stage->scenario == scenario && stage->complete && !stage->cut && name->size == 4 &&
            memcmp(name->bytes, "dpor", 4) == 0)
            return true;
    }
    return false;
}

/* Those that were explored to their end before the flaw was found need not be tried again. */
static void remember_explored(shrinker *s) {
    const lc_trial *t = s->trial;
    for (uint32_t i = 0; i < t->coverage.stages.count; i++) {
        uint64_t number = t->coverage.stages.at[i].scenario;
        if (number >= t->scenarios.count || number >= s->now->place.scenario || !t->scenarios.at[number]) continue;
        const lc_interned *name = lc_intern_get(&t->coverage.names, t->coverage.stages.at[i].name);
        if (name->size != 4 || memcmp(name->bytes, "dpor", 4) != 0 || !t->coverage.stages.at[i].complete) continue;
        lc_sketch sketch;
        if (!t->coverage.stages.at[i].cut && lc_sketch_read(&sketch, t->test, t->scenarios.at[number])) {
            uint32_t key = key_of(s, &sketch);
            if (key != LC_NOT_INTERNED) s->done.at[key] = PROVEN;
        }
        lc_sketch_free(&sketch);
    }
}

static bool put_number(shrinker *s, uint16_t number) {
    if (s->guides.length / sizeof number >= LC_GUIDES) return false;
    lc_text_add(&s->guides, (const char *)&number, sizeof number);
    return !s->guides.cut;
}

/* Where a call of the current scenario is now: 0, it is gone or runs alone. */
static uint16_t place_of(const lc_sketch *sketch, unsigned thread, unsigned call) {
    uint32_t number = 0;
    uint8_t part = 0;
    for (uint32_t i = 0; i < sketch->calls.count; i++, number++) {
        const lc_sketch_call *c = &sketch->calls.at[i];
        if (c->part != part) number = 0;
        part = c->part;
        if (c->was_in == thread && c->was == call && part != LC_PART_BEFORE && part != LC_PART_AFTER)
            return (uint16_t)(part << 8 | number);
    }
    return 0;
}

/* The current failure, as far as it concerns a candidate, for it to go by. */
static void put_guide(shrinker *s, const lc_sketch *sketch) {
    size_t start = s->guides.length;
    uint32_t next = 0, step = 0;
    int call[UINT8_MAX + 1];
    uint16_t count = 0;
    for (unsigned i = 0; i <= UINT8_MAX; i++) call[i] = -1;
    if (!put_number(s, 0)) return;
    for (size_t i = 0; i < s->now->length; i++) {
        unsigned thread = s->now->schedule[i];
        if (thread >= 0x80) continue; /* what was chosen */
        if (next < s->now->begins.count && s->now->begins.at[next] == step) call[thread]++, next++;
        step++;
        uint16_t place = thread && call[thread] >= 0 ? place_of(sketch, thread, (unsigned)call[thread]) : 0;
        if (!place) continue;
        if (count == UINT16_MAX || !put_number(s, place)) { /* it goes without */
            s->guides.length = start + sizeof count;
            return;
        }
        count++;
    }
    memcpy(s->guides.at + start, &count, sizeof count);
}

/* Puts a scenario on the list, unless it was tried.  False: there is no room. */
static bool put_on_list(const lc_sketch *sketch, uint32_t cursor, void *context) {
    shrinker *s = context;
    uint32_t key = key_of(s, sketch);
    if (key == LC_NOT_INTERNED) return false;
    uint8_t done = s->done.at[key];
    for (uint32_t i = 0; i < s->batch.count; i++)
        if (s->batch.at[i].key == key) return true;
    if (done > s->level) {
        s->unproven += done != PROVEN;
        return true;
    }
    size_t length = s->texts.length;
    lc_sketch_print(&s->texts, sketch);
    bool fits = s->texts.length - length < sizeof s->config.scenario && s->texts.length + 2 < LC_CANDIDATES;
    if (fits && lc_push(NULL, &s->batch, (candidate){key, cursor, done})) {
        s->done.at[key] = s->level + 1;
        lc_text_putc(&s->texts, '\0');
        if (!s->preempts) put_guide(s, sketch);
        return true;
    }
    s->texts.length = length;
    return false;
}

static void make_list(shrinker *s, lc_move_kind kind) {
    lc_text_clear(&s->texts);
    lc_text_clear(&s->guides);
    s->batch.count = s->unproven = 0;
    lc_moves(kind, &s->sketch, s->trial->test->first_unique, s->cursor, put_on_list, s);
}

/* Explores what is on the list, and takes the first that fails.  False: none does. */
static bool try_list(shrinker *s) {
    lc_config config = s->config;
    lc_trial t;
    config.look = effort[s->level];
    config.guide_heap = s->now->heap;
    if (config.jobs > s->batch.count) config.jobs = s->batch.count;
    bool sound = attempt(s, &t, &config, false), found = sound && t.flaw;
    uint64_t end = found ? t.flaw->place.scenario : sound ? s->batch.count : 0;
    if (end >= s->batch.count) found = false;
    for (uint32_t i = 0; i < s->batch.count; i++) {
        const candidate *c = &s->batch.at[i];
        if (i >= end) s->done.at[c->key] = c->before;
        else if (is_proven(&t.coverage, i)) s->done.at[c->key] = PROVEN;
    }
    s->trial->shrunk.candidates += (uint32_t)end + found;
    if (found && !fails_alike(s, t.flaw)) {
        s->done.at[s->batch.at[end].key] = PROVEN;
        found = false;
    }
    if (found) {
        s->cursor = s->batch.at[end].cursor;
        take(s, &t);
        lc_sketch_free(&s->sketch);
        s->over |= !lc_sketch_read(&s->sketch, s->trial->test, s->now->scenario);
    }
    free_attempt(&t);
    return found;
}

/* Few operations count most, but a scenario that is simpler in other ways is also explored sooner. */
static const struct {
    lc_move_kind kind;
    uint8_t level;
} phases[] = {{LC_MOVES_FEWER, 0},   {LC_MOVES_FEWER, 1}, {LC_MOVES_SIMPLER, 0},
              {LC_MOVES_SIMPLER, 1}, {LC_MOVES_FEWER, 2}, {LC_MOVES_SIMPLER, 2}};
enum { PHASES = sizeof phases / sizeof *phases };

static void shrink_scenario(shrinker *s) {
    uint32_t unproven = 0;
    remember_explored(s);
    find_way(s);
    for (unsigned phase = 0; phase < PHASES && !is_late(s);) {
        s->level = phases[phase].level;
        if (s->completes && !s->level) s->level = 1; /* whether a preemption is needed is to be seen */
        make_list(s, phases[phase].kind);
        bool found = s->batch.count && try_list(s);
        if (found) phase = unproven = 0;
        else if (!s->batch.count && phases[phase++].level == LEVELS - 1) unproven += s->unproven;
    }
    s->trial->shrunk.complete = !unproven;
}

/* ---- the schedule ---- */

/* Explores the scenario of the current flaw with at most as many preemptions. */
static void try_schedules(shrinker *s, bool simplest) {
    if (is_late(s)) return;
    lc_config config = s->config;
    lc_trial t;
    config.strategy = LC_STRATEGY_BOUNDED;
    config.preemptions = s->now->preemptions;
    config.heap = s->now->heap;
    config.look = SCHEDULES;
    config.jobs = 1;
    config.all_failures = simplest;
    config.serial_first = LC_SERIAL_LATER;
    list_one(s, s->now->scenario);
    bool found = attempt(s, &t, &config, simplest) && t.flaw && t.flaw->kind == s->now->kind;
    if (found && lc_flaw_simpler(t.flaw, s->now)) take(s, &t);
    free_attempt(&t);
}

/* ---- all of it ---- */

static lc_extent extent_of(const lc_tested *test, const lc_flaw *f) {
    lc_extent e = {.preemptions = f->preemptions};
    lc_sketch sketch;
    if (lc_sketch_read(&sketch, test, f->scenario) && !sketch.fixed) {
        e.threads = sketch.threads;
        e.operations = lc_sketch_operations(&sketch);
    } else {
        e.operations = f->history ? f->history->ops.count : 0;
        for (size_t i = 0; i < f->length; i++)
            if (f->schedule[i] < 0x80 && f->schedule[i] > e.threads) e.threads = f->schedule[i];
    }
    lc_sketch_free(&sketch);
    return e;
}

static bool is_worth_it(const lc_trial *t) {
    const lc_test_settings *o = &t->session->settings;
    uint32_t kind = t->flaw->kind;
    if (o->no_shrink || o->shrink <= 0 || (o->quiet && !o->trace)) return false;
    if (lc_flaw_is_limit(kind) || lc_flaw_is_mistake(kind) || kind == LC_FLAW_DEATH) return false;
    return t->flaw->scenario && *t->flaw->scenario && strlen(t->flaw->scenario) < sizeof((lc_config *)0)->scenario;
}

lince_status lc_shrink(lc_trial *t, const lc_config *config, double deadline) {
    if (!is_worth_it(t)) return LINCE_DONE;
    double started = lc_now();
    shrinker s = {.trial = t, .config = *config, .now = t->flaw, .deadline = started + t->session->settings.shrink};
    if (deadline > 0 && deadline < s.deadline) s.deadline = deadline;
    s.config.strategy = LC_STRATEGY_DEFAULT;
    s.config.preemptions = UINT32_MAX;
    s.config.all_failures = false;
    s.config.serial_first = LC_SERIAL_LATER;
    s.config.max_executions = UINT64_MAX;
    s.config.wanted = t->flaw->kind == LC_FLAW_VIOLATION ? LC_WANTED_HISTORIES : t->flaw->kind + 1;
    if (s.config.jobs > JOBS) s.config.jobs = JOBS;
    lc_intern_init(&s.keys, NULL);
    t->shrunk = (lc_shrunk){.tried = true,
                            .from = t->flaw,
                            .complete = true,
                            .stacks_shared = t->stacks_shared,
                            .before = extent_of(t->test, t->flaw)};
    if (lc_sketch_read(&s.sketch, t->test, t->flaw->scenario)) shrink_scenario(&s);
    if (t->flaw->preemptions) try_schedules(&s, false);
    if (t->flaw->kind != LC_FAILS_ENDLESS) try_schedules(&s, true); /* each of these takes a second to be noticed */
    t->shrunk.hurried = s.over;
    t->shrunk.complete &= !s.over;
    t->shrunk.after = extent_of(t->test, t->flaw);
    t->shrunk.seconds = lc_now() - started;
    lc_sketch_free(&s.sketch);
    lc_intern_free(&s.keys);
    lc_vec_free(NULL, &s.done);
    lc_vec_free(NULL, &s.batch);
    lc_text_free(&s.texts);
    lc_text_free(&s.guides);
    return LINCE_DONE;
}

void lc_shrink_undo(lc_trial *t) {
    if (t->flaw != &t->shrunk.flaw) return;
    t->flaw = t->shrunk.from;
    t->stacks_shared = t->shrunk.stacks_shared;
    lc_flaw_free(&t->shrunk.flaw);
    t->shrunk = (lc_shrunk){0};
}
