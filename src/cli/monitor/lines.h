/* Bytes that come in pieces, cut into lines.  A line is complete when its end has come. */
#ifndef LC_CLI_MONITOR_LINES_H
#define LC_CLI_MONITOR_LINES_H

#include "formats/input.h"

typedef struct lcc_line_buffer {
    char *buffer;
    size_t room, at, end; /* unused input is between `at` and `end` */
    size_t looked;        /* behind `at`: there is no line end before this */
    unsigned long number; /* of the line that begins at `at`, from 1; 0 before the first use */
    const char *wrong;    /* why there is no room */
} lcc_line_buffer;

/* The room for the next bytes: at least a few, NULL if a line is too long or memory is out, with the reason in
 * `wrong`. */
char *lcc_lines_room(lcc_line_buffer *, size_t *room);
void lcc_lines_added(lcc_line_buffer *, size_t count);
bool lcc_lines_next(lcc_line_buffer *, lc_line *); /* valid until the next call of lcc_lines_room */
/* Bytes of a line that has no end yet. */
static inline size_t lcc_lines_rest(const lcc_line_buffer *l) { return l->end - l->at; }
void lcc_lines_restart(lcc_line_buffer *); /* forgets them, and counts from 1 again */
void lcc_lines_free(lcc_line_buffer *);

#endif
