#include "tester/oracle/history_judge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "check/result.h"
#include "history/values.h"
#include "target/explore/control.h"
#include "tester/oracle/lock_cycle.h"

/* Besides a lince_verdict. */
enum { BLOCKED = 254, NOT_JUDGED = 255 }; /* BLOCKED: allowed, but operations wait that may not */

void lcd_jury_init(lcd_jury *j, lcd_standard *standard, const char *file) {
    *j = (lcd_jury){.standard = standard, .file = file};
    lc_intern_init(&j->seen, NULL);
}

void lcd_jury_free(lcd_jury *j) {
    for (uint32_t i = 0; i < j->flaws.count; i++) lcd_flaw_free(&j->flaws.at[i]);
    for (uint32_t i = 0; i < j->held.count; i++) lc_text_free(&j->held.at[i]);
    lc_vec_free(NULL, &j->flaws);
    lc_vec_free(NULL, &j->held);
    lc_vec_free(NULL, &j->verdicts);
    free(j->smallest);
    lc_intern_free(&j->seen);
}

/* ---- flaws ---- */

/* Data races are the same if they are of the same two places, whichever access was first. */
static bool same_race(const lcd_flaw *a, const lcd_flaw *b) {
    uint64_t a0 = a->accesses[0].pc, a1 = a->accesses[1].pc, b0 = b->accesses[0].pc, b1 = b->accesses[1].pc;
    return (a0 == b0 && a1 == b1) || (a0 == b1 && a1 == b0);
}

static bool same_kind(const lcd_flaw *a, const lcd_flaw *b) {
    if (a->access_count == 2 && b->access_count == 2) return same_race(a, b);
    return a->kind == b->kind && a->pc == b->pc && !strcmp(a->message ? a->message : "", b->message ? b->message : "");
}

static bool is_better(const lcd_jury *j, const lcd_flaw *a, const lcd_flaw *b) {
    if (j->simplest && lcd_flaw_simpler(a, b)) return true;
    if (j->simplest && lcd_flaw_simpler(b, a)) return false;
    return lcd_place_compare(&a->place, &b->place) < 0;
}

/* The one that a flaw would take the place of: of the same failure at the same line the first is kept, of violations
 * each history once.  NULL: there is none. */
static lcd_flaw *rival_of(lcd_jury *j, const lcd_flaw *f) {
    for (uint32_t i = 0; i < j->flaws.count; i++) {
        lcd_flaw *old = &j->flaws.at[i];
        bool violations = f->kind == LCD_FLAW_VIOLATION && old->kind == LCD_FLAW_VIOLATION;
        if (!j->all || (violations ? old->address == f->address : f->kind != LCD_FLAW_VIOLATION && same_kind(old, f)))
            return old;
    }
    return NULL;
}

/* Takes over the flaw. */
static bool keep(lcd_jury *j, lcd_flaw *f) {
    lcd_flaw *old = rival_of(j, f);
    if (old && is_better(j, f, old)) {
        lcd_flaw swap = *old;
        *old = *f;
        *f = swap;
    } else if (!old && lc_push(NULL, &j->flaws, *f)) return true;
    lcd_flaw_free(f);
    return old;
}

const lcd_flaw *lcd_jury_first(const lcd_jury *j) {
    const lcd_flaw *first = NULL;
    for (uint32_t i = 0; i < j->flaws.count; i++)
        if (!first || lcd_place_compare(&j->flaws.at[i].place, &first->place) < 0) first = &j->flaws.at[i];
    return first;
}

void lcd_jury_drop(lcd_jury *j, const lcd_flaw *f) {
    assert(f >= j->flaws.at && f < j->flaws.at + j->flaws.count);
    uint32_t at = (uint32_t)(f - j->flaws.at);
    j->violating -= f->kind == LCD_FLAW_VIOLATION;
    lcd_flaw_free(&j->flaws.at[at]);
    j->flaws.count--;
    memmove(&j->flaws.at[at], &j->flaws.at[at + 1], (j->flaws.count - at) * sizeof *j->flaws.at);
}

/* ---- histories ---- */

/* Its number among those seen.  The allowed histories depend on the scenario, unless there is a specification. */
static uint32_t recognise(lcd_jury *j, const lcd_said_history *said) {
    lince_text bytes = {0};
    uint64_t key[2] = {0, 0};
    bool whole = lcd_said_canonical(said, &bytes);
    if (lcd_standard_measure(j->standard) != LCD_BY_SPEC)
        lc_text_add(&bytes, said->execution.scenario.at, said->execution.scenario.length);
    key[0] = lc_hash_bytes(lc_text(&bytes), bytes.length);
    lc_text_putc(&bytes, '\1'); /* a second, independent hash: a collision would hide a violation */
    lc_text_add(&bytes, (const char *)key, sizeof *key);
    key[1] = lc_hash_bytes(lc_text(&bytes), bytes.length);
    whole &= !bytes.cut;
    key[0] += said->stuck; /* an operation that waits may have to go on */
    if (j->forgets) key[0] = j->seen.items.count, key[1] = 0;
    lc_text_free(&bytes);
    uint32_t number = whole ? lc_intern_add(&j->seen, key, sizeof key) : LC_NOT_INTERNED;
    if (number == j->verdicts.count && !lc_push(NULL, &j->verdicts, NOT_JUDGED)) return LC_NOT_INTERNED;
    return number;
}

static bool hold(lcd_jury *j, const lcd_said_history *said) {
    lince_text message = {0};
    lc_text_add(&message, (const char *)said->whole.at, (size_t)(said->whole.end - said->whole.at));
    if (!message.cut && lc_push(NULL, &j->held, message)) return true;
    lc_text_free(&message);
    return false;
}

/* For one history. */
static lince_status options_for(const lcd_jury *j, lince_history *h, bool explain, lince_check_options *options,
                                lince_error *error) {
    *options = j->options;
    options->no_explanation = !explain;
    if (j->deadline > 0) {
        double left = j->deadline - lc_now();
        options->timeout = left > 1e-9 ? left : 1e-9;
    }
    if (j->init) options->init = lc_parse_value(&h->values, j->init, error);
    return j->init && options->init == LINCE_NO_VALUE ? LINCE_BAD_INPUT : LINCE_DONE;
}

/* A violation, or a failure (`open`), that is the scenario's doing is none of the object's.  The doings of a whole
 * program are its own. */
static lince_status excuse(const lcd_jury *j, lc_span scenario, const lince_history *h,
                           const lince_check_options *options, bool open, bool *excused, lince_error *error) {
    lince_text why = {0};
    *excused = false;
    if (lc_span_is(scenario, "main")) return LINCE_DONE;
    lince_status status = lcd_standard_misuse(j->standard, h, options, open, &why, error);
    if (open && status == LINCE_BAD_INPUT)
        return LINCE_DONE; /* the specification has no such operation: the history is reported as it is */
    if (status == LINCE_DONE && why.length && j->smaller) *excused = true;
    else if (status == LINCE_DONE && why.length)
        status = lc_fail(error,
                         "scenario `%.*s`: %s: it is a misuse of the object, and not judged; lince_test_protocol says "
                         "in which order operations may be called",
                         (int)scenario.length, scenario.at, lc_text(&why));
    lc_text_free(&why);
    return status;
}

static lince_status judge(lcd_jury *j, lc_span scenario, lince_history *h, bool explain, lince_verdict *verdict,
                          lince_result **result, lince_error *error) {
    lince_check_options options;
    lince_status status = options_for(j, h, explain, &options, error);
    if (status != LINCE_DONE) return status;
    status = lcd_standard_judge(j->standard, scenario, h, &options, verdict, result, error);
    bool excused = false;
    if (status == LINCE_DONE && *verdict == LINCE_VERDICT_VIOLATION)
        status = excuse(j, scenario, h, &options, false, &excused, error);
    if (excused) *verdict = LINCE_VERDICT_OK;
    return status;
}

lince_status lcd_jury_failure(lcd_jury *j, const lcd_said_failure *said, bool *wrong, lince_error *error) {
    lcd_flaw f;
    lince_check_options options;
    bool excused = false;
    *wrong = false;
    lince_status status = lcd_flaw_of_failure(&f, said, j->file) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE) status = options_for(j, f.history, false, &options, error);
    if (status == LINCE_DONE && lcd_standard_measure(j->standard) == LCD_BY_SPEC && !lcd_flaw_is_limit(f.kind))
        status = excuse(j, said->history.execution.scenario, f.history, &options, true, &excused, error);
    *wrong = status == LINCE_DONE && !excused;
    if (*wrong) return keep(j, &f) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    lcd_flaw_free(&f);
    return status;
}

lince_status lcd_jury_waiting(lcd_jury *j, lcd_flaw *f, bool explain, lince_verdict *verdict, lince_error *error) {
    lince_check_options options;
    lcd_waiting how = {.lets_wait = false};
    *verdict = LINCE_VERDICT_OK;
    lince_status status = options_for(j, f->history, explain, &options, error);
    if (status == LINCE_DONE)
        status = lcd_standard_blocked(j->standard, f->history, &options, !f->judged, verdict, &how, error);
    bool circle = status == LINCE_DONE && *verdict == LINCE_VERDICT_OK && f->judged && lcd_waits_in_circle(f);
    if (circle) *verdict = LINCE_VERDICT_VIOLATION;
    if (status == LINCE_DONE && *verdict == LINCE_VERDICT_VIOLATION) {
        bool blocked = !circle && (!f->judged || how.lets_wait);
        uint32_t kind = blocked ? LCT_FAILS_BLOCKED : f->otherwise.kind;
        bool allowed = j->allowed >> kind & 1 || (f->judged && j->allowed >> f->otherwise.kind & 1);
        if (allowed) *verdict = LINCE_VERDICT_OK;
        else if (!(blocked ? lcd_flaw_becomes_blocked(f, &how.why) : lcd_flaw_becomes_stuck(f)))
            status = LINCE_OUT_OF_MEMORY;
    }
    lc_text_free(&how.why);
    return status;
}

/* As one history of a file with several.  That the file cannot be written shows when it is closed.  The order of events
 * cannot express a partial order: with it, the history might be judged otherwise. */
static lince_status copy(lcd_jury *j, lc_span scenario, const lince_history *h) {
    if (h->order.threads) {
        fprintf(j->copies, "# %.*s: a history with a partial order is left out\n", (int)scenario.length, scenario.at);
        return LINCE_DONE;
    }
    fprintf(j->copies, "%s# %.*s\n", ftell(j->copies) > 0 ? "---\n" : "", (int)scenario.length, scenario.at);
    lince_status status = lince_history_write(h, LINCE_FORMAT_HIST, j->copies, NULL);
    return status == LINCE_BAD_INPUT ? LINCE_DONE : status;
}

/* The factor that one history needs, all need. */
static void note_factor(lcd_jury *j, const lc_quasi_finding *q) {
    if (!q->sought || !q->smallest || (j->smallest && q->enough <= j->factor)) return;
    free(j->smallest);
    j->smallest = strdup(q->smallest);
    j->factor = q->enough;
}

/* Whether a history that is allowed, but stuck, is wrong; takes it over. */
static lince_status judge_waiting(lcd_jury *j, const lcd_said_history *said, lince_history *h, lcd_flaw *f,
                                  bool explain, lince_verdict *verdict, lince_error *error) {
    lince_status status = lcd_flaw_of_history(f, said, h) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    return status == LINCE_DONE ? lcd_jury_waiting(j, f, explain, verdict, error) : status;
}

static lince_status judge_new(lcd_jury *j, const lcd_said_history *said, uint32_t number, lince_history *h,
                              lince_error *error) {
    lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
    lince_result *result = NULL;
    lince_status status = judge(j, said->execution.scenario, h, false, &verdict, &result, error);
    lcd_flaw f = {0};
    bool allowed = status == LINCE_DONE && verdict == LINCE_VERDICT_OK;
    if (allowed && said->stuck) status = judge_waiting(j, said, h, &f, false, &verdict, error);
    bool blocked = allowed && verdict == LINCE_VERDICT_VIOLATION;
    j->waited |= allowed && said->stuck && said->judged && verdict == LINCE_VERDICT_OK;
    f.history = NULL; /* it is the caller's */
    lcd_flaw_free(&f);
    if (status == LINCE_DONE && j->copies) status = copy(j, said->execution.scenario, h);
    if (status == LINCE_DONE) {
        bool any = h->ops.count && lcd_standard_empty(j->standard, said->execution.scenario);
        if (h->ops.count > j->operations && !any) j->operations = h->ops.count;
        j->free += any;
        for (uint32_t i = 0; i < h->ops.count; i++) j->returned |= h->ops.at[i].end != LC_NEVER;
        j->judged++;
        if (result) j->configurations += result->statistics.configurations;
        if (result && verdict == LINCE_VERDICT_OK) note_factor(j, &result->quasi);
        if (result) j->revisits += result->statistics.revisits;
        j->verdicts.at[number] = blocked ? BLOCKED : (uint8_t)verdict;
        j->violating += verdict == LINCE_VERDICT_VIOLATION && !blocked;
        if (verdict == LINCE_VERDICT_UNKNOWN) {
            j->unknown = true;
            j->why_unknown = result ? lince_result_reason(result) : LINCE_REASON_NONE;
        }
    }
    lince_result_free(result);
    return status;
}

/* Both take the history over. */
static lince_status keep_blocked(lcd_jury *j, const lcd_said_history *said, lince_history *h, bool *wrong,
                                 lince_error *error) {
    lcd_flaw f = {0};
    lince_verdict verdict;
    lince_status status = judge_waiting(j, said, h, &f, true, &verdict, error);
    *wrong = status == LINCE_DONE && (!j->kind || f.kind == j->kind - 1);
    if (*wrong) return keep(j, &f) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    lcd_flaw_free(&f);
    return status;
}

static lince_status keep_violation(lcd_jury *j, const lcd_said_history *said, lince_history *h, uint32_t number) {
    lcd_flaw f;
    bool enough = lcd_flaw_of_history(&f, said, h);
    f.address = number; /* which history it is: another sighting takes its place if it comes first */
    if (enough) return keep(j, &f) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    lcd_flaw_free(&f);
    return LINCE_OUT_OF_MEMORY;
}

/* A history that is known to be wrong came again: does what was kept of it stay? */
static bool stays(lcd_jury *j, const lcd_said_history *said, uint32_t number) {
    lcd_flaw f = {.kind = LCD_FLAW_VIOLATION, .address = number, .place = said->execution.place};
    const lcd_flaw *old = rival_of(j, &f);
    return old && !j->simplest && lcd_place_compare(&f.place, &old->place) >= 0;
}

/* Any failure found in it comes after the one that was found already. */
static bool is_late(const lcd_jury *j, const lcd_said_history *said) {
    return j->flaws.count && !j->all && !j->simplest && !j->copies &&
           lcd_place_compare(&said->execution.place, &j->flaws.at[0].place) > 0;
}

lince_status lcd_jury_history(lcd_jury *j, const lcd_said_history *said, bool *wrong, lince_error *error) {
    *wrong = false;
    if (said->serial && lcd_standard_measure(j->standard) == LCD_BY_ITSELF) {
        lince_history *h;
        lince_status status = lcd_said_to_history(said, j->file, &h, error);
        if (status == LINCE_DONE && !lcd_standard_allow(j->standard, said->execution.scenario, h))
            status = LINCE_OUT_OF_MEMORY;
        lince_history_free(h);
        return status;
    }
    j->complete += said->complete;
    if (j->wanted == LCD_JURY_FAILURES || is_late(j, said)) return LINCE_DONE;
    if (!lcd_standard_ready(j->standard, said->execution.scenario))
        return hold(j, said) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    uint32_t number = recognise(j, said);
    if (number == LC_NOT_INTERNED) return LINCE_OUT_OF_MEMORY;
    lince_status status = LINCE_DONE;
    lince_history *h = NULL;
    if (j->verdicts.at[number] == NOT_JUDGED) {
        status = lcd_said_to_history(said, j->file, &h, error);
        if (status == LINCE_DONE) status = judge_new(j, said, number, h, error);
    }
    bool blocked = j->verdicts.at[number] == BLOCKED;
    *wrong = (blocked && j->wanted != LCD_JURY_VIOLATIONS) ||
             (j->verdicts.at[number] == LINCE_VERDICT_VIOLATION && j->wanted != LCD_JURY_BLOCKED);
    *wrong &= status == LINCE_DONE;
    if (!*wrong || (!h && !blocked && stays(j, said, number))) {
        lince_history_free(h);
        return status;
    }
    if (!h) status = lcd_said_to_history(said, j->file, &h, error);
    if (status != LINCE_DONE) return status;
    return blocked ? keep_blocked(j, said, h, wrong, error) : keep_violation(j, said, h, number);
}

lince_status lcd_jury_complete(lcd_jury *j, lc_span scenario, bool *wrong, lcd_execution_place *place,
                               lince_error *error) {
    lince_status status = lcd_standard_complete(j->standard, scenario) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    *wrong = false;
    lcd_said_room room = {.cut = false};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < j->held.count; i++) {
        lince_text message = j->held.at[i];
        lcd_said_history said;
        bool wrong_too = false;
        const uint8_t *at = (const uint8_t *)lc_text(&message);
        bool sound = lcd_said_as_history((lcd_said){at, at + message.length, false}, &room, &said);
        if (status != LINCE_DONE || !sound || !lcd_standard_ready(j->standard, said.execution.scenario)) {
            j->held.at[kept++] = message;
            continue;
        }
        status = lcd_jury_history(j, &said, &wrong_too, error);
        if (wrong_too && (!*wrong || lcd_place_compare(&said.execution.place, place) < 0))
            *place = said.execution.place;
        *wrong |= wrong_too;
        lc_text_free(&message);
    }
    j->held.count = kept;
    if (room.cut && status == LINCE_DONE) status = LINCE_OUT_OF_MEMORY;
    lcd_said_room_free(&room);
    return status;
}

lince_status lcd_jury_explain(lcd_jury *j, const lcd_flaw *f, lince_verdict *verdict, lince_result **result,
                              lince_error *error) {
    *result = NULL;
    return judge(j, lc_span_of(f->scenario), f->history, true, verdict, result, error);
}
