/* A register of two halves under a reader-writer lock.  Before this is included, WRITER_LOCK says what writers take. */
#ifndef SUBJECTS_PAIR_H
#define SUBJECTS_PAIR_H

#include <lince/test.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static long first_half, second_half;

static void write_pair(long value) {
    WRITER_LOCK(&lock);
    first_half = value;
    second_half = value;
    pthread_rwlock_unlock(&lock);
}

/* -1: torn. */
static long read_pair(void) {
    pthread_rwlock_rdlock(&lock);
    long value = first_half == second_half ? first_half : -1;
    pthread_rwlock_unlock(&lock);
    return value;
}

static void pair_test(void) {
    lince_test_spec("register");
    lince_test_op("write", write_pair, lince_unique);
    lince_test_op("read", read_pair);
    lince_test_scenario("write(0); write(1) | read() read() | write(2)");
    lince_test_scenario("write(0); write(1) | read() | read()");
}

#endif
