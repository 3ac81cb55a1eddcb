/* Histories that fit on a line: `A enq(1); A ->; B deq(); B -> 1`. */
#ifndef LC_TESTS_UNIT_SHORT_HISTORY_H
#define LC_TESTS_UNIT_SHORT_HISTORY_H

#include <stdbool.h>
#include <string.h>

#include "base/text.h"

/* As lines of a history file.  To be freed. */
static char *lines_of(const char *events) {
    lince_text out = {0};
    for (const char *c = events; *c; c++) {
        if (c == events || c[-1] == ';') {
            while (*c == ' ') c++;
            for (; *c != ' '; c++) lc_text_putc(&out, *c);
            bool returns = !strncmp(c, " ->", 3);
            lc_text_puts(&out, returns ? " return" : " invoke ");
            if (returns) c += 2;
        } else {
            lc_text_putc(&out, *c == ';' ? '\n' : *c);
        }
    }
    lc_text_putc(&out, '\n');
    return out.at;
}

#endif
