/* The user's files from which a program is made, so that a change in one of them can be detected. */
#ifndef LC_TESTER_TOOLCHAIN_SOURCE_DEPS_H
#define LC_TESTER_TOOLCHAIN_SOURCE_DEPS_H

#include "tester/toolchain/build.h"

/* Adds the files that the text of a preprocessor names, without those of the system and those below `ours`. */
void lcd_source_deps(lcd_source_list *, const char *preprocessed, const char *ours);
void lcd_source_deps_free(lcd_source_list *);

#endif
