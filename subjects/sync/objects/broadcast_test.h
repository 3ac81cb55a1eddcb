/* What tests of atomic broadcast do. */
#ifndef SUBJECTS_SYNC_BROADCAST_TEST_H
#define SUBJECTS_SYNC_BROADCAST_TEST_H

#include <lince/test.h>

#include "broadcast.h"

static struct broadcast broadcast;
static void setup(void) { broadcast_init(&broadcast, 2); }
static void sends(long x) { broadcast_send(&broadcast, x); }
static long receives(void) { return broadcast_receive(&broadcast); }

static void operations(void) {
    lince_test_spec("broadcast:n=2");
    lince_test_setup(setup);
    lince_test_op("send", sends);
    lince_test_op("receive", receives);
}

static void broadcast_test(void) {
    operations();
    lince_test_scenario("send(1) | send(2) | receive() | receive()");
    lince_test_scenario("send(1) send(2) | receive() receive() | receive() receive()");
    lince_test_scenario("send(1) | send(2) | receive() receive() | receive() receive()");
}

static void broadcast_many(void) {
    operations();
    lince_test_scenario(
        "send(1) send(2) | send(3) send(4) | receive() receive() receive() receive() | "
        "receive() receive() receive() receive()");
}

#endif
