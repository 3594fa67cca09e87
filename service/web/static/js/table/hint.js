// Advice: what a good player would do here, and why. For a bid it comes by itself; for a card, when asked for.
import { html } from "../../vendor/lit-html.js";
import { effect, signal, untracked } from "../../vendor/signals-core.js";
import { askHint, hint, may, turn } from "../actions.js";
import { t } from "../i18n.js";
import { view } from "../match.js";
import { icon } from "../pages/icon.js";
import { longBid } from "./bid_names.js";
import { cardName } from "./card.js";

/** The turn whose reasons are open. */
const opened = signal(/** @type {number | null} */ (null));

const isOpen = () => opened.value !== null && opened.value === turn.value?.id;

/** Asks, or closes what was told. */
export const toggleHint = () => {
  const id = turn.value?.id ?? null;
  opened.value = isOpen() ? null : id;
  if (opened.value !== null && !hint.value) askHint();
};

/** The bid's advice comes without being asked for; of a hidden hand there is none. */
export const startHints = () =>
  effect(() => {
    if (may("bid") && !view.value?.you?.hand_hidden) untracked(askHint);
  });

/** @param {import('../types.js').Hint} told */
const advised = (told) => {
  if (told.bid) return longBid(told.bid);
  if (told.card) return cardName(told.card);
  if (told.cards) return told.cards.map(cardName).join(t("table.hint.and"));
  return t(`table.hint.${told.action}.${told.keep ?? ""}`);
};

/** The reasons: beside the bids where there is room, else on a card of their own. */
export const hintPanel = () => {
  const told = hint.value;
  if (!told || !turn.value) return "";
  return html`
    <section class="hint" data-open=${isOpen()} data-inline=${may("bid")} aria-label=${t("table.hint")}>
      <h2>${t("table.hint.advised", { what: advised(told) })}</h2>
      <ul>${told.reasons.map(({ text }) => html`<li>${text}</li>`)}</ul>
      <button type="button" class="button hint-close" data-kind="quiet" aria-label=${t("table.hint.close")} @click=${toggleHint}>${icon("close")}</button>
    </section>`;
};

export const hintButton = () => {
  const canAsk = Boolean(turn.value?.id) && !view.value?.rated && !view.value?.you?.hand_hidden;
  return html`
  <button type="button" class="button tool" aria-expanded=${isOpen()} aria-label=${t("table.hint.ask")} title=${t("table.hint.ask")}
    aria-disabled=${!canAsk} @click=${() => canAsk && toggleHint()}>${icon("hint")}</button>`;
};
