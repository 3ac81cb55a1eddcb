/* What tests of a channel that can be closed do. */
#ifndef SUBJECTS_SYNC_CLOSEABLE_CHANNEL_TEST_H
#define SUBJECTS_SYNC_CLOSEABLE_CHANNEL_TEST_H

#include <lince/test.h>

#include "closeable_channel.h"

static struct closeable_channel channel;
static void setup(void) { closeable_channel_init(&channel); }
static long sends(long x) { return closeable_channel_send(&channel, x) ? lince_ok : lince_closed; }
static long receives(void) {
    long x;
    return closeable_channel_receive(&channel, &x) ? x : lince_closed;
}
static void closes(void) { closeable_channel_close(&channel); }

static void operations(void) {
    lince_test_spec("closeable-channel");
    lince_test_setup(setup);
    lince_test_op("send", sends);
    lince_test_op("receive", receives);
    lince_test_op("close", closes);
}

static void closeable_channel_test(void) {
    operations();
    lince_test_scenario("send(1) | receive() | close()");
    lince_test_scenario("send(1) | receive() close() | send(2)");
    lince_test_scenario("send(1) close() | receive() receive()");
    lince_test_scenario("send(1) | send(2) | receive() receive() | close()");
}

static void closeable_channel_many(void) {
    operations();
    lince_test_scenario(
        "send(1) send(2) send(3) send(4) | send(5) send(6) send(7) send(8) | "
        "receive() receive() receive() receive() | receive() receive() receive() close()");
}

#endif
