#define _GNU_SOURCE
#include "target/runtime/mapped.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "target/runtime/machine.h"
#include "target/runtime/region.h"

enum {
    MOST = 1 << 16, /* as many as the kernel allows */
    FILES = 64,
    KEPT = 256
};

typedef struct piece {
    uintptr_t start, end;
} piece;

/* A line of /proc/self/maps: `START-END rw-p OFFSET MAJOR:MINOR INODE PATH`. */
typedef struct mapping {
    unsigned long start, end, offset, inode;
    unsigned major, minor;
    char may[5];
    char path[16]; /* how it begins */
} mapping;

static struct {
    piece *at;
    unsigned count, taken; /* the first ones are put back, the rest are unmapped */
    bool closed;           /* executions have begun */
    mapping files[FILES];  /* parts of files that are written to by way of memory */
    unsigned file_count;
    bool twice;
    bool breaks;      /* sbrk or brk was called */
    char *end;        /* of the data, as executions start with it */
    piece kept[KEPT]; /* the parts of it that are restored */
    unsigned kept_count;
} mapped LCT_STATE = {.count = 0};

static uintptr_t page_size(void) { return (uintptr_t)getpagesize(); }

/* Before the first execution: a mapping of the runtime's own between those of the program would move them. */
static void make_room(void) {
    if (!mapped.at) mapped.at = lct_reserve(MOST * sizeof *mapped.at);
}

/* The kernel mostly puts a new mapping right below the last one: an allocator that maps page after page makes one piece
 * of them. */
static void add(uintptr_t start, uintptr_t end) {
    if (start >= end) return;
    piece *last = mapped.count > mapped.taken ? &mapped.at[mapped.count - 1] : NULL;
    if (last && end == last->start) last->start = start;
    else if (last && start == last->end) last->end = end;
    else {
        make_room();
        if (mapped.count == MOST) lct_out_of_memory();
        mapped.at[mapped.count++] = (piece){start, end};
    }
}

/* The runtime itself maps memory that cannot be written to at first.  A mapping that an execution puts in the place of
 * another is not taken away, because it would leave a hole. */
void lct_mapped_made(void *at, size_t size, int protection, int flags) {
    bool ours = !mapped.closed || !(flags & MAP_FIXED);
    uintptr_t start = (uintptr_t)at, page = page_size();
    if (ours && protection & PROT_WRITE) add(start, (start + size + page - 1) & ~(page - 1));
}

void lct_mapped_gone(const void *at, size_t size) {
    uintptr_t page = page_size(), start = (uintptr_t)at, end = (start + size + page - 1) & ~(page - 1);
    for (unsigned i = mapped.count; i-- > mapped.taken;) {
        piece was = mapped.at[i];
        if (start >= was.end || end <= was.start) continue;
        mapped.at[i] = mapped.at[--mapped.count];
        add(was.start, start);
        add(end, was.end);
    }
}

bool lct_mapped_persists(const void *at, size_t size) {
    uintptr_t start = (uintptr_t)at, end = start + size;
    for (unsigned i = 0; i < mapped.taken; i++)
        if (start < mapped.at[i].end && end > mapped.at[i].start) return true;
    return false;
}

bool lct_mapped_breaks(const void *end) {
    mapped.breaks = true;
    return (const char *)end < mapped.end;
}

bool lct_mapped_twice(void) { return mapped.twice; }

/* ---- files ---- */

/* Where the part of [start, end) ends that the file has: a program that reads beyond gets a bus error, but not the
 * kernel. */
static uintptr_t end_of_file(uintptr_t start, uintptr_t end) {
    int ends[2];
    if (syscall(SYS_pipe2, ends, O_CLOEXEC) != 0) return start;
    uintptr_t page = page_size(), low = 0, high = (end - start) / page; /* pages that are there, and are not */
    for (char byte; low < high;) {
        uintptr_t middle = (low + high) / 2;
        bool there = syscall(SYS_write, ends[1], start + middle * page, 1) == 1;
        if (there && syscall(SYS_read, ends[0], &byte, 1) != 1) there = false;
        if (there) low = middle + 1;
        else high = middle;
    }
    syscall(SYS_close, ends[0]);
    syscall(SYS_close, ends[1]);
    return start + low * page;
}

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/* Other processes may have it as well: has it a name? */
static bool is_shared(const mapping *m) {
    return m->may[3] == 's' && !begins(m->path, "/dev/zero") && !begins(m->path, "/memfd:");
}

/* Memory of the process in the place of memory of a file, with the same in it. */
static void make_private(char *from, char *to) {
    uintptr_t page = page_size();
    enum { HOW = MAP_PRIVATE | MAP_ANONYMOUS };
    size_t size = (size_t)(to - from);
    char *own = (char *)syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE, HOW, -1, 0);
    if (own == MAP_FAILED) lct_out_of_memory();
    for (size_t i = 0; i < size; i += page) /* pages of zeros need no memory */
        if (memcmp(own + i, from + i, page) != 0) memcpy(own + i, from + i, page);
    if (syscall(SYS_mremap, own, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, from) == -1) lct_out_of_memory();
}

static bool is_same_file(const mapping *a, const mapping *b) {
    return a->inode == b->inode && a->major == b->major && a->minor == b->minor;
}

/* The same bytes at another address? */
static void look_for_another(const mapping *m) {
    for (const mapping *f = mapped.files; f < mapped.files + mapped.file_count; f++)
        if (f->start != m->start && is_same_file(f, m) && f->offset < m->offset + (m->end - m->start) &&
            m->offset < f->offset + (f->end - f->start))
            mapped.twice = true;
}

/* ---- existing mappings ---- */

static void keep(uintptr_t start, uintptr_t end) {
    if (mapped.kept_count < KEPT) mapped.kept[mapped.kept_count] = (piece){start, end};
    mapped.kept_count++; /* beyond KEPT: there are more of them */
    lct_region_add((char *)start, (char *)end, LCT_REGION_SELDOM);
}

/* Writable memory that was mapped by the program. */
static void take(const mapping *m) {
    if (m->may[0] != 'r' || m->may[1] != 'w') return;
    if (mapped.breaks && !strcmp(m->path, "[heap]")) keep(m->start, m->end);
    for (unsigned i = 0; i < mapped.count; i++) {
        uintptr_t from = m->start > mapped.at[i].start ? m->start : mapped.at[i].start;
        uintptr_t to = m->end < mapped.at[i].end ? m->end : mapped.at[i].end;
        if (from >= to) continue;
        if (m->inode) to = end_of_file(from, to);
        if (is_shared(m) && from < to) make_private((char *)from, (char *)to);
        keep(from, to);
    }
}

static void note_file(const mapping *m) {
    if (!m->inode || m->may[3] != 's' || m->may[1] != 'w' || mapped.file_count == FILES) return;
    if (lct_mapped_persists((const void *)m->start, m->end - m->start)) mapped.files[mapped.file_count++] = *m;
}

/* The kernel's list includes all that was unmapped, moved or protected since. */
static void each_mapping(void (*visit)(const mapping *)) {
    static char text[4096] LCT_STATE;
    int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t have = 0;
    for (ssize_t more; maps >= 0 && (more = read(maps, text + have, sizeof text - 1 - have)) > 0;) {
        have += (size_t)more;
        text[have] = '\0';
        char *line = text;
        for (char *end; (end = strchr(line, '\n')); line = end + 1) {
            *end = '\0';
            mapping m = {.inode = 0};
            if (sscanf(line, "%lx-%lx %4s %lx %x:%x %lu %15s", &m.start, &m.end, m.may, &m.offset, &m.major, &m.minor,
                       &m.inode, m.path) >= 7)
                visit(&m);
        }
        have -= (size_t)(line - text);
        memmove(text, line, have);
        if (have == sizeof text - 1) have = 0; /* a path without end */
    }
    if (maps >= 0) close(maps);
}

/* ---- pointers to blocks of the heap ---- */

static void (*look_into)(const void *low, const void *high) LCT_STATE = NULL;

static void look(const mapping *m) {
    if (m->may[0] != 'r') return;
    if (mapped.breaks && !strcmp(m->path, "[heap]")) look_into((const void *)m->start, (const void *)m->end);
    for (unsigned i = 0; i < mapped.count; i++) {
        uintptr_t from = m->start > mapped.at[i].start ? m->start : mapped.at[i].start;
        uintptr_t to = m->end < mapped.at[i].end ? m->end : mapped.at[i].end;
        if (from >= to) continue;
        look_into((const void *)from, (const void *)(m->inode ? end_of_file(from, to) : to));
    }
}

void lct_mapped_visit(void (*visit)(const void *low, const void *high)) {
    bool grown = mapped.count > mapped.taken || (mapped.breaks && sbrk(0) != mapped.end);
    if (!grown && mapped.kept_count <= KEPT) {
        for (const piece *p = mapped.kept; p < mapped.kept + mapped.kept_count; p++)
            visit((const void *)p->start, (const void *)p->end);
        return;
    }
    bool in_code = lct_m.in_code;
    lct_m.in_code = false; /* reading the kernel's list is none of the program's calls */
    look_into = visit;
    each_mapping(look);
    lct_m.in_code = in_code;
}

/* ---- executions ---- */

void lct_mapped_take(void) {
    make_room();
    mapped.taken = mapped.count;
    mapped.closed = true;
    mapped.kept_count = 0;
    mapped.end = sbrk(0);
    if (!mapped.count && !mapped.breaks) return;
    mapped.file_count = 0;
    each_mapping(note_file);
    if (mapped.file_count) each_mapping(look_for_another);
    each_mapping(take);
}

void lct_mapped_reopen(void) { mapped.closed = false; }

void lct_mapped_restore(void) {
    if (mapped.breaks && sbrk(0) != mapped.end) brk(mapped.end);
    while (mapped.count > mapped.taken) {
        piece p = mapped.at[--mapped.count];
        syscall(SYS_munmap, p.start, p.end - p.start);
    }
}
