/* The keys of a trace that are one number or word of the configuration: one table to write and to read them. */
#ifndef LC_TESTER_TRACE_TRACE_KEYS_H
#define LC_TESTER_TRACE_TRACE_KEYS_H

#include <stddef.h>

#include "tester/trace/trace.h"

#define LC_TRACE_FIRST_LINE "lince trace 1"
enum { LC_TRACE_THREADS = 16 }; /* a step of a schedule is below this, or a choice */

typedef struct lc_trace_key {
    const char *name;
    const char *const *words; /* by value, NULL behind the last; NULL: a number */
    size_t offset;            /* in lc_config */
    bool wide;                /* 64 bits */
} lc_trace_key;

static const char *const lc_trace_heap[] = {
    [LC_HEAP_AUTO] = "auto",
    [LC_HEAP_LIFO] = "lifo",
    [LC_HEAP_FIFO] = "fifo",
    [LC_HEAP_NEVER] = "never",
    [LC_HEAP_SHARED] = "shared",
    [LC_HEAP_ALL] = "all",
    NULL,
};
static const char *const lc_trace_plain[] = {
    [LC_PLAIN_RACING] = "racing", [LC_PLAIN_NEVER] = "never", [LC_PLAIN_ALWAYS] = "always", NULL};
static const char *const lc_trace_retry[] = {[LC_RETRY_AUTO] = "auto", [LC_RETRY_OFF] = "off", NULL};
static const char *const lc_trace_leaks[] = {"told", "failures", NULL};
static const char *const lc_trace_freed[] = {"watched", "ignored", NULL};

static const char *const lc_trace_claim[] = {"none", "obstruction-free", "lock-free", NULL};
static const char *const lc_trace_calls[] = {"joined", "apart", NULL}; /* with their first step, or from it */
static const char *const lc_trace_races[] = {"watched", "ignored", NULL};

static const lc_trace_key lc_trace_keys[] = {
    {"heap", lc_trace_heap, offsetof(lc_config, heap), false},
    {"plain", lc_trace_plain, offsetof(lc_config, plain), false},
    {"retry", lc_trace_retry, offsetof(lc_config, retry), false},
    {"freed-memory", lc_trace_freed, offsetof(lc_config, no_use_after_free), false},
    {"leaks", lc_trace_leaks, offsetof(lc_config, leaks), false},
    {"allowed", NULL, offsetof(lc_config, allowed), true},
    {"calls", lc_trace_calls, offsetof(lc_config, call_steps), false},
    {"spurious", NULL, offsetof(lc_config, spurious), false},
    {"claim", lc_trace_claim, offsetof(lc_config, claim), false},
    {"loops", NULL, offsetof(lc_config, loops), false},
    {"random-choices", NULL, offsetof(lc_config, random_choices), false},
    {"seed", NULL, offsetof(lc_config, seed), true},
    {"max-steps", NULL, offsetof(lc_config, max_steps), true},
    {"stack", NULL, offsetof(lc_config, stack_bytes), true},
    {"data-races", lc_trace_races, offsetof(lc_config, no_data_races), false},
};
enum { LC_TRACE_KEYS = sizeof lc_trace_keys / sizeof *lc_trace_keys };

static inline uint64_t lc_trace_get(const lc_config *config, const lc_trace_key *key) {
    const char *at = (const char *)config + key->offset;
    return key->wide ? *(const uint64_t *)(const void *)at : *(const uint32_t *)(const void *)at;
}

static inline void lc_trace_set(lc_config *config, const lc_trace_key *key, uint64_t value) {
    char *at = (char *)config + key->offset;
    if (key->wide) *(uint64_t *)(void *)at = value;
    else *(uint32_t *)(void *)at = (uint32_t)value;
}

#endif
