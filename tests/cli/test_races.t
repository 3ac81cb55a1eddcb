# Data races.  Both accesses are told, also one that is no step, with all who called them.
= published.c
#include <lince/test.h>
#include <stdatomic.h>
static struct { long text[2]; } message;
static atomic_int there;
static void fill(long value) { message.text[1] = value; }
static void send(void) { fill(42); atomic_store_explicit(&there, 1, memory_order_relaxed); }
static void receive(void) { if (atomic_load_explicit(&there, memory_order_acquire)) lince_assert(message.text[1] == 42); }
LINCE_TEST(published) { lince_test_thread(send); lince_test_thread(receive); }
= two.c
#include <lince/test.h>
int a, b;
static void one(void) {
    a = 1;
    b = 1;
}
static void other(void) {
    a = 2;
    b = 2;
}
LINCE_TEST(two) { lince_test_thread(one); lince_test_thread(other); }
= hidden.c
#include <lince/test.h>
int ready, data;
static void use(void) { data++; __asm__ volatile(".intel_syntax noprefix; lock inc dword ptr [%0]; .att_syntax" : : "r"(&ready) : "memory"); }
LINCE_TEST(hidden) { lince_test_thread(use); lince_test_thread(use); }
$ lince test published.c | sed -e '/^$/d' -e '/To see/d'
published.c: published: violation — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
  Scenario: threads
  data race: T2 reads what T1 wrote, and nothing orders the two.
  T1: write message.text[1] (8 bytes, not atomic)
    published.c:5         fill
    published.c:6         send
  T2: read message.text[1] (8 bytes, not atomic)
    published.c:7         receive
  T1{any}T2
{any}write message.text[1] (8 bytes){any}
{any}store there: 0 → 1{any}
{any}
{any}load there = 1{any}
{any}read message.text[1] (8 bytes){any}
  T2: data race: T2 reads what T1 wrote, and nothing orders the two
    (published.c:7)
? 0

$ lince test --json published.c | grep -o '"failure":{"kind":"data-race"\|"accesses":\[{"thread":1,"kind":"write","atomic":false,"name":"message.text\[1\]","size":8'
"failure":{"kind":"data-race"
"accesses":[{"thread":1,"kind":"write","atomic":false,"name":"message.text[1]","size":8
? 0

# Every interleaving is as it should be.
$ lince test --no-data-races published.c
published.c: published: ok — no failure: {any}
? 0

# A trace finds it again, and one of several the right one.
$ lince test --trace p.trace published.c >/dev/null
? 1
$ grep -c '^race 0x' p.trace
1
? 0

$ lince test --replay p.trace | head -n 1
published.c: published: violation — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
? 0

$ lince test --no-data-races --replay p.trace | head -n 1
published.c: published: violation — data race: T2 reads what T1 wrote, and nothing orders the two ({any})
? 0

# Each pair of places once.
$ lince test --all-failures two.c | grep -e violation -e Also -e 'two.c:'
two.c: two: violation — data race: T2 writes what T1 wrote, and nothing orders the two ({any} 2 failures, {any})
    two.c:4               one
    two.c:8               other
  write a (4 bytes)                     two.c:4  a = 1;
                     write a (4 bytes)  two.c:8  a = 2;
  T2: data race: T2 writes what T1 wrote, and nothing orders the two (two.c:8)
  Also: data race: T2 writes what T1 wrote, and nothing orders the two (two.c:5
    and two.c:9), in threads
? 0

# What cannot be seen may be what orders them.
$ lince test hidden.c 2>/dev/null | grep -A1 'false alarm'
  This may be a false alarm: what orders the two may be among what cannot be
  seen, which the warnings name
? 0

# Where it happened is told with the accesses, and not once more behind the steps; where a block comes from is.
$ lince test "$SOURCE/subjects/wrong/treiber_aba.c" | grep -e 'T2: free' -e 'failed:' -e allocated
  T2: free A (16 bytes)
  main allocated the block A:
? 0

# What the compiler could write out instead of calling a function is seen as well.
= literals.c
#include <lince/test.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char line[64];
static void copies(void) { strcpy(line, "ab"); }
static void prints(void) { sprintf(line, "abc"); }
static void numbers(void) { snprintf(line, sizeof line, "%d", lince_thread_number()); }
static void duplicates(void) {
    char *copy = strdup(line);
    lince_note("%s", copy);
    free(copy);
}
static void compares(void) { lince_note("%d", memcmp(line, "abcd", 4) == 0); }
#define PAIR(a, b)                                                                                                     \
    LINCE_TEST(a##_##b) {                                                                                              \
        lince_test_thread(a);                                                                                          \
        lince_test_thread(b);                                                                                          \
    }
PAIR(copies, duplicates) PAIR(prints, duplicates) PAIR(numbers, numbers) PAIR(copies, compares) PAIR(compares, duplicates)
$ lince test literals.c | grep -o ': [a-z_]*: [a-z]* — [a-z ]*'
: copies_duplicates: violation — data race
: prints_duplicates: violation — data race
: numbers_numbers: violation — data race
: copies_compares: violation — data race
: compares_duplicates: ok — no failure
? 0
