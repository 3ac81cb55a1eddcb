# A limit on memory ends a test; the code under test does not hear of it, as it would take it for a reason to crash.
= hunk.c
#include <lince/test.h>
#include <stdlib.h>
static void use(void) {
    volatile char *hunk = malloc(700 << 20);
    hunk[5] = 1;
    free((char *)hunk);
}
LINCE_TEST(hunk) { lince_test_thread(use), lince_test_thread(use); }
= vector.cpp
#include <lince/test.h>
#include <vector>
LINCE_TEST(vector) {
    lince_test_thread([] { std::vector<char> hunk(700 << 20); });
}
= mapping.c
#include <lince/test.h>
#include <sys/mman.h>
static void use(void) {
    char *hunk = mmap(NULL, 700 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    hunk[5] = 1;
    munmap(hunk, 700 << 20);
}
LINCE_TEST(mapping) { lince_test_thread(use), lince_test_thread(use); }
$ for FILE in hunk.c vector.cpp mapping.c; do lince test --jobs 1 --max-memory 50M $FILE; echo $?; done
hunk.c: hunk: unknown — the memory limit was reached: 0 executions, {any}
3
vector.cpp: vector: unknown — the memory limit was reached: 0 executions, {any}
3
mapping.c: mapping: unknown — the memory limit was reached: 0 executions, {any}
3
? 0

$ lince test hunk.c; lince test mapping.c
hunk.c: hunk: ok — {any}
mapping.c: mapping: ok — {any}
? 0

# What the code does wrong by itself is found all the same, and so is what it does with a request that no machine grants.
= null.c
#include <lince/test.h>
#include <stdlib.h>
static volatile size_t size = (size_t)1 << 50;
static void use(void) {
    volatile char *hunk = malloc(size); /* volatile: else the compiler may leave it out */
    hunk[5] = 1;
}
LINCE_TEST(null) { lince_test_thread(use); }
$ lince test --max-memory 500M null.c | head -n 1
null.c: null: violation — crash: write through a null pointer (address 0x5) ({any})
? 0

# One that some machine would grant is more than Lince has room for.
= large.c
#include <lince/test.h>
#include <stdlib.h>
static volatile size_t size = (size_t)3 << 30;
static void use(void) {
    volatile char *hunk = malloc(size); /* volatile: else the compiler may leave it out */
    hunk[5] = 1;
}
LINCE_TEST(large) { lince_test_thread(use); }
$ lince test large.c > told; echo $?; head -n 1 told
3
large.c: large: unknown — the test is too large: malloc: no room for 3221225472 bytes: a thread can have 4096 MB in all, in blocks of 2048 MB at most ({any})
? 0

# The code that gcc puts on a stack to call a nested function can be run there; elsewhere no data can.
= nested.c
#include <lince/test.h>
#include <pthread.h>
static int total;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void outer(void) {
    int mine = 1;
    void *add(void *arg) {
        pthread_mutex_lock(&mutex);
        total += mine + (arg != 0);
        pthread_mutex_unlock(&mutex);
        return arg;
    }
    pthread_t other;
    pthread_create(&other, NULL, add, NULL);
    add(&mine);
    pthread_join(other, NULL);
}
static void check(void) { lince_assert(total == 3); }
LINCE_TEST(nested) { lince_test_thread(outer); lince_test_finally(check); }
$ if gcc --version >/dev/null 2>&1; then CC=gcc lince test nested.c 2>/dev/null; else echo 'nested.c: nested: ok — no failure: 3'; fi
nested.c: nested: ok — no failure: 3{any}
? 0

= jump.c
#include <lince/test.h>
static char bytes[64];
static void (*volatile to)(void);
static void into_data(void) { to = (void (*)(void))(void *)bytes; to(); }
static void to_null(void) { to = 0; to(); }
LINCE_TEST(into_data) { lince_test_thread(into_data); }
LINCE_TEST(to_null) { lince_test_thread(to_null); }
$ lince test jump.c | grep '^jump.c'
jump.c: into_data: violation — crash: jump to address 0x{any}, where there is no code ({any})
jump.c: to_null: violation — crash: jump through a null pointer (address 0) ({any})
? 0

# Who is told of what was lost has not failed where that was allocated.
$ lince test --leaks $SOURCE/examples/test/queue.c | sed -n '/^  main: /,/^  To test/p'
  main: 1 block allocated here, 16 bytes, is not freed, and nothing points to it
    (queue.c:32)

  T1 allocated the block A:
      at queue.c:32 in queue_enq
      at queue.c:57 in enq

  To test it from now on: lince_test_scenario("enq(1) enq(2) deq() deq()");
? 0
