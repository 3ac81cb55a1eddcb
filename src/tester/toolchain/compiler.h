/* The user's compiler, and its flags for making a program that can be explored. */
#ifndef LC_TESTER_TOOLCHAIN_COMPILER_H
#define LC_TESTER_TOOLCHAIN_COMPILER_H

#include "tester/toolchain/cache.h"
#include "tester/toolchain/child.h"
#include "tester/toolchain/places.h"

typedef enum lcd_language { LCD_LANGUAGE_C, LCD_LANGUAGE_CXX } lcd_language;

typedef struct lcd_compiler {
    lcd_args command;  /* CC or CXX, which may be several words; else cc or c++ */
    lcd_args seeing;   /* flags for callbacks at every access */
    bool clang;        /* else gcc, or something that takes its flags */
    bool no_pie;       /* it can link programs that always lie at the same place */
    uint64_t identity; /* changes when it is replaced */
} lcd_compiler;

/* Determines the compiler's capabilities, unless the cache has them.  In any case it is to be freed. */
lince_status lcd_compiler_find(lcd_compiler *, lcd_language, const lcd_cache *, lince_error *);
/* Only determines which it is and where, for callers that need none of its special flags. */
lince_status lcd_compiler_locate(lcd_compiler *, lcd_language, lince_error *);
void lcd_compiler_free(lcd_compiler *);

/* The flags of a compilation: instrumented, or (for the checker) plain. */
void lcd_flags_compiling(lcd_args *, const lcd_compiler *, const lcd_places *, bool instrumented);
/* The flags of a compilation for real threads: as the user would compile it. */
void lcd_flags_compiling_natively(lcd_args *, const lcd_compiler *, const lcd_places *);
/* The flags of linking a program, before and after its objects. */
void lcd_flags_linking_before(lcd_args *, const lcd_compiler *);
void lcd_flags_linking_after(lcd_args *, const lcd_compiler *, const char *runtime);
void lcd_flags_linking_natively(lcd_args *, const lcd_compiler *, const lcd_places *); /* the same for real threads */

/* The kind of a file, by its name. */
typedef enum lcd_input_kind {
    LCD_INPUT_OTHER,
    LCD_INPUT_C,
    LCD_INPUT_CXX,
    LCD_INPUT_OBJECT,
    LCD_INPUT_ARCHIVE
} lcd_input_kind;
lcd_input_kind lcd_input_kind_of(const char *path);

#endif
