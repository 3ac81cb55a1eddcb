/* One file for several ranks. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "checker/reading.h"
#include "cli/ranks/parts.h"
#include "history/history.h"

/* The result of a rank's first look at a file; if they do not all see the same, they cannot share it. */
typedef struct glimpse {
    lince_status first, second;
    uint32_t operations, events;
} glimpse;

static glimpse look_into(lcc_shards *s, uint32_t file, lince_history **first, double *seconds) {
    lck_reading reading = {.run = s->run, .path = s->files->list.at[file].path};
    lince_history *second = NULL;
    lince_error error = {0};
    glimpse g = {.first = lck_read_next(&reading, first, &error), .second = LINCE_END};
    *seconds = lc_now() - reading.began;
    if (g.first == LINCE_DONE) {
        g.second = lck_read_next(&reading, &second, &error);
        g.operations = (*first)->ops.count;
        g.events = (*first)->events.count;
    }
    lince_history_free(second);
    lck_reading_end(&reading);
    return g;
}

static bool all_see(lcc_shards *s, const glimpse *g) {
    size_t *sizes = malloc(s->group.size * sizeof *sizes);
    glimpse *all = NULL;
    if (!sizes) s->ranks->give_up(s->ranks->context);
    bool same = s->group.exchange(s->group.context, g, sizeof *g, (void **)&all, sizes);
    for (uint32_t i = 0; same && i < s->group.size; i++) same = !memcmp(&all[i], g, sizeof *g);
    free(all);
    free(sizes);
    return same;
}

static void check_together(lcc_shards *s, lince_history **h, double seconds) {
    lck_effort effort = {.started = lc_now() - seconds,
                         .jobs = s->jobs,
                         .tick = lcc_shards_receive_idly,
                         .context = s,
                         .ranks = &s->group};
    s->answer.about.number = 1;
    lck_check_history(&s->answer.about, s->run, h, &effort);
    s->has_answer = true;
}

void lcc_shards_together(lcc_shards *s) {
    uint32_t file = s->ranks->rank % s->files->list.count;
    lince_history *first = NULL;
    double seconds;
    s->group = s->ranks->group(s->ranks->context, s->files->list.count);
    glimpse g = look_into(s, file, &first, &seconds);
    bool same = all_see(s, &g), one = g.first == LINCE_DONE && g.second == LINCE_END;
    s->own_turns = same && g.first == LINCE_DONE && !one ? s->group.size : 1;
    bool reports = s->group.rank == 0;
    if (reports && s->ranks->rank != 0) lcc_shards_send(s, 0, LCC_MSG_TURNS, file, s->own_turns);
    if (same && one) {
        check_together(s, &first, seconds);
        if (reports && s->ranks->rank != 0) {
            lcc_shards_send_event(s, file, LCK_ANSWERED, &s->answer);
            lcc_shards_send_event(s, file, LCK_FILE_OVER, NULL);
        }
    } else if (reports || s->own_turns > 1) {
        lck_pool_take_turns(s->pool, s->own_turns > 1 ? s->group.rank : 0, s->own_turns);
        if (s->ranks->rank != 0 && !lc_push(NULL, &s->mine, file)) s->ranks->give_up(s->ranks->context);
        lck_pool_start(s->pool, file);
    }
    lince_history_free(first);
}
