/* The inputs of a program besides its sources, as part of its key in the cache: when one of these files changes, the
 * program is made anew. */
#ifndef LC_TESTER_TOOLCHAIN_LINKED_H
#define LC_TESTER_TOOLCHAIN_LINKED_H

#include "tester/toolchain/compiler.h"

/* A file: its name and its content. */
lince_status lcd_key_file(lince_text *key, const char *path, lince_error *);
/* All files that the user's flags name, and the libraries of -l wherever the compiler would find them. */
void lcd_key_flags(lince_text *key, const lc_words *flags, const lcd_compiler *);

#endif
