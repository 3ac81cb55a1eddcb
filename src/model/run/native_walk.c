/* Walking a system with native code: the callbacks of the native code. */
#include "model/run/native_walk.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "model/compile/native_write.h"

_Static_assert(sizeof(lcm_native_move) == sizeof(lcm_move), "native code writes steps itself");
_Static_assert(offsetof(lcm_native_move, label) == offsetof(lcm_move, label), "as above");
_Static_assert(offsetof(lcm_native_move, action) == offsetof(lcm_move, action), "as above");
_Static_assert(offsetof(lcm_native_move, actors) == offsetof(lcm_move, actors), "as above");
_Static_assert(offsetof(lcm_native_move, turn) == offsetof(lcm_move, turn), "as above");

/* ---- loading ---- */

lcm_native *lcm_native_load(const lcm_system *s, const char *path, lince_text *why) {
    lcm_native *n = calloc(1, sizeof *n);
    uint32_t *labels = malloc((s->actions.count + 1) * sizeof *labels);
    void *library = n && labels ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    const unsigned *abi = library ? dlsym(library, LCM_NATIVE_KNOWS) : NULL;
    if (abi && *abi == LCM_NATIVE_ABI) {
        *n = (lcm_native){.library = library, .labels = labels};
        *(void **)&n->next = dlsym(library, LCM_NATIVE_NEXT);
        *(void **)&n->holds = dlsym(library, LCM_NATIVE_HOLDS);
        for (uint32_t i = 0; i < s->actions.count; i++) {
            labels[i] = s->actions.at[i].label;
            n->met += lcm_native_computes_label(s, &s->actions.at[i]);
        }
        if (n->next && n->holds) return n;
    }
    if (!library) {
        const char *wrong = n && labels ? dlerror() : NULL;
        lc_text_printf(why, "it cannot be loaded: %s", wrong ? wrong : "out of memory");
    } else {
        lc_text_puts(why, "the compiled code belongs to another version");
        dlclose(library);
    }
    free(labels);
    free(n);
    return NULL;
}

void lcm_native_unload(lcm_native *n) {
    if (!n) return;
    dlclose(n->library);
    free(n->labels);
    free(n);
}

/* ---- callbacks of native code ---- */

typedef struct lcm_native_walk {
    lcm_native_call call; /* first: native code uses no other member */
    lcm_system_walker *walker;
    const uint32_t *state;
    bool unpacked; /* the fields are in walker->before */
    size_t met_size;
} lcm_native_walk;

static lcm_native_walk *walk_of(lcm_native_call *c) { return (lcm_native_walk *)(void *)c; }

/* Steps are added by both sides: each passes their number to the other. */
static void give(lcm_native_walk *n) {
    lcm_moves *out = n->walker->out;
    out->at.count = n->call.count;
    out->states.count = n->call.count * out->words;
}

static void take(lcm_native_walk *n) {
    const lcm_moves *out = n->walker->out;
    uint32_t states = out->states.room / out->words;
    n->call.moves = (lcm_native_move *)(void *)out->at.at;
    n->call.count = out->at.count;
    n->call.room = out->at.room < states ? out->at.room : states;
    n->call.next = out->states.at ? out->states.at + (size_t)out->at.count * out->words : NULL;
}

static void unpack(lcm_native_walk *n) {
    if (!n->unpacked) lcm_walk_unpack(n->walker, n->state);
    n->unpacked = true;
}

static int grow(lcm_native_call *c) {
    lcm_native_walk *n = walk_of(c);
    lcm_moves *out = n->walker->out;
    uint32_t wanted = c->count + 1;
    give(n);
    bool grown =
        lc_reserve(out->budget, &out->at, wanted) && lc_reserve(out->budget, &out->states, wanted * out->words);
    take(n);
    return grown;
}

static unsigned label(lcm_native_call *c, unsigned action, unsigned which, const int *numbers) {
    lcm_system_walker *w = walk_of(c)->walker;
    const lcm_action *a = &w->system->actions.at[action];
    uint32_t name = a->subscript == LCM_NO_CODE ? a->name : lcm_walk_element_name(w, a, which);
    return lcm_label_cached(&w->labels, name, numbers, a->count);
}

static void mark(lcm_native_call *c, unsigned atomic) {
    lcm_system_walker *w = walk_of(c)->walker;
    if (lc_push(w->budget, &w->is_atomic, atomic != 0)) w->atomic |= atomic != 0;
}

static void other(lcm_native_call *c, unsigned action) {
    lcm_native_walk *n = walk_of(c);
    unpack(n);
    give(n);
    lcm_walk_action(n->walker, action);
    take(n);
}

static const lcm_fork *fork_of(const lcm_native_walk *n, unsigned slot, unsigned location) {
    return &n->walker->system->slots.at[slot].locations.at[location].fork;
}

static unsigned open_fork(lcm_native_call *c, unsigned slot, unsigned location) {
    return lcm_walk_open(walk_of(c)->walker, fork_of(walk_of(c), slot, location));
}

static void side(lcm_native_call *c, unsigned opened, unsigned number) {
    lcm_walk_side(walk_of(c)->walker, opened, number);
}

static void tick(lcm_native_call *c, unsigned action) {
    lcm_system_walker *w = walk_of(c)->walker;
    lcm_offer offer = {
        .kind = LCM_ACT_TICK, .atomic = w->system->actions.at[action].atomic, .first = w->parts.count, .parts = 1};
    if (lc_push(w->budget, &w->parts, action)) lc_push(w->budget, &w->offers, offer);
}

static void close_fork(lcm_native_call *c, unsigned slot, unsigned location, unsigned opened) {
    lcm_native_walk *n = walk_of(c);
    unpack(n);
    give(n);
    lcm_walk_close(n->walker, slot, fork_of(n, slot, location), opened);
    take(n);
}

/* ---- walking ---- */

static lcm_native_walk *begin(lcm_system_walker *w, const lcm_native *native) {
    size_t size = (native->met + 1) * LCM_NATIVE_MET * sizeof(lcm_native_label);
    lcm_native_walk *n = lc_allocate(w->budget, sizeof *n);
    lcm_native_label *met = lc_allocate(w->budget, size);
    if (!n || !met) {
        if (n) lc_release(w->budget, n, sizeof *n);
        if (met) lc_release(w->budget, met, size);
        return NULL;
    }
    memset(met, 0, size);
    *n = (lcm_native_walk){.call = {.labels = native->labels,
                                    .met = met,
                                    .grow = grow,
                                    .label = label,
                                    .mark = mark,
                                    .other = other,
                                    .open = open_fork,
                                    .side = side,
                                    .tick = tick,
                                    .close = close_fork},
                           .walker = w,
                           .met_size = size};
    return w->native = n;
}

bool lcm_native_next(lcm_system_walker *w, const lcm_native *native, const uint32_t *state, lcm_moves *out) {
    lcm_native_walk *n = w->native ? w->native : begin(w, native);
    if (!n) return false;
    uint32_t first = out->at.count;
    n->state = state;
    n->unpacked = false;
    n->call.fully = w->looks_fully || !w->system->reduces;
    take(n);
    int done = native->next(&n->call, state);
    give(n);
    if (done == LCM_NATIVE_FAILED || out->failure.failed) {
        out->at.count = first;
        out->states.count = first * out->words;
        out->failure.failed = false;
        return false;
    }
    if (done == LCM_NATIVE_REDUCED) return true;
    if (w->offers.count > 0) {
        unpack(n);
        lcm_walk_root(w);
    }
    lcm_walk_prefer_atomic(w);
    return true;
}

void lcm_native_close(lcm_system_walker *w) {
    lcm_native_walk *n = w->native;
    if (!n) return;
    lc_release(w->budget, n->call.met, n->met_size);
    lc_release(w->budget, n, sizeof *n);
    w->native = NULL;
}
