# Thread-local variables. A report says whose it is.
= handed.c
#include <lince/test.h>
#include <stdatomic.h>
static _Thread_local struct { long unused, value; } own;
static _Atomic(long *) hand;
static atomic_int taken;
static void hold_out(void) {
    atomic_store(&hand, &own.value);
    own.value = 1;
    while (!atomic_load(&taken)) continue;
}
static void take(void) {
    long *at;
    while (!(at = atomic_load(&hand))) continue;
    *at = 2;
    atomic_store(&taken, 1);
}
LINCE_TEST(handed) { lince_test_thread(hold_out); lince_test_thread(take); }
static void leave(void) { atomic_store(&hand, &own.value); }
LINCE_TEST(left) { lince_test_thread(leave); lince_test_thread(take); }
$ lince test --filter handed handed.c | sed -e '/^$/d' -e '/To see/d'
handed.c: handed: violation — data race: T2 writes what T1 wrote, and nothing orders the two (1 execution, 0 histories, {time})
  Scenario: threads
  data race: T2 writes what T1 wrote, and nothing orders the two.
  T1: write own.value of T1 (8 bytes, not atomic)
    handed.c:8            hold_out
  T2: write own.value of T1 (8 bytes, not atomic)
    handed.c:14           take
  T1                                T2
  store hand: NULL → &own.value of                                   handed.c:7
    T1
  write own.value of T1 (8 bytes)                                    handed.c:8
  load taken = 0                                                     handed.c:9
  load taken = 0                                                     handed.c:9
  └─────────────────────────────────→
                                    load hand = &own.value of T1     handed.c:13
                                    write own.value of T1 (8 bytes)  handed.c:14
  T2: data race: T2 writes what T1 wrote, and nothing orders the two
    (handed.c:14)
? 0
$ lince test --filter left handed.c | sed -e '/^$/d' -e '/To see/d'
handed.c: left: violation — memory is used after it was freed: T2 writes 8 bytes of a thread-local variable of T1, which has ended (1 execution, 0 histories, {time})
  Scenario: threads
  T2 writes 8 bytes of a thread-local variable of T1, which has ended.
  T1                                   T2
  store hand: NULL → &own.value of T1                                handed.c:18
  └────────────────────────────────────→
                                       load hand = &own.value of T1  handed.c:13
  T2 writes 8 bytes of a thread-local variable of T1, which has ended
    (handed.c:14)
? 0
$ lince test --filter left --json handed.c | grep -o '"kind":"use-after-free"' | sort -u; lince test --filter left --allow use-after-free -q handed.c
"kind":"use-after-free"
? 0

# Those of libraries, also of such that the test loads itself, whichever way they are found.
= found.c
static __thread int count = 3;
static __thread char large[10000];
int *found(void) {
    large[7]++;
    return &count;
}
int calls(void) { return large[7]; }
= fixed.c
static __thread int count __attribute__((tls_model("initial-exec"))) = 4;
int *fixed(void) { return &count; }
= loads.c
#include <dlfcn.h>
#include <lince/test.h>
#include <stdatomic.h>
static int *(*found)(void), *(*fixed)(void), (*calls)(void), *all[4][2];
static atomic_int shared;
static void setup(void) {
    void *one = dlopen("./found.so", RTLD_NOW), *other = dlopen("./fixed.so", RTLD_NOW);
    found = (int *(*)(void))dlsym(one, "found");
    calls = (int (*)(void))dlsym(one, "calls");
    fixed = (int *(*)(void))dlsym(other, "fixed");
    *found() = 1;
}
static void use(void) {
    int me = lince_thread_number();
    all[me][0] = found();
    all[me][1] = fixed();
    lince_assert(*found() == 3 && *fixed() == 4 && calls() == 2);
    *found() = *fixed() = me;
    atomic_fetch_add(&shared, 1);
    lince_assert(*found() == me && *fixed() == me && calls() == 4);
}
static void compare(void) {
    for (int i = 1; i < 3; i++)
        for (int k = 0; k < 2; k++) lince_assert(all[i][k] != all[i + 1][k]);
    lince_assert(*found() == 1 && calls() == 2);
}
LINCE_TEST(loads) {
    lince_test_setup(setup);
    for (int i = 0; i < 3; i++) lince_test_thread(use);
    lince_test_finally(compare);
}
$ for f in found fixed; do ${CC:-cc} -shared -fPIC -o $f.so $f.c; done; lince test loads.c; lince test -q -S random --max-executions 500 --leaks loads.c
loads.c: loads: ok — no failure: {number} executions, 0 histories, all interleavings ({time})
? 0
