/* The keys of a trace that are one number or word of the configuration: one table to write and to read them. */
#ifndef LC_TESTER_TRACE_TRACE_KEYS_H
#define LC_TESTER_TRACE_TRACE_KEYS_H

#include <stddef.h>

#include "tester/trace/trace.h"

#define LCD_TRACE_FIRST_LINE "lince trace 1"
enum { LCD_TRACE_THREADS = LCT_THREADS_MANY }; /* a step of a schedule is below this, or a choice */

typedef struct lcd_trace_key {
    const char *name;
    const char *const *words; /* by value, NULL behind the last; NULL: a number */
    size_t offset;            /* in lct_config */
    bool wide;                /* 64 bits */
    bool new;                 /* left out where it is 0, as in traces of versions that did not have it */
} lcd_trace_key;

static const char *const lcd_trace_heap[] = {
    [LCT_HEAP_AUTO] = "auto",
    [LCT_HEAP_LIFO] = "lifo",
    [LCT_HEAP_FIFO] = "fifo",
    [LCT_HEAP_NEVER] = "never",
    [LCT_HEAP_SHARED] = "shared",
    [LCT_HEAP_ALL] = "all",
    NULL,
};
static const char *const lcd_trace_memory[] = {
    [LCT_MEMORY_SC] = "sc", [LCT_MEMORY_TSO] = "tso", [LCT_MEMORY_RC11] = "rc11", [LCT_MEMORY_C11] = "c11", NULL};
static const char *const lcd_trace_plain[] = {
    [LCT_PLAIN_RACING] = "racing", [LCT_PLAIN_NEVER] = "never", [LCT_PLAIN_ALWAYS] = "always", NULL};
static const char *const lcd_trace_retry[] = {[LCT_RETRY_AUTO] = "auto", [LCT_RETRY_OFF] = "off", NULL};
static const char *const lcd_trace_leaks[] = {"told", "failures", NULL};
static const char *const lcd_trace_freed[] = {"watched", "ignored", NULL};

static const char *const lcd_trace_claim[] = {"none", "obstruction-free", "lock-free", NULL};
static const char *const lcd_trace_calls[] = {"joined", "apart", NULL}; /* with their first step, or from it */
static const char *const lcd_trace_races[] = {"watched", "ignored", NULL};

static const char *const lcd_trace_threads[] = {"few", "many", NULL}; /* that the runtime had room for */

static const lcd_trace_key lcd_trace_keys[] = {
    {"heap", lcd_trace_heap, offsetof(lct_config, heap), false, false},
    {"plain", lcd_trace_plain, offsetof(lct_config, plain), false, false},
    {"retry", lcd_trace_retry, offsetof(lct_config, retry), false, false},
    {"freed-memory", lcd_trace_freed, offsetof(lct_config, no_use_after_free), false, false},
    {"leaks", lcd_trace_leaks, offsetof(lct_config, leaks), false, false},
    {"allowed", NULL, offsetof(lct_config, allowed), true, false},
    {"calls", lcd_trace_calls, offsetof(lct_config, call_steps), false, false},
    {"spurious", NULL, offsetof(lct_config, spurious), false, false},
    {"claim", lcd_trace_claim, offsetof(lct_config, claim), false, false},
    {"loops", NULL, offsetof(lct_config, loops), false, false},
    {"random-choices", NULL, offsetof(lct_config, random_choices), false, false},
    {"seed", NULL, offsetof(lct_config, seed), true, false},
    {"max-steps", NULL, offsetof(lct_config, max_steps), true, false},
    {"stack", NULL, offsetof(lct_config, stack_bytes), true, false},
    {"data-races", lcd_trace_races, offsetof(lct_config, no_data_races), false, false},
    {"threads", lcd_trace_threads, offsetof(lct_config, many), false, true},
    {"memory", lcd_trace_memory, offsetof(lct_config, memory), false, true},
};
enum { LCD_TRACE_KEYS = sizeof lcd_trace_keys / sizeof *lcd_trace_keys };

static inline uint64_t lcd_trace_get(const lct_config *config, const lcd_trace_key *key) {
    const char *at = (const char *)config + key->offset;
    return key->wide ? *(const uint64_t *)(const void *)at : *(const uint32_t *)(const void *)at;
}

static inline void lcd_trace_set(lct_config *config, const lcd_trace_key *key, uint64_t value) {
    char *at = (char *)config + key->offset;
    if (key->wide) *(uint64_t *)(void *)at = value;
    else *(uint32_t *)(void *)at = (uint32_t)value;
}

#endif
