/* One exploration: workers are started, their messages are read until they end and passed on. */
#ifndef LC_TESTER_DRIVER_EXPLORE_H
#define LC_TESTER_DRIVER_EXPLORE_H

#include "tester/driver/workers.h"

/* Why it ended. */
typedef enum lcd_ending {
    LCD_ENDED,       /* all was done */
    LCD_ENDED_SPENT, /* the budget of executions was spent */
    LCD_ENDED_TIME,
    LCD_ENDED_BUDGET, /* the processor time for a test that grows was spent */
    LCD_ENDED_INTERRUPT,
    LCD_ENDED_FOUND, /* a failure was found, and everything before it was done */
    LCD_ENDED_DEATH, /* a worker died */
} lcd_ending;

typedef struct lcd_exploration lcd_exploration;

/* Callbacks for messages; NULL: ignored.  A status other than LINCE_DONE ends everything, with the error. */
typedef struct lcd_listener {
    lince_status (*test)(lcd_exploration *, const lcd_msg_test *, lince_error *);
    lince_status (*scenario)(lcd_exploration *, uint64_t number, lc_span text, lince_error *);
    lince_status (*scenarios)(lcd_exploration *, const lcd_msg_scenarios *, lince_error *);
    lince_status (*history)(lcd_exploration *, const lcd_msg_history *, lince_error *);
    lince_status (*failure)(lcd_exploration *, const lcd_msg_failure *, lince_error *);
    lince_status (*stage)(lcd_exploration *, const lcd_msg_stage *, lince_error *);
    lince_status (*size)(lcd_exploration *, const lcd_msg_size *, lince_error *);
    lince_status (*step)(lcd_exploration *, const lcd_msg_step *, lince_error *);
    lince_status (*thread)(lcd_exploration *, const lcd_msg_thread *, lince_error *);
    lince_status (*leak)(lcd_exploration *, const lcd_msg_leak *, lince_error *);
    lince_status (*weaker)(lcd_exploration *, const lcd_msg_weaker *, lince_error *);
    lince_status (*versions)(lcd_exploration *, lcd_msg_versions *, lince_error *); /* it may take them over */
    lince_status (*graph)(lcd_exploration *, lc_span text, lince_error *);
    lince_status (*warning)(lcd_exploration *, lc_span text, lince_error *);
    void (*tick)(lcd_exploration *, const lcd_workers_view *); /* ten times a second or more often */
} lcd_listener;

struct lcd_exploration {
    lcd_workers_plan plan;
    const lcd_listener *listener;
    void *context;                 /* the listener's */
    double deadline;               /* on lc_now's clock; 0: none */
    const volatile int *interrupt; /* NULL: none */
    double budget;                 /* seconds of the processor; 0: no limit */
    /* The result. */
    lcd_ending ending;
    lcd_workers_view view; /* at the end */
    double seconds, began; /* began: processor time of the calling thread before it */
    bool stacks_shared;    /* see lcd_races */
    lct_tls_places tls;
    bool found;
    lcd_received death; /* of LCD_ENDED_DEATH */
    lince_text words;   /* the mistakes of the test, where a worker ended because of them ... */
    bool bad_scenario;  /* ... or that of the scenario that was given */
    lcd_workers *workers;
    lcd_msg_room room;
    lcd_msg_versions versions;
};

/* LINCE_BAD_INPUT: there is no statement about the program, with the reason in the error.  In any case it is to be
 * freed. */
lince_status lcd_explore(lcd_exploration *, lince_error *);
void lcd_exploration_free(lcd_exploration *);

/* For listeners: there is a failure at this place, and only the part before it is worth doing.  NULL: something was
 * found, and everything is to go on. */
void lcd_exploration_found(lcd_exploration *, const lcd_execution_place *);

#endif
