#include "cli/monitor/say.h"

#include <stdio.h>
#include <string.h>

#include <lince/check.h>

#include "cli/monitor/dump.h"
#include "cli/monitor/excerpt.h"
#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"

/* At once: whoever follows a stream wants to know now. */
static void tell(lc_lookout *w, lince_text *t) {
    if (!w->settings.quiet) {
        lc_put(t);
        fflush(stdout);
    }
    lc_text_free(t);
}

static void put_place(lince_text *t, const lc_lookout *w, const char *file, unsigned long line) {
    lc_put_clean(t, &w->style, file, strlen(file));
    if (line) lc_text_printf(t, ":%lu", line);
    lc_text_puts(t, ": ");
}

static void put_dash(lince_text *t, const lc_lookout *w) {
    lc_text_printf(t, " %s ", lc_style_glyphs(&w->style)->dash);
}

/* ---- violations ---- */

void lc_say_put_wrong(lince_text *t, const lc_style *style, const lc_lookout *w, const lc_object *o,
                      const lc_online_violation *v, const lince_result *r) {
    lc_text_puts(t, "not ");
    if (!v->exact) lc_text_printf(t, "even refine(%u)", w->length);
    else lc_put_property(t, r ? r->criterion : lc_object_criterion(o), NULL);
    lc_put_spec(t, style, o->instance->name);
}

void lc_say_put_whose(lince_text *t, const lc_style *style, const lc_lookout *w, const lc_object *o) {
    if (*o->name) {
        lc_text_puts(t, "object ");
        lc_put_clean(t, style, o->name, strlen(o->name));
        lc_text_puts(t, ", ");
    }
    if (w->histories > 1) lc_text_printf(t, "history %u, ", o->world->history);
    uint64_t operations = lc_online_coverage(o->online)->operations;
    lc_put_count(t, operations, "operation");
}

static void put_verdict(lince_text *t, const lc_lookout *w, const lc_object *o, const lc_online_violation *v,
                        unsigned long line, const lince_result *r) {
    size_t start = t->length;
    put_place(t, w, w->name, line);
    lc_paint(t, &w->style, LC_RED, "violation");
    put_dash(t, w);
    lc_say_put_wrong(t, &w->style, w, o, v, r);
    lc_text_puts(t, " (");
    lc_say_put_whose(t, &w->style, w, o);
    lc_text_putc(t, ')');
    lc_end_line(t, &w->style, start);
}

/* The line of the return after which it was certain; 0: too long ago, or several clients have lines of their own. */
static unsigned long line_of(const lc_lookout *w, const lc_object *o, const lc_online_violation *v) {
    if (w->clients || v->event >= o->events || o->events - v->event > LC_LINES_KEPT) return 0;
    uint32_t at = (uint32_t)(v->event % LC_LINES_KEPT);
    return at < o->lines.count ? o->lines.at[at] : 0;
}

void lc_say_violation(lc_lookout *w, lc_object *o) {
    const lc_online_violation *v = lc_online_violated(o->online);
    const char *dump = w->violations++ ? NULL : w->settings.dump;
    lince_text t = {0};
    lince_error error = {0};
    w->status = lc_worse_exit(w->status, LC_EXIT_VIOLATION);
    lc_busy_say(w->started, "%s: explaining a violation", w->name);
    lince_result *r = lc_excerpt_judge(w, o, v);
    lince_status dumped = dump ? lc_dump(w, o, v, r != NULL, &error) : LINCE_DONE;
    unsigned long line = line_of(w, o, v);
    if (w->settings.json) lc_say_json_violation(&t, w, o, line, v, r);
    else {
        put_verdict(&t, w, o, v, line, r);
        lc_excerpt_explain(&t, w, o, v, r);
        if (dump && dumped == LINCE_DONE && strcmp(dump, "-") != 0) {
            lc_text_puts(&t, r ? "\nTo see it again: " : "\nThe recent operations: ");
            lc_dump_command(&t, lc_command_word(), w, o, r != NULL);
            lc_text_putc(&t, '\n');
        }
    }
    tell(w, &t);
    lc_say_page_violation(w, o, line, v, r);
    if (dumped != LINCE_DONE) w->status = lc_worse_exit(w->status, lc_report_failure(dumped, &error));
    lince_result_free(r);
}

/* ---- what else happens ---- */

void lc_say_gap(lc_lookout *w, const char *file, unsigned long line, const char *why) {
    lince_text t = {0};
    lc_say_page_gap(w, file, line, why);
    if (w->settings.json) lc_say_json_gap(&t, file, line, why);
    else {
        put_place(&t, w, file, line);
        lc_paint(&t, &w->style, LC_MAGENTA, "gap");
        put_dash(&t, w);
        lc_put_clean(&t, &w->style, why, strlen(why));
        lc_text_putc(&t, '\n');
    }
    tell(w, &t);
}

void lc_say_note(lc_lookout *w, const char *file, const char *what) {
    lince_text t = {0};
    if (w->settings.json) lc_say_json_note(&t, file, what);
    else {
        put_place(&t, w, file, 0);
        lc_text_printf(&t, "%s\n", what);
    }
    tell(w, &t);
}

/* `12 operations checked exactly, 4 in part, 3 by refine(2) only, 1 not at all, 2 gaps` */
static void put_coverage(lince_text *t, const lc_lookout *w, const lc_online_covered *c) {
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

void lc_say_statistics(lc_lookout *w) {
    double now = lc_now(), since = now - w->stats_told;
    double rate = since > 0 ? (double)(w->events - w->events_before) / since : 0;
    lince_text t = {0};
    if (w->settings.json) lc_say_json_statistics(&t, w, rate);
    else {
        lc_online_covered c;
        lc_lookout_covered(w, &c);
        put_place(&t, w, w->name, 0);
        lc_put_number(&t, w->events);
        lc_text_puts(&t, " events (");
        lc_put_number(&t, (uint64_t)(rate + 0.5));
        lc_text_puts(&t, " a second), ");
        put_coverage(&t, w, &c);
        lc_text_puts(&t, ", ");
        lc_put_size(&t, lc_lookout_memory(w));
        lc_text_putc(&t, '\n');
    }
    tell(w, &t);
    w->events_before = w->events;
    w->stats_told = now;
}

/* ---- the end ---- */

/* Is there anything that was to hold and was not looked at? */
static bool is_covered(const lc_lookout *w, const lc_online_covered *c) {
    uint64_t enough = w->refine ? c->exactly + c->in_part + c->by_length : c->exactly;
    return !c->gaps && enough == c->operations && !w->timed_out;
}

static void put_held(lince_text *t, const lc_style *style, const lc_lookout *w) {
    const char *spec = NULL;
    bool same = !w->mixed;
    for (uint32_t i = 0; i < w->worlds.count; i++)
        for (uint32_t j = 0; j < w->worlds.at[i]->objects.count; j++) {
            const char *this = w->worlds.at[i]->objects.at[j]->instance->name;
            same = same && (!spec || !strcmp(spec, this));
            spec = this;
        }
    if (w->refine) lc_text_printf(t, "refine(%u)", w->length);
    else lc_put_property(t, lc_lookout_criterion(w), NULL);
    if (same) lc_put_spec(t, style, spec);
}

void lc_say_put_outcome(lince_text *t, const lc_style *style, const lc_lookout *w, lince_verdict verdict) {
    if (w->violations) lc_put_count(t, w->violations, "violation");
    else if (verdict == LINCE_VERDICT_OK) put_held(t, style, w);
    else
        lc_text_printf(t, "no violation seen, but not everything was checked%s",
                       w->timed_out ? ": the time limit was reached" : "");
}

void lc_say_put_effort(lince_text *t, const lc_lookout *w, const lc_online_covered *c, lince_verdict verdict) {
    if (verdict == LINCE_VERDICT_OK && !w->refine) lc_put_count(t, c->operations, "operation");
    else put_coverage(t, w, c);
    lc_text_puts(t, ", ");
    lc_put_duration(t, lc_now() - w->started);
}

static void put_summary(lince_text *t, const lc_lookout *w, const lc_online_covered *c, lince_verdict verdict) {
    lc_colour colour = verdict == LINCE_VERDICT_OK ? LC_GREEN : w->violations ? LC_RED : LC_MAGENTA;
    size_t start = t->length;
    put_place(t, w, w->name, 0);
    lc_paint(t, &w->style, colour, lc_verdict_name(verdict));
    put_dash(t, w);
    lc_say_put_outcome(t, &w->style, w, verdict);
    lc_text_puts(t, " (");
    lc_say_put_effort(t, w, c, verdict);
    lc_text_putc(t, ')');
    lc_end_line(t, &w->style, start);
}

void lc_say_summary(lc_lookout *w) {
    lince_text t = {0};
    lc_online_covered c;
    lc_lookout_covered(w, &c);
    if (w->status == LC_EXIT_USAGE) return; /* the message says it all */
    if (!w->violations && !is_covered(w, &c)) w->status = lc_worse_exit(w->status, LC_EXIT_UNKNOWN);
    lince_verdict verdict = w->violations             ? LINCE_VERDICT_VIOLATION
                            : w->status == LC_EXIT_OK ? LINCE_VERDICT_OK
                                                      : LINCE_VERDICT_UNKNOWN;
    if (w->settings.verbose && !w->settings.json) {
        w->stats_told = w->started; /* over all the time */
        w->events_before = 0;
        lc_say_statistics(w);
    }
    bool summed_up = !w->violations || w->settings.keep_going || w->settings.verbose;
    if (w->settings.json) lc_say_json_summary(&t, w, &c, verdict);
    else if (summed_up) put_summary(&t, w, &c, verdict);
    if (summed_up) lc_say_page_summary(w, &c, verdict);
    tell(w, &t);
}
