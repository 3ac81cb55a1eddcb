/* The filter of the kernel behind the replaced functions, and the SIGSYS that it turns calls into.
 *
 * The filter lets pass: the runtime's own calls, which all come from one instruction (kernel.S); calls that are
 * harmless by their number; and writes to the standard output and error.  Every other call becomes a SIGSYS.  Its
 * handler runs on the stack of the thread that made the call, not on that of other signals (crash.c): a call may be a
 * step, in which other threads run and make calls themselves.
 *
 * Outside the code under test (lct_m.in_code) calls are made for the handler's caller as they are.  That costs a
 * microsecond or two, so that the runtime's calls at every step are made by lct_kernel. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <ucontext.h>
#include <unistd.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/context.h"
#include "target/runtime/crash.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/table.h"
#include "target/runtime/world/world.h"

#ifndef SYS_SECCOMP
#define SYS_SECCOMP 1 /* si_code: in newer headers only */
#endif

#if defined __x86_64__
enum { ARCHITECTURE = AUDIT_ARCH_X86_64, SUPPORTED = 1 };
#elif defined __aarch64__
enum { ARCHITECTURE = AUDIT_ARCH_AARCH64, SUPPORTED = 1 };
#else
enum { ARCHITECTURE = 0, SUPPORTED = 0 };
#endif

bool lct_world_trapped(const siginfo_t *info) { return info->si_code == SYS_SECCOMP; }

/* ---- the handler ---- */

static bool is_other_architecture(const siginfo_t *info) { return info->si_arch != (unsigned)ARCHITECTURE; }

#if defined __x86_64__
static void arguments_of(const ucontext_t *c, long a[6]) {
    static const int registers[6] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};
    for (int i = 0; i < 6; i++) a[i] = (long)c->uc_mcontext.gregs[registers[i]];
}
static void returns(ucontext_t *c, long value) { c->uc_mcontext.gregs[REG_RAX] = value; }
#elif defined __aarch64__
static void arguments_of(const ucontext_t *c, long a[6]) {
    for (int i = 0; i < 6; i++) a[i] = (long)c->uc_mcontext.regs[i];
}
static void returns(ucontext_t *c, long value) { c->uc_mcontext.regs[0] = (unsigned long)value; }
#else
static void arguments_of(const ucontext_t *c, long a[6]) { (void)c, (void)a; }
static void returns(ucontext_t *c, long value) { (void)c, (void)value; }
#endif

/* Of the explorer, or of libc for it.  The mask of signals is that of the context, which the end of the handler puts
 * back. */
static long for_the_explorer(int number, const long *a, ucontext_t *context) {
    long result = lct_kernel(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (number == SYS_rt_sigprocmask && a[1] && result == 0)
        lct_kernel(SYS_rt_sigprocmask, SIG_BLOCK, 0, (long)&context->uc_sigmask, (long)sizeof(uint64_t), 0, 0);
    return result;
}

static void on_call(int signal, siginfo_t *info, void *where) {
    ucontext_t *context = where;
    long a[6];
    if (!lct_world_trapped(info)) {
        lct_crash_signal(signal, info, context);
        return;
    }
    int saved = errno;
    arguments_of(context, a);
    uintptr_t instruction = lct_pc_of(context);
    if (!lct_m.in_code) returns(context, for_the_explorer(info->si_syscall, a, context));
    else {
        uintptr_t pc = lct_crash_place(context);
        if (is_other_architecture(info)) lct_unsupported("a system call of 32 bits", LCT_WHY_SYSTEM, pc);
        returns(context, lct_world_call(info->si_syscall, a, instruction, pc));
    }
    errno = saved;
}

/* ---- the filter ---- */

enum { LONGEST = 512 };
static struct {
    struct sock_filter at[LONGEST];
    unsigned short count;
} program LCT_STATE = {0};

static void add(unsigned short code, uint32_t operand, uint8_t if_so, uint8_t if_not) {
    program.at[program.count++] = (struct sock_filter){.code = code, .jt = if_so, .jf = if_not, .k = operand};
}

static void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }
/* Goes on with the next instruction, or leaves out some. */
static void equal(uint32_t value, uint8_t if_so, uint8_t if_not) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, if_so, if_not);
}
static void end(uint32_t how) { add(BPF_RET | BPF_K, how, 0, 0); }

static void let_pass(long number) {
    if (number < 0) return;
    equal((uint32_t)number, 0, 1);
    end(SECCOMP_RET_ALLOW);
}

/* Writes to the standard output and error. */
static void let_print(long number) {
    enum { LOW = offsetof(struct seccomp_data, args[0]) };
    equal((uint32_t)number, 0, 5);
    load(LOW);
    equal(STDOUT_FILENO, 1, 0);
    equal(STDERR_FILENO, 0, 1);
    end(SECCOMP_RET_ALLOW);
    end(SECCOMP_RET_TRAP);
}

static void write_program(void) {
    uint64_t own = (uint64_t)(uintptr_t)lct_kernel_end;
    load(offsetof(struct seccomp_data, arch));
    equal(ARCHITECTURE, 1, 0);
    end(SECCOMP_RET_TRAP);
    load(offsetof(struct seccomp_data, instruction_pointer));
    equal((uint32_t)own, 0, 3);
    load(offsetof(struct seccomp_data, instruction_pointer) + 4);
    equal((uint32_t)(own >> 32), 0, 1);
    end(SECCOMP_RET_ALLOW);
    load(offsetof(struct seccomp_data, nr));
#define PASS(name) let_pass(SYS_##name);
    LCT_WORLD_HARMLESS(PASS)
#undef PASS
    let_print(SYS_write);
    let_print(SYS_writev);
    end(SECCOMP_RET_TRAP);
}

bool lct_world_close(void) {
    if (!SUPPORTED) return false;
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    LCT_REAL(sigaction)(SIGSYS, &action, NULL);
    write_program();
    struct sock_fprog filter = {.len = program.count, .filter = program.at};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           LCT_SYSTEM(seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0;
}
