/* A linearizable specification as lcm_lts: making one, walking it, and its failures. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "model/linear/linear_parts.h"
#include "model/reduce/symmetry.h"

/* ---- failures ---- */

void lcm_linear_fail(lcm_linear *l, const char *format, ...) {
    if (l->failed) return;
    l->failed = true;
    l->failure = (lince_error){.line = l->assertion->place.line};
    snprintf(l->failure.file, sizeof l->failure.file, "%s", l->model->file ? l->model->file : "");
    va_list args;
    va_start(args, format);
    vsnprintf(l->failure.message, sizeof l->failure.message, format, args);
    va_end(args);
}

bool lcm_linear_failed(lcm_linear *l, lince_error *error) {
    pthread_mutex_lock(&l->lock);
    bool failed = l->failed;
    if (failed) *error = l->failure;
    pthread_mutex_unlock(&l->lock);
    return failed || lc_instance_failed(l->instance, error);
}

/* ---- the transition system ---- */

typedef struct linear_walker {
    lcm_walker base;
    lc_budget *budget;
} linear_walker;

static lcm_linear *linear_of(const lcm_walker *w) { return (lcm_linear *)(uintptr_t)(const void *)w->lts; }

static lcm_walker *open_linear(const lcm_lts *lts, lc_budget *budget) {
    linear_walker *w = lc_allocate(budget, sizeof *w);
    if (!w) return NULL;
    *w = (linear_walker){{.lts = lts}, budget};
    return &w->base;
}

static void close_linear(lcm_walker *walker) {
    linear_walker *w = (linear_walker *)(void *)walker;
    lc_release(w->budget, w, sizeof *w);
}

static void init_linear(lcm_walker *w, uint32_t *state) { *state = linear_of(w)->initial; }

/* The search ends where this is reported; its answer is of no use, see lcm_linear_failed. */
static void add_failure(lcm_linear *l, lcm_moves *out) {
    lince_error error;
    bool failed = l->failed;
    if (failed) error = l->failure;
    else failed = lc_instance_failed(l->instance, &error);
    if (!failed) return;
    out->failure = (lcm_failure){.failed = true, .line = (uint32_t)error.line};
    snprintf(out->failure.message, sizeof out->failure.message, "%.*s", (int)sizeof out->failure.message - 1,
             error.message);
}

/* A failure of the object itself is kept by its instance. */
static void forgive(lcm_walker *w) {
    lcm_linear *l = linear_of(w);
    pthread_mutex_lock(&l->lock);
    l->failed = false;
    pthread_mutex_unlock(&l->lock);
}

static void next_linear(lcm_walker *w, const uint32_t *state, lcm_moves *out) {
    lcm_linear *l = linear_of(w);
    pthread_mutex_lock(&l->lock);
    lcm_linear_next(l, *state, out);
    add_failure(l, out);
    pthread_mutex_unlock(&l->lock);
}

/* Hidden steps are in `next`. */
static void after_linear(lcm_walker *w, const uint32_t *state, lcm_label label, lcm_moves *out) {
    lcm_linear *l = linear_of(w);
    assert(label != LCM_TAU);
    pthread_mutex_lock(&l->lock);
    lcm_linear_after(l, *state, label, out);
    add_failure(l, out);
    pthread_mutex_unlock(&l->lock);
}

static void turn_linear(lcm_walker *w, const uint32_t *state, uint32_t turn, uint32_t *to) {
    lcm_linear *l = linear_of(w);
    pthread_mutex_lock(&l->lock);
    uint32_t turned = lcm_linear_turned(l, *state, turn);
    pthread_mutex_unlock(&l->lock);
    if (turned != LC_NOT_INTERNED) *to = turned; /* else memory is out, which is noticed */
}

static void print_actor(lcm_walker *w, const uint32_t *state, const lcm_move *move, lince_text *out) {
    (void)state, (void)move;
    lc_text_puts(out, linear_of(w)->instance->name);
}

static void print_move(lcm_walker *w, const uint32_t *state, const lcm_move *move, lince_text *out) {
    (void)state;
    lcm_label_print(w->lts->alphabet, move->label, out);
}

static void print_state(lcm_walker *w, const uint32_t *before, const uint32_t *state, lince_text *out) {
    lcm_linear *l = linear_of(w);
    (void)before;
    pthread_mutex_lock(&l->lock);
    lcm_linear_show(l, *state, out);
    pthread_mutex_unlock(&l->lock);
}

/* ---- making one ---- */

static lince_status check_kind(const lcm_linear *l, lince_error *error) {
    const lince_spec *spec = l->instance->spec;
    if (spec->traits & LINCE_INTERVALS)
        return lc_fail_at(error, l->model->file, l->assertion->place.line,
                          "operations of %s span several steps, which models cannot be checked for", l->instance->name);
    if (l->points && l->most > 1)
        return lc_fail_at(
            error, l->model->file, l->assertion->place.line,
            "operations of %s take effect together, so none has a point of its own: leave out `at points`",
            l->instance->name);
    return LINCE_DONE;
}

lince_status lcm_linear_make(lcm_linear **out, const lcm_linear_wish *wish, lince_error *error) {
    assert(!wish->points || !wish->progress);
    lcm_linear *l = *out = calloc(1, sizeof *l);
    if (!l) return LINCE_OUT_OF_MEMORY;
    l->lts = (lcm_lts){.words = 1,
                       .alphabet = wish->alphabet,
                       .open = open_linear,
                       .close = close_linear,
                       .init = init_linear,
                       .next = next_linear,
                       .after = after_linear,
                       .forgive = forgive,
                       .print_actor = print_actor,
                       .print_move = print_move,
                       .print_state = print_state};
    l->budget = wish->budget;
    l->model = wish->model;
    l->assertion = wish->assertion;
    l->instance = wish->instance;
    l->points = wish->points;
    l->progress = wish->progress;
    lc_instance_arity(l->instance, &l->least, &l->most);
    pthread_mutex_init(&l->lock, NULL);
    lc_intern_init(&l->objects, l->budget);
    lc_intern_init(&l->states, l->budget);
    l->values = lince_values_new();
    lince_status status = l->values ? check_kind(l, error) : LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE) {
        lc_runner_init(&l->runner, l->instance, l->values, LINCE_NO_VALUE);
        status = lcm_linear_find_words(l, error);
    }
    l->initial = lcm_linear_start(l);
    if (status == LINCE_DONE && l->initial == LC_NOT_INTERNED) status = LINCE_OUT_OF_MEMORY;
    if (status != LINCE_DONE) {
        lcm_linear_free(l);
        *out = NULL;
    }
    return status;
}

void lcm_linear_free(lcm_linear *l) {
    if (!l) return;
    lcm_linear_free_words(l);
    if (l->runner.instance) lc_runner_free(&l->runner);
    lince_values_free(l->values);
    lc_intern_free(&l->objects);
    lc_intern_free(&l->states);
    lc_vec_free(l->budget, &l->symbols);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

/* Two processes that share a lane would be one to it; numbers keep them apart. */
bool lcm_linear_can_follow(const lcm_linear *l, const lcm_symmetry *symmetry) {
    bool follows = symmetry->numbered;
    for (uint32_t i = 0; follows && i < l->words.count; i++) {
        const lcm_word *w = &l->words.at[i];
        const uint32_t names[] = {w->call, w->response, w->point};
        for (uint32_t k = 0; k < 3; k++)
            if (names[k] < symmetry->name_count && symmetry->names[names[k]] != LCM_NAMES_NOBODY)
                follows = follows && symmetry->names[names[k]] == (w->with_process ? LCM_NAMES_PROCESS : 0);
    }
    return follows;
}

void lcm_linear_follow(lcm_linear *l, const lcm_symmetry *symmetry) {
    l->symmetry = symmetry;
    l->lts.turn = symmetry ? turn_linear : NULL;
}

const lcm_lts *lcm_linear_lts(const lcm_linear *l) { return &l->lts; }
const bool *lcm_linear_seen(const lcm_linear *l) { return l->seen; }
const bool *lcm_linear_returns(const lcm_linear *l) { return l->returns; }
const uint32_t *lcm_linear_owners(const lcm_linear *l) { return l->owners; }
