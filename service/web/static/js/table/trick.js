// The trick: a card before each seat, as the pace shows it; or the last one, to look at again.
import { repeat } from "../../vendor/directives/repeat.js";
import { html } from "../../vendor/lit-html.js";
import { signal } from "../../vendor/signals-core.js";
import { may, turn } from "../actions.js";
import { t } from "../i18n.js";
import { view } from "../match.js";
import { letGo, scene } from "../pace.js";
import { pace } from "../preferences.js";
import { cardName, face, printedSuit } from "./card.js";
import { nameOf, placeOf } from "./places.js";

/** The last trick while it is looked at. */
const lookedAt = signal(/** @type {import('../types.js').View['last_trick'] | null} */ (null));

/** It closes by itself when it is not the last one any more. */
export const isLookingBack = () => {
  const [one, last] = [lookedAt.value, view.value?.last_trick];
  return Boolean(one) && one?.number === last?.number && one?.deal === last?.deal;
};

/** Shows the last trick, or the present one again. */
export const lookBack = () => {
  lookedAt.value = isLookingBack() ? null : (view.value?.last_trick ?? null);
};

/** Whether cards lie there that must be seen before anything else, unless something else is to be decided. */
export const isTrickShown = () => {
  const isBusy = scene.value.trick !== null && !["bid", "exchange", "draw", "look"].some(may);
  return isLookingBack() || isBusy;
};

/** Whether a finished trick lies there until the reader goes on. */
export const isTrickWaiting = () => scene.value.state === "held" && pace.value === "tap" && !turn.value?.id;

/** @param {import('../pace.js').Laid} laid @param {string | null | undefined} winner */
const laidCard = ({ seat, card, isSent }, winner) => html`
  <li class="card laid" data-trick-card=${card} data-suit=${printedSuit(card)} data-place=${placeOf(seat)} ?data-winner=${seat === winner} ?data-sent=${isSent}>
    <span class="unseen">${t("table.trick.card", { name: nameOf(seat), card: cardName(card) })}</span>${face(card)}
  </li>`;

/** @param {string} area @param {string} state @param {{number: number, cards: import('../pace.js').Laid[], winner?: string | null} | null} shown */
const cross = (area, state, shown) => html`
  <ul class="trick" data-area=${area} aria-label=${t(`table.${area}`)} data-state=${state} data-to=${shown?.winner ? placeOf(shown.winner) : ""} @click=${letGo}>
    ${repeat(
      shown?.cards ?? [],
      (laid) => `${shown?.number}${laid.card}`,
      (laid) => laidCard(laid, shown?.winner),
    )}
  </ul>`;

const closeLast = () => {
  lookedAt.value = null;
};

export const trick = () => {
  if (!isLookingBack()) return cross("trick", scene.value.state, scene.value.trick);
  return html`<div class="last-trick" @click=${closeLast}><p>${t("table.last-trick")}</p>${cross("last-trick", "last", lookedAt.value)}</div>`;
};
