/* The work of a pool: reading, checking, and finding the next piece of it. */
#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "checker/pool_parts.h"

/* Bytes that may wait to be handed out before no file but the one that is waited for is read on. */
#define MUCH ((size_t)64 << 20)

/* ---- units ---- */

static lck_unit *new_unit(lck_pool *p, lck_source *of, uint32_t number) {
    lck_unit *u = calloc(1, sizeof *u + p->run->front->size);
    if (!u) return NULL;
    u->pool = p;
    u->of = of;
    u->answer = (lck_answer *)u->room;
    u->answer->number = number;
    u->answer->several = number > 1;
    return u;
}

void lck_unit_free(lck_unit *u) {
    if (!u) return;
    lince_history_free(u->history);
    u->pool->run->front->clear(u->answer);
    free(u);
}

static void append(lck_source *s, lck_unit *u) {
    assert(!s->closed);
    *s->last = u;
    s->last = &u->next;
    s->undone++;
}

static void make_ready(lck_pool *p, lck_unit *u) {
    append(u->of, u);
    lck_unit **place = &p->ready;
    while (*place && (*place)->of <= u->of) place = &(*place)->after;
    u->after = *place;
    *place = u;
}

static void count_file(lck_pool *p, const lck_source *s) {
    if (s->over && !s->undone) p->view.files++;
}

/* There is nothing more to be read in it. */
static void end_reading(lck_pool *p, lck_source *s) {
    assert(!s->busy && !s->over);
    s->over = true;
    pthread_cond_signal(&p->event);
    p->unread--;
    if (s->ahead && s->ahead->history) p->alive--;
    lck_unit_free(s->ahead);
    s->ahead = NULL;
    lck_reading_end(&s->reading);
    count_file(p, s);
}

/* Its answer is known. */
static void settle(lck_pool *p, lck_unit *u) {
    lck_source *s = u->of;
    u->done = true;
    if (s->closed) {
        lck_unit_free(u);
        return;
    }
    pthread_cond_signal(&p->event);
    s->undone--;
    p->waiting += p->run->front->bytes(u->answer);
    if (!u->answer->refused) p->view.violations += u->answer->verdict == LINCE_VERDICT_VIOLATION;
    else if (u->answer->number < s->refused) s->refused = u->answer->number;
    if (s->refused != LC_NEVER && !s->busy && !s->over) end_reading(p, s);
    else count_file(p, s);
}

/* ---- reading ---- */

static bool is_mine(const lck_pool *p, uint32_t number) { return (number - 1) % p->turns == p->turn; }

void lck_source_end(lck_pool *p, lck_source *s, lince_status why, const lince_error *error) {
    bool mine = is_mine(p, s->count + 1);
    lck_unit *u = mine ? new_unit(p, s, s->count + 1) : NULL;
    if (u) append(s, u);
    s->starved = mine && !u;
    end_reading(p, s);
    if (!u) return;
    if (why == LINCE_BAD_INPUT) {
        u->answer->refused = true;
        u->answer->error = *error;
    } else lck_answer_unread(u->answer, p->run, s->file->path, why, lc_now() - s->reading.began);
    settle(p, u);
}

/* A history stays ahead until the next one is known. */
static void take_in(lck_pool *p, lck_source *s, lince_status status, lck_unit *u, const lince_error *error) {
    s->busy = false;
    p->readers--;
    if (s->refused != LC_NEVER) {
        lck_unit_free(u);
        end_reading(p, s);
        return;
    }
    if (s->ahead && s->ahead->history) {
        s->ahead->answer->several |= status != LINCE_END;
        make_ready(p, s->ahead);
    } else lck_unit_free(s->ahead);
    s->ahead = u;
    if (u && u->history) p->alive++;
    if (status == LINCE_DONE) return;
    if (status == LINCE_END) end_reading(p, s);
    else lck_source_end(p, s, status, error);
}

static void read_more(lck_pool *p, lck_source *s) {
    pthread_mutex_unlock(&p->lock);
    lince_history *history = NULL;
    lince_error error = {0};
    lince_status status = lck_read_next(&s->reading, &history, &error);
    lck_unit *u = status == LINCE_DONE ? new_unit(p, s, s->count + 1) : NULL;
    if (u) {
        s->count++;
        u->seconds = lc_now() - s->reading.began;
        if (is_mine(p, s->count)) u->history = history;
    } else if (status == LINCE_DONE) status = LINCE_OUT_OF_MEMORY;
    if (!u || !u->history) lince_history_free(history);
    pthread_mutex_lock(&p->lock);
    take_in(p, s, status, u, &error);
}

/* ---- checking ---- */

static void announce(void *context) {
    lck_unit *u = context;
    pthread_mutex_lock(&u->pool->lock);
    u->announced = true;
    pthread_cond_signal(&u->pool->event);
    pthread_mutex_unlock(&u->pool->lock);
}

/* Cores that nothing else is going to need are given to the checks that there are. */
static unsigned share_of_cores(const lck_pool *p) {
    uint32_t others = p->unread;
    for (const lck_unit *u = p->ready; u; u = u->after) others++;
    unsigned left = p->jobs > p->cores ? p->jobs - p->cores : 1, share = left / (others + 1);
    return share ? share : 1;
}

static void check(lck_pool *p, lck_unit *u) {
    unsigned cores = share_of_cores(p);
    p->cores += cores;
    pthread_mutex_unlock(&p->lock);
    lck_effort effort = {.started = lc_now() - u->seconds, .jobs = cores, .announced = announce, .context = u};
    lck_check_history(u->answer, p->run, &u->history, &effort);
    lince_history_free(u->history);
    u->history = NULL;
    pthread_mutex_lock(&p->lock);
    p->cores -= cores;
    p->alive--;
    settle(p, u);
}

/* ---- the next unit of work ---- */

/* The first history that is to be checked: that keeps few of them in memory. */
static lck_unit *find_unit(lck_pool *p) {
    for (lck_unit *u; (u = p->ready);) {
        if (u->answer->number < u->of->refused) return u;
        p->ready = u->after;
        lince_history_free(u->history);
        u->history = NULL;
        p->alive--;
        settle(p, u);
    }
    return NULL;
}

/* The first file that can and may be read on.  Files that are not finished come before new ones, so that there are
 * never more histories ahead than threads, and room for the one that is needed to go on. */
static lck_source *find_source(lck_pool *p) {
    bool standard_input = false; /* named twice, it is read whole the first time */
    if (p->alive + p->readers > p->jobs) return NULL;
    while (p->next < p->queue.count && p->sources[p->queue.at[p->next]].over) p->next++;
    for (uint32_t i = p->next; i < p->queue.count; i++) {
        lck_source *s = &p->sources[p->queue.at[i]];
        if (s->over) continue;
        bool standard = lck_is_standard_input(s->file->path);
        if (!s->busy && !(standard && standard_input)) return p->waiting < MUCH || p->queue.at[i] == p->head ? s : NULL;
        standard_input |= standard;
    }
    return NULL;
}

bool lck_pool_work(lck_pool *p, lck_worker *w) {
    lck_unit *u = find_unit(p);
    lck_source *s = u ? u->of : find_source(p);
    if (!s) return false;
    if (w) {
        w->path = s->file->path;
        w->since = lc_now();
        w->operations = u ? lince_history_operations(u->history) : 0;
    }
    if (u) p->ready = u->after;
    else s->busy = true, p->readers++;
    lck_pool_wake(p); /* for the rest of the work */
    if (u) check(p, u);
    else read_more(p, s);
    if (w) w->path = NULL;
    return true;
}

static void *work_on(void *context) {
    lck_worker *w = context;
    lck_pool *p = w->pool;
    pthread_mutex_lock(&p->lock);
    while (!p->closing) {
        if (lck_pool_work(p, w)) continue;
        p->idle++;
        pthread_cond_wait(&p->work, &p->lock);
        p->idle--;
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

void lck_pool_wake(lck_pool *p) {
    if (!find_unit(p) && !find_source(p)) return;
    if (p->idle) pthread_cond_signal(&p->work);
    else if (p->worker_count < p->jobs) {
        lck_worker *w = &p->workers[p->worker_count];
        *w = (lck_worker){.pool = p};
        if (!pthread_create(&w->thread, NULL, work_on, w)) p->worker_count++;
    }
}
