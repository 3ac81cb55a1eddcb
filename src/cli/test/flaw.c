#include "cli/test/flaw.h"

#include <stdlib.h>
#include <string.h>

#include "explore/control.h"

static char *copy(lc_span text) { return strndup(text.at, text.length); }

static bool take_execution(lc_flaw *f, const lc_said_execution *e) {
    f->place = e->place;
    f->heap = e->heap;
    f->scenario = copy(e->scenario);
    f->length = e->schedule.length;
    f->schedule = malloc(f->length + 1);
    if (f->schedule) memcpy(f->schedule, e->schedule.at, f->length);
    lc_said places = e->places;
    for (uint64_t i = 0; i < e->place_count; i++)
        if (!lc_push(NULL, &f->races.places, lc_said_number(&places))) return false;
    return f->scenario && f->schedule;
}

bool lc_flaw_of_history(lc_flaw *f, const lc_said_history *said, const char *file) {
    lince_error error = {0};
    *f = (lc_flaw){.kind = LC_FLAW_VIOLATION};
    return take_execution(f, &said->execution) && lc_said_to_history(said, file, &f->history, &error) == LINCE_DONE;
}

/* Without texts; frames are its own. */
static bool take_accesses(lc_flaw *f, const lc_said_failure *said) {
    for (uint32_t i = 0; i < said->access_count; i++) {
        const lc_said_step *s = &said->accesses[i];
        uint64_t *frames = malloc(sizeof s->frames);
        if (!frames) return false;
        memcpy(frames, s->frames, s->frame_count * sizeof *frames);
        f->accesses[f->access_count++] = (lc_trace_step){.thread = s->thread,
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

bool lc_flaw_of_failure(lc_flaw *f, const lc_said_failure *said, const char *file) {
    lince_error error = {0};
    *f = (lc_flaw){.kind = said->kind, .thread = said->thread, .pc = said->pc, .address = said->address};
    f->message = copy(said->message);
    if (said->doubt.length) f->doubt = copy(said->doubt);
    return f->message && (f->doubt || !said->doubt.length) && take_execution(f, &said->history.execution) &&
           take_accesses(f, said) && lc_said_to_history(&said->history, file, &f->history, &error) == LINCE_DONE;
}

void lc_flaw_free(lc_flaw *f) {
    free(f->message);
    free(f->doubt);
    free(f->scenario);
    free(f->schedule);
    lc_vec_free(NULL, &f->races.places);
    for (uint32_t i = 0; i < f->access_count; i++) free((void *)f->accesses[i].frames);
    lince_history_free(f->history);
    *f = (lc_flaw){0};
}

static const struct {
    const char *name, *title;
} words[] = {
    [LC_FAILS_CRASH] = {"crash", "a crash"},
    [LC_FAILS_ASSERTION] = {"assertion", "an assertion failed"},
    [LC_FAILS_INVARIANT] = {"invariant", "the invariant does not hold"},
    [LC_FAILS_DEADLOCK] = {"deadlock", "a deadlock"},
    [LC_FAILS_ENDLESS] = {"endless", "an endless loop"},
    [LC_FAILS_SPINNING] = {"spinning", "a loop waits for what never comes"},
    [LC_FAILS_EXIT] = {"exit", "the program ended in the middle"},
    [LC_FAILS_EXCEPTION] = {"exception", "an exception was not caught"},
    [LC_FAILS_USE_AFTER_FREE] = {"use-after-free", "memory is used after it was freed"},
    [LC_FAILS_DOUBLE_FREE] = {"double-free", "memory is freed twice"},
    [LC_FAILS_BAD_FREE] = {"bad-free", "something is freed that was not allocated"},
    [LC_FAILS_MISUSE] = {"misuse", "a lock or the like is misused"},
    [LC_FAILS_NONDETERMINISM] = {"nondeterminism", "the test is not deterministic"},
    [LC_FAILS_LIMIT] = {"limit", "the test is too large"},
    [LC_FAILS_RACE] = {"data-race", "a data race"},
    [LC_FLAW_VIOLATION] = {"violation", "a violation"},
    [LC_FLAW_DEATH] = {"death", "the program under test died"},
};

const char *lc_flaw_name(uint32_t kind) { return words[kind].name; }
const char *lc_flaw_title(uint32_t kind) { return words[kind].title; }
bool lc_flaw_is_mistake(uint32_t kind) { return kind == LC_FAILS_NONDETERMINISM; }
bool lc_flaw_is_limit(uint32_t kind) { return kind == LC_FAILS_LIMIT; }
