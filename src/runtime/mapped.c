#define _GNU_SOURCE
#include "runtime/mapped.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/machine.h"
#include "runtime/region.h"

enum { MOST = 256 }; /* whoever maps more often has an allocator of his own, and too much to be put back */

typedef struct piece {
    uintptr_t start, end;
} piece;

static struct {
    piece at[MOST];
    unsigned count, taken; /* the first ones are put back, the others unmapped */
    bool closed;           /* executions have begun */
} mapped LC_STATE = {.count = 0};

static void add(uintptr_t start, uintptr_t end) {
    if (start < end && mapped.count < MOST) mapped.at[mapped.count++] = (piece){start, end};
}

/* The runtime itself maps memory that cannot be written to at first.  What an execution puts in the place of something
 * else is not taken away, because it would leave a hole. */
void lc_mapped_made(void *at, size_t size, int protection, int flags) {
    bool ours = mapped.closed ? !(flags & MAP_FIXED) : flags & MAP_ANONYMOUS;
    uintptr_t start = (uintptr_t)at, page = (uintptr_t)getpagesize();
    if (ours && protection & PROT_WRITE) add(start, (start + size + page - 1) & ~(page - 1));
}

void lc_mapped_gone(const void *at, size_t size) {
    uintptr_t page = (uintptr_t)getpagesize(), start = (uintptr_t)at, end = (start + size + page - 1) & ~(page - 1);
    for (unsigned i = mapped.count; i-- > mapped.taken;) {
        piece was = mapped.at[i];
        if (start >= was.end || end <= was.start) continue;
        mapped.at[i] = mapped.at[--mapped.count];
        add(was.start, start);
        add(end, was.end);
    }
}

bool lc_mapped_stays(const void *at, size_t size) {
    uintptr_t start = (uintptr_t)at, end = start + size;
    for (unsigned i = 0; i < mapped.taken; i++)
        if (start < mapped.at[i].end && end > mapped.at[i].start) return true;
    return false;
}

/* What of [start, end), which can be written to, was mapped by the program. */
static void take(uintptr_t start, uintptr_t end) {
    for (unsigned i = 0; i < mapped.count; i++) {
        uintptr_t from = start > mapped.at[i].start ? start : mapped.at[i].start;
        uintptr_t to = end < mapped.at[i].end ? end : mapped.at[i].end;
        if (from < to) lc_region_add((char *)from, (char *)to, LC_REGION_SELDOM);
    }
}

/* `START-END rw-p ...` */
static void take_line(const char *line) {
    unsigned long start, end;
    char may[5];
    if (sscanf(line, "%lx-%lx %4s", &start, &end, may) == 3 && may[0] == 'r' && may[1] == 'w') take(start, end);
}

/* The kernel knows what was unmapped, moved or protected since. */
void lc_mapped_take(void) {
    mapped.taken = mapped.count;
    mapped.closed = true;
    if (!mapped.count) return;
    static char text[4096] LC_STATE;
    int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t have = 0;
    for (ssize_t more; maps >= 0 && (more = read(maps, text + have, sizeof text - 1 - have)) > 0;) {
        have += (size_t)more;
        text[have] = '\0';
        char *line = text;
        for (char *end; (end = strchr(line, '\n')); line = end + 1) {
            *end = '\0';
            take_line(line);
        }
        have -= (size_t)(line - text);
        memmove(text, line, have);
        if (have == sizeof text - 1) have = 0; /* a path without end */
    }
    if (maps >= 0) close(maps);
}

void lc_mapped_reopen(void) { mapped.closed = false; }

void lc_mapped_restore(void) {
    while (mapped.count > mapped.taken) {
        piece p = mapped.at[--mapped.count];
        syscall(SYS_munmap, p.start, p.end - p.start);
    }
}
