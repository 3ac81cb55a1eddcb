/* lince_follow: from a source to events.
 *
 * A file is followed as `tail -F` would; a pipe or standard input ends when its writer closes it; a socket never ends.
 */
#include "follow/library.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/sized.h"
#include "follow/clients.h"
#include "follow/report.h"
#include "follow/tail.h"
#include "history/values.h"

#define PATIENCE     0.1  /* seconds between two looks at the clock while nothing comes */
#define QUIET_BEFORE 0.05 /* and after so much silence everything is judged that there is */
#define BETWEEN      0.09 /* seconds between events of progress: less than PATIENCE, so that each wait has one */
enum { USUAL_LENGTH = 2, LONGEST = 1000 };

/* ---- between blocks ---- */

static void do_regular_work(lcf_run *w) {
    double now = lc_now();
    if (w->options.statistics > 0 && now >= w->counted + w->options.statistics) {
        lcf_report_totals(w, LINCE_FOLLOW_STATISTICS);
        w->counted = lc_now();
    }
    lcf_run_remind(w, now);
    if (now >= w->reported + BETWEEN) {
        lcf_report_totals(w, LINCE_FOLLOW_PROGRESS);
        w->reported = now;
    }
    w->timed_out = w->limits.deadline > 0 && now >= w->limits.deadline;
    if (w->timed_out || lc_is_interrupted(w->interrupt)) w->over = true;
}

/* How long to wait for input. */
static double patience(const lcf_run *w, bool quiet) {
    double seconds = quiet ? PATIENCE : QUIET_BEFORE, now = lc_now();
    if (w->options.statistics > 0 && w->counted + w->options.statistics - now < seconds)
        seconds = w->counted + w->options.statistics - now;
    if (w->limits.deadline > 0 && w->limits.deadline - now < seconds) seconds = w->limits.deadline - now;
    return seconds > 0 ? seconds : 0;
}

/* Input came, or not: after a while of silence the events before are judged. */
static void note_time(lcf_run *w, bool came, double *last) {
    double now = lc_now();
    if (came) *last = now;
    else if (now - *last >= QUIET_BEFORE * 0.9) lcf_run_flush(w);
    if (!w->over) do_regular_work(w);
}

/* ---- files and pipes ---- */

static void end_in_a_line(lcf_stream *s, const char *why) {
    if (lcf_lines_rest(&s->lines) && !s->run->over) lcf_stream_gap(s, why);
}

static void react(lcf_stream *s, lcf_came came, const lince_error *error) {
    lcf_run *w = s->run;
    switch (came) {
    case LCF_CAME_BYTES: lcf_stream_use(s, 0); break;
    case LCF_CAME_NOTHING: break;
    case LCF_CAME_END:
        end_in_a_line(s, "the last line is incomplete, and was not looked at");
        w->over = true;
        break;
    case LCF_CAME_NEW_FILE:
        end_in_a_line(s, "the file was replaced in the middle of a line");
        if (!w->over) lcf_report_note(w, s->name, "the file was replaced; going on with the new one");
        lcf_stream_new_file(s);
        break;
    case LCF_CAME_LATER_FILE:
        lcf_stream_gap(s, "the file was replaced more than once since it was last looked at");
        lcf_stream_new_file(s);
        break;
    case LCF_CAME_TRUNCATED:
        lcf_stream_gap(s, "the file was truncated, and not everything in it may have been read");
        lcf_stream_new_file(s);
        break;
    case LCF_CAME_NEW_WRITER:
        end_in_a_line(s, "the writer is gone in the middle of a line");
        if (!w->over) lcf_report_note(w, s->name, "the writer is gone; waiting for another one");
        lcf_stream_new_writer(s);
        break;
    case LCF_CAME_FAILURE: lcf_report_failure(w, LINCE_BAD_INPUT, error); break;
    }
}

static lince_status follow_path(lcf_run *w, const char *path, lince_error *error) {
    lcf_tail tail;
    lince_status status = lcf_tail_open(&tail, path, w->options.follow, error);
    if (status != LINCE_DONE) {
        lcf_tail_close(&tail);
        return status;
    }
    tail.follow = w->options.follow || (tail.path && tail.regular && !w->options.once);
    lcf_namespace *space = lcf_namespace_new(w);
    lcf_stream *s = space ? lcf_stream_new(w, space, path, 0) : NULL;
    bool there = false;
    if (!s) status = LINCE_OUT_OF_MEMORY;
    for (double last = 0; s && !w->over;) {
        if (!there && tail.fd >= 0) lcf_report(w, LINCE_FOLLOW_OPENED, path);
        there |= tail.fd >= 0;
        bool quiet = lc_now() - last > QUIET_BEFORE;
        lcf_came came = lcf_tail_read(&tail, &s->lines, patience(w, quiet), error);
        react(s, came, error);
        note_time(w, came != LCF_CAME_NOTHING, &last);
    }
    lcf_stream_free(s);
    lcf_tail_close(&tail);
    return status;
}

/* ---- sockets ---- */

static lince_status listen_at(lcf_run *w, const char *path, lince_error *error) {
    lcf_clients clients;
    lince_status status = lcf_clients_open(&clients, w, path, error);
    if (status != LINCE_DONE) return status;
    w->clients = true;
    lcf_report(w, LINCE_FOLLOW_OPENED, w->name);
    for (double last = 0; !w->over;) {
        bool quiet = lc_now() - last > QUIET_BEFORE;
        bool came = lcf_clients_serve(&clients, patience(w, quiet), error);
        note_time(w, came, &last);
    }
    lcf_clients_close(&clients);
    return status;
}

/* ---- options ---- */

/* The checkers have pools of their own, so only values that are the same in all of them will do. */
lince_status lcf_init_read(lince_value *init, const char *text, lince_error *error) {
    lince_values *pool = lince_values_new();
    if (!pool) return LINCE_OUT_OF_MEMORY;
    *init = lc_parse_value(pool, text, error);
    lince_values_free(pool);
    if (*init == LINCE_NO_VALUE) return LINCE_BAD_INPUT;
    return lc_is_plain(*init) ? LINCE_DONE
                              : lc_fail(error, "a monitor takes an integer of 31 bits, nil, true or false");
}

static lince_status set_init(lcf_run *w, lince_error *error) {
    lince_error why = {0};
    if (!w->options.init) return LINCE_DONE;
    lince_status status = lcf_init_read(&w->init, w->options.init, &why);
    return status == LINCE_BAD_INPUT ? lc_fail(error, "init: %s", why.message) : status;
}

static lince_status set_options(lcf_run *w, const lince_follow_options *given, lince_error *error) {
    static const volatile int never = 0;
    lince_follow_options *o = &w->options;
    lince_status status = lc_take_sized(o, sizeof *o, sizeof *o, given, "lince_follow_options", error);
    if (status != LINCE_DONE) return status;
    if (o->criterion != LINCE_LINEARIZABLE && o->criterion != LINCE_REFINE)
        return lc_fail(error, "lince_follow: the criterion is LINCE_LINEARIZABLE or LINCE_REFINE");
    if (o->format != LINCE_FORMAT_AUTO && o->format != LINCE_FORMAT_HIST && o->format != LINCE_FORMAT_JSONL)
        return lc_fail(error, "lince_follow: a stream is in LINCE_FORMAT_HIST or LINCE_FORMAT_JSONL");
    if (o->has_length && o->length > LONGEST) return lc_fail(error, "lince_follow: the length is at most %d", LONGEST);
    if (o->follow && o->once) return lc_fail(error, "lince_follow: follow and once exclude each other");
    w->refine = o->criterion == LINCE_REFINE;
    w->length = o->has_length ? o->length : USUAL_LENGTH;
    w->interrupt = o->interrupt ? o->interrupt : &never;
    if (o->timeout > 0) w->limits.deadline = w->started + o->timeout;
    return set_init(w, error);
}

/* ---- the run ---- */

static lince_status follow(lcf_run *w) {
    lince_error error = {0};
    bool listens = !strncmp(w->name, LCF_UNIX, strlen(LCF_UNIX));
    lince_status status = listens ? listen_at(w, w->name + strlen(LCF_UNIX), &error) : follow_path(w, w->name, &error);
    bool good = !w->violations && w->failure == LINCE_DONE;
    if (status == LINCE_DONE && (good || w->options.keep_going)) {
        w->ending = true;
        w->over = false;
        lcf_run_end(w);
        good = !w->violations && w->failure == LINCE_DONE;
    }
    if (status == LINCE_DONE && good && w->options.once && !w->options.allow_empty && !w->events)
        status =
            lc_fail_at(&error, w->name, 0, "there is no event in it; if a recording may be empty, use --allow-empty");
    if (status != LINCE_DONE) lcf_report_failure(w, status, &error);
    return w->failure;
}

/* The caller keeps it when the objects are gone. */
static lince_follow_result *result_of(const lcf_run *w) {
    lince_follow_result *r = malloc(sizeof *r);
    if (!r) return NULL;
    lcf_run_total(w, r);
    if (r->specification && !(r->specification = strdup(r->specification))) {
        free(r);
        return NULL;
    }
    return r;
}

lince_status lince_follow(const char *source, const lince_specs *specs, const lince_follow_options *options,
                          lince_follow_result **result, lince_error *error) {
    lcf_run w = {.name = source, .given = specs, .started = lc_now()};
    if (error) *error = (lince_error){.line = 0};
    if (!result) return lc_fail_missing(error, __func__, "place for the result");
    *result = NULL;
    if (!source) return lc_fail_missing(error, __func__, "source");
    w.counted = w.started;
    lince_status status = set_options(&w, options, error);
    if (status != LINCE_DONE) return status;
    status = follow(&w);
    if (error) *error = w.error;
    *result = result_of(&w);
    lcf_run_free(&w);
    return status == LINCE_DONE && !*result ? LINCE_OUT_OF_MEMORY : status;
}

void lince_follow_result_free(lince_follow_result *r) {
    if (!r) return;
    free((char *)r->specification);
    free(r);
}
