/* Objects with context-free kernels, written as plain C functions. */
#ifndef LC_TESTS_ORACLE_KERNEL_MODELS_H
#define LC_TESTS_ORACLE_KERNEL_MODELS_H

#include <stdbool.h>
#include <stdint.h>

#define NOT_ENABLED INT64_MIN

typedef struct kernel_model {
    const char *name;
    const char *grammar; /* NULL: the built-in one of the name */
    const char *spec;    /* Lince's; NULL: it has none */
    bool wrong;          /* the grammar is not that of the object */
    int64_t initial;
    int64_t (*next)(int64_t state, const char *method, const char *result);
    bool (*accepts)(int64_t state); /* words that may end there; NULL: all */
} kernel_model;

const kernel_model *kernel_model_named(const char *name); /* NULL: none */

#endif
