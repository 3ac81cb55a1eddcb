/* What the heap finds out, what it says and what it gives. */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "heap_support.h"

#define LIKE(text) (strstr(seen.message, (text)) != NULL)

/* A number the compiler does not see through. */
static size_t size_of(size_t n) {
    volatile size_t hidden = n;
    return hidden;
}

static void test_every_byte(void) {
    static const size_t sizes[] = {1, 7, 8, 15, 16, 17, 31, 48, 100, 255, 1000, 8192, 40000, 70000, 300000};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        size_t size = sizes[s];
        char *before = NULL, *block = NULL, *after = NULL;
        AS_THREAD(1) {
            before = malloc(size);
            block = malloc(size);
            after = malloc(size);
        }
        unsigned wrong = 0;
        uintptr_t at = (uintptr_t)block;
        for (long i = -16; i < (long)size + 16; i++) {
            for (size_t n = 1; n <= 16; n *= 2) {
                bool inside = i >= 0 && (size_t)i + n <= size;
                wrong += lct_heap_bad(at + (uintptr_t)i, n) == inside;
            }
        }
        expect(wrong == 0, "a live block of %zu: every access inside is right, every other near it wrong", size);
        AS_THREAD(2) free(block);
        wrong = 0;
        for (long i = -16; i < (long)size + 16; i++) wrong += !lct_heap_bad(at + (uintptr_t)i, 1);
        expect(wrong == 0, "a freed block of %zu: every access is wrong", size);
        expect(!lct_heap_bad((uintptr_t)before, size) && !lct_heap_bad((uintptr_t)after, size),
               "its neighbours are not affected");
        AS_THREAD(1) {
            free(before);
            free(after);
        }
    }
}

static void test_sentences(void) {
    char *block = NULL, *other = NULL;
    AS_THREAD(1) {
        block = malloc(24);
        other = malloc(24);
    }
    lct_m.current = 2;
    expect(FAILURE_OF(check_access(block + 16, 8, false)) == -1, "the last eight bytes can be read");
    expect(FAILURE_OF(check_access(block + 20, 8, true)) == LCT_FAILS_OVERFLOW &&
               LIKE("T2 writes 8 bytes at offset 20 of a block of 24 bytes: 4 beyond its end; T1 had allocated it"),
           "across the end: %s", seen.message);
    expect(FAILURE_OF(check_access(block + 24, 4, false)) == LCT_FAILS_OVERFLOW &&
               LIKE("T2 reads 4 bytes at offset 24 of a block of 24 bytes: 4 beyond its end"),
           "beyond the end: %s", seen.message);
    expect(FAILURE_OF(check_access(other - 4, 4, false)) == LCT_FAILS_OVERFLOW &&
               LIKE("T2 reads 4 bytes that start 4 before a block of 24 bytes"),
           "before the start: %s", seen.message);
    AS_THREAD(3) free(block);
    lct_m.current = 2;
    expect(FAILURE_OF(check_access(block + 8, 1, false)) == LCT_FAILS_USE_AFTER_FREE &&
               LIKE("T2 reads 1 byte at offset 8 of a block of 24 bytes that T3 has freed; T1 had allocated it"),
           "after free: %s", seen.message);
    expect(FAILURE_OF(free(block)) == LCT_FAILS_DOUBLE_FREE && LIKE("block of 24 bytes that T3 has freed already"),
           "freed twice: %s", seen.message);
    expect(FAILURE_OF(free(other + 8)) == LCT_FAILS_BAD_FREE && LIKE("offset 8 of a block of 24 bytes"), "inside: %s",
           seen.message);
    expect(FAILURE_OF(free(other + 4096)) == LCT_FAILS_BAD_FREE && LIKE("malloc did not return"),
           "elsewhere in the heap: %s", seen.message);
    int local = 0;
    expect(FAILURE_OF(free(&local)) == LCT_FAILS_BAD_FREE && LIKE("malloc did not return"), "no block at all: %s",
           seen.message);
    expect(FAILURE_OF(other = realloc(block, 10)) == LCT_FAILS_DOUBLE_FREE && LIKE("calls realloc"),
           "realloc of it: %s", seen.message);
    expect(FAILURE_OF(check_access((char *)lct_heap.base + 100, 1, false)) == LCT_FAILS_OVERFLOW &&
               LIKE("T2 reads 1 byte of the heap that was never allocated"),
           "nowhere: %s", seen.message);
    expect(FAILURE_OF(check_access((char *)lct_heap.base + lct_heap.size - 1, 1, true)) == LCT_FAILS_OVERFLOW,
           "the last byte of the region");
    expect(FAILURE_OF(check_access(&local, sizeof local, true)) == -1, "other memory is not our business");
    lct_heap_set_checked(false);
    expect(FAILURE_OF(check_access(block, 8, true)) == -1, "nothing is wrong if nobody looks");
    lct_heap_set_checked(true);
}

static void test_calls(void) {
    AS_THREAD(1) {
        unsigned wrong = 0;
        for (size_t alignment = 1; alignment <= 1 << 20; alignment *= 2) {
            void *a = memalign(alignment, 40), *b = aligned_alloc(alignment, alignment), *c = NULL;
            wrong +=
                alignment >= sizeof(void *) && (posix_memalign(&c, alignment, 100) != 0 || (uintptr_t)c % alignment);
            wrong += !a || !b || (uintptr_t)a % alignment || (uintptr_t)b % alignment;
            wrong += malloc_usable_size(a) != 40 || malloc_usable_size(b) != alignment;
            wrong +=
                lct_heap_bad((uintptr_t)a, 40) || !lct_heap_bad((uintptr_t)a, 41) || !lct_heap_bad((uintptr_t)a - 1, 1);
            free(a);
            free(b);
            free(c);
        }
        expect(wrong == 0, "alignment up to 1 MB");
        errno = 0;
        expect(!memalign(size_of(24), 10) && errno == EINVAL, "an alignment that is none");
        void *none = (void *)1;
        errno = 7;
        expect(posix_memalign(&none, 4, 10) == EINVAL && posix_memalign(&none, 16, SIZE_MAX / 2) == ENOMEM &&
                   errno == 7 && none == (void *)1,
               "posix_memalign returns its errors");
        expect((uintptr_t)valloc(10) % 4096 == 0 && malloc_usable_size(pvalloc(10)) == 4096, "valloc and pvalloc");
        char *zeroes = calloc(10, 10);
        wrong = 0;
        for (int i = 0; i < 100; i++) wrong += zeroes[i] != 0;
        memset(zeroes, 1, 100);
        free(zeroes);
        char *again = calloc(10, 10);
        for (int i = 0; i < 100; i++) wrong += again[i] != 0;
        expect(again == zeroes && wrong == 0, "calloc clears, also what was used before");
        char *large = calloc(1, 1 << 20);
        memset(large, 1, 1 << 20);
        free(large);
        expect(large[12345] == 1, "freed memory keeps its contents until it is used again");
        again = malloc(1 << 20);
        wrong = 0;
        for (int i = 0; i < 1 << 20; i++) wrong += again[i] != 0;
        expect(again == large && wrong == 0, "large blocks are zero");
        errno = 0;
        expect(!malloc((size_t)1 << 40) && errno == ENOMEM, "more than there is");
        errno = 0;
        expect(!calloc(size_of(SIZE_MAX / 2), 4) && errno == ENOMEM && !reallocarray(NULL, size_of(SIZE_MAX / 2), 4),
               "more than can be said");
        expect(!malloc(size_of(SIZE_MAX)) && !malloc(size_of(SIZE_MAX - 20)) && !memalign(size_of((size_t)1 << 63), 1),
               "as much as can be said");
        char *volatile empty = malloc(0), *other = malloc(0);
        expect(empty && other && empty != other && malloc_usable_size(empty) == 0, "empty blocks are blocks");
        expect(realloc(empty, 0) == NULL && FAILURE_OF(free(empty)) == LCT_FAILS_DOUBLE_FREE,
               "realloc to nothing frees");
        lct_m.in_code = true;
        free(NULL);
        char *text = strdup("seventeen letters"), *part = strndup("seventeen", 5), *made = NULL;
        expect(lct_heap_bad((uintptr_t)text, 19) && !lct_heap_bad((uintptr_t)text, 18) && !strcmp(part, "seven"),
               "strdup, strndup");
        expect(asprintf(&made, "%d%s", 42, "x") == 3 && !strcmp(made, "42x") && malloc_usable_size(made) == 4,
               "asprintf");
        lct_m.in_code = true;
    }
}

static void test_exhausted(void) {
    lct_heap_reset();
    AS_THREAD(1) {
        unsigned count = 0;
        int failure;
        while ((failure = FAILURE_OF((void)!malloc((size_t)1 << 28))) < 0 && count < 1000) count++;
        expect(count >= 2 && failure == LCT_FAILS_LIMIT && LIKE("no room for 268435456 bytes"),
               "an arena has an end, which the code does not get to see: %u blocks of 256 MB", count);
        expect(FAILURE_OF((void)!malloc((size_t)3 << 30)) == LCT_FAILS_LIMIT, "nor that a block is too large for it");
        lct_m.in_code = true;
        expect(malloc(10) != NULL, "what is left can be used");
    }
    AS_THREAD(2) expect(malloc((size_t)1 << 28) != NULL, "another thread has its own");
    lct_heap_reset();
    lct_heap_set_policy(LCT_HEAP_NEVER);
    AS_THREAD(1) {
        void *first = malloc((size_t)1 << 28), *last = first;
        free(first);
        for (unsigned i = 0; last && i < 1000; i++) {
            last = malloc((size_t)1 << 28);
            free(last);
            if (last == first) break;
        }
        expect(last == first, "never used again: except if there is nothing else");
    }
    lct_heap_set_policy(LCT_HEAP_LIFO);
    lct_heap_reset();
}

/* ---- steps ---- */

static struct { char *block; } race LCT_STATE = {0};

static void free_it(void) {
    seen.at_point = NULL;
    lct_m.current = 2;
    free(race.block);
    lct_m.current = 1;
}

/* One place in the program. */
__attribute__((noinline)) static void free_here(void *block) {
    free(block);
    __asm__(""); /* no jump instead of the call */
}

static void test_steps(void) {
    lct_m.watching = lct_m.plain = true;
    seen.points = seen.shadows = 0;
    char *block = NULL;
    AS_THREAD(1) block = malloc(700);
    expect(!seen.points && !seen.shadows, "a new block is nobody else's business");
    AS_THREAD(1) free(block);
    expect(!seen.points && seen.shadows == 1 && seen.last.address == (uintptr_t)block && seen.last.size == 700 &&
               seen.last.access == LCT_WRITE,
           "freeing it is a plain write to all of it");
    uintptr_t call = seen.last.pc;
    AS_THREAD(1) block = malloc(690);
    expect(seen.shadows == 2 && seen.last.address == (uintptr_t)block && seen.last.size == 700 && seen.last.pc != call,
           "and so is using it again");
    AS_THREAD(1) free_here(block);
    seen.racy = seen.last.pc;
    AS_THREAD(1) free_here(malloc(700));
    expect(seen.points == 1 && seen.last.shown == LCT_STEP_FREE && !seen.last.atomic, "which is a step where it races");
    lct_m.all_plain = true;
    lct_m.current = 1;
    FAILURE_OF({
        race.block = malloc(700);
        seen.at_point = free_it;
        free(race.block);
    });
    expect(seen.kind == LCT_FAILS_DOUBLE_FREE && LIKE("T2 has freed already"), "somebody else came first: %s",
           seen.message);
    lct_m.all_plain = false;
    lct_m.plain = false;
    seen.points = seen.shadows = 0;
    AS_THREAD(1) {
        block = malloc(700);
        free(block);
    }
    expect(!seen.points && !seen.shadows, "no plain steps, none of these");
    lct_heap_set_policy(LCT_HEAP_SHARED);
    AS_THREAD(1) block = malloc(700);
    uintptr_t object = seen.last.address;
    expect(seen.points == 1 && seen.last.access == LCT_WRITE && seen.last.shown == LCT_STEP_MALLOC && seen.last.atomic,
           "one heap for all: malloc is a step");
    AS_THREAD(2) free(block);
    expect(seen.points == 2 && seen.last.address == object && seen.last.shown == LCT_STEP_FREE,
           "and free is one, on the same object");
    lct_heap_set_policy(LCT_HEAP_LIFO);
    lct_m.watching = false;
    AS_THREAD(1) free(malloc(10));
    expect(seen.points == 2, "alone nobody watches");
    lct_m.tracing = true;
    seen.told = 0;
    AS_THREAD(1) block = malloc(10);
    expect(seen.told == 1 && seen.last.shown == LCT_STEP_MALLOC && seen.last.address == (uintptr_t)block &&
               seen.last.size == 10,
           "traces tell of malloc");
    AS_THREAD(1) free(block);
    expect(seen.told == 2 && seen.last.shown == LCT_STEP_FREE, "and of free");
    AS_THREAD(1) for (int i = 0; i < 1000; i++) free(malloc(10));
    unsigned told = seen.told;
    lct_m.depth++;
    AS_THREAD(1) free(malloc(10));
    expect(told < 500 && seen.told == told + 2, "but not for ever: %u times, until something happens", told);
    lct_m.tracing = false;
    lct_m.current = 0;
}

/* ---- outside ---- */

static void test_outside(void) {
    char *block = malloc(100); /* not the code under test */
    expect((uintptr_t)block - lct_heap.base >= lct_heap.size, "what others allocate comes from elsewhere");
    expect(!lct_heap_bad((uintptr_t)block - 1, 200), "and is not checked");
    memset(block, 5, 100);
    lct_image_take();
    AS_THREAD(1) free(block);
    lct_heap_reset();
    AS_THREAD(1) free(block);
    char *other = malloc(100);
    expect(other != block && block[0] == 5 && block[99] == 5, "the code under test may free it, in every execution");
    free(other);
    expect(malloc(100) == other, "it is used again");
    char *moved = realloc(block, 1000);
    expect(moved != block && moved[99] == 5 && malloc_usable_size(moved) == 1000, "and can be resized");
    void *aligned = memalign(4096, 10);
    expect((uintptr_t)aligned % 4096 == 0, "and aligned");
    free(aligned);
    free(aligned);
    expect((uintptr_t)memalign(4096, 10) % 4096 == 0, "freeing it twice does no harm");
}

static int freeing(void *block) { return FAILURE_OF(free(block)); }

/* Code that is not instrumented writes behind a block. */
static void test_fences(void) {
    static const size_t sizes[] = {0, 1, 15, 16, 17, 100, 256, 257, 5000};
    unsigned unnoticed = 0, alarms = 0;
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (unsigned beyond = 0; beyond < 16; beyond++)
            for (unsigned zeroed = 0; zeroed < 2; zeroed++) {
                char *volatile block = NULL;
                AS_THREAD(1) block = zeroed ? calloc(1, size_of(sizes[s])) : malloc(size_of(sizes[s]));
                char kept = block[sizes[s] + beyond];
                block[sizes[s] + beyond] = 1;
                unnoticed += freeing(block) != LCT_FAILS_OVERFLOW || !LIKE("as the block is freed");
                block[sizes[s] + beyond] = kept;
                if (sizes[s]) memset(block, 1, sizes[s]);
                alarms += freeing(block) >= 0;
            }
    expect(!unnoticed, "what is written behind a block is noticed when it is freed");
    expect(!alarms, "and what is written to all of it is not");
}

static struct { char *global, *tagged, *high; } kept;
static uintptr_t losses[8]; /* not pointers, which would count as such */
static unsigned loss_count;
static void lost(const lct_block *block) {
    if (loss_count < 8) losses[loss_count++] = ~block->start;
}

static unsigned count_losses(void) {
    loss_count = 0;
    lct_heap_inspect(lost);
    return loss_count;
}

/* From here on, by the execution; what is there already was made before it. */
__attribute__((noinline)) static void test_losses(void) {
    lct_m.thread_count = 1;
    AS_THREAD(1) {
        kept.global = malloc(40);
        *(char **)kept.global = malloc(24);
        kept.tagged = (char *)malloc(32) + 1;
        kept.high = (char *)((uintptr_t)malloc(32) | (uintptr_t)7 << 48);
    }
    expect(count_losses() == 0, "blocks are reached from variables, from blocks, and by pointers with marks");
    uintptr_t inner = ~(uintptr_t)(*(char **)kept.global + 20); /* not a pointer */
    *(char **)kept.global = NULL;
    expect(count_losses() == 1 && ~losses[0] == ~inner - 20, "without its last pointer a block is lost");
    *(char **)kept.global = (char *)~inner;
    expect(count_losses() == 0, "one into its middle is enough");
    inner = ~(uintptr_t)kept.global;
    kept.global = NULL;
    expect(count_losses() == 2, "what is reached from a lost block alone is lost, too");
    AS_THREAD(1) {
        free(*(char **)~inner - 20);
        free((char *)~inner);
    }
    expect(count_losses() == 0, "what was freed is not");
}

int main(void) {
    handle_faults();
    lct_heap_init(LCT_HEAP_AUTO);
    lct_image_init();
    test_every_byte();
    test_sentences();
    test_calls();
    test_fences();
    lct_image_take();
    test_losses();
    test_exhausted();
    test_steps();
    test_outside();
    return tap_end();
}
