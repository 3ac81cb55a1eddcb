// expect: ok exhaustive
// options: --strategy dpor
/* The kernel writes into memory that nobody has written to before: ends of pipes, and what comes out of them. */
#include <lince/test.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { LARGE = 1 << 18 };
static char space[LARGE];
static int ends[LARGE];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void pass_on(void) {
    int *here = ends + LARGE / 2;
    struct iovec parts[2] = {{space + LARGE / 4, 2}, {space + LARGE / 2, 2}};
    pthread_mutex_lock(&lock);
    lince_assert(pipe(here) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, here + 2) == 0);
    lince_assert(write(here[1], "abcdef", 6) == 6 && read(here[0], space + 100000, 3) == 3);
    lince_assert(!memcmp(space + 100000, "abc", 3));
    lince_assert(readv(here[0], parts, 2) == 3 && space[LARGE / 4 + 1] == 'e' && space[LARGE / 2] == 'f');
    lince_assert(send(here[2], "x", 1, 0) == 1 && recv(here[3], space + 200000, 9, 0) == 1 && space[200000] == 'x');
    for (int i = 0; i < 4; i++) close(here[i]);
    pthread_mutex_unlock(&lock);
}

LINCE_TEST(kernel_writes) {
    lince_test_thread(pass_on);
    lince_test_thread(pass_on);
}
