// Cards that partners exchange: who gives how many, and what one's own were. They are picked in the hand.
import { html } from "../../vendor/lit-html.js";
import { t } from "../i18n.js";
import { view } from "../match.js";
import { still } from "./card.js";
import { nameOf } from "./places.js";

/** @param {string} label @param {string[] | null | undefined} cards */
const row = (label, cards) =>
  cards?.length
    ? html`<figure class="exchanged"><figcaption>${label}</figcaption><div>${cards.map(still)}</div></figure>`
    : "";

/** Those whose cards are not shown anyway. */
const others = () => {
  const you = view.value?.you;
  const seen = [you?.exchange?.given && you.seat, you?.exchange?.received && you.partner];
  return view.value?.deal?.exchanges.filter(({ from }) => !seen.includes(from)) ?? [];
};

export const exchange = () => {
  const mine = view.value?.you?.exchange;
  const name = mine ? nameOf(mine.with) : "";
  return html`
    <section class="exchange" data-area="exchange" aria-label=${t("table.exchange")}>
      <div class="exchanged-both">${row(t("table.exchange.given", { name }), mine?.given)}${row(t("table.exchange.received", { name }), mine?.received)}</div>
      <ul class="exchanges">${others().map(
        ({ from, to, count, done }) => html`
        <li data-done=${done}>${t(done ? "table.exchange.done" : "table.exchange.open", { from: nameOf(from), to: nameOf(to), count })}</li>`,
      )}</ul>
    </section>`;
};
