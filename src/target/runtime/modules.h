/* The program and the shared objects it is made of. */
#ifndef LC_TARGET_RUNTIME_MODULES_H
#define LC_TARGET_RUNTIME_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lct_module {
    uintptr_t low, high; /* all of it */
    char *start, *end;   /* the part that can be written to while it runs; start == end: none */
    /* Thread-local variables: the address of the calling thread's, and their initial contents: `initial_size` bytes,
     * then zeroes.  tls == NULL: it has not used any yet. */
    char *tls;
    const char *initial;
    size_t tls_size, initial_size, tls_module; /* tls_size == 0: there are none */
    bool is_program;                           /* the executable itself */
    bool is_system; /* part of libc: its variables are not restored, and its memory comes from outside */
} lct_module;

enum { LCT_MODULES = 64 };

/* Those loaded now, the program first; at most LCT_MODULES. */
unsigned lct_modules(lct_module *);

/* Looks at them, so that the rest is known. */
void lct_modules_learn(void);

typedef struct lct_program_range {
    uintptr_t low, size; /* 0: not known yet */
} lct_program_range;
extern lct_program_range lct_program __attribute__((visibility("hidden")));

/* Is it code of the executable itself?  Of libc or the loader? */
static inline bool lct_is_program(uintptr_t pc) { return pc - lct_program.low < lct_program.size; }
bool lct_is_system(uintptr_t pc);

#endif
