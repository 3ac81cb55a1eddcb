// needs: ck_stack.h
// expect: failure data-race
// options: --filter mpmc
// expect: ok exhaustive
// options: --allow data-race --filter mpmc
// expect: violation
// options: --allow data-race --filter upmc
// expect: ok exhaustive
// options: --memory tso --allow data-race --filter mpmc
/* Concurrency Kit: the stack of several producers and consumers counts generations, and nodes may be used again at
 * once.  The one of unique producers (upmc) does not: there it is a mistake to push again what was popped (ABA). */
#include <ck_stack.h>
#include <lince/test.h>

static ck_stack_t stack __attribute__((aligned(16)));
typedef struct item {
    ck_stack_entry_t entry; /* at the start */
    long value;
} item;
static item items[8];       /* one for each value */
static __thread item *hand; /* what the thread popped first it pushes next */

#define STACK(kind)                                                                                                    \
    static void push_##kind(long value) {                                                                              \
        item *i = hand ? hand : &items[value];                                                                         \
        i->value = value;                                                                                              \
        ck_stack_push_##kind(&stack, &i->entry);                                                                       \
        hand = NULL;                                                                                                   \
    }                                                                                                                  \
    static long pop_##kind(void) {                                                                                     \
        item *i = (item *)ck_stack_pop_##kind(&stack);                                                                 \
        if (!hand) hand = i;                                                                                           \
        return i ? i->value : lince_empty;                                                                             \
    }                                                                                                                  \
    LINCE_TEST(kind) {                                                                                                 \
        lince_test_spec("stack");                                                                                      \
        lince_test_op("push", push_##kind, lince_unique);                                                              \
        lince_test_op("pop", pop_##kind);                                                                              \
        lince_test_scenario("push(1) push(2); pop() pop() push(3) | pop(); pop() pop()");                              \
    }
STACK(mpmc)
STACK(upmc)
