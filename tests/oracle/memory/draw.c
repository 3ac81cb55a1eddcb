/* Random programs. */
#include "program.h"

typedef struct drawer {
    uint64_t random;
    program *p;
    taste taste;
    int places;
    int palette;         /* which orders are likely */
    int mix;             /* which operations are */
    int left;            /* instructions still wanted */
    int last;            /* the place of the last access */
    thread_code *parent; /* of the last thread; NULL: not yet created */
    bool joined;
} drawer;

/* splitmix64 */
static uint64_t next_random(drawer *d) {
    uint64_t z = d->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
static int below(drawer *d, int bound) { return (int)(next_random(d) % (uint64_t)bound); }
static bool chance(drawer *d, int percent) { return below(d, 100) < percent; }

enum { PALETTES = 6, MIXES = 4, MOST_EQUAL = 4 /* instructions */ };

/* In a hundred: relaxed, acquire or release, seq_cst; a read-modify-write takes acq_rel, too. */
static ordering draw_order(drawer *d, opcode code) {
    static const int palettes[PALETTES][2] = {{34, 33}, {100, 0}, {20, 80}, {10, 15}, {50, 0}, {0, 50}};
    int n = below(d, 100), relaxed = palettes[d->palette][0], one_way = palettes[d->palette][1];
    if (code == FENCE) {
        static const ordering fences[] = {ACQUIRE, RELEASE, ACQ_REL, SEQ_CST, SEQ_CST};
        return fences[below(d, 5)];
    }
    if (n < relaxed) return RELAXED;
    if (n >= relaxed + one_way) return SEQ_CST;
    if (code == LOAD) return ACQUIRE;
    if (code == STORE) return RELEASE;
    static const ordering both[] = {ACQUIRE, RELEASE, ACQ_REL};
    return both[below(d, 3)];
}

/* Mostly not stronger than the order of success; acquire is not stronger than release. */
static ordering draw_failure(drawer *d, ordering success) {
    if (chance(d, 10)) return (ordering[]){RELAXED, ACQUIRE, SEQ_CST}[below(d, 3)]; /* since C++17 any */
    if (success == RELAXED) return RELAXED;
    if (success == SEQ_CST && chance(d, 50)) return SEQ_CST;
    return chance(d, 50) ? ACQUIRE : RELAXED;
}

/* In a hundred: loads, stores, additions, exchanges, compare-exchanges; the rest are fences. */
static opcode draw_code(drawer *d) {
    static const int mixes[MIXES][5] = {{35, 35, 8, 7, 10}, {40, 40, 0, 0, 0}, {15, 15, 25, 15, 25}, {30, 30, 0, 5, 5}};
    static const opcode codes[] = {LOAD, STORE, ADD, EXCHANGE, COMPARE};
    int n = below(d, 100);
    for (int i = 0; i < 5; n -= mixes[d->mix][i++])
        if (n < mixes[d->mix][i]) return codes[i];
    return FENCE;
}

static instruction draw_access(drawer *d, opcode code, int place) {
    instruction i = {.code = code, .source = -1, .target = below(d, 2), .place = place};
    i.order = draw_order(d, i.code);
    i.value = 1 + below(d, 2);
    if (chance(d, 12)) i.value = 0; /* the initial value comes again */
    if (i.code == STORE && chance(d, 8)) i.source = below(d, 2);
    if (i.code == ADD && i.value) i.value = 1;
    if (i.code == COMPARE) {
        i.failure = draw_failure(d, i.order);
        i.expected = below(d, 3);
        if (d->taste.weak && chance(d, 50)) i.code = WEAK;
    }
    bool simple = i.code == LOAD || i.code == STORE;
    if (simple && d->taste.volatiles && chance(d, 30)) i.order = VOLATILE;
    return i;
}

/* Mostly of another place than the access before: that is where memory models differ. */
static instruction draw_simple(drawer *d) {
    int place = below(d, d->places);
    if (place == d->last && chance(d, 60)) place = below(d, d->places);
    d->last = place;
    instruction i = draw_access(d, draw_code(d), place);
    if (d->taste.plain && (i.code == LOAD || i.code == STORE) && chance(d, 30)) {
        i.order = NON_ATOMIC;
        i.place = FIRST_PLAIN + below(d, PLAINS);
    }
    return i;
}

static void append(thread_code *c, instruction i) {
    if (c->count < MOST_INSTRUCTIONS) c->at[c->count++] = i;
}

static void draw_some(drawer *d, thread_code *c, int most) {
    for (int n = 1 + below(d, most); n; n--, d->left--) append(c, draw_simple(d));
}

/* Skips one or two instructions, mostly by the value of the load before. */
static void draw_branch(drawer *d, thread_code *c) {
    int target = below(d, 2);
    if (c->count && c->at[c->count - 1].code != STORE && c->at[c->count - 1].code != FENCE)
        target = c->at[c->count - 1].target;
    int at = c->count;
    append(c,
           (instruction){.code = chance(d, 50) ? SKIP : UNLESS, .target = target, .value = below(d, 3), .source = -1});
    draw_some(d, c, 2);
    c->at[at].count = c->count - at - 1;
}

/* Two rounds; often the second one depends on the last value. */
static void draw_loop(drawer *d, thread_code *c) {
    append(c, (instruction){.code = LOOP, .count = 2, .source = -1});
    draw_some(d, c, 2);
    d->left -= 2;
    const instruction *last = &c->at[c->count - 1];
    if (chance(d, 60))
        append(c, (instruction){.code = chance(d, 50) ? SKIP : UNLESS,
                                .target = last->target,
                                .value = below(d, 2),
                                .count = 1,
                                .source = -1});
    append(c, (instruction){.code = END, .source = -1});
}

static void draw_locked(drawer *d, thread_code *c) {
    int place = FIRST_MUTEX + (chance(d, 25) ? 1 : 0);
    append(c, (instruction){.code = LOCK, .place = place, .source = -1});
    draw_some(d, c, 2);
    d->left -= 1;
    if (d->taste.plain && chance(d, 60)) {
        opcode code = chance(d, 50) ? LOAD : STORE;
        append(c, (instruction){.code = code,
                                .order = NON_ATOMIC,
                                .place = FIRST_PLAIN + place - FIRST_MUTEX,
                                .value = 1 + below(d, 2),
                                .source = -1,
                                .target = below(d, 2)});
    }
    append(c, (instruction){.code = UNLOCK, .place = place, .source = -1});
}

/* Two mutexes, sometimes in the other order. */
static void draw_nested(drawer *d, thread_code *c) {
    int outer = FIRST_MUTEX + (chance(d, 25) ? 1 : 0), inner = 2 * FIRST_MUTEX + 1 - outer;
    append(c, (instruction){.code = LOCK, .place = outer, .source = -1});
    if (chance(d, 50)) draw_some(d, c, 1);
    append(c, (instruction){.code = LOCK, .place = inner, .source = -1});
    draw_some(d, c, 1);
    append(c, (instruction){.code = UNLOCK, .place = chance(d, 50) ? inner : outer, .source = -1});
    int left = c->at[c->count - 1].place == inner ? outer : inner;
    append(c, (instruction){.code = UNLOCK, .place = left, .source = -1});
    d->left -= 2;
}

/* Mostly of a value that is written. */
static void draw_wait(drawer *d, thread_code *c) {
    instruction i = draw_access(d, LOAD, below(d, d->places));
    i.code = chance(d, 60) ? LEAVE : AWAIT;
    i.value = i.code == LEAVE ? 0 : 1 + below(d, 2);
    if (chance(d, 30)) {
        i = draw_access(d, EXCHANGE, i.place);
        i.code = SPIN;
        i.failure = draw_failure(d, i.order);
        i.expected = chance(d, 60) ? 0 : 1;
    }
    append(c, i);
    d->left--;
}

/* Behind a store: what a thread has read since its last one is part of its state, and a round that fails is left out
 * where the thread would have come to the same state without it. */
static void draw_bump(drawer *d, thread_code *c) {
    append(c, draw_access(d, STORE, below(d, d->places)));
    instruction i = draw_access(d, EXCHANGE, below(d, d->places));
    i.code = BUMP;
    i.value = 1;
    i.failure = draw_failure(d, i.order);
    append(c, i);
    d->left--;
}

static instruction on(opcode code, int place) { return (instruction){.code = code, .place = place, .source = -1}; }

static void draw_plain(drawer *d, thread_code *c) {
    instruction i = on(chance(d, 50) ? LOAD : STORE, FIRST_PLAIN + below(d, PLAINS)); /* NON_ATOMIC is 0 */
    i.value = 1 + below(d, 2);
    i.target = below(d, 2);
    append(c, i);
}

static void draw_once(drawer *d, thread_code *c) {
    int at = c->count;
    append(c, on(ONCE, ONCE_FLAG));
    draw_some(d, c, 2);
    if (d->taste.plain && chance(d, 60)) draw_plain(d, c);
    append(c, on(DONE, ONCE_FLAG));
    c->at[at].count = c->count - at - 1;
    if (d->taste.plain && chance(d, 60)) draw_plain(d, c);
}

static void draw_object(drawer *d, thread_code *c) {
    int kind = below(d, 5), at = c->count, mutex = FIRST_MUTEX + (chance(d, 25) ? 1 : 0);
    d->left--;
    if (kind == 4) {
        draw_once(d, c);
        return;
    }
    if (kind == 0) {
        append(c, on(chance(d, 60) ? POST : WAIT, SEMAPHORE));
        return;
    }
    opcode first = kind == 1 ? TRY : kind == 2 ? RDLOCK : WRLOCK;
    append(c, on(first, first == TRY ? mutex : RWLOCK));
    draw_some(d, c, 1);
    if (d->taste.plain && chance(d, 60)) draw_plain(d, c);
    append(c, on(first == TRY ? UNLOCK : first == RDLOCK ? RDUNLOCK : WRUNLOCK, c->at[at].place));
    if (first == TRY) c->at[at].count = c->count - at - 1;
}

enum { ROOM = 12 }; /* for the longest block */

/* Sooner or later, once. */
static bool draw_creation(drawer *d, thread_code *c) {
    bool last = c == &d->p->thread[d->p->threads - 1];
    if (!d->taste.child || last || d->joined || (d->parent && d->parent != c) || !chance(d, 40)) return false;
    append(c, on(d->parent ? JOIN : GO, CHILD));
    d->joined = d->parent;
    d->parent = c;
    return true;
}

static void draw_block(drawer *d, thread_code *c) {
    if (c->count + ROOM > MOST_INSTRUCTIONS) d->left--;
    else if (draw_creation(d, c)) return;
    else if (d->taste.bumps && chance(d, 20)) draw_bump(d, c);
    else if (d->taste.locks && chance(d, 6)) draw_nested(d, c);
    else if (d->taste.locks && chance(d, 35)) draw_locked(d, c);
    else if (d->taste.objects && chance(d, 35)) draw_object(d, c);
    else if (d->taste.waits && chance(d, 20)) draw_wait(d, c);
    else if (d->taste.loops && chance(d, 15)) draw_loop(d, c);
    else if (c->count && chance(d, 15)) draw_branch(d, c);
    else draw_some(d, c, 1);
}

/* ---- critical cycles: each thread accesses two places, and shares the second with the next thread's first ---- */

static opcode draw_writing(drawer *d) {
    static const opcode codes[] = {STORE, STORE, STORE, STORE, ADD, EXCHANGE, COMPARE};
    return codes[below(d, 7)];
}

/* One access of a cycle, sometimes with another one behind it, which goes on with its release sequence or ends it. */
static void draw_corner(drawer *d, thread_code *c, bool writes, int place) {
    instruction i = draw_access(d, writes ? draw_writing(d) : LOAD, place);
    if (c->count && c->at[c->count - 1].target == i.target) i.target ^= 1;
    if (i.code == COMPARE && chance(d, 70)) i.expected = 0;
    append(c, i);
    if (writes && chance(d, 20)) {
        i = draw_access(d, draw_writing(d), place);
        if (chance(d, 50)) i.order = i.failure = RELAXED;
        append(c, i);
    }
    d->left--;
}

static void draw_cycle(drawer *d) {
    program *p = d->p;
    bool write_last = chance(d, 50), first = write_last;
    for (int t = 0, place = 0; t < p->threads; t++) {
        bool ends = t + 1 == p->threads;
        int next = ends ? 0 : (place + 1) % d->places;
        if (t && !ends && chance(d, 25)) { /* one access alone, of a place that the threads beside it share */
            draw_corner(d, &p->thread[t], true, place);
            write_last = true;
            continue;
        }
        draw_corner(d, &p->thread[t], t ? !write_last || chance(d, 40) : chance(d, 50), place);
        if (!t) first = p->thread[0].at[0].code != LOAD;
        if (chance(d, 25)) append(&p->thread[t], draw_access(d, FENCE, -1));
        write_last = (ends && !first) || chance(d, 50);
        draw_corner(d, &p->thread[t], write_last, next);
        place = next;
    }
}

void program_draw(program *p, uint64_t seed, uint64_t number, taste wanted) {
    drawer d = {.random = seed * 0x100000001b3u + number, .p = p, .taste = wanted};
    next_random(&d);
    *p = (program){.threads = 0};
    snprintf(p->name, sizeof p->name, "p%llu_%llu", (unsigned long long)seed, (unsigned long long)number);
    for (int m = 0; m < MODELS; m++) p->counts[m] = -1;
    p->threads = chance(&d, 30) ? 2 : chance(&d, 75) ? 3 : 4;
    d.places = chance(&d, 20) ? 1 : chance(&d, 70) ? 2 : 3;
    d.palette = below(&d, PALETTES);
    d.mix = below(&d, MIXES);
    d.last = -1;
    d.left = wanted.size ? wanted.size : 5 + below(&d, 5);
    thread_code *last = &p->thread[p->threads - 1];
    if (wanted.child) append(last, on(BEGIN, CHILD));
    if (wanted.child && chance(&d, 50)) append(d.parent = &p->thread[0], on(GO, CHILD));
    if (d.places > 1 && chance(&d, wanted.locks ? 25 : 60)) draw_cycle(&d);
    for (int t = 0; t < p->threads; t++)
        if (!p->thread[t].count || p->thread[t].at[p->thread[t].count - 1].place == CHILD)
            draw_block(&d, &p->thread[t]);
    while (d.left > 0) draw_block(&d, &p->thread[below(&d, p->threads)]);
    for (int t = 1; t < p->threads; t++)
        if (wanted.equal && !wanted.child && p->thread[t - 1].count <= MOST_EQUAL && chance(&d, 75))
            p->thread[t] = p->thread[t - 1];
    if (!wanted.child) return;
    append(last, on(EXIT, CHILD));
    if (!d.parent) append(d.parent = &p->thread[0], on(GO, CHILD));
    if (!d.joined) append(d.parent, on(JOIN, CHILD));
}
