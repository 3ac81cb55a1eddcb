#include "cli/ranks/shards.h"

#include <stdlib.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/ranks/parts.h"

void lc_spread_nap(void) { nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL); }

void lc_spread_say(lc_spread *s, uint32_t to, lc_message_kind kind, uint32_t file, uint32_t count) {
    lc_message_send(s->ranks, to, &(lc_rank_message){.kind = kind, .file = file, .count = count});
}

static void say_to_all(lc_spread *s, lc_message_kind kind) {
    for (uint32_t i = 1; i < s->ranks->size; i++) lc_spread_say(s, i, kind, 0, 0);
}

/* ---- listening ---- */

/* Whoever is interrupted tells rank 0, and rank 0 tells all. */
static void pass_interrupt_on(lc_spread *s) {
    if (s->reported || !lc_is_interrupted(s->run->interrupt)) return;
    s->reported = true;
    if (s->ranks->rank == 0) say_to_all(s, LC_SAY_INTERRUPT);
    else lc_spread_say(s, 0, LC_SAY_INTERRUPT, 0, 0);
}

static void keep_news(lc_spread *s, lc_peer *p, lc_rank_message *m) {
    *p->last = m;
    p->last = &m->next;
    s->waiting += m->size;
    bool verdict = m->kind == LC_SAY_NEWS && m->news == LC_ANSWERED && !m->answer.refused;
    if (verdict) s->violations += m->answer.verdict == LINCE_VERDICT_VIOLATION;
}

static void take_file(lc_spread *s, uint32_t file) {
    if (!lc_push(NULL, &s->mine, file)) s->ranks->give_up(s->ranks->context);
    lc_crew_start(s->crew, file);
}

void lc_spread_listen(lc_spread *s, uint32_t from) {
    uint32_t who = from;
    for (lc_rank_message *m; (m = lc_message_receive(s->ranks, &who)); who = from) {
        switch (m->kind) {
        case LC_SAY_READY: s->peers[who].threads = m->count; break;
        case LC_SAY_DECIDED: s->peers[who].decided = m->count; break;
        case LC_SAY_TAKE: take_file(s, m->file); break;
        case LC_SAY_INTERRUPT: lc_interrupt(); break;
        case LC_SAY_GO:
            s->dismissed = true;
            lc_interrupt(); /* what it is still at work on is of no use any more */
            break;
        case LC_SAY_TURNS:
        case LC_SAY_NEWS: keep_news(s, &s->peers[who], m); continue;
        }
        lc_message_free(m);
    }
    pass_interrupt_on(s);
}

void lc_spread_listen_idly(void *context) {
    lc_spread *s = context;
    lc_spread_listen(s, s->ranks->rank == 0 ? LC_ANY_RANK : 0);
}

/* ---- serving ---- */

void lc_spread_send_news(lc_spread *s, uint32_t file, lc_news news, lc_answer *answer) {
    lc_rank_message m = {.kind = LC_SAY_NEWS, .file = file, .news = news};
    if (news != LC_FILE_OVER) m.answer = *answer;
    lc_message_send(s->ranks, 0, &m);
    if (news != LC_FILE_OVER) lc_answer_free(answer);
}

/* Rank 0 wants to know who is free before it wants the answers, which have to wait for their turn. */
static void tell_decided(lc_spread *s) {
    lc_crew_view view;
    lc_crew_look(s->crew, &view);
    if (view.files == s->decided) return;
    s->decided = view.files;
    lc_spread_say(s, 0, LC_SAY_DECIDED, 0, view.files);
}

void lc_spread_serve(lc_spread *s) {
    while (!s->dismissed) {
        lc_answer answer;
        lc_spread_listen(s, 0);
        tell_decided(s);
        if (s->done == s->mine.count) {
            lc_spread_nap();
            continue;
        }
        uint32_t file = s->mine.at[s->done];
        lc_news news = lc_crew_wait(s->crew, file, 0.001, &answer);
        if (news != LC_NO_NEWS) lc_spread_send_news(s, file, news, &answer);
        if (news == LC_FILE_OVER) s->done++;
    }
}

/* ---- beginning and end ---- */

void lc_spread_begin(lc_spread *s) {
    s->ranks->idle = lc_spread_listen_idly;
    s->ranks->idle_context = s;
    if (!s->dealt) lc_spread_together(s);
    else if (s->ranks->rank == 0) s->peers[0].threads = s->jobs;
    else lc_spread_say(s, 0, LC_SAY_READY, 0, s->jobs);
    s->ranks->idle = NULL;
}

lc_spread *lc_spread_new(lc_ranks *ranks, const lc_check_run *run, const lc_files *files, lc_crew *crew,
                         unsigned jobs) {
    lc_spread *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    *s = (lc_spread){.ranks = ranks, .run = run, .files = files, .crew = crew, .jobs = jobs, .waited = LC_NOBODY_YET};
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
        s->owners[i] = LC_NOBODY_YET;
        s->dealt |= !files->list.at[i].plain;
    }
    return s;
}

/* Nobody leaves before everything was received that others have sent. */
static void part(lc_spread *s) {
    if (s->ranks->rank != 0) {
        lc_spread_say(s, 0, LC_SAY_GO, 0, 0);
        return;
    }
    say_to_all(s, LC_SAY_GO);
    for (uint32_t left = s->ranks->size - 1; left;) {
        uint32_t who = LC_ANY_RANK;
        lc_rank_message *m = lc_message_receive(s->ranks, &who);
        if (!m) lc_spread_nap();
        else if (m->kind == LC_SAY_GO) left--;
        lc_message_free(m);
    }
}

void lc_spread_free(lc_spread *s) {
    if (!s) return;
    part(s);
    for (uint32_t i = 0; i < s->ranks->size; i++)
        for (lc_rank_message *m = s->peers[i].first, *next; m; m = next) {
            next = m->next;
            lc_message_free(m);
        }
    lc_vec_free(NULL, &s->mine);
    lc_answer_free(&s->answer);
    free(s->peers);
    free(s->owners);
    free(s);
}
