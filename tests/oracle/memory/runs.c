/* The runs of a thread alone, in which every load returns every value that any thread might write. */
#include "graphs.h"

/* The values that can be in each place, as far as is known. */
typedef struct values {
    uint32_t in[PLACES];
    bool too_many;
} values;

typedef struct state {
    int at, round;
    int registers[REGISTERS];
} state;

static void finish(runs *r, const run *now, const state *s, const instruction *waits) {
    if (r->count == MOST_RUNS) {
        r->too_many = true;
        return;
    }
    run *new = &r->at[r->count++];
    *new = *now;
    new->waits = waits;
    for (int i = 0; i < REGISTERS; i++) new->registers[i] = s->registers[i];
    for (int i = 0; i < now->count; i++) {
        const step *e = &now->at[i];
        if (e->kind == READ || e->kind == UPDATE) new->reads[e->place] |= (uint32_t)1 << e->read;
        if (e->kind == WRITE || e->kind == UPDATE) new->writes[e->place] |= (uint32_t)1 << e->written;
    }
}

static void go(const thread_code *, const values *, runs *, run *, state);

static bool has_room(runs *r, const run *now, int written) {
    bool room = now->count < MOST_STEPS && written >= 0 && written < MOST_VALUES && !r->too_many;
    if (!room) r->too_many = true;
    return room;
}

static void append(const thread_code *c, const values *v, runs *r, run *now, state s, step e) {
    if (!has_room(r, now, e.written)) return;
    now->at[now->count++] = e;
    go(c, v, r, now, s);
    now->count--;
}

/* The load is the last step. */
static void wait_there(runs *r, run *now, const state *s, const instruction *i, step e) {
    if (!has_room(r, now, 0)) return;
    now->at[now->count++] = e;
    finish(r, now, s, i);
    now->count--;
}

/* A load, or a read-modify-write that read this value. */
static void read_value(const thread_code *c, const values *v, runs *r, run *now, state s, const instruction *i,
                       int value) {
    bool compares = i->code == COMPARE || i->code == WEAK || i->code == SPIN;
    bool loads = i->code == LOAD || i->code == AWAIT || i->code == LEAVE;
    bool writes = compares ? value == i->expected : !loads;
    int written = i->code == ADD ? value + i->value : i->value;
    s.registers[i->target] = value;
    step e = {.kind = writes ? UPDATE : READ,
              .order = compares && !writes ? i->failure : i->order,
              .place = i->place,
              .read = value,
              .written = writes ? written : 0,
              .locked = !loads};
    bool stays = i->code == SPIN    ? !writes
                 : i->code == AWAIT ? value != i->value
                                    : i->code == LEAVE && value == i->value;
    if (stays) wait_there(r, now, &s, i, e);
    else append(c, v, r, now, s, e);
}

/* ---- objects: each operation reads the state that the one before it has left ---- */

enum { WRITER = MOST_VALUES - 1, MOST_HOLDERS = 6, RUNNING = 1, OVER = 2 };

/* The state that it leaves; -1: it waits. */
static int state_after(opcode code, int before) {
    switch (code) {
    case LOCK: return before ? -1 : 1;
    case TRY: return 1;
    case RDLOCK: return before == WRITER ? -1 : before + 1;
    case WRLOCK: return before ? -1 : WRITER;
    case WRUNLOCK: return 0;
    case POST: return before + 1;
    case ONCE: return before == RUNNING ? -1 : before ? OVER : RUNNING;
    case DONE: return before == RUNNING ? OVER : -1;
    case GO:
    case BEGIN:
    case EXIT:
    case JOIN: return before == (int)(code - GO) ? before + 1 : -1;
    default: return before - 1; /* RDUNLOCK, WAIT */
    }
}

bool graphs_waits_for(opcode code, int before) { return state_after(code, before) < 0; }

static void operate(const thread_code *c, const values *v, runs *r, run *now, state s, const instruction *i) {
    bool mutex = i->code == LOCK || i->code == TRY;
    for (int value = 0; value < MOST_VALUES; value++) {
        bool possible = mutex                   ? value < 2
                        : i->code == WRUNLOCK   ? value == WRITER
                        : i->code == RDUNLOCK   ? value > 0 && value < MOST_HOLDERS
                        : i->place == SEMAPHORE ? value < MOST_HOLDERS
                                                : value < MOST_HOLDERS || value == WRITER;
        int after = possible ? state_after(i->code, value) : -1;
        if (after < 0) continue;
        bool failed = i->code == TRY && value, skips = failed || (i->code == ONCE && value);
        state next = s;
        if (skips) next.at += i->count;
        append(c, v, r, now, next,
               (step){.kind = UPDATE,
                      .order = failed                 ? NON_ATOMIC
                               : i->place > SEMAPHORE ? ACQ_REL
                               : mutex                ? ACQUIRE
                                                      : RELAXED,
                      .place = i->place,
                      .read = value,
                      .written = after,
                      .locked = true,
                      .role = mutex ? LOAD : i->code,
                      .hidden = !mutex || failed});
    }
    bool may_wait = i->code == LOCK || i->code == RDLOCK || i->code == WRLOCK || i->code == WAIT || i->code == ONCE ||
                    i->code == BEGIN || i->code == JOIN;
    if (may_wait) finish(r, now, &s, i);
}

/* The rounds that fail are no events: what the last one compared with is what it would have loaded. */
static void bump(const thread_code *c, const values *v, runs *r, run *now, state s, const instruction *i) {
    for (int value = 0; value < MOST_VALUES; value++) {
        if (!(v->in[i->place] >> value & 1) || !has_room(r, now, value + i->value)) continue;
        step e = {.kind = READ, .order = i->failure, .place = i->place, .read = value};
        now->at[now->count++] = e;
        e = (step){.kind = UPDATE,
                   .order = i->order,
                   .place = i->place,
                   .read = value,
                   .written = value + i->value,
                   .locked = true};
        s.registers[i->target] = value;
        append(c, v, r, now, s, e);
        now->count--;
    }
}

static void go(const thread_code *c, const values *v, runs *r, run *now, state s) {
    while (s.at < c->count) {
        const instruction *i = &c->at[s.at++];
        int written = i->value + (i->source >= 0 ? s.registers[i->source] : 0);
        switch (i->code) {
        case LOOP: s.round = 1; break;
        case END: {
            int start = s.at - 1;
            while (c->at[start].code != LOOP) start--;
            if (s.round++ < c->at[start].count) s.at = start + 1;
            break;
        }
        case SKIP:
        case UNLESS:
            if ((s.registers[i->target] == i->value) == (i->code == SKIP)) s.at += i->count;
            break;
        case FENCE: append(c, v, r, now, s, (step){.kind = FENCES, .order = i->order, .place = -1}); return;
        case STORE:
            append(c, v, r, now, s, (step){.kind = WRITE, .order = i->order, .place = i->place, .written = written});
            return;
        case UNLOCK: append(c, v, r, now, s, (step){.kind = WRITE, .order = RELEASE, .place = i->place}); return;
        case LOCK:
        case TRY:
        case RDLOCK:
        case WRLOCK:
        case RDUNLOCK:
        case WRUNLOCK:
        case POST:
        case WAIT:
        case ONCE:
        case DONE:
        case GO:
        case BEGIN:
        case EXIT:
        case JOIN: operate(c, v, r, now, s, i); return;
        case BUMP: bump(c, v, r, now, s, i); return;
        default:
            for (int value = 0; value < MOST_VALUES; value++)
                if (v->in[i->place] >> value & 1) read_value(c, v, r, now, s, i, value);
            return;
        }
    }
    finish(r, now, &s, NULL);
}

/* Writes of the program, each counted as often as it can be executed: no longer chain leads to a value. */
static int writes_of(const program *p) {
    int writes = 0;
    for (int t = 0; t < p->threads; t++)
        for (int i = 0, times = 1; i < p->thread[t].count; i++) {
            opcode code = p->thread[t].at[i].code;
            if (code == LOOP) times = p->thread[t].at[i].count;
            else if (code == END) times = 1;
            else if (code == STORE || (code >= ADD && code <= BUMP && code != AWAIT && code != LEAVE)) writes += times;
        }
    return writes;
}

bool runs_of(const program *p, runs threads[MOST_THREADS]) {
    values v = {.too_many = false};
    for (int l = 0; l < PLACES; l++) v.in[l] = 1;
    for (int round = 0, rounds = writes_of(p); round <= rounds; round++) {
        values more = v;
        for (int t = 0; t < p->threads; t++) {
            run now = {.count = 0};
            threads[t].count = 0;
            threads[t].too_many = false;
            go(&p->thread[t], &v, &threads[t], &now, (state){.at = 0});
            if (threads[t].too_many) return false;
            for (int i = 0; i < threads[t].count; i++)
                for (int l = 0; l < ATOMICS + PLAINS; l++) more.in[l] |= threads[t].at[i].writes[l];
        }
        bool same = true;
        for (int l = 0; l < PLACES; l++) same = same && more.in[l] == v.in[l];
        if (same) break;
        v = more;
    }
    return true;
}
