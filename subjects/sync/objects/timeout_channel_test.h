/* What tests of a channel whose operations give up do. */
#ifndef SUBJECTS_SYNC_TIMEOUT_CHANNEL_TEST_H
#define SUBJECTS_SYNC_TIMEOUT_CHANNEL_TEST_H

#include <lince/test.h>

#include "timeout_channel.h"

static struct timeout_channel channel;
static void setup(void) { timeout_channel_init(&channel); }
static bool sends(long x) { return timeout_channel_send(&channel, x); }
static long receives(void) {
    long x;
    return timeout_channel_receive(&channel, &x) ? x : lince_none;
}

static void operations(void) {
    lince_test_spec("timeout-channel");
    lince_test_setup(setup);
    lince_test_op("send", sends);
    lince_test_op("receive", receives);
}

static void timeout_channel_test(void) {
    operations();
    lince_test_scenario("send(1) | send(2) | receive()");
    lince_test_scenario("send(1) send(2) | receive() receive()");
    lince_test_scenario("send(1) | send(2) | receive() receive()");
}

static void timeout_channel_many(void) {
    operations();
    lince_test_scenario(
        "send(1) send(2) send(3) send(4) | send(5) send(6) send(7) send(8) | "
        "receive() receive() receive() receive() | receive() receive() receive() receive()");
}

#endif
