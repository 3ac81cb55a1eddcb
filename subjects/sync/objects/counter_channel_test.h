/* What tests of a channel that counts do. */
#ifndef SUBJECTS_SYNC_COUNTER_CHANNEL_TEST_H
#define SUBJECTS_SYNC_COUNTER_CHANNEL_TEST_H

#include <lince/test.h>

#include "counter_channel.h"

static struct counter_channel channel;
static void setup(void) { counter_channel_init(&channel); }

static void sends(long x) {
    lince_op_begin("send", x);
    lince_op_end(counter_channel_send(&channel, x));
}

static void receives(void) {
    long number;
    lince_op_begin("receive");
    long x = counter_channel_receive(&channel, &number);
    lince_op_end(x, number);
}

static void sends_1(void) { sends(1); }
static void sends_2(void) { sends(2); }
static void sends_more(void) {
    for (int i = 0; i < 4; i++) sends(10 * lince_thread_number() + i);
}

static void receives_2(void) {
    for (int i = 0; i < 2; i++) receives();
}

static void receives_more(void) {
    for (int i = 0; i < 4; i++) receives();
}

static void operations(void) {
    lince_test_spec("counter-channel");
    lince_test_setup(setup);
}

static void counter_channel_test(void) {
    operations();
    lince_test_thread(sends_1);
    lince_test_thread(sends_2);
    lince_test_thread(receives_2);
}

static void counter_channel_many(void) {
    operations();
    lince_test_thread(sends_more);
    lince_test_thread(sends_more);
    lince_test_thread(receives_more);
    lince_test_thread(receives_more);
}

#endif
