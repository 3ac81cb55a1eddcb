/* The same in words: the operations in conflict as a table, the order and the remarks as lists.  For those who read
 * rather than look, and to go from there to the time line. */
(function (lince) {
    "use strict";

    const FIRST = 100; /* entries of an order before somebody asks for more */
    const MORE = 2000;
    const LABEL_MOST = 120;
    const { element } = lince;

    const jump = (t, op) =>
        element(
            "button.jump" + (lince.columns(lince.fullLabel(t.h, op)) < 40 ? ".short" : ""),
            {
                type: "button",
                title: "show it in the time line",
                click: () => {
                    t.select(op);
                    t.frame.scrollIntoView({ block: "nearest", behavior: lince.stands() ? "auto" : "smooth" });
                },
            },
            element("bdi", { dir: "ltr" }, lince.shorten(lince.fullLabel(t.h, op), LABEL_MOST)),
        );

    lince.Conflict = function (t) {
        const { h } = t;
        if (!h.culprits.length) return null;
        const alone =
            h.culprits.length === 1
                ? "This operation alone is already wrong"
                : "These " + h.culprits.length.toLocaleString("en") + " operations alone already conflict";
        const row = (op) => {
            const instead = lince.instead(h, op);
            const end =
                h.end[op] < 0
                    ? lince.outcome(h, op)
                    : (h.outcome[op] === "r" ? "" : lince.outcome(h, op).split(":")[0] + " ") +
                      (h.end[op] + 1).toLocaleString("en");
            return element(
                "tr",
                null,
                element("th", { scope: "row" }, lince.name(lince.shorten(lince.thread(h, op), 32))),
                element("td", null, jump(t, op)),
                element("td.number", null, (h.call[op] + 1).toLocaleString("en")),
                element("td.number", null, end),
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
                    element(
                        "thead",
                        null,
                        element(
                            "tr",
                            null,
                            ...["thread", "operation", "called", "ended", "could have returned"].map((name) =>
                                element("th", { scope: "col" }, name),
                            ),
                        ),
                    ),
                    element("tbody", null, ...h.culprits.slice(0, MORE).map(row)),
                ),
            ),
        );
    };

    function entries(t, from, to) {
        const { h } = t;
        return h.groups
            .slice(from, to)
            .map((group) =>
                element(
                    "li",
                    null,
                    ...group.ops.flatMap((op, k) => [
                        k ? element("span.soft", null, " with ") : null,
                        element("span.soft", null, lince.name(lince.shorten(lince.thread(h, op), 32)), " "),
                        jump(t, op),
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
                lince.name(note.text),
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

    lince.Order = function (t, violated) {
        const { h } = t;
        if (!h.groups.length) return null;
        const list = element("ol.order", null, ...entries(t, 0, FIRST));
        const more =
            h.groups.length > FIRST &&
            lince.button("show more", "show more of the order", () => {
                const shown = list.childElementCount;
                list.append(...entries(t, shown, shown + MORE));
                if (list.childElementCount >= h.groups.length) more.remove();
            });
        const title = violated ? "A longest order that works before that" : "An order that explains it";
        const how = h.inTime
            ? "Each operation took effect where its number stands in the time line."
            : "The numbers in the time line give this order; it does not follow time.";
        return element(
            "details.orderly",
            { open: h.groups.length <= 40 },
            element(
                "summary",
                null,
                element("h2", null, title),
                element("span.soft", null, lince.count(h.groups.length, "step")),
            ),
            element("p.soft", null, how),
            list,
            more || null,
            h.state !== null &&
                element("p", null, "It leaves the state ", element("code", null, lince.name(h.state)), "."),
        );
    };
})(window.lince);
