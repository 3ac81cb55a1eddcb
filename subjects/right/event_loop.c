// expect: ok exhaustive
// options: --filter epoll
// expect: ok exhaustive
// options: --filter edge
// expect: ok exhaustive
// options: --filter select
// expect: ok exhaustive
// options: --filter made_by_setup
/* A loop that waits for messages of two kinds, and ends when it is told to: by epoll, level and edge triggered, and by
 * select. */
#include <lince/test.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <unistd.h>

static int work, stop, both;
static atomic_int done;

static void signal_to(int fd) {
    uint64_t one = 1;
    lince_assert(write(fd, &one, sizeof one) == sizeof one);
}
static void take(int fd) {
    uint64_t count;
    lince_assert(read(fd, &count, sizeof count) == sizeof count);
    if (fd == work) done += (int)count;
}
static void *sends(void *unused) {
    signal_to(work);
    return unused;
}
static void wait_for(int fd, uint32_t how) {
    struct epoll_event e = {.events = EPOLLIN | how, .data.fd = fd};
    lince_assert(epoll_ctl(both, EPOLL_CTL_ADD, fd, &e) == 0);
}
static void open_all(uint32_t how) {
    work = eventfd(0, 0);
    stop = eventfd(0, 0);
    both = epoll_create1(0);
    wait_for(work, how);
    wait_for(stop, how);
}
static void *loop(void *unused) {
    for (bool stopped = false; !stopped;) {
        struct epoll_event e[2];
        int n = epoll_wait(both, e, 2, -1);
        lince_assert(n > 0);
        for (int i = 0; i < n; i++) {
            stopped |= e[i].data.fd == stop;
            take(e[i].data.fd);
        }
    }
    return unused;
}
static void *selects(void *unused) {
    for (bool stopped = false; !stopped;) {
        fd_set ready;
        FD_ZERO(&ready);
        FD_SET(work, &ready);
        FD_SET(stop, &ready);
        lince_assert(select(stop + 1, &ready, NULL, NULL, NULL) > 0);
        if (FD_ISSET(work, &ready)) take(work);
        if (FD_ISSET(stop, &ready)) take(stop), stopped = true;
    }
    return unused;
}
static void drive(void *(*body)(void *)) {
    pthread_t runs, sender;
    pthread_create(&runs, NULL, body, NULL);
    pthread_create(&sender, NULL, sends, NULL);
    pthread_join(sender, NULL);
    signal_to(stop);
    pthread_join(runs, NULL);
    lince_assert(done == 1);
}

static void by_epoll(void) {
    open_all(0);
    drive(loop);
}
static void by_edge(void) {
    open_all(EPOLLET);
    drive(loop);
}
static void by_select(void) {
    open_all(0);
    drive(selects);
}
static void setup(void) { open_all(EPOLLONESHOT); }
static void by_setup(void) { drive(loop); }

LINCE_TEST(epoll) { lince_test_thread(by_epoll); }
LINCE_TEST(edge) { lince_test_thread(by_edge); }
LINCE_TEST(select) { lince_test_thread(by_select); }
LINCE_TEST(made_by_setup) {
    lince_test_setup(setup);
    lince_test_thread(by_setup);
}
