// The bids: buttons from the turn, the recommended one marked; nil and blind ask once more.
import { html } from "../../vendor/lit-html.js";
import { signal } from "../../vendor/signals-core.js";
import { hint, look, may, bid as send, turn } from "../actions.js";
import { has, t } from "../i18n.js";
import { view } from "../match.js";
import { isSame, kindName, longBid, shortBid } from "./bid_names.js";
import { nameOf } from "./places.js";

/** @typedef {import('../types.js').Bid} Bid */
/** @typedef {{bid: Bid, reason: string | null}} Choice reason: why it may not be made */

/** Kinds that are made with one tap. Any other, known or not, asks once more. */
const PLAIN = ["tricks", "zero"];

/** The bid that waits for a second yes, and its turn. @type {import('../../vendor/signals-core.js').Signal<{bid: Bid, turn: number | null} | null>} */
const asked = signal(null);
/** The bid whose reason is shown. @type {import('../../vendor/signals-core.js').Signal<string | null>} */
const refused = signal(null);

/** All bids of these rules by kind, those of a kind by number. @returns {[string, Choice[]][]} */
const kinds = () => {
  const legal = (turn.value?.legal_bids ?? []).map((bid) => ({ bid, reason: null }));
  const illegal = (turn.value?.illegal_bids ?? []).map(({ bid, text }) => ({ bid, reason: text }));
  /** @type {Map<string, Choice[]>} */
  const groups = new Map();
  for (const choice of [...legal, ...illegal])
    groups.set(choice.bid.kind, [...(groups.get(choice.bid.kind) ?? []), choice]);
  for (const group of groups.values()) group.sort((a, b) => a.bid.tricks - b.bid.tricks);
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
};

/** @param {Bid} bid */
const make = (bid) => {
  refused.value = null;
  if (PLAIN.includes(bid.kind)) send(bid);
  else asked.value = { bid, turn: turn.value?.id ?? null };
};

/** @param {Choice} choice @param {string} label @param {string} [name] */
const button = ({ bid, reason }, label, name = longBid(bid)) => {
  const isBest = isSame(bid, hint.value?.bid);
  const tell = () => {
    refused.value = reason;
  };
  return html`
    <button type="button" class="button bid" data-bid=${`${bid.kind}-${bid.tricks}`} data-wide=${label.length > 3} ?data-recommended=${isBest}
      aria-disabled=${reason !== null} aria-label=${isBest ? t("table.bid.best", { bid: name }) : name} aria-description=${reason ?? ""}
      @focus=${tell} @click=${reason === null ? () => make(bid) : tell}>${label}</button>`;
};

/** A kind of which none may be bid is one button that tells why. @param {[string, Choice[]]} group */
const buttons = ([kind, choices]) => {
  const [first] = choices;
  const isClosed = choices.every(({ reason }) => reason !== null);
  if (first && choices.length > 1 && isClosed) return button(first, kindName(kind), kindName(kind));
  return choices.map((choice) =>
    button(choice, choices.length > 1 ? String(choice.bid.tricks) : kindName(choice.bid.kind)),
  );
};

/** Kinds of many bids that are none of the first kind have a line of their own. @param {[string, Choice[]][]} groups */
const grids = (groups) => {
  const isApart = (/** @type {[string, Choice[]]} */ [kind, choices]) => kind !== "tricks" && choices.length > 1;
  return html`
    <div class="bid-grid" role="group" aria-label=${t("table.bids")}>${groups.filter((each) => !isApart(each)).map(buttons)}</div>
    ${groups.filter(isApart).map(
      (group) => html`
      <div class="bid-grid" role="group" aria-label=${kindName(group[0])}><span class="bid-kind" aria-hidden="true">${kindName(group[0])}</span>${buttons(group)}</div>`,
    )}`;
};

/** What the partner bid, and all bids so far together. */
const before = () => {
  const [you, bids] = [view.value?.you, view.value?.deal?.bids ?? {}];
  const made = Object.values(bids).filter((each) => each !== null);
  const partner = you?.partner ? bids[you.partner] : null;
  return html`
    <p class="bids-before">
      ${you?.partner ? html`<span>${partner ? t("table.bids.partner", { name: nameOf(you.partner), bid: shortBid(partner) }) : t("table.bids.partner_open", { name: nameOf(you.partner) })}</span>` : ""}
      <span>${t("table.bids.sum", { count: made.reduce((sum, each) => sum + each.tricks, 0) })}</span>
    </p>`;
};

/** @param {Bid} bid */
const question = (bid) => html`
  <div class="bid-question" data-asks="true">
    <p>${t(has(`table.ask.${bid.kind}`) ? `table.ask.${bid.kind}` : "table.ask", { bid: longBid(bid) })}</p>
    <button type="button" class="button" data-kind="first" data-do="confirm" @click=${() => {
      asked.value = null;
      send(bid);
    }}>${longBid(bid)}</button>
    <button type="button" class="button" @click=${() => {
      asked.value = null;
    }}>${t("table.bid.back")}</button>
  </div>`;

export const bidding = () => {
  const now = turn.value;
  const isAsked = asked.value && asked.value.turn === now?.id ? asked.value.bid : null;
  return html`
    <section class="bids" data-area="bids" aria-label=${t("table.bids")}>
      ${
        may("bid")
          ? html`
        ${before()}
        ${isAsked ? question(isAsked) : html`${grids(kinds())}${may("look") && view.value?.you?.hand_hidden ? html`<button type="button" class="button look" data-do="look" @click=${look}>${t("table.look")}</button>` : ""}`}
        <p class="bid-why">${refused.value ?? ""}</p>`
          : html`<p class="bids-wait">${t("table.bids.wait")}</p>${before()}`
      }
    </section>`;
};
