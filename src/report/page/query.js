/* The text of the search field.  Words are searched for; `thread:`, `object:`, `method:`, `key:`, `value:` and
 * `is:` filter.  Several filters of one kind are alternatives, those of different kinds must all hold. */
(function (lince) {
    "use strict";

    const kinds = ["thread", "object", "method", "key", "value", "is"];
    const states = { open: "o", crashed: "c", failed: "f", returned: "r" };

    /* Blanks separate, except in quotes. */
    function split(text) {
        const words = [];
        for (const [, kind, quoted, plain] of text.matchAll(/(?:(\w+):)?(?:"([^"]*)"?|(\S+))/g)) {
            const word = quoted ?? plain;
            if (kind && kinds.includes(kind.toLowerCase())) words.push({ kind: kind.toLowerCase(), word });
            else words.push({ kind: null, word: kind ? kind + ":" + word : word });
        }
        return words.filter(({ word }) => word !== "");
    }

    /* The values of `1, [2, 3], "a, b"`. */
    function values(text) {
        const found = [];
        let depth = 0;
        let quoted = false;
        let start = 0;
        for (let i = 0; i < text.length; i++) {
            const c = text[i];
            if (quoted && c === "\\") i++;
            else if (c === '"') quoted = !quoted;
            else if (!quoted && (c === "[" || c === "(")) depth++;
            else if (!quoted && (c === "]" || c === ")")) depth--;
            else if (!quoted && !depth && c === ",") {
                found.push(text.slice(start, i).trim());
                start = i + 1;
            }
        }
        found.push(text.slice(start).trim());
        return found;
    }

    lince.values = values;

    const same = (a, b) => a.toLowerCase() === b || a.replace(/^"|"$/g, "").toLowerCase() === b;
    const tests = {
        thread: (h, i, word) => same(lince.thread(h, i), word),
        object: (h, i, word) => same(h.objects[h.object[i]] || "", word),
        method: (h, i, word) => same(h.method(i), word),
        key: (h, i, word) => same(lince.clean(lince.key(h, i)), word),
        value: (h, i, word) =>
            values(h.args(i)).some((v) => same(v, word)) || values(h.result(i) ?? "").some((v) => same(v, word)),
        is: (h, i, word) => (word === "culprit" ? h.culprit[i] === 1 : h.outcome[i] === states[word]),
    };

    /* The searched text; made once, because it is needed at every key. */
    function haystack(h) {
        if (!h.haystack) {
            h.haystack = [];
            for (let i = 0; i < h.count; i++)
                h.haystack.push(
                    (lince.thread(h, i) + " " + lince.fullLabel(h, i)).toLowerCase().replace(/[\u2068\u2069]/g, ""),
                );
        }
        return h.haystack;
    }

    /* {filters, passes: null or a mark per operation, matches: [OP...]} */
    lince.query = function (h, text) {
        const parts = split(text);
        const filters = parts.filter((part) => part.kind);
        const words = parts.filter((part) => !part.kind).map((part) => part.word.toLowerCase());
        let passes = null;
        if (filters.length) {
            const byKind = kinds
                .map((kind) => [kind, filters.filter((f) => f.kind === kind).map((f) => f.word.toLowerCase())])
                .filter(([, wanted]) => wanted.length);
            passes = new Uint8Array(h.count);
            for (let i = 0; i < h.count; i++)
                passes[i] = byKind.every(([kind, wanted]) => wanted.some((word) => tests[kind](h, i, word))) ? 1 : 0;
        }
        const matches = [];
        if (words.length) {
            const texts = haystack(h);
            for (let i = 0; i < h.count; i++)
                if ((!passes || passes[i]) && words.every((word) => texts[i].includes(word))) matches.push(i);
        } else if (passes) {
            for (let i = 0; i < h.count; i++) if (passes[i]) matches.push(i);
        }
        return { filters, words, passes, matches };
    };

    /* The query with one filter more, or less if it is there. */
    lince.toggleFilter = function (text, kind, value) {
        const written = kind + ":" + (/[\s"]/.test(value) ? '"' + value.replace(/"/g, "") + '"' : value);
        const parts = text.split(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/).filter((part) => part);
        return (parts.includes(written) ? parts.filter((p) => p !== written) : [...parts, written]).join(" ");
    };
})(window.lince);
