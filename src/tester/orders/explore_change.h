/* Exploring a test with changed memory orders, and keeping the failing executions. */
#ifndef LC_TESTER_ORDERS_EXPLORE_CHANGE_H
#define LC_TESTER_ORDERS_EXPLORE_CHANGE_H

#include "tester/driver/test_run.h"
#include "tester/orders/change.h"

typedef enum lcd_change_outcome {
    LCD_CHANGE_FAILS,
    LCD_CHANGE_HOLDS,    /* no failure in all that was explored */
    LCD_CHANGE_UNDECIDED /* out of time or memory, or the exploration was not conclusive */
} lcd_change_outcome;

/* A failing execution that was found. */
typedef struct lcd_failing {
    lcd_event_graph graph;
    uint32_t memory; /* the model it was found under */
} lcd_failing;

typedef struct lcd_change_explorer {
    lcd_test_run *run;
    lct_config config; /* of the exploration */
    double deadline;   /* 0: none */
    lcd_sites sites;
    LC_VEC(lcd_failing) failing;
    LC_VEC(lcd_change) refuted; /* changes that fail: so does every weaker one */
    uint32_t explored;
    uint64_t executions;  /* of the last exploration */
    lince_text coverage;  /* of the last one that holds, in words */
    bool changes_nothing; /* the last failure exists in an interleaving, and is no race: no order forbids it */
    lcd_unsure unsure;    /* why the last exploration was not conclusive; LCD_SURE: it was */
    bool spent;           /* no memory, or no time for more */
} lcd_change_explorer;

void lcd_change_explorer_init(lcd_change_explorer *, lcd_test_run *, const lct_config *, double deadline);
void lcd_change_explorer_free(lcd_change_explorer *);

lcd_change_outcome lcd_explore_change(lcd_change_explorer *, const lcd_change *);
/* The program as it is, to learn its sites and a failing graph.  A race of an interleaving has none if its schedule is
 * none where volatile accesses are steps: it is looked for again under rc11. */
lcd_change_outcome lcd_explore_unchanged(lcd_change_explorer *);
/* A failure of the unchanged test is known already. */
void lcd_change_explorer_learn(lcd_change_explorer *, const lcd_failure *);

/* Is it known to fail, without exploring it?  `*by`: the graph that it does not forbid; NULL: another change was
 * refuted that is as strong. */
bool lcd_change_explorer_refute(lcd_change_explorer *, const lcd_change *, const lcd_failing **by);

#endif
