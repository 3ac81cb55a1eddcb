/* The work of a crew: reading, checking, and finding the next piece of it. */
#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/check/pool_parts.h"

/* Bytes that may wait to be handed out before no file but the one that is waited for is read on. */
#define MUCH ((size_t)64 << 20)

/* ---- units ---- */

static lcc_unit *new_unit(lcc_crew *c, lcc_source *of, uint32_t number) {
    lcc_unit *u = malloc(sizeof *u);
    if (u) *u = (lcc_unit){.crew = c, .of = of, .answer = {.number = number, .several = number > 1}};
    return u;
}

void lcc_free_unit(lcc_unit *u) {
    if (!u) return;
    lince_history_free(u->history);
    lcc_answer_free(&u->answer);
    free(u);
}

static void append(lcc_source *s, lcc_unit *u) {
    assert(!s->closed);
    *s->last = u;
    s->last = &u->next;
    s->undone++;
}

static void make_ready(lcc_crew *c, lcc_unit *u) {
    append(u->of, u);
    lcc_unit **place = &c->ready;
    while (*place && (*place)->of <= u->of) place = &(*place)->after;
    u->after = *place;
    *place = u;
}

static void count_file(lcc_crew *c, const lcc_source *s) {
    if (s->over && !s->undone) c->view.files++;
}

/* There is nothing more to be read in it. */
static void end_reading(lcc_crew *c, lcc_source *s) {
    assert(!s->busy && !s->over);
    s->over = true;
    pthread_cond_signal(&c->news);
    c->unread--;
    if (s->ahead && s->ahead->history) c->alive--;
    lcc_free_unit(s->ahead);
    s->ahead = NULL;
    lcc_reading_end(&s->reading);
    count_file(c, s);
}

/* Its answer is known. */
static void settle(lcc_crew *c, lcc_unit *u) {
    lcc_source *s = u->of;
    u->done = true;
    if (s->closed) {
        lcc_free_unit(u);
        return;
    }
    pthread_cond_signal(&c->news);
    s->undone--;
    c->waiting += lcc_answer_size(&u->answer);
    if (!u->answer.refused) c->view.violations += u->answer.verdict == LINCE_VERDICT_VIOLATION;
    else if (u->answer.number < s->refused) s->refused = u->answer.number;
    if (s->refused != LC_NEVER && !s->busy && !s->over) end_reading(c, s);
    else count_file(c, s);
}

/* ---- reading ---- */

static bool is_mine(const lcc_crew *c, uint32_t number) { return (number - 1) % c->turns == c->turn; }

void lcc_end_source(lcc_crew *c, lcc_source *s, lince_status why, const lince_error *error) {
    bool mine = is_mine(c, s->count + 1);
    lcc_unit *u = mine ? new_unit(c, s, s->count + 1) : NULL;
    if (u) append(s, u);
    s->starved = mine && !u;
    end_reading(c, s);
    if (!u) return;
    if (why == LINCE_BAD_INPUT) {
        u->answer.refused = true;
        u->answer.error = *error;
    } else lcc_answer_unread(&u->answer, c->run, s->file->path, why, lc_now() - s->reading.began);
    settle(c, u);
}

/* A history stays ahead until the next one is known. */
static void take_in(lcc_crew *c, lcc_source *s, lince_status status, lcc_unit *u, const lince_error *error) {
    s->busy = false;
    c->readers--;
    if (s->refused != LC_NEVER) {
        lcc_free_unit(u);
        end_reading(c, s);
        return;
    }
    if (s->ahead && s->ahead->history) {
        s->ahead->answer.several |= status != LINCE_END;
        make_ready(c, s->ahead);
    } else lcc_free_unit(s->ahead);
    s->ahead = u;
    if (u && u->history) c->alive++;
    if (status == LINCE_DONE) return;
    if (status == LINCE_END) end_reading(c, s);
    else lcc_end_source(c, s, status, error);
}

static void read_more(lcc_crew *c, lcc_source *s) {
    pthread_mutex_unlock(&c->lock);
    lince_history *history = NULL;
    lince_error error = {0};
    lince_status status = lcc_read_next(&s->reading, &history, &error);
    lcc_unit *u = status == LINCE_DONE ? new_unit(c, s, s->count + 1) : NULL;
    if (u) {
        s->count++;
        u->seconds = lc_now() - s->reading.began;
        if (is_mine(c, s->count)) u->history = history;
    } else if (status == LINCE_DONE) status = LINCE_OUT_OF_MEMORY;
    if (!u || !u->history) lince_history_free(history);
    pthread_mutex_lock(&c->lock);
    take_in(c, s, status, u, &error);
}

/* ---- checking ---- */

static void tell(void *context) {
    lcc_unit *u = context;
    pthread_mutex_lock(&u->crew->lock);
    u->told = true;
    pthread_cond_signal(&u->crew->news);
    pthread_mutex_unlock(&u->crew->lock);
}

/* Cores that nothing else is going to need are given to the checks that there are. */
static unsigned share_of_cores(const lcc_crew *c) {
    uint32_t others = c->unread;
    for (const lcc_unit *u = c->ready; u; u = u->after) others++;
    unsigned left = c->jobs > c->cores ? c->jobs - c->cores : 1, share = left / (others + 1);
    return share ? share : 1;
}

static void check(lcc_crew *c, lcc_unit *u) {
    unsigned cores = share_of_cores(c);
    c->cores += cores;
    pthread_mutex_unlock(&c->lock);
    lcc_effort effort = {.started = lc_now() - u->seconds, .jobs = cores, .told = tell, .context = u};
    lcc_answer_history(&u->answer, c->run, u->history, &effort);
    lince_history_free(u->history);
    u->history = NULL;
    pthread_mutex_lock(&c->lock);
    c->cores -= cores;
    c->alive--;
    settle(c, u);
}

/* ---- the next unit of work ---- */

/* The first history that is to be checked: that keeps few of them in memory. */
static lcc_unit *find_unit(lcc_crew *c) {
    for (lcc_unit *u; (u = c->ready);) {
        if (u->answer.number < u->of->refused) return u;
        c->ready = u->after;
        lince_history_free(u->history);
        u->history = NULL;
        c->alive--;
        settle(c, u);
    }
    return NULL;
}

/* The first file that can and may be read on.  Files that are not finished come before new ones, so that there are
 * never more histories ahead than threads, and room for the one that is needed to go on. */
static lcc_source *find_source(lcc_crew *c) {
    bool standard_input = false; /* named twice, it is read whole the first time */
    if (c->alive + c->readers > c->jobs) return NULL;
    while (c->next < c->queue.count && c->sources[c->queue.at[c->next]].over) c->next++;
    for (uint32_t i = c->next; i < c->queue.count; i++) {
        lcc_source *s = &c->sources[c->queue.at[i]];
        if (s->over) continue;
        bool standard = lcc_is_standard_input(s->file->path);
        if (!s->busy && !(standard && standard_input)) return c->waiting < MUCH || c->queue.at[i] == c->head ? s : NULL;
        standard_input |= standard;
    }
    return NULL;
}

bool lcc_work(lcc_crew *c, lcc_pool_worker *w) {
    lcc_unit *u = find_unit(c);
    lcc_source *s = u ? u->of : find_source(c);
    if (!s) return false;
    if (w) {
        w->path = s->file->path;
        w->since = lc_now();
        w->operations = u ? lince_history_operations(u->history) : 0;
    }
    if (u) c->ready = u->after;
    else s->busy = true, c->readers++;
    lcc_wake_crew(c); /* for the rest of the work */
    if (u) check(c, u);
    else read_more(c, s);
    if (w) w->path = NULL;
    return true;
}

static void *work_on(void *context) {
    lcc_pool_worker *w = context;
    lcc_crew *c = w->crew;
    pthread_mutex_lock(&c->lock);
    while (!c->closing) {
        if (lcc_work(c, w)) continue;
        c->idle++;
        pthread_cond_wait(&c->work, &c->lock);
        c->idle--;
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

void lcc_wake_crew(lcc_crew *c) {
    if (!find_unit(c) && !find_source(c)) return;
    if (c->idle) pthread_cond_signal(&c->work);
    else if (c->worker_count < c->jobs) {
        lcc_pool_worker *w = &c->workers[c->worker_count];
        *w = (lcc_pool_worker){.crew = c};
        if (!pthread_create(&w->thread, NULL, work_on, w)) c->worker_count++;
    }
}
