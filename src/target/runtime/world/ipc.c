/* Semaphores and message queues of System V, as steps.
 *
 * They live in the kernel, where nothing puts them back; here they are modelled whole, so that the kernel never sees
 * them: the objects of one process are shared with no other one, and a test is one process.  All of it stands in one
 * structure, which is restored before each execution and goes with snapshots.
 *
 * Each call is one step on its object.  A call that has to wait is enabled when it need not; one that must not
 * (IPC_NOWAIT) is an attempt.  A semop does all of its operations or none.  SEM_UNDO has an effect at the end of the
 * process only, and so has none here. */
#define _GNU_SOURCE
#include "target/runtime/world/ipc.h"

#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>

#include "target/runtime/bulk_parts.h"
#include "target/runtime/explorer.h"
#include "target/runtime/region.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/sync/sync.h"

enum { SETS = 16, IN_SET = 32, QUEUES = 16, MESSAGES = 64, BYTES = 256, QUEUE_BYTES = 16384, NAMED = 16, NAME = 64 };
enum { SEMAPHORE_MAX = 32767, OPERATIONS = 32 };

typedef struct set {
    uint32_t used, count;
    key_t key;
    uint16_t value[IN_SET];
    uint64_t order; /* the object that is released and acquired, for data races */
} set;

typedef struct message {
    uint32_t queue; /* plus 1; 0: none is here */
    uint32_t size;
    uint64_t number; /* when it was sent */
    long type;
    char bytes[BYTES];
} message;

typedef struct queue {
    uint32_t used, bytes;
    key_t key;
    uint64_t sent, order;
} queue;

typedef struct named {
    char name[NAME]; /* empty: unlinked */
    sem_t semaphore;
    bool used;
} named;

typedef struct state {
    uint64_t changes; /* 0: there is nothing */
    set sets[SETS];
    queue queues[QUEUES];
    message messages[MESSAGES];
    named names[NAMED];
} state;

static state now LCT_STATE = {0}, marked LCT_STATE = {0};

void lct_ipc_mark(void) {
    if (now.changes || marked.changes) marked = now;
}

void lct_ipc_begin(void) {
    if (now.changes) now = marked;
}

void lct_ipc_save(lct_tape *tape) { lct_tape_put_changed(tape, &now, sizeof now); }
void lct_ipc_load(lct_tape *tape) { lct_tape_get_changed(tape, &now, sizeof now); }

/* Looking for a key, making and removing are steps on all of it. */
static void act_on_all(uintptr_t pc, const char *function) {
    lct_act(LCT_WRITE, LCT_STEP_NOTE, &now.changes, sizeof now.changes, pc);
    now.changes = 1;
    lct_trace_object(LCT_STEP_NOTE, NULL, 0, 0, pc, function);
}

static int allowed(bool found, int flags) {
    if (found) return flags & IPC_CREAT && flags & IPC_EXCL ? -EEXIST : 0;
    return flags & IPC_CREAT ? 0 : -ENOENT;
}

/* ---- semaphores ---- */

static set *set_of(int id) { return id >= 0 && id < SETS && now.sets[id].used ? &now.sets[id] : NULL; }

long lct_semget(key_t key, int count, int flags, uintptr_t pc) {
    act_on_all(pc, "semget");
    int at = 0, error;
    while (at < SETS && !(key != IPC_PRIVATE && now.sets[at].used && now.sets[at].key == key)) at++;
    bool found = at < SETS;
    if (key != IPC_PRIVATE && (error = allowed(found, flags))) return error;
    if (found) return (uint32_t)count > now.sets[at].count ? -EINVAL : at;
    if (count < 1) return -EINVAL;
    if (count > IN_SET) lct_unsupported("semget", "more than 32 semaphores in one set are not modelled", pc);
    for (at = 0; at < SETS && now.sets[at].used; at++) continue;
    if (at == SETS) lct_unsupported("semget", "more than 16 sets of semaphores are not modelled", pc);
    now.sets[at] = (set){.used = 1, .count = (uint32_t)count, .key = key};
    return at;
}

typedef struct request {
    int id;
    size_t count;
    struct sembuf all[OPERATIONS];
} request;

/* What would the values be?  Error 0: these; EAGAIN: it has to wait. */
static int try_all(const request *r, uint16_t values[IN_SET]) {
    const set *s = set_of(r->id);
    if (!s) return EIDRM;
    memcpy(values, s->value, sizeof s->value);
    for (size_t i = 0; i < r->count; i++) {
        const struct sembuf *o = &r->all[i];
        if (o->sem_num >= s->count) return EFBIG;
        int value = values[o->sem_num] + o->sem_op;
        if (value < 0 || (!o->sem_op && value)) return EAGAIN;
        if (value > SEMAPHORE_MAX) return ERANGE;
        values[o->sem_num] = (uint16_t)value;
    }
    return 0;
}

static bool may_operate(const void *argument) {
    uint16_t values[IN_SET];
    return try_all(argument, values) != EAGAIN;
}

static bool must_not_wait(const request *r) {
    for (size_t i = 0; i < r->count; i++)
        if (r->all[i].sem_flg & IPC_NOWAIT) return true;
    return false;
}

static struct timespec ends_after(const struct timespec *time) {
    int64_t end = lct_self()->clock + (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
    return (struct timespec){.tv_sec = (time_t)(end / 1000000000), .tv_nsec = (long)(end % 1000000000)};
}

/* Before data races: an operation that takes comes after those that gave, not after other ones that took. */
static void order(set *s, const request *r) {
    bool takes = false, gives = false;
    for (size_t i = 0; i < r->count; i++) {
        takes |= r->all[i].sem_op <= 0;
        gives |= r->all[i].sem_op > 0;
    }
    if (takes) lct_acquires(&s->order, 1);
    if (gives) lct_contributes(&s->order, 1);
}

long lct_semop(int id, const struct sembuf *operations, size_t count, const struct timespec *time, const char *function,
               uintptr_t pc) {
    request r = {.id = id, .count = count};
    uint16_t values[IN_SET];
    set *s = set_of(id);
    if (!s || !count) return -EINVAL;
    if (count > OPERATIONS) return -E2BIG;
    if (time && (time->tv_sec < 0 || !lct_time_valid(time))) return -EINVAL;
    lct_reads(operations, count * sizeof *operations, pc);
    memcpy(r.all, operations, count * sizeof *operations);
    if (must_not_wait(&r)) lct_attempt(s, sizeof *s, pc);
    else if (time) {
        struct timespec until = ends_after(time);
        lct_until_time(LCT_WRITE, s, sizeof *s, may_operate, &r, (lct_deadline){CLOCK_PROCESS_CPUTIME_ID, &until}, pc);
    } else lct_until(LCT_WRITE, LCT_STEP_ACQUIRE, s, may_operate, &r, pc);
    int error = try_all(&r, values);
    if (error) {
        lct_explorer.was_read();
        lct_trace_object(error == EAGAIN && time ? LCT_STEP_TIMEOUT : LCT_STEP_TRY_FAILED, s, 0, 0, pc, function);
        return -error;
    }
    lct_has_effect();
    unsigned first = r.all[0].sem_num;
    lct_trace_object(r.all[0].sem_op > 0 ? LCT_STEP_RELEASE : LCT_STEP_ACQUIRE, s, s->value[first], values[first], pc,
                     function);
    memcpy(s->value, values, sizeof values);
    order(s, &r);
    return 0;
}

/* The threads that wait for a semaphore of this number to grow, or to become 0. */
static long waiters(int id, int which, bool for_zero) {
    long found = 0;
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        const lct_thread *t = &lct_m.threads[i];
        const request *r = t->ready_argument;
        if (t->ready != may_operate || r->id != id || may_operate(r)) continue;
        for (size_t k = 0; k < r->count; k++)
            found += r->all[k].sem_num == which && (for_zero ? !r->all[k].sem_op : r->all[k].sem_op < 0);
    }
    return found;
}

static long set_value(set *s, int which, long value, uintptr_t pc) {
    if (which < 0 || (uint32_t)which >= s->count) return -EINVAL;
    if (value < 0 || value > SEMAPHORE_MAX) return -ERANGE;
    lct_trace_object(LCT_STEP_STORE, s, s->value[which], (uint64_t)value, pc, "semctl");
    s->value[which] = (uint16_t)value;
    lct_contributes(&s->order, 1);
    return 0;
}

static long all_values(set *s, unsigned short *array, bool stores, uintptr_t pc) {
    size_t bytes = s->count * sizeof *array;
    if (stores) {
        lct_reads(array, bytes, pc);
        memcpy(s->value, array, bytes);
        lct_contributes(&s->order, 1);
    } else {
        lct_region_touch(array, bytes);
        lct_writes(array, bytes, pc);
        memcpy(array, s->value, bytes);
    }
    return 0;
}

static long describe_set(const set *s, struct semid_ds *to, uintptr_t pc) {
    lct_region_touch(to, sizeof *to);
    lct_writes(to, sizeof *to, pc);
    memset(to, 0, sizeof *to);
    to->sem_perm.__key = s->key;
    to->sem_nsems = s->count;
    return 0;
}

long lct_semctl(int id, int which, int command, long argument, uintptr_t pc) {
    set *s = set_of(id);
    if (!s) return -EINVAL;
    command &= ~0x100; /* IPC_64, which libc adds for the kernel */
    if (command == IPC_RMID) {
        act_on_all(pc, "semctl");
        lct_act(LCT_WRITE, LCT_STEP_NOTE, s, sizeof *s, pc);
        s->used = 0;
        return 0;
    }
    lct_act(LCT_WRITE, LCT_STEP_NOTE, s, sizeof *s, pc);
    if (!s->used) return -EIDRM;
    bool exists = which >= 0 && (uint32_t)which < s->count;
    switch (command) {
    case SETVAL: return set_value(s, which, (int)argument, pc);
    case SETALL: return all_values(s, (unsigned short *)argument, true, pc);
    case GETALL: return all_values(s, (unsigned short *)argument, false, pc);
    case GETVAL: return lct_acquires(&s->order, 1), exists ? s->value[which] : -EINVAL;
    case GETNCNT: return exists ? waiters(id, which, false) : -EINVAL;
    case GETZCNT: return exists ? waiters(id, which, true) : -EINVAL;
    case IPC_STAT: return describe_set(s, (struct semid_ds *)argument, pc);
    case IPC_SET: return 0;
    default: lct_unsupported("semctl", "this command of it is not modelled", pc);
    }
}

/* ---- messages ---- */

static queue *queue_of(int id) { return id >= 0 && id < QUEUES && now.queues[id].used ? &now.queues[id] : NULL; }

long lct_msgget(key_t key, int flags, uintptr_t pc) {
    act_on_all(pc, "msgget");
    int at = 0, error;
    while (at < QUEUES && !(key != IPC_PRIVATE && now.queues[at].used && now.queues[at].key == key)) at++;
    if (key != IPC_PRIVATE && (error = allowed(at < QUEUES, flags))) return error;
    if (at < QUEUES) return at;
    for (at = 0; at < QUEUES && now.queues[at].used; at++) continue;
    if (at == QUEUES) lct_unsupported("msgget", "more than 16 message queues are not modelled", pc);
    now.queues[at] = (queue){.used = 1, .key = key};
    return at;
}

typedef struct wanted {
    int id;
    long type;
    size_t size; /* to be sent */
    int flags;
} wanted;

static bool is_wanted(const message *m, const wanted *w) {
    if (m->queue != (uint32_t)w->id + 1) return false;
    if (w->type < 0) return m->type <= -w->type;
    if (w->type && w->flags & MSG_EXCEPT) return m->type != w->type;
    return !w->type || m->type == w->type;
}

/* The oldest one; of those up to a type, the oldest of the lowest. */
static message *find(const wanted *w) {
    message *best = NULL;
    for (message *m = now.messages; m < now.messages + MESSAGES; m++) {
        if (!is_wanted(m, w)) continue;
        bool lower = best && w->type < 0 && m->type != best->type;
        if (!best || (lower ? m->type < best->type : m->number < best->number)) best = m;
    }
    return best;
}

static bool may_receive(const void *argument) {
    const wanted *w = argument;
    return !queue_of(w->id) || find(w);
}

static bool may_send(const void *argument) {
    const wanted *w = argument;
    const queue *q = queue_of(w->id);
    return !q || q->bytes + w->size <= QUEUE_BYTES;
}

/* True: it is so; false: it is not, and the call does not wait. */
static bool wait_until(queue *q, lct_ready ready, const wanted *w, uint8_t shown, uintptr_t pc) {
    if (w->flags & IPC_NOWAIT) lct_attempt(q, sizeof *q, pc);
    else lct_until(LCT_WRITE, shown, q, ready, w, pc);
    return ready(w);
}

static message *free_message(const char *function, uintptr_t pc) {
    for (message *m = now.messages; m < now.messages + MESSAGES; m++)
        if (!m->queue) return m;
    lct_unsupported(function, "more than 64 messages that were not received are not modelled", pc);
}

static long gives_up(const queue *q, int error, const char *function, uintptr_t pc) {
    lct_explorer.was_read();
    lct_trace_object(LCT_STEP_TRY_FAILED, q, 0, 0, pc, function);
    return -error;
}

long lct_msgsnd(int id, const void *from, size_t size, int flags, uintptr_t pc) {
    queue *q = queue_of(id);
    wanted w = {.id = id, .size = size, .flags = flags};
    if (!q) return -EINVAL;
    lct_reads(from, sizeof(long) + size, pc);
    long type;
    memcpy(&type, from, sizeof type);
    if (type < 1 || size > QUEUE_BYTES) return -EINVAL;
    if (size > BYTES) lct_unsupported("msgsnd", "messages of more than 256 bytes are not modelled", pc);
    if (!wait_until(q, may_send, &w, LCT_STEP_RELEASE, pc)) return gives_up(q, EAGAIN, "msgsnd", pc);
    if (!q->used) return -EIDRM;
    lct_has_effect();
    message *m = free_message("msgsnd", pc);
    *m = (message){.queue = (uint32_t)id + 1, .size = (uint32_t)size, .number = ++q->sent, .type = type};
    memcpy(m->bytes, (const char *)from + sizeof type, size);
    q->bytes += (uint32_t)size;
    lct_contributes(&q->order, 1);
    lct_trace_object(LCT_STEP_RELEASE, q, 0, (uint64_t)type, pc, "msgsnd");
    return 0;
}

long lct_msgrcv(int id, void *to, size_t size, long type, int flags, uintptr_t pc) {
    queue *q = queue_of(id);
    wanted w = {.id = id, .type = type, .flags = flags};
    if (!q) return -EINVAL;
    if (flags & 040000) lct_unsupported("msgrcv", "its flag MSG_COPY is not modelled", pc);
    if (!wait_until(q, may_receive, &w, LCT_STEP_ACQUIRE, pc)) return gives_up(q, ENOMSG, "msgrcv", pc);
    if (!q->used) return -EIDRM;
    lct_has_effect();
    message *m = find(&w);
    if (m->size > size && !(flags & MSG_NOERROR)) return gives_up(q, E2BIG, "msgrcv", pc);
    size_t bytes = m->size < size ? m->size : size;
    lct_region_touch(to, sizeof m->type + bytes);
    lct_writes(to, sizeof m->type + bytes, pc);
    memcpy(to, &m->type, sizeof m->type);
    memcpy((char *)to + sizeof m->type, m->bytes, bytes);
    q->bytes -= m->size;
    memset(m, 0, sizeof *m);
    lct_acquires(&q->order, 1);
    lct_trace_object(LCT_STEP_ACQUIRE, q, 0, bytes, pc, "msgrcv");
    return (long)bytes;
}

static long describe_queue(int id, const queue *q, struct msqid_ds *to, uintptr_t pc) {
    lct_region_touch(to, sizeof *to);
    lct_writes(to, sizeof *to, pc);
    memset(to, 0, sizeof *to);
    to->msg_perm.__key = q->key;
    to->msg_qbytes = QUEUE_BYTES;
    for (int i = 0; i < MESSAGES; i++) to->msg_qnum += now.messages[i].queue == (uint32_t)id + 1;
    return 0;
}

long lct_msgctl(int id, int command, void *argument, uintptr_t pc) {
    queue *q = queue_of(id);
    if (!q) return -EINVAL;
    command &= ~0x100;
    if (command == IPC_RMID) act_on_all(pc, "msgctl");
    lct_act(LCT_WRITE, LCT_STEP_NOTE, q, sizeof *q, pc);
    if (!q->used) return -EIDRM;
    if (command == IPC_STAT) return describe_queue(id, q, argument, pc);
    if (command == IPC_SET) return 0;
    if (command != IPC_RMID) lct_unsupported("msgctl", "this command of it is not modelled", pc);
    q->used = 0;
    for (int i = 0; i < MESSAGES; i++)
        if (now.messages[i].queue == (uint32_t)id + 1) memset(&now.messages[i], 0, sizeof now.messages[i]);
    return 0;
}

bool lct_waits_for_ipc(const lct_thread *t, lct_waited *w) {
    const wanted *m = t->ready_argument;
    const request *r = t->ready_argument;
    if (t->ready == may_operate) *w = (lct_waited){.what = "semaphore", .object = (uintptr_t)&now.sets[r->id]};
    else if (t->ready == may_receive) *w = (lct_waited){.what = "message", .object = (uintptr_t)&now.queues[m->id]};
    else if (t->ready == may_send)
        *w = (lct_waited){.what = "place in a queue", .object = (uintptr_t)&now.queues[m->id]};
    else return false;
    return true;
}

/* ---- semaphores with names ---- */

static named *with_name(const char *name) {
    for (named *n = now.names; n < now.names + NAMED; n++)
        if (n->used && !strcmp(n->name, name)) return n;
    return NULL;
}

void *lct_named_open(const char *name, int flags, unsigned value, uintptr_t pc) {
    act_on_all(pc, "sem_open");
    named *n = with_name(name);
    int error = n                             ? (flags & O_CREAT && flags & O_EXCL ? EEXIST : 0)
                : !(flags & O_CREAT)          ? ENOENT
                : !*name                      ? EINVAL
                : strlen(name) >= NAME        ? ENAMETOOLONG
                : value > (unsigned)INT32_MAX ? EINVAL
                                              : 0;
    if (error) {
        errno = error;
        return NULL;
    }
    if (n) return &n->semaphore;
    for (n = now.names; n < now.names + NAMED && n->used; n++) continue;
    if (n == now.names + NAMED) lct_unsupported("sem_open", "more than 16 semaphores with names are not modelled", pc);
    memset(n, 0, sizeof *n);
    snprintf(n->name, sizeof n->name, "%s", name);
    n->used = true;
    sem_init(&n->semaphore, 0, value);
    return &n->semaphore;
}

/* Threads that have it go on with it. */
int lct_named_unlink(const char *name, uintptr_t pc) {
    act_on_all(pc, "sem_unlink");
    named *n = with_name(name);
    if (!n) return ENOENT;
    n->name[0] = '\0';
    return 0;
}
