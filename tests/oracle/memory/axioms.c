/* The axioms of the memory models, one by one, on relations between the events of a graph.
 *
 * RC11 is that of Lahav, Vafeiadis, Kang, Hur and Dreyer (PLDI 2017), with the release sequences of C++20; C11 differs
 * in these, GENMC in the relation scb.  A read-modify-write is two events, as in the paper.  Locking a mutex is an
 * acquiring read-modify-write of a location of its own, unlocking a releasing write; an attempt that fails is one
 * without an order, with which not even fences synchronize: a mutex is no atomic object.  Operations on other objects
 * are read-modify-writes of their state, of which some synchronize with some. */
#include "graphs.h"

typedef struct basis {
    const graph *g;
    int n;
    events all, reads, writes, fences, atomic, acquire, release, seq_cst;
    events place[PLACES], thread[MOST_THREADS + 1];
    events objects, others; /* others: than mutexes */
    relation rf, mo, rb, rmw;
    relation eco; /* rf, mo, rb and their compositions */
} basis;

static void classify(basis *b, const graph *g) {
    for (int e = 0; e < g->n; e++) {
        const event *v = &g->at[e];
        b->all |= one(e);
        if (v->kind == READ) b->reads |= one(e);
        else if (v->kind == WRITE) b->writes |= one(e);
        else b->fences |= one(e);
        if (v->order != NON_ATOMIC) b->atomic |= one(e);
        if (v->order == ACQUIRE || v->order == ACQ_REL || v->order == SEQ_CST) b->acquire |= one(e);
        if (v->order == RELEASE || v->order == ACQ_REL || v->order == SEQ_CST) b->release |= one(e);
        if (v->order == SEQ_CST) b->seq_cst |= one(e);
        if (v->place >= 0) b->place[v->place] |= one(e);
        if (v->place >= FIRST_MUTEX) b->objects |= one(e);
        if (v->place >= RWLOCK) b->others |= one(e);
        b->thread[v->thread] |= one(e);
    }
}

static void build(basis *b, const graph *g) {
    *b = (basis){.g = g, .n = g->n};
    classify(b, g);
    nothing(&b->rf, g->n);
    nothing(&b->mo, g->n);
    nothing(&b->rb, g->n);
    nothing(&b->rmw, g->n);
    for (int e = 0; e < g->n; e++) {
        if (b->reads & one(e)) relate(&b->rf, g->source[e], e);
        if (b->writes & one(e) && g->at[e].update) relate(&b->rmw, e - 1, e);
    }
    for (int l = 0; l < PLACES; l++)
        for (int i = 0; i < g->writes[l]; i++)
            for (int j = i + 1; j < g->writes[l]; j++) relate(&b->mo, g->order[l][i], g->order[l][j]);
    for (int e = 0; e < g->n; e++)
        if (b->reads & one(e)) b->rb.row[e] = b->mo.row[g->source[e]];
    b->eco = b->rf;
    unite(&b->eco, &b->mo);
    unite(&b->eco, &b->rb);
    transitive(&b->eco);
}

static void same_place(const basis *b, relation *r) {
    for (int e = 0; e < b->n; e++) r->row[e] &= b->g->at[e].place < 0 ? 0 : b->place[b->g->at[e].place];
}
static void other_place(const basis *b, relation *r) {
    for (int e = 0; e < b->n; e++)
        if (b->g->at[e].place >= 0) r->row[e] &= ~b->place[b->g->at[e].place];
}

/* No write stands between the two halves of a read-modify-write: rmw and rb ; mo have nothing in common. */
static bool atomicity(const basis *b) {
    relation between;
    compose(&between, &b->rb, &b->mo);
    for (int e = 0; e < b->n; e++)
        if (between.row[e] & b->rmw.row[e]) return false;
    return true;
}

/* sb and rf have no cycle together: loads do not read from later stores of their own making.  Operations on objects
 * find the state that the last one has left: an attempt at a lock does not fail because of a state of long ago. */
static bool no_thin_air(const basis *b) {
    relation r = b->mo;
    restrict_to(&r, b->objects, b->objects);
    unite(&r, &b->g->sb);
    unite(&r, &b->rf);
    return acyclic(&r);
}

/* rs = [W] ; (sb|loc)? ; [W rlx] ; (rf ; rmw)*, without the same thread's later stores in C++20 */
static void release_sequences(const basis *b, bool c11, relation *rs) {
    relation updates;
    compose(&updates, &b->rf, &b->rmw);
    transitive(&updates);
    reflexive(&updates);
    identity(rs, b->n, b->writes);
    if (c11) {
        relation later = b->g->sb;
        same_place(b, &later);
        unite(rs, &later);
    }
    restrict_to(rs, b->writes, b->writes & b->atomic);
    compose(rs, rs, &updates);
}

static bool gives_to(opcode a, opcode b) {
    if (a == WRUNLOCK) return b == RDLOCK || b == WRLOCK;
    return a == RDUNLOCK ? b == WRLOCK : a == POST && b == WAIT;
}

/* C++ has it like this: a writer comes after all before it, a reader after writers; waiting for a semaphore after the
 * posts before it. */
static void objects_synchronize(const basis *b, relation *sw) {
    const graph *g = b->g;
    for (int l = RWLOCK; l < PLACES; l++)
        for (int i = 1; i < g->writes[l]; i++)
            for (int k = i + 1; k < g->writes[l]; k++)
                if (gives_to(g->at[g->order[l][i]].role, g->at[g->order[l][k]].role))
                    relate(sw, g->order[l][i], g->order[l][k] - 1);
}

/* sw = [rel] ; ([F] ; sb)? ; rs ; rf ; [R rlx] ; (sb ; [F])? ; [acq]; hb = (sb or sw)+.  Main's writes are before all
 * by sb, which stands for creation here. */
static void happens_before(const basis *b, bool c11, relation *hb) {
    relation piece, sw;
    identity(&sw, b->n, b->release & ~b->fences);
    piece = b->g->sb;
    restrict_to(&piece, b->release & b->fences, b->all);
    unite(&sw, &piece);
    release_sequences(b, c11, &piece);
    compose(&sw, &sw, &piece);
    compose(&sw, &sw, &b->rf);
    restrict_to(&sw, b->all, b->reads & b->atomic);
    piece = b->g->sb;
    restrict_to(&piece, b->all, b->fences);
    reflexive(&piece);
    compose(&sw, &sw, &piece);
    restrict_to(&sw, b->all, b->acquire);
    objects_synchronize(b, &sw);
    *hb = b->g->sb;
    unite(hb, &sw);
    transitive(hb);
}

/* hb is irreflexive, and so is hb ; eco. */
static bool coherent(const basis *b, const relation *hb) {
    relation r;
    compose(&r, hb, &b->eco);
    return irreflexive(hb) && irreflexive(&r);
}

/* scb = sb, or sb|≠loc ; hb ; sb|≠loc, or hb|loc, or mo, or rb.  GenMC has sb ; hb ; sb. */
static void sc_before(const basis *b, const relation *hb, bool genmc, relation *scb) {
    events visible = b->all & ~b->others; /* the order of two readers is none for anything else */
    relation outer = b->g->sb, r;
    if (!genmc) other_place(b, &outer);
    compose(&r, &outer, hb);
    compose(&r, &r, &outer);
    *scb = b->g->sb;
    unite(scb, &r);
    r = *hb;
    same_place(b, &r);
    unite(scb, &r);
    r = b->mo;
    unite(&r, &b->rb);
    restrict_to(&r, visible, visible);
    unite(scb, &r);
}

/* psc = ([SC] or [F SC] ; hb?) ; scb ; ([SC] or hb? ; [F SC]), or [F SC] ; (hb or hb ; eco ; hb) ; [F SC] */
static bool psc_acyclic(const basis *b, const relation *hb, bool genmc) {
    events fences = b->fences & b->seq_cst;
    if (!b->seq_cst) return true; /* psc is empty */
    relation hb_or_same = *hb, left, right, scb, psc, inner = b->eco, r;
    reflexive(&hb_or_same);
    left = hb_or_same;
    restrict_to(&left, fences, b->all);
    identity(&r, b->n, b->seq_cst);
    unite(&left, &r);
    right = hb_or_same;
    restrict_to(&right, b->all, fences);
    unite(&right, &r);
    sc_before(b, hb, genmc, &scb);
    compose(&psc, &left, &scb);
    compose(&psc, &psc, &right);
    restrict_to(&inner, b->all & ~b->others, b->all & ~b->others);
    compose(&r, hb, &inner);
    compose(&r, &r, hb);
    unite(&r, hb);
    restrict_to(&r, fences, fences);
    unite(&psc, &r);
    return acyclic(&psc);
}

static bool rc11(const basis *b, bool c11, bool genmc) {
    relation hb;
    happens_before(b, c11, &hb);
    return coherent(b, &hb) && psc_acyclic(b, &hb, genmc);
}

/* sb, rf, mo and rb have no cycle together. */
static bool sc(const basis *b) {
    relation r = b->g->sb;
    unite(&r, &b->rf);
    unite(&r, &b->mo);
    unite(&r, &b->rb);
    return acyclic(&r);
}

/* The store buffer of a thread is empty when this event is over. */
static bool drains(const basis *b, int e, const readings *how) {
    const event *v = &b->g->at[e];
    if (v->locked || v->thread == 0) return true;
    if (!how->unlock_stores && v->place >= FIRST_MUTEX) return true;
    return v->order == SEQ_CST && v->kind != READ;
}

/* Preserved program order: all but a store before a load, unless something drains: the store, a locked instruction to
 * which the load belongs, or an event between the two. */
static void preserved(const basis *b, const readings *how, relation *ppo) {
    events draining = 0;
    for (int e = 0; e < b->n; e++)
        if (drains(b, e, how)) draining |= one(e);
    *ppo = b->g->sb;
    restrict_to(ppo, b->all & ~b->fences, b->all & ~b->fences);
    for (int w = 0; w < b->n; w++) {
        if (!(b->writes & one(w)) || draining & one(w)) continue;
        for (events left = ppo->row[w] & b->reads; left; left &= left - 1) {
            int r = __builtin_ctzll(left);
            events between = 0;
            for (int e = 0; e < b->n; e++)
                if (related(&b->g->sb, w, e) && related(&b->g->sb, e, r)) between |= one(e);
            if (!(b->g->at[r].locked || between & draining)) ppo->row[w] &= ~one(r);
        }
    }
}

/* Each location alone is sequentially consistent, and ppo, rfe, mo and rb have no cycle together. */
static bool tso(const basis *b, const readings *how) {
    relation r = b->g->sb;
    same_place(b, &r);
    unite(&r, &b->eco);
    if (!acyclic(&r)) return false;
    preserved(b, how, &r);
    for (int e = 0; e < b->n; e++) r.row[e] |= b->rf.row[e] & ~b->thread[b->g->at[e].thread];
    unite(&r, &b->mo);
    unite(&r, &b->rb);
    return acyclic(&r);
}

unsigned axioms_allow(const graph *g, unsigned models, const readings *how) {
    basis b;
    build(&b, g);
    if (!atomicity(&b) || !no_thin_air(&b)) return 0;
    unsigned allowed = 0;
    if (models & 1u << SC && sc(&b)) allowed |= 1u << SC;
    if (models & 1u << TSO && tso(&b, how)) allowed |= 1u << TSO;
    if (models & 1u << RC11 && rc11(&b, false, false)) allowed |= 1u << RC11;
    if (models & 1u << C11 && rc11(&b, true, false)) allowed |= 1u << C11;
    if (models & 1u << GENMC && rc11(&b, false, true)) allowed |= 1u << GENMC;
    return allowed;
}

bool axioms_race(const graph *g, model m) {
    basis b;
    relation hb;
    build(&b, g);
    happens_before(&b, m != RC11 && m != GENMC, &hb);
    for (int l = FIRST_PLAIN; l < FIRST_MUTEX; l++)
        for (events left = b.place[l] & b.writes; left; left &= left - 1) {
            int w = __builtin_ctzll(left);
            for (int e = 0; e < g->n; e++)
                if (e != w && b.place[l] & one(e) && !related(&hb, w, e) && !related(&hb, e, w)) return true;
        }
    return false;
}
