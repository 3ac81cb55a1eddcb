/* A register of two halves under a sequence lock. */
#ifndef SUBJECTS_SEQLOCK_TEST_H
#define SUBJECTS_SEQLOCK_TEST_H

#include <lince/test.h>

#include "seqlock.h"

static struct seqlock object;

static void write_pair(long value) { seqlock_write(&object, value, value); }

/* -1: torn. */
static long read_pair(void) {
    long first, second;
    seqlock_read(&object, &first, &second);
    return first == second ? first : -1;
}

static void setup(void) { write_pair(0); }

static long model;
static void model_write(long value) { model = value; }
static long model_read(void) { return model; }

static void seqlock_operations(void) {
    lince_test_setup(setup);
    lince_test_op("write", write_pair, lince_unique);
    lince_test_op("read", read_pair);
    lince_test_model(&model, sizeof model);
    lince_test_model_op("write", model_write);
    lince_test_model_op("read", model_read);
}

#endif
