#include "tester/oracle/history_judge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "check/result.h"
#include "history/partial_order.h"
#include "history/values.h"
#include "target/explore/control.h"
#include "tester/oracle/lock_cycle.h"

/* Besides a lince_verdict. */
enum { BLOCKED = 254, NOT_JUDGED = 255 }; /* BLOCKED: allowed, but operations wait that may not */

void lcd_judge_init(lcd_judge *j, lcd_oracle *oracle, const char *file) {
    *j = (lcd_judge){.oracle = oracle, .file = file};
    lc_intern_init(&j->seen, NULL);
}

void lcd_judge_free(lcd_judge *j) {
    for (uint32_t i = 0; i < j->failures.count; i++) lcd_failure_free(&j->failures.at[i]);
    for (uint32_t i = 0; i < j->held.count; i++) lc_text_free(&j->held.at[i]);
    lc_vec_free(NULL, &j->failures);
    lc_vec_free(NULL, &j->held);
    lc_vec_free(NULL, &j->verdicts);
    free(j->smallest);
    lc_intern_free(&j->seen);
}

/* ---- failures ---- */

/* Data races are the same if they are of the same two places, whichever access was first. */
static bool same_race(const lcd_failure *a, const lcd_failure *b) {
    uint64_t a0 = a->accesses[0].pc, a1 = a->accesses[1].pc, b0 = b->accesses[0].pc, b1 = b->accesses[1].pc;
    return (a0 == b0 && a1 == b1) || (a0 == b1 && a1 == b0);
}

static bool same_kind(const lcd_failure *a, const lcd_failure *b) {
    if (a->kind == LCT_FAILS_RACE && b->kind == LCT_FAILS_RACE) return same_race(a, b);
    return a->kind == b->kind && a->pc == b->pc && !strcmp(a->message ? a->message : "", b->message ? b->message : "");
}

static bool is_better(const lcd_judge *j, const lcd_failure *a, const lcd_failure *b) {
    if (j->simplest && lcd_failure_simpler(a, b)) return true;
    if (j->simplest && lcd_failure_simpler(b, a)) return false;
    return lcd_place_compare(&a->place, &b->place) < 0;
}

/* The one that a failure would take the place of: of the same failure at the same line the first is kept, of violations
 * each history once.  NULL: there is none. */
static lcd_failure *rival_of(lcd_judge *j, const lcd_failure *f) {
    for (uint32_t i = 0; i < j->failures.count; i++) {
        lcd_failure *old = &j->failures.at[i];
        bool violations = f->kind == LCD_FAILURE_VIOLATION && old->kind == LCD_FAILURE_VIOLATION;
        if (!j->all ||
            (violations ? old->address == f->address : f->kind != LCD_FAILURE_VIOLATION && same_kind(old, f)))
            return old;
    }
    return NULL;
}

/* Takes over the failure. */
static bool keep(lcd_judge *j, lcd_failure *f) {
    lcd_failure *old = rival_of(j, f);
    if (old && is_better(j, f, old)) {
        lcd_failure swap = *old;
        *old = *f;
        *f = swap;
    } else if (!old && lc_push(NULL, &j->failures, *f)) return true;
    lcd_failure_free(f);
    return old;
}

const lcd_failure *lcd_judge_first(const lcd_judge *j) {
    const lcd_failure *first = NULL;
    for (uint32_t i = 0; i < j->failures.count; i++)
        if (!first || lcd_place_compare(&j->failures.at[i].place, &first->place) < 0) first = &j->failures.at[i];
    return first;
}

void lcd_judge_drop(lcd_judge *j, const lcd_failure *f) {
    assert(f >= j->failures.at && f < j->failures.at + j->failures.count);
    uint32_t at = (uint32_t)(f - j->failures.at);
    j->violating -= f->kind == LCD_FAILURE_VIOLATION;
    lcd_failure_free(&j->failures.at[at]);
    j->failures.count--;
    memmove(&j->failures.at[at], &j->failures.at[at + 1], (j->failures.count - at) * sizeof *j->failures.at);
}

/* ---- histories ---- */

/* Its number among those seen.  The allowed histories depend on the scenario, unless there is a specification. */
static uint32_t recognize(lcd_judge *j, const lcd_msg_history *msg) {
    lince_text bytes = {0};
    uint64_t key[2] = {0, 0};
    bool whole = lcd_msg_canonical(msg, &bytes);
    if (lcd_oracle_kind_of(j->oracle) != LCD_ORACLE_SPEC)
        lc_text_add(&bytes, msg->execution.scenario.at, msg->execution.scenario.length);
    key[0] = lc_hash_bytes(lc_text(&bytes), bytes.length);
    lc_text_putc(&bytes, '\1'); /* a second, independent hash: a collision would hide a violation */
    lc_text_add(&bytes, (const char *)key, sizeof *key);
    key[1] = lc_hash_bytes(lc_text(&bytes), bytes.length);
    whole &= !bytes.cut;
    key[0] += msg->stuck; /* an operation that waits may have to go on */
    if (j->forgets) key[0] = j->seen.items.count, key[1] = 0;
    lc_text_free(&bytes);
    uint32_t number = whole ? lc_intern_add(&j->seen, key, sizeof key) : LC_NOT_INTERNED;
    if (number == j->verdicts.count && !lc_push(NULL, &j->verdicts, NOT_JUDGED)) return LC_NOT_INTERNED;
    return number;
}

static bool hold(lcd_judge *j, const lcd_msg_history *msg) {
    lince_text message = {0};
    lc_text_add(&message, (const char *)msg->whole.at, (size_t)(msg->whole.end - msg->whole.at));
    if (!message.cut && lc_push(NULL, &j->held, message)) return true;
    lc_text_free(&message);
    return false;
}

/* For one history. */
static lince_status options_for(const lcd_judge *j, lince_history *h, bool explain, lince_check_options *options,
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
static lince_status excuse(const lcd_judge *j, lc_span scenario, const lince_history *h,
                           const lince_check_options *options, bool open, bool *excused, lince_error *error) {
    lince_text why = {0};
    *excused = false;
    if (lc_span_is(scenario, "main")) return LINCE_DONE;
    lince_status status = lcd_oracle_misuse(j->oracle, h, options, open, &why, error);
    if (open && status == LINCE_BAD_INPUT)
        return LINCE_DONE; /* the specification has no such operation: the history is reported as it is */
    if (status == LINCE_DONE && why.length && j->smaller) *excused = true;
    else if (status == LINCE_DONE && why.length)
        status = lc_fail(error,
                         "scenario `%.*s`: %s: it is a misuse of the object, and not judged; lince_test_protocol "
                         "declares in which order operations may be called",
                         (int)scenario.length, scenario.at, lc_text(&why));
    lc_text_free(&why);
    return status;
}

static lince_status judge(lcd_judge *j, lc_span scenario, lince_history *h, bool explain, lince_verdict *verdict,
                          lince_result **result, lince_error *error) {
    lince_check_options options;
    lince_status status = options_for(j, h, explain, &options, error);
    if (status != LINCE_DONE) return status;
    status = lcd_oracle_judge(j->oracle, scenario, h, &options, verdict, result, error);
    bool excused = false;
    if (status == LINCE_DONE && *verdict == LINCE_VERDICT_VIOLATION)
        status = excuse(j, scenario, h, &options, false, &excused, error);
    if (excused) *verdict = LINCE_VERDICT_OK;
    return status;
}

lince_status lcd_judge_failure(lcd_judge *j, const lcd_msg_failure *msg, bool *wrong, lince_error *error) {
    lcd_failure f;
    lince_check_options options;
    bool excused = false;
    *wrong = false;
    lince_status status = lcd_failure_from_message(&f, msg, j->file) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    if (status == LINCE_DONE) status = options_for(j, f.history, false, &options, error);
    if (status == LINCE_DONE && lcd_oracle_kind_of(j->oracle) == LCD_ORACLE_SPEC && !lcd_failure_is_limit(f.kind))
        status = excuse(j, msg->history.execution.scenario, f.history, &options, true, &excused, error);
    *wrong = status == LINCE_DONE && !excused;
    if (*wrong) return keep(j, &f) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    lcd_failure_free(&f);
    return status;
}

lince_status lcd_judge_waiting(lcd_judge *j, lcd_failure *f, bool explain, lince_verdict *verdict, lince_error *error) {
    lince_check_options options;
    lcd_waiting how = {.lets_wait = false};
    *verdict = LINCE_VERDICT_OK;
    lince_status status = options_for(j, f->history, explain, &options, error);
    if (status == LINCE_DONE)
        status = lcd_oracle_blocked(j->oracle, f->history, &options, !f->judged, verdict, &how, error);
    bool circle = status == LINCE_DONE && *verdict == LINCE_VERDICT_OK && f->judged && lcd_waits_in_circle(f);
    if (circle) *verdict = LINCE_VERDICT_VIOLATION;
    if (status == LINCE_DONE && *verdict == LINCE_VERDICT_VIOLATION) {
        bool blocked = !circle && (!f->judged || how.lets_wait);
        uint32_t kind = blocked ? LCT_FAILS_BLOCKED : f->otherwise.kind;
        bool allowed = j->allowed >> kind & 1 || (f->judged && j->allowed >> f->otherwise.kind & 1);
        if (allowed) *verdict = LINCE_VERDICT_OK;
        else if (!(blocked ? lcd_failure_becomes_blocked(f, &how.why) : lcd_failure_becomes_stuck(f)))
            status = LINCE_OUT_OF_MEMORY;
    }
    lc_text_free(&how.why);
    return status;
}

/* As one history of a file with several, in its own order.  That the file cannot be written shows when it is closed. */
static lince_status copy(lcd_judge *j, const lcd_msg_history *msg, lince_error *error) {
    lince_history *h = NULL;
    lc_span scenario = msg->execution.scenario;
    lince_status status = lcd_msg_to_history(msg, j->file, &h, error);
    if (status != LINCE_DONE) return status;
    if (!lc_history_become_intervals(h)) status = LINCE_OUT_OF_MEMORY;
    fprintf(j->copies, "%s# %.*s\n", ftell(j->copies) > 0 ? "---\n" : "", (int)scenario.length, scenario.at);
    if (status == LINCE_DONE) status = lince_history_write(h, LINCE_FORMAT_HIST, j->copies, NULL);
    lince_history_free(h);
    return status == LINCE_BAD_INPUT ? LINCE_DONE : status;
}

/* The factor that one history needs, all need. */
static void note_factor(lcd_judge *j, const lc_quasi_finding *q) {
    if (!q->sought || !q->smallest || (j->smallest && q->enough <= j->factor)) return;
    free(j->smallest);
    j->smallest = strdup(q->smallest);
    j->factor = q->enough;
}

/* Whether a history that is allowed, but stuck, is wrong; takes it over. */
static lince_status judge_waiting(lcd_judge *j, const lcd_msg_history *msg, lince_history *h, lcd_failure *f,
                                  bool explain, lince_verdict *verdict, lince_error *error) {
    lince_status status = lcd_failure_from_history(f, msg, h) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    return status == LINCE_DONE ? lcd_judge_waiting(j, f, explain, verdict, error) : status;
}

static lince_status judge_new(lcd_judge *j, const lcd_msg_history *msg, uint32_t number, lince_history *h,
                              lince_error *error) {
    lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
    lince_result *result = NULL;
    lcd_client_counts before = lcd_oracle_clients(j->oracle);
    lince_status status = judge(j, msg->execution.scenario, h, false, &verdict, &result, error);
    lcd_failure f = {0};
    bool allowed = status == LINCE_DONE && verdict == LINCE_VERDICT_OK;
    if (allowed && msg->stuck) status = judge_waiting(j, msg, h, &f, false, &verdict, error);
    bool blocked = allowed && verdict == LINCE_VERDICT_VIOLATION;
    j->waited |= allowed && msg->stuck && msg->judged && verdict == LINCE_VERDICT_OK;
    f.history = NULL; /* it is the caller's */
    lcd_failure_free(&f);
    if (status == LINCE_DONE && j->copies) status = copy(j, msg, error);
    if (status == LINCE_DONE) {
        bool any = h->ops.count && lcd_oracle_empty(j->oracle, msg->execution.scenario);
        if (h->ops.count > j->operations && !any) j->operations = h->ops.count;
        j->free += any;
        for (uint32_t i = 0; i < h->ops.count; i++) j->returned |= h->ops.at[i].end != LC_NEVER;
        j->judged++;
        bool clients = lcd_oracle_takes_clients(j->oracle, j->options.criterion);
        bool own_order = clients && msg->unlinked && !msg->stuck;
        j->own_order += own_order;
        lcd_client_counts after = lcd_oracle_clients(j->oracle);
        if (msg->execution.memory == LCT_MEMORY_SC) j->schedules_open |= own_order || after.unsure > before.unsure;
        j->configurations += after.visited - before.visited;
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
static lince_status keep_blocked(lcd_judge *j, const lcd_msg_history *msg, lince_history *h, bool *wrong,
                                 lince_error *error) {
    lcd_failure f = {0};
    lince_verdict verdict;
    lince_status status = judge_waiting(j, msg, h, &f, true, &verdict, error);
    *wrong = status == LINCE_DONE && (!j->kind || f.kind == j->kind - 1);
    if (*wrong) return keep(j, &f) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    lcd_failure_free(&f);
    return status;
}

static lince_status keep_violation(lcd_judge *j, const lcd_msg_history *msg, lince_history *h, uint32_t number) {
    lcd_failure f;
    bool enough = lcd_failure_from_history(&f, msg, h);
    f.address = number; /* which history it is: another sighting takes its place if it comes first */
    if (enough) return keep(j, &f) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    lcd_failure_free(&f);
    return LINCE_OUT_OF_MEMORY;
}

/* A history that is known to be wrong came again: does what was kept of it stay? */
static bool stays(lcd_judge *j, const lcd_msg_history *msg, uint32_t number) {
    lcd_failure f = {.kind = LCD_FAILURE_VIOLATION, .address = number, .place = msg->execution.place};
    const lcd_failure *old = rival_of(j, &f);
    return old && !j->simplest && lcd_place_compare(&f.place, &old->place) >= 0;
}

/* Any failure found in it comes after the one that was found already. */
static bool is_late(const lcd_judge *j, const lcd_msg_history *msg) {
    return j->failures.count && !j->all && !j->simplest && !j->copies &&
           lcd_place_compare(&msg->execution.place, &j->failures.at[0].place) > 0;
}

lince_status lcd_judge_history(lcd_judge *j, const lcd_msg_history *msg, bool *wrong, lince_error *error) {
    *wrong = false;
    if (msg->serial && lcd_oracle_kind_of(j->oracle) == LCD_ORACLE_ITSELF) {
        lince_history *h;
        lince_status status = lcd_msg_to_history(msg, j->file, &h, error);
        if (status == LINCE_DONE && !lcd_oracle_allow(j->oracle, msg->execution.scenario, h))
            status = LINCE_OUT_OF_MEMORY;
        lince_history_free(h);
        return status;
    }
    j->complete += msg->complete;
    j->schedules_open |= msg->execution.listed == LCT_LISTED_IN_PART;
    if (j->wanted == LCD_JUDGE_FAILURES || is_late(j, msg)) return LINCE_DONE;
    if (!lcd_oracle_ready(j->oracle, msg->execution.scenario)) return hold(j, msg) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    uint32_t number = recognize(j, msg);
    if (number == LC_NOT_INTERNED) return LINCE_OUT_OF_MEMORY;
    lince_status status = LINCE_DONE;
    lince_history *h = NULL;
    if (j->verdicts.at[number] == NOT_JUDGED) {
        status = lcd_msg_to_history(msg, j->file, &h, error);
        if (status == LINCE_DONE) status = judge_new(j, msg, number, h, error);
    }
    bool blocked = j->verdicts.at[number] == BLOCKED;
    *wrong = (blocked && j->wanted != LCD_JUDGE_VIOLATIONS) ||
             (j->verdicts.at[number] == LINCE_VERDICT_VIOLATION && j->wanted != LCD_JUDGE_BLOCKED);
    *wrong &= status == LINCE_DONE;
    if (!*wrong || (!h && !blocked && stays(j, msg, number))) {
        lince_history_free(h);
        return status;
    }
    if (!h) status = lcd_msg_to_history(msg, j->file, &h, error);
    if (status != LINCE_DONE) return status;
    return blocked ? keep_blocked(j, msg, h, wrong, error) : keep_violation(j, msg, h, number);
}

lince_status lcd_judge_complete(lcd_judge *j, lc_span scenario, bool *wrong, lcd_execution_place *place,
                                lince_error *error) {
    lince_status status = lcd_oracle_complete(j->oracle, scenario) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
    *wrong = false;
    lcd_msg_room room = {.cut = false};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < j->held.count; i++) {
        lince_text message = j->held.at[i];
        lcd_msg_history msg;
        bool wrong_too = false;
        const uint8_t *at = (const uint8_t *)lc_text(&message);
        bool sound = lcd_msg_as_history((lcd_msg){at, at + message.length, false}, &room, &msg);
        if (status != LINCE_DONE || !sound || !lcd_oracle_ready(j->oracle, msg.execution.scenario)) {
            j->held.at[kept++] = message;
            continue;
        }
        status = lcd_judge_history(j, &msg, &wrong_too, error);
        if (wrong_too && (!*wrong || lcd_place_compare(&msg.execution.place, place) < 0)) *place = msg.execution.place;
        *wrong |= wrong_too;
        lc_text_free(&message);
    }
    j->held.count = kept;
    if (room.cut && status == LINCE_DONE) status = LINCE_OUT_OF_MEMORY;
    lcd_msg_room_free(&room);
    return status;
}

/* A client that the history is wrong for becomes part of it; then it is shown, and explained, by intervals if it has
 * some. */
static lince_status settle_order(lcd_judge *j, const lcd_failure *f, lince_error *error) {
    lince_result *result = NULL;
    lince_verdict verdict;
    if (!f->history->order.links.count) return LINCE_DONE;
    lince_status status = judge(j, lc_span_of(f->scenario), f->history, false, &verdict, &result, error);
    lince_result_free(result);
    if (status != LINCE_DONE || verdict != LINCE_VERDICT_VIOLATION) return status;
    return lc_history_become_intervals(f->history) ? LINCE_DONE : LINCE_OUT_OF_MEMORY;
}

lince_status lcd_judge_explain(lcd_judge *j, const lcd_failure *f, lince_verdict *verdict, lince_result **result,
                               lince_error *error) {
    *result = NULL;
    lince_status status = settle_order(j, f, error);
    return status == LINCE_DONE ? judge(j, lc_span_of(f->scenario), f->history, true, verdict, result, error) : status;
}
