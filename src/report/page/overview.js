/* The strip above a time line: how much goes on when, where culprits and matches are, and the visible part. */
(function (lince) {
    "use strict";

    const HEIGHT = 30;
    const READABLE = 0.8; /* from this scale on, a time line that fits the window is its own overview */

    lince.Overview = function (t) {
        const canvas = lince.element("canvas.overview", {
            "aria-hidden": "true",
            title: "all of it: how much goes on when; a click goes there",
        });
        const still = document.createElement("canvas"); /* the part that stays the same while the view moves */
        const ctx = canvas.getContext("2d");
        let stale = true;

        /* How many operations are open at each pixel: up at the calls, down at the ends. */
        function density(pixels) {
            const change = new Float64Array(pixels + 1);
            const unit = pixels / t.layout.width;
            for (const row of t.layout.rows)
                for (let k = 0; k < row.ops.length; k++) {
                    change[Math.min(pixels - 1, Math.floor(row.from[k] * unit))]++;
                    change[Math.min(pixels, Math.floor(row.to[k] * unit) + 1)]--;
                }
            let open = 0;
            return change.map((step) => (open += step));
        }

        function tick(c, op, colour, width) {
            if (t.layout.rowOf[op] < 0) return;
            const x = (t.layout.x[t.h.call[op]] / t.layout.width) * t.plotWidth;
            const end = (t.layout.x[t.h.until[op]] / t.layout.width) * t.plotWidth;
            c.fillStyle = lince.colour(colour);
            c.globalAlpha = 0.25;
            c.fillRect(x, 2, end - x, HEIGHT - 4);
            c.globalAlpha = 1;
            c.fillRect(x, 2, width, HEIGHT - 4);
        }

        function paintStill() {
            const pixels = Math.max(1, Math.round(t.plotWidth));
            const c = still.getContext("2d");
            still.width = Math.max(1, Math.round(t.plotWidth * t.density));
            still.height = HEIGHT * t.density;
            c.setTransform(t.density, 0, 0, t.density, 0, 0);
            const open = density(pixels);
            const most = open.reduce((a, b) => Math.max(a, b), 1);
            c.fillStyle = lince.colour("density");
            for (let x = 0; x < pixels; x++) {
                const high = (open[x] / most) * (HEIGHT - 8);
                if (high > 0) c.fillRect(x, HEIGHT - 4 - high, 1, high);
            }
            if (t.query && t.query.matches.length < t.h.count)
                for (const op of t.query.matches.slice(0, 5000)) tick(c, op, "match-edge", 1);
            for (const op of t.h.culprits.slice(0, 5000)) tick(c, op, "culprit-edge", 2);
            stale = false;
        }

        const made = {
            canvas,
            changed() {
                stale = true;
            },
            draw() {
                canvas.hidden = t.fitting() >= READABLE;
                if (canvas.hidden) return;
                if (stale) paintStill();
                canvas.width = Math.max(1, Math.round(t.width * t.density));
                canvas.height = HEIGHT * t.density;
                canvas.style.height = HEIGHT + "px";
                ctx.setTransform(t.density, 0, 0, t.density, 0, 0);
                ctx.drawImage(still, t.gutter, 0, t.plotWidth, HEIGHT);
                const x0 = Math.max(0, (t.view.x / t.layout.width) * t.plotWidth);
                const x1 = Math.min(t.plotWidth, x0 + (t.plotWidth * t.plotWidth) / (t.layout.width * t.view.scale));
                ctx.fillStyle = lince.colour("veil");
                ctx.fillRect(t.gutter, 0, x0, HEIGHT);
                ctx.fillRect(t.gutter + x1, 0, t.plotWidth - x1, HEIGHT);
                ctx.strokeStyle = lince.colour("focus");
                ctx.strokeRect(t.gutter + x0 + 0.5, 0.5, Math.max(3, x1 - x0) - 1, HEIGHT - 1);
            },
        };

        function move(event) {
            const x = event.clientX - canvas.getBoundingClientRect().left - t.gutter;
            const middle = (x / t.plotWidth) * t.layout.width;
            t.moveTo({ ...t.view, x: middle - t.plotWidth / t.view.scale / 2 }, true);
        }
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            move(event);
        });
        canvas.addEventListener("pointermove", (event) => {
            if (canvas.hasPointerCapture(event.pointerId)) move(event);
        });
        return made;
    };
})(window.lince);
