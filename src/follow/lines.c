#include "follow/lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 18, LONGEST = 1 << 26 /* 64 MiB */ };

char *lcf_lines_room(lcf_line_buffer *l, size_t *room) {
    if (!l->number) l->number = 1;
    size_t rest = l->end - l->at;
    if (l->at && rest) memmove(l->buffer, l->buffer + l->at, rest);
    l->at = 0;
    l->end = rest;
    if (l->room - rest < BLOCK / 2 || !l->room) {
        size_t wanted = l->room ? l->room * 2 : BLOCK;
        char *larger = wanted > LONGEST ? NULL : realloc(l->buffer, wanted);
        if (!larger && rest == l->room) {
            l->wrong = wanted > LONGEST ? "this line is longer than 64 MiB" : "out of memory";
            return NULL;
        }
        if (larger) {
            l->buffer = larger;
            l->room = wanted;
        }
    }
    *room = l->room - rest;
    return l->buffer + rest;
}

void lcf_lines_added(lcf_line_buffer *l, size_t count) {
    assert(count <= l->room - l->end);
    l->end += count;
}

bool lcf_lines_next(lcf_line_buffer *l, lc_line *line) {
    size_t rest = l->end - l->at;
    if (l->looked >= rest) return false;
    char *from = l->buffer + l->at, *newline = memchr(from + l->looked, '\n', rest - l->looked);
    if (!newline) {
        l->looked = rest;
        return false;
    }
    *line = (lc_line){from, newline, l->number++};
    if (line->end > line->at && line->end[-1] == '\r') line->end--;
    l->at = (size_t)(newline + 1 - l->buffer);
    l->looked = 0;
    return true;
}

void lcf_lines_restart(lcf_line_buffer *l) {
    l->at = l->end = l->looked = 0;
    l->number = 1;
}

void lcf_lines_free(lcf_line_buffer *l) {
    free(l->buffer);
    *l = (lcf_line_buffer){0};
}
