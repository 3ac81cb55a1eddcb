/* The specification itself: a state is the bytes of the user's variable. */
#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "target/explore/call.h"
#include "target/model_plugin/model.h"

static const lct_model *model_of(const lince_step *step) { return (const lct_model *)(intptr_t)step->params[0]; }

/* ---- values ---- */

_Static_assert(LCT_SYMBOLS == LINCE_CLOSED + 1, "lince_symbol_value(n) is the common handle n");

/* Several threads may add to the table of contents at once; it has a lock. */
static bool content_of(const lince_values *values, lince_value value, unsigned depth, long *out);

static bool list_of(const lince_values *values, lince_value value, unsigned depth, long *out) {
    enum { MOST = 64 };
    long items[MOST];
    size_t count;
    const lince_value *at = lince_get_items(values, value, &count);
    if (!at || count > MOST || depth > LCT_VALUE_DEPTH) return false;
    for (size_t i = 0; i < count; i++)
        if (!content_of(values, at[i], depth + 1, &items[i])) return false;
    *out = lince_list_value_of((int)count, items);
    return true;
}

static bool content_of(const lince_values *values, lince_value value, unsigned depth, long *out) {
    int64_t number;
    size_t length;
    const char *text = lince_get_text(values, value, &length);
    if (lince_get_int(values, value, &number)) *out = (long)number;
    else if (value > LINCE_NO_VALUE && value < LCT_SYMBOLS) *out = lince_symbol_value((long)value);
    else if (text && lince_value_kind(values, value) == LINCE_STRING) *out = lince_string_value_of(text, length);
    else if (text) *out = lct_symbol_of(text, length); /* no zero ends it */
    else return list_of(values, value, depth, out);
    return true;
}

bool lct_model_to_long(const lince_step *step, lince_value value, bool wide, long *out) {
    if (!content_of(step->values, value, 0, out)) return false;
    return wide || value < LCT_SYMBOLS || (*out >= INT_MIN && *out <= INT_MAX);
}

lince_value lct_model_to_value(lince_step *step, long number) {
    enum { MOST = 64 };
    const lct_value *v = lct_value_of(number);
    if (v && v->kind == LCT_VALUE_STRING) return lince_string(step->values, v->content, v->size);
    if (v && v->kind == LCT_VALUE_SYMBOL) return lince_symbol(step->values, v->content, v->size);
    if (v) {
        lince_value items[MOST];
        int count = lince_value_length(number);
        for (int i = 0; i < count && i < MOST; i++) items[i] = lct_model_to_value(step, lince_value_item(number, i));
        return lince_list(step->values, items, (size_t)(count < MOST ? count : MOST));
    }
    for (long n = 1; n < LCT_SYMBOLS; n++)
        if (number == lince_symbol_value(n)) return (lince_value)n;
    return lince_int(step->values, number);
}

/* ---- calling ---- */

static long call_function(const lct_model_op *op, const long *a) {
    return op->call ? op->call(op->object, a) : lct_call(op->function, &op->types, a);
}

/* ---- the callbacks ---- */

static void init(lince_step *step) {
    const lct_model *m = model_of(step);
    lince_emit(step, m->first, m->size, NULL);
}

void lct_model_emit(lince_step *step, const lct_model *m, const lince_results *results) {
    void *bytes = lince_scratch(step, m->size); /* the variable is not for the checker to see */
    if (m->size) memcpy(bytes, m->state, m->size);
    lince_emit(step, bytes, m->size, results);
}

/* One operation alone. */
typedef struct solo {
    const lct_model_op *op;
    long arguments[3], value;
} solo;

static void call(void *context) {
    solo *a = context;
    a->value = call_function(a->op, a->arguments);
}

static void emit(lince_step *step, const lct_model *m, void *context) {
    const solo *a = context;
    lince_results results = {{LINCE_NO_VALUE}};
    long more[LCT_MODEL_RESULTS];
    unsigned count = 0, further = lct_model_more(more);
    if (lct_signature_returns(&a->op->types)) results.at[count++] = lct_model_to_value(step, a->value);
    if (count + further > LCT_MODEL_RESULTS) return; /* nothing of the kind is ever recorded */
    for (unsigned i = 0; i < further; i++) results.at[count++] = lct_model_to_value(step, more[i]);
    lct_model_emit(step, m, &results);
}

static void step_alone(lince_step *step, const lct_model *m) {
    const lince_call *made = &step->calls[0];
    solo a = {.op = &m->ops[made->method]};
    if (!a.op->function && !a.op->call) return;
    for (uint32_t i = 0; i < made->argc && i < 3; i++)
        if (!lct_model_to_long(step, made->args[i], a.op->types.wide, &a.arguments[i])) return;
    lct_model_work work = {.name = a.op->name, .context = &a, .body = call, .outcome = emit};
    lct_model_run(step, m, &work);
}

static void next(lince_step *step) {
    const lct_model *m = model_of(step);
    if (step->count == 1) step_alone(step, m);
    lct_model_meet_all(step, m);
}

/* The meaning of the bytes is not known; most variables are made of int or long. */
static void print(lince_step *step, lince_text *out) {
    const unsigned char *bytes = step->state;
    size_t size = step->size, wide = size % 8 ? size % 4 ? 1 : 4 : 8;
    for (size_t i = 0; wide == 8 && i < size; i += 8) {
        int64_t number;
        memcpy(&number, bytes + i, 8);
        if (number < INT_MIN || number > INT_MAX) wide = 4;
    }
    lince_print(out, size == wide ? "" : "[");
    for (size_t i = 0; i < size; i += wide) {
        int64_t number = 0;
        int32_t narrow;
        memcpy(&number, bytes + i, wide);
        memcpy(&narrow, bytes + i, wide < 4 ? wide : 4);
        lince_print(out, "%s%" PRId64, i ? ", " : "", wide == 4 ? narrow : number);
    }
    lince_print(out, size == wide ? "" : "]");
}

/* The test may declare a number that a way to meet does not: how many arguments and results its operation has. */
static const lct_model_signature *signature_of(const lct_model *m, const char *name) {
    for (unsigned i = 0; i < m->signature_count; i++)
        if (!strcmp(m->known[i].name, name)) return &m->known[i];
    return NULL;
}

static bool takes_part(const lct_model *m, const lct_model_op *op) {
    for (unsigned i = 0; i < m->meet_count; i++)
        for (unsigned k = 0; k < (m->meets[i].alike ? 1 : m->meets[i].most); k++)
            if (m->meets[i].rows[k] == (unsigned)(op - m->ops)) return true;
    return false;
}

static lince_method method_of(const lct_model *m, const lct_model_op *op) {
    const lct_model_signature *known = signature_of(m, op->name);
    bool alone = op->function || op->call, only = alone && !takes_part(m, op);
    bool returns = only ? lct_signature_returns(&op->types) : known && lct_signature_returns(&known->types);
    uint8_t count = alone ? op->types.count : known ? known->types.count : 0;
    return (lince_method){.name = op->name,
                          .aliases = op->as,
                          .args_min = count,
                          .args_max = alone || known ? count : 3,
                          .results_min = returns,
                          .results_max = LCT_MODEL_RESULTS};
}

void lct_model_specify(lct_model *m) {
    for (unsigned i = 0; i < m->count; i++) {
        const lct_model_signature *known = signature_of(m, m->ops[i].name);
        m->methods[i] = method_of(m, &m->ops[i]);
        m->ops[i].truth = known && known->types.result == LINCE_SHAPE_BOOL;
    }
    /* A step depends on its parameters alone, so its model is one of them.  It has one value only. */
    int64_t self = (int64_t)(intptr_t)m;
    m->self = (lince_param){.name = "model", .min = self, .max = self, .otherwise = self};
    m->spec = (lince_spec){.abi = LINCE_SPEC_ABI,
                           .name = *m->test == '_' ? "model" : m->test,
                           .summary = "the model in the test",
                           .methods = m->methods,
                           .method_count = m->count,
                           .params = &m->self,
                           .param_count = 1,
                           .traits = LINCE_STATES_LACK_VALUES,
                           .is = m->is,
                           .size = m->is_size,
                           .init = init,
                           .next = next,
                           .print = print};
    if (m->meet_count) lct_model_arity(m);
}
