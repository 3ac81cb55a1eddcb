/* A time line: its measures, its layout and when it is drawn.  The drawing is in draw.js, the visible part in
 * movement.js, the selection in choice.js, the pointer in pointer.js. */
(function (lince) {
    "use strict";

    const AXIS = 24; /* above the rows */
    const FLAGS = 18;
    const FAILS = 0.7; /* of the width is before the event at which it fails */
    const READABLE = 0.75; /* a scale from which on names can be read, mostly */

    /* Everything that changes only with the size of the window or with the content. */
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

        t.visible = () => (t.hide && t.query && t.query.passes ? t.query.passes : null);
        t.on = (what, action) => t.listeners[what].push(action);
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

        /* ---- another layout; the middle stays in place ---- */

        t.rearrange = function () {
            const [had, scale] = t.layout ? [t.layout, t.view.scale] : [null, 1];
            const position = had ? lince.firstNotBelow(had.x, t.view.x + t.plotWidth / scale / 2) : 0;
            t.layout = lince.Layout(h, t.mode, t.visible(), t.columnWidth || 7.5);
            measure(t);
            t.overview.changed();
            t.hover(-1);
            if (had)
                t.moveTo({ ...t.view, x: t.layout.x[Math.min(position, h.events)] - t.plotWidth / scale / 2 }, true);
        };
        t.setMode = function (mode) {
            if (mode === "time" && !h.times) return;
            t.mode = mode;
            t.rearrange();
            t.fit(true);
            t.listeners.mode.forEach((action) => action());
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

        /* The first view: all of it if that can be read, else the conflict, else where it fails, or begins. */
        t.start = function () {
            t.rearrange();
            t.layout = lince.Layout(h, t.mode, null, t.columnWidth); /* now that the font is known */
            measure(t);
            if (t.fitting() >= READABLE) {
                t.fit(true);
                return;
            }
            t.toConflict(true);
            if (h.culprits.length && t.view.scale >= READABLE) return;
            const at = h.failsAt === null ? 0 : lince.at(t.layout.x, h.failsAt) - FAILS * t.plotWidth;
            t.moveTo({ ...t.view, x: at, scale: 1 }, true);
            if (h.culprits.length) t.reveal(h.culprits[h.culprits.length - 1], true);
        };
        /* Drawn at once, for a canvas that gets a new size is black until then. */
        t.resize = function () {
            const size = [t.frame.clientWidth, window.innerHeight, window.devicePixelRatio].join();
            if (size === t.size) return;
            const had = t.fitting() <= t.view.scale * 1.001 && t.fitting() >= t.view.scale * 0.999;
            t.size = size;
            measure(t);
            if (had) t.fit(true);
            else t.moveTo(t.view, true);
            t.drawNow();
        };
        lince.addMovement(t);
        lince.addChoice(t);
        t.overview = lince.Overview(t);
        lince.listenToPointer(t);
        return t;
    };
})(window.lince);
