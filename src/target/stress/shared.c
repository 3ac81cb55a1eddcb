/* Memory that the test has mapped as shared before the runs begin, in its constructors or in its body.
 *
 * Each run is a process of its own, which gets a copy of all memory but of this: a run would find there the bytes that
 * the last one left.  The threads of one process share private memory just as well, so it is made private, with the
 * same bytes in it.  The test's writes no longer reach a file, nor other processes.
 */
#define _GNU_SOURCE
#include "target/stress/shared.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MOST = 4096 };

typedef struct mapping {
    unsigned long start, end, offset, inode;
    unsigned major, minor;
    char may[5];
} mapping;

/* Of those that are shared and can be written to: how many there are, and the first ones. */
static unsigned find(mapping *found) {
    unsigned count = 0;
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "re");
    for (bool whole = true; maps && fgets(line, sizeof line, maps);) {
        mapping m;
        bool begins = whole;
        whole = strchr(line, '\n') != NULL;
        if (!begins || sscanf(line, "%lx-%lx %4s %lx %x:%x %lu", &m.start, &m.end, m.may, &m.offset, &m.major, &m.minor,
                              &m.inode) != 7)
            continue;
        if (m.may[0] != 'r' || m.may[1] != 'w' || m.may[3] != 's') continue;
        if (count < MOST) found[count] = m;
        count++;
    }
    if (maps) fclose(maps);
    return count;
}

static bool is_one_of(const mapping *m, const void *const *own, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if ((uintptr_t)own[i] >= m->start && (uintptr_t)own[i] < m->end) return true;
    return false;
}

/* The same bytes at two addresses? */
static bool overlap(const mapping *a, const mapping *b) {
    return a->inode && a->inode == b->inode && a->major == b->major && a->minor == b->minor &&
           a->offset < b->offset + (b->end - b->start) && b->offset < a->offset + (a->end - a->start);
}

/* By the kernel, which does not mind that a file is shorter than its mapping. */
static void copy(char *to, char *from, size_t size) {
    enum { PAGE = 4096 };
    for (size_t i = 0; i < size; i += PAGE) {
        struct iovec here = {to + i, PAGE}, there = {from + i, PAGE};
        if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) >= 0) continue;
        if (errno != EFAULT) memcpy(to + i, from + i, PAGE); /* it is not allowed here */
    }
}

static bool make_private(const mapping *m) {
    char *at = (char *)m->start;
    size_t size = m->end - m->start;
    char *own = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED) return false;
    copy(own, at, size);
    return mremap(own, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, at) != MAP_FAILED;
}

const char *lct_shared_make_private(const void *const *own, unsigned own_count) {
    static mapping found[MOST];
    unsigned all = find(found), count = 0;
    if (all > MOST) return "the test has mapped more shared memory than can be given to each run anew";
    for (unsigned i = 0; i < all; i++)
        if (!is_one_of(&found[i], own, own_count)) found[count++] = found[i];
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < i; k++)
            if (overlap(&found[i], &found[k]))
                return "the test has mapped the same part of a file twice: it cannot be given to each run anew";
    for (unsigned i = 0; i < count; i++)
        if (!make_private(&found[i])) return "there is no memory for the mappings that the test shares";
    return NULL;
}
