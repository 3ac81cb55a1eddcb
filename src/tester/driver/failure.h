/* Something wrong that was found: a history that is not allowed, or a failure of the program. */
#ifndef LC_TESTER_DRIVER_FAILURE_H
#define LC_TESTER_DRIVER_FAILURE_H

#include "tester/driver/workers.h"
#include "tester/view/interleaving_view.h"

/* Besides those of target/explore/control.h. */
enum {
    LCD_FAILURE_VIOLATION = 100, /* of the specification */
    LCD_FAILURE_DEATH            /* of the whole process */
};

typedef struct lcd_failure {
    uint32_t kind;         /* an lct_failure, or one of the above */
    char *message, *doubt; /* NULL: none */
    uint32_t thread;
    uint64_t pc, address;
    uint32_t access_count;      /* of a data race: 2 */
    lcd_trace_step accesses[2]; /* in their order; `after` is the number of steps reported before each */
    /* The execution. */
    lcd_execution_place place;
    char *scenario;
    uint32_t heap, preemptions;
    uint32_t memory; /* an lct_memory_model */
    bool listed;     /* its history may be that of an equivalent schedule, see lct_listed */
    uint8_t *schedule;
    size_t length;
    lcd_races races;
    LC_VEC(uint32_t) begins; /* the steps with which calls begin */
    lince_history *history;  /* NULL: none is known */
    bool stuck;              /* it ends because no thread could go on, and waiting is judged by the specification */
    bool judged;             /* ... since the test does not declare that operations may wait */
    struct {
        uint32_t kind, thread;
        uint64_t pc;
        char *message, *doubt; /* NULL: none */
    } otherwise;               /* the failure it is, if judged and they may not */
} lcd_failure;

/* False: out of memory; in any case it is to be freed.  The history is that of the message, converted before, or NULL;
 * it becomes the failure's. */
bool lcd_failure_from_history(lcd_failure *, const lcd_msg_history *, lince_history *);
bool lcd_failure_from_message(lcd_failure *, const lcd_msg_failure *, const char *file);
void lcd_failure_free(lcd_failure *);
/* A history that is allowed is a failure after all: an operation waits though it could return.  False: out of memory.
 */
bool lcd_failure_becomes_blocked(lcd_failure *, const lince_text *why);
/* The same where the specification lets none of its operations wait: it is the failure that came with the history. */
bool lcd_failure_becomes_stuck(lcd_failure *);

/* Is its execution easier to follow: does it read fewer old values, or has it fewer preemptions, or fewer switches, or
 * fewer steps? */
bool lcd_failure_simpler(const lcd_failure *, const lcd_failure *than);

/* `use-after-free`, as scripts read it. */
const char *lcd_failure_name(uint32_t kind);
/* The kind of failure, for the verdict: `a deadlock`. */
const char *lcd_failure_title(uint32_t kind);
/* Adds kinds of failures by their names, `leak,deadlock`, to a set: a bit for each lct_failure.  False: the error names
 * the kind that does not exist. */
bool lcd_failure_allow(uint64_t *kinds, const char *list, lince_error *);
/* Is it wrong where a thread stood?  A race has two places, and lost memory the place of its allocation. */
bool lcd_failure_has_place(uint32_t kind);
/* Is it that two accesses, or operations, are not ordered? */
bool lcd_failure_of_order(uint32_t kind);
/* Is it the test that is wrong, or too large, and not what is tested? */
bool lcd_failure_is_mistake(uint32_t kind);
bool lcd_failure_is_limit(uint32_t kind);

#endif
