/* What is tested.  `correct` and `most` are set so that about half of the histories hold (sync_self.c sees to it). */
#include <string.h>

#include "sync.h"

const scenario sync_scenarios[] = {
    {"channel", {{NULL, "channel"}}, NIL, 40, 6, false},
    {"filter-channel", {{NULL, "filter-channel"}}, NIL, 40, 6, false},
    {"men-women", {{NULL, "men-women"}}, NIL, 40, 6, false},
    {"exchanger", {{NULL, "exchanger"}}, NIL, 40, 6, false},
    {"counter-channel", {{NULL, "counter-channel"}}, NIL, 40, 6, false},
    {"two-families:n=3", {{NULL, "two-families:n=3"}}, NIL, 40, 6, false},
    {"one-family:n=4", {{NULL, "one-family:n=4"}}, NIL, 40, 6, false},
    {"abc", {{NULL, "abc"}}, NIL, 40, 6, false},
    {"barrier:n=1", {{NULL, "barrier:n=1"}}, NIL, 40, 6, false},
    {"barrier:n=2", {{NULL, "barrier:n=2"}}, NIL, 10, 8, false},
    {"barrier:n=3", {{NULL, "barrier:n=3"}}, NIL, 40, 6, false},
    {"combining-barrier:n=2,f=sum", {{NULL, "combining-barrier:n=2,f=sum"}}, NIL, 40, 6, false},
    {"combining-barrier:n=3,f=sum", {{NULL, "combining-barrier:n=3,f=sum"}}, NIL, 40, 6, false},
    {"combining-barrier:n=2,f=min", {{NULL, "combining-barrier:n=2,f=min"}}, NIL, 40, 6, false},
    {"combining-barrier:n=3,f=max", {{NULL, "combining-barrier:n=3,f=max"}}, NIL, 40, 6, false},
    {"enrollable-barrier", {{NULL, "enrollable-barrier"}}, NIL, 40, 6, false},
    {"timeout-channel", {{NULL, "timeout-channel"}}, NIL, 40, 6, false},
    {"timeout-exchanger", {{NULL, "timeout-exchanger"}}, NIL, 40, 6, false},
    {"closeable-channel", {{NULL, "closeable-channel"}}, NIL, 40, 6, false},
    {"terminating-queue:n=1", {{NULL, "terminating-queue:n=1"}}, NIL, 10, 8, false},
    {"terminating-queue:n=2", {{NULL, "terminating-queue:n=2"}}, NIL, 20, 7, false},
    {"terminating-queue:n=3", {{NULL, "terminating-queue:n=3"}}, NIL, 20, 7, false},
    {"broadcast:n=1", {{NULL, "broadcast:n=1"}}, NIL, 40, 6, false},
    {"broadcast:n=2", {{NULL, "broadcast:n=2"}}, NIL, 40, 6, false},
    {"channel-distinct", {{NULL, "channel"}}, NIL, 40, 6, true},
    {"two-channels", {{"c", "channel"}, {"d", "channel"}}, NIL, 40, 6, false},
    {"channel+queue", {{"c", "channel"}, {"q", "queue"}}, NIL, 40, 6, false},
    {"exchanger+barrier+mutex", {{NULL, "exchanger"}, {"b", "barrier:n=2"}, {"m", "mutex"}}, NIL, 40, 6, false},
    {"mutex", {{NULL, "mutex"}}, NIL, 5, 9, false},
    {"rwlock", {{NULL, "rwlock"}}, NIL, 10, 9, false},
    {"semaphore:n=2", {{NULL, "semaphore:n=2"}}, NIL, 2, 10, false},
    {"queue", {{NULL, "queue"}}, NIL, 5, 9, false},
    {"counter", {{NULL, "counter"}}, NIL, 30, 7, false},
    {"register", {{NULL, "register"}}, NIL, 10, 9, false},
    {"bag", {{NULL, "bag"}}, NIL, 5, 9, false},
    {"relay", {{NULL, "relay"}}, NIL, 40, 6, false},
    {"set+map", {{"s", "set"}, {"m", "map"}}, NIL, 40, 6, false},
    {0},
};

const scenario *sync_scenario(const char *name) {
    for (const scenario *s = sync_scenarios; s->name; s++)
        if (!strcmp(s->name, name)) return s;
    return NULL;
}
