/* A history: the columns of the data, and derived tables.  Numbers of operations are those of the data. */
(function (lince) {
    "use strict";

    const ROWS_OF_A_THREAD = 5; /* at most: more operations of one thread that never return share the last one */

    /* A column of numbers, in an array of this kind. */
    function numbers(Kind, value, count, otherwise) {
        const list = lince.list(value);
        const made = new Kind(count);
        for (let i = 0; i < count; i++) made[i] = typeof list[i] === "number" ? list[i] : otherwise;
        return made;
    }

    /* The names of operations, made when they are needed. */
    function labels(data) {
        const methods = lince.list(data.methods).map(lince.clean);
        const [method, given] = [lince.list(data.method), lince.list(data.args)];
        const name = (i) => methods[method[i]] ?? "";
        const args = (i) => lince.clean(given[i]);
        const results = lince.list(data.results);
        const result = (i) => (results[i] === null || results[i] === undefined ? null : lince.clean(results[i]));
        const callLabel = (i) => lince.isolate(name(i)) + "(" + lince.isolate(args(i)) + ")";
        const label = (i) => callLabel(i) + (result(i) ? " → " + lince.isolate(result(i)) : "");
        return { method: name, args, result, callLabel, label };
    }

    /* Where the operations of an order took effect: each when it was called, or right after the one before it.  Those
     * between two events share the room there.  An order that does not follow time has no such points: then the
     * marks stand at the nearer end of the operation. */
    function placeInOrder(h, order) {
        h.place = new Int32Array(h.count).fill(-1);
        h.point = new Float64Array(h.count).fill(-1);
        h.inTime = true;
        h.groups = [];
        h.again = [];
        let at = 0;
        for (const group of lince.list(order)) {
            const ops = lince.list(group).filter((op) => op >= 0 && op < h.count);
            if (!ops.length) continue;
            for (const op of ops) at = Math.max(at, h.call[op]);
            h.groups.push({ ops, at, point: at });
        }
        for (let i = 0, run; i < h.groups.length; i += run) {
            for (run = 1; i + run < h.groups.length && h.groups[i + run].at === h.groups[i].at;) run++;
            for (let k = 0; k < run; k++) h.groups[i + k].point = h.groups[i].at + (k + 1) / (run + 1);
        }
        h.groups.forEach((group, place) => {
            for (const op of group.ops) {
                if (h.place[op] >= 0) {
                    h.again.push({ op, place, point: group.point }); /* it takes part in several meetings */
                    continue;
                }
                const over = h.outcome[op] === "r" || h.outcome[op] === "f"; /* some failures ran and returned false */
                h.place[op] = place;
                h.point[op] = group.point;
                if (over && group.point > h.end[op]) {
                    h.inTime = false;
                    h.point[op] = h.end[op] - 0.5;
                }
            }
        });
        if (!h.inTime) for (const group of h.groups) group.point = h.point[group.ops[0]];
    }

    /* How far the bar of an operation reaches: those that never return reach the end, and one that crashed reaches
     * where it took effect, which may be later. */
    function reach(h, i) {
        if (h.end[i] < 0) return h.events;
        return h.outcome[i] === "c" ? Math.max(h.end[i], Math.min(h.events, Math.ceil(h.point[i]))) : h.end[i];
    }

    /* A thread has a row, and more where another operation follows one that crashed. */
    function makeRows(h) {
        const threads = h.threads.map(() => []);
        h.until = new Int32Array(h.count);
        h.rowOf = new Int32Array(h.count);
        for (let i = 0; i < h.count; i++) {
            const rows = threads[h.thread[i]];
            if (!rows) continue;
            let row = rows.find((r) => r.until <= h.call[i]);
            if (!row && rows.length < ROWS_OF_A_THREAD)
                rows.push((row = { thread: h.thread[i], sub: rows.length, ops: [] }));
            if (!row) {
                row = rows[rows.length - 1];
                const last = row.ops[row.ops.length - 1];
                h.until[last] = Math.min(h.until[last], h.call[i]);
            }
            h.until[i] = row.until = reach(h, i);
            row.ops.push(i);
        }
        const byName = new Intl.Collator("en", { numeric: true });
        const order = h.threads.map((_, i) => i).sort((a, b) => byName.compare(h.threads[a], h.threads[b]) || a - b);
        h.rows = order.flatMap((thread) => threads[thread]);
        h.rows.forEach((row, number) => row.ops.forEach((op) => (h.rowOf[op] = number)));
    }

    /* The number of every operation of a set. */
    function marks(count, ops) {
        const marked = new Uint8Array(count);
        for (const op of lince.list(ops)) if (op >= 0 && op < count) marked[op] = 1;
        return marked;
    }

    /* Times of events by their position; an event without one has that of the event before it. */
    function times(h, data) {
        if (!Array.isArray(data.call_time)) return null;
        const known = new Float64Array(h.events + 1).fill(NaN);
        const callTime = numbers(Float64Array, data.call_time, h.count, NaN);
        const endTime = numbers(Float64Array, data.end_time, h.count, NaN);
        for (let i = 0; i < h.count; i++) {
            known[h.call[i]] = callTime[i];
            if (h.end[i] >= 0) known[h.end[i]] = endTime[i];
        }
        let last = known.find((time) => !Number.isNaN(time));
        if (last === undefined) return null;
        for (let p = 0; p <= h.events; p++) last = known[p] = known[p] > last ? known[p] : last;
        return known;
    }

    lince.blame = function (h, ops) {
        h.culprits = lince.list(ops).filter((op) => op >= 0 && op < h.count);
        h.culprit = marks(h.count, h.culprits);
    };

    lince.History = function (data) {
        const h = labels(data);
        h.data = data;
        h.count = lince.list(data.call).length;
        h.threads = lince.list(data.threads).map(lince.clean);
        h.objects = lince.list(data.objects).map(lince.clean);
        h.thread = numbers(Int32Array, data.thread, h.count, 0);
        h.object = numbers(Int32Array, data.object, h.count, 0);
        h.call = numbers(Int32Array, data.call, h.count, 0);
        h.end = numbers(Int32Array, data.end, h.count, -1);
        h.outcome = lince.text(data.outcome);
        for (let i = h.outcome.length; i < h.count; i++) h.outcome += h.end[i] < 0 ? "o" : "r";
        h.events = 0;
        for (let i = 0; i < h.count; i++) h.events = Math.max(h.events, h.call[i] + 1, h.end[i] + 1);
        h.annotations = lince
            .list(data.annotations)
            .filter((note) => note && typeof note.at === "number")
            .map((note) => ({
                at: Math.min(Math.max(note.at, 0), h.events),
                thread: typeof note.thread === "number" ? note.thread : null,
                text: lince.clean(lince.text(note.text).replace(/\s*\n\s*/g, " ")),
            }))
            .sort((a, b) => a.at - b.at);
        h.notesAt = Float64Array.from(h.annotations, (note) => note.at);
        lince.blame(h, data.culprits);
        h.failsAt = typeof data.fails_at === "number" ? data.fails_at : null;
        h.state = data.state === undefined || data.state === null ? null : lince.clean(data.state);
        /* The text of a bar: with the object only where there are several. */
        h.barLabel = h.objects.length > 1 ? (i) => lince.fullLabel(h, i) : h.label;
        placeInOrder(h, data.order);
        makeRows(h);
        h.times = times(h, data);
        return h;
    };

    /* ---- words about one operation ---- */

    const member = (object, key) => (object && typeof object === "object" ? object[key] : undefined);
    lince.key = (h, i) => lince.list(h.data.keys)[i] ?? null;
    lince.instead = (h, i) => member(h.data.instead, i) ?? null;
    /* With all operations, or going by those that conflict alone. */
    lince.couldHave = (h) => (h.data.apart === true ? "going by the conflict alone, could have returned" : "could have returned");
    lince.moved = (h, i) => member(h.data.moved, i) ?? null;

    lince.movedBy = (h, i) =>
        lince.count(Math.abs(lince.moved(h, i)), "place") + (lince.moved(h, i) > 0 ? " later" : " earlier");

    const outcomes = {
        c: "crashed: it may have happened, or may happen later",
        f: "failed: it had no effect",
        o: "never returned",
    };
    lince.outcome = (h, i) => outcomes[h.outcome[i]] || "returned";
    lince.thread = (h, i) => h.threads[h.thread[i]] ?? "";
    const objectPrefix = (h, i) => {
        const object = h.objects[h.object[i]];
        return object ? lince.isolate(object) + "." : "";
    };
    lince.fullLabel = (h, i) => objectPrefix(h, i) + h.label(i);
    lince.openLabel = (h, i) => objectPrefix(h, i) + h.callLabel(i);
})(window.lince);
