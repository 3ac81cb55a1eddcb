/* Reading code for exchanges: between swap.c, which proves them, and swap_guess.c, which guesses. */
#ifndef LC_MODEL_REDUCE_SWAP_PARTS_H
#define LC_MODEL_REDUCE_SWAP_PARTS_H

#include "model/reduce/swap.h"

/* An operand, without the place in the source that a call has. */
static inline uint32_t lcm_swap_operand(const uint32_t *p, uint32_t i) {
    bool call =
        ((*p == LCM_I_ASK || *p == LCM_I_MAKE) && i == 3) || (*p == LCM_I_CHANGE && i == 2) || *p == LCM_I_COMPUTE;
    return call ? lcm_call_op(p[i]) : p[i];
}

/* The operand of an instruction that is a place in the source, which is irrelevant here. */
static inline uint32_t lcm_swap_place_operand(uint32_t op) {
    switch ((lcm_instruction)op) {
    case LCM_I_STORE:
    case LCM_I_STORE_AT:
    case LCM_I_BOUND:
    case LCM_I_JUMP_BACK: return 2;
    case LCM_I_ADD:
    case LCM_I_SUBTRACT:
    case LCM_I_MULTIPLY:
    case LCM_I_DIVIDE:
    case LCM_I_REMAINDER:
    case LCM_I_NEGATE:
    case LCM_I_SHIFT_LEFT:
    case LCM_I_SHIFT_RIGHT: return 1;
    default: return 0;
    }
}

static inline bool lcm_swap_jumps(uint32_t op) {
    return op == LCM_I_JUMP || op == LCM_I_JUMP_BACK || op == LCM_I_IF_NOT;
}

/* A word is a number that is written: of the kind that is exchanged? */
static inline bool lcm_swap_is_of_kind(const lcm_swap *x, uint32_t word) {
    return lcm_kind_of(x->kinds, x->sk->literal.at[word]) == x->kind;
}

static inline bool lcm_swap_sets_location(const lcm_system *s, const uint32_t *p) {
    return *p == LCM_I_SET && s->fields.at[p[1]].kind == LCM_F_LOCATION;
}

/* Are the numbers of an action visible? */
static inline bool lcm_swap_is_observed(const lcm_action *a) { return !a->hidden || a->kind == LCM_ACT_SEND; }

/* Which locations may be each other's partners. */
bool lcm_swap_guess(const lcm_swap *, const lcm_swap_marks *, uint32_t *partner);

#endif
