/* A step in words, and where it stands in the source. */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "target/explore/control.h"
#include "tester/view/access_names.h"
#include "tester/view/step_places.h"

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

const char *lcd_step_order(uint32_t order) {
    static const char *const names[] = {NULL,
                                        [__ATOMIC_RELAXED + 1] = "relaxed",
                                        [__ATOMIC_CONSUME + 1] = "consume",
                                        [__ATOMIC_ACQUIRE + 1] = "acquire",
                                        [__ATOMIC_RELEASE + 1] = "release",
                                        [__ATOMIC_ACQ_REL + 1] = "acq_rel",
                                        [__ATOMIC_SEQ_CST + 1] = "seq_cst"};
    return order < sizeof names / sizeof *names ? names[order] : NULL;
}

static const char *word_of(const lcd_trace_step *s) {
    return *s->text ? s->text : s->kind < VERBS ? verbs[s->kind].word : "step";
}

/* More than that is not one value. */
static bool is_value(const lcd_trace_step *s) { return s->size && s->size <= 16; }

static bool reads_only(const lcd_trace_step *s) {
    return s->kind == LCT_STEP_READ || s->kind == LCT_STEP_LOAD || s->kind == LCT_STEP_CAS_FAILED;
}

/* The write of a step with this number, before another one. */
static bool find_write(const lcd_trace_step *steps, size_t before, uint32_t number, size_t *found) {
    for (size_t i = before; number && i-- > 0;) {
        if (steps[i].step != number || steps[i].kind > LCT_STEP_CAS || reads_only(&steps[i])) continue;
        *found = i;
        return true;
    }
    return false;
}

static void put_thread_name(lince_text *out, const lcd_trace_step *s) {
    if (s->thread) lc_text_printf(out, "T%u", s->thread);
    else lc_text_puts(out, "main");
}

/* ` (queue.h:22)`; nothing if it is not known. */
static void put_place(lince_text *out, lcd_names *names, size_t step) {
    const char *file;
    int line;
    if (!lcd_names_place(names, step, &file, &line)) return;
    const char *slash = strrchr(file, '/');
    lc_text_printf(out, " (%s:%d)", slash ? slash + 1 : file, line);
}

/* `T1 had stored 7 (queue.h:22)` */
static void put_write(lince_text *out, lcd_names *names, const lcd_trace_step *steps, size_t write) {
    put_thread_name(out, &steps[write]);
    lc_text_puts(out, " had stored ");
    lcd_names_value(names, out, write, steps[write].after);
    put_place(out, names, write);
}

/* `T2's load of ready (queue.h:40) is relaxed, and acquires nothing` */
bool lcd_weak_link_words(lince_text *out, const char *before, lcd_names *names, const lcd_trace_step *steps,
                         size_t from, size_t to) {
    lcd_step_graph *g = lcd_names_graph(names);
    lcd_weak_link link;
    if (!g || !lcd_step_graph_weak_link(g, from, to, &link)) return false;
    lc_text_puts(out, before);
    size_t weak = link.by_write ? link.write : link.read;
    put_thread_name(out, &steps[weak]);
    lc_text_printf(out, "'s %s of ", word_of(&steps[weak]));
    lcd_names_location(names, out, weak);
    put_place(out, names, weak);
    lc_text_printf(out, " is %s, and %s nothing", lcd_step_order(steps[weak].order),
                   link.by_write ? "releases" : "acquires");
    return true;
}

/* A value that is not the newest.  A read may take an old one if no synchronization orders the newer ones before it. */
static void put_newer(lince_text *out, lcd_names *names, const lcd_trace_step *steps, size_t step) {
    const lcd_trace_step *s = &steps[step];
    size_t write;
    if (!s->newer) return;
    if (!reads_only(s)) {
        lc_text_printf(out, "; placed before %" PRIu32 " newer value%s", s->newer, s->newer == 1 ? "" : "s");
        return;
    }
    lc_text_puts(out, "; old: ");
    if (!find_write(steps, step, s->newest_step, &write)) {
        lc_text_printf(out, "%" PRIu32 " newer value%s, which nothing orders before this load", s->newer,
                       s->newer == 1 ? " was stored" : "s were stored");
        return;
    }
    put_write(out, names, steps, write);
    if (s->newer > 1) lc_text_printf(out, ", the newest of %" PRIu32 " newer values", s->newer);
    lc_text_puts(out, ", which nothing orders before this load");
    lcd_weak_link_words(out, ": ", names, steps, write, step);
}

/* An atomic access without a name is seq_cst. */
static void put_order(lince_text *out, const lcd_trace_step *s) {
    const char *order = lcd_step_order(s->order);
    if (order && s->order != __ATOMIC_SEQ_CST + 1) lc_text_printf(out, ", %s", order);
}

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
static bool is_once(const char *word) { return strstr(word, "once") || strstr(word, "static initialization"); }

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
    if (s->address && s->address < LCT_THREADS_MANY) lc_text_printf(out, "%s T%" PRIu64, word, s->address);
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
    case LCT_STEP_FENCE:
        lc_text_puts(out, word_of(s));
        if (lcd_step_order(s->order)) lc_text_printf(out, ", %s", lcd_step_order(s->order));
        break;
    case LCT_STEP_CALL:
    case LCT_STEP_SLEEP:
    case LCT_STEP_NOTE:
    case LCT_STEP_FAILURE: lc_text_puts(out, word_of(s)); break;
    default:
        if (s->kind <= LCT_STEP_CAS_FAILED) {
            put_access(out, names, s, step);
            put_order(out, s);
            put_newer(out, names, steps, step);
        } else lc_text_puts(out, word_of(s));
    }
}

void lcd_step_intent(lince_text *out, lcd_names *names, const lcd_trace_step *steps, size_t step) {
    const lcd_trace_step *s = &steps[step];
    if (s->kind == LCT_STEP_CHOICE) lc_text_puts(out, word_of(s));
    else if (s->kind == LCT_STEP_NOTE) lc_text_puts(out, "a step without an effect on other threads");
    else if (s->kind <= LCT_STEP_CAS_FAILED) {
        lc_text_printf(out, "%s ", word_of(s));
        lcd_names_location(names, out, step);
        if (lcd_names_is_freed(names, step)) lc_text_puts(out, " (freed)");
    } else lcd_step_words(out, names, steps, step, NULL);
}
