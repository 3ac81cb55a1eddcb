/* Answers as a page that needs nothing else: a section for each assertion, its steps as a table, calls and returns as a
 * picture. */
#include <string.h>

#include "check/result.h"
#include "cli/model/answer.h"
#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"

static const char style_sheet[] =
    "<style>\n"
    ":root{color-scheme:light dark;--ink:#1f2328;--soft:#57606a;--line:#d8dee4;--page:#fff;--mark:#ffdcd9;"
    "--red:#b3211b;--green:#1a7f37;--yellow:#9a6700;--loop:#fff3cf}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9ba6b2;--line:#2b323b;--page:#0d1117;"
    "--mark:#571a1a;--red:#ff8b85;--green:#56d364;--yellow:#e3b341;--loop:#3a2f0b}}\n"
    "body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:72em;margin:2em auto;"
    "padding:0 1em}\n"
    "h1{font-size:1.5em}h2{font-size:1.05em;margin:2em 0 .3em;font-family:ui-monospace,monospace}\n"
    ".ok{color:var(--green)}.violation{color:var(--red)}.unknown{color:var(--yellow)}\n"
    "table{border-collapse:collapse;font:13px/1.4 ui-monospace,'DejaVu Sans Mono',monospace;margin:.8em 0}\n"
    "th{color:var(--soft);font-weight:normal;text-align:left}\n"
    "td,th{padding:.15em .9em .15em 0;border-bottom:1px solid var(--line);vertical-align:top}\n"
    "td:first-child{color:var(--soft);text-align:right}\n"
    "tr.hidden td:nth-child(3){color:var(--soft);font-style:italic}tr.loop{background:var(--loop)}\n"
    "tr.last{background:var(--mark)}\n"
    ".reason{font-weight:600}.soft{color:var(--soft)}\n"
    "pre{font:13px/1.4 ui-monospace,monospace;overflow-x:auto}\n"
    "</style>\n";

static const lc_style plain = {.width = 100};

static void put_escaped_bytes(lince_text *out, const char *clean) {
    for (; *clean; clean++) {
        switch (*clean) {
        case '&': lc_text_puts(out, "&amp;"); break;
        case '<': lc_text_puts(out, "&lt;"); break;
        case '>': lc_text_puts(out, "&gt;"); break;
        case '"': lc_text_puts(out, "&quot;"); break;
        default: lc_text_putc(out, *clean);
        }
    }
}

static void put_escaped(lince_text *out, const char *text) {
    lince_text clean = {0};
    lc_put_clean(&clean, &plain, text, strlen(text));
    put_escaped_bytes(out, lc_text(&clean));
    out->cut |= clean.cut;
    lc_text_free(&clean);
}

void lc_model_page_begin(lince_text *out, const char *file) {
    lc_text_puts(out,
                 "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    put_escaped(out, file);
    lc_text_puts(out, "</title>\n");
    lc_text_puts(out, style_sheet);
    lc_text_puts(out, "</head>\n<body>\n<h1>");
    put_escaped(out, file);
    lc_text_puts(out, "</h1>\n");
}

void lc_model_page_end(lince_text *out) { lc_text_puts(out, "</body>\n</html>\n"); }

static void put_cell(lince_text *out, const char *text) {
    lc_text_puts(out, "<td>");
    put_escaped(out, text);
    lc_text_puts(out, "</td>");
}

static void put_steps(lince_text *out, const lc_model_answer *a) {
    const lc_model_steps *steps = &a->steps;
    if (!steps->at.count) return;
    lc_text_puts(out, "<table>\n<tr><th></th><th>process</th><th>event</th><th>changes</th></tr>\n");
    for (uint32_t i = 0; i < steps->at.count; i++) {
        const lc_model_step *s = &steps->at.at[i];
        bool last = i + 1 == steps->at.count && a->verdict != LINCE_VERDICT_OK && steps->loop == UINT32_MAX;
        lc_text_printf(out, "<tr class=\"%s%s%s\"><td>%u</td>", s->hidden ? "hidden " : "",
                       i >= steps->loop ? "loop " : "", last ? "last" : "", i + 1);
        put_cell(out, s->process);
        put_cell(out, s->event);
        put_cell(out, s->changes);
        lc_text_puts(out, "</tr>\n");
    }
    lc_text_puts(out, "</table>\n");
}

static void put_reason(lince_text *out, const lc_model_answer *a) {
    lince_text reason = {0};
    lc_model_put_reason(&reason, a);
    if (reason.length) {
        lc_text_puts(out, "<p class=\"reason\">");
        put_escaped(out, lc_text(&reason));
        lc_text_puts(out, "</p>\n");
    }
    lc_text_free(&reason);
    lince_text place = {0};
    if (a->broken) lc_model_put_place(&place, &plain, a->model, a->place);
    if (place.length) {
        lc_text_puts(out, "<pre>");
        put_escaped_bytes(out, lc_text(&place));
        lc_text_puts(out, "</pre>\n");
    }
    lc_text_free(&place);
}

void lc_model_page_add(lince_text *out, const lc_model_answer *a) {
    lince_text words = {0};
    const lcm_figures *n = &a->run->finding.figures;
    const char *verdict = lc_verdict_name(a->verdict);
    lc_text_puts(out, "<section>\n<h2>");
    put_escaped(out, lc_model_text(a->assertion));
    lc_model_put_outcome(&words, &plain, a);
    lc_text_printf(out, "</h2>\n<p><b class=\"%s\">%s</b> — ", verdict, verdict);
    put_escaped(out, lc_text(&words));
    lc_text_clear(&words);
    lc_model_put_number(&words, n->states);
    lc_text_puts(&words, " states, ");
    lc_model_put_number(&words, n->transitions);
    lc_text_puts(&words, " transitions, ");
    lc_put_duration(&words, a->run->seconds);
    lc_text_printf(out, " <span class=\"soft\">(line %u; %s)</span></p>\n", a->assertion->place.line, lc_text(&words));
    lc_text_free(&words);
    put_steps(out, a);
    if (a->verdict == LINCE_VERDICT_VIOLATION || a->broken) put_reason(out, a);
    if (a->run->history && a->run->history->ops.count) lc_report_svg(out, a->run->history, NULL);
    lc_text_puts(out, "</section>\n");
    out->cut |= a->steps.cut;
}
