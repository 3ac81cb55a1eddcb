/* Variables of the program and of its shared objects come back, however large they are, and only the pages that were
 * written to cost anything. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "heap_support.h"
#include "image_library.h"
#include "target/runtime/region.h"
#include "target/runtime/tls.h"

enum { PAGE = 4096, LARGE = 1 << 20 };

static int initialized = 3;
static int empty;
#ifdef __x86_64__
extern bool lct_fiber_sets_by_call; /* of fiber.c */
#endif
static int in_state LCT_STATE = 1;
static volatile char large[LARGE];
static volatile char large_initialized[3 * PAGE] = {1, 2, 3};
static __thread volatile int thread_initialized = 11;
static __thread volatile char thread_empty[100];

static int *counter(void) {
    static int count = 100;
    count++;
    return &count;
}

static void restart(void) {
    lct_image_restore();
    lct_heap_reset();
}

static void test_small(void) {
    initialized = 4;
    empty = 5;
    int count = *counter();
    lct_image_take();
    for (int i = 0; i < 3; i++) {
        initialized = empty = -1;
        in_state++;
        int next = *counter();
        restart();
        expect(initialized == 4 && empty == 5 && *counter() == next && next == count + 1,
               "variables are as the setup left them");
        restart();
    }
    expect(in_state == 4, "those of the runtime are left alone");
}

static void test_large(void) {
    memset((char *)large, 6, sizeof large);
    lct_image_take();
    seen.faults = 0;
    unsigned wrong = 0;
    for (int i = 0; i < 10; i++) {
        /* Byte 70000 and the others are in different pages; the last byte may be in one that is copied. */
        large[70000] = large[300000] = large[LARGE / 2] = large[LARGE - 1] = (char)i;
        large_initialized[5000] = 9;
        restart();
        for (size_t k = 0; k < LARGE; k++) wrong += large[k] != 6;
        wrong += large_initialized[5000] != 0 || large_initialized[1] != 2;
    }
    expect(wrong == 0, "a large array comes back");
    expect(seen.faults >= 3 && seen.faults <= 5, "by %u pages", seen.faults);
    memset((char *)large, 1, sizeof large);
    restart();
    for (size_t k = 0; k < LARGE; k++) wrong += large[k] != 6;
    expect(wrong == 0 && seen.faults < LARGE / PAGE, "all of it, if all was written to, with %u faults", seen.faults);
    memset((char *)large, 7, sizeof large);
    lct_image_take();
    unsigned faults = seen.faults;
    large[70000] = 1;
    restart();
    expect(large[70000] == 7 && seen.faults == faults + 1, "a new image takes the place of the old one (%u faults)",
           seen.faults - faults);
    restart();
}

static void test_kernel(void) {
    lct_image_take();
    seen.faults = 0;
    FILE *file = tmpfile();
    expect(file && fwrite("hello", 1, 5, file) == 5 && fflush(file) == 0 &&
               pread(fileno(file), (char *)large + 50 * PAGE - 2, 5, 0) == 5 &&
               !memcmp((char *)large + 50 * PAGE - 2, "hello", 5),
           "the kernel may write to pages that were not written to: pread");
    rewind(file);
    setvbuf(file, NULL, _IONBF, 0);
    expect(fread((char *)large + 40 * PAGE, 1, 5, file) == 5 && large[40 * PAGE] == 'h', "fread");
    restart();
    expect(large[50 * PAGE - 2] == 7 && large[50 * PAGE + 2] == 7 && large[40 * PAGE] == 7, "and they come back");
    expect(seen.faults == 0, "without a fault");
    fclose(file);
}

static void test_copied(void) {
    lct_region_copy_all();
    lct_image_take();
    seen.faults = 0;
    large[70000] = 1;
    large[80000] = 1;
    restart();
    expect(large[70000] == 7 && large[80000] == 7 && seen.faults == 0, "everything can be copied instead");
}

typedef struct own {
    int initialized, empty, library, error;
    const volatile void *at, *library_at;
} own;

static own look(void) {
    return (own){thread_initialized,  thread_empty[50],       *library_thread_number(), errno,
                 &thread_initialized, library_thread_number()};
}

static own change(void) {
    thread_initialized = 13;
    thread_empty[50] = 2;
    errno = 9;
    return look();
}

/* On a stack of its own, as threads are run. */
static own (*task)(void) LCT_STATE;
static own answer LCT_STATE;

static void run_task(void *number) {
    answer = task();
    lct_fiber_switch(&lct_m.threads[(uintptr_t)number].fiber, &lct_m.home);
}

static own as_thread(unsigned number, own what(void)) {
    enum { STACK = 64 * 1024 };
    static char *stack LCT_STATE;
    if (!stack) stack = lct_reserve(STACK);
    lct_fiber *fiber = &lct_m.threads[number].fiber;
    task = what;
    lct_fiber_make(fiber, stack, STACK, run_task, (void *)(uintptr_t)number);
    if (lct_m.swaps) lct_tls_get_out(number);
    lct_fiber_switch(&lct_m.home, fiber);
    if (lct_m.swaps) lct_tls_put_away(number);
    return answer;
}

static void test_threads(void) {
    thread_initialized = 12;
    thread_empty[50] = 1;
    *library_thread_number() = 6;
    lct_image_take();
    errno = 4;
    lct_tls_thread(0);
    lct_tls_thread(1);
    const own second = as_thread(1, look);
    expect(second.initialized == 11 && second.empty == 0 && second.library == 5 && second.error == 0,
           "a new thread has them as they begin, errno too");
    as_thread(1, change);
    lct_tls_thread(2);
    const own third = as_thread(2, look), first = as_thread(0, look);
    expect(third.initialized == 11 && third.empty == 0 && third.library == 5, "and so has the next one");
    expect(first.initialized == 12 && first.empty == 1 && first.library == 6 && first.error == 0,
           "the first one as the setup left them");
    expect(as_thread(1, look).initialized == 13 && as_thread(1, look).error == 9, "who changes them changes its own");
    bool differ = second.at != first.at && second.at != third.at && second.library_at != first.library_at;
    expect(lct_m.swaps ? !differ : differ, "at %s", lct_m.swaps ? "the same address" : "addresses of their own");
    if (!lct_m.swaps) {
        expect(lct_tls_thread_of((uintptr_t)first.at) == 0 && lct_tls_thread_of((uintptr_t)second.at) == 1 &&
                   lct_tls_thread_of((uintptr_t)third.library_at) == 2 && lct_tls_thread_of((uintptr_t)&empty) == -1,
               "it is known whose they are");
        lct_m.threads[1].life = LCT_FINISHED;
        expect(lct_tls_is_gone((uintptr_t)second.at) && !lct_tls_is_gone((uintptr_t)third.at) &&
                   !lct_tls_is_gone((uintptr_t)first.at),
               "and that they are gone when the thread has ended");
        lct_m.threads[1].life = LCT_UNUSED;
    }
    expect(lct_m.swaps == (lct_image_warning() != NULL), "nothing is left out, or that is said");
}

static void test_library(void) {
    int *number = library_number();
    char *array = library_large();
    expect(*number == 7, "a shared object");
    *number = 8;
    array[5 * PAGE] = 1;
    for (int i = 0; i < 2; i++) {
        lct_image_take();
        *number = 9;
        array[5 * PAGE] = array[100 * PAGE] = array[LIBRARY_LARGE - 1] = 9;
        restart();
        expect(*number == 8 && array[5 * PAGE] == 1 && !array[100 * PAGE] && !array[LIBRARY_LARGE - 1],
               "%s objects come back, too", i ? "instrumented shared" : "shared");
        lct_image_add_object(library_code());
    }
}

/* Memory that a constructor allocated belongs to the code under test. */
static char *early;
__attribute__((constructor)) static void allocate_early(void) { early = memset(malloc(30), 1, 30); }

static void test_early(void) {
    char *same = early;
    lct_image_take();
    AS_THREAD(1) {
        early[3] = 2;
        free(early);
        early = malloc(30);
    }
    restart();
    expect(early == same && early[3] == 1 && !lct_heap_bad((uintptr_t)early, 30) && lct_heap_bad((uintptr_t)early, 31),
           "what constructors allocate comes back");
}

static void test_stdio(void) {
    lct_image_take();
    FILE *file = NULL;
    AS_THREAD(1) {
        file = fopen("/dev/null", "w");
        fprintf(file, "the buffer is allocated now %f", 1.5);
    }
    restart();
    AS_THREAD(1) {
        void *block = malloc(4000);
        fprintf(file, "and used again");
        expect(fclose(file) == 0, "what libc allocates for itself stays");
        free(block);
    }
    restart();
}

/* With an argument thread-local variables are exchanged, as where there is no other way. */
int main(int argc, char **argv) {
    (void)argv;
    lct_m.swaps = argc > 1;
    handle_faults();
    lct_image_init();
    lct_heap_init(LCT_HEAP_LIFO);
    expect(lct_image_fault(&initialized) == false, "no fault of ours");
    test_early();
    test_small();
    test_large();
    test_kernel();
    test_threads();
#ifdef __x86_64__
    lct_fiber_sets_by_call = true; /* as on kernels that do not let programs set the register */
    test_threads();
    lct_fiber_sets_by_call = false;
#endif
    test_library();
    test_stdio();
    test_copied();
    return tap_end();
}
