/* The line of the model that a message is about.  It may be long, and contain any bytes: the output is clean, and
 * fits. */
#include <string.h>

#include "lang/lang.h"
#include "report/words.h"
#include "verifier/print/print.h"

/* One line of two: the bytes from `from` on. */
static void put_part(lince_text *out, const lcr_style *style, const char *line, size_t length, size_t from,
                     size_t most) {
    if (from < length) lcr_put_clean(out, style, line + from, length - from < most ? length - from : most);
    lc_text_putc(out, '\n');
}

void lcv_put_place(lince_text *out, const lcr_style *style, const lcm_model *model, lcm_place place) {
    lince_text both = {0};
    if (!model->text || !place.line || !place.column) return;
    lcm_model_show_place(&both, model->text, model->length, place);
    const char *line = lc_text(&both), *caret = strchr(line, '\n');
    if (caret) {
        size_t width = lcr_style_width(style), length = (size_t)(caret - line);
        size_t at = strcspn(++caret, "^"), from = length > width && at > width / 2 ? at - width / 2 : 0;
        put_part(out, style, line, length, from, width);
        put_part(out, style, caret, strcspn(caret, "\n"), from, width);
    }
    out->cut |= both.cut;
    lc_text_free(&both);
}
