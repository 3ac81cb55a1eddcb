/* Words that people know from PAT and from other languages, and their replacements here.  They are looked at only where
 * something could not be read: none of these words is taken away from models. */
#include <stddef.h>

#include "lang/parse.h"

#define NO_TIME   "models have no clock: let an event or a choice stand for a delay"
#define NO_CHANCE "models have no probabilities: `P <> Q` is a choice that may go either way"
#define FAIRNESS  "fairness is an option of the command: lince model --fairness weak"

static const struct {
    const char *word, *instead;
} rows[] = {
    {"Wait", NO_TIME},
    {"timeout", NO_TIME},
    {"timedinterrupt", NO_TIME},
    {"deadline", NO_TIME},
    {"waituntil", NO_TIME},
    {"within", NO_TIME},
    {"pcase", NO_CHANCE},
    {"wf", FAIRNESS},
    {"sf", FAIRNESS},
    {"wl", FAIRNESS},
    {"sl", FAIRNESS},
    {"under", FAIRNESS},
    {"include", "a model is one file: put all of it there"},
    {"STOP", "write `Stop`"},
    {"SKIP", "write `Skip`"},
    {"and", "write `&&`"},
    {"or", "write `||`"},
    {"not", "write `!`"},
    {"=", "`==` compares"},
    {"=>", "write `->` in a formula, `>=` for numbers"},
};

const char *lcm_foreign_keyword(const lcm_token *t) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (lcm_token_is(t, rows[i].word)) return rows[i].instead;
    return NULL;
}
