/* Where events stand.  By order, there is room between two events for the names of operations there, and for the
 * marks of an order; by time, they stand at their time stamps.  Units are pixels at a scale of 1. */
(function (lince) {
    "use strict";

    const GAP = 16; /* between two events */
    const LABEL_MOST = 30; /* columns that a bar gives way for */
    const OPEN = 80; /* behind the last event, for operations without an end */
    const MARK = 20; /* for the mark of an order */
    const MARKS_MOST = 40;

    function labelColumns(h) {
        const made = new Uint8Array(h.count);
        for (let i = 0; i < h.count; i++) made[i] = Math.min(lince.columns(h.barLabel(i)), LABEL_MOST);
        return made;
    }

    /* Hidden operations need no room. */
    function byOrder(h, shown, columnWidth) {
        const x = new Float64Array(h.events + 1);
        const seen = new Uint8Array(h.events + 1);
        const marks = new Uint32Array(h.events + 1);
        const ending = new Int32Array(h.events + 1).fill(-1);
        for (let i = 0; i < h.count; i++) {
            if (shown && !shown[i]) continue;
            seen[h.call[i]] = 1;
            if (h.end[i] >= 0) {
                seen[h.end[i]] = 1;
                ending[h.end[i]] = i;
            }
        }
        for (const group of h.groups)
            if (!shown || group.ops.some((op) => shown[op])) marks[Math.max(0, Math.floor(group.point))]++;
        if (!h.columns) h.columns = labelColumns(h);
        const width = (i) => (h.columns[i] + 2.5) * columnWidth;
        let most = 0;
        for (let p = 1; p <= h.events; p++) {
            const room = marks[p - 1] ? (Math.min(marks[p - 1], MARKS_MOST) + 1) * MARK : 0;
            x[p] = x[p - 1] + Math.max(seen[p] || seen[p - 1] ? GAP : 0, room);
            if (ending[p] >= 0) x[p] = Math.max(x[p], x[h.call[ending[p]]] + width(ending[p]));
        }
        for (let i = 0; i < h.count; i++)
            if (h.end[i] < 0 && (!shown || shown[i])) most = Math.max(most, x[h.call[i]] + width(i) + 3 * GAP);
        if (h.events) x[h.events] = Math.max(x[h.events], most);
        return { x, seen: shown && seen };
    }

    function byTime(h) {
        const first = h.times[0];
        const span = h.times[h.events] - first || 1;
        const width = Math.max(600, Math.min(h.events, 20000) * GAP);
        const x = h.times.map((time) => ((time - first) / span) * width);
        if (h.end.includes(-1)) x[h.events] += OPEN;
        return { x, seen: null, unit: span / width };
    }

    /* A position may lie between two events. */
    lince.at = function (x, position) {
        const p = Math.max(0, Math.min(position, x.length - 1));
        const below = Math.floor(p);
        return below + 1 < x.length ? x[below] + (x[below + 1] - x[below]) * (p - below) : x[below];
    };

    /* The groups of an order that reach over several rows, from left to right. */
    function linksOf(h, x, rowOf) {
        const links = [];
        for (const group of h.groups) {
            if (group.ops.length < 2) continue;
            const rows = group.ops.map((op) => rowOf[op]).filter((row) => row >= 0);
            const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
            if (top < bottom) links.push({ x: lince.at(x, group.point), top, bottom, ops: group.ops });
        }
        return links.sort((a, b) => a.x - b.x);
    }

    /* The rows that are shown, with the edges of their bars. */
    lince.Layout = function (h, mode, shown, columnWidth) {
        const { x, seen, unit } = mode === "time" && h.times ? byTime(h) : byOrder(h, shown, columnWidth);
        const rows = [];
        const rowOf = new Int32Array(h.count).fill(-1);
        for (const row of h.rows) {
            const ops = shown ? row.ops.filter((op) => shown[op]) : row.ops;
            if (!ops.length) continue;
            for (const op of ops) rowOf[op] = rows.length;
            const from = new Float64Array(ops.length);
            const to = new Float64Array(ops.length);
            for (let k = 0; k < ops.length; k++) {
                from[k] = x[h.call[ops[k]]];
                to[k] = x[h.until[ops[k]]];
            }
            rows.push({ thread: row.thread, sub: row.sub, ops: Int32Array.from(ops), from, to });
        }
        const points = h.point.map((point) => (point < 0 ? -1 : lince.at(x, point)));
        const links = linksOf(h, x, rowOf);
        const linksAt = Float64Array.from(links, (link) => link.x);
        const againAt = Float64Array.from(h.again, ({ point }) => lince.at(x, point));
        return { x, rows, rowOf, points, againAt, links, linksAt, width: x[x.length - 1] || 1, mode, seen, unit };
    };

    /* The first place of an ascending column whose value is not below the given one. */
    lince.firstNotBelow = function (column, value) {
        let low = 0;
        let high = column.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (column[middle] < value) low = middle + 1;
            else high = middle;
        }
        return low;
    };
})(window.lince);
