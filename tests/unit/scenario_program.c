/* A program without a LINCE_TEST is a test if it has a main, which --wrap=main calls __real_main. */
#include "scenario_support.h"

int __real_main(int argc, char **argv, char **environment) { return (void)argc, (void)argv, (void)environment, 0; }

int main(void) {
    expect(lct_test_count() == 1 && lct_test_find("main") == 0 && lct_test_find("queue") == -1, "its name is main");
    const lct_test *t = lct_describe(0);
    expect(t->program && strcmp(t->name, "main") == 0 && !*t->mistakes && !t->op_count && !t->generates,
           "and it says nothing of itself");
    lince_test_register("queue", "queue.c", 1, NULL);
    expect(lct_test_count() == 1 && lct_test_find("main") == -1 && lct_test_find("queue") == 0,
           "unless there is a LINCE_TEST");
    return tap_end();
}
