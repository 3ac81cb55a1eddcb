/* A time line: what of it is visible, what is selected, and who is told.  Drawing is in draw.js, the pointer in
 * pointer.js. */
(function (lince) {
    "use strict";

    const AXIS = 24; /* above the rows */
    const FLAGS = 18;
    const MOST_ZOOM = 6;
    const MILLISECONDS = 220; /* of a movement */

    /* Everything that changes only with the size of the window or with what is shown. */
    function measure(t) {
        const box = t.frame.getBoundingClientRect();
        t.width = Math.max(160, Math.floor(box.width));
        t.density = window.devicePixelRatio || 1;
        t.ctx.font = t.font = "12.5px " + lince.colour("mono");
        t.columnWidth = t.ctx.measureText("0000000000").width / 10;
        const names = t.layout ? t.layout.rows.map((row) => lince.columns(t.h.threads[row.thread])) : [1];
        const widest = names.reduce((a, b) => Math.max(a, b), 1);
        t.gutter = Math.round(Math.max(56, Math.min(widest * t.columnWidth + 26, t.width * 0.2)));
        t.plotWidth = t.width - t.gutter - 8;
        t.axis = AXIS;
        t.top = AXIS + (t.h.annotations.length ? FLAGS : 0) + 8;
        const rows = t.layout ? t.layout.rows.length : 1;
        const most = Math.max(240, window.innerHeight * 0.62);
        const wanted = t.h.groups.length ? 46 : 36;
        const fitting = Math.floor((most - t.top) / Math.max(1, rows));
        t.rowHeight = Math.max(22, Math.min(wanted, fitting));
        t.roomy = t.rowHeight >= 42;
        t.barHeight = Math.max(15, Math.min(24, t.rowHeight - (t.roomy ? 22 : 8)));
        t.height = Math.ceil(Math.min(most, t.top + rows * t.rowHeight + 6));
        t.canvas.width = Math.round(t.width * t.density);
        t.canvas.height = Math.round(t.height * t.density);
        t.canvas.style.height = t.height + "px";
        if (t.overview) t.overview.changed();
    }

    const visible = (t) => (t.hide && t.query && t.query.passes ? t.query.passes : null);

    lince.Timeline = function (h) {
        const canvas = lince.element("canvas.timeline", {
            tabindex: "0",
            role: "application",
            "aria-label":
                "time line: " +
                lince.count(h.count, "operation") +
                " of " +
                lince.count(h.threads.length, "thread") +
                "; arrow keys go from operation to operation, a question mark shows all keys",
        });
        const frame = lince.element("div.frame", null, canvas);
        const t = {
            h,
            canvas,
            frame,
            ctx: canvas.getContext("2d", { alpha: false }),
            mode: "order",
            view: { x: 0, y: 0, scale: 1 },
            layout: null,
            query: null,
            passes: null,
            matched: null,
            match: -1,
            hide: false,
            selected: -1,
            hovered: -1,
            cursor: null,
            drawn: {},
            listeners: { select: [], hover: [], query: [], mode: [] },
        };
        let awaited = 0;
        let moving = 0;

        t.on = (what, action) => t.listeners[what].push(action);
        const tell = (what) => t.listeners[what].forEach((action) => action());
        t.toScreen = (x) => t.gutter + (x - t.view.x) * t.view.scale;
        t.toWorld = (x) => (x - t.gutter) / t.view.scale + t.view.x;
        t.rowTop = (row) => t.top + row * t.rowHeight - t.view.y;

        /* ---- drawing, once a frame at most ---- */

        t.drawNow = function () {
            awaited = 0;
            lince.draw(t);
            t.overview.draw();
        };
        t.redraw = function () {
            if (!awaited) awaited = window.requestAnimationFrame(t.drawNow);
        };

        /* ---- the view ---- */

        t.fitting = () => Math.min(2, (t.plotWidth - 16) / t.layout.width);
        t.leastScale = () => Math.min(t.fitting(), 1);
        t.mostScale = () => (t.layout.mode === "time" ? Math.max(MOST_ZOOM, 4000) : MOST_ZOOM);

        function within(view) {
            const scale = Math.max(t.leastScale(), Math.min(t.mostScale(), view.scale));
            const span = t.plotWidth / scale;
            const margin = 12 / scale;
            const x = Math.max(-margin, Math.min(view.x, t.layout.width + margin - span));
            const tall = t.layout.rows.length * t.rowHeight + 6 - (t.height - t.top);
            return { scale, x: span > t.layout.width + margin ? -margin : x, y: Math.max(0, Math.min(view.y, tall)) };
        }

        t.moveTo = function (wanted, atOnce) {
            const goal = within(wanted);
            window.cancelAnimationFrame(moving);
            if (atOnce || lince.stands()) {
                t.view = goal;
                t.redraw();
                return;
            }
            const start = { ...t.view };
            const began = performance.now();
            const go = (now) => {
                const part = Math.min(1, Math.max(0, (now - began) / MILLISECONDS));
                const eased = 1 - (1 - part) ** 3;
                const scale = start.scale * (goal.scale / start.scale) ** eased;
                const share =
                    goal.scale === start.scale
                        ? eased
                        : (1 / scale - 1 / start.scale) / (1 / goal.scale - 1 / start.scale);
                t.view = { scale, x: start.x + (goal.x - start.x) * share, y: start.y + (goal.y - start.y) * eased };
                if (part < 1) moving = window.requestAnimationFrame(go);
                else t.view = goal;
                t.redraw();
            };
            moving = window.requestAnimationFrame(go);
        };

        /* What is under `middle`, a place on the screen, stays there. */
        t.zoom = function (factor, middle, atOnce) {
            const at = middle ?? t.gutter + t.plotWidth / 2;
            const { scale } = within({ ...t.view, scale: t.view.scale * factor });
            t.moveTo({ scale, x: t.toWorld(at) - (at - t.gutter) / scale, y: t.view.y }, atOnce);
        };
        t.pan = (pixels, down, atOnce) =>
            t.moveTo({ ...t.view, x: t.view.x + pixels / t.view.scale, y: t.view.y + down }, atOnce);
        t.fit = (atOnce) => t.moveTo({ x: 0, y: 0, scale: t.fitting() }, atOnce);

        /* Everything of these operations is visible, but not larger than needed. */
        t.show = function (ops, atOnce) {
            const seen = ops.filter((op) => t.layout.rowOf[op] >= 0);
            if (!seen.length) return;
            let [x0, x1, top, bottom] = [Infinity, 0, Infinity, 0];
            for (const op of seen) {
                x0 = Math.min(x0, t.layout.x[h.call[op]]);
                x1 = Math.max(x1, t.layout.x[h.end[op] < 0 ? h.call[op] + 1 : h.end[op]]);
                top = Math.min(top, t.layout.rowOf[op]);
                bottom = Math.max(bottom, t.layout.rowOf[op] + 1);
            }
            const scale = Math.min(1.25, (t.plotWidth * 0.8) / Math.max(1, x1 - x0));
            const room = t.height - t.top;
            const tall = (bottom - top) * t.rowHeight;
            const seenAlready = t.rowTop(top) >= t.top && t.rowTop(bottom) <= t.height;
            const y = seenAlready ? t.view.y : top * t.rowHeight - (tall < room ? (room - tall) / 2 : 0);
            t.moveTo({ scale, x: (x0 + x1) / 2 - t.plotWidth / scale / 2, y }, atOnce);
        };
        t.toConflict = (atOnce) => t.show(h.culprits, atOnce);

        /* One operation comes into sight, and the scale stays if it can. */
        t.reveal = function (op, atOnce) {
            const row = t.layout.rowOf[op];
            if (row < 0) return;
            const x0 = t.toScreen(t.layout.x[h.call[op]]);
            const x1 = t.toScreen(t.layout.x[h.until[op]]);
            const fits =
                x1 - x0 < t.plotWidth ? x0 >= t.gutter && x1 <= t.width : x1 > t.gutter + 80 && x0 < t.width - 80;
            const y =
                t.rowTop(row) < t.top
                    ? row * t.rowHeight
                    : t.rowTop(row) + t.rowHeight > t.height
                      ? (row + 1) * t.rowHeight - (t.height - t.top)
                      : t.view.y;
            const scale = Math.max(t.view.scale, Math.min(1, (LEGIBLE / Math.max(1, x1 - x0)) * t.view.scale));
            if (fits && x1 - x0 >= 24 && y === t.view.y) return;
            const middle = t.layout.x[h.call[op]] + Math.min((x1 - x0) / t.view.scale, t.plotWidth / scale) / 2;
            t.moveTo(
                { scale, x: fits && scale === t.view.scale ? t.view.x : middle - t.plotWidth / scale / 2, y },
                atOnce,
            );
        };
        const LEGIBLE = 120;

        /* ---- what is selected ---- */

        t.select = function (op, how = {}) {
            t.selected = op;
            if (op >= 0) {
                if (how.reveal !== false) t.reveal(op);
                lince.say(lince.thread(h, op) + ": " + lince.fullLabel(h, op) + (h.culprit[op] ? ", in conflict" : ""));
            }
            tell("select");
            t.redraw();
        };
        t.hover = function (op) {
            if (op === t.hovered) return;
            t.hovered = op;
            tell("hover");
            t.redraw();
        };

        /* The next operation of the row, or the one nearest in the next row. */
        t.step = function (sideways, down) {
            const { rows, rowOf } = t.layout;
            if (!rows.length) return;
            if (t.selected < 0 || rowOf[t.selected] < 0) {
                const row = rows[Math.max(0, Math.min(rows.length - 1, Math.floor(t.view.y / t.rowHeight)))];
                const k = Math.min(row.ops.length - 1, lince.firstNotBelow(row.from, t.view.x));
                t.select(row.ops[k]);
                return;
            }
            const number = rowOf[t.selected];
            const row = rows[number];
            const k = row.ops.indexOf(t.selected);
            const other = rows[number + down];
            if (sideways) t.select(row.ops[Math.max(0, Math.min(row.ops.length - 1, k + sideways))]);
            else if (other) {
                const middle = (row.from[k] + Math.min(row.to[k], row.from[k] + t.plotWidth / t.view.scale)) / 2;
                const near = lince.firstNotBelow(other.to, middle);
                t.select(other.ops[Math.min(near, other.ops.length - 1)]);
            }
        };

        /* ---- searching and filtering ---- */

        t.search = function (text) {
            const asked = lince.query(h, text);
            const hid = visible(t);
            t.query = text.trim() ? { ...asked, text } : null;
            t.passes = t.query ? asked.passes : null;
            t.matched = null;
            t.match = -1;
            if (asked.words.length) {
                t.matched = new Uint8Array(h.count);
                for (const op of asked.matches) t.matched[op] = 1;
            }
            if (t.hide && (hid || visible(t))) t.rearrange();
            t.overview.changed();
            tell("query");
            t.redraw();
        };
        t.setHide = function (hide) {
            t.hide = hide;
            t.rearrange();
            tell("query");
        };
        t.nextMatch = function (by) {
            const matches = t.query ? t.query.matches : [];
            if (!matches.length) return;
            if (t.match < 0) {
                const here = t.selected >= 0 ? t.selected : -1;
                const after = matches.findIndex((op) => op > here);
                t.match = by > 0 ? Math.max(0, after) : (after < 0 ? matches.length : after) - 1;
            } else t.match += by;
            t.match = (t.match + matches.length) % matches.length;
            t.select(matches[t.match]);
            tell("query");
        };

        /* ---- another layout; what was in the middle stays there ---- */

        t.rearrange = function () {
            const [had, scale] = t.layout ? [t.layout, t.view.scale] : [null, 1];
            const position = had ? lince.firstNotBelow(had.x, t.view.x + t.plotWidth / scale / 2) : 0;
            t.layout = lince.Layout(h, t.mode, visible(t), t.columnWidth || 7.5);
            measure(t);
            t.overview.changed();
            if (had)
                t.moveTo({ ...t.view, x: t.layout.x[Math.min(position, h.events)] - t.plotWidth / scale / 2 }, true);
        };
        t.setMode = function (mode) {
            if (mode === "time" && !h.times) return;
            t.mode = mode;
            t.rearrange();
            t.fit(true);
            tell("mode");
            lince.say("by " + (mode === "time" ? "recorded time" : "order of events"));
        };
        t.setCursor = function (position) {
            t.cursor = position;
            if (position !== null) {
                const x = t.toScreen(lince.at(t.layout.x, position));
                if (x < t.gutter || x > t.width - 20)
                    t.moveTo({ ...t.view, x: lince.at(t.layout.x, position) - t.plotWidth / t.view.scale / 2 });
            }
            t.redraw();
        };

        /* What is seen first: all of it if that can be read, else the conflict, else the beginning. */
        t.start = function () {
            t.rearrange();
            t.layout = lince.Layout(h, t.mode, null, t.columnWidth); /* now that the font is known */
            measure(t);
            if (t.fitting() >= 0.55) t.fit(true);
            else if (h.culprits.length) t.toConflict(true);
            else t.moveTo({ x: 0, y: 0, scale: 1 }, true);
        };
        t.resize = function () {
            const had = t.fitting() <= t.view.scale * 1.001 && t.fitting() >= t.view.scale * 0.999;
            measure(t);
            if (had) t.fit(true);
            else t.moveTo(t.view, true);
        };
        t.overview = lince.Overview(t);
        lince.listenToPointer(t);
        return t;
    };
})(window.lince);
