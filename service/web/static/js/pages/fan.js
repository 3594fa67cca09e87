// Five cards, for the eye alone.
import { html } from "../../vendor/lit-html.js";
import { suitSign } from "../table/card.js";

const CARDS = /** @type {const} */ ([
  ["10", "S"],
  ["J", "H"],
  ["Q", "C"],
  ["K", "D"],
  ["A", "S"],
]);

export const fan = () => html`
  <div class="fan" aria-hidden="true">
    ${CARDS.map(([rank, suit]) => html`<span class="fan-card" data-suit=${suit}><b>${rank}</b>${suitSign(suit)}${suitSign(suit)}</span>`)}
  </div>`;
