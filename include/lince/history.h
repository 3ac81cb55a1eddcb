/* Histories: built call by call, or read from a file. */
#ifndef LINCE_HISTORY_H
#define LINCE_HISTORY_H

#include <stdio.h>

#include <lince/error.h>
#include <lince/value.h>

#undef lince_return /* the short name in <lince/monitor.h> */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lince_history lince_history;

LINCE_API lince_history *lince_history_new(void); /* NULL: out of memory */
LINCE_API void lince_history_free(lince_history *);

/* The pool that makes this history's arguments and results. */
LINCE_API lince_values *lince_history_values(lince_history *);
LINCE_API size_t lince_history_operations(const lince_history *);
LINCE_API size_t lince_history_memory(const lince_history *); /* bytes */

/* Events in the order they happened.  A thread has one open operation at a time.  `object` may be NULL. */
LINCE_API lince_status lince_invoke(lince_history *, const char *thread, const char *object, const char *method,
                                    const lince_value *args, size_t count, lince_error *);
LINCE_API lince_status lince_return(lince_history *, const char *thread, const lince_value *results, size_t count,
                                    lince_error *);
LINCE_API lince_status lince_crash(lince_history *, const char *thread, lince_error *); /* outcome unknown */
LINCE_API lince_status lince_fail(lince_history *, const char *thread, lince_error *);  /* did not happen */

/* Reading.  A file may hold several histories; zstd-compressed input is recognized. */
typedef enum lince_format {
    LINCE_FORMAT_AUTO,
    LINCE_FORMAT_HIST,
    LINCE_FORMAT_JSONL,
    LINCE_FORMAT_EDN,
    LINCE_FORMAT_JEPSEN_LOG
} lince_format;

/* Zero is the default of every field; `size` works as in lince_check_options. */
typedef struct lince_read_options {
    size_t size;
    lince_format format;
    bool independent;  /* Jepsen's independent keys: a value [k v] is v at the object k */
    bool remarks;      /* keep comments, nemesis events and times, for showing the history */
    bool allow_empty;  /* accept a file without a single event; else it is malformed: its recording failed */
    size_t max_memory; /* for one history; 0: no limit */
    /* Called several times a second, also while no input comes; true ends reading with LINCE_STOPPED.  May be NULL. */
    bool (*stop)(void *context);
    void *context;
} lince_read_options;
#ifdef __cplusplus
#define LINCE_READ_OPTIONS_INIT                                                                                        \
    [] {                                                                                                               \
        lince_read_options lince_sized = {};                                                                           \
        lince_sized.size = sizeof lince_sized;                                                                         \
        return lince_sized;                                                                                            \
    }()
#else
#define LINCE_READ_OPTIONS_INIT                                                                                        \
    { .size = sizeof(lince_read_options) }
#endif

typedef struct lince_reader lince_reader;

/* `path` "-" is standard input; `options` may be NULL. */
LINCE_API lince_status lince_reader_open(lince_reader **, const char *path, const lince_read_options *options,
                                         lince_error *);
/* The next history, owned by the caller.  LINCE_END: there is none. */
LINCE_API lince_status lince_reader_next(lince_reader *, lince_history **, lince_error *);
LINCE_API void lince_reader_close(lince_reader *);

/* Writing: LINCE_FORMAT_HIST, LINCE_FORMAT_JSONL (one event a line) or LINCE_FORMAT_EDN. */
LINCE_API lince_status lince_history_write(const lince_history *, lince_format, FILE *, lince_error *);

#ifdef __cplusplus
}
#endif
#endif
