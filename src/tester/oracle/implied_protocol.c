#include "tester/oracle/implied_protocol.h"

#include <stdio.h>
#include <string.h>

/* Of one object, by the methods of its specification: `%` stands for all operations of the test that are this method.
 */
static const struct {
    const char *spec;
    const char *parts[3]; /* each can do without the others */
} implied[] = {
    {"mutex", {"%lock %unlock", "%trylock=true %unlock | %trylock=false"}},
    {"rwlock", {"%rdlock %rdunlock", "%wrlock %wrunlock"}},
    {"snzi", {"%arrive %query* %depart", "%query"}},
};
enum { IMPLIED = sizeof implied / sizeof *implied, PARTS = 3 };

typedef struct operation {
    const char *name;
    lc_span object;
    const char *method; /* of the specification; NULL: not known */
    const lc_instance *instance;
} operation;

typedef LC_VEC(operation) operations;

static operation look_at(const char *name, const lince_specs *specs) {
    const char *dot = strrchr(name, '.');
    operation o = {.name = name, .object = {name, dot ? (size_t)(dot - name) : 0}};
    o.instance = lc_specs_find(specs, o.object);
    const char *word = dot ? dot + 1 : name;
    uint32_t row = o.instance ? lc_spec_method(o.instance->spec, word, strlen(word)) : LC_NO_METHOD;
    if (row != LC_NO_METHOD) o.method = o.instance->spec->methods[row].name;
    return o;
}

static bool same(lc_span a, lc_span b) { return a.length == b.length && !memcmp(a.at, b.at, a.length); }

static bool is_first_of_object(const operations *all, uint32_t i) {
    for (uint32_t k = 0; k < i; k++)
        if (same(all->at[k].object, all->at[i].object)) return false;
    return true;
}

/* `lock`, or `(lock | acquire)`, each with the result behind it; how many. */
static uint32_t put_method(lince_text *out, const operations *all, const operation *of, lc_span method,
                           lc_span result) {
    lince_text names = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const operation *o = &all->at[i];
        if (!o->method || !lc_span_is(method, o->method) || !same(o->object, of->object)) continue;
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

/* One part with the test's own names; false: some of its methods are no operations of the test. */
static bool put_part(lince_text *out, const operations *all, const operation *of, const char *part) {
    bool whole = true;
    for (const char *at = part; *at;) {
        if (*at != '%') {
            lc_text_putc(out, *at++);
            continue;
        }
        lc_span method = {at + 1, word_length(at + 1)};
        at += 1 + method.length;
        lc_span result = {at, *at == '=' ? 1 + word_length(at + 1) : 0};
        at += result.length;
        whole &= put_method(out, all, of, method, result) > 0;
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
        char method[64];
        if (!same(all->at[i].object, of->object)) continue;
        snprintf(method, sizeof method, "%%%s", all->at[i].method ? all->at[i].method : "?");
        every &= strstr(lc_text(&covered), method) != NULL;
    }
    lc_text_free(&covered);
    return every;
}

static const char *const *parts_of(const operation *o) {
    for (unsigned i = 0; o->instance && i < IMPLIED; i++)
        if (strcmp(o->instance->spec->name, implied[i].spec) == 0) return implied[i].parts;
    return NULL;
}

void lc_order_imply(lince_text *out, const lc_tested *test, const lince_specs *specs) {
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
