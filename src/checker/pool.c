#include "checker/pool.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "checker/pool_parts.h"

lck_pool *lck_pool_new(const lck_run *run, const lck_files *files, unsigned jobs) {
    lck_pool *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->run = run;
    p->jobs = jobs;
    p->turns = 1;
    p->source_count = files->list.count;
    p->sources = calloc((size_t)p->source_count + 1, sizeof *p->sources);
    p->workers = calloc(jobs, sizeof *p->workers);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&p->event, &steady);
    pthread_condattr_destroy(&steady);
    if (!p->sources || !p->workers || !lc_reserve(NULL, &p->queue, p->source_count)) {
        p->source_count = 0;
        lck_pool_free(p);
        return NULL;
    }
    for (uint32_t i = 0; i < p->source_count; i++) {
        lck_source *s = &p->sources[i];
        *s = (lck_source){.file = &files->list.at[i], .refused = LC_NEVER, .last = &s->first};
        s->reading = (lck_reading){.run = run, .path = s->file->path};
    }
    return p;
}

void lck_pool_free(lck_pool *p) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->worker_count; i++) pthread_join(p->workers[i].thread, NULL);
    for (uint32_t i = 0; i < p->source_count; i++) {
        lck_source *s = &p->sources[i];
        for (lck_unit *u = s->first, *next; u; u = next) {
            next = u->next;
            lck_unit_free(u);
        }
        lck_unit_free(s->ahead);
        lck_reading_end(&s->reading);
    }
    lc_vec_free(NULL, &p->queue);
    free(p->sources);
    free(p->workers);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->work);
    pthread_cond_destroy(&p->event);
    free(p);
}

void lck_pool_take_turns(lck_pool *p, uint32_t turn, uint32_t turns) {
    assert(turn < turns && !p->queue.count);
    p->turn = turn;
    p->turns = turns;
}

void lck_pool_start(lck_pool *p, uint32_t file) {
    lck_source *s = &p->sources[file];
    pthread_mutex_lock(&p->lock);
    p->unread++;
    if (s->file->error) lck_source_end(p, s, LINCE_BAD_INPUT, s->file->error);
    else {
        bool enough = lc_push(NULL, &p->queue, file);
        assert(enough);
        (void)enough;
    }
    lck_pool_wake(p);
    pthread_mutex_unlock(&p->lock);
}

/* ---- handing out ---- */

/* Nothing of this file is wanted any more.  A unit that a thread is at work on is freed when that is done. */
static void close_source(lck_pool *p, lck_source *s) {
    for (lck_unit **place = &p->ready; *place;) {
        lck_unit *u = *place;
        if (u->of == s) {
            *place = u->after;
            p->alive--;
            u->done = true;
        } else place = &u->after;
    }
    for (lck_unit *u = s->first, *next; u; u = next) {
        next = u->next;
        if (u->done && !u->history) p->waiting -= p->run->front->bytes(u->answer);
        if (u->done) lck_unit_free(u);
    }
    if (s->over && s->undone) p->view.files++;
    s->undone = 0;
    s->first = NULL;
    s->last = &s->first;
    s->closed = true;
}

static void begin_answer(const lck_pool *p, lck_answer *answer, uint32_t number, bool several) {
    memset(answer, 0, p->run->front->size);
    answer->number = number;
    answer->several = several;
}

/* The next result of a file to hand out. */
static lck_pool_event take(lck_pool *p, lck_source *s, lck_answer *answer) {
    lck_unit *u = s->first;
    if (u && u->done) {
        s->first = u->next;
        if (!s->first) s->last = &s->first;
        p->waiting -= p->run->front->bytes(u->answer);
        memcpy(answer, u->answer, p->run->front->size);
        memset(u->answer, 0, p->run->front->size);
        lck_unit_free(u);
        if (answer->refused) close_source(p, s);
        return LCK_ANSWERED;
    }
    if (u && u->announced) { /* the thread that explains it no longer touches that part of it */
        begin_answer(p, answer, u->answer->number, u->answer->several);
        answer->verdict = LINCE_VERDICT_VIOLATION;
        p->run->front->announce(answer, u->answer);
        u->announced = false;
        return LCK_ANNOUNCED;
    }
    if (!u && s->starved) {
        begin_answer(p, answer, s->count + 1, false);
        answer->verdict = LINCE_VERDICT_UNKNOWN;
        answer->cut = true;
        s->starved = false;
        return LCK_ANSWERED;
    }
    return s->closed || (!u && s->over) ? LCK_FILE_OVER : LCK_NO_EVENT;
}

static bool wait_until(lck_pool *p, double when) {
    struct timespec t = {.tv_sec = (time_t)when};
    t.tv_nsec = (long)((when - (double)t.tv_sec) * 1e9);
    return pthread_cond_timedwait(&p->event, &p->lock, &t) == 0;
}

lck_pool_event lck_pool_wait(lck_pool *p, uint32_t file, double seconds, lck_answer *answer) {
    double until = seconds > 0 ? lc_now() + seconds : 0;
    lck_pool_event event;
    pthread_mutex_lock(&p->lock);
    p->head = file;
    lck_pool_wake(p); /* the head may be read although other units have to wait */
    while ((event = take(p, &p->sources[file], answer)) == LCK_NO_EVENT && seconds != 0) {
        if (!p->worker_count && lck_pool_work(p, NULL)) continue; /* where threads cannot be had */
        if (seconds < 0) pthread_cond_wait(&p->event, &p->lock);
        else if (!wait_until(p, until)) break;
    }
    lck_pool_wake(p);
    pthread_mutex_unlock(&p->lock);
    return event;
}

void lck_pool_look(lck_pool *p, lck_pool_view *view) {
    pthread_mutex_lock(&p->lock);
    *view = p->view;
    for (unsigned i = 0; i < p->worker_count; i++) {
        const lck_worker *w = &p->workers[i];
        if (!w->path || (view->path && view->since <= w->since)) continue;
        view->path = w->path;
        view->since = w->since;
        view->operations = w->operations;
    }
    pthread_mutex_unlock(&p->lock);
}
