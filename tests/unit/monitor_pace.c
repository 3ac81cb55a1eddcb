/* How often a page is written while the monitor runs, by a clock that the test moves. */
#include "cli/monitor/pace.h"

#include "../tap.h"

typedef struct outcome {
    int written;
    double spent;     /* seconds, writing */
    double most_late; /* seconds from a change to the page that has it */
    bool stale;
} outcome;

/* For so many seconds somebody looks 100 times each; every `every` looks something has changed, until `calm`. */
static outcome run(int seconds, int every, double calm, double cost) {
    lcc_pace pace = {0};
    outcome o = {0};
    double changed = -1, now = 1000;
    for (int i = 0; i < 100 * seconds; i++, now += 0.01) {
        if (every && i % every == 0 && i < 100 * calm) {
            if (!pace.stale) changed = now;
            pace.stale = true;
        }
        if (!lcc_pace_is_due(&pace, now)) continue;
        double began = now;
        now += cost;
        lcc_pace_wrote(&pace, began, now);
        if (now - changed > o.most_late) o.most_late = now - changed;
        o.written++;
        o.spent += cost;
    }
    o.stale = pace.stale;
    return o;
}

int main(void) {
    outcome o = run(1000, 0, 0, 0);
    expect(!o.written, "nothing changes: nothing is written");
    o = run(1000, 1000, 1000, 0);
    expect(o.written == 100 && o.most_late < 0.001, "each of 100 changes that are ten seconds apart at once");
    o = run(1000, 1, 1000, 0);
    expect(o.written <= 1001 && o.written >= 990, "changes all the time: once a second (%d)", o.written);
    expect(o.most_late < 1.1, "and nothing is late by more (%.2f)", o.most_late);
    o = run(1000, 1, 500, 0.5);
    expect(o.spent * 30 <= 1000, "what takes long is done seldom (%.1f of 500 seconds)", o.spent);
    expect(!o.stale, "what came last is written");
    return tap_end();
}
