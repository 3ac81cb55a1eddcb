/* What tests of the lock with phases do: a number that is read and written inside the lock, by those who wait for it
 * and those who only try, and a model of that. */
#ifndef SUBJECTS_PHASE_RWLOCK_TEST_H
#define SUBJECTS_PHASE_RWLOCK_TEST_H

#include <lince/test.h>

#include "phase_rwlock.h"

static struct phase_rwlock lock;
static long number;

static long read_and_unlock(void) {
    long value = number;
    phase_rdunlock(&lock);
    return value;
}

static void write_and_unlock(long value) {
    number = value;
    phase_wrunlock(&lock);
}

static long reads(void) {
    phase_rdlock(&lock);
    return read_and_unlock();
}

static long tries_to_read(void) { return phase_tryrdlock(&lock) ? read_and_unlock() : lince_none; }

static void writes(long value) {
    phase_wrlock(&lock);
    write_and_unlock(value);
}

static bool tries_to_write(long value) {
    bool locked = phase_trywrlock(&lock);
    if (locked) write_and_unlock(value);
    return locked;
}

static long model;

static long model_reads(void) { return model; }
static long model_tries_to_read(void) { return lince_choose(2) ? model : lince_none; }
static void model_writes(long value) { model = value; }
static bool model_tries_to_write(long value) { return lince_choose(2) ? model = value, true : false; }

static void phase_rwlock_operations(void) {
    lince_test_op("read", reads);
    lince_test_op("tryread", tries_to_read);
    lince_test_op("write", writes, lince_unique);
    lince_test_op("trywrite", tries_to_write, lince_unique);
    lince_test_model(&model, sizeof model);
    lince_test_model_op("read", model_reads);
    lince_test_model_op("tryread", model_tries_to_read);
    lince_test_model_op("write", model_writes);
    lince_test_model_op("trywrite", model_tries_to_write);
}

#endif
