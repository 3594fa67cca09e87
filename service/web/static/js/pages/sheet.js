// The score sheet: the chart, and every deal line by line; all of it as the service worked it out.

import { repeat } from "../../vendor/directives/repeat.js";
import { html } from "../../vendor/lit-html.js";
import { computed, effect, signal } from "../../vendor/signals-core.js";
import { call, patiently } from "../http.js";
import { language, t } from "../i18n.js";
import { keysOf } from "../keyring.js";
import { view } from "../match.js";
import { scene } from "../pace.js";
import { hasPanel } from "../table/layout.js";
import { chart } from "./chart.js";
import { framed, hide, show, shown } from "./dialog.js";
import { plain, sideName, sidePlayers, sides, signed } from "./sides.js";

/** @typedef {import('../types.js').ScoredDeal} ScoredDeal */

const loaded = signal(/** @type {ScoredDeal[]} */ ([]));
/** All scored deals, the newest first. */
const deals = computed(() => {
  const newest = view.value?.last_deal;
  const others = loaded.value.filter(({ number }) => newest && number < newest.number);
  return newest ? [newest, ...others.reverse()] : [];
});

/** @param {ScoredDeal['score'][string]['lines'][number]} line */
const row = ({ line, points, text }) => html`
  <li data-line=${line} data-none=${points === 0}>
    <span>${text}</span><strong>${line === "running_total" ? plain(points) : signed(points)}</strong>
  </li>`;

/** @param {ScoredDeal} deal @param {string} side */
const part = (deal, side) => html`
  <section class="side" data-side=${side}>
    <h4>${sideName(side)}<small>${sidePlayers(side)}</small></h4>
    <ul>${deal.score[side]?.lines.map(row)}</ul>
  </section>`;

/** @param {ScoredDeal} deal @param {string} side */
const sum = (deal, side) => html`
  <span class="sum"><span class="unseen">${sideName(side)} </span>
    <small>${signed(deal.score[side]?.deal_total ?? 0)}</small> <strong>${plain(deal.score[side]?.running_total ?? 0)}</strong></span>`;

/** @param {ScoredDeal} deal @param {number} place */
const folded = (deal, place) => html`
  <details class="deal" ?open=${place === 0}>
    <summary><span>${t("sheet.deal", { number: deal.number })}</span>${sides().map((side) => sum(deal, side))}</summary>
    <div class="sides">${sides().map((side) => part(deal, side))}</div>
  </details>`;

const whole = () => html`
  ${chart(deals.value.toReversed(), view.value?.rules.target ?? 0)}
  <div class="heads" aria-hidden="true"><span></span>${sides().map((side) => html`<span>${sideName(side)}</span>`)}</div>
  <div class="deals">${repeat(deals.value, ({ number }) => number, folded)}</div>`;

/** Beside the table. */
export const sheet = () => html`
  <section class="sheet" data-area="sheet" aria-label=${t("sheet.title")}>
    ${deals.value.length > 0 ? whole() : html`<p class="nothing">${t("sheet.nothing")}</p>`}
  </section>`;

/** Over the table. Whose turn it is stands on its button: no turn waits behind it unseen. */
export const sheetPage = () => {
  const next = t(view.value?.turn ? "sheet.your_turn" : "sheet.go_on");
  const goOn = html`<button type="button" class="button" data-kind="first" autofocus @click=${hide}>${next}</button>`;
  return framed(t("sheet.title"), sheet(), goOn);
};

/** @param {string} id */
const load = async (id) => {
  const { token, host } = keysOf(id);
  const { body } = await patiently(() => call("GET", `/tables/${id}/deals`, { token: token ?? host }));
  if (view.value?.table_id === id) loaded.value = body.deals;
};

/** Keeps the sheets, and opens the sheet when a deal was scored before the reader's eyes. */
export const startSheet = () => {
  const newest = computed(() => `${view.value?.table_id} ${view.value?.last_deal?.number ?? 0}`);
  let seen = "";
  effect(() => {
    const [id = "", number] = newest.value.split(" ");
    if (language.value && Number(number) > 1) load(id).catch(() => {}); // the newest deal is in the view
  });
  effect(() => {
    if (scene.value.state !== "open" || newest.value === seen) return;
    const isNext = seen.split(" ")[0] === newest.value.split(" ")[0];
    seen = newest.value;
    if (isNext && view.peek()?.status === "playing" && !shown.peek() && !hasPanel.peek()) show("sheet");
  });
};
