/* Which log belongs to which thread, and which monitors there are.
 *
 * A thread finds its log through a small table of its own.  The first time it takes one that a thread has left behind,
 * or makes one; that needs memory and a lock, which are held for moments and never while something is judged.
 *
 * After fork the child has one thread, and the checker is not it: in the child all monitors are off for good.
 */
#include <errno.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/error.h"
#include "monitor/monitor.h"

/* ---- the process ---- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static lince_monitor *monitors;
static uint64_t last_serial, last_thread;
static uint64_t grain;
static pthread_key_t at_end;
static bool has_key;

__thread lco_log_slot lco_log_table[LCO_LOG_TABLE];
static __thread uint64_t self __attribute__((tls_model("initial-exec")));

/* A signal handler of the thread that has the lock must not wait for it, and a cancelled thread must not keep it. */
static __thread bool has_lock __attribute__((tls_model("initial-exec")));
static __thread int cancelable __attribute__((tls_model("initial-exec")));

static void lock(void) {
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    has_lock = true;
    pthread_mutex_lock(&mutex);
    cancelable = before;
}

static void unlock(void) {
    int before = cancelable;
    pthread_mutex_unlock(&mutex);
    has_lock = false;
    pthread_setcancelstate(before, NULL);
}

static void thread_ends(void *unused) {
    (void)unused;
    lock();
    for (lince_monitor *m = monitors; m; m = m->next)
        for (lco_log *log = m->logs; log; log = log->next)
            if (log->owner == self && lco_log_leave(log)) __atomic_store_n(&log->owner, 0, __ATOMIC_RELEASE);
    unlock();
    self = 0; /* destructors that run after this one may call again, and end in a log of their own */
    memset(lco_log_table, 0, sizeof lco_log_table);
}

static void before_fork(void) { lock(); }
static void after_fork(void) { unlock(); }
static void in_child(void) {
    for (lince_monitor *m = monitors; m; m = m->next) {
        if (m->state != LCO_MONITOR_OFF) m->state = LCO_MONITOR_ORPHAN;
        m->orphan = true;
    }
    unlock();
}

/* Monitors that were not freed end with the program. */
static void at_exit(void) {
    for (;;) {
        lock();
        lince_monitor *m = monitors;
        while (m && (m->orphan || m->ended)) m = m->next;
        unlock();
        if (!m) return;
        lco_monitor_end(m);
    }
}

/* A plug-in may hold all of this, and be unloaded while threads that have used it go on: when they end, there is
 * nothing left to be called. */
static __attribute__((destructor)) void unload(void) {
    lock();
    if (has_key) pthread_key_delete(at_end);
    has_key = false;
    unlock();
}

static void begin(void) {
    lc_stamp_init();
    grain = lc_stamp_grain();
    has_key = !pthread_key_create(&at_end, thread_ends);
    if (has_key) has_key = !pthread_atfork(before_fork, after_fork, in_child) && !atexit(at_exit);
}

lince_status lco_monitor_enlist(lince_monitor *m, lince_error *error) {
    pthread_once(&once, begin);
    if (!has_key) return lc_fail(error, "the process has no key left for data of threads");
    lock();
    m->serial = ++last_serial;
    m->grain = grain;
    m->next = monitors;
    monitors = m;
    unlock();
    return LINCE_DONE;
}

void lco_monitor_delist(lince_monitor *m) {
    lock();
    lince_monitor **at = &monitors;
    while (*at && *at != m) at = &(*at)->next;
    if (*at) *at = m->next;
    unlock();
}

bool lco_monitor_is_listed(const lince_monitor *m) {
    lock();
    const lince_monitor *at = monitors;
    while (at && at != m) at = at->next;
    unlock();
    return at;
}

void lco_monitor_wake(lince_monitor *m) {
    if (__atomic_exchange_n(&m->asleep, 0, __ATOMIC_ACQ_REL)) syscall(SYS_futex, &m->asleep, FUTEX_WAKE_PRIVATE, 1);
}

/* ---- logs ---- */

/* Pages are there when they are first used.  Not by malloc, which may be monitored itself, or may be the code
 * that a signal interrupted. */
static size_t size_of(uint64_t words) { return sizeof(lco_log) + words * sizeof(uint64_t); }

static lco_log *new_log(lince_monitor *m) {
    lco_log *log = mmap(NULL, size_of(m->buffer), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (log == MAP_FAILED) return NULL;
    *log = (lco_log){.words = (uint64_t *)(log + 1),
                     .mask = m->buffer - 1,
                     .limit = m->buffer / 4,
                     .monitor = m,
                     .grain = m->grain,
                     .fenced = m->fenced,
                     .locked = !m->barrier,
                     .hurry = m->has_checker,
                     .slot = m->logs ? m->logs->slot + 1 : 0,
                     .next = m->logs};
    return log;
}

void lco_log_free(lco_log *log) { munmap(log, size_of(log->mask + 1)); }

static lco_log *find(lince_monitor *m, uint64_t owner) {
    lco_log *log = m->logs;
    while (log && log->owner != owner) log = log->next;
    return log;
}

/* Every entry that a signal handler finds there is valid; and it cannot enter anything while this thread has the
 * lock. */
static void enter(uint64_t serial, lco_log *log) {
    lco_log_slot *e = &lco_log_table[serial % LCO_LOG_TABLE];
    __atomic_store_n(&e->serial, 0, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&e->log, log, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&e->serial, serial, __ATOMIC_RELAXED);
}

lco_log *lco_log_look_up(lince_monitor *m) {
    int saved = errno;
    if (has_lock) {
        __atomic_store_n(&m->lost_thread, true, __ATOMIC_SEQ_CST);
        return NULL;
    }
    lock();
    if (!self) {
        self = ++last_thread;
        if (has_key) pthread_setspecific(at_end, &self);
    }
    lco_log *log = find(m, self);
    if (!log && (log = find(m, 0))) __atomic_store_n(&log->owner, self, __ATOMIC_RELEASE);
    if (!log && (log = new_log(m))) {
        log->owner = self;
        __atomic_store_n(&m->logs, log, __ATOMIC_RELEASE); /* before its first event */
    }
    if (!log) __atomic_store_n(&m->lost_thread, true, __ATOMIC_SEQ_CST);
    if (log) enter(m->serial, log);
    unlock();
    errno = saved;
    return log;
}
