/* The syntax tree of a model: the parser makes it and everything else reads it.
 *
 * The language is CSP# (Sun, Liu, Dong, Chen: Integrating Specification and Programs for System Modeling and
 * Verification, TASE 2009): processes over shared variables, in the syntax that users of PAT write, and sequential
 * `object`s besides.  After lcm_model_parse every name is resolved and every constant folded: readers of the tree need
 * no lookup of names.  All of it lives in the model's arena.
 */
#ifndef LC_LANG_SYNTAX_H
#define LC_LANG_SYNTAX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct lcm_place {
    uint32_t line, column; /* both from 1 */
} lcm_place;

/* ---- expressions ---- */

typedef enum lcm_expr_kind {
    LCM_E_NUMBER,  /* `number`; also true (1), false (0), names of constants and of enums' members */
    LCM_E_SYMBOL,  /* `name`: EMPTY, nil: in objects only */
    LCM_E_GLOBAL,  /* `index`: variable; with `count` subscripts in `of` (as many as it has dimensions) */
    LCM_E_PARAM,   /* `index`: of the process definition's slots: parameters, then names bound by inputs and indices;
                    * if an input has bound it to an array, `number` slots from there on, and `count` subscripts */
    LCM_E_LOCAL,   /* `index`: a variable of the statement block, or of the object's operation; `count` subscripts */
    LCM_E_FIELD,   /* `index`: a variable of the object's state; `count` subscripts */
    LCM_E_UNARY,   /* `op`, of[0] */
    LCM_E_BINARY,  /* `op`, of[0], of[1]; && and || look at the second only if they must */
    LCM_E_CHOOSE,  /* of[0] ? of[1] : of[2] */
    LCM_E_CHANNEL, /* `op` one of LCM_O_FULL ..., a query of channel `index`, with a subscript if it is an array */
    LCM_E_LIBRARY, /* `call` of collection or array `index`, of those `with`, and of numbers `of`; see library.h */
    LCM_E_INSIDE,  /* `#P()`: how many processes stand at the beginning of definition `index` */
    LCM_E_LIST,    /* [of...]: in objects, and as the initial value of an array */
    LCM_E_CALL     /* in objects: a function of sequences, `op` one of LCM_O_LENGTH ..., of its arguments */
} lcm_expr_kind;

typedef enum lcm_operator {
    LCM_O_OR,
    LCM_O_AND,
    LCM_O_XOR,
    LCM_O_NOT,
    LCM_O_EQUAL,
    LCM_O_DIFFERS,
    LCM_O_LESS,
    LCM_O_AT_MOST,
    LCM_O_GREATER,
    LCM_O_AT_LEAST,
    LCM_O_ADD,
    LCM_O_SUBTRACT,
    LCM_O_MULTIPLY,
    LCM_O_DIVIDE,
    LCM_O_REMAINDER,
    LCM_O_NEGATE,
    LCM_O_ASSERT, /* true; if it is false the model is wrong */
    LCM_O_BIT_AND,
    LCM_O_BIT_OR,
    LCM_O_SHIFT_LEFT,
    LCM_O_SHIFT_RIGHT,
    LCM_O_FULL,
    LCM_O_EMPTY,
    LCM_O_COUNT,
    LCM_O_CAPACITY,
    LCM_O_PEEK, /* call(cfull, c), cempty, ccount, csize, cpeek */
    LCM_O_LENGTH,
    LCM_O_FIRST,
    LCM_O_LAST,
    LCM_O_BUT_FIRST,
    LCM_O_BUT_LAST,
    LCM_O_APPEND,
    LCM_O_PREPEND,
    LCM_O_CONTAINS,
    LCM_O_REMOVE,
    LCM_O_INSERT /* of sequences; see object.h */
} lcm_operator;

struct lcm_library_row;
#define LCM_NO_VARIABLE UINT32_MAX

typedef struct lcm_expr lcm_expr;
struct lcm_expr {
    lcm_expr_kind kind;
    lcm_operator op;
    lcm_place place;
    int32_t number;
    uint32_t index, count;
    uint32_t height;  /* of the tree, at most LCM_EXPR_HEIGHT_MAX: it may be walked by recursion */
    const char *name; /* as written, for messages; NULL where nothing is written so */
    lcm_expr **of;
    const struct lcm_library_row *call;
    uint32_t with[2]; /* variables; LCM_NO_VARIABLE */
};
#define LCM_EXPR_HEIGHT_MAX 500

/* ---- statements: executed in one step, atomically ---- */

typedef enum lcm_statement_kind {
    LCM_S_BLOCK,  /* body[0 .. count) */
    LCM_S_LOCAL,  /* declares local `index` (`target` is it) with `value` (NULL: 0); an array has `length` cells, all
                   * else 0 */
    LCM_S_ASSIGN, /* `target` = `value` */
    LCM_S_CALL,   /* `value`, whose result is dropped */
    LCM_S_MAKE,   /* variable `index`, a collection, = `value`, which makes one */
    LCM_S_IF,     /* if (condition) body[0] else body[1] (which may be NULL), both blocks */
    LCM_S_WHILE,  /* while (condition) body[0], a block */
    LCM_S_RETURN, /* in objects: results[0 .. count), of participant `index` where several take part */
    LCM_S_ANY, /* in objects: local `index` (`target` is it) is any of the values of `value`, a sequence, or from low to
                  high */
    LCM_S_REQUIRE /* in objects: if the condition is false the operation is not enabled */
} lcm_statement_kind;

typedef struct lcm_statement lcm_statement;
struct lcm_statement {
    lcm_statement_kind kind;
    lcm_place place;
    uint32_t index, count, length;
    lcm_expr *target, *value, *condition;
    lcm_expr *low, *high;
    lcm_statement **body;
    lcm_expr **results;
};

/* ---- processes ---- */

/* An event, or a set of them: `read_res.p.v`.  In alphabets and hiding an argument may stand for any value (NULL). */
typedef struct lcm_event {
    uint32_t name; /* in model->event_names */
    uint32_t count;
    lcm_expr **args;
    lcm_place place;
} lcm_event;

/* The values of an index: constants, so that the process is written out once for each. */
typedef struct lcm_index {
    uint32_t slot;          /* the parameter slot it is bound to */
    lcm_expr *first, *last; /* `{first..last}`, and: */
    uint32_t count;         /* `{1, 3, 5}`: values[0 .. count), then first and last are NULL */
    lcm_expr **values;
} lcm_index;

typedef enum lcm_process_kind {
    LCM_P_STOP,
    LCM_P_SKIP,
    LCM_P_PREFIX,     /* event {block} -> of[0] */
    LCM_P_TAU,        /* tau {block} -> of[0] */
    LCM_P_SEND,       /* channel!args {block} -> of[0] */
    LCM_P_RECEIVE,    /* channel?patterns [guard] {block} -> of[0] */
    LCM_P_GUARD,      /* [condition] of[0]: no step of its own */
    LCM_P_IF,         /* if: a tau, then of[0] or of[1] (NULL: Skip) */
    LCM_P_IFA,        /* ifa: the test and the first step are one */
    LCM_P_IFB,        /* ifb: waits for the condition, then a tau */
    LCM_P_CASE,       /* conditions[i] : of[i], the first that holds, by a tau; NULL is `default`; none holds: Skip */
    LCM_P_ATOMIC,     /* atomic {of[0]} */
    LCM_P_SEQUENCE,   /* of[0] ; of[1] */
    LCM_P_CHOICE,     /* of[0] [] of[1] ...: any step decides */
    LCM_P_EXTERNAL,   /* of[0] [*] of[1] ...: a visible step decides */
    LCM_P_INTERNAL,   /* of[0] <> of[1] ...: a tau decides */
    LCM_P_INTERLEAVE, /* of[0] ||| of[1] ... */
    LCM_P_PARALLEL,   /* of[0] || of[1] ...: together on the events in both alphabets */
    LCM_P_INTERRUPT,  /* of[0] interrupt of[1]: a visible step or the end of of[1] decides */
    LCM_P_HIDE,       /* of[0] \ {events} */
    LCM_P_REFERENCE   /* definition `index` with arguments `args` */
} lcm_process_kind;

typedef struct lcm_process lcm_process;
struct lcm_process {
    lcm_process_kind kind;
    lcm_place place;
    uint32_t count; /* of[] */
    lcm_process **of;
    lcm_event event; /* PREFIX; its name NULL for TAU */
    lcm_statement *block;
    lcm_expr *condition;
    lcm_expr **conditions;
    uint32_t index;      /* REFERENCE: definition; SEND, RECEIVE: channel */
    lcm_expr *subscript; /* of a channel array, or NULL */
    uint32_t arg_count;
    lcm_expr **args; /* REFERENCE; SEND; RECEIVE: a pattern that must be equal, or NULL where it binds */
    uint32_t *binds; /* RECEIVE: the slots bound, UINT32_MAX where args has a pattern */
    /* SEND, RECEIVE: how many numbers each value is: of an array, which is sent as a whole, its cells.  NULL: 1 each.
     * An argument that is a whole array has no subscripts. */
    uint32_t *widths;
    /* CHOICE, EXTERNAL, INTERNAL, INTERLEAVE, PARALLEL written with an index, `|||x:{0..N}@P(x)`: of[0] for all values.
     * Several indices nest, the first outermost.  `copies`, if not NULL: `|||{N}@P()`.  INTERLEAVE only: `any_number`,
     * `|||{..}@P()`. */
    uint32_t index_count;
    lcm_index *indices;
    lcm_expr *copies;
    bool any_number;
    uint32_t event_count; /* HIDE */
    lcm_event *events;
};

typedef struct lcm_definition {
    const char *name;
    lcm_place place;
    uint32_t param_count, slot_count;
    const char **slot_names;
    lcm_process *body;
    /* `#alphabet P {x:{0..N}@e.x, f};`, as written.  Event i takes the values of its own indices, those from
     * alphabet_until[i - 1] (the first: 0) up to alphabet_until[i]; their slots are behind all further slots. */
    bool has_alphabet;
    uint32_t alphabet_count;
    lcm_event *alphabet;
    uint32_t *alphabet_until;
    lcm_index *alphabet_indices;
} lcm_definition;

/* ---- data ---- */

#define LCM_DIMENSIONS_MAX 4

/* A variable is a number or an array of them, or a collection of PAT's libraries: see library.h. */
typedef enum lcm_type { LCM_NUMBERS, LCM_SET, LCM_LIST, LCM_QUEUE, LCM_STACK, LCM_TABLE } lcm_type;

typedef struct lcm_variable {
    const char *name;
    lcm_place place;
    lcm_type type;
    bool hidden;         /* `hvar` */
    uint32_t field_of;   /* 1 + the list whose `list$Field` it is: 0 before each block; 0: it is declared */
    uint32_t list_field; /* 1 + the variable that is `list$Field` of this list; 0: nothing uses it */
    uint32_t dimensions; /* 0: a number */
    uint32_t extent[LCM_DIMENSIONS_MAX];
    uint32_t cells; /* all in all */
    bool ranged;    /* `var x:{0..5}`: leaving the range is an error of the model */
    int32_t low, high;
    int32_t *initial; /* one for each cell */
} lcm_variable;

/* Names of numbers, from `#define` and `enum`: for printing results of an object. */
typedef struct lcm_constant {
    const char *name;
    int32_t number;
} lcm_constant;

typedef struct lcm_channel {
    const char *name;
    lcm_place place;
    uint32_t extent;   /* of an array of channels; 0: one channel */
    uint32_t capacity; /* 0: both sides meet */
    uint32_t arity;    /* numbers of a message, of the longest if they vary */
    uint32_t lengths;  /* the numbers of numbers that messages have, a bit each */
} lcm_channel;

/* Are there messages of several lengths?  An input takes those of its own. */
static inline bool lcm_message_varies(const lcm_channel *c) { return (c->lengths & (c->lengths - 1)) != 0; }
/* Of a message in a buffer: its values, and behind them how many these are, if that varies. */
static inline uint32_t lcm_message_cells(const lcm_channel *c) { return c->arity + lcm_message_varies(c); }

/* ---- objects: sequential specifications; see object.h ---- */

typedef struct lcm_object_field {
    const char *name;
    lcm_place place;
    bool sequence;
    uint32_t cells; /* 0: not an array */
    bool ranged;
    int32_t low, high;
    lcm_expr *initial; /* NULL: 0, or the empty sequence; of an array a list, or one value for all */
} lcm_object_field;

typedef struct lcm_operation {
    const char *name;
    lcm_place place;
    uint32_t param_count, local_count; /* locals: the parameters come first */
    const char **local_names;
    bool returns;          /* there is a `return` */
    uint32_t result_count; /* of each `return`: 0 where there is none */
    uint8_t role, end;     /* of the operation that it is declared to be (`op put(v) as enq`), else 0 */
    lcm_statement *body;   /* NULL: it only takes effect together with other operations */
} lcm_operation;

/* Operations that take effect together: one, or several (`together send(x), receive() {...}`). */
typedef struct lcm_together {
    lcm_place place;
    uint32_t count;
    uint32_t *operations;  /* rows, in the order written */
    uint32_t *first_local; /* where the parameters of each begin */
    uint32_t local_count;
    const char **local_names;
    lcm_statement *body; /* its `return` names a participant: results are those of operations[index] */
} lcm_together;

typedef struct lcm_object {
    const char *name;
    lcm_place place;
    uint32_t is;  /* `object Line is queue`: a lince_object_kind */
    int32_t size; /* `is queue(4)` */
    uint32_t field_count, operation_count, together_count;
    lcm_object_field *fields;
    lcm_operation *operations;
    lcm_together *together; /* none: every operation by itself */
} lcm_object;

/* ---- temporal formulas ---- */

typedef enum lcm_ltl_kind {
    LCM_L_TRUE,
    LCM_L_FALSE,
    LCM_L_CONDITION, /* `condition` over the variables holds */
    LCM_L_EVENT,     /* the step just taken is `event`, whose values are numbers */
    LCM_L_NOT,
    LCM_L_AND,
    LCM_L_OR,
    LCM_L_IMPLIES,
    LCM_L_IFF,
    LCM_L_NEXT,
    LCM_L_ALWAYS,
    LCM_L_EVENTUALLY,
    LCM_L_UNTIL,
    LCM_L_RELEASE
} lcm_ltl_kind;

typedef struct lcm_ltl lcm_ltl;
struct lcm_ltl {
    lcm_ltl_kind kind;
    lcm_place place;
    lcm_expr *condition;
    lcm_event event;
    lcm_ltl *of[2];
};

/* ---- assertions ---- */

typedef enum lcm_assertion_kind {
    LCM_A_DEADLOCKFREE,
    LCM_A_DIVERGENCEFREE,
    LCM_A_DETERMINISTIC,
    LCM_A_NONTERMINATING,
    LCM_A_REACHES,    /* a state where `condition` holds */
    LCM_A_LTL,        /* |= formula */
    LCM_A_REFINES,    /* traces of `process` are traces of `other` */
    LCM_A_REFINES_F,  /* refines<F>: and stable failures */
    LCM_A_REFINES_FD, /* refines<FD>: failures and divergences */
    LCM_A_LINEARIZES, /* `specification`, perhaps at points */
    LCM_A_PROGRESSES  /* `specification` */
} lcm_assertion_kind;

/* Of all states where the condition holds: one with the smallest, the largest value of an expression. */
typedef enum lcm_best { LCM_ANY, LCM_MIN, LCM_MAX } lcm_best;

/* A point of linearization: an event `NAME.process.arguments.results` of this operation. */
typedef struct lcm_point {
    uint32_t event; /* in model->event_names */
    const char *operation;
    lcm_place place;
} lcm_point;

typedef struct lcm_assertion {
    lcm_assertion_kind kind;
    lcm_place place;
    const char *text;     /* from `#assert` up to the semicolon, on one line */
    lcm_process *process; /* has no free parameters */
    lcm_process *other;
    lcm_expr *condition;
    lcm_best best;
    lcm_expr *value;       /* of the best; NULL: any */
    const char *best_text; /* `min(x)` */
    lcm_ltl *formula;
    const char *specification; /* the name of an object of the model, or a built-in `queue:capacity=2` */
    uint32_t point_count;
    lcm_point *points;
    /* Behind the assertion, `// expect: ok` or `// expect: violation`: kept for the tests; NULL: absent. */
    const char *expected;
} lcm_assertion;

/* ---- all of it ---- */

/* Something that is allowed and probably a slip, or means something else to readers of PAT: one sentence. */
typedef struct lcm_remark {
    lcm_place place;
    const char *text;
} lcm_remark;

typedef struct lcm_model {
    lc_arena arena;
    const char *file;
    const char *text; /* the source, for messages with a caret */
    size_t length;
    LC_VEC(const char *) event_names;
    LC_VEC(lcm_constant) constants;
    LC_VEC(lcm_variable) variables;
    LC_VEC(lcm_channel) channels;
    LC_VEC(lcm_definition) definitions;
    LC_VEC(lcm_object) objects;
    LC_VEC(lcm_assertion) assertions;
    LC_VEC(lcm_remark) remarks;
    uint32_t imports; /* libraries of PAT, a bit each: library.h */
} lcm_model;

#endif
