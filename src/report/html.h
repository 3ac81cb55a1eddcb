/* The page: verdicts, histories, interleavings and steps of models as one HTML file that needs nothing else.
 *
 * The file is a frame, a style sheet and a program (src/report/page, made part of Lince when it is built), and the data
 * they show: one JSON object, in a script element that no browser runs, with `<` written as \u003c so that nothing in
 * a history can end it.  What the program draws is made of text nodes alone: a history is data, never markup.
 *
 *     {"lince": "0.1.0", "title": "q.hist", "command": "lince check --html page.html q.hist", "sections": [SECTION...]}
 *
 * A section is a history that was checked or shown, a test, or an assertion of a model:
 *
 *     "kind"          "check", "test", "model", "monitor" or "show"
 *     "title"         what stands in the list of sections: a file (and the number of its history), a test, an assertion
 *     "result"        the object that --json prints, or null (show)
 *     "headline"      what follows the verdict: `not linearizable as a queue`, or null
 *     "summary"       how much it was: `8 operations, 0.1 ms`
 *     "reason"        why it is a violation, in one sentence, or null
 *     "notes"         [TEXT...]  what else the terminal says: warnings, what `ok` covers, how to replay
 *     "history"       HISTORY or null
 *     "steps"         [STEP...] or null: the interleaving, the objects of "interleaving" of `lince test --json`, each
 *                     with "cells": what changed in memory, [[NAME, BEFORE, AFTER]...], and "op": which of the
 *                     history's operations it belongs to, or null
 *     "sources"       {FILE: {"first": LINE, "lines": [TEXT...]}} the source around the steps
 *     "model_steps"   [{"process", "event", "changes": [[NAME, VALUE]...], "hidden": bool, "op": number or null}...]
 *                     or null
 *     "loop"          the number of the model step that the last one leads back to, or null
 *
 * A history is columns, one entry an operation, in the order of the calls: 100,000 operations are a few megabytes.
 *
 *     "threads", "objects", "methods"   names; an object may be ""
 *     "thread", "object", "method"      numbers in those
 *     "args", "results"                 texts as in a drawing: `1, 2`; a result is null where there is none to tell
 *     "keys"                            the key that a specification splits by, or null; absent: nobody has one
 *     "call", "end"                     positions among the events; an operation that never ends has -1
 *     "outcome"                         "r", "c", "f" or "o" (returned, crashed, failed, open): one string, one letter
 *                                       an operation
 *     "call_line", "end_line"           in the file, 0 unknown; absent: nobody has one
 *     "call_time", "end_time"           as recorded; absent: only the order is known
 *     "ties"                            [[OP, BEFORE]...] as in history.h; absent: none
 *     "culprits"                        [OP...] the operations of the smallest conflict
 *     "instead"                         {OP: TEXT} what it could have returned
 *     "fails_at"                        the position of the event at which it begins to be wrong, or null
 *     "order"                           [[OP...]...] a witness, or the longest order that works before a violation:
 *                                       operations that took effect together are one group; null: none
 *     "state"                           what that order leaves, or null
 *     "moved"                           {OP: PLACES} quasi linearizability: later is positive; absent: nobody
 *     "annotations"                     [{"at": POSITION, "thread": NUMBER or null, "text": TEXT}...] comments and
 *                                       nemesis events of the input; before the event at that position
 */
#ifndef LC_REPORT_HTML_H
#define LC_REPORT_HTML_H

#include "check/result.h"
#include "report/writer.h"

/* A page is begun, gets its sections, and is ended; then it is written like any other file.  A text with `cut` set is
 * incomplete because memory ran out. */
void lc_html_begin(lince_text *, const char *title, const char *command);
void lc_html_end(lince_text *);

#endif
