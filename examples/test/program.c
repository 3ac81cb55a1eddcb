/* Any program with a main of its own can be tested: its operations stand between lince_op_begin and lince_op_end,
 * and the rest of it is as it always was.
 *
 *     $ lince test --spec counter program.c
 *     program.c: main: violation — data race: T2 reads what T1 wrote, and nothing orders the two ...
 *
 *     $ lince test --spec counter --no-data-races program.c
 *     program.c: main: violation — not linearizable as a counter ...
 *       get() by main returned 1, but no order of the operations so far allows
 *       anything but 0.
 *
 * One thread counts a visitor in, the other one counts a visitor out.  There is a mutex, but one of them forgets it. */
#include <lince/test.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long visitors;

static void *comes(void *unused) {
    lince_op_begin("inc");
    pthread_mutex_lock(&lock);
    visitors++;
    pthread_mutex_unlock(&lock);
    lince_op_end();
    return unused;
}

static void *goes(void *unused) {
    lince_op_begin("dec");
    visitors--;
    lince_op_end();
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, NULL, comes, NULL);
    pthread_create(&other, NULL, goes, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    lince_op_begin("get");
    lince_op_end(visitors);
    return 0;
}
