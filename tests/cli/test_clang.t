# What clang does in its own way, and is to be told as with gcc: where there is no clang, another compiler is asked.
#
# A static structure is taken apart, each member at an address of its own; of a number that is one of two a byte is kept.
= apart.c
#include <lince/test.h>
#include <stdatomic.h>
static struct { atomic_long head, tail; struct { long round; _Atomic short marks[3]; } in; } ring;
static atomic_long found;
static void fill(void) { ring.head = 1; ring.in.marks[1] = 3; ring.tail = 2; }
static void look(void) { found = ring.head + ring.in.marks[1] + ring.tail; lince_assert(!found); }
LINCE_TEST(apart) { lince_test_op("fill", fill); lince_test_op("look", look); lince_test_scenario("fill() look()"); }
= byte.c
#include <lince/test.h>
static int level;
static struct { long mark, limit; } bounds;
static void raise(void) { level = 5; }
static long ask(void) { return level; }
static void mark(void) { bounds.mark = 3; bounds.limit++; }
static long find(void) { return bounds.mark + bounds.limit; }
LINCE_TEST(level) { lince_test_op("raise", raise); lince_test_op("ask", ask); lince_test_scenario("raise() | ask()"); }
LINCE_TEST(mark) { lince_test_op("mark", mark); lince_test_op("find", find); lince_test_scenario("mark() | find()"); }
$ CC=$(command -v clang || echo ${CC:-cc}); export CC; lince test apart.c | grep -o '│ [a-z]* ring[^ ]*'; lince test byte.c | grep -o 'T[12]: [a-z]* [a-z.]* ('
│ store ring.head:
│ store ring.in.marks[1]:
│ store ring.tail:
│ load ring.head
│ load ring.in.marks[1]
│ load ring.tail
T1: write level (
T2: read level (
T1: write bounds.mark (
T2: read bounds.mark (
? 0

# A header beside the test goes by the name that it has there.
= beside.h
#include <lince/test.h>
#include <assert.h>
#include <stdatomic.h>
static atomic_long n;
static void one(void) { lince_assert(n < 0); }
static void two(void) { assert(n < 0); }
LINCE_TEST(first) { lince_test_op("one", one); lince_test_scenario("one()"); }
LINCE_TEST(second) { lince_test_op("two", two); lince_test_scenario("two()"); }
= beside.c
#include "beside.h"
$ CC=$(command -v clang || echo ${CC:-cc}); export CC; lince test --trace beside.trace beside.c | grep -o '^[^ ]*beside.*hold'; lince test --strategy stress beside.c | grep -o '^[^ ]*beside.*hold'; grep ^source beside.trace
beside.h: first: violation — an assertion failed: beside.h:5: assertion `n < 0` does not hold
beside.h: second: violation — an assertion failed: beside.h:6: assertion `n < 0` does not hold
beside.h: first: violation — an assertion failed: beside.h:5: assertion `n < 0` does not hold
beside.h: second: violation — an assertion failed: beside.h:6: assertion `n < 0` does not hold
source {word} beside.c
source {word} beside.h
? 0

# Code that clang takes to be impossible ends there, and not in whatever function comes next.
= impossible.c
#include <lince/test.h>
static long *nothing;
static long take(void) {
    return ++*nothing;
}
static long other(void) { return 2; }
LINCE_TEST(impossible) { lince_test_op("take", take); lince_test_op("other", other); lince_test_scenario("take()"); }
$ CC=$(command -v clang || echo ${CC:-cc}); export CC; lince test impossible.c | grep -o -e '— crash' -e '(impossible.c:[0-9]*)'
— crash
(impossible.c:4)
? 0

# A test that has a model is compiled twice, and warned of once.
= model.c
#include <lince/test.h>
#include <stdatomic.h>
#warning this is not ready
static atomic_long n;
static long next(void) { return n++; }
static long count;
static long count_on(void) { return count++; }
LINCE_TEST(model) {
    lince_test_op("next", next);
    lince_test_model(&count, sizeof count);
    lince_test_model_op("next", count_on);
    lince_test_size(2, 1);
}
$ lince test model.c 2>&1 | grep -c 'warning: .*this is not ready'
1
? 0
