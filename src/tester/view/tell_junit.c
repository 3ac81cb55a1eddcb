/* The result of a trial, for CI systems.  An unknown verdict is an error there: a build that does not report it would
 * be taken for one in which all is well. */
#include "report/junit.h"
#include "tester/view/tell.h"

static lcr_junit_kind kind_of(const lcd_trial *t) {
    if (t->flaw && lcd_flaw_is_mistake(t->flaw->kind)) return LCR_JUNIT_ERROR;
    return t->verdict == LINCE_VERDICT_OK          ? LCR_JUNIT_PASSED
           : t->verdict == LINCE_VERDICT_VIOLATION ? LCR_JUNIT_FAILURE
                                                   : LCR_JUNIT_ERROR;
}

void lcd_tell_junit(lcr_junit *j, const lcd_trial *t, lcd_lines *lines) {
    enum { WIDTH = 100 };
    lcd_session session = *t->session;
    session.style = (lcr_style){.width = WIDTH};
    lcd_trial plain = *t;
    plain.session = &session;
    if (t->flaw == &t->shrunk.flaw) plain.flaw = &plain.shrunk.flaw;
    lince_text message = {0}, report = {0};
    lcd_tell_essence(&message, &plain);
    if (t->flaw && t->flaw->memory != LCT_MEMORY_SC)
        lc_text_printf(&message, " (under %s)", lcd_memory_name(t->flaw->memory));
    lcd_tell_verdict(&report, &plain);
    lcd_tell_flaw(&report, &plain, lines);
    bool unknown = t->verdict == LINCE_VERDICT_UNKNOWN && !(t->flaw && lcd_flaw_is_mistake(t->flaw->kind));
    lcr_junit_add(j, &(lcr_junit_case){.file = t->file,
                                       .name = t->test->name,
                                       .kind = kind_of(t),
                                       .seconds = t->seconds,
                                       .type = unknown   ? "unknown"
                                               : t->flaw ? lcd_flaw_name(t->flaw->kind)
                                                         : NULL,
                                       .message = lc_text(&message),
                                       .report = lc_text(&report)});
    j->cut |= message.cut || report.cut;
    lc_text_free(&message);
    lc_text_free(&report);
}
