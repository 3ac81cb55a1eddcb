/* The same in words: the operations in conflict as a table, the order and the remarks as lists.  For readers of
 * text, with links to the time line. */
(function (lince) {
    "use strict";

    const FIRST = 100; /* entries of an order before a button shows more */
    const MORE = 2000;
    const LABEL_MOST = 120;
    const SHORT = 40; /* columns of a label that is not broken */
    const SCROLLED = 300; /* columns of a state that may be higher than its place */
    const { element } = lince;

    /* The operation, without its result where that is not known yet; a click leads to it. */
    function jump(t, op, open) {
        const label = lince.abridge(open ? lince.openLabel(t.h, op) : lince.fullLabel(t.h, op), LABEL_MOST);
        const go = () => {
            t.select(op);
            t.frame.scrollIntoView({ block: "nearest", behavior: lince.stands() ? "auto" : "smooth" });
        };
        return element(
            "button.jump" + (lince.columns(label) < SHORT ? ".short" : ""),
            { type: "button", title: "show it in the time line", click: go },
            lince.name(label, "ltr"),
        );
    }

    function conflictTitle(culprits, failing) {
        if (failing) return "It fails in " + (culprits.length === 1 ? "this operation" : "these operations");
        if (culprits.length === 1) return "This operation alone is wrong";
        return "These " + lince.count(culprits.length, "operation") + " alone already conflict";
    }

    function ending(h, op) {
        if (h.end[op] < 0) return lince.outcome(h, op);
        const what = h.outcome[op] === "r" ? "" : lince.outcome(h, op).split(":")[0] + " ";
        return what + (h.end[op] + 1).toLocaleString("en");
    }

    lince.Conflict = function (t) {
        const { h } = t;
        if (!h.culprits.length) return null;
        const alone = conflictTitle(h.culprits, h.failing);
        /* Some results play no part in it. */
        const open = new Set(lince.list(h.data.pending));
        const row = (op) => {
            const instead = lince.instead(h, op);
            return element(
                "tr",
                null,
                element("th", { scope: "row" }, lince.name(lince.abridge(lince.thread(h, op), 32))),
                element("td", null, jump(t, op, open.has(op))),
                element("td.number", null, (h.call[op] + 1).toLocaleString("en")),
                element("td.number", null, open.has(op) && h.end[op] >= 0 ? "may be open" : ending(h, op)),
                element(
                    "td",
                    null,
                    instead === null ? "" : lince.name(lince.shorten(lince.clean(instead), LABEL_MOST)),
                ),
            );
        };
        const any = h.culprits.some((op) => lince.instead(h, op) !== null);
        return element(
            "section.conflict" + (any ? "" : ".plain"),
            null,
            element("h2", null, alone),
            element(
                "div.scroll",
                { tabindex: "0", role: "region", "aria-label": alone },
                element(
                    "table",
                    null,
                    lince.tableHead("thread", "operation", "called", "ended", lince.couldHave(h)),
                    element("tbody", null, ...h.culprits.slice(0, MORE).map(row)),
                ),
            ),
        );
    };

    /* Where an order was searched before a violation showed, operations that returned later were still open. */
    const openThen = (h, op) =>
        h.outcome[op] === "o" || h.outcome[op] === "c" || (h.failsAt !== null && h.end[op] >= h.failsAt);

    const opening = (h, op, violated) =>
        violated ? "not returned yet" : h.outcome[op] === "c" ? "crashed" : "pending";

    function entries(t, from, to, violated) {
        const { h } = t;
        return h.groups
            .slice(from, to)
            .map((group) =>
                element(
                    "li",
                    null,
                    ...group.ops.flatMap((op, k) => [
                        k ? element("span.soft", null, " with ") : null,
                        element("span.soft", null, lince.name(lince.abridge(lince.thread(h, op), 32)), " "),
                        jump(t, op, violated && openThen(h, op)),
                        openThen(h, op) ? element("span.soft", null, " (" + opening(h, op, violated) + ")") : null,
                        lince.moved(h, op) ? element("span.soft", null, " " + lince.movedBy(h, op)) : null,
                    ]),
                ),
            );
    }

    lince.Remarks = function (t) {
        const notes = t.h.annotations;
        if (!notes.length) return null;
        const row = (note) =>
            element(
                "li",
                null,
                note.thread === null ? "" : element("span.soft", null, lince.name(t.h.threads[note.thread]), " "),
                lince.phrase(note.text),
                element(
                    "span.soft",
                    null,
                    note.at < t.h.events ? " before event " + (note.at + 1).toLocaleString("en") : " at the end",
                ),
            );
        const left = notes.length - MORE;
        return element(
            "details.remarks",
            { open: notes.length <= 20 },
            element(
                "summary",
                null,
                element("h2", null, "Remarks in the input"),
                element("span.soft", null, notes.length.toLocaleString("en")),
            ),
            element("ul", null, ...notes.slice(0, MORE).map(row)),
            left > 0 && element("p.soft", null, "and " + left.toLocaleString("en") + " more"),
        );
    };

    /* Operations that could meet each other may all have stayed alone. */
    function orderTitle(h, violated, criterion) {
        if (!violated) return "An order that explains it";
        const together = /^(sync|two-step|interval)/.test(criterion) || h.groups.some((group) => group.ops.length > 1);
        const what = together ? "Synchronizations that work" : "A longest order that works";
        return what + (h.failsAt === null ? "" : " before that");
    }

    lince.Order = function (t, violated, criterion) {
        const { h } = t;
        const state = h.state !== null && element("code", null, lince.name(h.state));
        if (!h.groups.length && violated && state)
            return element(
                "section",
                null,
                h.failsAt === null ? "No operation can come first." : "Nothing needs to have happened before that.",
                " The initial state is ",
                state,
                ".",
            );
        if (!h.groups.length) return null;
        const paired = h.groups.some((group) => group.ops.length > 1);
        const list = element("ol.order" + (paired ? ".paired" : ""), null, ...entries(t, 0, FIRST, violated));
        const more = lince.button("show more", "show more of the order", () => {
            const shown = list.childElementCount;
            list.append(...entries(t, shown, shown + MORE, violated));
            if (list.childElementCount >= h.groups.length) more.remove();
        });
        const how = h.inTime
            ? "One way to see it: each operation takes effect where its number stands in the time line."
            : "The numbers in the time line give this order; it does not follow time.";
        const summary = element(
            "summary",
            null,
            element("h2", null, orderTitle(h, violated, criterion)),
            element("span.soft", null, lince.count(h.groups.length, "step")),
        );
        return element(
            "details.orderly",
            { open: h.groups.length <= 40 },
            summary,
            element("p.soft", null, how),
            list,
            h.groups.length > FIRST && more,
            state &&
                element(
                    "div.state",
                    { role: "region", tabindex: h.state.length > SCROLLED ? "0" : null, "aria-label": "state" },
                    "It leaves the state ",
                    state,
                    ".",
                ),
        );
    };
})(window.lince);
