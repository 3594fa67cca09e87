// Single keys, while nothing is written: the trick, the scores, the last trick, a hint, help. They can be switched off.
import { sayScores, sayTrick } from "./announce.js";
import { tableId } from "./match.js";
import { show, shown } from "./pages/dialog.js";
import { shortcuts } from "./preferences.js";
import { toggleHint } from "./table/hint.js";
import { lookBack } from "./table/trick.js";

/** @type {Record<string, () => void>} */
const AT_TABLE = { t: sayTrick, s: sayScores, l: lookBack, h: toggleHint };

export function startKeys() {
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    const isWriting =
      target instanceof Element && target.closest("input, select, textarea, [contenteditable]") !== null;
    if (!shortcuts.peek() || shown.peek() || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    const does = key === "?" ? () => show("help") : tableId.peek() ? AT_TABLE[key.toLowerCase()] : undefined;
    if (!does) return;
    event.preventDefault();
    does();
  });
}
