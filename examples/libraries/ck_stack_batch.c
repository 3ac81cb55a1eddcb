// needs: ck_stack.h
// expect: violation
// options: --allow data-race
/* Concurrency Kit 0.7.1: ck_stack_pop_mpmc beside ck_stack_batch_pop_mpmc pops what is gone (ABA).  A pop reads the
 * head and its successor, and falls asleep.  Everything is taken at once, and the first of it pushed again.  Head and
 * generation are what they were, because taking all does not count as a change, so the pop succeeds and makes the old
 * successor the head, which belongs to somebody else by now. */
#include <ck_stack.h>
#include <lince/test.h>

static ck_stack_t stack __attribute__((aligned(16)));
typedef struct item {
    ck_stack_entry_t entry; /* at the start */
    long value;
} item;
static item items[4], *hand[4]; /* what each thread has taken last */

static long give(item *i) {
    hand[lince_thread_number()] = i;
    return i ? i->value : lince_empty;
}
static void push(long value) {
    items[value].value = value;
    ck_stack_push_mpmc(&stack, &items[value].entry);
}
static void push_back(void) {
    item *i = hand[lince_thread_number()];
    if (i) ck_stack_push_mpmc(&stack, &i->entry);
}
static long pop(void) { return give((item *)ck_stack_pop_mpmc(&stack)); }
static long take_all(void) { return give((item *)ck_stack_batch_pop_mpmc(&stack)); }

LINCE_TEST(ck_stack_batch) { /* no specification: what the stack does in sequence is what it may do */
    lince_test_op("push", push, lince_range(1, 3));
    lince_test_op("push_back", push_back);
    lince_test_op("pop", pop);
    lince_test_op("take_all", take_all);
    lince_test_scenario("push(1) push(2); pop() pop() | take_all() push_back()");
}
