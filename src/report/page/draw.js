/* Draws what is visible of a time line.  How long that takes depends on what can be seen and not on how much there is:
 * bars are found by bisection, and what is narrower than a few pixels is drawn together.  Bars of one look are one path,
 * because changing the look of the brush costs more than drawing. */
(function (lince) {
    "use strict";

    const BLOCK = 3; /* a bar narrower than this is part of a block */
    const SLIT = 1.5; /* a gap narrower than this between two of them is not seen */
    const PLAIN = 12; /* narrower: without corners */
    const LABELLED = 26; /* narrower: without a name */
    const CORNER = 6;
    const MARK_ROOM = 15; /* marks closer than this have no numbers */
    const TICK = 7;
    const FADE = 26; /* pixels in which an open end disappears */

    const looks = ["plain", "culprit", "dim", "match"];
    const lookOf = (t, op) =>
        t.passes && !t.passes[op] ? 2 : t.h.culprit[op] ? 1 : t.matched && t.matched[op] ? 3 : t.h.culprits.length && !t.passes ? 2 : 0;

    const fade = (t, x0, x1, colour) => {
        const made = t.ctx.createLinearGradient(Math.max(x0, x1 - FADE * 2), 0, x1, 0);
        made.addColorStop(0, colour);
        made.addColorStop(1, colour + "00"); /* the colours are #rrggbb */
        return made;
    };

    /* ---- bars ---- */

    /* What is to be drawn of a row, by look: blocks, plain bars and bars with corners. */
    function collect(t, row, y, found) {
        const { from, to, ops } = row;
        const { scale } = t.view;
        const left = t.view.x;
        const right = left + t.plotWidth / scale;
        const blocks = [null, null, null, null]; /* by look, what is not finished yet */
        for (let k = lince.firstNotBelow(to, left); k < ops.length && from[k] <= right; k++) {
            const x0 = t.gutter + (from[k] - left) * scale;
            const x1 = Math.max(t.gutter + (to[k] - left) * scale, x0 + 1.5);
            const look = lookOf(t, ops[k]);
            t.drawn.looked++;
            if (x1 - x0 >= BLOCK || look === 1)
                found.push({ x0, x1: look === 1 ? Math.max(x1, x0 + BLOCK) : x1, y, look, op: ops[k] });
            else if (blocks[look] && x0 - blocks[look].x1 < SLIT) blocks[look].x1 = x1;
            else found.push((blocks[look] = { x0, x1, y, look, op: -1 }));
        }
    }

    const open = (t, op) => t.h.end[op] < 0;

    function path(t, bar, edge) {
        const x0 = Math.max(bar.x0, t.gutter - 20);
        const x1 = Math.min(bar.x1, t.width + 20);
        const corner = Math.min(CORNER, (x1 - x0) / 2);
        if (!open(t, bar.op)) t.ctx.roundRect(x0, bar.y, x1 - x0, t.barHeight, corner);
        else if (!edge) t.ctx.roundRect(x0, bar.y, x1 - x0, t.barHeight, [corner, 0, 0, corner]);
        else {
            t.ctx.moveTo(x1, bar.y);
            t.ctx.arcTo(x0, bar.y, x0, bar.y + t.barHeight, corner);
            t.ctx.arcTo(x0, bar.y + t.barHeight, x1, bar.y + t.barHeight, corner);
            t.ctx.lineTo(x1, bar.y + t.barHeight);
        }
    }

    function brush(t, look) {
        const name = looks[look];
        t.ctx.lineWidth = look === 1 ? 1.8 : 1.2;
        return { fill: lince.colour(name + "-fill"), edge: lince.colour(name + "-edge") };
    }

    function fillAndStroke(t, bars, { fill, edge }) {
        t.ctx.fillStyle = fill;
        t.ctx.beginPath();
        for (const bar of bars) path(t, bar, false);
        t.ctx.fill();
        t.ctx.strokeStyle = edge;
        t.ctx.beginPath();
        for (const bar of bars) path(t, bar, true);
        t.ctx.stroke();
    }

    function drawBars(t, found, look) {
        const colours = brush(t, look);
        const mine = found.filter((bar) => bar.look === look);
        t.ctx.fillStyle = colours.edge;
        t.ctx.globalAlpha = look === 2 ? 0.45 : 0.75;
        for (const bar of mine) {
            if (bar.op >= 0 && bar.x1 - bar.x0 >= PLAIN) continue;
            t.ctx.fillRect(bar.x0, bar.y + 1, Math.max(bar.x1 - bar.x0 - 0.5, 1), t.barHeight - 2);
            t.drawn.blocks++;
        }
        t.ctx.globalAlpha = 1;
        const wide = mine.filter((bar) => bar.op >= 0 && bar.x1 - bar.x0 >= PLAIN);
        t.drawn.bars += wide.length;
        fillAndStroke(t, wide.filter((bar) => !open(t, bar.op)), colours);
        for (const bar of wide.filter((b) => open(t, b.op)))
            fillAndStroke(t, [bar], {
                fill: fade(t, bar.x0, bar.x1, colours.fill),
                edge: fade(t, bar.x0, bar.x1, colours.edge),
            });
    }

    /* ---- names in bars; a bar that begins further left has its name where it can be seen ---- */

    function drawLabel(t, bar) {
        const x0 = Math.max(bar.x0, t.gutter) + 8;
        const ended = t.h.outcome[bar.op] === "c" || t.h.outcome[bar.op] === "f";
        const sign = ended && bar.x1 - bar.x0 >= PLAIN * 2;
        const room = Math.min(bar.x1, t.width) - x0 - (sign ? 20 : 6);
        const columns = Math.floor(room / t.columnWidth);
        const y = bar.y + t.barHeight / 2;
        if (sign) t.ctx.fillText(t.h.outcome[bar.op] === "c" ? "×" : "✗", bar.x1 - 16, y);
        if (columns < 2 || bar.x1 - x0 < LABELLED - 8) return;
        t.ctx.fillText(lince.shorten(t.h.label(bar.op), columns), x0, y);
        t.drawn.labels++;
    }

    function drawLabels(t, found, look) {
        t.ctx.fillStyle = lince.colour(looks[look] + "-ink");
        t.ctx.font = (look === 1 ? "600 " : "") + t.font;
        t.ctx.textBaseline = "middle";
        t.ctx.textAlign = "left";
        for (const bar of found) if (bar.look === look && bar.op >= 0 && bar.x1 - bar.x0 >= LABELLED) drawLabel(t, bar);
    }

    function ring(t, op, colour, width) {
        const row = t.layout.rowOf[op];
        if (op < 0 || row < 0) return;
        const x0 = t.toScreen(t.layout.x[t.h.call[op]]);
        const x1 = Math.max(t.toScreen(t.layout.x[t.h.until[op]]), x0 + BLOCK);
        t.ctx.strokeStyle = lince.colour(colour);
        t.ctx.lineWidth = width;
        t.ctx.beginPath();
        t.ctx.roundRect(x0 - 3, t.rowTop(row) - 3, x1 - x0 + 6, t.barHeight + 6, CORNER + 2);
        t.ctx.stroke();
    }

    /* ---- the order: numbered marks, and lines that join what took effect together ---- */

    function drawMark(t, x, y, op, number) {
        const colour = lince.colour(lince.moved(t.h, op) ? "match-edge" : "mark");
        t.ctx.fillStyle = t.ctx.strokeStyle = colour;
        t.ctx.fillRect(x - 0.75, y + t.barHeight - TICK, 1.5, TICK + (number ? 3 : 0));
        t.drawn.marks++;
        if (!number) return;
        const text = String(t.h.place[op] + 1);
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
            if (t.h.place[op] < 0 || x - last < 3 || x < t.gutter) continue;
            if ((row.to[k] - row.from[k]) * t.view.scale < PLAIN / 2) continue;
            const next = row.ops[k + 1];
            const free = next === undefined || t.h.place[next] < 0 ? Infinity : t.toScreen(t.layout.points[next]) - x;
            drawMark(t, x, y, op, t.roomy && Math.min(x - last, free) >= MARK_ROOM);
            last = x;
        }
    }

    function drawLinks(t) {
        const { groups } = t.layout;
        let low = 0;
        let high = groups.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (t.toScreen(lince.at(t.layout.x, groups[middle].point)) < t.gutter) low = middle + 1;
            else high = middle;
        }
        let last = -Infinity;
        t.ctx.globalAlpha = 0.5;
        for (let g = t.h.inTime ? low : 0; g < groups.length; g++) {
            const x = t.toScreen(lince.at(t.layout.x, groups[g].point));
            if (x > t.width && t.h.inTime) break;
            const rows = groups[g].ops.map((op) => t.layout.rowOf[op]).filter((row) => row >= 0);
            if (rows.length < 2 || x - last < 3 || x < t.gutter || x > t.width) continue;
            const top = t.rowTop(Math.min(...rows));
            t.ctx.fillRect(x - 1, top, 2, t.rowTop(Math.max(...rows)) + t.barHeight - top);
            t.drawn.links++;
            last = x;
        }
        t.ctx.globalAlpha = 1;
    }

    function drawOrder(t, first, last) {
        if (!t.h.groups.length) return;
        t.ctx.font = "10px " + lince.colour("mono");
        t.ctx.textAlign = "center";
        t.ctx.textBaseline = "middle";
        t.ctx.lineWidth = 1;
        t.ctx.fillStyle = t.ctx.strokeStyle = lince.colour("mark");
        drawLinks(t);
        for (let r = first; r < last; r++) drawMarksOf(t, t.layout.rows[r], t.rowTop(r));
    }

    /* ---- what stands above and across ---- */

    function drawTracks(t, first, last) {
        t.ctx.fillStyle = lince.colour("track");
        for (let r = first; r < last; r++)
            t.ctx.fillRect(t.gutter, Math.round(t.rowTop(r) + t.barHeight / 2), t.plotWidth, 1);
    }

    function drawNames(t, first, last) {
        t.ctx.fillStyle = lince.colour("page");
        t.ctx.fillRect(0, 0, t.gutter - 4, t.height);
        t.ctx.font = t.font;
        t.ctx.textAlign = "right";
        t.ctx.textBaseline = "middle";
        t.ctx.fillStyle = lince.colour("soft");
        const columns = Math.floor((t.gutter - 24) / t.columnWidth);
        for (let r = first; r < last; r++) {
            const row = t.layout.rows[r];
            if (row.sub && r > 0 && t.layout.rows[r - 1].thread === row.thread) continue;
            const name = lince.shorten(t.h.threads[row.thread], columns);
            t.ctx.fillText(lince.isolate(name), t.gutter - 14, t.rowTop(r) + t.barHeight / 2);
        }
    }

    function drawLine(t, position, colour, text, dash) {
        const x = Math.round(t.toScreen(lince.at(t.layout.x, position)));
        if (x < t.gutter || x > t.width) return;
        t.ctx.strokeStyle = t.ctx.fillStyle = lince.colour(colour);
        t.ctx.lineWidth = 1.5;
        t.ctx.setLineDash(dash);
        t.ctx.beginPath();
        t.ctx.moveTo(x, t.axis - 4);
        t.ctx.lineTo(x, t.height);
        t.ctx.stroke();
        t.ctx.setLineDash([]);
        if (!text) return;
        t.ctx.font = "600 11px " + lince.colour("sans");
        t.ctx.textBaseline = "middle";
        const width = t.ctx.measureText(text).width + 12;
        const left = x + width > t.width ? x - width : x;
        t.ctx.beginPath();
        t.ctx.roundRect(left, t.axis - 20, width, 17, 4);
        t.ctx.fill();
        t.ctx.fillStyle = lince.colour("page");
        t.ctx.textAlign = "left";
        t.ctx.fillText(text, left + 6, t.axis - 11);
    }

    /* Where one is among rows that do not fit. */
    function drawScroll(t) {
        const room = t.height - t.top;
        const tall = t.layout.rows.length * t.rowHeight + 6;
        if (tall <= room) return;
        t.ctx.fillStyle = lince.colour("dim-edge");
        t.ctx.beginPath();
        t.ctx.roundRect(t.width - 5, t.top + (t.view.y / tall) * room, 4, (room / tall) * room, 2);
        t.ctx.fill();
    }

    function drawFlags(t) {
        if (!t.h.annotations.length) return;
        const notes = t.h.annotations;
        t.ctx.font = "11px " + lince.colour("sans");
        t.ctx.textAlign = "left";
        t.ctx.textBaseline = "middle";
        const place = (note) => t.toScreen(lince.at(t.layout.x, note.at - 0.5));
        let free = t.gutter;
        for (let i = t.firstNote(); i < notes.length; i++) {
            const x = place(notes[i]);
            if (x > t.width) break;
            if (x < free - 2) continue;
            const next = i + 1 < notes.length ? place(notes[i + 1]) : t.width;
            const text = lince.shorten(notes[i].text, Math.floor((Math.min(next, t.width, x + 340) - x - 14) / 6.3));
            t.ctx.fillStyle = lince.colour("flag");
            t.ctx.fillRect(x, t.axis + 2, 1, t.height);
            t.ctx.beginPath();
            t.ctx.moveTo(x, t.axis + 3);
            t.ctx.lineTo(x + 7, t.axis + 7.5);
            t.ctx.lineTo(x, t.axis + 12);
            t.ctx.fill();
            t.ctx.fillStyle = lince.colour("flag-ink");
            if (text.length > 1) t.ctx.fillText(lince.isolate(text), x + 10, t.axis + 8);
            t.drawn.flags++;
            free = x + 8;
        }
    }

    /* Round numbers along the upper edge: times, or positions of events. */
    function drawAxis(t) {
        const mode = t.layout.mode;
        t.ctx.font = "11px " + lince.colour("sans");
        t.ctx.textAlign = "left";
        t.ctx.textBaseline = "middle";
        t.ctx.fillStyle = lince.colour("faint");
        const tell = (x, text) => {
            t.ctx.fillRect(Math.round(x), t.axis - 7, 1, 7);
            t.ctx.fillText(text, x + 4, t.axis - 10);
        };
        t.ctx.textAlign = "right";
        t.ctx.fillText(mode === "time" ? "time" : "event", t.gutter - 14, t.axis - 10);
        t.ctx.textAlign = "left";
        const round = (least) => [1, 2, 5, 10].map((f) => f * 10 ** Math.floor(Math.log10(least))).find((s) => s >= least);
        if (mode === "time") {
            const first = t.h.times[0];
            const { unit } = t.layout; /* of time, in a pixel at a scale of 1 */
            const step = round((unit * 90) / t.view.scale);
            for (let k = Math.ceil((first + Math.max(0, t.view.x) * unit) / step); ; k++) {
                const x = t.toScreen((k * step - first) / unit);
                if (x > t.width - 40 || !Number.isFinite(x)) break;
                tell(x, Number((k * step).toPrecision(12)).toLocaleString("en"));
            }
            return;
        }
        let last = -Infinity;
        const { x, seen } = t.layout;
        const from = lince.firstNotBelow(x, t.view.x);
        const step = seen ? 1 : round(Math.max(1, (t.h.events / (t.layout.width * t.view.scale)) * 90));
        for (let p = from && Math.ceil((from + 1) / step) * step - 1; p < t.h.events; p += p < step - 1 ? step - 1 - p : step) {
            const at = t.toScreen(x[p]);
            if (at > t.width - 30) break;
            if (at - last < 60 || (seen && !seen[p])) continue;
            tell(at, (p + 1).toLocaleString("en"));
            last = at;
        }
    }

    /* ---- all of it ---- */

    lince.draw = function (t) {
        const began = performance.now();
        const { ctx } = t;
        t.drawn = { bars: 0, blocks: 0, labels: 0, marks: 0, links: 0, flags: 0, looked: 0, milliseconds: 0 };
        ctx.setTransform(t.density, 0, 0, t.density, 0, 0);
        ctx.fillStyle = lince.colour("page");
        ctx.fillRect(0, 0, t.width, t.height);
        const first = Math.max(0, Math.floor((t.view.y - t.rowHeight) / t.rowHeight));
        const last = Math.min(t.layout.rows.length, Math.ceil((t.view.y + t.height - t.top) / t.rowHeight) + 1);
        ctx.save();
        ctx.beginPath();
        ctx.rect(0, t.top - 6, t.width, t.height);
        ctx.clip();
        drawTracks(t, first, last);
        const found = [];
        for (let r = first; r < last; r++) collect(t, t.layout.rows[r], t.rowTop(r), found);
        for (const look of [2, 0, 3, 1]) drawBars(t, found, look);
        for (const look of [2, 0, 3, 1]) drawLabels(t, found, look);
        drawOrder(t, first, last);
        if (t.matched) for (const bar of found) if (bar.look === 1 && t.matched[bar.op]) ring(t, bar.op, "match-edge", 1.5);
        ring(t, t.hovered, "faint", 1);
        ring(t, t.selected, "focus", 2);
        drawNames(t, first, last);
        ctx.restore();
        drawScroll(t);
        drawAxis(t);
        drawFlags(t);
        if (t.h.failsAt !== null) drawLine(t, t.h.failsAt, "red", "wrong from here", [5, 4]);
        if (t.cursor !== null) drawLine(t, t.cursor, "focus", null, []);
        t.drawn.milliseconds = performance.now() - began;
    };
})(window.lince);
