/* Why an execution exists that is not sequentially consistent, or has a data race: which order is missing. */
#ifndef LC_TESTER_ORDERS_WHY_H
#define LC_TESTER_ORDERS_WHY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "report/writer.h"

/* A step of the execution. */
typedef struct lcd_why_step {
    uint32_t thread, step;
    uint32_t order;   /* of memory, as compilers count them, plus 1; 0: it has none */
    const char *file; /* NULL: it is not known */
    int line;
} lcd_why_step;

typedef struct lcd_why {
    bool known;      /* else nothing below is */
    uint32_t memory; /* the model of the failure, */
    uint32_t models; /* and those that allow the execution: a bit for each lct_memory_model */
    bool race;
    bool stale;            /* it is about a load that reads an old value */
    lcd_why_step from, to; /* the newest store and that load, or the accesses that race, in their order */
    bool chain;            /* program order and reads-from lead from the one to the other: */
    bool link;             /* this store and this load are the first on the way that do not synchronize */
    lcd_why_step store, load;
    bool no_release, no_acquire;
} lcd_why;

struct lcd_test_run;
struct lct_config;
/* Of the reproduced failure of a test run. */
void lcd_why_find(lcd_why *, struct lcd_test_run *, const struct lct_config *);

/* Does x86 allow the execution?  A sentence with a blank before it, or nothing. */
void lcd_why_print(lince_text *, const lcd_why *);
/* As a member `why`. */
void lcd_why_json(lcr_writer *, const lcd_why *);

#endif
