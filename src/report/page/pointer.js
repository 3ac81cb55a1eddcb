/* Mouse, pen and fingers on a time line: drag to pan, wheel or two fingers to zoom, a click to select. */
(function (lince) {
    "use strict";

    const CLICK = 4; /* pixels: less is no drag */

    lince.opAt = function (t, x, y) {
        if (x < t.gutter - 4 || y < t.top - 6) return -1;
        const number = Math.floor((y - t.top + t.view.y) / t.rowHeight);
        const row = t.layout.rows[number];
        if (!row || y - t.rowTop(number) > t.barHeight + (t.roomy ? 16 : 2)) return -1;
        const slack = 2 / t.view.scale;
        const at = t.toWorld(x);
        const k = lince.firstNotBelow(row.to, at - slack);
        return k < row.ops.length && row.from[k] <= at + slack ? row.ops[k] : -1;
    };

    /* The thread whose name is there. */
    lince.threadAt = function (t, x, y) {
        const row = t.layout.rows[Math.floor((y - t.top + t.view.y) / t.rowHeight)];
        return x < t.gutter - 4 && y >= t.top && row ? row.thread : -1;
    };

    lince.listenToPointer = function (t) {
        const { canvas } = t;
        const down = new Map(); /* pointers on the canvas */
        let dragged = false;

        const place = (event) => {
            const box = canvas.getBoundingClientRect();
            return { x: event.clientX - box.left, y: event.clientY - box.top };
        };
        const distance = () => {
            const [a, b] = [...down.values()];
            return Math.hypot(a.x - b.x, a.y - b.y);
        };

        canvas.addEventListener("pointerdown", (event) => {
            if (event.button > 0) return;
            canvas.setPointerCapture(event.pointerId);
            down.set(event.pointerId, { ...place(event), began: place(event) });
            if (down.size === 1) dragged = false;
        });

        canvas.addEventListener("pointermove", (event) => {
            const at = place(event);
            const had = down.get(event.pointerId);
            if (!had) {
                t.hover(lince.opAt(t, at.x, at.y));
                canvas.title = t.hovered < 0 ? lince.hintAt(t, at.x, at.y) : "";
                canvas.style.cursor = t.hovered >= 0 || lince.threadAt(t, at.x, at.y) >= 0 ? "pointer" : "grab";
                return;
            }
            const apart = down.size === 2 ? distance() : 0;
            if (Math.hypot(at.x - had.began.x, at.y - had.began.y) >= CLICK) dragged = true;
            if (dragged && down.size === 1) t.pan(had.x - at.x, had.y - at.y, true);
            if (dragged) canvas.style.cursor = "grabbing";
            down.set(event.pointerId, { ...at, began: had.began });
            if (apart) t.zoom(distance() / apart, at.x, true);
        });

        function up(event) {
            const had = down.get(event.pointerId);
            down.delete(event.pointerId);
            if (!had || dragged || event.type === "pointercancel") return;
            const at = place(event);
            const thread = lince.threadAt(t, at.x, at.y);
            if (thread >= 0) t.toggleFilter("thread", t.h.threads[thread]);
            else t.select(lince.opAt(t, at.x, at.y), { reveal: false });
        }
        canvas.addEventListener("pointerup", up);
        canvas.addEventListener("pointercancel", up);
        canvas.addEventListener("pointerleave", () => t.hover(-1));
        canvas.addEventListener("dblclick", (event) => t.zoom(2, place(event).x));

        /* Where there is nothing to zoom or to pan, the page scrolls as usual. */
        canvas.addEventListener(
            "wheel",
            (event) => {
                const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? t.height : 1;
                const before = t.view;
                const at = place(event);
                if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
                    t.pan((event.deltaX || event.deltaY) * unit, 0, true);
                else if (at.x < t.gutter) t.pan(0, event.deltaY * unit, true);
                else t.zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)), at.x, true);
                const moved = ["x", "y", "scale"].some((key) => Math.abs(before[key] - t.view[key]) > 1e-9);
                if (moved || event.ctrlKey) event.preventDefault();
            },
            { passive: false },
        );
    };
})(window.lince);
