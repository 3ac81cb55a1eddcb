/* The capabilities of the terminal, if there is one. */
#ifndef LC_BASE_TERMINAL_H
#define LC_BASE_TERMINAL_H

#include <stdbool.h>

/* Columns: COLUMNS if it is set, else those of the terminal behind this descriptor, else 80. */
unsigned lc_terminal_width(int fd);
/* Is there a terminal with a known width?  Those that mpirun gives its processes do not. */
bool lc_terminal_has_width(int fd);
/* Colour: on a terminal that is not dumb, and wherever CLICOLOR_FORCE is set and not 0, but never if NO_COLOR is set
 * and not empty (no-color.org, bixense.com/clicolors). */
bool lc_terminal_colour(int fd);
/* Does the user's locale print UTF-8? */
bool lc_terminal_utf8(void);

#endif
