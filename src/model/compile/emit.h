/* Writing code. */
#ifndef LC_MODEL_COMPILE_EMIT_H
#define LC_MODEL_COMPILE_EMIT_H

#include "model/compile/symbol.h"

typedef struct lcm_emitter {
    lcm_builder *b;
    uint32_t slot;          /* whose registers are meant */
    uint32_t depth;         /* of the stack */
    const uint32_t *locals; /* the first cell of each local of the block */
} lcm_emitter;

uint32_t lcm_emit(lcm_emitter *, lcm_instruction, uint32_t a, uint32_t b, uint32_t c); /* where its operands begin */
uint32_t lcm_emit_place(lcm_emitter *, lcm_place);
void lcm_emit_symbol(lcm_emitter *, lcm_symbol); /* leaves its value */
/* A block, in which the slots of its definition keep their meaning from before it. */
void lcm_emit_block(lcm_emitter *, const lcm_binding *, const lcm_statement *);
/* The call of a library; what is assigned to a collection: emit_library.c. */
void lcm_emit_call(lcm_emitter *, const lcm_symbol_node *);
void lcm_emit_make(lcm_emitter *, const lcm_statement *);
/* Leaves how many processes stand at the beginning of a definition: inside.c. */
void lcm_emit_inside(lcm_emitter *, uint32_t definition);
/* Code of its own, which leaves a value. */
uint32_t lcm_emit_value(lcm_builder *, uint32_t slot, lcm_symbol);
/* Of a channel: fields of one of an array. */
static inline uint32_t lcm_channel_stride(const lcm_channel *c) { return 1 + c->capacity * lcm_message_cells(c); }
/* Leaves the distance of the channel's fields from those of the first of its array: only if there is a subscript. */
bool lcm_emit_subscript(lcm_emitter *, const lcm_channel *, lcm_symbol subscript, lcm_place);

#endif
