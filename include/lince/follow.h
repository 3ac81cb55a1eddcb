/* Following a stream of events while it is being written: the work of `lince monitor`, with events and a result instead
 * of text.
 *
 *     #include <lince/lince.h>
 *
 *     static void on_event(void *context, const lince_follow_event *event) {
 *         if (event->kind == LINCE_FOLLOW_VIOLATION) puts(event->violation->reason);
 *     }
 *
 *     lince_follow_options options = LINCE_FOLLOW_OPTIONS_INIT;
 *     lince_follow_result *result;
 *     lince_error error;
 *     options.on_event = on_event;
 *     lince_follow("events.hist", NULL, &options, &result, &error);
 *     lince_follow_result_free(result);
 *
 * The stream comes from another program, or from a thread.  A program that checks its own objects as it uses them
 * includes <lince/monitor.h>.
 */
#ifndef LINCE_FOLLOW_H
#define LINCE_FOLLOW_H

#include <lince/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the result ---- */

/* Counts; while the stream is followed, those so far. */
typedef struct lince_follow_result {
    lince_verdict verdict; /* a violation; ok: everything was checked, and is correct; else unknown */
    lince_reason reason;   /* of unknown: a limit; LINCE_REASON_NONE: not every operation was checked */
    /* The property that was checked: LINCE_LINEARIZABLE, LINCE_SYNC if operations of an object meet, LINCE_REFINE if
     * that is the criterion of the options. */
    lince_criterion criterion;
    const char *specification; /* of the objects; NULL: they have several, or there is none */
    uint64_t events, violations;
    uint64_t histories; /* of the stream: 1 more than it has separators, added up over separate clients */
    /* Operations, and how they were checked: exactly; in part, with a part only of the past; by the last steps alone;
     * not at all. */
    uint64_t operations, exactly, in_part, by_length, not_at_all;
    uint64_t gaps;
    uint32_t length; /* how many last steps */
    double seconds;
    size_t memory; /* of the checkers, in bytes */
} lince_follow_result;

/* ---- events ---- */

typedef struct lince_follow_violation {
    const char *object;        /* its name; NULL: it has none */
    const char *specification; /* that it violates: `queue` */
    lince_criterion criterion; /* LINCE_LINEARIZABLE or LINCE_SYNC */
    bool exact;                /* false: it violates even LINCE_REFINE, with this length: */
    uint32_t length;
    const char *file;
    unsigned long line;           /* by which the violation is certain; 0: not known */
    uint32_t history, histories;  /* the number of its history in the stream, from 1, and how many there are so far */
    uint64_t operations;          /* of the object so far */
    const char *reason;           /* one sentence, without its full stop */
    const lince_history *excerpt; /* the operations that matter and recent ones; NULL: there was no memory for it */
    /* The excerpt, checked: a violation, with the operations that conflict.  NULL: it proves nothing by itself, because
     * of operations before it; `lacking` is the reason, or NULL. */
    const lince_result *result;
    const char *lacking;
    const uint32_t *related; /* the operations of the excerpt that concern the key of the last event, or all of them */
    size_t related_count;
    size_t memory; /* of the object's checker, in bytes */
} lince_follow_violation;

typedef enum lince_follow_event_kind {
    LINCE_FOLLOW_OPENED,     /* `file`: the source is there, or a client has connected */
    LINCE_FOLLOW_EXPLAINING, /* a violation was found, and is explained, which may take ten seconds */
    LINCE_FOLLOW_VIOLATION,  /* `violation`: the first of its object, or since the checker started over */
    LINCE_FOLLOW_GAP,        /* `file`, `line`, `text`: events are missing here, and why */
    LINCE_FOLLOW_NOTE,       /* `file`, `text`: such as that the file was replaced */
    LINCE_FOLLOW_ERROR,      /* `status`, `error`: the run ends, and lince_follow returns them */
    LINCE_FOLLOW_PROGRESS,   /* `totals`: about ten times a second */
    LINCE_FOLLOW_STATISTICS  /* `totals`: every `statistics` seconds */
} lince_follow_event_kind;

/* Members that are not named above are NULL or 0. */
typedef struct lince_follow_event {
    lince_follow_event_kind kind;
    const char *file, *text;
    unsigned long line;
    const lince_follow_violation *violation;
    lince_status status;
    const lince_error *error;
    const lince_follow_result *totals; /* the counts so far */
} lince_follow_event;

/* ---- following ---- */

/* Zero is the default of every field.  Fields have the meaning of the options of the same name in lince-monitor(1).
 *
 * `size` is sizeof(lince_follow_options) where the caller is compiled; it works as in lince_check_options. */
typedef struct lince_follow_options {
    size_t size;
    lince_format format;       /* LINCE_FORMAT_HIST or LINCE_FORMAT_JSONL; LINCE_FORMAT_AUTO: the first line decides */
    lince_criterion criterion; /* LINCE_LINEARIZABLE, or LINCE_REFINE: `length` steps are enough for ok */
    bool has_length;           /* else `length` is 2: */
    uint32_t length;
    uint32_t window, classes;
    bool unique;
    bool follow;
    bool once;
    bool keep_going;
    bool skip_bad_lines;
    bool separate;
    bool allow_empty;
    const char *init;                /* `0`: an integer of 31 bits, nil, true or false */
    const char *const *fail_returns; /* methods */
    size_t fail_returns_count;
    double timeout;    /* seconds; 0: none */
    size_t max_memory; /* of a checker, in bytes; 0: no limit */
    unsigned jobs;     /* threads that explain a violation; 0: one */
    double statistics; /* seconds between two LINCE_FOLLOW_STATISTICS; 0: there are none */
    /* When it becomes nonzero the run ends, and the events read so far are judged; on_event may set it.  NULL: none. */
    const volatile int *interrupt;
    /* Called from the thread that has called lince_follow; pointers are valid during the call.  May be NULL. */
    void (*on_event)(void *context, const lince_follow_event *);
    void *context;
} lince_follow_options;
#ifdef __cplusplus
#define LINCE_FOLLOW_OPTIONS_INIT                                                                                      \
    [] {                                                                                                               \
        lince_follow_options lince_sized = {};                                                                         \
        lince_sized.size = sizeof lince_sized;                                                                         \
        return lince_sized;                                                                                            \
    }()
#else
#define LINCE_FOLLOW_OPTIONS_INIT                                                                                      \
    { .size = sizeof(lince_follow_options) }
#endif

/* Follows a source: the path of a file, which need not have an end; of a FIFO; `unix:PATH`, a socket that is made there
 * for clients to write to; or `-`, standard input.  `specs` has precedence over specifications that the stream names,
 * and may be NULL; so may `options`.  Returns at the first violation, unless `keep_going` is set; at the end of a
 * stream that has one; or when it is stopped.
 *
 * LINCE_BAD_INPUT: an option is wrong, the source cannot be read, a line of it is malformed, or it has no event;
 * LINCE_OUT_OF_MEMORY: nothing more could be followed.  Then `*result` may be NULL, else it holds the counts up to
 * then; in any case it is to be freed. */
LINCE_API lince_status lince_follow(const char *source, const lince_specs *specs, const lince_follow_options *options,
                                    lince_follow_result **result, lince_error *error);
LINCE_API void lince_follow_result_free(lince_follow_result *); /* may be NULL */

#ifdef __cplusplus
}
#endif
#endif
