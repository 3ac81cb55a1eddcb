#define _GNU_SOURCE /* memmem */
#include "tester/driver/weaker.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "report/operation.h"
#include "report/words.h"
#include "target/explore/control.h"
#include "tester/source/source_text.h"

enum { SHOWN = 3 }; /* in the verdict */

static const struct {
    const char *name, *words;
    bool atomic; /* it has an order */
} kinds[LCT_WEAKER_KINDS] = {
    [LCT_WEAKER_LOAD] = {"load", "load", true},
    [LCT_WEAKER_STORE] = {"store", "store", true},
    [LCT_WEAKER_RMW] = {"rmw", "read-modify-write", true},
    [LCT_WEAKER_CAS] = {"cas", "compare-exchange", true},
    [LCT_WEAKER_CAS_FAILED] = {"cas-failure", "failed compare-exchange", true},
    [LCT_WEAKER_FENCE] = {"fence", "fence", true},
    [LCT_WEAKER_VOLATILE_LOAD] = {"volatile-load", "volatile load", false},
    [LCT_WEAKER_VOLATILE_STORE] = {"volatile-store", "volatile store", false},
    [LCT_WEAKER_PLAIN_LOAD] = {"plain-load", "plain load", false},
    [LCT_WEAKER_PLAIN_STORE] = {"plain-store", "plain store", false},
    [LCT_WEAKER_ASSEMBLY_LOAD] = {"assembly-load", "load in assembly", false},
    [LCT_WEAKER_ASSEMBLY_STORE] = {"assembly-store", "store in assembly", false},
    [LCT_WEAKER_LARGE] = {"large", "access of more than 16 bytes", false},
};

static const char *order_name(uint32_t order) {
    static const char *const names[] = {"relaxed", "consume", "acquire", "release", "acq_rel"};
    return order < sizeof names / sizeof *names ? names[order] : "unknown";
}

/* ---- finding ---- */

static const char *base_of(const char *file) {
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

static bool is_library(const char *file) { return lcd_lines_is_standard(file) || strstr(file, "/lince/std/"); }

/* Does this file of the standard library only pass on the orders that its users name? */
static bool passes_on(const char *file) {
    static const char *const names[] = {"atomic", "atomic_base.h", "stdatomic.h"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) found |= strcmp(base_of(file), names[i]) == 0;
    return found && is_library(file);
}

typedef enum answer { FOUND, LEFT_OUT, UNKNOWN } answer;

/* Goes outwards through the functions inlined at one frame. */
static answer find_in_frame(lcd_lines *lines, uint64_t pc, lcd_weaker_at *at) {
    for (unsigned depth = 0; lcd_lines_inlined(lines, pc, depth, &at->file, &at->line, &at->function); depth++) {
        if (!is_library(at->file)) return FOUND;
        if (!passes_on(at->file)) return LEFT_OUT;
        if (at->function && strstr(at->function, "atomic_init")) return LEFT_OUT;
    }
    return UNKNOWN;
}

static answer find_place(lcd_lines *lines, const lcd_msg_weaker *msg, lcd_weaker_at *at) {
    uint64_t offset;
    const char *symbol = lines ? lcd_lines_symbol(lines, msg->address, &offset) : NULL;
    if (symbol && strncmp(symbol, "_ZGV", 4) == 0) return LEFT_OUT;
    for (uint32_t i = 0; lines && i < msg->frame_count; i++) {
        answer a = find_in_frame(lines, msg->frames[i], at);
        if (a != UNKNOWN) return a;
    }
    *at = (lcd_weaker_at){.file = NULL};
    if (!lines || !lcd_lines_find(lines, msg->pc, &at->file, &at->line, &at->function)) at->file = NULL;
    return FOUND;
}

/* gcc's atomic_init is a macro, so only the source distinguishes it from a relaxed store. */
static bool is_initialization(lcd_listings *listings, const lcd_weaker_at *at) {
    if (at->kind != LCT_WEAKER_STORE || at->order != __ATOMIC_RELAXED || !at->file) return false;
    size_t length;
    const char *line = lcd_listing_line(listings, at->file, at->line, &length);
    return line && memmem(line, length, "atomic_init", strlen("atomic_init"));
}

/* The user's own files first. */
static int by_place(const void *one, const void *other) {
    const lcd_weaker_at *a = one, *b = other;
    if (!a->file || !b->file) return a->file ? -1 : b->file ? 1 : LC_ORDER(a->pc, b->pc);
    bool system[] = {lcd_lines_is_system(a->file), lcd_lines_is_system(b->file)};
    if (system[0] != system[1]) return system[0] - system[1];
    int files = strcmp(a->file, b->file);
    if (files) return files;
    if (a->line != b->line) return a->line - b->line;
    if (a->kind != b->kind) return (int)a->kind - (int)b->kind;
    return (int)a->order - (int)b->order;
}

bool lcd_weaker_find(lcd_test_run *t, lcd_lines *lines) {
    lcd_listings listings = {0};
    bool enough = true;
    t->weaker_at.count = 0;
    for (uint32_t i = 0; i < t->weaker.count && enough; i++) {
        const lcd_msg_weaker *msg = &t->weaker.at[i];
        lcd_weaker_at at;
        if (msg->order == __ATOMIC_SEQ_CST || find_place(lines, msg, &at) == LEFT_OUT) continue;
        at.kind = msg->kind;
        at.order = msg->order;
        at.pc = msg->pc;
        if (!is_initialization(&listings, &at)) enough = lc_push(NULL, &t->weaker_at, at);
    }
    lcd_listings_free(&listings);
    uint32_t kept = 0, count = t->weaker_at.count;
    if (count) qsort(t->weaker_at.at, count, sizeof *t->weaker_at.at, by_place);
    for (uint32_t i = 0; i < count; i++) /* a function that was inlined twice is one place */
        if (!i || by_place(&t->weaker_at.at[kept - 1], &t->weaker_at.at[i]))
            t->weaker_at.at[kept++] = t->weaker_at.at[i];
    t->weaker_at.count = kept;
    return enough;
}

/* ---- words ---- */

/* `queue.h:41 release store` */
static void put_place(lince_text *out, const lcr_style *style, const lcd_weaker_at *at) {
    const char *file = base_of(at->file);
    lcr_put_clean(out, style, file, strlen(file));
    lc_text_printf(out, ":%d ", at->line);
    if (kinds[at->kind].atomic) lc_text_printf(out, "%s ", order_name(at->order));
    lc_text_puts(out, kinds[at->kind].words);
}

/* Were orders taken for what they are not?  RC11 takes all as they are, also where it was explored alone and not to its
 * end.  TSO does so with code that is compiled for x86, but not with the orders of atomics,
 * which are weaker on other machines. */
static bool was_taken(const lcd_test_run *t, const lcd_weaker_at *at, bool tso) {
    const lcd_coverage *c = &t->coverage;
    if (at->kind == LCT_WEAKER_LARGE) return true;
    bool sc = lcd_coverage_has(c, LCT_MEMORY_SC);
    for (uint32_t model = LCT_MEMORY_RC11; model <= LCT_MEMORY_C11; model++)
        if (lcd_coverage_is_complete(c, model) || (!sc && lcd_coverage_has(c, model))) return false;
    return kinds[at->kind].atomic || !tso;
}

void lcd_weaker_words(lince_text *out, const lcd_test_run *t) {
    const lcd_coverage *c = &t->coverage;
    bool tso = lcd_coverage_is_complete(c, LCT_MEMORY_TSO) ||
               (lcd_coverage_has(c, LCT_MEMORY_TSO) && !lcd_coverage_has(c, LCT_MEMORY_SC));
    uint32_t count = 0, shown = 0;
    for (uint32_t i = 0; i < t->weaker_at.count; i++) count += was_taken(t, &t->weaker_at.at[i], tso);
    if (!count) return;
    if (!tso) lc_text_puts(out, " under sequential consistency");
    lc_text_puts(out, "; ");
    lc_put_number(out, count);
    lc_text_printf(out, " weaker memory order%s taken for %s", count == 1 ? " was" : "s were",
                   tso ? "that of x86" : "seq_cst");
    for (uint32_t i = 0; i < t->weaker_at.count && shown < SHOWN; i++) {
        const lcd_weaker_at *at = &t->weaker_at.at[i];
        if (!at->file) break;
        if (!was_taken(t, at, tso)) continue;
        lc_text_puts(out, shown++ ? ", " : " (");
        put_place(out, &t->session->style, at);
    }
    if (shown && shown < count) lc_text_printf(out, " and %u more", count - shown);
    if (shown) lc_text_putc(out, ')');
}

static void write_place(lcr_writer *w, const lcd_weaker_at *at) {
    lcr_write_open(w, '{');
    lcr_field_text(w, "file", at->file);
    lcr_write_key(w, "line");
    if (at->file) lcr_write_int(w, at->line);
    else lcr_write_null(w);
    lcr_field_text(w, "function", at->file ? at->function : NULL);
    lcr_field_text(w, "kind", kinds[at->kind].name);
    lcr_field_text(w, "order", kinds[at->kind].atomic ? order_name(at->order) : NULL);
    lcr_write_close(w, '}');
}

/* A model without graphs was explored by schedules. */
static void write_graphs(lcr_writer *w, const lcd_coverage *c) {
    lcr_field_open(w, "graphs", '[');
    for (uint32_t model = 0; model < LCT_MEMORY_MODELS; model++) {
        lcd_stage_total total;
        if (!lcd_coverage_graphs(c, model, &total)) continue;
        lcr_write_open(w, '{');
        lcr_field_text(w, "model", lcd_memory_name(model));
        lcr_field_count(w, "graphs", total.executions);
        lcr_field_count(w, "blocked", total.blocked);
        lcr_field_bool(w, "complete", lcd_coverage_is_complete(c, model));
        lcr_write_close(w, '}');
    }
    lcr_write_close(w, ']');
}

void lcd_weaker_json(lcr_writer *w, const lcd_test_run *t) {
    bool native = t->session->settings.strategy == LCT_STRATEGY_STRESS, any = native;
    lcr_field_open(w, "memory", '{');
    lcr_field_open(w, "models", '[');
    if (native) lcr_write_text(w, "native");
    for (uint32_t model = 0; model < LCT_MEMORY_MODELS && !native; model++) {
        if (!lcd_coverage_has(&t->coverage, model)) continue;
        lcr_write_text(w, lcd_memory_name(model));
        any = true;
    }
    if (!any) lcr_write_text(w, lcd_memory_name(t->failure ? t->failure->memory : LCT_MEMORY_SC));
    lcr_write_close(w, ']');
    write_graphs(w, &t->coverage);
    lcr_field_open(w, "weaker", '[');
    for (uint32_t i = 0; i < t->weaker_at.count; i++) write_place(w, &t->weaker_at.at[i]);
    lcr_write_close(w, ']');
    lcr_write_close(w, '}');
}
