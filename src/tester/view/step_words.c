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
    [LC_STEP_READ] = {"read", "read"},
    [LC_STEP_WRITE] = {"write", "write"},
    [LC_STEP_LOAD] = {"load", "load"},
    [LC_STEP_STORE] = {"store", "store"},
    [LC_STEP_EXCHANGE] = {"exchange", "exchange"},
    [LC_STEP_ADD] = {"add", "add"},
    [LC_STEP_SUB] = {"subtract", "sub"},
    [LC_STEP_AND] = {"and", "and"},
    [LC_STEP_OR] = {"or", "or"},
    [LC_STEP_XOR] = {"xor", "xor"},
    [LC_STEP_NAND] = {"nand", "nand"},
    [LC_STEP_CAS] = {"CAS", "cas"},
    [LC_STEP_CAS_FAILED] = {"CAS", "cas-failed"},
    [LC_STEP_FENCE] = {"fence", "fence"},
    [LC_STEP_CALL] = {"call", "call"},
    [LC_STEP_RETURN] = {"return", "return"},
    [LC_STEP_ACQUIRE] = {"acquire", "acquire"},
    [LC_STEP_RELEASE] = {"release", "release"},
    [LC_STEP_TRY] = {"try", "try"},
    [LC_STEP_TRY_FAILED] = {"try", "try-failed"},
    [LC_STEP_SIGNAL] = {"signal", "signal"},
    [LC_STEP_WAIT] = {"wait", "wait"},
    [LC_STEP_TIMEOUT] = {"wait", "timeout"},
    [LC_STEP_CREATE] = {"create", "create"},
    [LC_STEP_JOIN] = {"join", "join"},
    [LC_STEP_EXIT] = {"the thread ends", "exit"},
    [LC_STEP_MALLOC] = {"malloc", "malloc"},
    [LC_STEP_FREE] = {"free", "free"},
    [LC_STEP_CHOICE] = {"choose", "choice"},
    [LC_STEP_SLEEP] = {"sleep", "sleep"},
    [LC_STEP_NOTE] = {"note", "note"},
    [LC_STEP_FAILURE] = {"failure", "failure"},
    [LC_STEP_BLOCKED] = {"waits", "blocked"},
    [LC_STEP_MADE] = {"allocated", "made"},
    [LC_STEP_FREED] = {"freed", "freed"},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

const char *lc_step_name(unsigned kind) { return kind < VERBS ? verbs[kind].name : "unknown"; }

static const char *word_of(const lc_trace_step *s) {
    return *s->text ? s->text : s->kind < VERBS ? verbs[s->kind].word : "step";
}

/* More than that is not one value. */
static bool is_value(const lc_trace_step *s) { return s->size && s->size <= 16; }

static void put_access(lince_text *out, lc_names *names, const lc_trace_step *s, size_t step) {
    lc_text_printf(out, "%s ", word_of(s));
    lc_names_location(names, out, step);
    bool reads = s->kind == LC_STEP_READ || s->kind == LC_STEP_LOAD, fails = s->kind == LC_STEP_CAS_FAILED;
    if (!is_value(s) || s->no_value) {
        lc_text_printf(out, " (%" PRIu64 " byte%s)", s->size, s->size == 1 ? "" : "s");
    } else {
        lc_text_puts(out, reads ? " = " : fails ? " fails: is " : ": ");
        lc_names_value(names, out, step, s->before);
        if (!reads) {
            lc_text_puts(out, fails ? ", not " : " → ");
            lc_names_value(names, out, step, s->after);
        }
    }
    if (lc_names_is_freed(names, step)) lc_text_puts(out, " (freed)");
}

/* What is to be done once only fails for nobody: whoever is late finds it done. */
static bool is_once(const char *word) { return strstr(word, "once") || strstr(word, "static initialisation"); }

/* `pthread_mutex_lock(queue.lock)`; what is no name of a function stands before its object. */
static void put_call(lince_text *out, lc_names *names, const lc_trace_step *s, size_t step) {
    const char *word = word_of(s);
    lc_text_printf(out, strchr(word, ' ') ? "%s (" : "%s(", word);
    lc_names_location(names, out, step);
    lc_text_putc(out, ')');
    if (s->kind == LC_STEP_TRY_FAILED) lc_text_puts(out, is_once(word) ? ": done before" : " fails");
    if (s->kind == LC_STEP_TIMEOUT) lc_text_puts(out, " times out");
}

static void put_thread(lince_text *out, const lc_trace_step *s) {
    const char *word = word_of(s);
    if (s->address && s->address < 16) lc_text_printf(out, "%s T%" PRIu64, word, s->address);
    else lc_text_puts(out, word);
}

void lc_step_words(lince_text *out, lc_names *names, const lc_trace_step *steps, size_t step, const char *call) {
    const lc_trace_step *s = &steps[step];
    if (!call || !*call) call = "it";
    switch (s->kind) {
    case LC_STEP_RETURN: lc_text_printf(out, *s->text ? "%s → %s" : "%s returns", call, s->text); break;
    case LC_STEP_ACQUIRE:
    case LC_STEP_RELEASE:
    case LC_STEP_TRY:
    case LC_STEP_TRY_FAILED:
    case LC_STEP_SIGNAL:
    case LC_STEP_WAIT:
    case LC_STEP_TIMEOUT: put_call(out, names, s, step); break;
    case LC_STEP_CREATE:
    case LC_STEP_JOIN:
        put_thread(out, s);
        if (s->kind == LC_STEP_CREATE && s->after) lc_text_puts(out, " (setup)");
        break;
    case LC_STEP_EXIT: lc_text_puts(out, word_of(s)); break;
    case LC_STEP_MALLOC:
        lc_text_printf(out, "%s(%" PRIu64 ") = ", word_of(s), s->size);
        lc_names_object(names, out, step, s->address);
        break;
    case LC_STEP_FREE:
        lc_text_printf(out, "%s(", word_of(s));
        lc_names_object(names, out, step, s->address);
        lc_text_putc(out, ')');
        break;
    case LC_STEP_CHOICE:
        lc_text_printf(out, "%s %" PRIu64, word_of(s), s->after);
        if (s->before) lc_text_printf(out, " of 0 to %" PRIu64, s->before - 1);
        break;
    case LC_STEP_CALL:
    case LC_STEP_FENCE:
    case LC_STEP_SLEEP:
    case LC_STEP_NOTE:
    case LC_STEP_FAILURE: lc_text_puts(out, word_of(s)); break;
    default:
        if (s->kind <= LC_STEP_CAS_FAILED) put_access(out, names, s, step);
        else lc_text_puts(out, word_of(s));
    }
}

void lc_step_intent(lince_text *out, lc_names *names, const lc_trace_step *steps, size_t step) {
    const lc_trace_step *s = &steps[step];
    if (s->kind == LC_STEP_CHOICE) lc_text_puts(out, word_of(s));
    else if (s->kind == LC_STEP_NOTE) lc_text_puts(out, "a step that nobody notices");
    else if (s->kind <= LC_STEP_CAS_FAILED) {
        lc_text_printf(out, "%s ", word_of(s));
        lc_names_location(names, out, step);
        if (lc_names_is_freed(names, step)) lc_text_puts(out, " (freed)");
    } else lc_step_words(out, names, steps, step, NULL);
}
