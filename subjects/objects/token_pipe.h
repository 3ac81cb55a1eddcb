/* A lock that is a byte in a pipe: who has it counts. */
#include <lince/test.h>
#include <unistd.h>

static int ends[2];
static long count;

static void put(char token) { lince_assert(write(ends[1], &token, 1) == 1); }
static void take(void) {
    char token;
    lince_assert(read(ends[0], &token, 1) == 1);
}

static void setup(void) {
    lince_assert(pipe(ends) == 0);
    put('t');
}

static long next(void) {
    take();
    long mine = ++count;
    PUT_BACK;
    return mine;
}

static long look(void) {
    LOOK_TAKES;
    long now = count;
    put('t');
    return now;
}

LINCE_TEST(token_pipe) {
    lince_test_setup(setup);
    lince_test_op("next", next);
    lince_test_op("look", look);
}
