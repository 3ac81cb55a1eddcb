/* Judging the results of an exploration: each distinct history once, from any worker.
 *
 * Of several failures the first is kept: first in the order of places (message.h), which does not depend on the number
 * of workers or their speed.
 */
#ifndef LC_TESTER_ORACLE_HISTORY_JUDGE_H
#define LC_TESTER_ORACLE_HISTORY_JUDGE_H

#include "base/intern.h"
#include "tester/driver/failure.h"
#include "tester/oracle/oracle.h"

/* Which failures are looked for: histories that are none of these are right. */
typedef enum lcd_judge_wanted {
    LCD_JUDGE_ALL,
    LCD_JUDGE_FAILURES, /* of the program itself: histories are not judged */
    LCD_JUDGE_VIOLATIONS,
    LCD_JUDGE_BLOCKED /* operations that wait, and may not */
} lcd_judge_wanted;

typedef struct lcd_judge {
    lcd_oracle *oracle;
    lince_check_options options; /* for the verdict alone: nothing is explained */
    double deadline;             /* on lc_now's clock; 0: none */
    const char *init;            /* NULL: none */
    const char *file;            /* file name in the histories */
    uint64_t allowed;            /* failures that are none, a bit for each lct_failure */
    bool smaller;  /* scenarios are attempts to shrink: a misuse of the object is no mistake of the user */
    bool all;      /* every failure is kept, not only the first */
    bool simplest; /* not the first is kept, but the simplest */
    lcd_judge_wanted wanted;
    uint32_t kind;            /* of LCD_JUDGE_BLOCKED: only this lct_failure, plus 1; 0: any */
    bool forgets;             /* a history is judged each time it comes */
    FILE *copies;             /* each distinct history is written here; NULL: nowhere */
    lc_intern seen;           /* histories */
    LC_VEC(uint8_t) verdicts; /* of each, a lince_verdict, or not judged yet */
    LC_VEC(lince_text) held;  /* messages with histories that cannot be judged yet */
    LC_VEC(lcd_failure) failures;
    uint64_t judged, violating; /* distinct histories, and those not allowed */
    uint64_t own_order;         /* of those judged: by their own order, and not for any client, as there are too many
                                 * operations or variables */
    bool schedules_open;        /* some history of schedules was not judged for all orders of calls and returns */
    char *smallest;             /* the factors that all need, if requested; NULL: not known yet */
    uint32_t factor;            /* the requested one of them */
    uint64_t configurations;    /* that were visited to judge them ... */
    uint64_t revisits;          /* ... and those that were met again, and recognized */
    uint64_t free;              /* of scenarios without known behaviour: every history is right */
    uint64_t complete;          /* histories that came in which all operations had returned */
    uint32_t operations;        /* of the longest history */
    bool returned;              /* some operation has, in some history */
    bool waited;                /* some operation may, as the specification has it */
    bool unknown;               /* of some history */
    lince_reason why_unknown;
} lcd_judge;

void lcd_judge_init(lcd_judge *, lcd_oracle *, const char *file);
void lcd_judge_free(lcd_judge *);

/* A history that came; `*wrong`: it is a violation, or another sighting of one.  The error of LINCE_BAD_INPUT describes
 * the part that the oracle cannot interpret. */
lince_status lcd_judge_history(lcd_judge *, const lcd_msg_history *, bool *wrong, lince_error *);
/* A failure that came; `*wrong`: it is one, and not the doing of the scenario. */
lince_status lcd_judge_failure(lcd_judge *, const lcd_msg_failure *, bool *wrong, lince_error *);
/* The allowed behaviour of a scenario is complete: histories that waited for that are judged.  `*wrong` as above;
 * `*place` is that of the first that is. */
lince_status lcd_judge_complete(lcd_judge *, lc_span scenario, bool *wrong, lcd_execution_place *place, lince_error *);

/* The first failure; NULL: none. */
const lcd_failure *lcd_judge_first(const lcd_judge *);
/* Removes a failure that did not recur; pointers to the remaining ones become invalid. */
void lcd_judge_drop(lcd_judge *, const lcd_failure *);
/* A history that is allowed but stuck: if its operations may not wait, the failure becomes the failure that this is. */
lince_status lcd_judge_waiting(lcd_judge *, lcd_failure *, bool explain, lince_verdict *, lince_error *);
/* Judges a history again, with a full explanation; the result may be NULL. */
lince_status lcd_judge_explain(lcd_judge *, const lcd_failure *, lince_verdict *, lince_result **, lince_error *);

#endif
