/* Draws the bars of a time line that are visible.  They are found by bisection, and bars narrower than a few pixels
 * are drawn together.  Bars of one look are one path: changing the look of the brush costs more than drawing. */
(function (lince) {
    "use strict";

    const BLOCK = 3; /* a bar narrower than this is part of a block */
    const SLIT = 1.5; /* a gap narrower than this between two of them is not seen */
    const PLAIN = 12; /* narrower: without corners */
    const LABELLED = 26; /* narrower: without a name */
    const CORNER = 6;
    const FADE = 26; /* pixels in which an open end disappears */

    /* Operations that were filtered out are grey, and so are those without a conflict unless a search matches them. */
    const [NORMAL, CULPRIT, DIM, MATCH] = [0, 1, 2, 3];
    const looks = ["plain", "culprit", "dim", "match"];
    const backToFront = [DIM, NORMAL, MATCH, CULPRIT];
    function lookOf(t, op) {
        if (t.passes && !t.passes[op]) return DIM;
        if (t.h.culprit[op]) return CULPRIT;
        if (t.matched && t.matched[op]) return MATCH;
        return t.h.culprits.length && !t.passes ? DIM : NORMAL;
    }

    const fade = (t, x0, x1, colour) => {
        const made = t.ctx.createLinearGradient(Math.max(x0, x1 - FADE * 2), 0, x1, 0);
        made.addColorStop(0, colour);
        made.addColorStop(1, colour + "00"); /* the colours are #rrggbb */
        return made;
    };

    /* ---- bars ---- */

    /* The visible part of a row, by look: blocks, plain bars and bars with corners. */
    function collect(t, row, y, found) {
        const { from, to, ops } = row;
        const { scale } = t.view;
        const left = t.view.x;
        const right = left + t.plotWidth / scale;
        const blocks = [null, null, null, null]; /* by look, the unfinished block */
        for (let k = lince.firstNotBelow(to, left); k < ops.length && from[k] <= right; k++) {
            const x0 = t.gutter + (from[k] - left) * scale;
            const x1 = Math.max(t.gutter + (to[k] - left) * scale, x0 + 1.5);
            const look = lookOf(t, ops[k]);
            t.drawn.looked++;
            if (x1 - x0 >= BLOCK || look === CULPRIT)
                found.push({ x0, x1: look === CULPRIT ? Math.max(x1, x0 + BLOCK) : x1, y, look, op: ops[k] });
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
        t.ctx.lineWidth = look === CULPRIT ? 1.8 : 1.2;
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

    function drawLook(t, found, look) {
        const colours = brush(t, look);
        const mine = found.filter((bar) => bar.look === look);
        t.ctx.fillStyle = colours.edge;
        t.ctx.globalAlpha = look === DIM ? 0.45 : 0.75;
        for (const bar of mine) {
            if (bar.op >= 0 && bar.x1 - bar.x0 >= PLAIN) continue;
            t.ctx.fillRect(bar.x0, bar.y + 1, Math.max(bar.x1 - bar.x0 - 0.5, 1), t.barHeight - 2);
            t.drawn.blocks++;
        }
        t.ctx.globalAlpha = 1;
        const wide = mine.filter((bar) => bar.op >= 0 && bar.x1 - bar.x0 >= PLAIN);
        t.drawn.bars += wide.length;
        fillAndStroke(
            t,
            wide.filter((bar) => !open(t, bar.op)),
            colours,
        );
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
        t.ctx.fillText(lince.abridge(t.h.barLabel(bar.op), columns), x0, y);
        t.drawn.labels++;
    }

    function drawLabels(t, found, look) {
        t.ctx.fillStyle = lince.colour(looks[look] + "-ink");
        t.ctx.font = (look === CULPRIT ? "600 " : "") + t.font;
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

    lince.drawBars = function (t, first, last) {
        const found = [];
        for (let r = first; r < last; r++) collect(t, t.layout.rows[r], t.rowTop(r), found);
        for (const look of backToFront) drawLook(t, found, look);
        for (const look of backToFront) drawLabels(t, found, look);
        if (!t.matched) return;
        for (const bar of found) if (bar.look === CULPRIT && t.matched[bar.op]) ring(t, bar.op, "match-edge", 1.5);
    };

    lince.drawRings = function (t) {
        ring(t, t.hovered, "faint", 1);
        ring(t, t.selected, "focus", 2);
    };
})(window.lince);
