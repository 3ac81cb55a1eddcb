#include "tester/driver/session.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "target/explore/control.h"
#include "tester/instrument/uninstrumented_scan.h"

/* Executions of the default strategy: some seconds.  The user may set more. */
#define USUAL_EXECUTIONS   5000000
#define FURTHER_EXECUTIONS 300000
#define USUAL_RUNS         10000 /* of real threads */

/* ---- the tests ---- */

static char *copy(lc_span text) { return strndup(text.at, text.length); }

static void free_test(lcd_tested *t) {
    free(t->name);
    free(t->file);
    free(t->spec);
    free(t->criterion);
    free(t->order);
    for (uint32_t i = 0; i < t->operations.count; i++) free(t->operations.at[i]);
    lc_vec_free(NULL, &t->operations);
    lc_vec_free(NULL, &t->arguments);
    lc_vec_free(NULL, &t->argument);
}

void lcd_tested_list_free(lcd_tested_list *list) {
    for (uint32_t i = 0; i < list->count; i++) free_test(&list->at[i]);
    lc_vec_free(NULL, list);
}

static bool take_test(lcd_tested *t, const lcd_msg_test *msg) {
    *t = (lcd_tested){.name = copy(msg->name),
                      .file = copy(msg->file),
                      .spec = copy(msg->spec),
                      .criterion = copy(msg->criterion),
                      .line = msg->line,
                      .model = msg->model,
                      .first_unique = msg->first_unique,
                      .order = copy(msg->order),
                      .balanced = msg->balanced,
                      .adding = msg->adding,
                      .removing = msg->removing};
    bool enough = t->name && t->file && t->spec && t->criterion && t->order;
    for (uint32_t i = 0; i < msg->operation_count && enough; i++) {
        char *name = copy(msg->operations[i].name);
        enough = name && lc_push(NULL, &t->operations, name);
        if (!enough) free(name);
        enough = enough && lc_push(NULL, &t->arguments, msg->operations[i].arguments);
        for (uint32_t k = 0; k < msg->operations[i].arguments && enough; k++)
            enough = lc_push(NULL, &t->argument, msg->operations[i].argument[k]);
    }
    return enough;
}

static lince_status on_test(lcd_exploration *x, const lcd_msg_test *msg, lince_error *error) {
    lcd_tested_list *list = x->context;
    lcd_tested t;
    if (msg->name.length >= sizeof((lct_config *)NULL)->test)
        return lc_fail(error, "the name of a test is too long: %.*s", (int)msg->name.length, msg->name.at);
    if (take_test(&t, msg) && lc_push(NULL, list, t)) return LINCE_DONE;
    free_test(&t);
    return LINCE_OUT_OF_MEMORY;
}

lince_status lcd_list_tests(const lcd_session *s, const lcd_program *program, lcd_tested_list *list,
                            lince_error *error) {
    static const lcd_listener listener = {.test = on_test};
    lct_config config;
    lcd_configure(&config, s, NULL);
    lcd_configure_room(&config, program, config.strategy);
    config.mode = LCT_MODE_LIST;
    config.jobs = 1;
    lcd_exploration x = {
        .plan = {.program = program->path, .config = &config, .patience = s->settings.patience, .cramped = s->cramped},
        .listener = &listener,
        .context = list,
        .interrupt = s->interrupt,
    };
    lince_status status = lcd_explore(&x, error);
    const char *file = s->sources.files.count ? s->sources.files.at[0] : program->path;
    if (status == LINCE_DONE && x.ending == LCD_ENDED_DEATH) {
        status = lc_fail_at(error, file, 0, "%s before it could list its tests", x.death.why);
        if (x.death.death == LCD_DEATH_SILENCE) status = LINCE_STOPPED; /* more time might bring an answer */
    }
    if (status == LINCE_DONE && x.ending == LCD_ENDED_INTERRUPT) status = LINCE_STOPPED;
    else if (status == LINCE_DONE && !list->count)
        status = lc_fail_at(error, file, 0, "there is no test here: write LINCE_TEST(name) { ... }, or a main");
    lcd_exploration_free(&x);
    return status;
}

const lcd_tested *lcd_find_test(const lcd_tested_list *list, const char *name) {
    for (uint32_t i = 0; i < list->count; i++)
        if (strcmp(list->at[i].name, name) == 0) return &list->at[i];
    return NULL;
}

/* ---- the settings ---- */

unsigned lcd_session_jobs(const lcd_test_settings *o) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (!o->jobs && o->strategy == LCT_STRATEGY_STRESS) return 1; /* its threads need the cores */
    unsigned jobs = o->jobs ? o->jobs : cores > 0 ? (unsigned)cores : 1;
    return jobs < LCT_JOBS_MAX ? jobs : LCT_JOBS_MAX;
}

/* `further`: a failure is known already. */
static uint64_t budget_of(const lcd_test_settings *o, bool further) {
    if (o->max_executions == LC_UNSAID)
        return further                               ? FURTHER_EXECUTIONS
               : o->strategy == LCT_STRATEGY_DEFAULT ? USUAL_EXECUTIONS
               : o->strategy == LCT_STRATEGY_STRESS  ? USUAL_RUNS
                                                     : UINT64_MAX;
    return o->max_executions ? o->max_executions : UINT64_MAX;
}

static void put(char *to, size_t size, const char *text) {
    size_t length = strlen(text);
    assert(length < size); /* longer ones were refused */
    memcpy(to, text, length < size ? length : size - 1);
}

bool lcd_session_is_cramped(const lcd_session *s) { return s->cramped && *s->cramped; }

void lcd_configure_room(lct_config *c, const lcd_program *program, unsigned strategy) {
    c->many = program->many;
    c->relinks = !program->many && !program->linked_before && strategy != LCT_STRATEGY_STRESS;
}

void lcd_configure(lct_config *c, const lcd_session *s, const lcd_tested *test) {
    const lcd_test_settings *o = &s->settings;
    *c = (lct_config){
        .mode = LCT_MODE_EXPLORE,
        .strategy = o->strategy,
        .memory = o->memory,
        .graphs = o->graphs,
        .genmc_readings = o->genmc_readings,
        .send_graphs = s->graphs != NULL,
        .preemptions = o->preemptions, /* LC_UNSAID: as many as there is time for */
        .rounds = o->rounds,
        .depth = o->depth,
        .heap = o->heap,
        .plain = o->plain,
        .retry = o->retry,
        .merging = o->merging,
        .no_history_edges = o->no_history_edges,
        .no_use_after_free = o->no_use_after_free,
        .no_snapshots = o->no_snapshots,
        .no_deduplication = o->no_deduplication,
        .claim = (uint32_t)o->claim,
        .uninstrumented = s->program.warnings.length > 0,
        .allowed = s->allowed,
        .no_data_races = o->no_data_races || s->allowed >> LCT_FAILS_RACE & 1,
        .assembly = lcd_has_assembly(s->program.path),
        .spurious = o->spurious,
        .random_choices = o->random_choices,
        .all_failures = o->all_failures,
        .leaks = o->leaks,
        .jobs = s->jobs,
        .seed = o->seed,
        .max_executions = budget_of(o, s->found),
        .max_steps = o->max_steps,
        .stuck_after = (uint64_t)(o->stuck_after * 1e9),
        .stack_bytes = o->stack,
        .memory_bytes = o->max_memory / s->jobs,
    };
    lcd_configure_room(c, &s->program, o->strategy);
    if (test) put(c->test, sizeof c->test, test->name);
    if (o->scenario) put(c->scenario, sizeof c->scenario, o->scenario);
}
_Static_assert(LC_UNSAID == UINT32_MAX, "without a number of preemptions there are as many as time permits");

void lcd_session_works(const lcd_session *s, const char *format, ...) {
    if (!s->working) return;
    lince_text what = {0};
    va_list args;
    va_start(args, format);
    lc_text_vprintf(&what, format, args);
    va_end(args);
    s->working(lc_text(&what), s->context);
    lc_text_free(&what);
}

void lcd_session_rests(const lcd_session *s) {
    if (s->working) s->working(NULL, s->context);
}
