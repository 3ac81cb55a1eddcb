// expect: ok exhaustive
// options: --no-data-races --strategy dpor
// expect: ok
// options: --no-data-races
/* A loop that waits for a change at the end of what it copies: whatever it has read may end its waiting. */
#include <lince/test.h>
#include <string.h>

struct message {
    long words[4];
};
static struct message shared;

static void receive(void) {
    struct message copy;
    do memcpy(&copy, &shared, sizeof copy);
    while (!copy.words[3]);
}

static void send(void) {
    struct message full = {{1, 1, 1, 1}};
    shared = full;
}

LINCE_TEST(wide_wait) {
    lince_test_thread(receive);
    lince_test_thread(send);
}
