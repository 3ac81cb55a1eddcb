/* Code: the compiled form of guards, labels and effects, for a small stack machine.
 *
 * An instruction is a word with the operation and two operands (where it needs them): op | a << 8, then b, then c.
 * The same code is interpreted (machine.c) and translated to C (native code).
 */
#ifndef LC_MODEL_COMPILE_CODE_H
#define LC_MODEL_COMPILE_CODE_H

#include "base/vec.h"
#include "lang/library.h"
#include "model/lts.h"

/* name, operands, values taken from the stack, values left on it */
#define LCM_INSTRUCTIONS(X)                                                                                            \
    X(END, 0, 0, 0)      /* the end; values left on the stack are the result */                                        \
    X(NUMBER, 1, 0, 1)   /* a */                                                                                       \
    X(LOAD, 1, 0, 1)     /* field a */                                                                                 \
    X(LOAD_AT, 1, 1, 1)  /* field a + top */                                                                           \
    X(STORE, 2, 1, 0)    /* field a := top; b: place */                                                                \
    X(STORE_AT, 2, 2, 0) /* field a + top := below; b: place */                                                        \
    X(SET, 2, 0, 0)      /* field a := b */                                                                            \
    X(GET_LOCAL, 1, 0, 1)                                                                                              \
    X(GET_LOCAL_AT, 1, 1, 1)                                                                                           \
    X(SET_LOCAL, 1, 1, 0)                                                                                              \
    X(SET_LOCAL_AT, 1, 2, 0) /* local a + top := below */                                                              \
    X(MESSAGE, 1, 0, 1)      /* value a of the message received */                                                     \
    X(BOUND, 2, 1, 1)        /* fails unless 0 <= top < a; b: place */                                                 \
    X(SCALE, 1, 1, 1)        /* top * a; never overflows */                                                            \
    X(PLUS, 0, 2, 1)         /* sum of two subscripts; never overflows */                                              \
    X(ADD, 1, 2, 1)          /* a: place, here and below */                                                            \
    X(SUBTRACT, 1, 2, 1)                                                                                               \
    X(MULTIPLY, 1, 2, 1)                                                                                               \
    X(DIVIDE, 1, 2, 1)                                                                                                 \
    X(REMAINDER, 1, 2, 1)                                                                                              \
    X(NEGATE, 1, 1, 1)                                                                                                 \
    X(SHIFT_LEFT, 1, 2, 1)                                                                                             \
    X(SHIFT_RIGHT, 1, 2, 1)                                                                                            \
    X(NOT, 0, 1, 1)                                                                                                    \
    X(XOR, 0, 2, 1)                                                                                                    \
    X(EQUAL, 0, 2, 1)                                                                                                  \
    X(DIFFERS, 0, 2, 1)                                                                                                \
    X(LESS, 0, 2, 1)                                                                                                   \
    X(AT_MOST, 0, 2, 1)                                                                                                \
    X(GREATER, 0, 2, 1)                                                                                                \
    X(AT_LEAST, 0, 2, 1)                                                                                               \
    X(BIT_AND, 0, 2, 1)                                                                                                \
    X(BIT_OR, 0, 2, 1)                                                                                                 \
    X(ASSERT, 1, 1, 1)    /* fails unless top, which becomes 1; a: place */                                            \
    X(TRUTH, 0, 1, 1)     /* top != 0 */                                                                               \
    X(JUMP, 1, 0, 0)      /* to a */                                                                                   \
    X(JUMP_BACK, 2, 0, 0) /* to a, which is not ahead; counts rounds; b: place */                                      \
    X(ASK, 3, 1, 1)    /* the collection or array at field a, and that at b (LCM_NO_FIELD: none), with top; c: call */ \
    X(CHANGE, 2, 2, 1) /* the collection at field a, with the two on top; b: call */                                   \
    X(MAKE, 3, 0, 0)   /* one is made of those at a and b, and kept until KEEP; c: call */                             \
    X(KEEP, 1, 0, 0)   /* the collection at field a := the one that was made */                                        \
    X(COMPUTE, 1, 2, 1) /* a: call */                                                                                  \
    X(DROP, 0, 1, 0)                                                                                                   \
    X(IF_NOT, 1, 1, 0)     /* jump to a if top is 0 */                                                                 \
    X(SHIFT_DOWN, 3, 0, 0) /* a buffer: b messages of c values each, from field a on; the oldest goes, 0s come in */   \
    X(SHIFT_DOWN_AT, 3, 1, 0) /* the same, from field a + top on */

typedef enum lcm_instruction {
#define LCM_INSTRUCTION(name, operands, takes, leaves) LCM_I_##name,
    LCM_INSTRUCTIONS(LCM_INSTRUCTION)
#undef LCM_INSTRUCTION
} lcm_instruction;

typedef struct lcm_code_place {
    uint32_t line, column;
} lcm_code_place;

typedef struct lcm_code {
    LC_VEC(uint32_t) words; /* each instruction: its number, then its operands */
    LC_VEC(lcm_code_place) places;
} lcm_code;

extern const uint8_t lcm_operand_count[];

#define LCM_NO_FIELD UINT32_MAX
/* A call: what is done, and its place for messages. */
static inline uint32_t lcm_call(lcm_library_op op, uint32_t place) { return (uint32_t)op | place << 8; }
static inline lcm_library_op lcm_call_op(uint32_t call) { return (lcm_library_op)(call & 0xff); }
static inline uint32_t lcm_call_place(uint32_t call) { return call >> 8; }

#define LCM_STACK_MAX  64 /* values; the compiler refuses code that needs more */
#define LCM_ROUNDS_MAX 1000000

#endif
