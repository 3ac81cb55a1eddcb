/* What tests of a channel with receivers that choose do. */
#ifndef SUBJECTS_SYNC_FILTER_CHANNEL_TEST_H
#define SUBJECTS_SYNC_FILTER_CHANNEL_TEST_H

#include <lince/test.h>

#include "filter_channel.h"

static struct filter_channel channel;
static void setup(void) { filter_channel_init(&channel); }
static void sends(long x) { filter_channel_send(&channel, x); }
static long receives(long low, long high) { return filter_channel_receive(&channel, low, high); }

static void operations(void) {
    lince_test_spec("filter-channel");
    lince_test_setup(setup);
    lince_test_op("send", sends);
    lince_test_op("receive", receives);
}

static void filter_channel_test(void) {
    operations();
    lince_test_scenario("send(1) | receive(5, 9)");
    lince_test_scenario("send(1) | send(5) | receive(5, 9)");
    lince_test_scenario("send(1) | send(2) | receive(1, 9)");
    lince_test_scenario("send(1) | send(5) | receive(5, 9) receive(1, 9)");
    lince_test_scenario("send(1) | send(2) | send(5) | receive(2, 9) receive(1, 4)");
}

__attribute__((unused)) static void filter_channel_many(void) {
    operations();
    lince_test_scenario(
        "send(1) send(5) send(2) send(6) | send(3) send(7) send(4) send(8) | "
        "receive(1, 4) receive(1, 4) receive(1, 4) receive(1, 4) | "
        "receive(5, 8) receive(5, 8) receive(5, 8) receive(5, 8)");
}

/* What nobody wants stays, and must be in nobody's way. */
__attribute__((unused)) static void filter_channel_unwanted(void) {
    operations();
    lince_test_scenario(
        "send(1) send(5) send(2) send(6) | send(3) send(7) send(4) send(99) | "
        "receive(1, 4) receive(1, 4) receive(1, 4) receive(1, 4) | "
        "receive(5, 8) receive(5, 8) receive(5, 8) receive(5, 8)");
}

#endif
