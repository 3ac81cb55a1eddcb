/* Assertions that a process linearizes an object, at points or not, or makes progress: right and wrong processes, and
 * the checker of histories agrees with what is found. */
#include "tap.h"

#include <stdlib.h>
#include <string.h>

#include <lince/lince.h>

#include "lang/lang.h"
#include "model/linear/linearizes.h"
#include "spec/specs.h"

typedef struct row {
    const char *title, *text;
    lcm_answer answer;
    lcm_reason reason;
    bool points_wrong;
} row;

#define REGISTER                                                                                                       \
    "#define K 3; #define nil 2;\n"                                                                                    \
    "object Register { var r = 2;  op read() { return r; }  op write(v) { r = v; } }\n"                                \
    "var B[K] = [0, 0, 1];\n"                                                                                          \
    "Reader() = read_inv -> Up(0);\n"                                                                                  \
    "Up(i) = if (B[i] == 1) { Down(i - 1, i) } else { Up(i + 1) };\n"                                                  \
    "Writer() = []v:{0..K - 1}@Write(v);\n"                                                                            \
    "Write(v) = write_inv.v -> tau{B[v] = 1;} -> Scan(v - 1);\n"                                                       \
    "Scan(i) = if (i < 0) { write_res -> Writer() } else { tau{B[i] = 0;} -> Scan(i - 1) };\n"                         \
    "System() = Reader() ||| Writer();\n"

#define STACK                                                                                                          \
    "#define EMPTY -1;\n"                                                                                              \
    "object Stack { var s : seq;  op push(v) { s = prepend(s, v); }\n"                                                 \
    "  op pop() { if (length(s) == 0) { return EMPTY; } var x = first(s); s = butfirst(s); return x; } }\n"            \
    "var s[4]; var h = 0; var got[2]; var old[2];\n"
#define STACK_USERS                                                                                                    \
    "User(i) = push_inv.i.(i + 1) -> Push(i); Pop(i);\n"                                                               \
    "System() = |||i:{0..1}@User(i);\n"

#define CHANNEL                                                                                                        \
    "object Channel { op send(x); op receive();  together send(x), receive() { return receive x; } }\n"                \
    "var slot = 0; var value = 0; var got[4];\n"                                                                       \
    "Sender(i) = send_inv.i.i -> [slot == 0] put.i{slot = 1; value = i;} -> [slot == 2] leave.i{slot = 0;} ->\n"       \
    "    send_res.i -> Sender(i);\n"

#define LOCK                                                                                                           \
    "object Lock { var held = 0;  op lock() { require held == 0; held = 1; }\n"                                        \
    "  op unlock() { require held == 1; held = 0; } }\n"                                                               \
    "var h = 0; var asleep[2];\n"                                                                                      \
    "User(i) = lock_inv.i -> Try(i); unlock_inv.i -> Unlock(i); unlock_res.i -> User(i);\n"                            \
    "Try(i) = ifa (h == 0) { take.i{h = 1;} -> lock_res.i -> Skip }\n"                                                 \
    "         else { sleep.i{if (h == 1) {asleep[i] = 1;}} -> [asleep[i] == 0] wake.i -> Try(i) };\n"                  \
    "System() = |||i:{0..1}@User(i);\n"

static const row rows[] = {
    {"a register of bits",
     REGISTER "Down(i, v) = if (i < 0) { read_res.v -> Reader() }\n"
              "             else { if (B[i] == 1) { Down(i - 1, i) } else { Down(i - 1, v) } };\n"
              "#assert System() linearizes Register;",
     LCM_HOLDS, LCM_R_NONE, false},
    {"a register that does not look again",
     REGISTER "Down(i, v) = read_res.v -> Reader();\n"
              "#assert System() linearizes Register;",
     LCM_FAILS, LCM_R_TRACE, false},
    {"a stack",
     STACK "Push(i) = push_lin.i.(i + 1){s[h] = i + 1; h++;} -> push_res.i -> Skip;\n"
           "Pop(i) = pop_inv.i -> tau{if (h == 0) {got[i] = EMPTY;} else {h--; got[i] = s[h];}} -> pop_res.i.got[i] -> "
           "Skip;\n" STACK_USERS "#assert System() linearizes Stack;",
     LCM_HOLDS, LCM_R_NONE, false},
    {"a stack as it is built in",
     STACK "Push(i) = push_lin.i.(i + 1){s[h] = i + 1; h++;} -> push_res.i -> Skip;\n"
           "Pop(i) = pop_inv.i -> tau{if (h == 0) {got[i] = EMPTY;} else {h--; got[i] = s[h];}} -> pop_res.i.got[i] -> "
           "Skip;\n" STACK_USERS "#assert System() linearizes stack;",
     LCM_HOLDS, LCM_R_NONE, false},
    {"a stack is no queue",
     STACK "Push(i) = push_lin.i.(i + 1){s[h] = i + 1; h++;} -> push_res.i -> Skip;\n"
           "Pop(i) = pop_inv.i -> tau{if (h == 0) {got[i] = EMPTY;} else {h--; got[i] = s[h];}} -> pop_res.i.got[i] -> "
           "Skip;\n"
           "Single(i) = push_inv.i.1 -> Push(i); push_inv.i.1 -> Push(i + 1); Pop(i); Pop(i);\n"
           "object Queue { var q : seq;  op push(v) { q = append(q, v); }\n"
           "  op pop() { if (length(q) == 0) { return EMPTY; } var x = first(q); q = butfirst(q); return x; } }\n"
           "Both() = push_inv.0.1 -> tau{s[h] = 1; h++;} -> push_res.0 -> push_inv.0.2 -> tau{s[h] = 2; h++;} ->\n"
           "  push_res.0 -> Pop(0);\n"
           "#assert Both() linearizes Queue;",
     LCM_FAILS, LCM_R_TRACE, false},
    {"a stack that loses what is pushed at once",
     STACK "Push(i) = tau{old[i] = h;} -> tau{s[old[i]] = i + 1; h = old[i] + 1;} -> push_res.i -> Skip;\n"
           "Pop(i) = pop_inv.i -> tau{if (h == 0) {got[i] = EMPTY;} else {h--; got[i] = s[h];}} -> pop_res.i.got[i] -> "
           "Skip;\n" STACK_USERS "#assert System() linearizes Stack;",
     LCM_FAILS, LCM_R_TRACE, false},
    {"a stack at its points",
     STACK "Push(i) = push_lin.i.(i + 1){s[h] = i + 1; h++;} -> push_res.i -> Skip;\n"
           "Pop(i) = pop_inv.i -> (ifa (h == 0) { take.i.EMPTY{got[i] = EMPTY;} -> Skip }\n"
           "                       else { take.i.(s[h - 1]){got[i] = s[h - 1]; h--;} -> Skip }); pop_res.i.got[i] -> "
           "Skip;\n" STACK_USERS "#assert System() linearizes Stack at points {push_lin, take = pop};",
     LCM_HOLDS, LCM_R_NONE, false},
    {"a point of one operation only, without values",
     STACK "Push(i) = push_lin.i{s[h] = i + 1; h++;} -> push_res.i -> Skip;\n"
           "Pop(i) = pop_inv.i -> tau{if (h == 0) {got[i] = EMPTY;} else {h--; got[i] = s[h];}} -> pop_res.i.got[i] -> "
           "Skip;\n" STACK_USERS "#assert System() linearizes Stack at points {push_lin};",
     LCM_HOLDS, LCM_R_NONE, false},
    {"a point that comes too early",
     STACK "Push(i) = push_lin.i.(i + 1) -> tau{s[h] = i + 1; h++;} -> push_res.i -> Skip;\n"
           "Pop(i) = pop_inv.i -> tau{if (h == 0) {got[i] = EMPTY;} else {h--; got[i] = s[h];}} -> pop_res.i.got[i] -> "
           "Skip;\n" STACK_USERS "#assert System() linearizes Stack at points {push_lin};",
     LCM_FAILS, LCM_R_TRACE, true},
    {"points of what is not linearizable",
     STACK
     "Push(i) = tau{old[i] = h;} -> push_lin.i.(i + 1){s[old[i]] = i + 1; h = old[i] + 1;} -> push_res.i -> Skip;\n"
     "Pop(i) = pop_inv.i -> tau{if (h == 0) {got[i] = EMPTY;} else {h--; got[i] = s[h];}} -> pop_res.i.got[i] -> "
     "Skip;\n" STACK_USERS "#assert System() linearizes Stack at points {push_lin};",
     LCM_FAILS, LCM_R_TRACE, false},
    {"a channel",
     CHANNEL "Receiver(i) = receive_inv.i -> [slot == 1] get.i{slot = 2; got[i] = value;} -> receive_res.i.got[i] -> "
             "Receiver(i);\n"
             "System() = Sender(0) ||| Sender(1) ||| Receiver(2);\n"
             "#assert System() linearizes Channel;",
     LCM_HOLDS, LCM_R_NONE, false},
    {"a channel as it is built in",
     CHANNEL "Receiver(i) = receive_inv.i -> [slot == 1] get.i{slot = 2; got[i] = value;} -> receive_res.i.got[i] -> "
             "Receiver(i);\n"
             "System() = Sender(0) ||| Sender(1) ||| Receiver(2);\n"
             "#assert System() progresses channel;",
     LCM_HOLDS, LCM_R_NONE, false},
    {"a register as it is built in",
     "#define nil 0;\nvar r = 0;\n"
     "P(i) = write_inv.i.1 -> tau{r = 1;} -> write_res.i -> Skip;\n"
     "Q(i) = cas_inv.i.1.2 -> (ifa (r == 1) { yes.i{r = 2;} -> cas_res.i.1 -> Skip } else { no.i -> cas_res.i.0 -> "
     "Skip });\n"
     "System() = P(0) ||| Q(1) ||| Q(2);\n"
     "#assert System() linearizes cas-register;",
     LCM_HOLDS, LCM_R_NONE, false},
    {"a channel makes progress",
     CHANNEL "Receiver(i) = receive_inv.i -> [slot == 1] get.i{slot = 2; got[i] = value;} -> receive_res.i.got[i] -> "
             "Receiver(i);\n"
             "System() = Sender(0) ||| Sender(1) ||| Receiver(2) ||| Receiver(3);\n"
             "#assert System() progresses Channel;",
     LCM_HOLDS, LCM_R_NONE, false},
    {"the sender returns first, which is its choice",
     CHANNEL "var gone = 0;\n"
             "First(i) = send_inv.i.i -> [slot == 0] put.i{slot = 1; value = i;} -> [slot == 2] leave.i{slot = 0;} ->\n"
             "    send_res.i{gone = 1;} -> First(i);\n"
             "Receiver(i) = receive_inv.i -> [slot == 1] get.i{slot = 2; got[i] = value;} -> [gone == 1]\n"
             "    receive_res.i.got[i]{gone = 0;} -> Receiver(i);\n"
             "System() = First(0) ||| Receiver(2);\n"
             "#assert System() progresses Channel;",
     LCM_HOLDS, LCM_R_NONE, false},
    {"a channel whose sender is not told",
     CHANNEL "Receiver(i) = receive_inv.i -> [slot == 1] get.i{slot = 0; got[i] = value;} -> receive_res.i.got[i] -> "
             "Receiver(i);\n"
             "System() = Sender(0) ||| Receiver(2);\n"
             "#assert System() progresses Channel;",
     LCM_FAILS, LCM_R_REFUSAL, false},
    {"which is safe nevertheless",
     CHANNEL "Receiver(i) = receive_inv.i -> [slot == 1] get.i{slot = 0; got[i] = value;} -> receive_res.i.got[i] -> "
             "Receiver(i);\n"
             "System() = Sender(0) ||| Receiver(2);\n"
             "#assert System() linearizes Channel;",
     LCM_HOLDS, LCM_R_NONE, false},
    {"a channel that does not wait for the receiver",
     CHANNEL "Early(i) = send_inv.i.i -> [slot == 0] put.i{slot = 1; value = i;} -> send_res.i -> Early(i);\n"
             "Receiver(i) = receive_inv.i -> [slot == 1] get.i{slot = 0; got[i] = value;} -> receive_res.i.got[i] -> "
             "Receiver(i);\n"
             "System() = Early(0) ||| Receiver(2);\n"
             "#assert System() progresses Channel;",
     LCM_FAILS, LCM_R_TRACE, false},
    {"a receiver without a sender may look again and again",
     CHANNEL "Receiver(i) = receive_inv.i -> Look(i);\n"
             "Look(i) = if (slot == 1) { get.i{slot = 2; got[i] = value;} -> receive_res.i.got[i] -> Receiver(i) } "
             "else { Look(i) };\n"
             "System() = Receiver(2) ||| Receiver(3);\n"
             "#assert System() progresses Channel;",
     LCM_HOLDS, LCM_R_NONE, false},
    {"with a sender it may not",
     CHANNEL "Receiver(i) = receive_inv.i -> Look(i);\n"
             "Look(i) = if (slot == 7) { get.i{slot = 2; got[i] = value;} -> receive_res.i.got[i] -> Receiver(i) } "
             "else { again.i -> Look(i) };\n"
             "System() = Sender(0) ||| Receiver(2);\n"
             "#assert System() progresses Channel;",
     LCM_FAILS, LCM_R_DIVERGENCE, false},
    {"a lock",
     LOCK "Unlock(i) = free.i{h = 0; asleep[0] = 0; asleep[1] = 0;} -> Skip;\n"
          "#assert System() progresses Lock;",
     LCM_HOLDS, LCM_R_NONE, false},
    {"a lock that wakes nobody", LOCK "Unlock(i) = free.i{h = 0;} -> Skip;\n#assert System() progresses Lock;",
     LCM_FAILS, LCM_R_REFUSAL, false},
    {"which is safe, too", LOCK "Unlock(i) = free.i{h = 0;} -> Skip;\n#assert System() linearizes Lock;", LCM_HOLDS,
     LCM_R_NONE, false},
    {"who ends without returning",
     "object Once { var n = 0;  op f() { n = 1; } }\nP() = f_inv.0 -> Skip;\n#assert P() progresses Once;", LCM_FAILS,
     LCM_R_REFUSAL, false},
    {"who ends having returned",
     "object Once { var n = 0;  op f() { n = 1; } }\nP() = f_inv.0 -> f_res.0 -> Skip;\n#assert P() progresses Once;",
     LCM_HOLDS, LCM_R_NONE, false},
};

static lince_verdict judge(const lince_history *h, const lc_instance *instance, bool progress) {
    lince_specs *specs = lince_specs_new();
    lince_result *result = NULL;
    lince_error error = {0};
    lince_check_options options = {.jobs = 1, .no_explanation = true, .progress = progress};
    lince_verdict verdict = LINCE_VERDICT_UNKNOWN;
    if (!lc_specs_lend(specs, instance)) return verdict;
    if (lince_check(h, specs, &options, &result, &error) == LINCE_DONE) verdict = lince_result_verdict(result);
    lince_result_free(result);
    lince_specs_free(specs);
    return verdict;
}

static lince_verdict judge_path(lcm_linearization *z, bool progress) {
    lince_history *h = lcm_linear_history(z->specification, &z->finding.path);
    lince_verdict verdict = h ? judge(h, &z->instance, progress) : LINCE_VERDICT_UNKNOWN;
    lince_history_free(h);
    return verdict;
}

/* The checker of histories has the same opinion of the run that was found. */
static void confirm(const row *r, lcm_linearization *z) {
    lcm_path *path = &z->finding.path;
    if (r->points_wrong) {
        expect(judge_path(z, false) == LINCE_VERDICT_OK, "%s: the history is right, the points are not", r->title);
        return;
    }
    if (r->reason != LCM_R_TRACE) {
        expect(z->finding.allowed.count > 0, "%s: it is known what should be returned", r->title);
        expect(judge_path(z, false) == LINCE_VERDICT_OK && judge_path(z, true) == LINCE_VERDICT_VIOLATION,
               "%s: the history is right, but should go on", r->title);
        return;
    }
    expect(judge_path(z, false) == LINCE_VERDICT_VIOLATION, "%s: the history is a violation", r->title);
    uint32_t count = path->moves.count--;
    expect(judge_path(z, false) == LINCE_VERDICT_OK, "%s: and not so without its last event", r->title);
    path->moves.count = count;
}

/* From each state of the path its step leads to the next. */
static bool is_run(const lcm_lts *lts, const lcm_path *path) {
    lcm_walker *w = lts->open(lts, NULL);
    lcm_moves moves;
    lcm_moves_init(&moves, lts->words, NULL);
    bool fine = path->words == lts->words && path->states.count == (path->moves.count + 1) * lts->words;
    for (uint32_t i = 0; i < path->moves.count && fine; i++) {
        lcm_moves_clear(&moves);
        lts->next(w, lcm_path_state(path, i), &moves);
        fine = false;
        for (uint32_t k = 0; k < moves.at.count; k++)
            fine |= moves.at.at[k].label == path->moves.at[i].label &&
                    !memcmp(lcm_moves_state(&moves, k), lcm_path_state(path, i + 1), lts->words * sizeof(uint32_t));
    }
    if (fine && path->loop != UINT32_MAX)
        fine = path->loop < path->moves.count &&
               !memcmp(lcm_path_state(path, path->loop), lcm_path_state(path, path->moves.count),
                       lts->words * sizeof(uint32_t));
    lcm_moves_free(&moves);
    lts->close(w);
    return fine;
}

/* With all reductions, and without any. */
static const lcm_choices all = {0}, none = {true, true, true, true, true, true, false};

static void test_row(const row *r, const lcm_choices *choices) {
    lcm_model model;
    lcm_linearization z;
    lince_error error = {0};
    lince_status status = lcm_model_parse(&model, "model.lin", r->text, strlen(r->text), &error);
    if (!expect(status == LINCE_DONE, "%s: %lu: %s", r->title, error.line, error.message)) return;
    lc_budget budget;
    lc_budget_init(&budget, 0);
    const lcm_search_limits limits = {.antichain = true, .budget = &budget};
    status = lcm_linearizes(&z, &model, &model.assertions.at[0], choices, &limits, &error);
    expect(status == LINCE_DONE && z.finding.answer == r->answer && z.finding.reason == r->reason &&
               z.points_wrong == r->points_wrong,
           "%s: answer %d, reason %d%s %s", r->title, (int)z.finding.answer, (int)z.finding.reason,
           z.points_wrong ? ", points wrong" : "", error.message);
    if (status == LINCE_DONE && z.finding.answer == LCM_FAILS) {
        expect(is_run(lcm_system_lts(z.system), &z.finding.path), "%s: the path is a run of the process", r->title);
        expect((r->reason == LCM_R_DIVERGENCE) == (z.finding.path.loop != UINT32_MAX), "%s: it loops if it diverges",
               r->title);
        confirm(r, &z);
    }
    lcm_linearization_free(&z);
    lcm_model_free(&model);
    expect(atomic_load(&budget.used) == 0, "%s: what was taken is given back", r->title);
}

/* Assertions that make no sense. */
static void test_error(const char *text, const char *wanted, unsigned long line) {
    lcm_model model;
    lcm_linearization z;
    lince_error error = {0};
    lince_status status = lcm_model_parse(&model, "model.lin", text, strlen(text), &error);
    if (!expect(status == LINCE_DONE, "%s", error.message)) return;
    lc_budget budget;
    lc_budget_init(&budget, 0);
    const lcm_search_limits limits = {.budget = &budget};
    status = lcm_linearizes(&z, &model, &model.assertions.at[0], &all, &limits, &error);
    expect(status == LINCE_BAD_INPUT && strstr(error.message, wanted) && error.line == line &&
               !strcmp(error.file, "model.lin"),
           "%s:%lu: %s", error.file, error.line, error.message);
    lcm_linearization_free(&z);
    lcm_model_free(&model);
}

int main(void) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row(&rows[i], &all);
        test_row(&rows[i], &none);
    }
    test_error("P() = enq_inv.0.1 -> Skip;\n#assert P() linearizes queeu;", "did you mean queue?", 2);
    test_error("P() = enq_inv.0.1 -> Skip;\n#assert P() linearizes queue:size=2;", "queue has no parameter `size`", 2);
    test_error("P() = deq_inv.0 -> deq_res.0.1 -> Skip;\n#assert P() linearizes queue;",
               "deq of queue may return EMPTY here, which is no number in this model", 2);
    test_error("P() = a -> wait_inv.0 -> Skip;\n#assert P() linearizes signal;", "span several steps", 2);
    test_error(
        "object O { var a[2];\n  op f(i) { return a[i]; } }\n"
        "P() = f_inv.0.5 -> f_res.0.5 -> Skip;\n#assert P() linearizes O;",
        "a[5] does not exist: a has 2 elements", 2);
    test_error(
        "object C { op s(); op r();  together s(), r() { } }\n"
        "P() = s_inv.0 -> s_lin.0 -> s_res.0 -> Skip;\n#assert P() linearizes C at points {s_lin};",
        "take effect together, so none has a point of its own", 3);
    return tap_end();
}
