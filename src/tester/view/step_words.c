/* A step in words, and where it stands in the source. */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "target/explore/control.h"
#include "tester/view/access_names.h"

typedef struct verb {
    const char *word; /* for people, where the runtime gives no name */
    const char *name; /* for programs */
} verb;

static const verb verbs[] = {
    [LCT_STEP_READ] = {"read", "read"},
    [LCT_STEP_WRITE] = {"write", "write"},
    [LCT_STEP_LOAD] = {"load", "load"},
    [LCT_STEP_STORE] = {"store", "store"},
    [LCT_STEP_EXCHANGE] = {"exchange", "exchange"},
    [LCT_STEP_ADD] = {"add", "add"},
    [LCT_STEP_SUB] = {"subtract", "sub"},
    [LCT_STEP_AND] = {"and", "and"},
    [LCT_STEP_OR] = {"or", "or"},
    [LCT_STEP_XOR] = {"xor", "xor"},
    [LCT_STEP_NAND] = {"nand", "nand"},
    [LCT_STEP_CAS] = {"CAS", "cas"},
    [LCT_STEP_CAS_FAILED] = {"CAS", "cas-failed"},
    [LCT_STEP_FENCE] = {"fence", "fence"},
    [LCT_STEP_CALL] = {"call", "call"},
    [LCT_STEP_RETURN] = {"return", "return"},
    [LCT_STEP_ACQUIRE] = {"acquire", "acquire"},
    [LCT_STEP_RELEASE] = {"release", "release"},
    [LCT_STEP_TRY] = {"try", "try"},
    [LCT_STEP_TRY_FAILED] = {"try", "try-failed"},
    [LCT_STEP_SIGNAL] = {"signal", "signal"},
    [LCT_STEP_WAIT] = {"wait", "wait"},
    [LCT_STEP_TIMEOUT] = {"wait", "timeout"},
    [LCT_STEP_CREATE] = {"create", "create"},
    [LCT_STEP_JOIN] = {"join", "join"},
    [LCT_STEP_EXIT] = {"the thread ends", "exit"},
    [LCT_STEP_MALLOC] = {"malloc", "malloc"},
    [LCT_STEP_FREE] = {"free", "free"},
    [LCT_STEP_CHOICE] = {"choose", "choice"},
    [LCT_STEP_SLEEP] = {"sleep", "sleep"},
    [LCT_STEP_NOTE] = {"note", "note"},
    [LCT_STEP_FAILURE] = {"failure", "failure"},
    [LCT_STEP_BLOCKED] = {"waits", "blocked"},
    [LCT_STEP_MADE] = {"allocated", "made"},
    [LCT_STEP_FREED] = {"freed", "freed"},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

const char *lcd_step_name(unsigned kind) { return kind < VERBS ? verbs[kind].name : "unknown"; }

static const char *word_of(const lcd_trace_step *s) {
    return *s->text ? s->text : s->kind < VERBS ? verbs[s->kind].word : "step";
}

/* More than that is not one value. */
static bool is_value(const lcd_trace_step *s) { return s->size && s->size <= 16; }

static void put_access(lince_text *out, lcd_names *names, const lcd_trace_step *s, size_t step) {
    lc_text_printf(out, "%s ", word_of(s));
    lcd_names_location(names, out, step);
    bool reads = s->kind == LCT_STEP_READ || s->kind == LCT_STEP_LOAD, fails = s->kind == LCT_STEP_CAS_FAILED;
    if (!is_value(s) || s->no_value) {
        lc_text_printf(out, " (%" PRIu64 " byte%s)", s->size, s->size == 1 ? "" : "s");
    } else {
        lc_text_puts(out, reads ? " = " : fails ? " fails: is " : ": ");
        lcd_names_value(names, out, step, s->before);
        if (!reads) {
            lc_text_puts(out, fails ? ", not " : " → ");
            lcd_names_value(names, out, step, s->after);
        }
    }
    if (lcd_names_is_freed(names, step)) lc_text_puts(out, " (freed)");
}

/* An action that is done once fails for no thread: a later thread finds it done. */
static bool is_once(const char *word) { return strstr(word, "once") || strstr(word, "static initialisation"); }

/* `pthread_mutex_lock(queue.lock)`; a word that is no name of a function stands before its object. */
static void put_call(lince_text *out, lcd_names *names, const lcd_trace_step *s, size_t step) {
    const char *word = word_of(s);
    lc_text_printf(out, strchr(word, ' ') ? "%s (" : "%s(", word);
    lcd_names_location(names, out, step);
    lc_text_putc(out, ')');
    if (s->kind == LCT_STEP_TRY_FAILED) lc_text_puts(out, is_once(word) ? ": done before" : " fails");
    if (s->kind == LCT_STEP_TIMEOUT) lc_text_puts(out, " times out");
}

static void put_thread(lince_text *out, const lcd_trace_step *s) {
    const char *word = word_of(s);
    if (s->address && s->address < 16) lc_text_printf(out, "%s T%" PRIu64, word, s->address);
    else lc_text_puts(out, word);
}

void lcd_step_words(lince_text *out, lcd_names *names, const lcd_trace_step *steps, size_t step, const char *call) {
    const lcd_trace_step *s = &steps[step];
    if (!call || !*call) call = "it";
    switch (s->kind) {
    case LCT_STEP_RETURN: lc_text_printf(out, *s->text ? "%s → %s" : "%s returns", call, s->text); break;
    case LCT_STEP_ACQUIRE:
    case LCT_STEP_RELEASE:
    case LCT_STEP_TRY:
    case LCT_STEP_TRY_FAILED:
    case LCT_STEP_SIGNAL:
    case LCT_STEP_WAIT:
    case LCT_STEP_TIMEOUT: put_call(out, names, s, step); break;
    case LCT_STEP_CREATE:
    case LCT_STEP_JOIN:
        put_thread(out, s);
        if (s->kind == LCT_STEP_CREATE && s->after) lc_text_puts(out, " (setup)");
        break;
    case LCT_STEP_EXIT: lc_text_puts(out, word_of(s)); break;
    case LCT_STEP_MALLOC:
        lc_text_printf(out, "%s(%" PRIu64 ") = ", word_of(s), s->size);
        lcd_names_object(names, out, step, s->address);
        break;
    case LCT_STEP_FREE:
        lc_text_printf(out, "%s(", word_of(s));
        lcd_names_object(names, out, step, s->address);
        lc_text_putc(out, ')');
        break;
    case LCT_STEP_CHOICE:
        lc_text_printf(out, "%s %" PRIu64, word_of(s), s->after);
        if (s->before) lc_text_printf(out, " of 0 to %" PRIu64, s->before - 1);
        break;
    case LCT_STEP_CALL:
    case LCT_STEP_FENCE:
    case LCT_STEP_SLEEP:
    case LCT_STEP_NOTE:
    case LCT_STEP_FAILURE: lc_text_puts(out, word_of(s)); break;
    default:
        if (s->kind <= LCT_STEP_CAS_FAILED) put_access(out, names, s, step);
        else lc_text_puts(out, word_of(s));
    }
}

void lcd_step_intent(lince_text *out, lcd_names *names, const lcd_trace_step *steps, size_t step) {
    const lcd_trace_step *s = &steps[step];
    if (s->kind == LCT_STEP_CHOICE) lc_text_puts(out, word_of(s));
    else if (s->kind == LCT_STEP_NOTE) lc_text_puts(out, "a step that nobody notices");
    else if (s->kind <= LCT_STEP_CAS_FAILED) {
        lc_text_printf(out, "%s ", word_of(s));
        lcd_names_location(names, out, step);
        if (lcd_names_is_freed(names, step)) lc_text_puts(out, " (freed)");
    } else lcd_step_words(out, names, steps, step, NULL);
}
