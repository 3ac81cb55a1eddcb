/* What tests of a synchronous channel do: a few calls in every interleaving, and many on real threads. */
#ifndef SUBJECTS_SYNC_CHANNEL_TEST_H
#define SUBJECTS_SYNC_CHANNEL_TEST_H

#include <lince/test.h>

#include "channel.h"

static struct channel channel;
static void setup(void) { channel_init(&channel); }
static void sends(long x) { channel_send(&channel, x); }
static long receives(void) { return channel_receive(&channel); }

static void operations(void) {
    lince_test_spec("channel");
    lince_test_setup(setup);
    lince_test_op("send", sends);
    lince_test_op("receive", receives);
}

static void channel_test(void) {
    operations();
    lince_test_scenario("send(1) | send(2) | receive()");
    lince_test_scenario("send(1) send(2) | receive() receive()");
    lince_test_scenario("send(1) | send(2) | receive() receive()");
    lince_test_scenario("send(1) | send(2) | receive() | receive()");
    lince_test_scenario("send(1) send(2) | send(3) send(4) | receive() receive()");
}

static void channel_many(void) {
    operations();
    lince_test_scenario(
        "send(1) send(2) send(3) send(4) | send(5) send(6) send(7) send(8) | "
        "receive() receive() receive() receive() | receive() receive() receive() receive()");
}

#endif
