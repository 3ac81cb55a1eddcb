/* Shared by golden*.c: the tries of histories. */
#ifndef LC_TESTER_ORACLE_GOLDEN_PARTS_H
#define LC_TESTER_ORACLE_GOLDEN_PARTS_H

#include "history/history.h"
#include "spec/spec.h"
#include "tester/oracle/golden.h"

typedef struct lcd_golden_edge {
    uint32_t row; /* of the table of methods */
    lince_value args, results;
    uint32_t to; /* a node of the trie, or a state */
} lcd_golden_edge;

/* The children of a node are a list. */
typedef struct lcd_golden_node {
    lcd_golden_edge in; /* how it is reached */
    uint32_t parent, child, sibling;
} lcd_golden_node;

enum { LCD_GOLDEN_ROOT = 0, LCD_GOLDEN_NONE = 0 }; /* the root is no node's child */

/* A call at a node. */
typedef struct lcd_golden_question {
    uint32_t node, row;
    lince_value args;
} lcd_golden_question;

typedef enum lcd_golden_fate {
    LCD_GOLDEN_CLOSED,
    LCD_GOLDEN_OPEN,    /* it is in the list of those that are open */
    LCD_GOLDEN_GIVEN_UP /* it was run, but did not return: there is no step */
} lcd_golden_fate;

typedef struct lcd_golden_object {
    lcd_golden *golden;
    char *name; /* "": the nameless one */
    lc_intern methods;
    LC_VEC(lcd_golden_node) nodes;
    LC_VEC(lince_method) rows;
    LC_VEC(char *) row_names;
    bool made; /* the rows and the first of the specifications are up to date */
    lince_param self;
    /* Whose states are merged nodes, each made of its edges. */
    lince_spec spec;
    lc_intern states;
    uint32_t start;
    /* Whose states are the nodes themselves (golden_orders.c). */
    lince_spec orders;
    lc_intern questions;   /* lcd_golden_question: calls at nodes at which no history has them */
    LC_VEC(uint8_t) fates; /* of each, an lcd_golden_fate */
} lcd_golden_object;

typedef struct lcd_golden_open {
    lcd_golden_object *object;
    uint32_t question;
} lcd_golden_open;

struct lcd_golden {
    lince_values values;
    LC_VEC(lcd_golden_object *) objects;
    LC_VEC(lcd_golden_open) open; /* queries of a check, each once */
};

static inline lcd_golden_object *lcd_golden_object_of(const lince_step *step) {
    return (lcd_golden_object *)(intptr_t)step->params[0];
}
/* Is it this call that leads along the edge, with any result? */
bool lcd_golden_is_call(const lince_step *, const lcd_golden_edge *);
/* Takes the step along the edge to `to` if the call may have that edge's result. */
void lcd_golden_follow(lince_step *, const lcd_golden_edge *, uint32_t to);
/* Shared by both specifications: the table of methods, and the parameter for the thread of a step.  False: out of
 * memory, or there is no method. */
bool lcd_golden_describe(lcd_golden_object *, lince_spec *);

#endif
