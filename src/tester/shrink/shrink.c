/* Greedy, like delta debugging (Zeller and Hildebrandt, TSE 2002): of all scenarios one move away (moves.h) the first
 * that fails takes the place of the current one, until none does.  All of them are given to one exploration, whose
 * workers find the first that fails, however many there are.  Then the schedule: the fewest preemptions, and of these
 * executions the one with the fewest switches.
 *
 * How long a candidate is explored is counted in executions.  A candidate that was not explored to its end is explored
 * further when nothing else is left to do; if all were, the result is minimal for sure.  Where exploring is cheap, the
 * round of least effort is skipped: it costs a worker of its own.
 *
 * A generated scenario promises that threads pass their own numbers, keep to the protocol to its end, and more
 * (target/explore/wellformed.h).  Candidates keep these promises, so that a shrunk scenario is one that could be
 * generated, as far as they go; only calls that run alone before and after the threads may differ.
 */
#include "tester/shrink/shrink.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "tester/shrink/attempt.h"
#include "tester/shrink/shrink_moves.h"

enum {
    JOBS = 8,
    CHEAP = 256,  /* executions that cost no more than a few workers */
    FOR_ONE = 16, /* candidates that one worker runs in the time in which another one starts, with the least effort */
    PROVEN = UINT8_MAX
};
/* Executions of a candidate by each strategy, and of the last scenario with each number of preemptions. */
static const uint64_t effort[] = {1, 1000, 20000}; /* first only executions that follow the failing one */
enum { LEVELS = sizeof effort / sizeof *effort, SCHEDULES = 50000 };

typedef struct candidate {
    uint32_t key, cursor;
    uint8_t before; /* the result of it so far */
} candidate;

typedef struct shrinker {
    lcd_attempts a;
    lcd_ast ast; /* of the current scenario */
    lcd_promise promise;
    unsigned broken; /* by the scenario that was found */
    uint32_t cursor;
    lc_intern keys;       /* of scenarios that were tried, as lcd_ast_key gives them */
    LC_VEC(uint8_t) done; /* of each: 1 + the level of effort, or PROVEN not to fail */
    uint8_t level;
    bool cheap;              /* the scenarios before the failing one took few executions, and candidates are as small */
    LC_VEC(candidate) batch; /* the next ones */
    uint32_t unproven;       /* other scenarios one move away, tried with this effort, and not to the end */
} shrinker;

/* ---- the scenario ---- */

static uint32_t key_of(shrinker *s, const lcd_ast *ast) {
    lince_text key = {0};
    lcd_ast_key(&key, ast, s->a.test_run->test->first_unique);
    uint32_t number = key.cut ? LC_NOT_INTERNED : lc_intern_add(&s->keys, lc_text(&key), key.length);
    if (number == s->done.count && !lc_push(NULL, &s->done, 0)) number = LC_NOT_INTERNED;
    lc_text_free(&key);
    return number;
}

/* Was all seen that can happen in a scenario under the memory model of the failure? */
static bool is_proven(const shrinker *s, const lcd_coverage *c, uint64_t scenario) {
    return lcd_coverage_is_proven(c, s->a.now->memory, scenario);
}

/* Those that were explored to their end before the failure was found need not be tried again. */
static void remember_explored(shrinker *s) {
    const lcd_test_run *t = s->a.test_run;
    for (uint32_t i = 0; i < t->coverage.stages.count; i++) {
        uint64_t number = t->coverage.stages.at[i].scenario;
        if (number >= t->scenarios.count || number >= s->a.now->place.scenario || !t->scenarios.at[number]) continue;
        if (!is_proven(s, &t->coverage, number)) continue;
        lcd_ast ast;
        if (lcd_ast_read(&ast, t->test, t->scenarios.at[number])) {
            uint32_t key = key_of(s, &ast);
            if (key != LC_NOT_INTERNED) s->done.at[key] = PROVEN;
        }
        lcd_ast_free(&ast);
    }
}

/* Of the scenarios before the failing one, all of which were explored, with any number of workers. */
static bool was_cheap(const shrinker *s) {
    const lcd_coverage *c = &s->a.test_run->coverage;
    uint64_t executions = 0;
    for (uint32_t i = 0; i < c->stages.count; i++)
        if (c->stages.at[i].scenario < s->a.now->place.scenario) executions += c->stages.at[i].executions;
    return s->a.now->place.scenario && executions <= CHEAP;
}

/* Puts a scenario on the list, unless it was tried.  False: there is no room. */
static bool put_on_list(const lcd_ast *ast, uint32_t cursor, void *context) {
    shrinker *s = context;
    uint32_t key = key_of(s, ast);
    if (key == LC_NOT_INTERNED) return false;
    uint8_t done = s->done.at[key];
    for (uint32_t i = 0; i < s->batch.count; i++)
        if (s->batch.at[i].key == key) return true;
    if (done > s->level) {
        s->unproven += done != PROVEN;
        return true;
    }
    size_t length = s->a.texts.length;
    lcd_ast_print(&s->a.texts, ast);
    bool fits = s->a.texts.length - length < sizeof s->a.config.scenario && s->a.texts.length + 2 < LCT_CANDIDATES;
    if (fits && lc_push(NULL, &s->batch, (candidate){key, cursor, done})) {
        s->done.at[key] = s->level + 1;
        lc_text_putc(&s->a.texts, '\0');
        if (!s->a.preempts) lcd_attempt_guide(&s->a, ast);
        return true;
    }
    s->a.texts.length = length;
    return false;
}

static void make_list(shrinker *s, lcd_shrink_kind kind) {
    lc_text_clear(&s->a.texts);
    lc_text_clear(&s->a.guides);
    s->batch.count = s->unproven = 0;
    lcd_shrink_moves(kind, &s->ast, &s->promise, s->cursor, put_on_list, s);
}

/* Explores the candidates on the list, and takes the first that fails.  False: none does. */
static bool try_list(shrinker *s) {
    lct_config config = s->a.config;
    lcd_test_run t;
    config.look = effort[s->level];
    config.guide_heap = s->a.now->heap;
    uint32_t most = s->level ? s->batch.count : 1 + s->batch.count / FOR_ONE;
    if (config.jobs > most) config.jobs = most;
    bool sound = lcd_attempt(&s->a, &t, &config, false), found = sound && t.failure;
    uint64_t end = found ? t.failure->place.scenario : sound ? s->batch.count : 0;
    if (end >= s->batch.count) found = false;
    for (uint32_t i = 0; i < s->batch.count; i++) {
        const candidate *c = &s->batch.at[i];
        if (i >= end) s->done.at[c->key] = c->before;
        else if (is_proven(s, &t.coverage, i)) s->done.at[c->key] = PROVEN;
    }
    s->a.test_run->shrunk.candidates += (uint32_t)end + found;
    if (found && !lcd_attempt_alike(&s->a, t.failure)) {
        s->done.at[s->batch.at[end].key] = PROVEN;
        found = false;
    }
    if (found) {
        s->cursor = s->batch.at[end].cursor;
        lcd_attempt_take(&s->a, &t);
        lcd_ast_free(&s->ast);
        s->a.over |= !lcd_ast_read(&s->ast, s->a.test_run->test, s->a.now->scenario);
        assert(s->a.over || !(lcd_promise_breaks(&s->promise, &s->ast) & ~s->broken));
    }
    lcd_test_run_free_found(&t);
    return found;
}

/* Few operations count most, but a scenario that is simpler in other ways is also explored sooner. */
static const struct {
    lcd_shrink_kind kind;
    uint8_t level;
} phases[] = {{LCD_MOVES_FEWER, 0},   {LCD_MOVES_FEWER, 1}, {LCD_MOVES_SIMPLER, 0},
              {LCD_MOVES_SIMPLER, 1}, {LCD_MOVES_FEWER, 2}, {LCD_MOVES_SIMPLER, 2}};
enum { PHASES = sizeof phases / sizeof *phases };

static void shrink_scenario(shrinker *s) {
    uint32_t unproven = 0;
    remember_explored(s);
    s->cheap = was_cheap(s);
    lcd_attempt_find_way(&s->a);
    for (unsigned phase = 0; phase < PHASES && !lcd_attempt_is_late(&s->a);) {
        s->level = phases[phase].level;
        if ((s->cheap || s->a.completes) && !s->level) s->level = 1; /* completes: is a preemption needed? */
        make_list(s, phases[phase].kind);
        bool found = s->batch.count && try_list(s);
        if (found) phase = unproven = 0;
        else if (!s->batch.count && phases[phase++].level == LEVELS - 1) unproven += s->unproven;
    }
    s->a.test_run->shrunk.complete = !unproven;
}

/* ---- the schedule ---- */

/* Explores the scenario of the current failure with at most as many preemptions. */
static void try_schedules(shrinker *s, bool simplest) {
    if (lcd_attempt_is_late(&s->a)) return;
    lct_config config = s->a.config;
    lcd_test_run t;
    bool weak = s->a.now->memory != LCT_MEMORY_SC; /* explored by graphs, which have no preemptions */
    config.strategy = weak ? LCT_STRATEGY_DEFAULT : LCT_STRATEGY_BOUNDED;
    if (!weak) config.preemptions = s->a.now->preemptions;
    config.heap = s->a.now->heap;
    config.look = SCHEDULES;
    config.jobs = 1;
    config.all_failures = simplest;
    config.serial_first = LCT_SERIAL_LATER;
    lcd_attempt_list(&s->a, s->a.now->scenario);
    bool found = lcd_attempt(&s->a, &t, &config, simplest) && t.failure && t.failure->kind == s->a.now->kind &&
                 t.failure->memory == s->a.now->memory;
    if (found && lcd_failure_simpler(t.failure, s->a.now)) lcd_attempt_take(&s->a, &t);
    lcd_test_run_free_found(&t);
}

/* ---- all of it ---- */

static lcd_failure_size extent_of(const lcd_tested *test, const lcd_failure *f) {
    lcd_failure_size e = {.preemptions = f->preemptions};
    lcd_ast ast;
    if (lcd_ast_read(&ast, test, f->scenario) && !ast.fixed) {
        e.threads = ast.threads;
        e.operations = lcd_ast_operations(&ast);
    } else {
        e.operations = f->history ? f->history->ops.count : 0;
        for (size_t i = 0; i < f->length; i++)
            if (f->schedule[i] < 0x80 && f->schedule[i] > e.threads) e.threads = f->schedule[i];
    }
    lcd_ast_free(&ast);
    return e;
}

static bool is_worth_it(const lcd_test_run *t) {
    const lcd_test_settings *o = &t->session->settings;
    uint32_t kind = t->failure->kind;
    if (o->no_shrink || o->shrink <= 0 || (o->quiet && !o->trace && !o->html)) return false;
    if (lcd_failure_is_limit(kind) || lcd_failure_is_mistake(kind) || kind == LCD_FAILURE_DEATH) return false;
    return t->failure->scenario && *t->failure->scenario &&
           strlen(t->failure->scenario) < sizeof((lct_config *)0)->scenario;
}

lince_status lcd_shrink(lcd_test_run *t, const lct_config *config, double deadline) {
    if (!is_worth_it(t)) return LINCE_DONE;
    double started = lc_now();
    shrinker s = {
        .a = {.test_run = t, .config = *config, .now = t->failure, .deadline = started + t->session->settings.shrink}};
    if (deadline > 0 && deadline < s.a.deadline) s.a.deadline = deadline;
    s.a.config.strategy = LCT_STRATEGY_DEFAULT;
    s.a.config.preemptions = UINT32_MAX;
    s.a.config.memory = t->failure->memory;
    s.a.config.send_graphs = false;
    s.a.config.all_failures = false;
    s.a.config.serial_first = LCT_SERIAL_LATER;
    s.a.config.max_executions = UINT64_MAX;
    s.a.config.wanted = t->failure->kind == LCD_FAILURE_VIOLATION ? LCT_WANTED_HISTORIES : t->failure->kind + 1;
    if (s.a.config.jobs > JOBS) s.a.config.jobs = JOBS;
    lc_intern_init(&s.keys, NULL);
    t->shrunk = (lcd_shrunk){.tried = true,
                             .from = t->failure,
                             .complete = true,
                             .stacks_shared = t->stacks_shared,
                             .before = extent_of(t->test, t->failure)};
    lcd_promise_init(&s.promise, t->test, lcd_test_run_order(t), t->test->balanced || config->balanced);
    if (lcd_ast_read(&s.ast, t->test, t->failure->scenario)) {
        s.broken = lcd_promise_breaks(&s.promise, &s.ast);
        shrink_scenario(&s);
    }
    /* The simplest execution has the fewest preemptions; where there are several, their number is found first, because
     * that takes less time.  An endless loop takes a second to be noticed. */
    bool endless = t->failure->kind == LCT_FAILS_ENDLESS;
    bool weak = t->failure->memory != LCT_MEMORY_SC;
    if (!weak && t->failure->preemptions > (endless ? 0 : 1)) try_schedules(&s, false);
    if (!endless) try_schedules(&s, true);
    t->shrunk.hurried = s.a.over;
    t->shrunk.complete &= !s.a.over;
    t->shrunk.after = extent_of(t->test, t->failure);
    t->shrunk.seconds = lc_now() - started;
    lcd_ast_free(&s.ast);
    lc_intern_free(&s.keys);
    lc_vec_free(NULL, &s.done);
    lc_vec_free(NULL, &s.batch);
    lc_text_free(&s.a.texts);
    lc_text_free(&s.a.guides);
    return LINCE_DONE;
}

void lcd_shrink_undo(lcd_test_run *t) {
    if (t->failure != &t->shrunk.failure) return;
    t->failure = t->shrunk.from;
    t->stacks_shared = t->shrunk.stacks_shared;
    lcd_failure_free(&t->shrunk.failure);
    t->shrunk = (lcd_shrunk){0};
}
