#include "cli/monitor/say.h"

#include <stdio.h>
#include <string.h>

#include <lince/check.h>

#include "cli/monitor/dump.h"
#include "cli/monitor/excerpt.h"
#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"

/* At once, because a stream is followed to learn of violations early. */
static void tell(lcc_lookout *w, lince_text *t) {
    if (!w->settings.quiet) {
        lcc_put(t);
        fflush(stdout);
    }
    lc_text_free(t);
}

static void put_place(lince_text *t, const lcc_lookout *w, const char *file, unsigned long line) {
    lcr_put_clean(t, &w->style, file, strlen(file));
    if (line) lc_text_printf(t, ":%lu", line);
    lc_text_puts(t, ": ");
}

static void put_dash(lince_text *t, const lcc_lookout *w) {
    lc_text_printf(t, " %s ", lcr_style_glyphs(&w->style)->dash);
}

/* ---- violations ---- */

void lcc_say_put_wrong(lince_text *t, const lcr_style *style, const lcc_lookout *w, const lcc_object *o,
                       const lco_online_violation *v, const lince_result *r) {
    lc_text_puts(t, "not ");
    if (!v->exact) lc_text_printf(t, "even refine(%u)", w->length);
    else lcr_put_property(t, r ? r->criterion : lcc_object_criterion(o), NULL);
    lcr_put_spec(t, style, o->instance->name);
}

void lcc_say_put_whose(lince_text *t, const lcr_style *style, const lcc_lookout *w, const lcc_object *o) {
    if (*o->name) {
        lc_text_puts(t, "object ");
        lcr_put_clean(t, style, o->name, strlen(o->name));
        lc_text_puts(t, ", ");
    }
    if (w->histories > 1) lc_text_printf(t, "history %u, ", o->world->history);
    uint64_t operations = lco_online_coverage(o->online)->operations;
    lc_put_count(t, operations, "operation");
}

static void put_verdict(lince_text *t, const lcc_lookout *w, const lcc_object *o, const lco_online_violation *v,
                        unsigned long line, const lince_result *r) {
    size_t start = t->length;
    put_place(t, w, w->name, line);
    lcr_paint(t, &w->style, LCR_RED, "violation");
    put_dash(t, w);
    lcc_say_put_wrong(t, &w->style, w, o, v, r);
    lc_text_puts(t, " (");
    lcc_say_put_whose(t, &w->style, w, o);
    lc_text_putc(t, ')');
    lcr_end_line(t, &w->style, start);
}

/* The line of the return after which it was certain; 0: too long ago, or several clients have lines of their own. */
static unsigned long line_of(const lcc_lookout *w, const lcc_object *o, const lco_online_violation *v) {
    if (w->clients || v->event >= o->events || o->events - v->event > LCC_LINES_KEPT) return 0;
    uint32_t at = (uint32_t)(v->event % LCC_LINES_KEPT);
    return at < o->lines.count ? o->lines.at[at] : 0;
}

void lcc_say_violation(lcc_lookout *w, lcc_object *o) {
    const lco_online_violation *v = lco_online_violated(o->online);
    const char *dump = w->violations++ ? NULL : w->settings.dump;
    lince_text t = {0};
    lince_error error = {0};
    w->status = lcc_worse_exit(w->status, LCC_EXIT_VIOLATION);
    lcc_busy_say(w->started, "%s: explaining a violation", w->name);
    lince_result *r = lcc_excerpt_judge(w, o, v);
    lince_status dumped = dump ? lcc_dump(w, o, v, r != NULL, &error) : LINCE_DONE;
    unsigned long line = line_of(w, o, v);
    if (w->settings.json) lcc_say_json_violation(&t, w, o, line, v, r);
    else {
        put_verdict(&t, w, o, v, line, r);
        lcc_excerpt_explain(&t, w, o, v, r);
        if (dump && dumped == LINCE_DONE && strcmp(dump, "-") != 0) {
            lc_text_puts(&t, r ? "\nTo see it again: " : "\nThe recent operations: ");
            lcc_dump_command(&t, lcc_command_word(), w, o, r != NULL);
            lc_text_putc(&t, '\n');
        }
    }
    tell(w, &t);
    lcc_say_page_violation(w, o, line, v, r);
    if (dumped != LINCE_DONE) w->status = lcc_worse_exit(w->status, lcc_report_failure(dumped, &error));
    lince_result_free(r);
}

/* ---- other events ---- */

void lcc_say_gap(lcc_lookout *w, const char *file, unsigned long line, const char *why) {
    lince_text t = {0};
    lcc_say_page_gap(w, file, line, why);
    if (w->settings.json) lcc_say_json_gap(&t, file, line, why);
    else {
        put_place(&t, w, file, line);
        lcr_paint(&t, &w->style, LCR_MAGENTA, "gap");
        put_dash(&t, w);
        lcr_put_clean(&t, &w->style, why, strlen(why));
        lc_text_putc(&t, '\n');
    }
    tell(w, &t);
}

void lcc_say_note(lcc_lookout *w, const char *file, const char *what) {
    lince_text t = {0};
    if (w->settings.json) lcc_say_json_note(&t, file, what);
    else {
        put_place(&t, w, file, 0);
        lc_text_printf(&t, "%s\n", what);
    }
    tell(w, &t);
}

/* `12 operations checked exactly, 4 in part, 3 by refine(2) only, 1 not at all, 2 gaps` */
static void put_coverage(lince_text *t, const lcc_lookout *w, const lco_online_covered *c) {
    lc_put_count(t, c->exactly, "operation");
    lc_text_puts(t, " checked exactly");
    if (c->in_part) {
        lc_text_puts(t, ", ");
        lc_put_number(t, c->in_part);
        lc_text_puts(t, " in part");
    }
    if (c->by_length) {
        lc_text_puts(t, ", ");
        lc_put_number(t, c->by_length);
        lc_text_printf(t, " by refine(%u) only", w->length);
    }
    if (c->not_at_all) {
        lc_text_puts(t, ", ");
        lc_put_number(t, c->not_at_all);
        lc_text_puts(t, " not at all");
    }
    if (!c->gaps) return;
    lc_text_puts(t, ", ");
    lc_put_count(t, c->gaps, "gap");
}

void lcc_say_statistics(lcc_lookout *w) {
    double now = lc_now(), since = now - w->stats_told;
    double rate = since > 0 ? (double)(w->events - w->events_before) / since : 0;
    lince_text t = {0};
    if (w->settings.json) lcc_say_json_statistics(&t, w, rate);
    else {
        lco_online_covered c;
        lcc_lookout_covered(w, &c);
        put_place(&t, w, w->name, 0);
        lc_put_number(&t, w->events);
        lc_text_puts(&t, " events (");
        lc_put_number(&t, (uint64_t)(rate + 0.5));
        lc_text_puts(&t, " a second), ");
        put_coverage(&t, w, &c);
        lc_text_puts(&t, ", ");
        lcr_put_size(&t, lcc_lookout_memory(w));
        lc_text_putc(&t, '\n');
    }
    tell(w, &t);
    w->events_before = w->events;
    w->stats_told = now;
}

/* ---- the end ---- */

/* Is there anything that was to hold and was not looked at? */
static bool is_covered(const lcc_lookout *w, const lco_online_covered *c) {
    uint64_t enough = w->refine ? c->exactly + c->in_part + c->by_length : c->exactly;
    return !c->gaps && enough == c->operations && !w->timed_out;
}

static void put_held(lince_text *t, const lcr_style *style, const lcc_lookout *w) {
    const char *spec = NULL;
    bool same = !w->mixed;
    for (uint32_t i = 0; i < w->worlds.count; i++)
        for (uint32_t j = 0; j < w->worlds.at[i]->objects.count; j++) {
            const char *this = w->worlds.at[i]->objects.at[j]->instance->name;
            same = same && (!spec || !strcmp(spec, this));
            spec = this;
        }
    if (w->refine) lc_text_printf(t, "refine(%u)", w->length);
    else lcr_put_property(t, lcc_lookout_criterion(w), NULL);
    if (same) lcr_put_spec(t, style, spec);
}

void lcc_say_put_outcome(lince_text *t, const lcr_style *style, const lcc_lookout *w, lince_verdict verdict) {
    if (w->violations) lc_put_count(t, w->violations, "violation");
    else if (verdict == LINCE_VERDICT_OK) put_held(t, style, w);
    else
        lc_text_printf(t, "no violation seen, but not everything was checked%s",
                       w->timed_out ? ": the time limit was reached" : "");
}

void lcc_say_put_effort(lince_text *t, const lcc_lookout *w, const lco_online_covered *c, lince_verdict verdict) {
    if (verdict == LINCE_VERDICT_OK && !w->refine) lc_put_count(t, c->operations, "operation");
    else put_coverage(t, w, c);
    lc_text_puts(t, ", ");
    lcr_put_duration(t, lc_now() - w->started);
}

static void put_summary(lince_text *t, const lcc_lookout *w, const lco_online_covered *c, lince_verdict verdict) {
    lcr_colour colour = verdict == LINCE_VERDICT_OK ? LCR_GREEN : w->violations ? LCR_RED : LCR_MAGENTA;
    size_t start = t->length;
    put_place(t, w, w->name, 0);
    lcr_paint(t, &w->style, colour, lc_verdict_name(verdict));
    put_dash(t, w);
    lcc_say_put_outcome(t, &w->style, w, verdict);
    lc_text_puts(t, " (");
    lcc_say_put_effort(t, w, c, verdict);
    lc_text_putc(t, ')');
    lcr_end_line(t, &w->style, start);
}

void lcc_say_summary(lcc_lookout *w) {
    lince_text t = {0};
    lco_online_covered c;
    lcc_lookout_covered(w, &c);
    if (w->status == LCC_EXIT_USAGE) return; /* the message is complete */
    if (!w->violations && !is_covered(w, &c)) w->status = lcc_worse_exit(w->status, LCC_EXIT_UNKNOWN);
    lince_verdict verdict = w->violations              ? LINCE_VERDICT_VIOLATION
                            : w->status == LCC_EXIT_OK ? LINCE_VERDICT_OK
                                                       : LINCE_VERDICT_UNKNOWN;
    if (w->settings.verbose && !w->settings.json) {
        w->stats_told = w->started; /* over all the time */
        w->events_before = 0;
        lcc_say_statistics(w);
    }
    bool summed_up = !w->violations || w->settings.keep_going || w->settings.verbose;
    if (w->settings.json) lcc_say_json_summary(&t, w, &c, verdict);
    else if (summed_up) put_summary(&t, w, &c, verdict);
    if (summed_up) lcc_say_page_summary(w, &c, verdict);
    tell(w, &t);
}
