/* Trace files: the data `lince test --replay` needs to run one execution again.
 *
 *     lince trace 1
 *     test queue
 *     file queue.c
 *     flag -DSMALL
 *     signature 3f1d90c2ab5e4478
 *     program 82b7a1c04f5d3e96
 *     source 5d1f0c7a9e3b2846 queue.c
 *     scenario enq(1) | deq()
 *     heap lifo
 *     plain racing
 *     seed 1
 *     memory rc11
 *     place 0x401a52 0x401a77
 *     schedule T1x5 T2x3 c1 T1
 *     events-of 0f2e7d1c93a5b468
 *     event 1 T1 load | load queue.head = A | deq queue.c:31 < main queue.c:60
 *     end
 *
 * Only the schedule is run.  The sources serve to detect changes since, and the events describe the execution: the
 * number of the step, the thread, the kind, then text for people that is never parsed.
 */
#ifndef LC_TESTER_TRACE_TRACE_H
#define LC_TESTER_TRACE_TRACE_H

#include <lince/error.h>

#include "base/text.h"
#include "base/vec.h"
#include "target/explore/control.h"
#include "tester/toolchain/build.h"

/* Something that happened, as far as it is compared. */
typedef struct lcd_trace_event {
    uint32_t step, thread, kind; /* an lct_step_kind */
} lcd_trace_event;

typedef struct lcd_trace {
    LC_VEC(char *) files, flags; /* of the command line: the compiled files, and the compiler's flags behind `--` */
    /* Of its configuration: test and scenario, heap, plain, retry, no_use_after_free, no_data_races, race, spurious,
     * random_choices, seed, max_steps, stack_bytes and memory.  The rest configures the search for executions, not the
     * executions, and is zero. */
    lct_config config;
    uint64_t signature; /* see sign.h; 0: none */
    uint64_t program;   /* fingerprint; 0: not known */
    bool stacks_shared;
    LC_VEC(uint64_t) places;  /* of plain accesses that are steps: `racy` of the control block */
    LC_VEC(uint8_t) schedule; /* as in the control block */
    lcd_source_list sources;  /* that the program was made from */
    uint64_t events_of;       /* a hash of the execution that the events were seen in */
    LC_VEC(lcd_trace_event) events;
    lince_text event_lines; /* the same, to be written */
} lcd_trace;

void lcd_trace_init(lcd_trace *);
void lcd_trace_free(lcd_trace *);
bool lcd_trace_add_file(lcd_trace *, const char *); /* false: out of memory */
bool lcd_trace_add_flag(lcd_trace *, const char *);
bool lcd_trace_set_schedule(lcd_trace *, const uint8_t *schedule, size_t length); /* false also: it is none */
bool lcd_trace_add_source(lcd_trace *, const char *path, uint64_t hash);
uint32_t lcd_trace_steps(const lcd_trace *); /* of the schedule, without its choices */
/* Are there events, and are they those of this schedule?  The file may have been edited. */
bool lcd_trace_is_followed(const lcd_trace *);
bool lcd_trace_set_places(lcd_trace *, const uint64_t *places, size_t count);
/* Takes over from a configuration the fields of a trace; and gives them back, leaving the rest as it is. */
void lcd_trace_from_config(lcd_trace *, const lct_config *);
void lcd_trace_to_config(const lcd_trace *, lct_config *);

void lcd_trace_print(lince_text *, const lcd_trace *);
/* A file at `path` is replaced when all is written.  LINCE_BAD_INPUT: it cannot be written. */
lince_status lcd_trace_write(const lcd_trace *, const char *path, lince_error *);

/* Errors name the file and the line.  In any case the trace is to be freed. */
lince_status lcd_trace_read(lcd_trace *, const char *path, lince_error *);
lince_status lcd_trace_parse(lcd_trace *, const char *name, const char *bytes, size_t size, lince_error *);

/* A number that shows whether a program is still the one a trace was made with.  False: it cannot be read. */
bool lcd_trace_fingerprint(const char *program, uint64_t *);

#endif
