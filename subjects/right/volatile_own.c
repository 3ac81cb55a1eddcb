// expect: ok exhaustive
/* A volatile variable on a thread's own stack, which it has told another one: it waits there for an answer. */
#include <lince/test.h>

#include <pthread.h>

struct letter {
    volatile int answered;
    int question;
};

static void *answers(void *letter) {
    ((struct letter *)letter)->answered = 1;
    return NULL;
}
static void asks(void) {
    struct letter own = {.answered = 0};
    pthread_t other;
    pthread_create(&other, NULL, answers, &own);
    while (!own.answered) continue;
    pthread_join(other, NULL);
}

LINCE_TEST(letter) { lince_test_thread(asks); }
