/* The page: the list of sections if there are several, the one that is shown, and the frame around them. */
(function (lince) {
    "use strict";

    const { element } = lince;
    const body = document.body;
    const CHUNK = 100; /* items of the list */
    const TITLE = 36; /* columns of one of them */

    function read() {
        try {
            const data = JSON.parse(document.getElementById("data").textContent);
            return data && typeof data === "object" ? data : null;
        } catch (error) {
            return null;
        }
    }

    /* ---- the list ---- */

    /* The common beginning of all titles, up to a folder's end, distinguishes nothing. */
    function sharedFolder(titles) {
        let shared = titles[0].slice(0, titles[0].lastIndexOf("/") + 1);
        for (const title of titles)
            while (!title.startsWith(shared)) shared = shared.slice(0, shared.slice(0, -1).lastIndexOf("/") + 1);
        return shared.length;
    }

    function List(sections, show) {
        const titles = sections.map((section) => lince.clean(section.title));
        const shared = sharedFolder(titles);
        const verdicts = sections.map(lince.verdict);
        const items = sections.map((_, i) =>
            element(
                "button.item",
                { type: "button", title: titles[i], tabindex: "-1", click: () => show(i) },
                lince.sign(verdicts[i]),
                element("span.unseen", null, lince.verdictWord(verdicts[i]) + ": "),
                lince.phrase(lince.abridge(titles[i].slice(shared), TITLE)),
            ),
        );
        const kinds = ["violation", "unknown", "ok", "shown"].filter((verdict) => verdicts.includes(verdict));
        const list = {
            element: null,
            only: null,
            marked: null,
            passes: (i) => !list.only || verdicts[i] === list.only,
        };
        const filters = ["all", ...kinds].map((kind) => {
            const number = kind === "all" ? sections.length : verdicts.filter((v) => v === kind).length;
            const word = kind === "all" ? "all" : lince.verdictWord(kind);
            return element(
                "button",
                {
                    type: "button",
                    "aria-pressed": String(kind === "all"),
                    "data-only": kind,
                    click: () => choose(kind),
                },
                word + " ",
                element("span.soft", null, number.toLocaleString("en")),
            );
        });
        function choose(kind) {
            list.only = kind === "all" ? null : kind;
            items.forEach((item, i) => (item.hidden = !list.passes(i)));
            filters.forEach((filter) => filter.setAttribute("aria-pressed", String(filter.dataset.only === kind)));
            reach(list.marked && !list.marked.hidden ? list.marked : items.find((item) => !item.hidden));
        }

        /* Tab comes to one of the items, arrows lead to the remaining items. */
        let reached = null;
        function reach(item) {
            if (reached) reached.tabIndex = -1;
            reached = item;
            reached.tabIndex = 0;
        }
        function go(event) {
            const seen = items.filter((item) => !item.hidden);
            const at = seen.indexOf(event.target);
            const item = seen[{ ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: seen.length - 1 }[event.key]];
            if (at < 0 || !item) return;
            show(items.indexOf(item));
            item.focus();
            event.preventDefault();
        }
        list.mark = function (shown) {
            if (list.marked) list.marked.removeAttribute("aria-current");
            list.marked = items[shown];
            list.marked.setAttribute("aria-current", "true");
            reach(list.marked);
            list.marked.scrollIntoView({ block: "nearest", inline: "nearest" });
        };
        /* In parts, so that a browser can leave out those that are not visible. */
        const chunks = [];
        for (let i = 0; i < items.length; i += CHUNK)
            chunks.push(element("div.chunk", null, ...items.slice(i, i + CHUNK)));
        list.element = element(
            "nav",
            { "aria-label": "sections" },
            kinds.length > 1 && element("div.filters", { role: "group", "aria-label": "verdicts" }, ...filters),
            element("div.items", { keydown: go }, ...chunks),
        );
        return list;
    }

    /* ---- everything ---- */

    const data = read();
    const sections = data ? lince.list(data.sections).filter((section) => section && typeof section === "object") : [];
    const page = { shown: -1, timeline: null, stepper: null };
    const place = element("div.place");
    const list = sections.length > 1 ? List(sections, show) : null;
    const dialog = lince.Help();

    function show(i) {
        if (i === page.shown) return;
        const made = lince.Section(sections[i]);
        page.shown = i;
        page.timeline = made.timeline;
        page.stepper = made.stepper;
        place.replaceChildren(made.element);
        made.start();
        if (made.stepper) made.stepper.begin();
        if (list) list.mark(i);
        window.scrollTo(0, 0);
    }
    page.next = function (by) {
        for (let i = page.shown + by; i >= 0 && i < sections.length; i += by)
            if (!list || list.passes(i)) {
                show(i);
                lince.say(lince.verdictWord(lince.verdict(sections[i])) + ": " + lince.clean(sections[i].title));
                return;
            }
    };
    page.help = () => dialog.showModal();

    const top = element(
        "header.top",
        null,
        element("span.mark", null, "Lince"),
        /* in one line, of any length: the rest is cut */
        element("span.of", null, data ? lince.phrase(data.title) : ""),
        element("span.room"),
        lince.button("◐", "dark or light (d)", lince.toggleTheme),
        lince.button("?", "keys (?)", page.help),
    );
    const foot =
        data && data.command
            ? element(
                  "footer",
                  null,
                  "Made by Lince " + lince.clean(data.lince) + ": ",
                  element("code", null, lince.phrase(data.command)),
                  " ",
                  lince.copyButton(lince.text(data.command)),
              )
            : null;
    const nothing = data
        ? "There is nothing to show: no history was checked."
        : "The data of this page is damaged: please have it written again.";
    if (!sections.length) place.append(element("main", { id: "main" }, element("p.nothing", null, nothing)));

    body.append(
        top,
        element(
            "div.columns" + (list ? ".listed" : ""),
            null,
            list ? list.element : null,
            element("div.content", null, place, foot || ""),
        ),
        dialog,
    );
    if (sections.length) {
        const wanted = Number(location.hash.slice(1)) - 1;
        const worst = sections.findIndex((section) => lince.verdict(section) === "violation");
        show(sections[wanted] ? wanted : Math.max(0, worst));
    }
    lince.listenToKeys(page);
    lince.whenColoursChange(() => {
        if (!page.timeline) return;
        page.timeline.overview.changed();
        page.timeline.drawNow();
    });
    new ResizeObserver(() => page.timeline && page.timeline.resize()).observe(place);

    /* The visible state, for tests of the page. */
    const view = function () {
        const t = page.timeline;
        return {
            section: page.shown,
            sections: sections.length,
            theme: lince.theme(),
            step: page.stepper ? page.stepper.at : null,
            timeline: t && {
                mode: t.mode,
                ...t.view,
                width: t.width,
                height: t.height,
                gutter: t.gutter,
                top: t.top,
                rowHeight: t.rowHeight,
                rows: t.layout.rows.length,
                total: t.layout.width,
                fit: t.fitting(),
                selected: t.selected,
                hovered: t.hovered,
                cursor: t.cursor,
                hide: t.hide,
                match: t.match,
                matches: t.query ? t.query.matches.length : null,
                drawn: { ...t.drawn },
                ticks: t.ticks,
                flags: (t.flags || []).map(({ x }) => t.canvas.getBoundingClientRect().left + x),
            },
            /* where an operation is in the window */
            at(op) {
                const box = t.canvas.getBoundingClientRect();
                const x0 = t.toScreen(t.layout.x[t.h.call[op]]);
                const x1 = t.toScreen(t.layout.x[t.h.until[op]]);
                return {
                    x0: box.left + x0,
                    x1: box.left + x1,
                    mark: box.left + t.toScreen(t.layout.points[op]),
                    y: box.top + t.rowTop(t.layout.rowOf[op]) + t.barHeight / 2,
                };
            },
        };
    };
    window.lince = Object.freeze({ view });
})(window.lince);
