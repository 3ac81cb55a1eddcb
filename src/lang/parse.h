/* Shared by the files of the parser.
 *
 * Recursive descent over tokens, names resolved on the way.  That works because a survey has been made before: all
 * top-level declarations are known, only not yet their content.  The first error ends it, by a jump back to
 * lcm_model_parse; all that grows hangs on the model or the parser, so nothing is lost by that.
 */
#ifndef LC_LANG_PARSE_H
#define LC_LANG_PARSE_H

#include <setjmp.h>

#include "lang/lang.h"
#include "lang/lex.h"

#define LCM_NOTHING UINT32_MAX

/* Limits of the nesting of a text and of the height of a tree, so that recursion over a tree is safe. */
#define LCM_DEPTH_MAX        2000
#define LCM_NEST             10 /* of that, for brackets: they take more of the stack than a prefix */
#define LCM_WORK_MAX         4000000
#define LCM_CELLS_MAX        1000000
#define LCM_ARITY_MAX        12 /* values of an event or a message; LCM_LABEL_MAX of labels.h leaves room for more */
#define LCM_NAMES_MAX        65535
#define LCM_CHANNELS_MAX     10000
#define LCM_OBJECT_CELLS_MAX 10000
#define LCM_INDEX_MAX        100000
#define LCM_TOGETHER_MAX     16
#define LCM_CAPACITY_MAX     100000

typedef enum lcm_item_kind {
    LCM_I_DEFINE,
    LCM_I_ENUM,
    LCM_I_VARIABLE,
    LCM_I_CHANNEL,
    LCM_I_DEFINITION,
    LCM_I_ALPHABET,
    LCM_I_OBJECT,
    LCM_I_ASSERTION,
    LCM_I_IMPORT
} lcm_item_kind;

typedef struct lcm_item {
    lcm_item_kind kind;
    uint32_t first; /* its first token */
    uint32_t index; /* in the model's list */
} lcm_item;

/* The meaning of a name among data: in the whole model. */
typedef enum lcm_meaning_kind {
    LCM_M_NOTHING,
    LCM_M_CONSTANT, /* `number` */
    LCM_M_MACRO,    /* the parameters, expression or statements from token `first` on */
    LCM_M_VARIABLE,
    LCM_M_CHANNEL
} lcm_meaning_kind;
typedef struct lcm_meaning {
    lcm_meaning_kind kind;
    uint32_t first; /* MACRO: where it begins; all other kinds: where it was declared */
    uint32_t index;
    int32_t number;
    bool takes;    /* MACRO: parameters, in parentheses at `first` */
    bool busy;     /* being spelled out, or its extents being read */
    bool remarked; /* VARIABLE: a remark was made about an input of this name */
    bool symbolic; /* in the object being read it is a symbol, because it is returned as such */
} lcm_meaning;

/* The meaning of a name inside a definition, a block, an object. */
typedef enum lcm_bound_kind {
    LCM_B_CONSTANT, /* parameter or index: known once the process is instantiated */
    LCM_B_INPUT,    /* received */
    LCM_B_LOCAL,
    LCM_B_FIELD,
    LCM_B_ARGUMENT /* of a macro: stands for `value` */
} lcm_bound_kind;
typedef struct lcm_bound {
    lcm_bound_kind kind;
    uint32_t name, index;
    uint32_t cells; /* LOCAL, FIELD, INPUT: of an array, else 0 */
    bool sequence;  /* may have a subscript, because it holds or may hold a sequence */
    bool remarked;  /* a remark was made about an input of this name */
    uint32_t uses;  /* of its value in expressions so far */
    lcm_expr *value;
} lcm_bound;

/* Messages of a channel with this number of values: how many numbers each is.  An array is one value. */
typedef struct lcm_shape {
    uint32_t channel, count, numbers;
    uint32_t first; /* token */
    uint32_t widths[LCM_ARITY_MAX];
} lcm_shape;

typedef struct lcm_parser {
    jmp_buf escape;
    lince_status status;
    lince_error *error;
    lcm_model *model;
    lcm_override *overrides;
    uint32_t override_count;
    lcm_tokens tokens;
    uint32_t next; /* the token to be read */
    uint32_t depth, work;
    bool spelled_out; /* some #define was */
    uint64_t cells;   /* of all variables */
    LC_VEC(lcm_item) items;

    lc_intern names, events;
    const char **name_texts;
    /* For each name: */
    lcm_meaning *data;
    uint32_t *processes, *objects; /* number in the model, or LCM_NOTHING */
    LC_VEC(uint32_t) does;         /* for each event: with how many values some process does it, a bit each */

    LC_VEC(const lcm_process *) hidings;
    LC_VEC(lcm_shape) shapes; /* of messages that have arrays in them */

    LC_VEC(lcm_bound) bound;
    uint32_t floor;              /* bound names below are invisible: a macro sees only the whole model's */
    lcm_definition *definition;  /* being read; NULL: bodies of assertions and macros */
    LC_VEC(const char *) slots;  /* of the definition */
    LC_VEC(const char *) locals; /* of the block or the operation */
    const lcm_object *object;    /* being read */
    const lcm_together *together;
    lcm_operation *operation;
    bool assertion;  /* a `;` outside brackets ends it */
    uint32_t inside; /* brackets around the process being read */
    bool in_case;    /* directly in a branch of `case`: the next condition may follow */
    bool may_change; /* a call that changes a collection may stand here: in a block, outside of subscripts */
    bool constant;   /* an extent, a bound, an initial value is read: variables do not help */
} lcm_parser;

/* ---- tokens (parse_tokens.c) ---- */

_Noreturn void lcm_fail(lcm_parser *, const lcm_token *, const char *format, ...) __attribute__((format(printf, 3, 4)));
_Noreturn void lcm_fail_memory(lcm_parser *);
void lcm_remark_at(lcm_parser *, lcm_place, const char *format, ...) __attribute__((format(printf, 3, 4)));
static inline const lcm_token *lcm_peek(const lcm_parser *p) { return &p->tokens.at[p->next]; }
static inline const lcm_token *lcm_ahead(const lcm_parser *p, uint32_t n) {
    return &p->tokens.at[p->next + n < p->tokens.count ? p->next + n : p->tokens.count - 1];
}
static inline lcm_place lcm_place_of(const lcm_token *t) { return (lcm_place){t->line, t->column}; }
const lcm_token *lcm_take(lcm_parser *);
bool lcm_sees(const lcm_parser *, const char *text);
bool lcm_accept(lcm_parser *, const char *text);
const lcm_token *lcm_expect(lcm_parser *, const char *text, const char *where);
const lcm_token *lcm_expect_name(lcm_parser *, const char *what); /* not a word of the language */
bool lcm_reserved(const lcm_token *);
const lcm_token *lcm_close_of(const lcm_parser *, const lcm_token *open);
void lcm_deeper(lcm_parser *, uint32_t by);         /* the caller subtracts it again */
const char *lcm_foreign_keyword(const lcm_token *); /* foreign_keywords.c: the replacement to suggest; NULL: none */

/* Memory, zeroed, of the model. */
void *lcm_new(lcm_parser *, size_t size);
#define lcm_make(p, T) ((T *)lcm_new(p, sizeof(T)))
#define lcm_add(p, vec, ...)                                                                                           \
    do {                                                                                                               \
        if (!lc_push(NULL, vec, __VA_ARGS__)) lcm_fail_memory(p);                                                      \
    } while (0)
void *lcm_keep(lcm_parser *, const void *at, size_t count, size_t size); /* a copy in the model */
const char *lcm_name(const lcm_parser *, const lcm_token *);

void lcm_bind(lcm_parser *, lcm_bound);
lcm_bound *lcm_bound_name(const lcm_parser *, const lcm_token *);

/* A list of pointers that grows while it is parsed, in the model's memory. */
typedef struct lcm_list {
    void **at;
    uint32_t count, room;
} lcm_list;
void lcm_list_add(lcm_parser *, lcm_list *, void *);

/* ---- expressions (parse_expr.c, parse_primary.c, fold.c) ---- */

lcm_expr *lcm_parse_expr(lcm_parser *);
lcm_expr *lcm_parse_additive(lcm_parser *);                    /* + and tighter, or anything in parentheses */
lcm_expr *lcm_parse_comparison(lcm_parser *);                  /* all but && || ?: */
lcm_expr *lcm_parse_choose(lcm_parser *, lcm_expr *condition); /* from `?` on */
lcm_expr *lcm_parse_primary(lcm_parser *);
lcm_expr *lcm_parse_name_use(lcm_parser *); /* an assignable name */
int32_t lcm_parse_constant(lcm_parser *, const char *what);
lcm_expr *lcm_parse_constant_expr(lcm_parser *, const char *what); /* constant once the process is instantiated */
lcm_expr *lcm_expr_new(lcm_parser *, const lcm_token *, lcm_expr_kind);
lcm_expr *lcm_expr_number(lcm_parser *, const lcm_token *, int32_t);
lcm_expr *lcm_expr_unary(lcm_parser *, const lcm_token *, lcm_operator, lcm_expr *);
lcm_expr *lcm_expr_binary(lcm_parser *, const lcm_token *, lcm_operator, lcm_expr *, lcm_expr *);
void lcm_expr_of(lcm_parser *, const lcm_token *, lcm_expr *, uint32_t count, lcm_expr **of); /* keeps `of` */
void lcm_evaluate_macros(lcm_parser *);
uint32_t lcm_channel_named(lcm_parser *, const lcm_token *);
bool lcm_macro_has_statements(const lcm_parser *, const lcm_token *name);
lcm_statement *lcm_parse_macro_use(lcm_parser *); /* `reset` or `call(put, 7)`, as a block */

/* ---- PAT's libraries (parse_library.c) ---- */

void lcm_parse_import(lcm_parser *);                     /* from `import` on */
lcm_type lcm_parse_type(lcm_parser *);                   /* `<Set>` */
void lcm_parse_collection(lcm_parser *, lcm_variable *); /* from behind its name on */
bool lcm_sees_method(const lcm_parser *);                /* `s.Count(` */
/* `s.Count()` and `l$Field` from behind the name of the collection on. */
lcm_expr *lcm_parse_method(lcm_parser *, const lcm_token *name, uint32_t variable);
lcm_expr *lcm_parse_library_call(lcm_parser *, const lcm_token *name); /* behind `call(Max`; NULL: there is none */
/* `s.Add(3)` or `s = t.Union(s, t)`; NULL: it begins with no collection, or is an ordinary assignment. */
lcm_statement *lcm_parse_collection_statement(lcm_parser *);

/* ---- statements (parse_statement.c) ---- */

lcm_statement *lcm_parse_block(lcm_parser *); /* from `{` to `}` */
lcm_statement *lcm_statement_new(lcm_parser *, const lcm_token *, lcm_statement_kind);

/* ---- processes (parse_process.c, parse_message.c, parse_events.c) ---- */

lcm_process *lcm_parse_process(lcm_parser *); /* the loosest level */
lcm_process *lcm_parse_message(lcm_parser *); /* `c!x -> P`, `c?x -> P` */
/* The cells of the array that a name by itself means; 0: it means none. */
uint32_t lcm_array_named(const lcm_parser *, const lcm_token *);
void lcm_find_shapes(lcm_parser *); /* parse_shapes.c: before processes are read */
const lcm_shape *lcm_shape_of(const lcm_parser *, uint32_t channel, uint32_t count); /* NULL: numbers only */
lcm_process *lcm_parse_after_step(lcm_parser *, lcm_process *step);                  /* from the block or `->` on */
lcm_process *lcm_process_new(lcm_parser *, const lcm_token *, lcm_process_kind);
uint32_t lcm_bind_slot(lcm_parser *, const lcm_token *, lcm_bound_kind);
bool lcm_starts_declaration(const lcm_parser *, uint32_t token);

lcm_event lcm_parse_event(lcm_parser *);     /* an event of a process */
lcm_event lcm_parse_event_set(lcm_parser *); /* of hiding, alphabets, formulas: arguments may be missing or `*` */
void lcm_channel_labels(lcm_parser *, const lcm_token *name, lcm_list *events); /* all there is to see of a channel */
lcm_index *lcm_parse_indices(lcm_parser *, uint32_t *count); /* `x:{0..2};y:{1,3}@`, which binds them */
uint32_t lcm_event_number(lcm_parser *, const char *text, size_t length);

/* ---- hidings, and whether a process has the hidden events (hidden.c) ---- */

void lcm_note_hiding(lcm_parser *, const lcm_process *);
void lcm_look_at_hidings(lcm_parser *); /* when everything was read */

/* ---- the top level ---- */

void lcm_survey(lcm_parser *); /* survey.c: all top-level declarations */
void lcm_parse_enum(lcm_parser *, const lcm_item *);
void lcm_parse_variable(lcm_parser *, const lcm_item *);
/* `0..5}`, behind the brace that opens it. */
void lcm_parse_range(lcm_parser *, int32_t *low, int32_t *high);
void lcm_parse_channel(lcm_parser *, const lcm_item *);
void lcm_parse_definition(lcm_parser *, const lcm_item *);
void lcm_parse_alphabet(lcm_parser *, const lcm_item *);
void lcm_parse_object(lcm_parser *, const lcm_item *);
void lcm_parse_assertion(lcm_parser *, const lcm_item *);
lcm_ltl *lcm_parse_ltl(lcm_parser *);

#endif
