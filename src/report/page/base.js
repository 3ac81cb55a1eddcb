/* Shared by all parts of the page: elements made of text nodes alone, texts made fit to be shown, colours, and the one
 * place that is notified of changes. */
window.lince = {};

(function (lince) {
    "use strict";

    /* Members of the data may be missing, and may be more than is known here. */
    lince.list = (value) => (Array.isArray(value) ? value : []);
    lince.text = (value) => (value === null || value === undefined ? "" : String(value));

    /* Control characters become visible; characters that would reorder the surrounding text are left out. */
    const unseen = /[\u0000-\u001f\u007f]/g;
    const unruly = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
    const unclean = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
    lince.clean = function (value) {
        const text = lince.text(value);
        if (!unclean.test(text)) return text;
        return text
            .replace(unruly, "")
            .replace(unseen, (c) => String.fromCharCode(c === "\u007f" ? 0x2421 : 0x2400 + c.charCodeAt(0)));
    };

    /* Text from right to left stays where it is: it does not turn the surrounding text. */
    const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
    lince.isolate = (clean) => (rightToLeft.test(clean) ? "\u2068" + clean + "\u2069" : clean);

    /* How many columns a text takes in a font whose characters are all as wide. */
    const narrow = /^[\u0000-\u10ff]*$/;
    lince.columns = function (text) {
        if (narrow.test(text)) return text.length;
        let columns = 0;
        for (const c of text) {
            const code = c.codePointAt(0);
            columns += code < 0x1100 || (code >= 0x2000 && code < 0x2600) ? 1 : 2;
        }
        return columns;
    };

    /* The beginning of a text that takes at most so many columns, with an ellipsis if something is missing. */
    lince.shorten = function (text, most) {
        if (lince.columns(text) <= most) return text;
        let kept = "";
        let columns = 1;
        for (const c of text) {
            columns += lince.columns(c);
            if (columns > most) break;
            kept += c;
        }
        return kept + "…";
    };

    /* The same without its middle, where that leaves enough of both ends: the end distinguishes names, and
     * contains results. */
    const ENDS = 14; /* columns */
    lince.abridge = function (text, most) {
        if (most < ENDS || lince.columns(text) <= most) return lince.shorten(text, most);
        const tail = Math.floor(most * 0.4);
        let kept = "";
        let columns = 0;
        for (const c of [...text.slice(-2 * tail)].reverse()) {
            columns += lince.columns(c);
            if (columns > tail) break;
            kept = c + kept;
        }
        return lince.shorten(text, most - tail) + kept;
    };

    lince.count = (number, one, many) => number.toLocaleString("en") + " " + (number === 1 ? one : many || one + "s");

    /* element("p.reason", {title: "why"}, "text", child...): attributes whose value is null, undefined or false are
     * left out, and those that are functions listen. */
    lince.element = function (name, attributes, ...children) {
        const [tag, ...classes] = name.split(".");
        const made = document.createElement(tag);
        if (classes.length) made.className = classes.join(" ");
        for (const [key, value] of Object.entries(attributes || {})) {
            if (typeof value === "function") made.addEventListener(key, value);
            else if (value === true) made.setAttribute(key, "");
            else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
        }
        made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
        return made;
    };

    lince.button = (label, help, action) =>
        lince.element("button", { type: "button", title: help, "aria-label": help, click: action }, label);

    /* Names and values keep their direction to themselves.  A long one that has to be broken is broken where its parts
     * meet: behind `/`, `_` or `,`, before `.`, `[`, `(`, `::` or `->`, or between aName and another. */
    const LONG = 16; /* shorter words stay in one piece */
    const seams = new RegExp(
        [
            /(?<=[\w)\]][/_,;|=&:])(?=[\w"'([])/,
            /(?<=[\w)\]])(?=\.[A-Za-z_]|\[|\(|->|::|→)/,
            /(?<=[a-z])(?=[A-Z])/,
            /(?<=[a-z]-)(?=[a-z])/,
        ]
            .map((one) => one.source)
            .join("|"),
    );
    const pieces = (text) => text.split(/(\s+)/).map((word) => (word.length > LONG ? word.split(seams) : [word]));
    lince.name = function (value, direction) {
        const text = lince.clean(value);
        const made = lince.element("bdi", { dir: direction });
        if (text.length <= LONG) made.append(text);
        else
            for (const [first, ...rest] of pieces(text)) {
                made.append(first);
                for (const piece of rest) made.append(document.createElement("wbr"), piece);
            }
        made.normalize();
        return made;
    };

    /* Sentences and commands are broken between words, as long as these are not longer than a line. */
    lince.phrase = (value) => lince.element("bdi", null, lince.clean(value));

    lince.tableHead = (...names) =>
        lince.element(
            "thead",
            null,
            lince.element("tr", null, ...names.map((name) => lince.element("th", { scope: "col" }, name))),
        );

    /* ---- announcements to screen readers ---- */

    const live = lince.element("div.unseen", { id: "live", role: "status", "aria-live": "polite" });
    document.body.append(live);
    lince.say = function (text) {
        live.textContent = text;
    };

    /* ---- colours: those of the style sheet, for drawings ---- */

    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    const still = window.matchMedia("(prefers-reduced-motion: reduce)");
    const root = document.documentElement;
    const repaint = [];
    let chosen = null; /* by hand */
    let colours = null;

    lince.stands = () => still.matches;
    lince.theme = () => root.dataset.theme;
    lince.whenColoursChange = (action) => repaint.push(action);

    lince.colour = function (name) {
        if (!colours) colours = { style: getComputedStyle(root), known: new Map() };
        if (!colours.known.has(name)) colours.known.set(name, colours.style.getPropertyValue("--" + name).trim());
        return colours.known.get(name);
    };

    function apply(theme) {
        root.dataset.theme = theme;
        colours = null;
        for (const action of repaint) action();
    }
    const applyChosen = () => apply(chosen || (dark.matches ? "dark" : "light"));
    lince.toggleTheme = function () {
        chosen = lince.theme() === "dark" ? "light" : "dark";
        applyChosen();
        lince.say(chosen + " colours");
    };
    dark.addEventListener("change", applyChosen);
    /* Paper is white. */
    window.addEventListener("beforeprint", () => apply("light"));
    window.addEventListener("afterprint", applyChosen);
    applyChosen();

    /* ---- copying ---- */

    function copyByHand(text) {
        const area = lince.element("textarea.unseen");
        area.value = text;
        document.body.append(area);
        area.select();
        const done = document.execCommand("copy");
        area.remove();
        return done ? Promise.resolve() : Promise.reject(new Error("not allowed"));
    }

    /* Copies a text, or the result of a function at that time. */
    lince.copyButton = function (what, label = "copy", help = "copy: " + what) {
        const made = lince.button(label, help, () => {
            const text = typeof what === "function" ? what() : what;
            const copied = navigator.clipboard
                ? navigator.clipboard.writeText(text).catch(() => copyByHand(text))
                : copyByHand(text);
            copied.then(
                () => tell("copied"),
                () => tell("could not copy"),
            );
        });
        function tell(word) {
            made.textContent = word;
            lince.say(word);
            window.setTimeout(() => (made.textContent = label), 1500);
        }
        made.classList.add("copy");
        return made;
    };
})(window.lince);
