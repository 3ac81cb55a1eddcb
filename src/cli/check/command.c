/* lince check: verdicts on recorded histories.
 *
 * The threads of a pool read and check; their results are printed here, in the order of the files and histories.  One
 * history is reported in full at once.  Of many each gets a line, and the explanations come after all of them.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <lince/lince.h>

#include "base/clock.h"
#include "base/free_memory.h"
#include "base/progress.h"
#include "base/terminal.h"
#include "cli/check/excerpt.h"
#include "cli/cli.h"
#include "cli/ranks/shards.h"
#include "history/values.h"
#include "lang/object.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/report.h"

typedef struct session {
    lcc_check_settings settings;
    lcc_check_run run;
    lince_specs *specs;
    lck_files files;
    lck_pool *pool;
    lcc_ranks *ranks; /* NULL: this process is all there is */
    lcc_shards *shards;
    lc_progress progress;
    double started;
    lcr_tally tally;
    int status;
    lince_text explanations; /* for the end */
    lince_text excerpts;     /* for --explain */
    lcr_junit junit;
    lcc_html_file page;
    time_t began;
    bool many;       /* histories, so that there is a summary */
    bool explaining; /* the verdict on the current history has been printed */
} session;

static void worsen(session *s, int status) { s->status = lcc_worse_exit(s->status, status); }

/* ---- while other threads work ---- */

static void show_progress(session *s) {
    if (!lc_progress_tick(&s->progress)) return;
    lck_pool_view v;
    if (s->shards) lcc_shards_look(s->shards, &v);
    else lck_pool_look(s->pool, &v);
    double now = lc_now(), seconds = now - s->started;
    if (s->many && s->files.list.count > 1)
        lc_progress_show(&s->progress, "%u of %u files, %llu violation%s, %.0f s%s%s", v.files, s->files.list.count,
                         (unsigned long long)v.violations, v.violations == 1 ? "" : "s", seconds,
                         v.path ? "; longest: " : "", v.path ? v.path : "");
    else if (s->many)
        lc_progress_show(&s->progress, "%s: %llu histories, %llu violation%s, %.0f s", s->files.list.at[0].path,
                         (unsigned long long)(s->tally.ok + s->tally.violation + s->tally.unknown),
                         (unsigned long long)v.violations, v.violations == 1 ? "" : "s", seconds);
    else if (s->explaining && v.path)
        lc_progress_show(&s->progress, "%s: explaining the violation, %.0f s (Ctrl-C ends that)", v.path, seconds);
    else if (v.operations) lc_progress_show(&s->progress, "%s: %zu operations, %.0f s", v.path, v.operations, seconds);
    else if (v.path) lc_progress_show(&s->progress, "%s: reading, %.0f s", v.path, seconds);
}

/* ---- answers ---- */

static void put(session *s, lince_text *t) {
    lc_progress_erase(&s->progress);
    lcc_put(t);
    if (t->cut) worsen(s, lcc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0}));
    lc_text_free(t);
}

static int exit_of(lince_verdict v) {
    return v == LINCE_VERDICT_OK ? LCC_EXIT_OK : v == LINCE_VERDICT_VIOLATION ? LCC_EXIT_VIOLATION : LCC_EXIT_UNKNOWN;
}

static void complain(session *s, const lince_error *error) {
    lc_progress_erase(&s->progress);
    worsen(s, lcc_report_error(error));
    s->tally.errors++;
}

static void keep_explanation(session *s, const char *path, lcc_answer *a) {
    if (a->explanation.length) {
        lc_text_putc(&s->explanations, '\n');
        lcr_report_heading(&s->explanations, &s->run.style, path, a->about.several ? a->about.number : 0);
        lc_text_add(&s->explanations, a->explanation.at, a->explanation.length);
    }
    s->explanations.cut |= a->explanation.cut;
    lc_text_free(&a->explanation);
}

static void keep_excerpt(session *s, const lcc_answer *a) {
    if (a->excerpt.length) {
        if (s->excerpts.length) lc_text_puts(&s->excerpts, "---\n");
        lc_text_add(&s->excerpts, a->excerpt.at, a->excerpt.length);
    } else if (a->about.error.message[0]) complain(s, &a->about.error);
    s->excerpts.cut |= a->excerpt.cut;
}

static void note(session *s, const char *path, const lcc_answer *a) {
    static const lcr_junit_kind kinds[] = {[LINCE_VERDICT_OK] = LCR_JUNIT_PASSED,
                                           [LINCE_VERDICT_VIOLATION] = LCR_JUNIT_FAILURE,
                                           [LINCE_VERDICT_UNKNOWN] = LCR_JUNIT_ERROR};
    if (!s->settings.junit) return;
    lince_text name = {0}, first = {0};
    lc_text_printf(&name, "history %u", a->about.number);
    const char *report = a->about.refused ? NULL : lc_text(&a->plain),
               *message = report ? report : a->about.error.message;
    if (a->about.refused && a->about.error.line) lc_text_printf(&first, "line %lu: ", a->about.error.line);
    lc_text_add(&first, message, strcspn(message, "\n"));
    lcr_junit_add(&s->junit, &(lcr_junit_case){.file = path,
                                               .name = lc_text(&name),
                                               .kind = a->about.refused ? LCR_JUNIT_ERROR : kinds[a->about.verdict],
                                               .seconds = a->about.seconds,
                                               .type = a->about.refused ? "error" : lc_verdict_name(a->about.verdict),
                                               .message = lc_text(&first),
                                               .report = report});
    s->junit.cut |= a->plain.cut || name.cut || first.cut;
    lc_text_free(&name);
    lc_text_free(&first);
}

/* A file that cannot be read is on the page, too: a reader of the page alone must not take it for complete. */
static void add_to_page(session *s, const char *path, lcc_answer *a) {
    if (!s->page.path) return;
    if (a->about.refused) {
        lince_text why = {0};
        if (a->about.error.line) lc_text_printf(&why, "line %lu: ", a->about.error.line);
        lc_text_puts(&why, a->about.error.message);
        lcr_html_failed(&a->brief, "check", path, lc_text(&why), "not checked");
        lc_text_free(&why);
    }
    lcc_html_file_choose(&s->page, &a->section, &a->brief, !a->about.refused && a->about.verdict == LINCE_VERDICT_OK);
}

static void put_answer(session *s, const char *path, lcc_answer *a) {
    a->line.cut |= a->about.cut;
    note(s, path, a);
    add_to_page(s, path, a);
    s->many |= a->about.several;
    put(s, &a->line);
    if (a->about.refused) {
        complain(s, &a->about.error);
        return;
    }
    if (s->many) keep_explanation(s, path, a);
    put(s, &a->explanation);
    put(s, &a->details);
    keep_excerpt(s, a);
    lcr_tally_add(&s->tally, a->about.verdict);
    worsen(s, exit_of(a->about.verdict));
}

static lck_pool_event wait_for_event(session *s, uint32_t file, double seconds, lcc_answer *answer) {
    return s->shards ? lcc_shards_wait(s->shards, file, seconds, answer)
                     : lck_pool_wait(s->pool, file, seconds, &answer->about);
}

static void put_answers(session *s, uint32_t file) {
    const char *path = s->files.list.at[file].path;
    double patience = 0;
    for (;;) {
        lcc_answer a;
        lck_pool_event event = wait_for_event(s, file, patience, &a);
        patience = 0;
        switch (event) {
        case LCK_NO_EVENT: /* the output is to be seen while there is nothing else to do */
            fflush(stdout);
            show_progress(s);
            patience = s->progress.active ? 0.1 : -1;
            break;
        case LCK_ANNOUNCED:
            put(s, &a.line);
            s->explaining = true;
            break;
        case LCK_ANSWERED:
            s->explaining = false;
            put_answer(s, path, &a);
            lcc_answer_free(&a);
            break;
        case LCK_FILE_OVER: return;
        }
    }
}

/* ---- the command ---- */

static void write_excerpts(session *s) {
    const char *path = s->settings.explain;
    if (!path || (!s->excerpts.length && !s->excerpts.cut)) return;
    lince_text all = {.cut = s->excerpts.cut};
    lince_error error = {0};
    lcc_excerpt_command(&all, &s->settings, s->specs, path);
    lc_text_add(&all, lc_text(&s->excerpts), s->excerpts.length);
    lince_status status = all.cut ? LINCE_OUT_OF_MEMORY : lc_write_file(path, &all, &error);
    if (status != LINCE_DONE) worsen(s, lcc_report_failure(status, &error));
    lc_text_free(&all);
}

static void write_junit(session *s) {
    if (!s->settings.junit) return;
    lince_text text = {0};
    lince_error error = {0};
    lcr_junit_print(&text, &s->junit, s->began);
    lince_status status = text.cut ? LINCE_OUT_OF_MEMORY : lc_write_file(s->settings.junit, &text, &error);
    if (status != LINCE_DONE) worsen(s, lcc_report_failure(status, &error));
    lc_text_free(&text);
}

static void put_summary(session *s) {
    lince_text t = {0};
    bool explained = s->explanations.length;
    put(s, &s->explanations);
    if (!s->many || s->settings.json || s->settings.quiet) return;
    if (s->tally.ok + s->tally.violation + s->tally.unknown == 0) return;
    s->tally.files = s->files.list.count;
    s->tally.seconds = lc_now() - s->started;
    if (explained) lc_text_putc(&t, '\n');
    lcr_report_summary(&t, &s->run.style, &s->tally);
    put(s, &t);
}

/* Ranks on one machine share its cores. */
static unsigned jobs_of(const session *s) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (s->settings.jobs) return s->settings.jobs;
    if (s->ranks) cores /= s->ranks->neighbours;
    return cores > 0 ? (unsigned)cores : 1;
}

static void print_all(session *s) {
    lcc_start_progress(&s->progress, s->settings.quiet);
    for (uint32_t i = 0; i < s->files.list.count && !s->shards; i++) lck_pool_start(s->pool, i);
    for (uint32_t i = 0; i < s->files.list.count; i++) put_answers(s, i);
    lc_progress_end(&s->progress);
    put_summary(s);
    write_excerpts(s);
    write_junit(s);
    worsen(s, lcc_html_file_finish(&s->page));
}

/* A single history is checked by all ranks before any of them reports an event. */
static void begin_shards(session *s) {
    if (s->ranks->rank == 0 && s->files.list.count && !s->settings.quiet)
        lcc_spinner_start("%s: checking", s->files.list.at[0].path);
    lcc_shards_begin(s->shards);
    lcc_spinner_stop();
}

static void check_files(session *s) {
    unsigned jobs = jobs_of(s);
    s->pool = lck_pool_new(&s->run.work, &s->files, jobs);
    if (s->pool && s->ranks) s->shards = lcc_shards_new(s->ranks, &s->run.work, &s->files, s->pool, jobs);
    bool enough = s->pool && (s->shards || !s->ranks);
    if (s->ranks && !enough) s->ranks->give_up(s->ranks->context);
    if (s->shards) begin_shards(s);
    if (!enough) worsen(s, lcc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0}));
    else if (s->ranks && s->ranks->rank != 0) lcc_shards_serve(s->shards);
    else print_all(s);
    lc_interrupt(); /* work on histories after a malformed one is of no use any more */
    lcc_shards_free(s->shards);
    lck_pool_free(s->pool);
}

static bool add_specs(session *s) {
    lince_error error = {0};
    s->specs = lcm_specs_new();
    lince_status status = s->specs ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < s->settings.spec.count && status == LINCE_DONE; i++)
        status = lince_specs_add(s->specs, s->settings.spec.at[i], &error);
    if (status != LINCE_DONE) s->status = lcc_report_failure(status, &error);
    return status == LINCE_DONE;
}

/* A wrong --init is reported once, before any file is read. */
static bool init_is_a_value(session *s) {
    if (!s->settings.init) return true;
    lince_error error = {.message = "out of memory"};
    lince_values *pool = lince_values_new();
    bool good = pool && lc_parse_value(pool, s->settings.init, &error) != LINCE_NO_VALUE;
    lince_values_free(pool);
    if (!good) s->status = lcc_complain("--init: %s", error.message);
    return good;
}

static bool options_agree(session *s) {
    const lcc_check_settings *o = &s->settings;
    bool page = lcc_html_is_output(o->html);
    const char *wrong = o->explain && o->no_explanation ? "--explain and --no-explanation exclude each other"
                        : page && o->explain && !strcmp(o->explain, "-") ? "--html - and --explain - exclude each other"
                        : o->json && o->junit && !strcmp(o->junit, "-")  ? "--junit - and --json exclude each other"
                                                                        : lcc_html_conflict(o->html, o->json, o->junit);
    if (page) s->settings.quiet = true;
    if (wrong) s->status = lcc_complain("%s", wrong);
    return !wrong;
}

static bool find_files(session *s, const lc_words *operands) {
    if (operands->count == 0) {
        s->status = lcc_complain("check: name a FILE to check, or - for standard input");
        return false;
    }
    bool elsewhere = s->ranks && s->ranks->rank != 0;
    if (!elsewhere && !lck_files_find(&s->files, operands->at, operands->count)) {
        s->status = lcc_report_failure(LINCE_OUT_OF_MEMORY, &(lince_error){.line = 0});
        return false;
    }
    s->many = s->files.directory || s->files.list.count > 1;
    return true;
}

/* Those of the first rank, which writes. */
static bool outputs_ready(session *s, const lc_words *operands) {
    return (s->ranks && s->ranks->rank != 0) || lcc_outputs_ready(&lcc_check_set, &s->settings, operands, &s->status);
}

/* Work that one rank cannot do, as a specification may be missing on its machine, is not begun. */
static bool all_can(session *s, bool this_one) {
    if (!s->ranks) return this_one;
    bool all = lcc_shards_agree(s->ranks, this_one);
    if (this_one && !all) s->status = lcc_complain("another rank cannot begin: is everything there on its machine?");
    return all;
}

/* The limit of each history if the user sets none: a quarter of the free memory is left; 0: that is not known. */
static size_t default_memory(const session *s) {
    size_t ranks = s->ranks ? s->ranks->neighbours : 1;
    return lc_free_memory() / 4 * 3 / ((s->many ? jobs_of(s) : 1) * ranks);
}

static void run(session *s) {
    const volatile int *interrupt = lcc_catch_interrupts();
    s->run = (lcc_check_run){.settings = &s->settings,
                             .style = lcc_output_style(s->settings.ascii, s->settings.width, s->settings.color),
                             .page = &s->page};
    lcc_check_run_settle(&s->run, s->specs, interrupt);
    if (!s->settings.max_memory) s->run.work.check.max_memory = default_memory(s);
    lck_input_text *input = NULL;
    if (s->ranks) {
        /* mpirun gives each process a terminal of its own, which is not that of the user. */
        s->run.style.colour = s->settings.color == LCC_COLOUR_ALWAYS;
        if (!s->settings.width) s->run.style.width = lc_terminal_width(-1);
        lcc_shards_files(s->ranks, &s->files);
        s->run.work.input = input = lcc_shards_input(s->ranks, &s->files, interrupt);
    }
    check_files(s);
    lcc_input_text_free(input);
}

int lcc_check(int argc, char **argv, lcc_ranks *ranks) {
    session s = {.status = LCC_EXIT_OK, .started = lc_now(), .began = time(NULL), .ranks = ranks};
    lc_words operands = {0};
    if (lcc_read_options(argc, argv, &s.settings, &operands, &s.status) && options_agree(&s) && init_is_a_value(&s) &&
        all_can(&s, outputs_ready(&s, &operands) && add_specs(&s) && find_files(&s, &operands))) {
        lcc_html_file_begin(&s.page, s.settings.html, &operands, argc, argv);
        run(&s);
        if (!ranks && !s.settings.quiet && !s.settings.json && !s.settings.html)
            lcc_suggest_page(s.status, &s.run.style, argc, argv);
    }
    lck_files_free(&s.files);
    lince_specs_free(s.specs);
    lc_text_free(&s.explanations);
    lc_text_free(&s.excerpts);
    lcr_junit_free(&s.junit);
    lcc_html_file_free(&s.page);
    lc_options_free(&lcc_check_set, &s.settings, &operands);
    return s.status;
}

int lcc_cmd_check(int argc, char **argv) { return lcc_check(argc, argv, NULL); }
