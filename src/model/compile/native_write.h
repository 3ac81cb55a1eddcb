/* Writing native code: the parts of the text. */
#ifndef LC_MODEL_COMPILE_NATIVE_WRITE_H
#define LC_MODEL_COMPILE_NATIVE_WRITE_H

#include "model/compile/system_parts.h"

/* Where fields are looked up: in the state, `s`; in an effect's copy of it, `d`; or word by word, in `d0`, `d1`, ...
 * for those that the effect writes, in `s` for the rest. */
typedef enum lcm_native_where { LCM_IN_STATE, LCM_IN_COPY, LCM_BY_WORDS } lcm_native_where;

typedef struct lcm_native_writer {
    const lcm_system *system;
    lince_text *out;
    uint32_t serial;   /* distinguishes labels of the text */
    uint8_t *depth_at; /* for each word of code: values on the stack when a jump leads there */
    lcm_native_where where;
    bool *copied; /* BY_WORDS: the words that are written */
} lcm_native_writer;

/* ---- fields ---- */

/* How an effect works best; fills in `copied`. */
lcm_native_where lcm_native_effect_where(lcm_native_writer *, uint32_t effect, uint32_t reset);
void lcm_native_put_field(lcm_native_writer *, uint32_t field); /* its value */
/* t is the number of the topmost variable of the stack: field := t; t := field[t]; field[t] := t - 1. */
void lcm_native_put_store(lcm_native_writer *, uint32_t field, uint32_t t);
void lcm_native_put_load_at(lcm_native_writer *, uint32_t field, uint32_t t);
void lcm_native_put_store_at(lcm_native_writer *, uint32_t field, uint32_t t);
void lcm_native_put_set(lcm_native_writer *, uint32_t field, int32_t value);
/* Tables of fields and functions on them, for the top of the text. */
void lcm_native_put_tables(lcm_native_writer *);

/* ---- code ---- */

/* Can it be written, or does it look at messages? */
bool lcm_native_can_write(const lcm_system *, uint32_t code);
/* The statements of a piece of code; its results are in t0, t1, ... An error jumps to `failed`. */
void lcm_native_put_code(lcm_native_writer *, uint32_t code);
bool lcm_native_uses_locals(const lcm_system *, uint32_t code);

/* ---- all ---- */

/* The whole text; false: memory ran out. */
bool lcm_native_write(const lcm_system *, lince_text *);
/* Is the label of an action computed each time, by native code? */
bool lcm_native_computes_label(const lcm_system *, const lcm_action *);

#endif
