/* Bytes that come in pieces, cut into lines.  A line is complete when its end has come. */
#ifndef LC_FOLLOW_LINES_H
#define LC_FOLLOW_LINES_H

#include "formats/input.h"

typedef struct lcf_line_buffer {
    char *buffer;
    size_t room, at, end; /* unused input is between `at` and `end` */
    size_t looked;        /* behind `at`: there is no line end before this */
    unsigned long number; /* of the line that begins at `at`, from 1; 0 before the first use */
    const char *wrong;    /* why there is no room */
} lcf_line_buffer;

/* The room for the next bytes: at least a few, NULL if a line is too long or memory is out, with the reason in
 * `wrong`. */
char *lcf_lines_room(lcf_line_buffer *, size_t *room);
void lcf_lines_added(lcf_line_buffer *, size_t count);
bool lcf_lines_next(lcf_line_buffer *, lc_line *); /* valid until the next call of lcf_lines_room */
/* Bytes of a line that has no end yet. */
static inline size_t lcf_lines_rest(const lcf_line_buffer *l) { return l->end - l->at; }
void lcf_lines_restart(lcf_line_buffer *); /* forgets them, and counts from 1 again */
void lcf_lines_free(lcf_line_buffer *);

#endif
