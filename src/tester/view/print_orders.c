/* The advice of --fix and --relax: which memory orders to change, and a patch. */
#include <string.h>

#include "report/operation.h"
#include "report/words.h"
#include "tester/orders/patch.h"
#include "tester/orders/repair.h"
#include "tester/view/print.h"

enum { INDENT = 2, DEEPER = 4 };

static const char *order_name(uint8_t order) {
    static const char *const names[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
    return order < sizeof names / sizeof *names ? names[order] : "unknown";
}

static const char *kind_name(unsigned kind) {
    static const char *const names[LCD_SITE_KINDS] = {"load", "store", "read-modify-write", "compare-exchange",
                                                      "fence"};
    return names[kind];
}

static const char *base_of(const char *file) {
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

/* `release instead of relaxed` */
static void put_order(lince_text *out, const char *where, const lcd_site *s, uint8_t was, uint8_t now) {
    if (s->kind == LCD_SITE_FENCE && now == __ATOMIC_RELAXED) lc_text_printf(out, "%snot needed", where);
    else lc_text_printf(out, "%s%s instead of %s", where, order_name(now), order_name(was));
}

/* `queue.h:23 store: release instead of relaxed` */
static void put_site(lince_text *out, const lcd_sites *sites, const lcd_change *c, uint32_t site) {
    const lcd_site *s = &sites->at.at[site];
    uint8_t order = lcd_change_order(c, sites, site, LCD_SLOT_ORDER),
            failure = lcd_change_order(c, sites, site, LCD_SLOT_FAILURE);
    uint8_t before = lcd_change_order(c, sites, site, LCD_SLOT_BEFORE),
            after = lcd_change_order(c, sites, site, LCD_SLOT_AFTER);
    const char *comma = "";
    lc_text_printf(out, "%s:%d %s: ", base_of(s->file), s->line, kind_name(s->kind));
    if (before != LCD_NO_ORDER) lc_text_printf(out, "a fence before it, %s", order_name(before)), comma = "; ";
    if (order != s->order) put_order(out, comma, s, s->order, order), comma = "; ";
    if (failure != s->failure) {
        lc_text_puts(out, comma);
        put_order(out, "where it fails ", s, s->failure, failure), comma = "; ";
    }
    if (after != LCD_NO_ORDER) lc_text_printf(out, "%sa fence behind it, %s", comma, order_name(after));
    static const char *const reasons[] = {[LCD_FORM_ATOMIC] = "no order that can be replaced is written there",
                                          [LCD_FORM_PLAIN] = "a fence there needs a statement of its own",
                                          [LCD_FORM_ASSEMBLY] = "it is inline assembly"};
    if (!lcd_patch_covers(sites, c, site)) lc_text_printf(out, " (not in the patch: %s)", reasons[s->form]);
}

typedef struct sorted {
    uint32_t count, at[LCD_CHANGED_MOST]; /* sites */
} sorted;

static bool stands_before(const lcd_site *a, const lcd_site *b) {
    int files = strcmp(a->file, b->file);
    if (files) return files < 0;
    return a->line != b->line ? a->line < b->line : a->column < b->column;
}

/* The sites of a change, each once, in the order of the source. */
static sorted sort_sites(const lcd_sites *sites, const lcd_change *c) {
    sorted s = {.count = 0};
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t site = c->at[i].site, at = s.count;
        if (i && c->at[i - 1].site == site) continue;
        for (; at && stands_before(&sites->at.at[site], &sites->at.at[s.at[at - 1]]); at--) s.at[at] = s.at[at - 1];
        s.at[at] = site;
        s.count++;
    }
    return s;
}

static void put_change(lince_text *out, const lcr_style *style, const lcd_sites *sites, const lcd_change *c) {
    sorted s = sort_sites(sites, c);
    for (uint32_t i = 0; i < s.count; i++) {
        lince_text line = {0};
        put_site(&line, sites, c, s.at[i]);
        lcr_put_wrapped(out, style, lc_text(&line), DEEPER, 2);
        lc_text_free(&line);
    }
}

static void put_sentence(lince_text *out, const lcr_style *style, lince_text *sentence) {
    lcr_put_wrapped(out, style, lc_text(sentence), INDENT, 0);
    out->cut |= sentence->cut;
    lc_text_free(sentence);
}

static void put_effort(lince_text *out, const lcd_advice *a) {
    lc_text_printf(out, " (%u exploration%s, ", a->explorer.explored, a->explorer.explored == 1 ? "" : "s");
    lcr_put_duration(out, a->seconds);
    lc_text_puts(out, ")");
}

static void put_repair(lince_text *out, const lcr_style *style, const lcd_advice *a) {
    lince_text text = {0};
    const lcd_sites *sites = &a->explorer.sites;
    lc_text_puts(&text, "Repair, the cheapest by memory orders and fences");
    put_effort(&text, a);
    lc_text_putc(&text, ':');
    put_sentence(out, style, &text);
    put_change(out, style, sites, &a->change);
    lc_text_puts(&text, "Explored again with that, nothing fails: ");
    lc_text_puts(&text, lc_text(&a->explorer.coverage));
    lc_text_puts(&text, a->change.count > 1 ? ". Each part of it is needed." : ".");
    put_sentence(out, style, &text);
    for (uint32_t i = 0; i < a->tie_count; i++) {
        lc_text_puts(&text, "As cheap, and explored, too:");
        put_sentence(out, style, &text);
        put_change(out, style, sites, &a->ties[i]);
    }
}

static void put_relaxed(lince_text *out, const lcr_style *style, const lcd_advice *a) {
    lince_text text = {0};
    lc_text_puts(&text, "Stronger than these scenarios need");
    put_effort(&text, a);
    lc_text_putc(&text, ':');
    put_sentence(out, style, &text);
    put_change(out, style, &a->explorer.sites, &a->change);
    lc_text_puts(&text, "Explored again with all of that, nothing fails in these scenarios: ");
    lc_text_puts(&text, lc_text(&a->explorer.coverage));
    lc_text_puts(&text, ". Other scenarios may need more.");
    put_sentence(out, style, &text);
}

static void put_nothing(lince_text *out, const lcr_style *style, const lcd_advice *a) {
    const char *unsure = lcd_unsure_name(a->explorer.unsure);
    lince_text text = {0};
    if (a->kind == LCD_ADVICE_NOT_FOUND) {
        lc_text_puts(&text, a->relaxes ? "Whether orders are stronger than these scenarios need was not found out"
                                       : "No repair by memory orders was found");
        if (unsure) lc_text_printf(&text, ": an exploration with other orders came to no verdict (%s).", unsure);
        else lc_text_puts(&text, " within the limits of the search.");
    } else if (a->relaxes) lc_text_puts(&text, "In these scenarios each memory order is needed.");
    else if (a->explorer.changes_nothing)
        lc_text_puts(&text, "No memory order helps: the failure exists in an interleaving.");
    else
        lc_text_puts(&text,
                     "No memory order helps: the failure stays with every operation seq_cst and a fence before and "
                     "behind each.");
    put_sentence(out, style, &text);
}

void lcd_print_advice(lince_text *out, const lcd_test_run *t) {
    const lcd_advice *a = t->advice;
    const lcr_style *style = &t->session->style;
    if (!a || a->kind == LCD_ADVICE_NONE) return;
    lc_text_putc(out, '\n');
    if (a->kind != LCD_ADVICE_CHANGE) {
        put_nothing(out, style, a);
        return;
    }
    if (a->relaxes) put_relaxed(out, style, a);
    else put_repair(out, style, a);
    lince_text patch = {0};
    lcd_patch_print(&patch, &a->explorer.sites, &a->change);
    if (patch.length)
        lc_text_printf(out, "\n%s", lc_text(&patch)); /* for `git apply`, so nothing stands before its lines */
    out->cut |= patch.cut;
    lc_text_free(&patch);
}

/* ---- for programs ---- */

static void write_order(lcr_writer *w, const char *key, uint8_t order) {
    lcr_field_text(w, key, order == LCD_NO_ORDER ? NULL : order_name(order));
}

static void write_change(lcr_writer *w, const lcd_sites *sites, const lcd_change *c) {
    sorted order = sort_sites(sites, c);
    for (uint32_t i = 0; i < order.count; i++) {
        uint32_t site = order.at[i];
        const lcd_site *s = &sites->at.at[site];
        lcr_write_open(w, '{');
        lcr_field_text(w, "file", s->file);
        lcr_field_int(w, "line", s->line);
        lcr_field_int(w, "column", s->column);
        lcr_field_text(w, "function", s->function);
        lcr_field_text(w, "kind", kind_name(s->kind));
        write_order(w, "was", s->order);
        write_order(w, "order", lcd_change_order(c, sites, site, LCD_SLOT_ORDER));
        write_order(w, "failure_was", s->failure);
        write_order(w, "failure", lcd_change_order(c, sites, site, LCD_SLOT_FAILURE));
        write_order(w, "fence_before", lcd_change_order(c, sites, site, LCD_SLOT_BEFORE));
        write_order(w, "fence_after", lcd_change_order(c, sites, site, LCD_SLOT_AFTER));
        lcr_field_bool(w, "in_patch", lcd_patch_covers(sites, c, site));
        lcr_write_close(w, '}');
    }
}

void lcd_print_advice_json(lcr_writer *w, const lcd_test_run *t) {
    static const char *const results[] = {
        [LCD_ADVICE_CHANGE] = "change", [LCD_ADVICE_NO_ORDER] = "no-order", [LCD_ADVICE_NOT_FOUND] = "not-found"};
    const lcd_advice *a = t->advice;
    if (!a || a->kind == LCD_ADVICE_NONE) return;
    bool changes = a->kind == LCD_ADVICE_CHANGE;
    lince_text patch = {0};
    if (changes) lcd_patch_print(&patch, &a->explorer.sites, &a->change);
    lcr_field_open(w, a->relaxes ? "relax" : "fix", '{');
    lcr_field_text(w, "result", results[a->kind]);
    lcr_write_key(w, "cost");
    if (changes) lcr_write_int(w, lcd_change_cost(&a->change, &a->explorer.sites));
    else lcr_write_null(w);
    lcr_field_open(w, "changes", '[');
    if (changes) write_change(w, &a->explorer.sites, &a->change);
    lcr_write_close(w, ']');
    lcr_field_open(w, "alternatives", '[');
    for (uint32_t i = 0; i < a->tie_count; i++) {
        lcr_write_open(w, '[');
        write_change(w, &a->explorer.sites, &a->ties[i]);
        lcr_write_close(w, ']');
    }
    lcr_write_close(w, ']');
    lcr_field_text(w, "coverage", changes ? lc_text(&a->explorer.coverage) : NULL);
    lcr_field_text(w, "patch", patch.length ? lc_text(&patch) : NULL);
    lcr_field_text(w, "unknown_reason", changes ? NULL : lcd_unsure_name(a->explorer.unsure));
    lcr_field_count(w, "explorations", a->explorer.explored);
    lcr_field_seconds(w, "seconds", a->seconds);
    lcr_write_close(w, '}');
    lc_text_free(&patch);
}
