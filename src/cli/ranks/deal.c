/* The work of rank 0 for the other ranks: it deals the files, and collects the answers in order. */
#include "base/clock.h"
#include "cli/ranks/parts.h"

/* Bytes of events that may come in before rank 0 receives only from the rank it waits for. */
#define MUCH ((size_t)64 << 20)

/* As many as keep a rank busy, but towards the end few, so that no rank is left with many. */
static uint32_t share_of(const lcc_shards *s, uint32_t threads) {
    uint32_t fair = (s->files->list.count - s->next) / (2 * s->ranks->size), most = threads + 1;
    return fair < 1 ? 1 : fair < most ? fair : most;
}

static void give(lcc_shards *s, uint32_t to) {
    s->owners[s->next] = to;
    s->remotes[to].given++;
    if (to == 0) lck_pool_start(s->pool, s->next);
    else lcc_shards_send(s, to, LCC_MSG_TAKE, s->next, 0);
    s->next++;
}

/* A pipe can be read once, and by a process that can open it; so rank 0 takes every file that is not a plain one. */
static void deal(lcc_shards *s) {
    lck_pool_view own;
    lck_pool_look(s->pool, &own);
    s->remotes[0].decided = own.files;
    for (uint32_t given = 1; given && s->next < s->files->list.count;) {
        given = 0;
        for (uint32_t i = 0; i < s->ranks->size && s->next < s->files->list.count; i++) {
            const lcc_remote_rank *p = &s->remotes[i];
            uint32_t to = s->files->list.at[s->next].plain ? i : 0;
            if (to == i && (!p->threads || p->given - p->decided >= share_of(s, p->threads))) continue;
            give(s, to);
            given++;
        }
    }
}

/* ---- waiting ---- */

/* The rank that has the next event of a file; LCC_NO_OWNER: that is not clear yet. */
static uint32_t next_rank(const lcc_shards *s, uint32_t file) {
    if (s->dealt) return s->owners[file];
    return s->turns ? file + s->files->list.count * (s->turn % s->turns) : file;
}

static lck_pool_event take_event(lcc_shards *s, lcc_remote_rank *p, lcc_answer *answer) {
    lcc_rank_message *m = p->first;
    if (!m) return LCK_NO_EVENT;
    p->first = m->next;
    if (!p->first) p->last = &p->first;
    s->waiting -= m->size;
    lck_pool_event event = m->event;
    if (m->kind == LCC_MSG_TURNS) {
        s->turns = m->count;
        event = LCK_NO_EVENT;
    } else {
        *answer = m->answer;
        m->answer = (lcc_answer){.about.number = 0};
    }
    lcc_message_free(m);
    return event;
}

static lck_pool_event take_own(lcc_shards *s, uint32_t file, double seconds, lcc_answer *answer) {
    if (!s->has_answer) return lck_pool_wait(s->pool, file, seconds, &answer->about);
    if (!s->answer.about.number) return LCK_FILE_OVER;
    *answer = s->answer;
    s->answer = (lcc_answer){.about.number = 0};
    return LCK_ANSWERED;
}

static void begin_waiting(lcc_shards *s, uint32_t file) {
    s->waited = file;
    s->turn = 0;
    s->turns = s->dealt ? 1 : file == 0 ? s->own_turns : 0;
    s->refused = false;
}

lck_pool_event lcc_shards_wait(lcc_shards *s, uint32_t file, double seconds, lcc_answer *answer) {
    double until = lc_now() + seconds;
    if (s->waited != file) begin_waiting(s, file);
    /* Histories after a refused one are not wanted; if they were dealt, their owner discards them. */
    if (s->refused && !s->dealt) return LCK_FILE_OVER;
    for (;;) {
        if (s->dealt) deal(s);
        uint32_t who = next_rank(s, file);
        lcc_shards_receive(s, s->waiting < MUCH || who == LCC_NO_OWNER || who == 0 ? LCC_ANY_RANK : who);
        lck_pool_event event = LCK_NO_EVENT;
        if (who == 0) event = take_own(s, file, seconds == 0 ? 0 : 0.001, answer);
        else if (who != LCC_NO_OWNER) event = take_event(s, &s->remotes[who], answer);
        if (event == LCK_ANSWERED) {
            s->turn++;
            s->refused = answer->about.refused;
        }
        if (event != LCK_NO_EVENT || (seconds >= 0 && lc_now() >= until)) return event;
        if (who != 0 && (who == LCC_NO_OWNER || !s->remotes[who].first)) lcc_shards_pause();
    }
}

void lcc_shards_look(lcc_shards *s, lck_pool_view *view) {
    lck_pool_look(s->pool, view);
    view->violations += s->violations;
    if (!s->dealt) view->files = s->waited;
    for (uint32_t i = 1; s->dealt && i < s->ranks->size; i++) view->files += s->remotes[i].decided;
}
