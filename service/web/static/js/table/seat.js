// A seat at the table: who sits there, what was bid, what was taken, whose turn it is.
import { repeat } from "../../vendor/directives/repeat.js";
import { html } from "../../vendor/lit-html.js";
import { has, t } from "../i18n.js";
import { view } from "../match.js";
import { scene } from "../pace.js";
import { shortBid } from "./bid_names.js";
import { nameOf, placeOf, seatsAround } from "./places.js";
import { ring } from "./ring.js";

/** @typedef {import('../types.js').Seat} Seat */

/** Bid and tricks, to be seen: `2 / 4`. @param {Seat} seat */
const tally = (seat) => {
  const deal = view.value?.deal;
  const bid = deal?.bids[seat];
  if (!deal || !bid) return html`<span class="tally" data-empty="true">${deal?.phase === "bidding" ? "…" : ""}</span>`;
  return html`
    <span class="tally" aria-hidden="true"><strong>${deal.tricks_taken[seat]}</strong><span class="of">/</span>${shortBid(bid)}</span>
    <span class="unseen">${t("table.seat.tally", { bid: shortBid(bid), count: deal.tricks_taken[seat] ?? 0 })}</span>`;
};

/** @param {Seat} seat */
const dealerMark = (seat) => {
  if (view.value?.deal?.dealer !== seat) return "";
  return html`<span class="dealer" title=${t("table.seat.dealer")}><span aria-hidden="true">${t("table.seat.dealer.sign")}</span><span class="unseen">${t("table.seat.dealer")}</span></span>`;
};

/** Words for what the chip shows besides: an unusual bid, an absent player, whose turn it is. @param {Seat} seat @param {boolean} isToAct */
const tags = (seat, isToAct) => {
  const { kind, presence } = view.value?.seats[seat] ?? {};
  const bidTag = `table.tag.${view.value?.deal?.bids[seat]?.kind}`;
  const isAway = presence === "away" || (presence === "cpu" && kind === "player");
  const isOwn = seat === view.value?.you?.seat;
  return html`
    <span class="tags">
      ${has(bidTag) ? html`<span class="tag">${t(bidTag)}</span>` : ""}
      ${isAway ? html`<span class="tag">${t(`table.seat.${presence}`)}</span>` : ""}
      ${isToAct ? html`<span class=${isOwn ? "unseen" : "tag"} data-turn="true">${t(isOwn ? "table.seat.your_turn" : "table.seat.turn")}</span>` : ""}
    </span>`;
};

/** @param {Seat} seat */
const chip = (seat) => {
  const isToAct = Boolean(view.value?.to_act.includes(seat));
  const isWinner = scene.value.state !== "open" && scene.value.trick?.winner === seat;
  return html`
    <li class="chip" data-seat=${seat} data-place=${placeOf(seat)} data-turn=${isToAct} data-won=${isWinner}
      data-side=${view.value?.you?.side.includes(seat) ? "own" : "other"}>
      ${ring(seat, isToAct)}${dealerMark(seat)}
      <span class="chip-name" title=${nameOf(seat)}>${seat === view.value?.you?.seat ? t("table.seat.you") : nameOf(seat)}</span>
      <span class="chip-facts">${tally(seat)}${tags(seat, isToAct)}</span>
    </li>`;
};

/** All chips; one's own is the last. */
export const seats = () => html`
  <ul class="seats" data-area="seats" aria-label=${t("table.seats")}>${repeat(seatsAround(), (seat) => seat, chip)}</ul>`;
