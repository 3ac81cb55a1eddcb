#include "cli/ranks/shards.h"

#include <stdlib.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/ranks/parts.h"

void lcc_shards_pause(void) { nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL); }

void lcc_shards_send(lcc_shards *s, uint32_t to, lcc_message_kind kind, uint32_t file, uint32_t count) {
    lcc_message_send(s->ranks, to, &(lcc_rank_message){.kind = kind, .file = file, .count = count});
}

static void send_to_all(lcc_shards *s, lcc_message_kind kind) {
    for (uint32_t i = 1; i < s->ranks->size; i++) lcc_shards_send(s, i, kind, 0, 0);
}

/* ---- listening ---- */

/* An interrupted rank informs rank 0, and rank 0 informs all. */
static void pass_interrupt_on(lcc_shards *s) {
    if (s->reported || !lc_is_interrupted(s->run->check.interrupt)) return;
    s->reported = true;
    if (s->ranks->rank == 0) send_to_all(s, LCC_MSG_INTERRUPT);
    else lcc_shards_send(s, 0, LCC_MSG_INTERRUPT, 0, 0);
}

static void keep_event(lcc_shards *s, lcc_remote_rank *p, lcc_rank_message *m) {
    *p->last = m;
    p->last = &m->next;
    s->waiting += m->size;
    bool verdict = m->kind == LCC_MSG_EVENT && m->event == LCK_ANSWERED && !m->answer.about.refused;
    if (verdict) s->violations += m->answer.about.verdict == LINCE_VERDICT_VIOLATION;
}

static void take_file(lcc_shards *s, uint32_t file) {
    if (!lc_push(NULL, &s->mine, file)) s->ranks->give_up(s->ranks->context);
    lck_pool_start(s->pool, file);
}

void lcc_shards_receive(lcc_shards *s, uint32_t from) {
    uint32_t who = from;
    for (lcc_rank_message *m; (m = lcc_message_receive(s->ranks, &who)); who = from) {
        switch (m->kind) {
        case LCC_MSG_READY: s->remotes[who].threads = m->count; break;
        case LCC_MSG_DECIDED: s->remotes[who].decided = m->count; break;
        case LCC_MSG_TAKE: take_file(s, m->file); break;
        case LCC_MSG_INTERRUPT: lc_interrupt(); break;
        case LCC_MSG_END:
            s->dismissed = true;
            lc_interrupt(); /* its current work is of no use any more */
            break;
        case LCC_MSG_TURNS:
        case LCC_MSG_EVENT: keep_event(s, &s->remotes[who], m); continue;
        }
        lcc_message_free(m);
    }
    pass_interrupt_on(s);
}

void lcc_shards_receive_idly(void *context) {
    lcc_shards *s = context;
    lcc_shards_receive(s, s->ranks->rank == 0 ? LCC_ANY_RANK : 0);
}

/* ---- serving ---- */

void lcc_shards_send_event(lcc_shards *s, uint32_t file, lck_pool_event event, lcc_answer *answer) {
    lcc_rank_message m = {.kind = LCC_MSG_EVENT, .file = file, .event = event};
    if (event != LCK_FILE_OVER) m.answer = *answer;
    lcc_message_send(s->ranks, 0, &m);
    if (event != LCK_FILE_OVER) lcc_answer_free(answer);
}

/* Rank 0 needs to learn which ranks are free before it needs the answers, which have to wait for their turn. */
static void report_decided(lcc_shards *s) {
    lck_pool_view view;
    lck_pool_look(s->pool, &view);
    if (view.files == s->decided) return;
    s->decided = view.files;
    lcc_shards_send(s, 0, LCC_MSG_DECIDED, 0, view.files);
}

void lcc_shards_serve(lcc_shards *s) {
    while (!s->dismissed) {
        lcc_answer answer;
        lcc_shards_receive(s, 0);
        report_decided(s);
        if (s->done == s->mine.count) {
            lcc_shards_pause();
            continue;
        }
        uint32_t file = s->mine.at[s->done];
        lck_pool_event event = lck_pool_wait(s->pool, file, 0.001, &answer.about);
        if (event != LCK_NO_EVENT) lcc_shards_send_event(s, file, event, &answer);
        if (event == LCK_FILE_OVER) s->done++;
    }
}

/* ---- beginning and end ---- */

void lcc_shards_begin(lcc_shards *s) {
    s->ranks->idle = lcc_shards_receive_idly;
    s->ranks->idle_context = s;
    if (!s->dealt) lcc_shards_together(s);
    else if (s->ranks->rank == 0) s->remotes[0].threads = s->jobs;
    else lcc_shards_send(s, 0, LCC_MSG_READY, 0, s->jobs);
    s->ranks->idle = NULL;
}

lcc_shards *lcc_shards_new(lcc_ranks *ranks, const lck_run *run, const lck_files *files, lck_pool *pool,
                           unsigned jobs) {
    lcc_shards *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    *s = (lcc_shards){.ranks = ranks, .run = run, .files = files, .pool = pool, .jobs = jobs, .waited = LCC_NO_OWNER};
    s->remotes = calloc(ranks->size, sizeof *s->remotes);
    s->owners = malloc(files->list.count * sizeof *s->owners);
    if (!s->remotes || !s->owners) {
        free(s->remotes);
        free(s->owners);
        free(s);
        return NULL;
    }
    for (uint32_t i = 0; i < ranks->size; i++) s->remotes[i].last = &s->remotes[i].first;
    s->dealt = files->list.count >= ranks->size;
    for (uint32_t i = 0; i < files->list.count; i++) {
        s->owners[i] = LCC_NO_OWNER;
        s->dealt |= !files->list.at[i].plain;
    }
    return s;
}

/* No rank leaves before everything was received that other ranks have sent. */
static void part(lcc_shards *s) {
    if (s->ranks->rank != 0) {
        lcc_shards_send(s, 0, LCC_MSG_END, 0, 0);
        return;
    }
    send_to_all(s, LCC_MSG_END);
    for (uint32_t left = s->ranks->size - 1; left;) {
        uint32_t who = LCC_ANY_RANK;
        lcc_rank_message *m = lcc_message_receive(s->ranks, &who);
        if (!m) lcc_shards_pause();
        else if (m->kind == LCC_MSG_END) left--;
        lcc_message_free(m);
    }
}

void lcc_shards_free(lcc_shards *s) {
    if (!s) return;
    part(s);
    for (uint32_t i = 0; i < s->ranks->size; i++)
        for (lcc_rank_message *m = s->remotes[i].first, *next; m; m = next) {
            next = m->next;
            lcc_message_free(m);
        }
    lc_vec_free(NULL, &s->mine);
    lcc_answer_free(&s->answer);
    free(s->remotes);
    free(s->owners);
    free(s);
}
