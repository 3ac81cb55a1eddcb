#include "cli/check/pool.h"

#include <assert.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "cli/check/pool_parts.h"

lcc_crew *lcc_crew_new(const lcc_check_run *run, const lcc_files *files, unsigned jobs) {
    lcc_crew *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->run = run;
    c->jobs = jobs;
    c->turns = 1;
    c->source_count = files->list.count;
    c->sources = calloc((size_t)c->source_count + 1, sizeof *c->sources);
    c->workers = calloc(jobs, sizeof *c->workers);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->work, NULL);
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&c->news, &steady);
    pthread_condattr_destroy(&steady);
    if (!c->sources || !c->workers || !lc_reserve(NULL, &c->queue, c->source_count)) {
        c->source_count = 0;
        lcc_crew_free(c);
        return NULL;
    }
    for (uint32_t i = 0; i < c->source_count; i++) {
        lcc_source *s = &c->sources[i];
        *s = (lcc_source){.file = &files->list.at[i], .refused = LC_NEVER, .last = &s->first};
        s->reading = (lcc_reading){.run = run, .path = s->file->path};
    }
    return c;
}

void lcc_crew_free(lcc_crew *c) {
    if (!c) return;
    pthread_mutex_lock(&c->lock);
    c->closing = true;
    pthread_cond_broadcast(&c->work);
    pthread_mutex_unlock(&c->lock);
    for (unsigned i = 0; i < c->worker_count; i++) pthread_join(c->workers[i].thread, NULL);
    for (uint32_t i = 0; i < c->source_count; i++) {
        lcc_source *s = &c->sources[i];
        for (lcc_unit *u = s->first, *next; u; u = next) {
            next = u->next;
            lcc_free_unit(u);
        }
        lcc_free_unit(s->ahead);
        lcc_reading_end(&s->reading);
    }
    lc_vec_free(NULL, &c->queue);
    free(c->sources);
    free(c->workers);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->work);
    pthread_cond_destroy(&c->news);
    free(c);
}

void lcc_crew_take_turns(lcc_crew *c, uint32_t turn, uint32_t turns) {
    assert(turn < turns && !c->queue.count);
    c->turn = turn;
    c->turns = turns;
}

void lcc_crew_start(lcc_crew *c, uint32_t file) {
    lcc_source *s = &c->sources[file];
    pthread_mutex_lock(&c->lock);
    c->unread++;
    if (s->file->error) lcc_end_source(c, s, LINCE_BAD_INPUT, s->file->error);
    else {
        bool enough = lc_push(NULL, &c->queue, file);
        assert(enough);
        (void)enough;
    }
    lcc_wake_crew(c);
    pthread_mutex_unlock(&c->lock);
}

/* ---- handing out ---- */

/* Nothing of this file is wanted any more.  A unit that a thread is at work on is freed when that is done. */
static void close_source(lcc_crew *c, lcc_source *s) {
    for (lcc_unit **place = &c->ready; *place;) {
        lcc_unit *u = *place;
        if (u->of == s) {
            *place = u->after;
            c->alive--;
            u->done = true;
        } else place = &u->after;
    }
    for (lcc_unit *u = s->first, *next; u; u = next) {
        next = u->next;
        if (u->done && !u->history) c->waiting -= lcc_answer_size(&u->answer);
        if (u->done) lcc_free_unit(u);
    }
    if (s->over && s->undone) c->view.files++;
    s->undone = 0;
    s->first = NULL;
    s->last = &s->first;
    s->closed = true;
}

/* The next result of a file to hand out. */
static lcc_news take(lcc_crew *c, lcc_source *s, lcc_answer *answer) {
    lcc_unit *u = s->first;
    if (u && u->done) {
        s->first = u->next;
        if (!s->first) s->last = &s->first;
        c->waiting -= lcc_answer_size(&u->answer);
        *answer = u->answer;
        u->answer = (lcc_answer){.number = 0};
        lcc_free_unit(u);
        if (answer->refused) close_source(c, s);
        return LCC_ANSWERED;
    }
    if (u && u->told) { /* the thread that explains it no longer touches its line */
        *answer = (lcc_answer){.number = u->answer.number,
                               .several = u->answer.several,
                               .verdict = LINCE_VERDICT_VIOLATION,
                               .line = u->answer.line};
        u->answer.line = (lince_text){0};
        u->told = false;
        return LCC_TOLD;
    }
    if (!u && s->starved) {
        *answer = (lcc_answer){.number = s->count + 1, .verdict = LINCE_VERDICT_UNKNOWN, .line = {.cut = true}};
        s->starved = false;
        return LCC_ANSWERED;
    }
    return s->closed || (!u && s->over) ? LCC_FILE_OVER : LCC_NO_NEWS;
}

static bool wait_until(lcc_crew *c, double when) {
    struct timespec t = {.tv_sec = (time_t)when};
    t.tv_nsec = (long)((when - (double)t.tv_sec) * 1e9);
    return pthread_cond_timedwait(&c->news, &c->lock, &t) == 0;
}

lcc_news lcc_crew_wait(lcc_crew *c, uint32_t file, double seconds, lcc_answer *answer) {
    double until = seconds > 0 ? lc_now() + seconds : 0;
    lcc_news news;
    pthread_mutex_lock(&c->lock);
    c->head = file;
    lcc_wake_crew(c); /* the head may be read although other units have to wait */
    while ((news = take(c, &c->sources[file], answer)) == LCC_NO_NEWS && seconds != 0) {
        if (!c->worker_count && lcc_work(c, NULL)) continue; /* where threads cannot be had */
        if (seconds < 0) pthread_cond_wait(&c->news, &c->lock);
        else if (!wait_until(c, until)) break;
    }
    lcc_wake_crew(c);
    pthread_mutex_unlock(&c->lock);
    return news;
}

void lcc_crew_look(lcc_crew *c, lcc_crew_view *view) {
    pthread_mutex_lock(&c->lock);
    *view = c->view;
    for (unsigned i = 0; i < c->worker_count; i++) {
        const lcc_pool_worker *w = &c->workers[i];
        if (!w->path || (view->path && view->since <= w->since)) continue;
        view->path = w->path;
        view->since = w->since;
        view->operations = w->operations;
    }
    pthread_mutex_unlock(&c->lock);
}
