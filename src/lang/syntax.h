/* The syntax tree of a model: what the parser makes and everything else reads.
 *
 * The language is CSP# (Sun, Liu, Dong, Chen: Integrating Specification and Programs for System Modeling and
 * Verification, TASE 2009): processes over shared variables, in the syntax that users of PAT write, and sequential
 * `object`s besides.  After lc_model_parse every name is resolved and every constant folded: whoever reads the tree
 * meets no name he has to look up.  All of it lives in the model's arena.
 */
#ifndef LC_LANG_SYNTAX_H
#define LC_LANG_SYNTAX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct lc_place {
    uint32_t line, column; /* both from 1 */
} lc_place;

/* ---- expressions ---- */

typedef enum lc_expr_kind {
    LC_E_NUMBER,  /* `number`; also true (1), false (0), names of constants and of enums' members */
    LC_E_SYMBOL,  /* `name`: EMPTY, nil: in objects only */
    LC_E_GLOBAL,  /* `index`: variable; with `count` subscripts in `of` (as many as it has dimensions) */
    LC_E_PARAM,   /* `index`: of the process definition's slots: parameters, then names bound by inputs and indices */
    LC_E_LOCAL,   /* `index`: a variable of the statement block, or of the object's operation; `count` subscripts */
    LC_E_FIELD,   /* `index`: a variable of the object's state; `count` subscripts */
    LC_E_UNARY,   /* `op`, of[0] */
    LC_E_BINARY,  /* `op`, of[0], of[1]; && and || look at the second only if they must */
    LC_E_CHOOSE,  /* of[0] ? of[1] : of[2] */
    LC_E_CHANNEL, /* `op` one of LC_O_FULL ... asked of channel `index`, with a subscript if it is an array */
    LC_E_LIST,    /* [of...]: in objects, and as the initial value of an array */
    LC_E_CALL     /* in objects: a function of sequences, `op` one of LC_O_SIZE ..., of its arguments */
} lc_expr_kind;

typedef enum lc_operator {
    LC_O_OR,
    LC_O_AND,
    LC_O_XOR,
    LC_O_NOT,
    LC_O_EQUAL,
    LC_O_DIFFERS,
    LC_O_LESS,
    LC_O_AT_MOST,
    LC_O_GREATER,
    LC_O_AT_LEAST,
    LC_O_ADD,
    LC_O_SUBTRACT,
    LC_O_MULTIPLY,
    LC_O_DIVIDE,
    LC_O_REMAINDER,
    LC_O_NEGATE,
    LC_O_BIT_AND,
    LC_O_BIT_OR,
    LC_O_SHIFT_LEFT,
    LC_O_SHIFT_RIGHT,
    LC_O_FULL,
    LC_O_EMPTY,
    LC_O_COUNT,
    LC_O_CAPACITY,
    LC_O_PEEK, /* call(cfull, c), cempty, ccount, csize, cpeek */
    LC_O_LENGTH,
    LC_O_FIRST,
    LC_O_LAST,
    LC_O_BUT_FIRST,
    LC_O_BUT_LAST,
    LC_O_APPEND,
    LC_O_PREPEND,
    LC_O_CONTAINS,
    LC_O_REMOVE,
    LC_O_INSERT /* of sequences; see object.h */
} lc_operator;

typedef struct lc_expr lc_expr;
struct lc_expr {
    lc_expr_kind kind;
    lc_operator op;
    lc_place place;
    int32_t number;
    uint32_t index, count;
    const char *name; /* as written, for messages */
    lc_expr **of;
};

/* ---- statements: what happens in one step, without anything in between ---- */

typedef enum lc_statement_kind {
    LC_S_BLOCK,  /* body[0 .. count) */
    LC_S_LOCAL,  /* declares local `index` with `value` (NULL: 0) and `length` cells */
    LC_S_ASSIGN, /* `target` = `value` */
    LC_S_IF,     /* if (condition) body[0] else body[1] (which may be NULL) */
    LC_S_WHILE,  /* while (condition) body[0] */
    LC_S_RETURN, /* in objects: results[0 .. count), of participant `index` where several take part */
    LC_S_ANY,    /* in objects: local `index` is any of the values of `value`, a sequence, or from low to high */
    LC_S_REQUIRE /* in objects: if the condition is false the operation is not enabled */
} lc_statement_kind;

typedef struct lc_statement lc_statement;
struct lc_statement {
    lc_statement_kind kind;
    lc_place place;
    uint32_t index, count, length;
    lc_expr *target, *value, *condition;
    lc_expr *low, *high;
    lc_statement **body;
    lc_expr **results;
};

/* ---- processes ---- */

/* An event, or a set of them: `read_res.p.v`.  In alphabets and hiding an argument may stand for any value (NULL). */
typedef struct lc_event {
    uint32_t name; /* in model->event_names */
    uint32_t count;
    lc_expr **args;
    lc_place place;
} lc_event;

/* The values an index goes through: constants, so that the process is written out as often as it says. */
typedef struct lc_index {
    uint32_t slot;         /* the parameter slot it is bound to */
    lc_expr *first, *last; /* `{first..last}`, and: */
    uint32_t count;        /* `{1, 3, 5}`: values[0 .. count), then first and last are NULL */
    lc_expr **values;
} lc_index;

typedef enum lc_process_kind {
    LC_P_STOP,
    LC_P_SKIP,
    LC_P_PREFIX,     /* event {block} -> of[0] */
    LC_P_TAU,        /* tau {block} -> of[0] */
    LC_P_SEND,       /* channel!args {block} -> of[0] */
    LC_P_RECEIVE,    /* channel?patterns [guard] {block} -> of[0] */
    LC_P_GUARD,      /* [condition] of[0]: no step of its own */
    LC_P_IF,         /* if: a tau, then of[0] or of[1] (NULL: Skip) */
    LC_P_IFA,        /* ifa: the test and the first step are one */
    LC_P_IFB,        /* ifb: waits for the condition, then a tau */
    LC_P_CASE,       /* conditions[i] : of[i], the first that holds, by a tau; NULL is `default` */
    LC_P_ATOMIC,     /* atomic {of[0]} */
    LC_P_SEQUENCE,   /* of[0] ; of[1] */
    LC_P_CHOICE,     /* of[0] [] of[1] ...: any step decides */
    LC_P_EXTERNAL,   /* of[0] [*] of[1] ...: a visible step decides */
    LC_P_INTERNAL,   /* of[0] <> of[1] ...: a tau decides */
    LC_P_INTERLEAVE, /* of[0] ||| of[1] ... */
    LC_P_PARALLEL,   /* of[0] || of[1] ...: together on what both have in their alphabets */
    LC_P_INTERRUPT,  /* of[0] interrupt of[1] */
    LC_P_HIDE,       /* of[0] \ {events} */
    LC_P_REFERENCE   /* definition `index` with arguments `args` */
} lc_process_kind;

typedef struct lc_process lc_process;
struct lc_process {
    lc_process_kind kind;
    lc_place place;
    uint32_t count; /* of[] */
    lc_process **of;
    lc_event event; /* PREFIX; its name NULL for TAU */
    lc_statement *block;
    lc_expr *condition;
    lc_expr **conditions;
    uint32_t index;     /* REFERENCE: definition; SEND, RECEIVE: channel */
    lc_expr *subscript; /* of a channel array, or NULL */
    uint32_t arg_count;
    lc_expr **args;  /* REFERENCE; SEND; RECEIVE: a pattern that must be equal, or NULL where it binds */
    uint32_t *binds; /* RECEIVE: the slots bound */
    /* CHOICE, EXTERNAL, INTERNAL, INTERLEAVE, PARALLEL written with an index, `|||x:{0..N}@P(x)`: of[0] for all values.
     * Several indices nest, the first outermost.  `copies`, if not NULL: `|||{N}@P()`. */
    uint32_t index_count;
    lc_index *indices;
    lc_expr *copies;
    uint32_t event_count; /* HIDE */
    lc_event *events;
};

typedef struct lc_definition {
    const char *name;
    lc_place place;
    uint32_t param_count, slot_count;
    const char **slot_names;
    lc_process *body;
    /* `#alphabet P {x:{0..N}@e.x, f};`, as written: NULL indices mean none. */
    bool has_alphabet;
    uint32_t alphabet_count;
    lc_event *alphabet;
    uint32_t alphabet_index_count; /* slots behind the parameters */
    lc_index *alphabet_indices;
} lc_definition;

/* ---- data ---- */

#define LC_DIMENSIONS_MAX 4

typedef struct lc_variable {
    const char *name;
    lc_place place;
    uint32_t dimensions; /* 0: a number */
    uint32_t extent[LC_DIMENSIONS_MAX];
    uint32_t cells; /* all in all */
    bool ranged;    /* `var x:{0..5}`: leaving the range is an error of the model */
    int32_t low, high;
    int32_t *initial; /* one for each cell */
} lc_variable;

/* What `#define` and `enum` gave names to, if it is a number: so that results of an object can be named. */
typedef struct lc_constant {
    const char *name;
    int32_t number;
} lc_constant;

typedef struct lc_channel {
    const char *name;
    lc_place place;
    uint32_t extent;   /* of an array of channels; 0: one channel */
    uint32_t capacity; /* 0: both sides meet */
    uint32_t arity;    /* values of a message, the same wherever it is used */
} lc_channel;

/* ---- objects: sequential specifications; see object.h ---- */

typedef struct lc_object_field {
    const char *name;
    lc_place place;
    bool sequence;
    uint32_t cells; /* 0: not an array */
    bool ranged;
    int32_t low, high;
    lc_expr *initial; /* NULL: 0, or the empty sequence */
} lc_object_field;

typedef struct lc_operation {
    const char *name;
    lc_place place;
    uint32_t param_count, local_count; /* locals: the parameters come first */
    const char **local_names;
    uint32_t result_count; /* the most it returns */
    lc_statement *body;    /* NULL: it only takes effect together with others */
} lc_operation;

/* What takes effect together: one operation, or several (`together send(x), receive() {...}`). */
typedef struct lc_together {
    lc_place place;
    uint32_t count;
    uint32_t *operations;  /* rows, in the order written */
    uint32_t *first_local; /* where the parameters of each begin */
    uint32_t local_count;
    const char **local_names;
    lc_statement *body; /* its `return` names a participant: results are those of operations[index] */
} lc_together;

typedef struct lc_object {
    const char *name;
    lc_place place;
    uint32_t field_count, operation_count, together_count;
    lc_object_field *fields;
    lc_operation *operations;
    lc_together *together; /* none: every operation by itself */
} lc_object;

/* ---- temporal formulas ---- */

typedef enum lc_ltl_kind {
    LC_L_TRUE,
    LC_L_FALSE,
    LC_L_CONDITION, /* `condition` over the variables holds */
    LC_L_EVENT,     /* the step just taken is `event` */
    LC_L_NOT,
    LC_L_AND,
    LC_L_OR,
    LC_L_IMPLIES,
    LC_L_IFF,
    LC_L_NEXT,
    LC_L_ALWAYS,
    LC_L_EVENTUALLY,
    LC_L_UNTIL,
    LC_L_RELEASE
} lc_ltl_kind;

typedef struct lc_ltl lc_ltl;
struct lc_ltl {
    lc_ltl_kind kind;
    lc_place place;
    lc_expr *condition;
    lc_event event;
    lc_ltl *of[2];
};

/* ---- assertions ---- */

typedef enum lc_assertion_kind {
    LC_A_DEADLOCKFREE,
    LC_A_DIVERGENCEFREE,
    LC_A_DETERMINISTIC,
    LC_A_NONTERMINATING,
    LC_A_REACHES,    /* a state where `condition` holds */
    LC_A_LTL,        /* |= formula */
    LC_A_REFINES,    /* traces of `process` are traces of `other` */
    LC_A_REFINES_F,  /* refines<F>: and stable failures */
    LC_A_REFINES_FD, /* refines<FD>: failures and divergences */
    LC_A_LINEARIZES, /* `specification`, perhaps at points */
    LC_A_PROGRESSES  /* `specification` */
} lc_assertion_kind;

/* A point of linearization: an event `NAME.process.arguments.results` of this operation. */
typedef struct lc_point {
    uint32_t event; /* in model->event_names */
    const char *operation;
    lc_place place;
} lc_point;

typedef struct lc_assertion {
    lc_assertion_kind kind;
    lc_place place;
    const char *text;    /* from `#assert` up to the semicolon, on one line */
    lc_process *process; /* has no free parameters */
    lc_process *other;
    lc_expr *condition;
    lc_ltl *formula;
    const char *specification; /* the name of an object of the model, or a built-in `queue:capacity=2` */
    uint32_t point_count;
    lc_point *points;
    /* Behind the assertion, `// expect: ok` or `// expect: violation`: kept for the tests; NULL: nothing said. */
    const char *expected;
} lc_assertion;

/* ---- all of it ---- */

typedef struct lc_model {
    lc_arena arena;
    const char *file;
    const char *text; /* the source, for messages with a caret */
    size_t length;
    LC_VEC(const char *) event_names;
    LC_VEC(lc_constant) constants;
    LC_VEC(lc_variable) variables;
    LC_VEC(lc_channel) channels;
    LC_VEC(lc_definition) definitions;
    LC_VEC(lc_object) objects;
    LC_VEC(lc_assertion) assertions;
} lc_model;

#endif
