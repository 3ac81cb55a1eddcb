/* A compiled process in all its parts: for the compiler, the interpreter, native code, reductions and reports.
 *
 * While it runs a state is an array of numbers, the *fields*: for each slot the location and the registers, then the
 * variables and the channels.  Code works on fields; packing (pack.c) squeezes them into the words of an lcm_lts.
 *
 * A *slot* is something that runs by itself: it stands at a location, which has actions.  A location may be a *fork*:
 * then its slot waits for the slots below it, which run beside each other, to end.  So the slots are a tree, of which
 * a state uses some; a slot that is not used is at location LCM_ABSENT and all its fields are 0.
 */
#ifndef LC_MODEL_COMPILE_SYSTEM_PARTS_H
#define LC_MODEL_COMPILE_SYSTEM_PARTS_H

#include "base/text.h"
#include "lang/syntax.h"
#include "model/compile/code.h"
#include "model/compile/system.h"

/* Where nothing is declared a small range is tried first; a value that has no room there makes it wider. */
enum { LCM_GUESS_LOW = -2, LCM_GUESS_HIGH = 13 };

typedef enum lcm_field_kind { LCM_F_LOCATION, LCM_F_REGISTER, LCM_F_VARIABLE, LCM_F_CHANNEL } lcm_field_kind;

typedef struct lcm_field {
    lcm_field_kind kind;
    uint32_t owner;    /* slot, variable, or channel */
    uint32_t number;   /* which of it: register, cell */
    int32_t initial;   /* the value it is reset to when it is dead */
    bool declared;     /* leaving the range is the model's error; else the range is a guess that is widened */
    int32_t low, high; /* its range */
    uint8_t bits;      /* how it is packed: value - low */
    uint8_t shift;
    uint32_t mask; /* `bits` ones */
    uint32_t word;
} lcm_field;

/* Events, some of whose numbers may be anything. */
#define LCM_ANY_COUNT UINT32_MAX
typedef struct lcm_pattern {
    uint32_t name;  /* in the alphabet */
    uint32_t count; /* LCM_ANY_COUNT: with any numbers */
    uint32_t any;   /* a bit for each number that may be anything */
    int32_t numbers[LCM_LABEL_MAX];
} lcm_pattern;
typedef struct lcm_event_set {
    uint32_t first, count; /* in `patterns` */
} lcm_event_set;

#define LCM_NO_CODE UINT32_MAX
#define LCM_ABSENT  0u /* the location of a slot that is not in use */

typedef enum lcm_action_kind {
    LCM_ACT_EVENT,   /* a plain event, or a data operation */
    LCM_ACT_TAU,     /* `name` describes it for people */
    LCM_ACT_TICK,    /* ends: has no effect of its own, the fork above (or the root) has */
    LCM_ACT_SEND,    /* on a channel without a buffer: needs a receiver; numbers are the message */
    LCM_ACT_RECEIVE, /* its guard and effect look at the message; reads no numbers of its own */
    LCM_ACT_PUT,     /* into a buffer */
    LCM_ACT_GET      /* from a buffer */
} lcm_action_kind;

/* A step of one slot, or its part in a joint one. */
typedef struct lcm_action {
    lcm_action_kind kind;
    uint32_t slot, location; /* where it starts */
    uint32_t target;         /* the slot's location afterwards */
    lcm_place place;
    uint32_t name;      /* in the alphabet: of the event or channel; of a hidden one too, for people */
    uint32_t channel;   /* SEND, RECEIVE, PUT, GET: its number if it is known, else UINT32_MAX */
    uint32_t subscript; /* code: which of an array of channels; LCM_NO_CODE */
    bool hidden;        /* it is invisible */
    bool data;          /* has a block: never joint */
    bool atomic;        /* goes before those that are not */
    bool joint;         /* needs, or may need, other slots: an event in several alphabets, a channel's two sides */
    uint32_t guard;     /* code: may it happen?  LCM_NO_CODE: always */
    uint32_t numbers;   /* code: leaves the label's numbers on the stack */
    uint32_t count;     /* of them; of values of a message */
    lcm_label label;    /* if the numbers are known, else LCM_NO_LABEL */
    uint32_t effect;    /* code: from the state before to the state after */
    uint32_t reset;     /* code: variables that are dead afterwards get their first value again; LCM_NO_CODE */
    /* Fields it reads (to be enabled, for its label, for its effect) and may write; sorted; see access.c. */
    uint32_t *reads, *writes;
    uint32_t read_count, write_count;
} lcm_action;

typedef struct lcm_fork {
    uint32_t first, count;  /* slots below, next to each other in `children` */
    bool parallel;          /* else nothing is joint but channels and the end */
    uint32_t alphabets;     /* PARALLEL: the first of `count` sets */
    LC_VEC(uint32_t) hides; /* sets: hidden of the slots below, from inside out */
    uint32_t join;          /* action taken when all below end: TAU or TICK */
} lcm_fork;

typedef struct lcm_location {
    bool is_fork;
    bool ample;      /* the steps of its slot alone are enough, if there are any; see ample.c */
    bool unexplored; /* it has no actions yet, `first` is its place: see grow.c */
    lcm_fork fork;
    uint32_t first, count; /* in the slot's `actions` */
    uint32_t registers;    /* in use here */
    lcm_place place;
    char *text; /* for people */
} lcm_location;

#define LCM_NO_SLOT UINT32_MAX
typedef struct lcm_slot {
    char *name;
    uint32_t parent;                     /* LCM_NO_SLOT: the root */
    uint32_t field;                      /* its location; registers follow */
    uint32_t registers, field_registers; /* that some location needs; for which there are fields */
    uint32_t depth;
    LC_VEC(lcm_location) locations; /* [0] is LCM_ABSENT */
    LC_VEC(uint32_t) actions;       /* numbers of actions, location by location */
} lcm_slot;

struct lcm_system {
    lcm_lts lts;
    const lcm_model *model;
    const lcm_process *process;
    lcm_alphabet *alphabet;
    lc_budget *budget;
    lc_arena texts;
    LC_VEC(lcm_field) fields;
    LC_VEC(lcm_slot) slots; /* [0] is the root */
    LC_VEC(uint32_t) children;
    LC_VEC(lcm_action) actions;
    LC_VEC(lcm_pattern) patterns;
    LC_VEC(lcm_event_set) sets;
    lcm_code code;
    uint32_t start;              /* code: sets up the first state from fields that hold their initial values */
    uint32_t *variable_field;    /* the first field of each variable */
    uint32_t *channel_field;     /* the first field of each channel: for each of an array: count, then messages */
    LC_VEC(uint32_t) conditions; /* code of each */
    uint32_t words;
    uint32_t locals_max; /* cells of locals a block needs */
    bool sees_all;
    uint32_t seen;      /* else the set of events that are not hidden outside of everything */
    bool counts_inside; /* code reads locations of other slots: inside.c */
    bool has_atomic;
    uint32_t replicated_forks, first_copy; /* forks of any number of copies; the slot of the last one's first copy */
    bool reduces;                          /* there are ample locations */
    struct lcm_growth *growth;             /* NULL: all locations have their actions; else see grow.c */
    const struct lcm_symmetry *follows;    /* as a specification: whose turns it is given; see symmetry.h */
    struct lcm_native *_Atomic native;     /* native code, once it is there; see native.h */
    struct lcm_native_job *native_job;
};

/* Packing. */
void lcm_pack_layout(lcm_system *); /* after the ranges are known, or changed */
/* False: a field has no room for its value; which one is in `*field`. */
bool lcm_pack(const lcm_system *, const int32_t *fields, uint32_t *state, uint32_t *field);
/* The same where all but these fields are packed already.  False: as above, but without the field. */
bool lcm_pack_some(const lcm_system *, const int32_t *fields, const uint32_t *changed, uint32_t count, uint32_t *state);
void lcm_unpack(const lcm_system *, const uint32_t *state, int32_t *fields);

/* One field of a packed state. */
static inline int32_t lcm_field_get(const lcm_field *f, const uint32_t *state) {
    return (int32_t)((state[f->word] >> f->shift & f->mask) + (uint32_t)f->low);
}
/* False: it has no room for the value. */
static inline bool lcm_field_put(const lcm_field *f, uint32_t *state, int32_t value) {
    if (value < f->low || value > f->high) return false;
    uint32_t bits = ((uint32_t)value - (uint32_t)f->low) << f->shift;
    state[f->word] = (state[f->word] & ~(f->mask << f->shift)) | bits;
    return true;
}

bool lcm_name_is_seen(const lcm_system *, uint32_t name);
/* Does an event belong to a set? */
bool lcm_set_has(const lcm_system *, uint32_t set, uint32_t name, const int32_t *numbers, uint32_t count);

#endif
