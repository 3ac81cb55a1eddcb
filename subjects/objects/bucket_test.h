/* What tests of a bucket do: replacing and removing what is under a key, and a model of that.  Each value that was
 * there is returned once, by whoever replaced or removed it. */
#ifndef SUBJECTS_BUCKET_TEST_H
#define SUBJECTS_BUCKET_TEST_H

#include <lince/test.h>

#include "bucket.h"

enum { KEYS = 2 };

static struct bucket object;

static void setup(void) {
    bucket_init(&object);
    for (long key = 0; key < KEYS; key++) bucket_add(&object, key, 0);
}

static long replace(long key, long value) {
    struct bucket_node *node;
    while ((node = bucket_find(&object, key)))
        if (bucket_replace(node, value)) return node->value;
    return lince_nil;
}

static long del(long key) {
    struct bucket_node *node;
    while ((node = bucket_find(&object, key)))
        if (bucket_remove(node)) return node->value;
    return lince_nil;
}

static long model_values[KEYS];

static long model_replace(long key, long value) {
    long old = model_values[key];
    if (old != lince_nil) model_values[key] = value;
    return old;
}

static long model_del(long key) {
    long old = model_values[key];
    model_values[key] = lince_nil;
    return old;
}

static void bucket_operations(void) {
    lince_test_setup(setup);
    lince_test_op("replace", replace, lince_range(0, KEYS - 1), lince_unique);
    lince_test_op("del", del, lince_range(0, KEYS - 1));
    lince_test_model(model_values, sizeof model_values);
    lince_test_model_op("replace", model_replace);
    lince_test_model_op("del", model_del);
}

#endif
