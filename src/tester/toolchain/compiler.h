/* The user's compiler, and its flags for making a program that can be explored. */
#ifndef LC_TESTER_TOOLCHAIN_COMPILER_H
#define LC_TESTER_TOOLCHAIN_COMPILER_H

#include "tester/toolchain/cache.h"
#include "tester/toolchain/child.h"
#include "tester/toolchain/places.h"

typedef enum lc_language { LC_LANGUAGE_C, LC_LANGUAGE_CXX } lc_language;

typedef struct lc_compiler {
    lc_args command;   /* CC or CXX, which may be several words; else cc or c++ */
    lc_args seeing;    /* flags for callbacks at every access */
    bool clang;        /* else gcc, or something that takes its flags */
    bool no_pie;       /* it can link programs that always lie at the same place */
    uint64_t identity; /* changes when it is replaced */
} lc_compiler;

/* Determines the compiler's capabilities, unless the cache has them.  In any case it is to be freed. */
lince_status lc_compiler_find(lc_compiler *, lc_language, const lc_cache *, lince_error *);
/* Only determines which it is and where, for callers that need none of its special flags. */
lince_status lc_compiler_locate(lc_compiler *, lc_language, lince_error *);
void lc_compiler_free(lc_compiler *);

/* The flags of a compilation: instrumented, or (for the checker) plain. */
void lc_flags_compiling(lc_args *, const lc_compiler *, const lc_places *, bool instrumented);
/* The flags of a compilation for real threads: as the user would compile it. */
void lc_flags_compiling_natively(lc_args *, const lc_compiler *, const lc_places *);
/* The flags of linking a program, before and after its objects. */
void lc_flags_linking_before(lc_args *, const lc_compiler *);
void lc_flags_linking_after(lc_args *, const lc_compiler *, const lc_places *);
void lc_flags_linking_natively(lc_args *, const lc_compiler *, const lc_places *); /* the same for real threads */

/* The kind of a file, by its name. */
typedef enum lc_input_kind {
    LC_INPUT_OTHER,
    LC_INPUT_C,
    LC_INPUT_CXX,
    LC_INPUT_OBJECT,
    LC_INPUT_ARCHIVE
} lc_input_kind;
lc_input_kind lc_input_kind_of(const char *path);

#endif
