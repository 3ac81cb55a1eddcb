"""Quasi linearizability of short histories of a queue, by its definition: is there an order that time allows and a legal
one in which no operation is more than K places away?  Written for being believed, not for speed."""


class Operation:
    def __init__(self, f, argument, call):
        self.f, self.argument, self.call, self.end, self.result = f, argument, call, None, None


def operations(events):
    """Of lines such as `T1 invoke enq(1)` and `T1 return 2`."""
    found, open_by_thread = [], {}
    for time, line in enumerate(events):
        thread, what, *rest = line.split()
        if what == "invoke":
            f, argument = rest[0].rstrip(")").split("(")
            found.append(Operation(f, argument, time))
            open_by_thread[thread] = found[-1]
        elif what == "return":
            op = open_by_thread.pop(thread)
            op.end, op.result = time, rest[0] if rest else None
        else:
            raise ValueError("not a history of this kind: " + line)
    return found


def near_legal_orders(ops, first, last, order, items):
    """Orders in which a queue gives these results, each operation at a place from its first to its last."""
    if len(order) == len(ops):
        yield order
    place = len(order)
    for i, op in enumerate(ops):
        if i in order or not first[i] <= place <= last[i]:
            continue
        if op.f == "enq":
            yield from near_legal_orders(ops, first, last, order + [i], items + [op.argument])
        elif op.end is None or op.result == (items[0] if items else "EMPTY"):
            yield from near_legal_orders(ops, first, last, order + [i], items[1:])


def has_real_order(ops, before, place, most, done):
    """Is there an order that time allows with each operation near its place?"""
    if len(done) == len(ops):
        return True
    return any(i not in done and before[i] <= done and abs(place[i] - len(done)) <= most
               and has_real_order(ops, before, place, most, done | {i}) for i in range(len(ops)))


def holds(ops, most):
    before = [{k for k, b in enumerate(ops) if b.end is not None and b.end < a.call} for a in ops]
    after = [sum(i in before[k] for k in range(len(ops))) for i in range(len(ops))]
    first = [len(before[i]) - most for i in range(len(ops))]
    last = [len(ops) - 1 - after[i] + most for i in range(len(ops))]
    return any(has_real_order(ops, before, {op: place for place, op in enumerate(order)}, most, frozenset())
               for order in near_legal_orders(ops, first, last, [], []))


def smallest(events):
    """The smallest K, or None."""
    found = operations(events)
    done, pending = [op for op in found if op.end is not None], [op for op in found if op.end is None]
    choices = [done + [op for i, op in enumerate(pending) if some >> i & 1] for some in range(1 << len(pending))]
    for most in range(len(found)):
        if any(holds(sorted(ops, key=lambda op: op.call), most) for ops in choices):
            return most
    return None
