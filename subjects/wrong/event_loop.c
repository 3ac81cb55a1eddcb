// expect: failure deadlock
/* Two messages may be one event: who takes one message for each event that is told only once (EPOLLET) leaves the
 * second behind, and then waits for an event that has been. */
#include <lince/test.h>

#include <sys/epoll.h>
#include <unistd.h>

static int ends[2], events;

static void setup(void) {
    struct epoll_event e = {.events = EPOLLIN | EPOLLET};
    lince_assert(pipe(ends) == 0);
    events = epoll_create1(0);
    lince_assert(epoll_ctl(events, EPOLL_CTL_ADD, ends[0], &e) == 0);
}
static void sends(void) { lince_assert(write(ends[1], "x", 1) == 1 && write(ends[1], "y", 1) == 1); }
static void takes(void) {
    for (int i = 0; i < 2; i++) {
        struct epoll_event e;
        char c;
        lince_assert(epoll_wait(events, &e, 1, -1) == 1);
        lince_assert(read(ends[0], &c, 1) == 1);
    }
}

LINCE_TEST(messages) {
    lince_test_setup(setup);
    lince_test_thread(sends);
    lince_test_thread(takes);
}
