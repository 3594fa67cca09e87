// How a card looks, and what it is called. A card is only its code here: nothing is known of its worth.
import { html, svg } from "../../vendor/lit-html.js";
import { has, t } from "../i18n.js";

/** @typedef {import('../types.js').CardCode} CardCode */

/** @type {Record<string, string>} */
const SUITS = {
  S: "M12 1.6C9.7 6.3 3 9.4 3 14.7a4.7 4.7 0 0 0 8 3.4c-.2 1.9-1 3.3-2.6 4.3h7.2c-1.6-1-2.4-2.4-2.6-4.3a4.7 4.7 0 0 0 8-3.4C21 9.4 14.3 6.3 12 1.6z",
  H: "M12 22C9.6 17.3 2.4 13.6 2.4 8A5.3 5.3 0 0 1 12 5.2 5.3 5.3 0 0 1 21.6 8C21.6 13.6 14.4 17.3 12 22z",
  D: "M12 1.5C13.9 5.5 16.7 9.2 20 12 16.7 14.8 13.9 18.5 12 22.5 10.1 18.5 7.3 14.8 4 12 7.3 9.2 10.1 5.5 12 1.5z",
  C: "M12 2a4.7 4.7 0 0 0-3.9 7.3 4.7 4.7 0 1 0 2.9 8.5c-.2 2-1 3.5-2.6 4.6h7.2c-1.6-1.1-2.4-2.6-2.6-4.6a4.7 4.7 0 1 0 2.9-8.5A4.7 4.7 0 0 0 12 2z",
};
const STAR = "M12 2l3 6.7 7.3.7-5.5 4.9 1.6 7.2L12 17.8l-6.4 3.7 1.6-7.2L1.7 9.4 9 8.7z";
/** @type {Record<string, string>} */
const RANKS = { T: "10" };

/** The suit that is printed on a card, or `J` for the two that have none. @param {CardCode} code */
export const printedSuit = (code) => (has(`table.card.${code}`) ? "J" : code.slice(-1));

/** @param {CardCode} code */
const printedRank = (code) => {
  if (has(`table.card.${code}`)) return t(`table.index.${code}`);
  const rank = code.slice(0, -1);
  return RANKS[rank] ?? rank;
};

/** What a card is called, such as `ace of spades`. @param {CardCode} code */
export function cardName(code) {
  if (has(`table.card.${code}`)) return t(`table.card.${code}`);
  const [rank, suit] = [code.slice(0, -1), code.slice(-1)];
  if (!has(`table.suit.${suit}`)) return code;
  return t("table.card", { rank: rankName(rank), suit: t(`table.suit.${suit}`) });
}

/** @param {string} rank */
const rankName = (rank) => (has(`table.rank.${rank}`) ? t(`table.rank.${rank}`) : rank);

/** @param {string} suit */
export const suitSign = (suit) =>
  html`<svg class="suit" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${SUITS[suit] ?? STAR} />`}</svg>`;

/** The face: rank over suit in the corner, one large suit below. @param {CardCode} code */
export const face = (code) => html`
  <span class="index" aria-hidden="true"><span class="rank">${printedRank(code)}</span>${suitSign(printedSuit(code))}</span>
  <span class="pip" aria-hidden="true">${suitSign(printedSuit(code))}</span>`;

/** A card that only lies there. @param {CardCode} code */
export const still = (code) => html`
  <span class="card" role="img" aria-label=${cardName(code)} data-suit=${printedSuit(code)} data-code=${code}>${face(code)}</span>`;
