#include "cli/ranks/shards.h"

#include <stdlib.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/ranks/parts.h"

void lcc_spread_nap(void) { nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL); }

void lcc_spread_say(lcc_spread *s, uint32_t to, lcc_message_kind kind, uint32_t file, uint32_t count) {
    lcc_message_send(s->ranks, to, &(lcc_rank_message){.kind = kind, .file = file, .count = count});
}

static void say_to_all(lcc_spread *s, lcc_message_kind kind) {
    for (uint32_t i = 1; i < s->ranks->size; i++) lcc_spread_say(s, i, kind, 0, 0);
}

/* ---- listening ---- */

/* An interrupted rank informs rank 0, and rank 0 informs all. */
static void pass_interrupt_on(lcc_spread *s) {
    if (s->reported || !lc_is_interrupted(s->run->check.interrupt)) return;
    s->reported = true;
    if (s->ranks->rank == 0) say_to_all(s, LCC_SAY_INTERRUPT);
    else lcc_spread_say(s, 0, LCC_SAY_INTERRUPT, 0, 0);
}

static void keep_news(lcc_spread *s, lcc_peer *p, lcc_rank_message *m) {
    *p->last = m;
    p->last = &m->next;
    s->waiting += m->size;
    bool verdict = m->kind == LCC_SAY_NEWS && m->news == LCK_ANSWERED && !m->answer.about.refused;
    if (verdict) s->violations += m->answer.about.verdict == LINCE_VERDICT_VIOLATION;
}

static void take_file(lcc_spread *s, uint32_t file) {
    if (!lc_push(NULL, &s->mine, file)) s->ranks->give_up(s->ranks->context);
    lck_pool_start(s->pool, file);
}

void lcc_spread_listen(lcc_spread *s, uint32_t from) {
    uint32_t who = from;
    for (lcc_rank_message *m; (m = lcc_message_receive(s->ranks, &who)); who = from) {
        switch (m->kind) {
        case LCC_SAY_READY: s->peers[who].threads = m->count; break;
        case LCC_SAY_DECIDED: s->peers[who].decided = m->count; break;
        case LCC_SAY_TAKE: take_file(s, m->file); break;
        case LCC_SAY_INTERRUPT: lc_interrupt(); break;
        case LCC_SAY_GO:
            s->dismissed = true;
            lc_interrupt(); /* its current work is of no use any more */
            break;
        case LCC_SAY_TURNS:
        case LCC_SAY_NEWS: keep_news(s, &s->peers[who], m); continue;
        }
        lcc_message_free(m);
    }
    pass_interrupt_on(s);
}

void lcc_spread_listen_idly(void *context) {
    lcc_spread *s = context;
    lcc_spread_listen(s, s->ranks->rank == 0 ? LCC_ANY_RANK : 0);
}

/* ---- serving ---- */

void lcc_spread_send_news(lcc_spread *s, uint32_t file, lck_news news, lcc_answer *answer) {
    lcc_rank_message m = {.kind = LCC_SAY_NEWS, .file = file, .news = news};
    if (news != LCK_FILE_OVER) m.answer = *answer;
    lcc_message_send(s->ranks, 0, &m);
    if (news != LCK_FILE_OVER) lcc_answer_free(answer);
}

/* Rank 0 needs to learn which ranks are free before it needs the answers, which have to wait for their turn. */
static void tell_decided(lcc_spread *s) {
    lck_pool_view view;
    lck_pool_look(s->pool, &view);
    if (view.files == s->decided) return;
    s->decided = view.files;
    lcc_spread_say(s, 0, LCC_SAY_DECIDED, 0, view.files);
}

void lcc_spread_serve(lcc_spread *s) {
    while (!s->dismissed) {
        lcc_answer answer;
        lcc_spread_listen(s, 0);
        tell_decided(s);
        if (s->done == s->mine.count) {
            lcc_spread_nap();
            continue;
        }
        uint32_t file = s->mine.at[s->done];
        lck_news news = lck_pool_wait(s->pool, file, 0.001, &answer.about);
        if (news != LCK_NO_NEWS) lcc_spread_send_news(s, file, news, &answer);
        if (news == LCK_FILE_OVER) s->done++;
    }
}

/* ---- beginning and end ---- */

void lcc_spread_begin(lcc_spread *s) {
    s->ranks->idle = lcc_spread_listen_idly;
    s->ranks->idle_context = s;
    if (!s->dealt) lcc_spread_together(s);
    else if (s->ranks->rank == 0) s->peers[0].threads = s->jobs;
    else lcc_spread_say(s, 0, LCC_SAY_READY, 0, s->jobs);
    s->ranks->idle = NULL;
}

lcc_spread *lcc_spread_new(lcc_ranks *ranks, const lck_run *run, const lck_files *files, lck_pool *pool,
                           unsigned jobs) {
    lcc_spread *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    *s = (lcc_spread){.ranks = ranks, .run = run, .files = files, .pool = pool, .jobs = jobs, .waited = LCC_NOBODY_YET};
    s->peers = calloc(ranks->size, sizeof *s->peers);
    s->owners = malloc(files->list.count * sizeof *s->owners);
    if (!s->peers || !s->owners) {
        free(s->peers);
        free(s->owners);
        free(s);
        return NULL;
    }
    for (uint32_t i = 0; i < ranks->size; i++) s->peers[i].last = &s->peers[i].first;
    s->dealt = files->list.count >= ranks->size;
    for (uint32_t i = 0; i < files->list.count; i++) {
        s->owners[i] = LCC_NOBODY_YET;
        s->dealt |= !files->list.at[i].plain;
    }
    return s;
}

/* No rank leaves before everything was received that other ranks have sent. */
static void part(lcc_spread *s) {
    if (s->ranks->rank != 0) {
        lcc_spread_say(s, 0, LCC_SAY_GO, 0, 0);
        return;
    }
    say_to_all(s, LCC_SAY_GO);
    for (uint32_t left = s->ranks->size - 1; left;) {
        uint32_t who = LCC_ANY_RANK;
        lcc_rank_message *m = lcc_message_receive(s->ranks, &who);
        if (!m) lcc_spread_nap();
        else if (m->kind == LCC_SAY_GO) left--;
        lcc_message_free(m);
    }
}

void lcc_spread_free(lcc_spread *s) {
    if (!s) return;
    part(s);
    for (uint32_t i = 0; i < s->ranks->size; i++)
        for (lcc_rank_message *m = s->peers[i].first, *next; m; m = next) {
            next = m->next;
            lcc_message_free(m);
        }
    lc_vec_free(NULL, &s->mine);
    lcc_answer_free(&s->answer);
    free(s->peers);
    free(s->owners);
    free(s);
}
