/* Symbolic expressions: those of the syntax tree with the parameters put in.
 *
 * Equal expressions are one symbol, so symbols are compared as numbers.  Constant expressions are folded.
 */
#ifndef LC_MODEL_COMPILE_SYMBOL_H
#define LC_MODEL_COMPILE_SYMBOL_H

#include "model/compile/builder.h"

typedef uint32_t lcm_symbol;
#define LCM_NO_SYMBOL UINT32_MAX

typedef enum lcm_symbol_kind {
    LCM_Y_NUMBER,   /* `number` */
    LCM_Y_REGISTER, /* `number`: of the slot that takes the step */
    LCM_Y_MESSAGE,  /* `number`: which value of the message that is received */
    LCM_Y_LOCAL,    /* `number`: a variable of the block, perhaps of[0] a subscript */
    LCM_Y_GLOBAL,   /* variable `number`, of[...] subscripts */
    LCM_Y_UNARY,    /* `op` */
    LCM_Y_BINARY,
    LCM_Y_CHOOSE,
    LCM_Y_CHANNEL, /* `op` of channel `number`, of[0] a subscript if it is an array */
    LCM_Y_LIBRARY, /* row `op` of lcm_library_rows, of variable `number` and (`extent`) another one: LCM_NO_VARIABLE */
    LCM_Y_WITHIN,  /* of[0], a subscript of an array of `number` cells */
    LCM_Y_INSIDE   /* how many processes stand at the beginning of definition `number` */
} lcm_symbol_kind;

typedef struct lcm_symbol_node {
    uint32_t kind, op;
    int32_t number;
    uint32_t extent; /* PEEK: which value of the message; LIBRARY */
    uint32_t line, column;
    uint32_t count;
    lcm_symbol of[LCM_DIMENSIONS_MAX]; /* only `count` of them are kept: do not copy it */
} lcm_symbol_node;

/* The values of the slots of a definition. */
typedef struct lcm_binding {
    const lcm_definition *definition; /* NULL: in an assertion */
    const lcm_symbol *slots;          /* LCM_NO_SYMBOL: not bound here */
} lcm_binding;

const lcm_symbol_node *lcm_symbol_at(const lcm_builder *, lcm_symbol);
lcm_symbol lcm_symbol_number(lcm_builder *, int32_t);
lcm_symbol lcm_symbol_register(lcm_builder *, uint32_t);
lcm_symbol lcm_symbol_message(lcm_builder *, uint32_t);
lcm_symbol lcm_symbol_local(lcm_builder *, uint32_t);
/* `op` of a channel; PEEK: the `number`-th value of the oldest message.  `subscript` may be LCM_NO_SYMBOL. */
lcm_symbol lcm_symbol_channel(lcm_builder *, lcm_operator, uint32_t channel, uint32_t number, lcm_symbol subscript,
                              lcm_place);
bool lcm_symbol_is_number(const lcm_builder *, lcm_symbol, int32_t *number);
/* A cell of an array of the model, counted through all dimensions. */
lcm_symbol lcm_symbol_cell(lcm_builder *, uint32_t variable, uint32_t cell, lcm_place);
/* An expression of the syntax tree where the slots are bound so. */
lcm_symbol lcm_symbol_of(lcm_builder *, const lcm_binding *, const lcm_expr *);
lcm_symbol lcm_symbol_binary(lcm_builder *, lcm_operator, lcm_symbol, lcm_symbol, lcm_place);
lcm_symbol lcm_symbol_not(lcm_builder *, lcm_symbol);
lcm_symbol lcm_symbol_and(lcm_builder *, lcm_symbol, lcm_symbol); /* LCM_NO_SYMBOL counts as true */
/* Does it look at variables or channels, which change behind its back? */
bool lcm_expr_is_shared(const lcm_expr *);
/* The value of a constant expression; gives up if it is none. */
int32_t lcm_constant_of(lcm_builder *, const lcm_binding *, const lcm_expr *, const char *what);

#endif
