// Where a seat is, seen from one's own chair: below, and clockwise from there.
import { computed } from "../../vendor/signals-core.js";
import { t } from "../i18n.js";
import { view } from "../match.js";

/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {'bottom' | 'left' | 'top' | 'right'} Place */

/** @type {readonly Seat[]} */
const CLOCKWISE = ["N", "E", "S", "W"];
/** @type {readonly Place[]} */
const PLACES = ["bottom", "left", "top", "right"];

/** The seat at the bottom: one's own, else the south. @type {import('../../vendor/signals-core.js').ReadonlySignal<Seat>} */
export const nearSeat = computed(() => view.value?.you?.seat ?? "S");

/** @param {Seat} seat @returns {Place} */
export const placeOf = (seat) => {
  const steps = CLOCKWISE.indexOf(seat) - CLOCKWISE.indexOf(nearSeat.value) + PLACES.length;
  return PLACES[steps % PLACES.length] ?? "bottom";
};

/** The seats of this match, clockwise from the left of one's own, one's own last. */
export const seatsAround = () => {
  const seats = Object.keys(view.value?.seats ?? {});
  const after = (/** @type {Seat} */ seat) => PLACES.indexOf(placeOf(seat)) || PLACES.length;
  return seats.sort((a, b) => after(a) - after(b));
};

/** What the player there is called. @param {Seat} seat */
export const nameOf = (seat) => view.value?.seats[seat]?.name ?? t(`seat.${seat}`);
