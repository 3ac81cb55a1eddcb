#include "tester/oracle/sync_roles.h"

#include <stdio.h>
#include <string.h>

#include "spec/specs.h"
#include "target/explore/control.h"

const char *lcd_sync_name(lcd_sync_choice choice) {
    static const char *const names[] = {"auto", "none", "values", "insertions", "removals", "both", "all"};
    return names[choice];
}

static bool hands_values_over(const lc_instance *instance, bool registers) {
    switch (instance->of_kind ? instance->of_kind->is : instance->is) {
    case LINCE_IS_BAG:
    case LINCE_IS_DEQUE:
    case LINCE_IS_PQUEUE:
    case LINCE_IS_QUEUE:
    case LINCE_IS_STACK: return true;
    case LINCE_IS_REGISTER: return registers;
    default: return instance->spec->traits & LINCE_PAIRS;
    }
}

static char role_of(const lince_method *m) {
    switch (m->role) {
    case LINCE_ROLE_ADD:
    case LINCE_ROLE_CAS: return '+';
    case LINCE_ROLE_REMOVE: return '-';
    case LINCE_ROLE_PEEK: return '?';
    case LINCE_ROLE_LEFT:
    case LINCE_ROLE_RIGHT:
    case LINCE_ROLE_EITHER: return '*';
    default: return '0';
    }
}

/* How it shows that an operation changed nothing. */
static char idle_of(const lince_method *m) {
    bool symbol = m->pure_result >= LINCE_NIL && m->pure_result <= LINCE_CLOSED;
    return m->pure ? 'p' : symbol ? (char)('0' + m->pure_result) : '0';
}

static void put_word(lince_text *words, char role, char idle, const char *object, const char *name, size_t length) {
    lc_text_printf(words, "%c%c%s%s%.*s ", role, idle, object ? object : "", object ? "." : "", (int)length, name);
}

/* A register is read also before it was written: that value was handed over by no operation. */
static void put_initial(lince_text *words, const lc_instance *instance, const char *init) {
    if (instance->init) init = instance->init;
    if (init) lc_text_printf(words, "==%s ", init);
}

static void put_spec(lince_text *words, const lc_assignment *a, bool registers, const char *init) {
    bool hands = hands_values_over(&a->instance, registers);
    for (uint32_t i = 0; i < a->instance.spec->method_count; i++) {
        const lince_method *m = &a->instance.spec->methods[i];
        char role = hands ? role_of(m) : '0';
        put_word(words, role, idle_of(m), a->object, m->name, strlen(m->name));
        for (const char *at = m->aliases ? m->aliases : ""; *at; at += strspn(at, " ")) {
            put_word(words, role, idle_of(m), a->object, at, strcspn(at, " "));
            at += strcspn(at, " ");
        }
    }
    if (hands) put_initial(words, &a->instance, init);
}

bool lcd_sync_imply(lct_config *config, const lince_specs *specs, lcd_sync_choice choice, const char *init) {
    lince_text words = {0};
    if (choice == LCD_SYNC_NONE || config->allowed >> LCT_FAILS_SYNC & 1) return true;
    config->sync = choice == LCD_SYNC_AUTO ? LCT_SYNC_VALUES : (uint32_t)(choice - LCD_SYNC_NONE);
    for (uint32_t i = 0; i < specs->list.count; i++)
        put_spec(&words, &specs->list.at[i], choice != LCD_SYNC_AUTO, init);
    bool fits = !words.cut && words.length < sizeof config->sync_roles;
    if (fits && words.length) memcpy(config->sync_roles, lc_text(&words), words.length + 1);
    else if (!fits) config->sync = LCT_SYNC_NONE;
    lc_text_free(&words);
    return fits;
}
