// One's own cards: one tab stop, arrows between them; or backs, while the hand is hidden.
import { repeat } from "../../vendor/directives/repeat.js";
import { html, nothing } from "../../vendor/lit-html.js";
import { signal } from "../../vendor/signals-core.js";
import { hand as cards, hint, illegalCards, look, selection } from "../actions.js";
import { t } from "../i18n.js";
import { view } from "../match.js";
import { oneTap } from "../preferences.js";
import { cardName, face, printedSuit } from "./card.js";
import { endDrag, isClickOfDrag, moveDrag, startDrag } from "./drag.js";
import { moveInHand } from "./hand_keys.js";
import { isIllegal, pointed, tap } from "./lifting.js";

/** @typedef {import('../types.js').CardCode} CardCode */

/** At most so many lie side by side on a narrow screen; more make another row. */
const A_ROW = 7;

/** The card that the tab key comes to. */
const current = signal(/** @type {CardCode | null} */ (null));
let lastIndex = 0;

/** Where a card lies, for the style sheet: its place in the fan, and in the rows. @param {number} index @param {number} count */
const place = (index, count) => {
  const rows = Math.max(1, Math.ceil(count / A_ROW));
  const wide = Math.ceil(count / rows);
  const row = Math.floor(index / wide);
  const inRow = Math.min(wide, count - row * wide);
  return `--i:${index};--n:${count};--row:${row};--rows:${rows};--wide:${wide};--col:${index % wide};--in-row:${inRow}`;
};

/** The card that had it, or who lies there now. */
const tabStop = () => {
  const found = cards.value.indexOf(current.value ?? "");
  if (found >= 0) lastIndex = found;
  return cards.value[Math.min(lastIndex, cards.value.length - 1)];
};

/** @param {CardCode} card */
const point = (card) => {
  current.value = card;
  pointed.value = card;
};

/** @param {CardCode} card @param {number} index */
const held = (card, index) => {
  const reason = illegalCards.value.get(card);
  const isLifted = selection.value.includes(card);
  const isHinted = hint.value?.card === card || Boolean(hint.value?.cards?.includes(card));
  const name = isHinted ? t("table.hand.hinted", { card: cardName(card) }) : cardName(card);
  return html`
    <button type="button" class="card held" data-card=${card} data-suit=${printedSuit(card)} ?data-lifted=${isLifted} ?data-hinted=${isHinted}
      aria-label=${name} aria-pressed=${isLifted} aria-disabled=${isIllegal(card)} aria-describedby=${reason ? `why-${card}` : nothing}
      tabindex=${card === tabStop() ? 0 : -1} .style=${place(index, cards.value.length)}
      @click=${() => isClickOfDrag() || tap(card)} @focus=${() => point(card)}
      @pointerenter=${() => {
        pointed.value = card;
      }} @pointerleave=${() => {
        pointed.value = null;
      }}
      @pointerdown=${(/** @type {PointerEvent} */ event) => startDrag(event, card)}
      @pointermove=${moveDrag} @pointerup=${endDrag} @pointercancel=${endDrag}>
      ${face(card)}${reason ? html`<span class="unseen" id=${`why-${card}`}>${reason}</span>` : ""}
    </button>`;
};

/** @param {number} count */
const backs = (count) =>
  [...Array(count).keys()].map(
    (index) => html`<span class="card held back" .style=${place(index, count)} @click=${look}></span>`,
  );

export const hand = () => {
  const you = view.value?.you;
  if (!you) return "";
  const count = you.hand_hidden ? (view.value?.deal?.cards_held[you.seat] ?? 0) : cards.value.length;
  return html`
    <div class="hand-place"><div class="hand" data-area="hand" role="group" aria-label=${t(you.hand_hidden ? "table.hand.hidden" : "table.hand", { count })}
      aria-description=${oneTap.value || count === 0 ? nothing : t("table.hand.how")} .style=${place(0, count)} @keydown=${moveInHand}>
      ${you.hand_hidden ? backs(count) : repeat(cards.value, (card) => card, held)}
    </div></div>`;
};
