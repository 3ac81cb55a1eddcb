/* Draws an order: a numbered mark where each operation took effect, and lines that join operations that took effect together. */
(function (lince) {
    "use strict";

    const ROOM = 15; /* marks closer than this have no numbers */
    const NEAREST = 3; /* and closer than this they are not drawn */
    const [TICK, SHORT_TICK] = [7, 4]; /* the latter where it would cross the name */
    const LEAST = 6; /* a bar narrower than this has no mark */

    function drawMark(t, x, y, op, place, number) {
        const colour = lince.colour(lince.moved(t.h, op) ? "match-edge" : "mark");
        t.ctx.fillStyle = t.ctx.strokeStyle = colour;
        const tick = t.roomy ? TICK : SHORT_TICK;
        t.ctx.fillRect(x - 0.75, y + t.barHeight - tick, 1.5, tick + (number ? 3 : 0));
        t.drawn.marks++;
        if (!number) return;
        const text = String(place + 1);
        const width = Math.max(14, text.length * 6.2 + 7);
        const top = y + t.barHeight + 2;
        t.ctx.beginPath();
        t.ctx.roundRect(x - width / 2, top, width, 13, 6.5);
        if (t.h.inTime) t.ctx.fill();
        else t.ctx.stroke();
        t.ctx.fillStyle = t.h.inTime ? lince.colour("mark-ink") : colour;
        t.ctx.fillText(text, x, top + 7);
    }

    function drawMarksOf(t, row, y) {
        const right = t.view.x + t.plotWidth / t.view.scale;
        let last = -Infinity;
        for (let k = lince.firstNotBelow(row.to, t.view.x); k < row.ops.length && row.from[k] <= right; k++) {
            const op = row.ops[k];
            const x = t.toScreen(t.layout.points[op]);
            if (t.h.place[op] < 0 || x - last < NEAREST || x < t.gutter) continue;
            if (t.layout.points[op] > row.to[k]) continue; /* its bar had to give way to the next one */
            if ((row.to[k] - row.from[k]) * t.view.scale < LEAST) continue;
            const next = row.ops[k + 1];
            const free = next === undefined || t.h.place[next] < 0 ? Infinity : t.toScreen(t.layout.points[next]) - x;
            drawMark(t, x, y, op, t.h.place[op], t.roomy && Math.min(x - last, free) >= ROOM);
            last = x;
        }
    }

    /* Further meetings of operations. */
    function drawMarksAgain(t, first, last) {
        const { againAt, rowOf } = t.layout;
        for (let k = lince.firstNotBelow(againAt, t.view.x), x0 = -Infinity; k < againAt.length; k++) {
            const { op, place } = t.h.again[k];
            const x = t.toScreen(againAt[k]);
            if (x > t.width) break;
            if (rowOf[op] < first || rowOf[op] >= last || (x !== x0 && x - x0 < NEAREST)) continue;
            drawMark(t, x, t.rowTop(rowOf[op]), op, place, t.roomy && (x === x0 || x - x0 >= ROOM));
            x0 = x;
        }
    }

    function drawLinks(t) {
        const { links, linksAt } = t.layout;
        let last = -Infinity;
        t.ctx.globalAlpha = 0.5;
        for (let k = lince.firstNotBelow(linksAt, t.view.x); k < links.length; k++) {
            const x = t.toScreen(linksAt[k]);
            if (x > t.width) break;
            if (x - last < NEAREST) continue;
            const top = t.rowTop(links[k].top);
            t.ctx.fillRect(x - 1, top, 2, t.rowTop(links[k].bottom) + t.barHeight - top);
            t.drawn.links++;
            last = x;
        }
        t.ctx.globalAlpha = 1;
    }

    lince.drawOrder = function (t, first, last) {
        if (!t.h.groups.length) return;
        t.ctx.font = "10px " + lince.colour("mono");
        t.ctx.textAlign = "center";
        t.ctx.textBaseline = "middle";
        t.ctx.lineWidth = 1;
        t.ctx.fillStyle = t.ctx.strokeStyle = lince.colour("mark");
        drawLinks(t);
        for (let r = first; r < last; r++) drawMarksOf(t, t.layout.rows[r], t.rowTop(r));
        drawMarksAgain(t, first, last);
    };
})(window.lince);
