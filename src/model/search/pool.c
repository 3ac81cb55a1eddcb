/* The threads of a search.  They wait between the halves of rounds; the calling thread works with them. */

#include "model/search/search.h"

typedef struct lcm_pool {
    pthread_mutex_t lock;
    pthread_cond_t start, done;
    lcm_shard_work *work;
    uint64_t turn;    /* how many times work was given out */
    uint32_t working; /* threads, besides the calling thread */
    uint32_t threads;
    bool ending;
    atomic_uint next_shard;
} lcm_pool;

static void work_on(lcm_pool *p, lcm_worker *w) {
    for (uint32_t shard; (shard = atomic_fetch_add(&p->next_shard, 1)) < LCM_SHARDS;) p->work(w, shard);
}

static void *live(void *argument) {
    lcm_worker *w = argument;
    lcm_pool *p = w->search->pool;
    pthread_mutex_lock(&p->lock);
    for (uint64_t seen = 0;;) {
        while (p->turn == seen && !p->ending) pthread_cond_wait(&p->start, &p->lock);
        if (p->ending) break;
        seen = p->turn;
        pthread_mutex_unlock(&p->lock);
        work_on(p, w);
        pthread_mutex_lock(&p->lock);
        if (--p->working == 0) pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

bool lcm_pool_start(lcm_search *s) {
    lcm_pool *p = s->pool = lc_allocate(s->budget, sizeof *p);
    if (!p) return false;
    *p = (lcm_pool){.threads = 0};
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->start, NULL);
    pthread_cond_init(&p->done, NULL);
    atomic_init(&p->next_shard, 0);
    /* With fewer threads than wished for it takes longer and is the same. */
    while (p->threads + 1 < s->worker_count &&
           pthread_create(&s->workers[p->threads + 1].thread, NULL, live, &s->workers[p->threads + 1]) == 0)
        p->threads++;
    return true;
}

void lcm_pool_run(lcm_search *s, lcm_shard_work *work, bool alone) {
    lcm_pool *p = s->pool;
    if (alone || p->threads == 0) {
        for (uint32_t shard = 0; shard < LCM_SHARDS; shard++) work(&s->workers[0], shard);
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->work = work;
    p->working = p->threads;
    p->turn++;
    atomic_store(&p->next_shard, 0);
    pthread_cond_broadcast(&p->start);
    pthread_mutex_unlock(&p->lock);
    work_on(p, &s->workers[0]);
    pthread_mutex_lock(&p->lock);
    while (p->working > 0) pthread_cond_wait(&p->done, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

void lcm_pool_stop(lcm_search *s) {
    lcm_pool *p = s->pool;
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->ending = true;
    pthread_cond_broadcast(&p->start);
    pthread_mutex_unlock(&p->lock);
    for (uint32_t i = 1; i <= p->threads; i++) pthread_join(s->workers[i].thread, NULL);
    pthread_cond_destroy(&p->start);
    pthread_cond_destroy(&p->done);
    pthread_mutex_destroy(&p->lock);
    lc_release(s->budget, p, sizeof *p);
    s->pool = NULL;
}
