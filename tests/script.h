/* Histories of one object by hand, for a checker that goes along with them. */
#ifndef LC_TESTS_SCRIPT_H
#define LC_TESTS_SCRIPT_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "history/history.h"
#include "monitor/online.h"
#include "spec/specs.h"

static lc_instance instance_of(const char *spec) {
    lc_instance instance;
    lince_status status = lc_instance_parse(&instance, spec, NULL, 0, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    return instance;
}

static lco_online *watch(const lc_instance *instance) {
    lco_online *o = NULL;
    lince_status status =
        lco_online_new(&o, &(lco_online_options){.instance = instance, .length = 2}, &(lince_error){0});
    assert(status == LINCE_DONE);
    (void)status;
    return o;
}

/* `T1 put 1 5`, `T1 = 5`, `T1 =` for a return without a result, `T1 fail`, `T1 crash`, `T1 lose`. */
static void say(lco_online *o, const lc_instance *instance, const char *line) {
    char who, verb[16] = "", first[16] = "", second[16] = "";
    int words = sscanf(line, "T%c %15s %15s %15s", &who, verb, first, second);
    uint32_t slot = (uint32_t)(who - '1'), count = words > 2 ? (uint32_t)words - 2 : 0;
    lince_values *values = lco_online_values(o);
    const char *text[] = {first, second};
    lince_value at[2];
    for (uint32_t i = 0; i < count; i++)
        at[i] = !strcmp(text[i], "EMPTY")   ? LINCE_EMPTY
                : !strcmp(text[i], "true")  ? LINCE_TRUE
                : !strcmp(text[i], "false") ? LINCE_FALSE
                : !strcmp(text[i], "nil")   ? LINCE_NIL
                                            : lince_int(values, atoi(text[i]));
    lince_error error = {0};
    bool fails = !strcmp(verb, "fail"), crashes = !strcmp(verb, "crash"), gets_lost = !strcmp(verb, "lose");
    if (fails) lco_online_fail(o, slot);
    if (crashes) lco_online_crash(o, slot);
    if (gets_lost) lco_online_lose(o, slot);
    if (fails || crashes || gets_lost) return;
    bool fine = *verb == '='
                    ? lco_online_return(o, slot, at, count, &error)
                    : lco_online_call(o, slot, lc_spec_method(instance->spec, verb, strlen(verb)), at, count, &error);
    assert(fine);
    (void)fine;
}

static bool told(const lco_online *o) { return lco_online_violated(o); }

/* Lines are separated by `;`.  A `!` stands for two seconds without anything, a `?` for a gap. */
static void go_on(lco_online *o, const lc_instance *instance, const char *script) {
    char *copy = strdup(script), *rest = copy, *line;
    static double now = 1e9; /* long after anything that happens */
    while ((line = strsep(&rest, ";"))) {
        while (*line == ' ') line++;
        if (*line == '!') {
            lco_online_remind(o, now += 2);
            lco_online_remind(o, now += 2);
        } else if (*line == '?') lco_online_gap(o);
        else say(o, instance, line);
    }
    free(copy);
}

static lco_online *tell(const lc_instance *instance, const char *script) {
    lco_online *o = watch(instance);
    go_on(o, instance, script);
    return o;
}

#endif
