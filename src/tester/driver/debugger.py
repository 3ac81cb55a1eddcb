"""Teaches gdb about an execution that Lince replays: its steps, and its threads, which are none to the system.

The program stops at lct_debug_stop, and stores its position in lct_debug; src/target/explore/debug.c is the other side. An
execution is always the same, so an earlier step is reached by running it again.
"""

import struct

import gdb

EACH_STEP, EACH_SWITCH = 1, 2
HEAD, THREAD = 9, 7  # words
READY, WAITS, ENDED, FAILED = range(4)

# As lct_step_kind of src/target/explore/control.h has them.
KINDS = """read write load store exchange add sub and or xor nand CAS CAS fence call return acquire release try try signal
wait timeout create join exit malloc free choice sleep note failure blocked made freed""".split()

# The registers that src/target/runtime/fiber.c saves of a thread that does not run, from the stack pointer upwards, and how far
# that is above its place. The last one is where it goes on.
SAVED = {
    "i386:x86-64": (["r15", "r14", "r13", "r12", "rbx", "rbp", "pc"], 56),
    "aarch64": (["x%d" % i for i in range(19, 30)] + ["pc"], 160),
}


def words_at(address, count):
    memory = gdb.selected_inferior().read_memory(address, 8 * count)
    return list(struct.unpack("=%dQ" % count, bytes(memory)))


def text_at(address):
    return gdb.Value(address).cast(gdb.lookup_type("char").pointer()).string(errors="replace") if address else None


def is_running():
    return gdb.selected_inferior().pid != 0


class Place:
    """Where the execution is."""

    def __init__(self):
        words = words_at(debug_address(), HEAD)
        self.step, self.steps, self.thread, self.previous, self.in_thread = words[2:7]
        self.failure = text_at(words[7])
        self.threads = [words_at(debug_address() + 8 * (HEAD + i * THREAD), THREAD) for i in range(words[8])]


def debug_address():
    return int(gdb.parse_and_eval("(unsigned long)&lct_debug"))


def want(step, each):
    gdb.selected_inferior().write_memory(debug_address(), struct.pack("=QQ", step, each))


def name_of(thread):
    return "T%d" % thread if thread else "main"


def symbol_at(address):
    """`queue+8`, or the bare address."""
    text = gdb.execute("info symbol %#x" % address, to_string=True)
    return text.split(" in section")[0].replace(" + ", "+") if " in section" in text else "%#x" % address


def intent(thread):
    """The next step of a thread, and its operation."""
    _, _, _, kind, address, _, call = thread
    word = KINDS[kind] if kind < len(KINDS) else "step"
    if address and word not in ("join", "create"):
        word += " " + symbol_at(address)
    return word, text_at(call)


def is_users(frame):
    """Not the runtime, whose lines are known where Lince was built with them, nor the headers of the system."""
    table = frame.find_sal().symtab
    if not table or not frame.name():
        return False
    name = table.fullname()
    return not any(part in name for part in ("/src/target/runtime/", "/src/target/explore/")) and not name.startswith("/usr/")


def users_frames():
    frame, frames = gdb.newest_frame(), []
    while frame:
        try:
            if is_users(frame):
                frames.append(frame)
            frame = frame.older()
        except (gdb.error, gdb.MemoryError):
            break
    return frames


def source_of(sal):
    try:
        with open(sal.symtab.fullname(), encoding="utf-8", errors="replace") as file:
            return file.read().split("\n")[sal.line - 1].strip()[:80]
    except (OSError, IndexError):
        return ""


def print_frames(frames):
    for frame in frames:
        sal = frame.find_sal()
        print("      %-20s %s:%d  %s" % (frame.name(), sal.symtab.filename.split("/")[-1], sal.line, source_of(sal)))


def select_users():
    """The user wants to look at the code under test."""
    for frame in users_frames()[:1]:
        frame.select()
        return True
    return False


def show(place):
    want(0, EACH_SWITCH)  # so does a plain `continue`
    if place.failure:
        where = ", in " + name_of(place.thread) if place.in_thread else ""
        print("after step %d of %d%s: %s" % (place.step, place.steps, where, place.failure))
    elif place.step == 0:
        print("before the first of %d steps" % place.steps)
        return
    else:
        word, call = intent(place.threads[place.thread])
        after = ", after a switch from " + name_of(place.previous) if place.previous != place.thread else ""
        if place.step == 1:
            after = ""
        print("step %d of %d: %s%s, about to %s%s" % (place.step, place.steps, name_of(place.thread),
                                                     " in " + call if call else "", word, after))
    if place.in_thread and select_users():
        print_frames([gdb.selected_frame()])


def at_stop():
    """Are we where the runtime lets us stop, and not at a breakpoint of the user, or dead?"""
    return is_running() and gdb.newest_frame().name() == "lct_debug_stop"


def proceed(command):
    """Runs on, without the messages of gdb about the next stop."""
    said = gdb.execute(command, to_string=True)
    if at_stop():
        show(Place())
    elif is_running():
        print(said, end="")
    else:
        print("the execution is over; lince-goto N goes to step N of it")


def advance(step, each):
    if not is_running():
        begin()
    want(step, each)
    proceed("continue")


def begin():
    """A new run, stopped before its first step."""
    gdb.execute("run", to_string=True)
    if not at_stop():
        raise gdb.GdbError("the program does not come to its first step")


def goto(step):
    if step < 1:
        raise gdb.GdbError("steps are counted from 1")
    if not is_running() or not at_stop() or Place().step >= step or Place().failure:
        begin()
    if step > Place().steps:
        print("there are only %d steps" % Place().steps)
    advance(step, 0)


def number(argument, otherwise):
    if not argument.strip():
        return otherwise
    try:
        return int(argument)
    except ValueError:
        raise gdb.GdbError("expected a number, not " + argument) from None


class Command(gdb.Command):
    """A command of gdb that is a function here."""

    def __init__(self, name, function, text):
        self.function, self.__doc__ = function, text
        super().__init__(name, gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        self.function(argument)
        self.dont_repeat()


def lince_step(argument):
    count = number(argument, 1)
    advance(Place().step + count if is_running() else count, 0)


def lince_switch(_argument):
    advance(0, EACH_SWITCH)


def lince_goto(argument):
    goto(number(argument, 1))


def lince_back(argument):
    if not is_running():
        raise gdb.GdbError("nothing runs; lince-goto N goes to step N")
    place = Place()
    goto(max(1, place.step - number(argument, 1) + (1 if place.failure else 0)))


def lince_where(_argument):
    if not is_running():
        raise gdb.GdbError("nothing runs; lince-goto N goes to step N")
    show(Place())


def other_stack(sp):
    """The user's frames of a thread that does not run: its registers are put in for a moment."""
    names, above = SAVED[gdb.newest_frame().architecture().name()]
    values = words_at(sp, len(names))
    gdb.newest_frame().select()
    kept = {name: int(gdb.parse_and_eval("(unsigned long)$" + name)) for name in names + ["sp"]}
    try:
        for name, value in list(zip(names, values)) + [("sp", sp + above)]:
            gdb.execute("set $%s = %d" % (name, value), to_string=True)
        print_frames(users_frames())
    finally:
        for name, value in kept.items():
            gdb.execute("set $%s = %d" % (name, value), to_string=True)


def lince_threads(_argument):
    if not is_running():
        raise gdb.GdbError("nothing runs; lince-goto N goes to step N")
    if not at_stop():
        raise gdb.GdbError("between two steps only: lince-step goes to the next")
    place = Place()
    for i, thread in enumerate(place.threads):
        runs = place.in_thread and i == place.thread
        word, call = intent(thread)
        state = {WAITS: "waits for", ENDED: "has ended", FAILED: "failed after"}.get(thread[0], "about to")
        print("%s %s%s: %s%s" % ("*" if runs else " ", name_of(i), " in " + call if call else "", state,
                                 "" if thread[0] == ENDED else " " + word))
        if thread[0] == ENDED:
            continue
        if runs:
            print_frames(users_frames())
        elif gdb.newest_frame().architecture().name() in SAVED:
            other_stack(thread[1])
    if place.in_thread:
        select_users()


def on_stop(_event):
    """After a plain `continue`, `run` or `next` of the user."""
    if at_stop():
        show(Place())


def set_up():
    for setting in ("confirm off", "pagination off", "breakpoint pending on", "debuginfod enabled off",
                    "startup-with-shell off"):
        try:
            gdb.execute("set " + setting, to_string=True)
        except gdb.error:
            pass  # an older gdb
    stop = gdb.Breakpoint("lct_debug_stop", internal=True)
    stop.silent = True
    gdb.events.stop.connect(on_stop)
    for name, function, text in (
            ("lince-step", lince_step, "Goes to the next step of the execution, or the Nth from here."),
            ("lince-switch", lince_switch, "Goes to where another thread takes its turn."),
            ("lince-goto", lince_goto, "Goes to step N, also back."),
            ("lince-back", lince_back, "Goes back one step, or N."),
            ("lince-threads", lince_threads, "Shows where each thread of the execution stands."),
            ("lince-where", lince_where, "Says which step is about to be taken, and selects its frame.")):
        Command(name, function, text)
    print("lince-switch, lince-step, lince-goto N and lince-back go through the execution; lince-threads shows where "
          "its threads stand")


set_up()
