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

static void finish(runs *r, const run *now, const state *s) {
    if (r->count == MOST_RUNS) {
        r->too_many = true;
        return;
    }
    run *new = &r->at[r->count++];
    *new = *now;
    for (int i = 0; i < REGISTERS; i++) new->registers[i] = s->registers[i];
    for (int i = 0; i < now->count; i++) {
        const step *e = &now->at[i];
        if (e->kind == READ || e->kind == UPDATE) new->reads[e->place] |= (uint32_t)1 << e->read;
        if (e->kind == WRITE || e->kind == UPDATE) new->writes[e->place] |= (uint32_t)1 << e->written;
    }
}

static void go(const thread_code *, const values *, runs *, run *, state);

static void append(const thread_code *c, const values *v, runs *r, run *now, state s, step e) {
    if (now->count == MOST_STEPS || e.written < 0 || e.written >= MOST_VALUES || r->too_many) {
        r->too_many = true;
        return;
    }
    now->at[now->count++] = e;
    go(c, v, r, now, s);
    now->count--;
}

/* A load, or a read-modify-write that read this value. */
static void read_value(const thread_code *c, const values *v, runs *r, run *now, state s, const instruction *i,
                       int value) {
    bool writes = i->code == ADD || i->code == EXCHANGE || (i->code == COMPARE && value == i->expected);
    int written = i->code == ADD ? value + i->value : i->value;
    ordering order = i->code == COMPARE && !writes ? i->failure : i->order;
    s.registers[i->target] = value;
    append(c, v, r, now, s,
           (step){writes ? UPDATE : READ, order, i->place, value, writes ? written : 0, i->code != LOAD});
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
        case FENCE: append(c, v, r, now, s, (step){FENCES, i->order, -1, 0, 0, false}); return;
        case STORE: append(c, v, r, now, s, (step){WRITE, i->order, i->place, 0, written, false}); return;
        case LOCK: append(c, v, r, now, s, (step){UPDATE, ACQUIRE, i->place, 0, 1, true}); return;
        case UNLOCK: append(c, v, r, now, s, (step){WRITE, RELEASE, i->place, 0, 0, false}); return;
        default:
            for (int value = 0; value < MOST_VALUES; value++)
                if (v->in[i->place] >> value & 1) read_value(c, v, r, now, s, i, value);
            return;
        }
    }
    finish(r, now, &s);
}

/* Writes of the program, each counted as often as it can be executed: no longer chain leads to a value. */
static int writes_of(const program *p) {
    int writes = 0;
    for (int t = 0; t < p->threads; t++)
        for (int i = 0, times = 1; i < p->thread[t].count; i++) {
            opcode code = p->thread[t].at[i].code;
            if (code == LOOP) times = p->thread[t].at[i].count;
            else if (code == END) times = 1;
            else if (code == STORE || code == ADD || code == EXCHANGE || code == COMPARE) writes += times;
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
