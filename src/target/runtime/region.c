#include "target/runtime/region.h"

#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#include "target/runtime/machine.h"
#include "target/runtime/snapshot.h"

enum {
    SMALL = 8192,    /* copying it takes about 100 ns, a page that is written to half of that */
    STORE = 1 << 18, /* bytes reserved at a time */
    MAPPINGS = 4096  /* the kernel allows 65,530 of them; pages that differ in their protection are different ones */
};

/* Copied each time. */
typedef struct piece {
    char *at, *copy;
    size_t size;
    bool library;
} piece;

/* Whole pages that are watched. */
typedef struct watched {
    char *start, *end;
    uint64_t *writable; /* one bit a page */
    uint32_t faults;
    bool library;
} watched;

typedef struct list {
    void *at;
    size_t count, room;
} list;

typedef struct chunk {
    struct chunk *next;
    size_t size, used;
} chunk;

static struct {
    list pieces, watched;
    chunk *store;
    size_t page;
    size_t copied; /* regions up to this size are */
    bool copy_all;
} r LCT_STATE = {0};

void lct_region_copy_all(void) { r.copy_all = true; }
void lct_region_copy_up_to(size_t size) { r.copied = size; }

/* Memory that lives until everything is forgotten. */
static void *keep(size_t size) {
    size = (size + 63) & ~(size_t)63;
    if (!r.store || r.store->size - r.store->used < size) {
        size_t whole = size + 64 > STORE ? size + 64 : STORE;
        chunk *more = lct_reserve(whole);
        *more = (chunk){.next = r.store, .size = whole, .used = 64};
        r.store = more;
    }
    char *at = (char *)r.store + r.store->used;
    r.store->used += size;
    return at;
}

static void *append(list *l, size_t item) {
    if (l->count == l->room) {
        size_t room = l->room ? 2 * l->room : 64;
        void *more = keep(room * item);
        if (l->count) memcpy(more, l->at, l->count * item);
        l->at = more;
        l->room = room;
    }
    return (char *)l->at + item * l->count++;
}

static void add_piece(char *start, char *end, bool library) {
    if (start >= end) return;
    size_t size = (size_t)(end - start);
    char *copy = keep(size);
    memcpy(copy, start, size);
    *(piece *)append(&r.pieces, sizeof(piece)) = (piece){start, copy, size, library};
}

static bool protect(const char *start, const char *end, int how) {
    return lct_protect((void *)start, (size_t)(end - start), how);
}

void lct_region_add(char *start, char *end, enum lct_region_way way) {
    if (start >= end) return;
    if (!r.page) r.page = getauxval(AT_PAGESZ);
    uintptr_t below = r.page - 1;
    char *first = (char *)(((uintptr_t)start + below) & ~below);
    char *last =
        way != LCT_REGION_OFTEN ? (char *)(((uintptr_t)end + below) & ~below) : (char *)((uintptr_t)end & ~below);
    bool library = way == LCT_REGION_LIBRARY;
    bool copied = r.copy_all || (size_t)(end - start) <= r.copied || first >= last ||
                  (way == LCT_REGION_OFTEN && end - start <= SMALL);
    if (copied || !protect(first, last, PROT_READ)) {
        add_piece(start, end, library);
        return;
    }
    add_piece(start, first, library);
    if (last < end) add_piece(last, end, library);
    size_t count = (size_t)(last - first) / r.page;
    uint64_t *writable = keep((count + 63) / 64 * 8);
    memset(writable, 0, (count + 63) / 64 * 8);
    *(watched *)append(&r.watched, sizeof(watched)) =
        (watched){.start = first, .end = last, .writable = writable, .library = library};
}

void lct_region_drop(void) {
    const watched *w = r.watched.at;
    for (size_t i = 0; i < r.watched.count; i++) protect(w[i].start, w[i].end, PROT_READ | PROT_WRITE);
    while (r.store) {
        chunk *next = r.store->next;
        lct_unreserve(r.store, r.store->size);
        r.store = next;
    }
    r.pieces = r.watched = (list){0};
}

void lct_region_restore(void) {
    const piece *p = r.pieces.at;
    for (size_t i = 0; i < r.pieces.count; i++) memcpy(p[i].at, p[i].copy, p[i].size);
}

size_t lct_region_count(void) { return r.pieces.count; }

bool lct_region_part(size_t number, char **at, const char **copy, size_t *size) {
    assert(number < r.pieces.count);
    const piece *p = (const piece *)r.pieces.at + number;
    *at = p->at;
    *copy = p->copy;
    *size = p->size;
    return !p->library;
}

void lct_region_save(lct_tape *tape) {
    const piece *p = r.pieces.at;
    lct_tape_put(tape, &r.pieces.count, sizeof r.pieces.count);
    for (size_t i = 0; i < r.pieces.count && !tape->full; i++) lct_tape_put(tape, p[i].at, p[i].size);
}

/* A page that was not written to before the snapshot was then as it is at the start. */
void lct_region_load(lct_tape *tape) {
    const piece *p = r.pieces.at;
    size_t count, i;
    lct_tape_get(tape, &count, sizeof count);
    for (i = 0; i < count; i++) lct_tape_get(tape, p[i].at, p[i].size);
    for (; i < r.pieces.count; i++) memcpy(p[i].at, p[i].copy, p[i].size);
}

/* ---- faults ---- */

static bool is_writable(const watched *w, size_t page) { return w->writable[page / 64] >> page % 64 & 1; }

/* Pages [from, to) are written to from now on. */
static bool release(watched *w, size_t from, size_t to) {
    char *start = w->start + from * r.page, *end = w->start + to * r.page;
    if (!protect(start, end, PROT_READ | PROT_WRITE)) return false;
    add_piece(start, end, w->library);
    for (size_t i = from; i < to; i++) w->writable[i / 64] |= (uint64_t)1 << i % 64;
    return true;
}

/* The run of pages around `page` that are still read-only, at most `most` of them in each direction. */
static bool release_around(watched *w, size_t page, size_t most) {
    size_t count = (size_t)(w->end - w->start) / r.page, from = page, to = page + 1;
    while (from && page - from < most && !is_writable(w, from - 1)) from--;
    while (to < count && to - page < most && !is_writable(w, to)) to++;
    return release(w, from, to);
}

static watched *watched_at(const char *address) {
    watched *w = r.watched.at;
    for (size_t i = 0; i < r.watched.count; i++)
        if (address >= w[i].start && address < w[i].end) return &w[i];
    return NULL;
}

bool lct_region_fault(const void *address) {
    watched *w = watched_at(address);
    if (!w) return false;
    size_t page = (size_t)((const char *)address - w->start) / r.page;
    if (is_writable(w, page)) return false;
    w->faults++;
    /* A program that writes to many scattered pages is given more at a time. */
    size_t most = w->faults < MAPPINGS ? w->faults / 64 : (size_t)-1;
    /* The page is there, and was writable: only for want of memory can it not be so again. */
    if (!release_around(w, page, most) && !release_around(w, page, (size_t)-1)) lct_out_of_memory();
    return true;
}

void lct_region_touch(const void *address, size_t size) {
    const char *at = address, *end = at + size;
    for (watched *w = r.watched.at, *last = w + r.watched.count; w < last; w++) {
        const char *from = at > w->start ? at : w->start, *to = end < w->end ? end : w->end;
        for (; from < to; from += r.page - (uintptr_t)from % r.page) {
            size_t page = (size_t)(from - w->start) / r.page;
            if (!is_writable(w, page) && !release(w, page, page + 1)) lct_out_of_memory();
        }
    }
}
