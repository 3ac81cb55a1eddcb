/* Shared by native code and the walker that calls it.
 *
 * The same declarations are compiled into the program and written at the top of the generated text, which therefore
 * needs no header.  A change of them, or of their meaning, changes LCM_NATIVE_ABI too: a shared object from a cache may
 * be older than the program. */
#ifndef LC_MODEL_COMPILE_NATIVE_FACE_H
#define LC_MODEL_COMPILE_NATIVE_FACE_H

#define LCM_NATIVE_ABI 2

/* clang-format off */
#define LCM_NATIVE_FACE                                                                                                \
    typedef struct lcm_native_move {                                                                                   \
        unsigned label, action;                                                                                        \
        unsigned long long actors;                                                                                     \
        unsigned long long turn;                                                                                       \
    } lcm_native_move;                                                                                                 \
    typedef struct lcm_native_label {                                                                                  \
        int numbers[4];                                                                                                \
        unsigned label, known;                                                                                         \
    } lcm_native_label;                                                                                                \
    typedef struct lcm_native_call lcm_native_call;                                                                    \
    struct lcm_native_call {                                                                                           \
        unsigned *next;                                                                                                \
        lcm_native_move *moves;                                                                                        \
        unsigned count, room, fully;                                                                                   \
        const unsigned *labels;                                                                                        \
        lcm_native_label *met;                                                                                         \
        int (*grow)(lcm_native_call *);                                                                                \
        unsigned (*label)(lcm_native_call *, unsigned action, unsigned which, const int *numbers);                     \
        void (*mark)(lcm_native_call *, unsigned atomic);                                                              \
        void (*other)(lcm_native_call *, unsigned action);                                                             \
        unsigned (*open)(lcm_native_call *, unsigned slot, unsigned location);                                         \
        void (*side)(lcm_native_call *, unsigned opened, unsigned number);                                             \
        void (*tick)(lcm_native_call *, unsigned action);                                                              \
        void (*close)(lcm_native_call *, unsigned slot, unsigned location, unsigned opened);                           \
    };
/* clang-format on */

/* next      where the state of the next step goes; moves: the steps, of which there are `count`, with room for `room`
 * fully     without reduction
 * labels    of each action, if its numbers are known
 * met       labels that were computed before, LCM_NATIVE_MET for each action that computes them
 * grow      makes room; 0: there is none
 * label     of an action whose numbers are these (`which`: of an array of channels); LCM_NO_LABEL: none
 * mark      the step just added is atomic, or is not; only where there are such steps
 * other     an action that is not native: taken by the interpreter, or offered to those around
 * open ...  a fork below which something is joint: its beginning, the beginning of each side, the offers to end, the
 *           end */
enum { LCM_NATIVE_MET = 16 };

LCM_NATIVE_FACE

/* The result: the interpreter must be used; all steps; those that are enough (ample.c). */
enum { LCM_NATIVE_FAILED = 0, LCM_NATIVE_DONE = 1, LCM_NATIVE_REDUCED = 2 };

/* The functions of a shared object: the steps of a state, and whether a condition holds (LCM_NATIVE_UNKNOWN: the
 * interpreter must be used). */
enum { LCM_NATIVE_UNKNOWN = 2 };
typedef int lcm_native_next_function(lcm_native_call *, const unsigned *state);
typedef int lcm_native_holds_function(const unsigned *state, unsigned condition);
#define LCM_NATIVE_NEXT  "lince_next"
#define LCM_NATIVE_HOLDS "lince_holds"
#define LCM_NATIVE_KNOWS "lince_abi"

#endif
