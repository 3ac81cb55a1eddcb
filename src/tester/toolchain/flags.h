/* Flags for the compiler that a user gives. */
#ifndef LC_TESTER_TOOLCHAIN_FLAGS_H
#define LC_TESTER_TOOLCHAIN_FLAGS_H

#include "tester/toolchain/compiler.h"

/* Is the value of this flag the next word? */
bool lcd_flag_takes_next(const char *flag);
/* The first one that a user must not give, because it selects the output; NULL: there is none. */
const char *lcd_flag_refused(const lc_words *flags);
/* Adds those that matter to a compiler of this language, or to the linker. */
void lcd_flags_of_user(lcd_args *, const lc_words *flags, lcd_language, bool linking);

#endif
