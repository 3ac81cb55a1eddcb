#include "tester/oracle/implied_protocol.h"

#include <stdio.h>
#include <string.h>

/* Of one object, by the roles of its methods: `%lock` stands for all operations of the test that have this role. */
enum { PARTS = 3 };
static const char *const implied[][PARTS] = {/* each part is optional */
                                             [LINCE_IS_MUTEX] = {"%lock %unlock",
                                                                 "%trylock=true %unlock | %trylock=false"},
                                             [LINCE_IS_RWLOCK] = {"%rdlock %rdunlock", "%lock %unlock"},
                                             [LINCE_IS_SNZI] = {"%raise %query* %lower", "%query"}};
enum { IMPLIED = sizeof implied / sizeof *implied };

static const struct {
    const char *word;
    lince_role role;
    bool returns;
} roles[] = {{"lock", LINCE_ROLE_LOCK, false},
             {"trylock", LINCE_ROLE_LOCK, true},
             {"unlock", LINCE_ROLE_UNLOCK, false},
             {"rdlock", LINCE_ROLE_LOCK_SHARED, false},
             {"rdunlock", LINCE_ROLE_UNLOCK_SHARED, false},
             {"raise", LINCE_ROLE_RAISE, false},
             {"lower", LINCE_ROLE_LOWER, false},
             {"query", LINCE_ROLE_QUERY, true}};

typedef struct operation {
    const char *name;
    lc_span object;
    const char *role; /* its word; NULL: none of these */
    const lc_instance *instance;
} operation;

typedef LC_VEC(operation) operations;

static operation look_at(const char *name, const lince_specs *specs) {
    const char *dot = strrchr(name, '.');
    operation o = {.name = name, .object = {name, dot ? (size_t)(dot - name) : 0}};
    o.instance = lc_specs_find(specs, o.object);
    const char *word = dot ? dot + 1 : name;
    uint32_t row = o.instance ? lc_spec_method(o.instance->spec, word, strlen(word)) : LC_NO_METHOD;
    const lince_method *m = row != LC_NO_METHOD ? &o.instance->spec->methods[row] : NULL;
    for (size_t i = 0; m && i < sizeof roles / sizeof *roles; i++)
        if (roles[i].role == m->role && roles[i].returns == (m->results_max > 0)) o.role = roles[i].word;
    return o;
}

static bool same(lc_span a, lc_span b) { return a.length == b.length && !memcmp(a.at, b.at, a.length); }

static bool is_first_of_object(const operations *all, uint32_t i) {
    for (uint32_t k = 0; k < i; k++)
        if (same(all->at[k].object, all->at[i].object)) return false;
    return true;
}

/* `lock`, or `(lock | acquire)`, each with the result behind it; how many. */
static uint32_t put_role(lince_text *out, const operations *all, const operation *of, lc_span role, lc_span result) {
    lince_text names = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const operation *o = &all->at[i];
        if (!o->role || !lc_span_is(role, o->role) || !same(o->object, of->object)) continue;
        lc_text_printf(&names, "%s%s%.*s", count++ ? " | " : "", o->name, (int)result.length, result.at);
    }
    lc_text_printf(out, count > 1 ? "(%s)" : "%s", lc_text(&names));
    lc_text_free(&names);
    return count;
}

static size_t word_length(const char *at) {
    size_t length = 0;
    while (at[length] >= 'a' && at[length] <= 'z') length++;
    return length;
}

/* One part with the test's own names; false: no operation of the test plays some role in it. */
static bool put_part(lince_text *out, const operations *all, const operation *of, const char *part) {
    bool whole = true;
    for (const char *at = part; *at;) {
        if (*at != '%') {
            lc_text_putc(out, *at++);
            continue;
        }
        lc_span role = {at + 1, word_length(at + 1)};
        at += 1 + role.length;
        lc_span result = {at, *at == '=' ? 1 + word_length(at + 1) : 0};
        at += result.length;
        whole &= put_role(out, all, of, role, result) > 0;
    }
    return whole;
}

/* The parts of an object whose operations are all there.  False: one of its operations is in none of them. */
static bool put_object(lince_text *out, const operations *all, const operation *of, const char *const *parts) {
    lince_text covered = {0};
    for (unsigned i = 0; i < PARTS && parts[i]; i++) {
        lince_text part = {0};
        if (put_part(&part, all, of, parts[i])) {
            lc_text_printf(out, "%s%s", out->length ? " | " : "", lc_text(&part));
            lc_text_printf(&covered, " %s ", parts[i]);
        }
        lc_text_free(&part);
    }
    bool every = true;
    for (uint32_t i = 0; i < all->count; i++) {
        char role[64];
        if (!same(all->at[i].object, of->object)) continue;
        snprintf(role, sizeof role, "%%%s", all->at[i].role ? all->at[i].role : "?");
        every &= strstr(lc_text(&covered), role) != NULL;
    }
    lc_text_free(&covered);
    return every;
}

static const char *const *parts_of(const operation *o) {
    const char *const *parts = o->instance && (size_t)o->instance->is < IMPLIED ? implied[o->instance->is] : NULL;
    return parts && *parts ? parts : NULL;
}

void lcd_order_imply(lince_text *out, const lcd_tested *test, const lince_specs *specs) {
    operations all = {0};
    lince_text order = {0};
    bool every = !*test->order, some = false;
    for (uint32_t i = 0; i < test->operations.count && every; i++)
        every = lc_push(NULL, &all, look_at(test->operations.at[i], specs));
    for (uint32_t i = 0; i < all.count && every; i++) {
        const char *const *parts = parts_of(&all.at[i]);
        some |= parts != NULL;
        if (!parts) lc_text_printf(&order, "%s%s", order.length ? " | " : "", all.at[i].name);
        else if (is_first_of_object(&all, i)) every = put_object(&order, &all, &all.at[i], parts);
    }
    if (every && some) lc_text_printf(out, "(%s)*", lc_text(&order));
    lc_text_free(&order);
    lc_vec_free(NULL, &all);
}
