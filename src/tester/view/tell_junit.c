/* What a trial came to, for CI systems.  What is not known is an error there: a build that says nothing about it would
 * be taken for one in which all is well. */
#include "report/junit.h"
#include "tester/view/tell.h"

static lc_junit_kind kind_of(const lc_trial *t) {
    if (t->flaw && lc_flaw_is_mistake(t->flaw->kind)) return LC_JUNIT_ERROR;
    return t->verdict == LINCE_VERDICT_OK          ? LC_JUNIT_PASSED
           : t->verdict == LINCE_VERDICT_VIOLATION ? LC_JUNIT_FAILURE
                                                   : LC_JUNIT_ERROR;
}

void lc_tell_junit(lc_junit *j, const lc_trial *t, lc_lines *lines) {
    enum { WIDTH = 100 };
    lc_session session = *t->session;
    session.style = (lc_style){.width = WIDTH};
    lc_trial plain = *t;
    plain.session = &session;
    if (t->flaw == &t->shrunk.flaw) plain.flaw = &plain.shrunk.flaw;
    lince_text message = {0}, report = {0};
    lc_tell_essence(&message, &plain);
    lc_tell_verdict(&report, &plain);
    lc_tell_flaw(&report, &plain, lines);
    bool unknown = t->verdict == LINCE_VERDICT_UNKNOWN && !(t->flaw && lc_flaw_is_mistake(t->flaw->kind));
    lc_junit_add(j, &(lc_junit_case){.file = t->file,
                                     .name = t->test->name,
                                     .kind = kind_of(t),
                                     .seconds = t->seconds,
                                     .type = unknown   ? "unknown"
                                             : t->flaw ? lc_flaw_name(t->flaw->kind)
                                                       : NULL,
                                     .message = lc_text(&message),
                                     .report = lc_text(&report)});
    j->cut |= message.cut || report.cut;
    lc_text_free(&message);
    lc_text_free(&report);
}
