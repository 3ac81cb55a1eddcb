/* Shortcuts for tests that follow streams: events are counted and stored. */
#ifndef LC_TESTS_LIBRARY_FOLLOW_H
#define LC_TESTS_LIBRARY_FOLLOW_H

#include <lince/lince.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap.h"

typedef struct recorded {
    int count[LINCE_FOLLOW_STATISTICS + 1];
    lince_follow_event_kind order[32]; /* but for progress */
    int events;
    char object[64], reason[512], text[512];
    unsigned long line; /* of the last violation, gap or error */
    size_t excerpt, conflict, related;
    lince_criterion criterion;
    bool exact, malformed;
    void (*also)(struct recorded *, const lince_follow_event *); /* called with each event */
    lince_follow_result totals;                                  /* so far */
} recorded;

static inline void record_violation(recorded *seen, const lince_follow_violation *v) {
    snprintf(seen->object, sizeof seen->object, "%s", v->object ? v->object : "");
    snprintf(seen->reason, sizeof seen->reason, "%s", v->reason);
    seen->excerpt = v->excerpt ? lince_history_operations(v->excerpt) : 0;
    seen->conflict = 0;
    if (v->result) lince_result_conflict(v->result, &seen->conflict);
    seen->related = v->related_count;
    seen->criterion = v->criterion;
    seen->exact = v->exact;
    seen->malformed |= v->result && lince_result_verdict(v->result) != LINCE_VERDICT_VIOLATION;
}

static inline void on_event(void *context, const lince_follow_event *event) {
    recorded *seen = context;
    seen->count[event->kind]++;
    if (event->kind != LINCE_FOLLOW_PROGRESS && seen->events < 32) seen->order[seen->events++] = event->kind;
    seen->malformed |= !event->file || (event->kind == LINCE_FOLLOW_PROGRESS && !event->totals);
    if (event->violation) record_violation(seen, event->violation);
    if (event->text) snprintf(seen->text, sizeof seen->text, "%s", event->text);
    if (event->error) snprintf(seen->text, sizeof seen->text, "%s", event->error->message);
    if (event->line) seen->line = event->line;
    if (event->error) seen->line = event->error->line;
    if (event->totals) seen->totals = *event->totals;
    if (seen->also) seen->also(seen, event);
}

static inline lince_follow_options recording(recorded *seen) {
    lince_follow_options o = LINCE_FOLLOW_OPTIONS_INIT;
    memset(seen, 0, sizeof *seen);
    o.once = true;
    o.on_event = on_event;
    o.context = seen;
    return o;
}

/* A file of its own in the current directory. */
static inline const char *written(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) exit(99);
    return name;
}

/* In a directory of its own, which is empty again in the end. */
static inline char *enter_directory(char *template) {
    if (!mkdtemp(template) || chdir(template) != 0) exit(99);
    return template;
}

static inline void leave_directory(const char *directory) {
    if (chdir("/") != 0 || rmdir(directory) != 0) exit(99);
}

#endif
