/* The public face: making monitors, switching them, ending them. */
#include <errno.h>
#include <linux/membarrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/error.h"
#include "base/sized.h"
#include "monitor/monitor.h"

enum { LEAST_BUFFER = 64, USUAL_BUFFER = 65536, MOST_BUFFER = 1 << 26 };

/* ---- making ---- */

/* In words, a power of two; few events take more than two. */
static uint64_t buffer_size(unsigned wanted) {
    uint64_t size = LEAST_BUFFER;
    if (!wanted) wanted = USUAL_BUFFER;
    while (size < wanted && size < MOST_BUFFER) size *= 2;
    return 2 * size;
}

static lince_status find_spec(lince_monitor *m, const lince_monitor_options *options, lince_error *error) {
    if (!options->spec && !options->own) return lc_fail(error, "a monitor needs a specification: set `spec` or `own`");
    if (options->spec && options->own) return lc_fail(error, "a monitor has one specification: set `spec` or `own`");
    lince_status status = options->own ? lc_instance_of(&m->instance, options->own, error)
                                       : lc_instance_parse(&m->instance, options->spec, NULL, 0, error);
    if (status == LINCE_DONE && lc_spec_is_sync(m->instance.spec))
        return lc_fail(error, "operations of %s wait for each other: such objects cannot be monitored",
                       m->instance.name);
    return status;
}

static lince_status make_online(lince_monitor *m, lince_error *error) {
    lco_online_options o = {.instance = &m->instance,
                            .length = m->options.length ? m->options.length : 2,
                            .unique = m->options.unique,
                            .classes = m->options.classes,
                            .window = m->options.window,
                            .max_memory = m->options.max_memory};
    if (m->options.init) {
        int64_t init = *m->options.init;
        if (lco_monitor_symbol(init)) o.init = lco_monitor_symbol(init);
        else if (init >= -(1 << 30) && init < 1 << 30) o.init = lince_int(NULL, init);
        else return lc_fail(error, "the initial value must be a symbol or fit in 31 bits");
    }
    return lco_online_new(&m->online, &o, error);
}

static lince_status copy_text(char **to, const char *text) {
    *to = text ? strdup(text) : NULL;
    return !text || *to ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

static lince_status fill(lince_monitor *m, const lince_monitor_options *options, lince_error *error) {
    lince_status status = find_spec(m, options, error);
    if (status != LINCE_DONE) return status;
    m->options = *options;
    m->settle = options->settle < 0 ? 0 : options->settle == 0 ? 1 : options->settle;
    m->buffer = buffer_size(options->buffer);
    m->fenced = options->fenced;
    m->barrier = !syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
    status = copy_text(&m->name, options->name ? options->name : m->instance.name);
    if (status == LINCE_DONE) status = copy_text(&m->dump, options->dump);
    return status == LINCE_DONE ? make_online(m, error) : status;
}

static void release(lince_monitor *m) {
    while (m->logs) {
        lco_log *next = m->logs->next;
        lco_log_free(m->logs);
        m->logs = next;
    }
    lco_online_free(m->online);
    lc_instance_free(&m->instance);
    lc_vec_free(NULL, &m->lanes);
    lc_vec_free(NULL, &m->heap);
    free(m->name);
    free(m->dump);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

static lince_monitor *make(const lince_monitor_options *options, lince_error *error) {
    lince_monitor *m = aligned_alloc(LCO_LINE, sizeof *m);
    if (!m) {
        lc_fail(error, "out of memory");
        return NULL;
    }
    *m = (lince_monitor){.run = 1, .seen_run = 1};
    pthread_mutexattr_t checked;
    pthread_mutexattr_init(&checked);
    pthread_mutexattr_settype(&checked, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m->lock, &checked);
    pthread_mutexattr_destroy(&checked);
    lince_status status = fill(m, options, error);
    if (status == LINCE_OUT_OF_MEMORY) lc_fail(error, "out of memory");
    if (status == LINCE_DONE) status = lco_monitor_enlist(m, error);
    if (status != LINCE_DONE) {
        release(m);
        return NULL;
    }
    int reason = options->no_thread ? 0 : lco_checker_start(m);
    if (reason) {
        lc_fail(error, "there can be no thread that judges: %s", strerror(reason));
        lco_monitor_delist(m);
        release(m);
        return NULL;
    }
    if (!options->off) __atomic_store_n(&m->state, LCO_MONITOR_ON, __ATOMIC_RELEASE);
    return m;
}

/* A caller that does not want the error does not check for it either, so it is printed. */
lince_monitor *lince_monitor_new(const lince_monitor_options *options, lince_error *error) {
    enum { FIRST = offsetof(lince_monitor_options, context) + sizeof(void *) }; /* the size in 0.2 */
    lince_error own = {0};
    lince_monitor_options taken;
    lince_monitor *m = NULL;
    lince_error *why = error ? error : &own;
    if (lc_take_sized(&taken, sizeof taken, FIRST, options, "lince_monitor_options", why) == LINCE_DONE)
        m = make(&taken, why);
    if (!m && !error) lco_report_none(&taken, &own);
    return m;
}

/* Does the monitor belong to a process that forked?  Then nothing is judged. */
static bool is_orphan(lince_monitor *m) {
    if (m->orphan) lco_report_orphan(m);
    return m->orphan;
}

/* Is there a monitor?  If not, the caller of the function gets a message. */
static bool is_there(const lince_monitor *m, const char *function) {
    if (!m) lco_report_missing(function);
    return m;
}

int lince_monitor_method(const lince_monitor *m, const char *name) {
    if (!is_there(m, __func__)) return -1;
    if (!name) name = "NULL";
    uint32_t row = lc_spec_method(m->instance.spec, name, strlen(name));
    if (row != LC_NO_METHOD) return (int)row;
    lco_report_no_method(m, name);
    return -1;
}

/* ---- switching ---- */

bool lco_monitor_enter(lince_monitor *m) {
    int cancelable;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelable);
    bool within = pthread_mutex_lock(&m->lock) == EDEADLK;
    if (within) pthread_setcancelstate(cancelable, NULL);
    else m->cancelable = cancelable;
    return !within;
}

static bool try_to_enter(lince_monitor *m) {
    int cancelable;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelable);
    bool entered = !pthread_mutex_trylock(&m->lock);
    if (entered) m->cancelable = cancelable;
    else pthread_setcancelstate(cancelable, NULL);
    return entered;
}

void lco_monitor_leave(lince_monitor *m) {
    int cancelable = m->cancelable;
    pthread_mutex_unlock(&m->lock);
    pthread_setcancelstate(cancelable, NULL);
}

void lince_monitor_on(lince_monitor *m) {
    if (!is_there(m, __func__) || is_orphan(m)) return;
    bool entered = lco_monitor_enter(m);
    if (!m->ended && m->state != LCO_MONITOR_ON) {
        m->on_time = lc_now();
        __atomic_store_n(&m->off_at, 0, __ATOMIC_SEQ_CST);
        __atomic_store_n(&m->run, m->run + 1, __ATOMIC_SEQ_CST);
        __atomic_store_n(&m->state, LCO_MONITOR_ON, __ATOMIC_SEQ_CST);
    }
    if (entered) lco_monitor_leave(m);
}

/* The stamp is taken before any thread can see that it is off. */
void lince_monitor_off(lince_monitor *m) {
    unsigned on = LCO_MONITOR_ON;
    uint64_t none = 0;
    if (!is_there(m, __func__)) return;
    if (__atomic_load_n(&m->state, __ATOMIC_SEQ_CST) != LCO_MONITOR_ON) return;
    __atomic_compare_exchange_n(&m->off_at, &none, lc_stamp_call(0), false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    __atomic_compare_exchange_n(&m->state, &on, LCO_MONITOR_CLOSING, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

/* ---- judging and ending ---- */

bool lince_monitor_poll(lince_monitor *m) {
    if (!is_there(m, __func__) || is_orphan(m)) return true;
    if (try_to_enter(m)) {
        lco_monitor_round(m);
        lco_monitor_leave(m);
    }
    return !__atomic_load_n(&m->reported_violation, __ATOMIC_RELAXED);
}

bool lince_monitor_flush(lince_monitor *m) {
    if (!is_there(m, __func__) || is_orphan(m)) return true;
    if (lco_monitor_enter(m)) {
        lco_monitor_drain(m);
        lco_monitor_leave(m);
    }
    return !__atomic_load_n(&m->reported_violation, __ATOMIC_RELAXED);
}

void lince_monitor_read(lince_monitor *m, lince_monitor_figures *out) {
    if (!is_there(m, __func__)) {
        *out = (lince_monitor_figures){0};
        return;
    }
    if (m->orphan) {
        *out = m->figures;
        return;
    }
    bool entered = lco_monitor_enter(m);
    lco_monitor_figures(m);
    *out = m->figures;
    if (entered) lco_monitor_leave(m);
}

void lco_monitor_end(lince_monitor *m) {
    int cancelable;
    if (m->ended || m->orphan) return;
    m->ended = true;
    lince_monitor_off(m);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelable);
    bool entered = lco_checker_stop(m) && lco_monitor_enter(m);
    if (entered) {
        lco_monitor_drain(m);
        lco_monitor_close(m);
    }
    lco_monitor_figures(m);
    lco_report_end(m);
    if (entered) lco_monitor_leave(m);
    pthread_setcancelstate(cancelable, NULL);
}

/* A callback of the program cannot free the monitor that calls it. */
static bool is_within(lince_monitor *m) {
    if (m->orphan) return false;
    bool entered = lco_monitor_enter(m);
    if (entered) lco_monitor_leave(m);
    return !entered;
}

bool lince_monitor_free(lince_monitor *m, lince_monitor_figures *figures) {
    if (figures) *figures = (lince_monitor_figures){0};
    if (!m) return true;
    if (!lco_monitor_is_listed(m)) {
        lco_report_freed();
        return true;
    }
    if (is_within(m)) {
        lco_report_within(m);
        return !m->reported_violation;
    }
    lco_monitor_end(m);
    if (figures) *figures = m->figures;
    bool right = !m->reported_violation;
    lco_monitor_delist(m);
    if (!m->orphan)
        release(m); /* else it is as the checker left it in the middle of something when the process forked */
    return right;
}
