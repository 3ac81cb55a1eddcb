#include "tester/driver/failure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/spelling.h"
#include "base/text.h"
#include "target/explore/control.h"

static char *copy(lc_span text) { return strndup(text.at, text.length); }

static bool take_execution(lcd_failure *f, const lcd_msg_execution *e) {
    f->place = e->place;
    f->heap = e->heap;
    f->preemptions = e->preemptions;
    f->memory = e->memory;
    f->listed = e->listed != LCT_LISTED_NOT;
    f->scenario = copy(e->scenario);
    f->length = e->schedule.length;
    f->schedule = malloc(f->length + 1);
    if (f->schedule) memcpy(f->schedule, e->schedule.at, f->length);
    lcd_msg places = e->places;
    for (uint64_t i = 0; i < e->place_count; i++)
        if (!lc_push(NULL, &f->races.places, lcd_msg_number(&places))) return false;
    lcd_msg begins = e->begins;
    for (uint64_t i = 0; i < e->begin_count; i++)
        if (!lc_push(NULL, &f->begins, (uint32_t)lcd_msg_number(&begins))) return false;
    return f->scenario && f->schedule;
}

bool lcd_failure_from_history(lcd_failure *f, const lcd_msg_history *msg, lince_history *history) {
    *f = (lcd_failure){.kind = LCD_FAILURE_VIOLATION, .stuck = msg->stuck, .judged = msg->judged, .history = history};
    if (msg->judged) {
        f->otherwise.kind = msg->failure.kind;
        f->otherwise.thread = msg->failure.thread;
        f->otherwise.pc = msg->failure.pc;
        f->otherwise.message = copy(msg->failure.message);
        if (msg->failure.doubt.length) f->otherwise.doubt = copy(msg->failure.doubt);
        if (!f->otherwise.message || (msg->failure.doubt.length && !f->otherwise.doubt)) return false;
    }
    return take_execution(f, &msg->execution);
}

/* Without texts; frames are its own. */
static bool take_accesses(lcd_failure *f, const lcd_msg_failure *msg) {
    for (uint32_t i = 0; i < msg->access_count; i++) {
        const lcd_msg_step *s = &msg->accesses[i];
        uint64_t *frames = malloc(sizeof s->frames);
        if (!frames) return false;
        memcpy(frames, s->frames, s->frame_count * sizeof *frames);
        f->accesses[f->access_count++] = (lcd_trace_step){.thread = s->thread,
                                                          .kind = s->kind,
                                                          .address = s->address,
                                                          .size = s->size,
                                                          .after = s->after,
                                                          .pc = s->pc,
                                                          .text = "",
                                                          .frames = frames,
                                                          .frame_count = s->frame_count,
                                                          .no_value = true};
    }
    return true;
}

bool lcd_failure_from_message(lcd_failure *f, const lcd_msg_failure *msg, const char *file) {
    lince_error error = {0};
    *f = (lcd_failure){.kind = msg->kind, .thread = msg->thread, .pc = msg->pc, .address = msg->address};
    f->message = copy(msg->message);
    if (msg->doubt.length) f->doubt = copy(msg->doubt);
    return f->message && (f->doubt || !msg->doubt.length) && take_execution(f, &msg->history.execution) &&
           take_accesses(f, msg) && lcd_msg_to_history(&msg->history, file, &f->history, &error) == LINCE_DONE;
}

bool lcd_failure_becomes_blocked(lcd_failure *f, const lince_text *why) {
    f->kind = LCT_FAILS_BLOCKED;
    f->message = strdup(lc_text(why));
    return f->message;
}

bool lcd_failure_becomes_stuck(lcd_failure *f) {
    f->kind = f->otherwise.kind;
    f->thread = f->otherwise.thread;
    f->pc = f->otherwise.pc;
    f->message = strdup(f->otherwise.message);
    if (f->otherwise.doubt) f->doubt = strdup(f->otherwise.doubt);
    return f->message && (f->doubt || !f->otherwise.doubt);
}

void lcd_failure_free(lcd_failure *f) {
    free(f->otherwise.message);
    free(f->otherwise.doubt);
    free(f->message);
    free(f->doubt);
    free(f->scenario);
    free(f->schedule);
    lc_vec_free(NULL, &f->races.places);
    lc_vec_free(NULL, &f->begins);
    for (uint32_t i = 0; i < f->access_count; i++) free((void *)f->accesses[i].frames);
    lince_history_free(f->history);
    *f = (lcd_failure){0};
}

static uint64_t switches(const lcd_failure *f) {
    uint64_t count = 0;
    int last = -1;
    for (size_t i = 0; i < f->length; i++) {
        if (f->schedule[i] >= 0x80) continue; /* a choice */
        count += f->schedule[i] != last;
        last = f->schedule[i];
    }
    return count;
}

/* Choices of something else than the first: under a weak memory model, of old values. */
static uint64_t choices(const lcd_failure *f) {
    uint64_t count = 0;
    for (size_t i = 0; i < f->length && f->memory != LCT_MEMORY_SC; i++) count += f->schedule[i] > 0x80;
    return count;
}

bool lcd_failure_simpler(const lcd_failure *a, const lcd_failure *b) {
    uint64_t old = choices(a), other = choices(b);
    if (old != other) return old < other;
    if (a->preemptions != b->preemptions) return a->preemptions < b->preemptions;
    uint64_t x = switches(a), y = switches(b);
    return x != y ? x < y : a->length < b->length;
}

static const struct {
    const char *name, *title;
} words[] = {
    [LCT_FAILS_CRASH] = {"crash", "a crash"},
    [LCT_FAILS_ASSERTION] = {"assertion", "an assertion failed"},
    [LCT_FAILS_INVARIANT] = {"invariant", "the invariant does not hold"},
    [LCT_FAILS_DEADLOCK] = {"deadlock", "a deadlock"},
    [LCT_FAILS_ENDLESS] = {"endless", "an endless loop"},
    [LCT_FAILS_SPINNING] = {"spinning", "a loop waits for a value that never comes"},
    [LCT_FAILS_EXIT] = {"exit", "the program ended in the middle"},
    [LCT_FAILS_EXCEPTION] = {"exception", "an exception was not caught"},
    [LCT_FAILS_USE_AFTER_FREE] = {"use-after-free", "memory is used after it was freed"},
    [LCT_FAILS_DOUBLE_FREE] = {"double-free", "memory is freed twice"},
    [LCT_FAILS_BAD_FREE] = {"bad-free", "something is freed that was not allocated"},
    [LCT_FAILS_MISUSE] = {"misuse", "a misuse"},
    [LCT_FAILS_NONDETERMINISM] = {"nondeterminism", "the test is not deterministic"},
    [LCT_FAILS_OVERFLOW] = {"heap-overflow", "memory beside a block of the heap is used"},
    [LCT_FAILS_BLOCKED] = {"blocked", "an operation waits though it could return"},
    [LCT_FAILS_LEAK] = {"leak", "memory is lost"},
    [LCT_FAILS_LIMIT] = {"limit", "the test is too large"},
    [LCT_FAILS_LIVELOCK] = {"livelock", "a livelock"},
    [LCT_FAILS_PROGRESS] = {"progress", "an operation depends on other threads to go on"},
    [LCT_FAILS_RACE] = {"data-race", "a data race"},
    [LCT_FAILS_HANG] = {"hang", "no progress"},
    [LCT_FAILS_UNSUPPORTED] = {"unsupported", "this cannot be tested"},
    [LCT_FAILS_SYNC] = {"missing-synchronization", "missing synchronization"},
    [LCD_FAILURE_VIOLATION] = {"violation", "a violation"},
    [LCD_FAILURE_DEATH] = {"death", "the program under test died"},
};

const char *lcd_failure_name(uint32_t kind) { return words[kind].name; }
const char *lcd_failure_title(uint32_t kind) { return words[kind].title; }
/* A failure that is a mistake of the test cannot be ignored. */
static bool may_be_allowed(uint32_t kind) {
    return kind < LCT_FAILURES && words[kind].name && !lcd_failure_is_mistake(kind) && !lcd_failure_is_limit(kind);
}

static bool allow(uint64_t *kinds, lc_span name, lince_error *error) {
    lince_text all = {0};
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)name.length, name.at);
    lc_nearest nearest = {.word = word};
    for (uint32_t k = 0; k < LCT_FAILURES; k++) {
        if (!may_be_allowed(k)) continue;
        if (lc_span_is(name, words[k].name)) {
            *kinds |= (uint64_t)1 << k;
            lc_text_free(&all);
            return true;
        }
        lc_nearest_offer(&nearest, words[k].name);
        lc_text_printf(&all, "%s%s", all.length ? ", " : "", words[k].name);
    }
    if (nearest.best) lc_fail(error, "there is no kind of failure '%s'; did you mean %s?", word, nearest.best);
    else lc_fail(error, "there is no kind of failure '%s': choose among %s", word, lc_text(&all));
    lc_text_free(&all);
    return false;
}

bool lcd_failure_allow(uint64_t *kinds, const char *list, lince_error *error) {
    for (;; list++) {
        size_t length = strcspn(list, ",");
        if (!allow(kinds, (lc_span){list, length}, error)) return false;
        list += length;
        if (!*list) return true;
    }
}

bool lcd_failure_has_place(uint32_t kind) {
    return kind != LCT_FAILS_RACE && kind != LCT_FAILS_LEAK && kind != LCT_FAILS_SYNC;
}
bool lcd_failure_of_order(uint32_t kind) { return kind == LCT_FAILS_RACE || kind == LCT_FAILS_SYNC; }
bool lcd_failure_is_mistake(uint32_t kind) { return kind == LCT_FAILS_NONDETERMINISM; }
bool lcd_failure_is_limit(uint32_t kind) { return kind == LCT_FAILS_LIMIT || kind == LCT_FAILS_UNSUPPORTED; }
