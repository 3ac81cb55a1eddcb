/* Checking the histories of files from a program: `lince check` with events and a result instead of text.
 *
 *     static void on_event(void *context, const lince_check_event *event) {
 *         if (event->kind == LINCE_CHECK_VERDICT && lince_result_verdict(event->result) == LINCE_VERDICT_VIOLATION)
 *             printf("%s: history %u is not correct\n", event->path, event->number);
 *     }
 *
 *     lince_check_files_options options = LINCE_CHECK_FILES_OPTIONS_INIT;
 *     lince_check_files_result *result;
 *     lince_error error;
 *     options.on_event = on_event;
 *     if (lince_check_files(paths, count, &options, &result, &error) != LINCE_DONE) puts(error.message);
 *     lince_check_files_result_free(result);
 *
 * A single history is checked by lince_check of <lince/check.h>.
 */
#ifndef LINCE_CHECKER_H
#define LINCE_CHECKER_H

#include <lince/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the result ---- */

typedef struct lince_check_files_result {
    lince_verdict verdict; /* a violation if one history is a violation; else unknown if the verdict of one history is
                            * unknown, or if there is no verdict at all; else ok */
    uint64_t files;        /* that were found; the other counts are those of the events */
    uint64_t malformed;    /* files that cannot be read, or in which a history is malformed */
    uint64_t ok, violations, unknown; /* histories */
    uint64_t operations;              /* of these histories */
    double seconds;
} lince_check_files_result;

/* ---- events ---- */

typedef enum lince_check_event_kind {
    LINCE_CHECK_FILE,     /* the events up to the next LINCE_CHECK_FILE are about the file at `path` */
    LINCE_CHECK_PROGRESS, /* about ten times a second as long as no other event is due */
    LINCE_CHECK_VIOLATED, /* history `number` is a violation, and its explanation is being computed; not sent if the
                           * verdict is due by then */
    LINCE_CHECK_VERDICT,  /* on history `number`: `history` and `result` */
    LINCE_CHECK_ERROR /* `error`: the file cannot be read, or its history `number` is malformed; the rest of the file
                       * is skipped */
} lince_check_event_kind;

/* Files are reported in the order in which they were given, and histories in the order of the file, although several
 * are checked at a time.  Fields that an event does not need are NULL or 0.  All pointers are valid during the call. */
typedef struct lince_check_event {
    lince_check_event_kind kind;
    const char *path;             /* of the file; `-`: standard input */
    uint32_t file, files;         /* its place among all files, from 0, and how many there are */
    uint32_t number;              /* of the history in its file, from 1 */
    bool several;                 /* the file holds other histories */
    const lince_history *history; /* empty if a limit was reached before it was read */
    const lince_result *result;
    const lince_error *error;
    /* Of LINCE_CHECK_PROGRESS. */
    uint32_t files_done;  /* of which all histories are decided, also where their events are still to come */
    uint64_t violations;  /* found so far, likewise */
    const char *longest;  /* the file that has taken longest of those being worked on; NULL: none */
    double longest_since; /* seconds */
    size_t operations;    /* of its history being checked; 0: the file is being read */
} lince_check_event;

/* ---- checking ---- */

/* Zero is the default of every field but `size`, which works as in lince_check_options. */
typedef struct lince_check_files_options {
    size_t size;
    /* How files are read: see lince_read_options. */
    lince_format format;
    bool independent, remarks, allow_empty;
    /* How histories are checked: see lince_check_options. */
    const lince_specs
        *specs; /* of objects for which a file names none, and instead of those that it names; may be NULL */
    lince_criterion criterion;
    const char *factors;
    bool progress;
    lince_algorithm algorithm;
    const char *init; /* the initial value as it stands in a .hist file: `0`, `nil`, `"text"`; NULL: none */
    const char *const *fail_returns;
    size_t fail_returns_count;
    bool thorough, no_explanation;
    double timeout;    /* seconds, for reading and checking each history; 0: none */
    size_t max_memory; /* bytes for each history and its check; 0: no limit */
    unsigned jobs;     /* threads, which share the histories and then the parts of a history; 0: one a core */
    /* When it becomes nonzero, checks end with `unknown` and unread files are skipped, each with such a verdict;
     * on_event may set it.  May be NULL. */
    const volatile int *interrupt;
    /* Called from the thread that has called lince_check_files; pointers are valid during the call.  May be NULL. */
    void (*on_event)(void *context, const lince_check_event *);
    void *context;
} lince_check_files_options;
#ifdef __cplusplus
#define LINCE_CHECK_FILES_OPTIONS_INIT                                                                                 \
    [] {                                                                                                               \
        lince_check_files_options lince_sized = {};                                                                    \
        lince_sized.size = sizeof lince_sized;                                                                         \
        return lince_sized;                                                                                            \
    }()
#else
#define LINCE_CHECK_FILES_OPTIONS_INIT                                                                                 \
    { .size = sizeof(lince_check_files_options) }
#endif

/* Checks every history of the files.  `-` is standard input; a directory stands for the files below it whose names are
 * those of histories.  `options` may be NULL.
 *
 * LINCE_DONE: every history has a verdict, be it unknown because of a limit or the interrupt.  LINCE_BAD_INPUT: the
 * options are wrong, or something was malformed; the error is the first one, and all other files have been checked.
 * After an error `*result` may be NULL, else it counts the events so far; in any case it is to be freed. */
LINCE_API lince_status lince_check_files(const char *const *paths, size_t count,
                                         const lince_check_files_options *options, lince_check_files_result **result,
                                         lince_error *error);
LINCE_API void lince_check_files_result_free(lince_check_files_result *); /* may be NULL */

/* The few operations of a violation that conflict, as a history that is a violation by itself; without a conflict the
 * history up to where it is known to fail.  It can be written in any format: threads, objects and symbols that a .hist
 * file cannot name have other names in it.  `specs` are those of the check.  To be freed with lince_history_free.
 * LINCE_BAD_INPUT: the result is no violation of this history. */
LINCE_API lince_status lince_violation_excerpt(const lince_history *, const lince_specs *specs, const lince_result *,
                                               lince_history **excerpt, lince_error *);

#ifdef __cplusplus
}
#endif
#endif
