/* The choices of a time line: the selected operation, the one under the pointer, and the search. */
(function (lince) {
    "use strict";

    lince.addChoice = function (t) {
        const { h } = t;
        const tell = (what) => t.listeners[what].forEach((action) => action());

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
            const hid = t.visible();
            t.query = text.trim() ? { ...asked, text } : null;
            t.passes = t.query ? asked.passes : null;
            t.matched = null;
            t.match = -1;
            if (asked.words.length) {
                t.matched = new Uint8Array(h.count);
                for (const op of asked.matches) t.matched[op] = 1;
            }
            if (t.hide && (hid || t.visible())) t.rearrange();
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
    };
})(window.lince);
