/* Instructions as statements of C.
 *
 * The value at place n of the stack is the variable tn, and jumps are gotos; the C compiler does the rest.  A failing
 * instruction goes to the label `failed`: the state is then left to the interpreter, which reports the failure.  So
 * native code may also give up where the interpreter would not, on a value that only for a moment has no room in its
 * field. */
#include <assert.h>

#include "model/compile/native_write.h"

#define PUT(...) lc_text_printf(w->out, __VA_ARGS__)

enum { NO_DEPTH = 255 }; /* no jump leads there */

/* Collections are left to the interpreter. */
static bool is_call(uint32_t op) {
    return op == LCM_I_ASK || op == LCM_I_CHANGE || op == LCM_I_MAKE || op == LCM_I_KEEP || op == LCM_I_COMPUTE ||
           op == LCM_I_DROP;
}

bool lcm_native_can_write(const lcm_system *s, uint32_t code) {
    if (code == LCM_NO_CODE) return true;
    for (const uint32_t *p = s->code.words.at + code; *p != LCM_I_END; p += 1 + lcm_operand_count[*p])
        if (*p == LCM_I_MESSAGE || is_call(*p)) return false;
    return true;
}

bool lcm_native_uses_locals(const lcm_system *s, uint32_t code) {
    if (code == LCM_NO_CODE) return false;
    for (const uint32_t *p = s->code.words.at + code; *p != LCM_I_END; p += 1 + lcm_operand_count[*p])
        if (*p == LCM_I_SET_LOCAL || *p == LCM_I_SET_LOCAL_AT) return true;
    return false;
}

static bool is_jump(uint32_t op) { return op == LCM_I_JUMP || op == LCM_I_JUMP_BACK || op == LCM_I_IF_NOT; }

/* Two values become one, without failing. */
static const char *plain_operator(uint32_t op) {
    switch (op) {
    case LCM_I_PLUS: return "+";
    case LCM_I_EQUAL: return "==";
    case LCM_I_DIFFERS: return "!=";
    case LCM_I_LESS: return "<";
    case LCM_I_AT_MOST: return "<=";
    case LCM_I_GREATER: return ">";
    case LCM_I_AT_LEAST: return ">=";
    case LCM_I_BIT_AND: return "&";
    case LCM_I_BIT_OR: return "|";
    default: return NULL;
    }
}

/* Two values become one; overflow fails. */
static const char *checked_operator(uint32_t op) {
    switch (op) {
    case LCM_I_ADD: return "add";
    case LCM_I_SUBTRACT: return "sub";
    case LCM_I_MULTIPLY: return "mul";
    default: return NULL;
    }
}

static void put_arithmetic(lcm_native_writer *w, uint32_t op, uint32_t x, uint32_t y) {
    switch (op) {
    case LCM_I_DIVIDE:
        PUT("if (t%u == 0 || (t%u == -1 && t%u == -2147483647 - 1)) goto failed; t%u /= t%u;", y, y, x, x, y);
        break;
    case LCM_I_REMAINDER:
        PUT("if (t%u == 0) goto failed; t%u = t%u == -1 ? 0 : t%u %% t%u;", y, x, y, x, y);
        PUT(" if (t%u < 0) t%u = t%u > 0 ? t%u + t%u : t%u - t%u;", x, x, y, x, y, x, y);
        break;
    case LCM_I_SHIFT_RIGHT: PUT("if ((unsigned)t%u > 31) goto failed; t%u >>= t%u;", y, x, y); break;
    case LCM_I_SHIFT_LEFT:
        PUT("if ((unsigned)t%u > 31 || __builtin_mul_overflow((long long)t%u, 1ll << t%u, &t%u)) goto failed;", y, x, y,
            x);
        break;
    default: assert(!"arithmetic");
    }
}

/* One instruction; `t` is the number of the topmost value (-1, as it were: there is none).  Returns the new one. */
static uint32_t put_instruction(lcm_native_writer *w, const uint32_t *p, uint32_t t, uint32_t serial) {
    const char *plain = plain_operator(*p), *checked = checked_operator(*p);
    if (plain) {
        PUT("t%u = t%u %s t%u;", t - 1, t - 1, plain, t);
        return t - 1;
    }
    if (checked) {
        PUT("if (__builtin_%s_overflow(t%u, t%u, &t%u)) goto failed;", checked, t - 1, t, t - 1);
        return t - 1;
    }
    switch ((lcm_instruction)*p) {
    case LCM_I_NUMBER:
        /* The least number has no literal. */
        if (p[1] == 0x80000000u) PUT("t%u = -2147483647 - 1;", t + 1);
        else PUT("t%u = %d;", t + 1, (int32_t)p[1]);
        return t + 1;
    case LCM_I_LOAD:
        PUT("t%u = ", t + 1);
        lcm_native_put_field(w, p[1]);
        PUT(";");
        return t + 1;
    case LCM_I_LOAD_AT: lcm_native_put_load_at(w, p[1], t); return t;
    case LCM_I_STORE: lcm_native_put_store(w, p[1], t); return t - 1;
    case LCM_I_STORE_AT: lcm_native_put_store_at(w, p[1], t); return t - 2;
    case LCM_I_SET: lcm_native_put_set(w, p[1], (int32_t)p[2]); return t;
    case LCM_I_GET_LOCAL: PUT("t%u = l[%u];", t + 1, p[1]); return t + 1;
    case LCM_I_GET_LOCAL_AT: PUT("t%u = l[%u + t%u];", t, p[1], t); return t;
    case LCM_I_SET_LOCAL: PUT("l[%u] = t%u;", p[1], t); return t - 1;
    case LCM_I_SET_LOCAL_AT: PUT("l[%u + t%u] = t%u;", p[1], t, t - 1); return t - 2;
    case LCM_I_BOUND: PUT("if ((unsigned)t%u >= %uu) goto failed;", t, p[1]); return t;
    case LCM_I_SCALE: PUT("t%u *= %d;", t, (int32_t)p[1]); return t;
    case LCM_I_DIVIDE:
    case LCM_I_REMAINDER:
    case LCM_I_SHIFT_LEFT:
    case LCM_I_SHIFT_RIGHT: put_arithmetic(w, *p, t - 1, t); return t - 1;
    case LCM_I_NEGATE: PUT("if (__builtin_sub_overflow(0, t%u, &t%u)) goto failed;", t, t); return t;
    case LCM_I_ASSERT: PUT("if (!t%u) goto failed; t%u = 1;", t, t); return t;
    case LCM_I_NOT: PUT("t%u = !t%u;", t, t); return t;
    case LCM_I_XOR: PUT("t%u = !t%u != !t%u;", t - 1, t - 1, t); return t - 1;
    case LCM_I_TRUTH: PUT("t%u = t%u != 0;", t, t); return t;
    case LCM_I_JUMP: PUT("goto j%u_%u;", serial, p[1]); return t;
    case LCM_I_JUMP_BACK: PUT("if (++rounds > %d) goto failed; goto j%u_%u;", LCM_ROUNDS_MAX, serial, p[1]); return t;
    case LCM_I_IF_NOT: PUT("if (!t%u) goto j%u_%u;", t, serial, p[1]); return t - 1;
    case LCM_I_SHIFT_DOWN: PUT("if (!put_down(d, %u, %u, %u)) goto failed;", p[1], p[2], p[3]); return t;
    case LCM_I_SHIFT_DOWN_AT:
        PUT("if (!put_down(d, %u + t%u, %u, %u)) goto failed;", p[1], t, p[2], p[3]);
        return t - 1;
    default: break;
    }
    assert(!"an instruction that is not written");
    return t;
}

/* Marks where jumps lead. */
static void find_targets(lcm_native_writer *w, const uint32_t *from) {
    const uint32_t *code = w->system->code.words.at, *p = from;
    for (; *p != LCM_I_END; p += 1 + lcm_operand_count[*p]) w->depth_at[p - code] = NO_DEPTH;
    w->depth_at[p - code] = NO_DEPTH;
    for (p = from; *p != LCM_I_END; p += 1 + lcm_operand_count[*p])
        if (is_jump(*p)) w->depth_at[p[1]] = 0;
}

void lcm_native_put_code(lcm_native_writer *w, uint32_t at) {
    const uint32_t *code = w->system->code.words.at, *p = code + at;
    uint32_t serial = w->serial++, t = UINT32_MAX; /* one below 0 */
    bool lands = true;                             /* is what comes next reached from what is before it? */
    find_targets(w, p);
    for (;; p += 1 + lcm_operand_count[*p]) {
        uint8_t *depth = &w->depth_at[p - code];
        if (*depth != NO_DEPTH) {
            if (!lands) t = (uint32_t)*depth - 1;
            PUT(" j%u_%u: ;", serial, (uint32_t)(p - code));
        }
        if (*p == LCM_I_END) return;
        PUT(" ");
        t = put_instruction(w, p, t, serial);
        assert(t + 1 <= LCM_STACK_MAX);
        lands = *p != LCM_I_JUMP && *p != LCM_I_JUMP_BACK;
        if (is_jump(*p)) w->depth_at[p[1]] = (uint8_t)(t + 1);
    }
}
