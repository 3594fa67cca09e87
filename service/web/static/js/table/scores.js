// The scores and bags: always in sight.
import { html } from "../../vendor/lit-html.js";
import { t } from "../i18n.js";
import { view } from "../match.js";
import { plain, sideName, sides } from "../pages/sides.js";

/** @param {string} side */
const score = (side) => {
  const now = view.value;
  const { points = 0, bags = 0 } = now?.scores[side] ?? {};
  const contract = now?.deal?.contracts[side];
  return html`
    <li class="score" data-side=${now?.you?.side === side ? "own" : "other"}>
      <span class="score-name">${sideName(side)}</span>
      <strong class="score-points">${plain(points)}</strong>
      <span class="score-bags">${t("table.score.bags", { count: bags })}</span>
      ${typeof contract === "number" ? html`<span class="score-contract">${t("table.score.contract", { count: contract })}</span>` : ""}
    </li>`;
};

export const scores = () => html`
  <ul class="scores" data-area="scores" aria-label=${t("table.scores")} tabindex="-1">${sides().map(score)}</ul>`;
