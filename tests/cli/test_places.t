# Which line of the source a step is told to be from. Lines of a library are made up here.
#
# One line of the test stands for all a library does: so its own lines are told, though not those of what it uses.
= library.c
#include <lince/test.h>
#include <stdatomic.h>
#line 100 "/usr/include/atomics.h"
static inline int load(atomic_int *x) { return atomic_load(x); }
static inline void store(atomic_int *x, int v) { atomic_store(x, v); }
#line 10 "/usr/include/turns.h"
atomic_int turns, last, done;
static inline int take(int who) {
    int mine = load(&turns);
    store(&last, who);
    store(&turns, mine + 1);
    store(&done, 1);
    return mine;
}
#line 6 "library.c"
static long turn(void) { return take(lince_thread_number()); }
LINCE_TEST(library) { lince_test_op("turn", turn); lince_test_scenario("; turn() | turn()"); }
= own.c
#include <lince/test.h>
#include <stdatomic.h>
#line 100 "/usr/include/atomics.h"
static inline int load(atomic_int *x) { return atomic_load(x); }
static inline void store(atomic_int *x, int v) { atomic_store(x, v); }
#line 5 "own.c"
static atomic_int turns;
static long turn(void) {
    int mine = load(&turns);
    store(&turns, mine + 1);
    return mine;
}
LINCE_TEST(own) { lince_test_op("turn", turn); lince_test_scenario("; turn() | turn()"); }
$ lince test library.c | grep -o '[a-z]*[.][ch]:[0-9][0-9]*' | sort -u
turns.h:12
turns.h:13
turns.h:14
turns.h:15
? 0

# Code that uses nothing but atomics of a library has lines of its own.
$ lince test own.c | grep -o '[a-z]*[.][ch]:[0-9][0-9]*' | sort -u
own.c:7
own.c:8
? 0

# What a function calls last was called from there, whatever the optimizer makes of it.
= last.c
#include <lince/test.h>
static void notes(void) {
    lince_note((const char *)0);
}
static void chooses(void) {
    lince_choose(0);
}
LINCE_TEST(notes) { lince_test_op("notes", notes); lince_test_scenario("notes()"); }
LINCE_TEST(chooses) { lince_test_op("chooses", chooses); lince_test_scenario("chooses()"); }
$ lince test last.c -- -O2 | grep -o '(last.c:[0-9]*)'
(last.c:3)
(last.c:6)
? 0
