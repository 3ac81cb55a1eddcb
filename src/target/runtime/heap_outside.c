/* Memory for all other code: libc and the loader, also while they work for the code under test, and all code that runs
 * before it.  The values of their own variables are not restored, so the memory that these point to must not be either.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "target/runtime/heap_parts.h"

/* Before each block; room for alignment is before the header. */
typedef struct header {
    size_t size;
    uint32_t back; /* bytes from the start of its memory to the block */
    uint8_t class;
    bool live;
    uint16_t marks; /* how many there had been */
} header;
_Static_assert(sizeof(header) == 16, "blocks are aligned to 16 bytes");

static struct {
    char *base, *next, *committed, *end;
    void *lists[LCT_HEAP_CLASSES]; /* of free memory, each of which starts with the next */
    uint16_t marks;
} o LCT_STATE = {0};

static bool reserve(void) {
    for (size_t size = (size_t)1 << 34; size >= 1 << 26; size >>= 2) {
        o.base = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (o.base != MAP_FAILED) {
            o.next = o.committed = o.base;
            o.end = o.base + size;
            return true;
        }
    }
    o.base = NULL;
    return false;
}

static char *take_fresh(size_t size) {
    enum { STEP = 1 << 20 };
    if ((!o.base && !reserve()) || (size_t)(o.end - o.next) < size) return NULL;
    if ((size_t)(o.committed - o.next) < size) {
        size_t more = (size - (size_t)(o.committed - o.next) + STEP - 1) / STEP * STEP;
        if (more > (size_t)(o.end - o.committed)) more = (size_t)(o.end - o.committed);
        if (!lct_protect(o.committed, more, PROT_READ | PROT_WRITE)) lct_out_of_memory();
        o.committed += more;
    }
    char *at = o.next;
    o.next += size;
    assert(o.next <= o.committed && o.committed <= o.end);
    return at;
}

static char *take(unsigned class) {
    void **at = o.lists[class];
    if (!at) return take_fresh(lct_heap_class_size(class));
    o.lists[class] = *at;
    return (char *)at;
}

static header *header_of(const void *block) { return (header *)((uintptr_t)block - sizeof(header)); }

void *lct_outside_allocate(size_t size, size_t alignment, bool zeroed) {
    int saved = errno;
    size_t more = sizeof(header) + (alignment > 16 ? alignment : 0), most = (size_t)1 << 32;
    unsigned class = 0;
    char *at = NULL;
    if (size <= most && more <= most - size) at = take(class = lct_heap_class(size + more));
    if (!at) {
        errno = ENOMEM;
        return NULL;
    }
    uintptr_t block = (uintptr_t)at + sizeof(header);
    if (alignment > 16) block = (block + alignment - 1) & ~(alignment - 1);
    *header_of((void *)block) = (header){.size = size,
                                         .back = (uint32_t)(block - (uintptr_t)at),
                                         .class = (uint8_t) class,
                                         .live = true,
                                         .marks = o.marks};
    if (zeroed) memset((void *)block, 0, size);
    errno = saved;
    return (void *)block;
}

bool lct_outside_has(uintptr_t address) { return address - (uintptr_t)o.base < (size_t)(o.next - o.base); }

void lct_outside_free(void *block) {
    header *h = header_of(block);
    if (!h->live) return;
    h->live = false;
    void **at = (void **)((char *)block - h->back);
    unsigned class = h->class;
    *at = o.lists[class];
    o.lists[class] = at;
}

size_t lct_outside_size(const void *block) { return header_of(block)->size; }

void lct_outside_range(uintptr_t *low, uintptr_t *high) {
    *low = (uintptr_t)o.base;
    *high = (uintptr_t)o.next;
}

void lct_outside_mark(void) { o.marks++; }

bool lct_outside_is_kept(const void *block) { return header_of(block)->marks != o.marks; }
