/* What tests of a channel that counts do. */
#ifndef SUBJECTS_SYNC_COUNTER_CHANNEL_TEST_H
#define SUBJECTS_SYNC_COUNTER_CHANNEL_TEST_H

#include <lince/test.h>

#include "counter_channel.h"

static struct counter_channel channel;
static void setup(void) { counter_channel_init(&channel); }
static long sends(long x) { return counter_channel_send(&channel, x); }
static long receives(void) {
    long number, x = counter_channel_receive(&channel, &number);
    lince_also_returns(number);
    return x;
}

static void operations(void) {
    lince_test_spec("counter-channel");
    lince_test_setup(setup);
    lince_test_op("send", sends);
    lince_test_op("receive", receives);
}

static void counter_channel_test(void) {
    operations();
    lince_test_scenario("send(1) | send(2) | receive()");
    lince_test_scenario("send(1) | send(2) | receive() receive()");
    lince_test_scenario("send(1) send(2) | receive() | receive()");
    lince_test_scenario("send(1) send(2) | send(3) | receive() receive() | receive()");
}

static void counter_channel_many(void) {
    operations();
    lince_test_scenario(
        "send(1) send(2) send(3) send(4) | send(5) send(6) send(7) send(8) | "
        "receive() receive() receive() receive() | receive() receive() receive() receive()");
}

#endif
