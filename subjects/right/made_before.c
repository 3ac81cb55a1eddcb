// expect: ok exhaustive
/* A semaphore, a message and a pipe that a constructor makes are there when the test begins. */
#include <lince/test.h>
#include <stdlib.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <unistd.h>
static int s, q, ends[2], x;
__attribute__((constructor)) static void make(void) {
    s = semget(IPC_PRIVATE, 1, 0600);
    semctl(s, 0, SETVAL, 1);
    q = msgget(IPC_PRIVATE, 0600);
    long token[2] = {1, 0};
    msgsnd(q, token, 1, 0);
    if (pipe(ends) || write(ends[1], "t", 1) != 1) abort();
}
static void add(void) {
    struct sembuf take = {0, -1, 0}, give = {0, 1, 0};
    long token[2];
    char byte;
    lince_assert(semop(s, &take, 1) == 0);
    lince_assert(msgrcv(q, token, 1, 0, 0) == 1);
    lince_assert(read(ends[0], &byte, 1) == 1 && byte == 't');
    x++;
    lince_assert(write(ends[1], &byte, 1) == 1);
    token[0] = 1;
    lince_assert(msgsnd(q, token, 1, 0) == 0);
    lince_assert(semop(s, &give, 1) == 0);
}
LINCE_TEST(made_before) {
    lince_test_thread(add);
    lince_test_thread(add);
}
