#include "check/sync/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void lc_sync_explain(lc_job *c, lc_sync_judge *j, uint32_t number) {
    const lc_part *part = &c->parts.parts.at[number];
    lc_violation *v = c->result->violation = lc_violation_new();
    if (!v) return;
    lc_span name = c->binding.objects.at[part->object].name;
    v->object = strndup(name.at, name.length);
    v->culprit = LC_NEVER;
    lince_text reason = {0};
    if (lc_sync_judge_part(j, part) == LC_VIOLATED && j->answer->stuck.count) {
        lc_text_printf(&reason, "%u pending operations should have synchronised", j->answer->stuck.count);
    }
    if (reason.length) v->reason = strdup(lc_text(&reason));
    lc_text_free(&reason);
}
