/* The visible part of a time line: zooming, panning, and going to where something is. */
(function (lince) {
    "use strict";

    const MOST_ZOOM = 6;
    const MOST_ZOOM_IN_TIME = 4000; /* events within an instant can be distinguished */
    const MOST_FIT = 2;
    const MILLISECONDS = 220; /* of a movement */
    const LEGIBLE = 120; /* pixels of a bar */

    lince.addMovement = function (t) {
        const { h } = t;
        let moving = 0;

        t.fitting = () => Math.min(MOST_FIT, (t.plotWidth - 16) / t.layout.width);
        t.leastScale = () => Math.min(t.fitting(), 1);
        t.mostScale = () => (t.layout.mode === "time" ? MOST_ZOOM_IN_TIME : MOST_ZOOM);

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
            t.hover(-1); /* the bar under the pointer moves away */
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

        /* The content under `middle`, a place on the screen, stays there. */
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
    };
})(window.lince);
