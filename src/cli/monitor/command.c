/* lince monitor: follows a stream of events while it is being written, and reports the first violation at once.
 *
 * A file is followed as `tail -F` would, because that is the purpose of the command; a pipe or standard input ends when
 * its writer closes it; a socket never ends.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lince/lince.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/monitor/clients.h"
#include "cli/monitor/say.h"
#include "cli/monitor/tail.h"
#include "history/values.h"
#include "lang/object.h"
#include "report/junit.h"

#define PATIENCE     0.1     /* seconds between two looks at the clock while nothing comes */
#define QUIET_BEFORE 0.05    /* and after so much silence everything is judged that there is */
#define UNIX         "unix:" /* a socket is at the path behind it */
enum { USUAL_LENGTH = 2 };

/* ---- between blocks ---- */

static void keep_house(lcc_lookout *w) {
    double now = lc_now();
    if (w->settings.stats > 0 && now >= w->stats_told + w->settings.stats) lcc_say_statistics(w);
    lcc_lookout_remind(w, now);
    lcc_say_page_now(w);
    if (w->has_line && !lcc_is_busy(NULL)) lcc_busy("%s", w->name); /* a report was printed */
    if (lcc_busy_asks()) {
        lco_online_covered c;
        lcc_lookout_covered(w, &c);
        lcc_busy_say(w->started, "%s: %llu operations, %llu gap%s, %llu violation%s", w->name,
                     (unsigned long long)c.operations, (unsigned long long)c.gaps, c.gaps == 1 ? "" : "s",
                     (unsigned long long)w->violations, w->violations == 1 ? "" : "s");
    }
    w->timed_out = w->limits.deadline > 0 && now >= w->limits.deadline;
    /* A stream without an end is not followed without a reader. */
    bool unheard = lcc_output_lost() && !w->settings.once;
    if (w->timed_out || unheard || lc_is_interrupted(w->interrupt)) w->over = true;
}

/* How long to wait for news. */
static double patience(const lcc_lookout *w, bool quiet) {
    double seconds = quiet ? PATIENCE : QUIET_BEFORE, now = lc_now();
    if (w->settings.stats > 0 && w->stats_told + w->settings.stats - now < seconds)
        seconds = w->stats_told + w->settings.stats - now;
    if (w->limits.deadline > 0 && w->limits.deadline - now < seconds) seconds = w->limits.deadline - now;
    return seconds > 0 ? seconds : 0;
}

/* Input came, or not: after a while of silence the events before are judged. */
static void note_time(lcc_lookout *w, bool came, double *last) {
    double now = lc_now();
    if (came) *last = now;
    else if (now - *last >= QUIET_BEFORE * 0.9) lcc_lookout_flush(w);
    if (!w->over) keep_house(w);
}

/* ---- files and pipes ---- */

static void end_in_a_line(lcc_stream *s, const char *why) {
    if (lcc_lines_rest(&s->lines) && !s->lookout->over) lcc_stream_gap(s, why);
}

static void react(lcc_stream *s, lcc_came came, const lince_error *error) {
    lcc_lookout *w = s->lookout;
    switch (came) {
    case LCC_CAME_BYTES: lcc_stream_use(s, 0); break;
    case LCC_CAME_NOTHING: break;
    case LCC_CAME_END:
        end_in_a_line(s, "the last line is incomplete, and was not looked at");
        w->over = true;
        break;
    case LCC_CAME_NEW_FILE:
        end_in_a_line(s, "the file was replaced in the middle of a line");
        if (!w->over) lcc_say_note(w, s->name, "the file was replaced; going on with the new one");
        lcc_stream_new_file(s);
        break;
    case LCC_CAME_LATER_FILE:
        lcc_stream_gap(s, "the file was replaced more than once since it was last looked at");
        lcc_stream_new_file(s);
        break;
    case LCC_CAME_TRUNCATED:
        lcc_stream_gap(s, "the file was truncated, and not everything in it may have been read");
        lcc_stream_new_file(s);
        break;
    case LCC_CAME_NEW_WRITER:
        end_in_a_line(s, "the writer is gone in the middle of a line");
        if (!w->over) lcc_say_note(w, s->name, "the writer is gone; waiting for another one");
        lcc_stream_new_writer(s);
        break;
    case LCC_CAME_FAILURE:
        w->status = lcc_worse_exit(w->status, lcc_report_error(error));
        w->over = true;
        break;
    }
}

static lince_status follow(lcc_lookout *w, const char *path, lince_error *error) {
    lcc_tail tail;
    lince_status status = lcc_tail_open(&tail, path, w->settings.follow, error);
    if (status != LINCE_DONE) {
        lcc_tail_close(&tail);
        return status;
    }
    tail.follow = w->settings.follow || (tail.path && tail.regular && !w->settings.once);
    lcc_world *world = lcc_world_new(w);
    lcc_stream *s = world ? lcc_stream_new(w, world, path, 0) : NULL;
    if (!s) status = LINCE_OUT_OF_MEMORY;
    for (double last = 0; s && !w->over;) {
        bool quiet = lc_now() - last > QUIET_BEFORE;
        lcc_came came = lcc_tail_read(&tail, &s->lines, patience(w, quiet), error);
        react(s, came, error);
        note_time(w, came != LCC_CAME_NOTHING, &last);
    }
    lcc_stream_free(s);
    lcc_tail_close(&tail);
    return status;
}

/* ---- sockets ---- */

static lince_status listen_at(lcc_lookout *w, const char *path, lince_error *error) {
    lcc_clients clients;
    lince_status status = lcc_clients_open(&clients, w, path, error);
    if (status != LINCE_DONE) return status;
    w->clients = true;
    for (double last = 0; !w->over;) {
        bool quiet = lc_now() - last > QUIET_BEFORE;
        bool came = lcc_clients_serve(&clients, patience(w, quiet), error);
        note_time(w, came, &last);
    }
    lcc_clients_close(&clients);
    return status;
}

/* ---- the command ---- */

static bool fail(lcc_lookout *w, int status) {
    w->status = status;
    return false;
}

static bool set_criterion(lcc_lookout *w) {
    const lcc_monitor_settings *o = &w->settings;
    w->refine = o->criterion.index == 1;
    w->length = o->length == LC_UNSAID ? USUAL_LENGTH : o->length;
    if (!w->refine) return true;
    if (o->length != LC_UNSAID) return fail(w, lcc_complain("--length and --criterion refine:K exclude each other"));
    char *end;
    unsigned long k = strtoul(o->criterion.with, &end, 10);
    if (*end || *o->criterion.with < '0' || *o->criterion.with > '9' || k > 1000)
        return fail(
            w, lcc_complain("--criterion refine:%s: write a number of steps, such as refine:2", o->criterion.with));
    w->length = (uint32_t)k;
    return true;
}

/* The checkers have pools of their own, so only values that are the same in all of them will do. */
static bool set_init(lcc_lookout *w) {
    if (!w->settings.init) return true;
    lince_error error = {.message = "out of memory"};
    lince_values *pool = lince_values_new();
    w->init = pool ? lc_parse_value(pool, w->settings.init, &error) : LINCE_NO_VALUE;
    lince_values_free(pool);
    if (w->init == LINCE_NO_VALUE) return fail(w, lcc_complain("--init: %s", error.message));
    if (!lc_is_plain(w->init))
        return fail(w, lcc_complain("--init: a monitor takes an integer of 31 bits, nil, true or false"));
    return true;
}

static bool set_specs(lcc_lookout *w) {
    lince_error error = {0};
    w->given = lcm_specs_new();
    lince_status status = w->given ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < w->settings.spec.count && status == LINCE_DONE; i++)
        status = lince_specs_add(w->given, w->settings.spec.at[i], &error);
    return status == LINCE_DONE || fail(w, lcc_report_failure(status, &error));
}

static bool options_agree(lcc_lookout *w, const lc_words *operands) {
    const lcc_monitor_settings *o = &w->settings;
    const char *wrong = operands->count > 1    ? "monitor: name one FILE, unix:PATH, or - for standard input"
                        : o->follow && o->once ? "--follow and --once exclude each other"
                        : o->json && o->dump && !strcmp(o->dump, "-")   ? "--dump - and --json exclude each other"
                        : o->json && o->junit && !strcmp(o->junit, "-") ? "--junit - and --json exclude each other"
                        : o->dump && !strcmp(o->dump, "-") && lcc_html_is_output(o->html)
                            ? "--dump - and --html - exclude each other"
                            : lcc_html_conflict(o->html, o->json, o->junit);
    if (lcc_html_is_output(o->html)) w->settings.quiet = true;
    return !wrong || fail(w, lcc_complain("%s", wrong));
}

static void write_junit(lcc_lookout *w, time_t began) {
    if (!w->settings.junit) return;
    lcr_junit junit = {0};
    lince_text text = {0};
    lince_error error = {0};
    bool ok = w->status == LCC_EXIT_OK, violation = w->violations > 0;
    lcr_junit_add(&junit, &(lcr_junit_case){.file = w->name,
                                            .name = "monitor",
                                            .kind = ok          ? LCR_JUNIT_PASSED
                                                    : violation ? LCR_JUNIT_FAILURE
                                                                : LCR_JUNIT_ERROR,
                                            .seconds = lc_now() - w->started,
                                            .type = violation ? "violation" : "unknown",
                                            .message = ok          ? NULL
                                                       : violation ? "a violation"
                                                                   : "no answer"});
    lcr_junit_print(&text, &junit, began);
    lince_status status = text.cut ? LINCE_OUT_OF_MEMORY : lc_write_file(w->settings.junit, &text, &error);
    if (status != LINCE_DONE) w->status = lcc_worse_exit(w->status, lcc_report_failure(status, &error));
    lc_text_free(&text);
    lcr_junit_free(&junit);
}

static void run(lcc_lookout *w, const char *path) {
    lince_error error = {0};
    bool listens = !strncmp(path, UNIX, strlen(UNIX));
    w->name = path;
    w->style = lcc_output_style(w->settings.ascii, w->settings.width, w->settings.color);
    w->interrupt = lcc_catch_interrupts();
    if (w->settings.timeout > 0) w->limits.deadline = w->started + w->settings.timeout;
    if (!w->settings.quiet) lcc_busy("%s", path);
    w->has_line = lcc_is_busy(NULL);
    lince_status status = listens ? listen_at(w, path + strlen(UNIX), &error) : follow(w, path, &error);
    if (status == LINCE_DONE && (w->status == LCC_EXIT_OK || w->settings.keep_going)) {
        w->over = false;
        lcc_lookout_end(w);
    }
    lcc_idle();
    if (status == LINCE_DONE && w->status == LCC_EXIT_OK && w->settings.once && !w->settings.allow_empty && !w->events)
        status = lc_fail_at(&error, path, 0, "there is no event in it; if a recording may be empty, use --allow-empty");
    if (status != LINCE_DONE) w->status = lcc_worse_exit(w->status, lcc_report_failure(status, &error));
    else lcc_say_summary(w);
}

int lcc_cmd_monitor(int argc, char **argv) {
    lcc_lookout w = {.status = LCC_EXIT_OK, .started = lc_now(), .stats_told = lc_now()};
    lc_words operands = {0};
    time_t began = time(NULL);
    if (lcc_read_options(argc, argv, &w.settings, &operands, &w.status) && options_agree(&w, &operands) &&
        set_criterion(&w) && set_init(&w) && set_specs(&w) &&
        lcc_outputs_ready(&lcc_monitor_set, &w.settings, &operands, &w.status)) {
        const char *path = operands.count ? operands.at[0] : "-";
        lcc_html_file_begin(&w.page, w.settings.html, &operands, argc, argv);
        run(&w, path);
        write_junit(&w, began);
        lcc_say_page_end(&w);
        /* Input that came by a pipe or a socket is gone. */
        bool again = operands.count && strncmp(path, UNIX, strlen(UNIX)) != 0;
        if (again && !w.settings.quiet && !w.settings.json && !w.settings.html)
            lcc_suggest_page(w.status, &w.style, argc, argv);
    }
    while (w.worlds.count) lcc_world_free(&w, w.worlds.at[0]);
    for (uint32_t i = 0; i < w.slots.count; i++) free(w.slots.at[i].name);
    lc_vec_free(NULL, &w.slots);
    lc_vec_free(NULL, &w.free_slots);
    lc_vec_free(NULL, &w.worlds);
    lince_specs_free(w.given);
    lc_options_free(&lcc_monitor_set, &w.settings, &operands);
    return w.status;
}
