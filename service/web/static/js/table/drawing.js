// The stock of a duel: look at the top card, keep it or the next.
import { html } from "../../vendor/lit-html.js";
import { draw, may, turn } from "../actions.js";
import { t } from "../i18n.js";
import { view } from "../match.js";
import { still } from "./card.js";

/** @param {boolean} keeps @param {string} label */
const choice = (keeps, label) => html`
  <button type="button" class="button" data-kind=${keeps ? "first" : ""} data-do=${keeps ? "keep" : "discard"} @click=${() => draw(keeps)}>${label}</button>`;

export const drawing = () => {
  const drawn = may("draw") ? turn.value?.drawn : null;
  return html`
    <section class="drawing" data-area="drawing" aria-label=${t("table.draw")}>
      <div class="stock">
        <span class="card back" aria-hidden="true"></span>${drawn ? still(drawn) : html`<span class="card slot"></span>`}
      </div>
      <p>${t("table.draw.stock", { count: view.value?.deal?.stock ?? 0 })}</p>
      ${drawn ? html`<div class="draw-choices">${choice(true, t("table.draw.keep"))}${choice(false, t("table.draw.next"))}</div>` : html`<p>${t("table.draw.wait")}</p>`}
    </section>`;
};
