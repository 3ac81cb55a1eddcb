/* The program and the shared objects it is made of. */
#ifndef LC_TARGET_RUNTIME_MODULES_H
#define LC_TARGET_RUNTIME_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lc_module {
    uintptr_t low, high; /* all of it */
    char *start, *end;   /* the part that can be written to while it runs; start == end: none */
    /* Thread-local variables: the address of the calling thread's, and their initial contents: `initial_size` bytes,
     * then zeroes.  tls == NULL: it has not used any yet. */
    char *tls;
    const char *initial;
    size_t tls_size, initial_size, tls_module; /* tls_size == 0: there are none */
    bool is_program;                           /* the executable itself */
    bool is_system; /* part of libc: its variables are not restored, and its memory comes from outside */
} lc_module;

enum { LC_MODULES = 64 };

/* Those loaded now, the program first; at most LC_MODULES. */
unsigned lc_modules(lc_module *);

/* Looks at them, so that the rest is known. */
void lc_modules_learn(void);

typedef struct lc_program_range {
    uintptr_t low, size; /* 0: not known yet */
} lc_program_range;
extern lc_program_range lc_program __attribute__((visibility("hidden")));

/* Is it code of the executable itself?  Of libc or the loader? */
static inline bool lc_is_program(uintptr_t pc) { return pc - lc_program.low < lc_program.size; }
bool lc_is_system(uintptr_t pc);

#endif
