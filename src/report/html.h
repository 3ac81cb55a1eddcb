/* The page: verdicts, histories, interleavings and steps of models as one HTML file that needs nothing else.
 *
 * The file is a frame, a style sheet and a program (src/report/page, made part of Lince when it is built), and the data
 * they show: one JSON object, in a script element that no browser runs, with `<` written as \u003c so that nothing in a
 * history can end it.  The program draws text nodes alone: a history is data, never markup.
 *
 *     {"lince": "0.2.0", "title": "q.hist", "command": "lince check --html page.html q.hist", "sections": [SECTION...]}
 *
 * A section is a history that was checked or shown, a test, or an assertion of a model:
 *
 *     "kind"          "check", "test", "model", "monitor" or "show"
 *     "title"         its name in the list of sections: a file (and the number of its history), a test, an assertion
 *     "result"        the object that --json prints, without `witness`, which is the history's "order"; or null (show)
 *     "headline"      the text behind the verdict: `not linearizable as a queue`, or null
 *     "summary"       the effort: `8 operations, 0.1 ms`
 *     "reason"        why it is a violation, in one sentence, or null
 *     "notes"         [TEXT...]  further lines of the terminal: warnings, the coverage of `ok`, how to replay
 *     "history"       HISTORY or null
 *     "steps"         [STEP...] or null: the interleaving, the objects of "interleaving" of `lince test --json`, each
 *                     with "cells": changes of memory, [[NAME, BEFORE, AFTER]...], and "op": the number of
 *                     its operation in the history, or null; and of the execution graph "reads" and "next": the
 *                     indices of the write that it reads and of the next write in modification order, and
 *                     "synchronizes": it does so with the one it reads.  Behind them are the threads that wait
 *                     in the end, from "failure" of the result; its "replay" is the command that leads to a step
 *     "sources"       {FILE: {"first": LINE, "lines": [TEXT...]}} the source around the steps
 *     "model_steps"   [{"process", "event", "changes": [[NAME, VALUE]...], "hidden": bool, "op": number or null}...]
 *                     or null
 *     "model_start"   [[NAME, VALUE]...] values before the first of these steps
 *     "loop"          the number of the model step that the last one leads back to, or null
 *
 * A history is columns, one entry an operation, in the order of the calls: 100,000 operations are a few megabytes.
 *
 *     "threads", "objects", "methods"   names; an object may be ""
 *     "thread", "object", "method"      numbers in those
 *     "args", "results"                 texts as in a drawing: `1, 2`; a result is null where there is none
 *     "keys"                            the key that a specification splits by, or null; absent: no operation has one
 *     "call", "end"                     positions among the events; an operation that never ends has -1
 *     "outcome"                         "r", "c", "f" or "o" (returned, crashed, failed, open): one string, one letter
 *                                       an operation
 *     "call_line", "end_line"           in the file, 0 unknown; absent: no operation has one
 *     "call_time", "end_time"           as recorded; absent: only the order is known
 *     "culprits"                        [OP...] the operations of the smallest conflict
 *     "pending"                         [OP...] those of them whose results play no part in it
 *     "instead"                         {OP: TEXT} a result it could have returned
 *     "apart"                           true: going by the conflict alone; may be missing
 *     "fails_at"                        the position of the event at which it begins to be wrong, or null
 *     "order"                           [[OP...]...] a witness, or the longest order that works before a violation:
 *                                       operations that took effect together are one group, and one that took
 *                                       several steps (interval linearizability) is in several; null: none
 *     "state"                           the state after that order, or null
 *     "moved"                           {OP: PLACES} quasi linearizability: later is positive; absent: none
 *     "annotations"                     [{"at": POSITION, "thread": NUMBER or null, "text": TEXT}...] comments and
 *                                       nemesis events of the input; before the event at that position
 */
#ifndef LC_REPORT_HTML_H
#define LC_REPORT_HTML_H

#include "check/result.h"
#include "report/writer.h"

/* A page is begun, gets its sections, and is ended; then it is written like any other file.  A text with `cut` set is
 * incomplete because memory ran out. */
void lcr_html_begin(lince_text *, const char *title, const char *command);
void lcr_html_end(lince_text *);
/* A section, as JSON, becomes part of the page.  Only the first is not preceded by another one. */
void lcr_html_add(lince_text *page, const lince_text *section, bool first);

/* Sentences, each for itself. */
typedef LC_VEC(char *) lcr_notes;
void lcr_notes_add(lcr_notes *, lince_text *); /* takes the text over, and empties it; nothing if it is empty */
/* Notes on a violation besides its reason. */
void lcr_notes_explain(lcr_notes *, const lince_history *, const lc_violation *);
void lcr_notes_free(lcr_notes *);

/* A NULL member is null, or absent. */
typedef struct lcr_html_section {
    const char *kind, *title, *headline, *summary, *reason;
    const lcr_notes *notes;
    const lince_text *result, *steps, *sources, *model_start, *model_steps; /* JSON; an empty one counts as NULL */
    uint32_t loop;                                                          /* of the model's steps; LC_NEVER: none */
    const lince_history *history;
    const lince_result *found; /* to be marked in the history */
    const lince_value *keys;   /* per operation; LINCE_NO_VALUE: it has none */
} lcr_html_section;
void lcr_html_section_write(lince_text *, const lcr_html_section *);
/* The history alone, as a value. */
void lcr_html_history(lcr_writer *, const lince_history *, const lince_result *, const lince_value *keys);

/* The section of a history that was checked. */
typedef struct lcr_html_checked_history {
    const lince_history *history;
    const lince_result *result;
    const lince_value *keys;
    bool several;                 /* its file holds further histories */
    const char *left_out;         /* why the page has not all of it; NULL: it has */
    const lince_history *excerpt; /* the operations that conflict, to be shown instead then; NULL: nothing */
} lcr_html_checked_history;
void lcr_html_checked(lince_text *, const lcr_html_checked_history *);
/* The section of a task that failed, with the reason. */
void lcr_html_failed(lince_text *, const char *kind, const char *title, const char *why, const char *summary);
/* The section of a history that is only shown. */
void lcr_html_shown(lince_text *, const lince_history *, bool several, const char *left_out);

#endif
