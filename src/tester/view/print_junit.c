/* The result of a test run, for CI systems.  An unknown verdict is an error there: a build that does not report it
 * would be taken for one in which all is well. */
#include "report/junit.h"
#include "tester/view/print.h"

static lcr_junit_kind kind_of(const lcd_test_run *t) {
    if (t->failure && lcd_failure_is_mistake(t->failure->kind)) return LCR_JUNIT_ERROR;
    return t->verdict == LINCE_VERDICT_OK          ? LCR_JUNIT_PASSED
           : t->verdict == LINCE_VERDICT_VIOLATION ? LCR_JUNIT_FAILURE
                                                   : LCR_JUNIT_ERROR;
}

void lcd_print_junit(lcr_junit *j, const lcd_test_run *t, lcd_lines *lines) {
    enum { WIDTH = 100 };
    lcd_session session = *t->session;
    session.style = (lcr_style){.width = WIDTH};
    lcd_test_run plain = *t;
    plain.session = &session;
    if (t->failure == &t->shrunk.failure) plain.failure = &plain.shrunk.failure;
    lince_text message = {0}, report = {0};
    lcd_print_essence(&message, &plain);
    if (t->failure && t->failure->memory != LCT_MEMORY_SC)
        lc_text_printf(&message, " (under %s)", lcd_memory_name(t->failure->memory));
    lcd_print_verdict(&report, &plain);
    lcd_print_failure(&report, &plain, lines);
    lcd_print_further(&report, &plain);
    bool unknown = t->verdict == LINCE_VERDICT_UNKNOWN && !(t->failure && lcd_failure_is_mistake(t->failure->kind));
    lcr_junit_add(j, &(lcr_junit_case){.file = t->file,
                                       .name = t->test->name,
                                       .kind = kind_of(t),
                                       .seconds = t->seconds,
                                       .type = unknown      ? "unknown"
                                               : t->failure ? lcd_failure_name(t->failure->kind)
                                                            : NULL,
                                       .message = lc_text(&message),
                                       .report = lc_text(&report)});
    j->cut |= message.cut || report.cut;
    lc_text_free(&message);
    lc_text_free(&report);
}
