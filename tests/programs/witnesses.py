"""Each mistake of each implementation, by itself: a program whose only scenario is the mistake's witness, and its twin.

The twin is the same program without the mistake: only the operation with the mistake differs in it. The mistake has to
be found in the witness, with two preemptions too, and the twin has to be right in every interleaving of the same scenario.
"""

import random

import bodies
import lockfree
import waiting
from compose import Composer
from guards import GUARDS
from shapes import SHAPES


def composer(impl, language, name, style, mistake=None, pair=None):
    """Everything but the mistake is fixed."""
    it = Composer.__new__(Composer)
    it.pick, it.turn, it.name, it.language, it.main = random.Random(name), 0, name, language, False
    it.impl, it.type, it.asserts, it.style = impl, impl.type, 0, style
    it.free = impl not in bodies.IMPLS
    it.guard = GUARDS[0]
    it.judge = "spec" if impl.type.spec else "model"
    it.mistake, it.pair, it.wrong = mistake, pair, bool(mistake)
    shapes = SHAPES[language]
    if pair and pair.name == "made twice":
        it.shape = next(s for s in shapes if (s.wrong == pair.kinds if mistake else s.name == "lazy, locked"))
    else:
        it.shape = shapes[0]
    return it


def mistakes(impl, language):
    """Each mistake, and the style of locking in which it can be made."""
    for mistake in composer(impl, language, "", "one").mistakes():
        yield mistake, "one"
    if impl in bodies.IMPLS:
        for mistake in composer(impl, language, "", "two").mistakes():
            if mistake.name == "order of locks":
                yield mistake, "two"


def witnesses(language):
    """The programs: a wrong one and its twin in turn. An implementation that both languages know is taken in C."""
    count = 0
    for family in bodies, lockfree, waiting:
        for impl in family.IMPLS:
            if language != impl.languages.split()[0]:
                continue
            for mistake, style in mistakes(impl, language):
                count += 1
                pair = [composer(impl, language, "w%d%s" % (count, "" if m else "_twin"), style, m, mistake) for m in (mistake, None)]
                for one in pair:
                    one.pick = random.Random(count)
                yield from [one.program() for one in pair]
                differ = {op.name for op in impl.type.ops if pair[0].texts[op.name] != pair[1].texts[op.name]}
                assert differ == ({mistake.op} if mistake.op else set()), (mistake, differ)
