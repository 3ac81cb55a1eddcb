/* Draws the surroundings of the bars of a time line: tracks and names of threads, the axis, flags, lines across. */
(function (lince) {
    "use strict";

    const [FLAG, BESIDE, NEAR_FAILURE] = [8, 4, 110]; /* pixels */
    const MOST_TOLD = 20;

    lince.drawTracks = function (t, first, last) {
        t.ctx.fillStyle = lince.colour("track");
        for (let r = first; r < last; r++)
            t.ctx.fillRect(t.gutter, Math.round(t.rowTop(r) + t.barHeight / 2), t.plotWidth, 1);
    };

    lince.drawNames = function (t, first, last) {
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
            const name = lince.abridge(t.h.threads[row.thread], columns);
            t.ctx.fillText(lince.isolate(name), t.gutter - 14, t.rowTop(r) + t.barHeight / 2);
        }
    };

    /* A line from top to bottom; -1 if it is not visible. */
    function across(t, position, width, dash) {
        const x = Math.round(t.toScreen(lince.at(t.layout.x, position)));
        if (x < t.gutter || x > t.width) return -1;
        t.ctx.lineWidth = width;
        t.ctx.setLineDash(dash);
        t.ctx.beginPath();
        t.ctx.moveTo(x, t.axis - 4);
        t.ctx.lineTo(x, t.height);
        t.ctx.stroke();
        t.ctx.setLineDash([]);
        return x;
    }

    /* Where the steps are: wide and pale, so that it can be seen together with the line where it fails. */
    lince.drawCursor = function (t) {
        t.ctx.strokeStyle = lince.colour("focus");
        t.ctx.globalAlpha = 0.35;
        across(t, t.cursor, 6, []);
        t.ctx.globalAlpha = 1;
        across(t, t.cursor, 1.5, []);
    };

    lince.drawFailure = function (t) {
        const text = "wrong from here";
        t.ctx.strokeStyle = t.ctx.fillStyle = lince.colour("red");
        const x = across(t, t.h.failsAt, 1.5, [5, 4]);
        if (x < 0) return;
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
    };

    /* Where one is among rows that do not fit. */
    lince.drawScroll = function (t) {
        const room = t.height - t.top;
        const tall = t.layout.rows.length * t.rowHeight + 6;
        if (tall <= room) return;
        t.ctx.fillStyle = lince.colour("dim-edge");
        t.ctx.beginPath();
        t.ctx.roundRect(t.width - 5, t.top + (t.view.y / tall) * room, 4, (room / tall) * room, 2);
        t.ctx.fill();
    };

    lince.drawFlags = function (t) {
        if (!t.h.annotations.length) return;
        const notes = t.h.annotations;
        t.ctx.font = "11px " + lince.colour("sans");
        t.ctx.textAlign = "left";
        t.ctx.textBaseline = "middle";
        const place = (note) => t.toScreen(lince.at(t.layout.x, note.at - 0.5));
        t.flags = []; /* those too close to each other share one */
        for (
            let i = lince.firstNotBelow(t.h.notesAt, lince.firstNotBelow(t.layout.x, t.view.x));
            i < notes.length;
            i++
        ) {
            const x = place(notes[i]);
            const last = t.flags[t.flags.length - 1];
            if (x > t.width) break;
            if (x < t.gutter) continue;
            if (last && x - last.x < FLAG) last.texts.push(notes[i].text);
            else t.flags.push({ x, texts: [notes[i].text] });
        }
        t.flags.forEach(({ x, texts }, k) => {
            const end = k + 1 < t.flags.length ? t.flags[k + 1].x : t.width;
            const text = lince.shorten(texts.join(" · "), Math.floor((end - x - 14) / 6.3));
            t.ctx.fillStyle = lince.colour("flag");
            t.ctx.fillRect(x, t.axis + 2, 1, t.height);
            t.ctx.beginPath();
            t.ctx.moveTo(x, t.axis + 3);
            t.ctx.lineTo(x + 7, t.axis + 7.5);
            t.ctx.lineTo(x, t.axis + 12);
            t.ctx.fill();
            t.ctx.fillStyle = lince.colour("flag-ink");
            if (text.length > 1) t.ctx.fillText(lince.isolate(text), x + 10, t.axis + 8);
        });
        t.drawn.flags = t.flags.length;
    };

    /* ---- labels of everything besides operations ---- */

    function flagAt(t, x, y) {
        if (!t.flags || y < t.axis || y > t.top) return "";
        const flag = t.flags.findLast((one) => one.x <= x + 2);
        return flag ? flag.texts.slice(0, MOST_TOLD).join("\n") : "";
    }

    function nameAt(t, x, y) {
        const thread = lince.threadAt(t, x, y);
        return thread < 0 ? "" : t.h.threads[thread] + "\na click shows its operations alone, or all again";
    }

    function linkAt(t, x, y) {
        const { links, linksAt } = t.layout;
        const near = lince.firstNotBelow(linksAt, t.toWorld(x - BESIDE));
        const link = links[near];
        if (!link || t.toScreen(link.x) > x + BESIDE) return "";
        if (y < t.rowTop(link.top) || y > t.rowTop(link.bottom) + t.barHeight) return "";
        const ops = link.ops.slice(0, MOST_TOLD).map((op) => lince.thread(t.h, op) + " " + lince.fullLabel(t.h, op));
        return "these took effect together:\n" + ops.join("\n");
    }

    function failureAt(t, x, y) {
        if (t.h.failsAt === null || y > t.axis) return "";
        const at = t.toScreen(lince.at(t.layout.x, t.h.failsAt));
        return Math.abs(x - at) < NEAR_FAILURE
            ? "what happened in the first " +
                  lince.count(t.h.failsAt, "event") +
                  " can be explained, with the next one it cannot"
            : "";
    }

    lince.hintAt = (t, x, y) => nameAt(t, x, y) || flagAt(t, x, y) || failureAt(t, x, y) || linkAt(t, x, y);

    /* Round numbers along the upper edge: times, or positions of events. */
    lince.drawAxis = function (t) {
        const mode = t.layout.mode;
        t.ctx.font = "11px " + lince.colour("sans");
        t.ctx.textAlign = "left";
        t.ctx.textBaseline = "middle";
        t.ctx.fillStyle = lince.colour("faint");
        t.ticks = [];
        const tell = (x, text) => {
            t.ticks.push(text);
            t.ctx.fillRect(Math.round(x), t.axis - 7, 1, 7);
            t.ctx.fillText(text, x + 4, t.axis - 10);
        };
        t.ctx.textAlign = "right";
        t.ctx.fillText(mode === "time" ? "time" : "event", t.gutter - 14, t.axis - 10);
        t.ctx.textAlign = "left";
        const round = (least) =>
            [1, 2, 5, 10].map((f) => f * 10 ** Math.floor(Math.log10(least))).find((s) => s >= least);
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
        for (
            let p = from && Math.ceil((from + 1) / step) * step - 1;
            p < t.h.events;
            p += p < step - 1 ? step - 1 - p : step
        ) {
            const at = t.toScreen(x[p]);
            if (at > t.width - 30) break;
            if (at - last < 60 || (seen && !seen[p])) continue;
            tell(at, (p + 1).toLocaleString("en"));
            last = at;
        }
    };
})(window.lince);
