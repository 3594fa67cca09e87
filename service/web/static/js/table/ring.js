// The time that a seat has left: a ring that runs out, and seconds at the end.
import { html, svg } from "../../vendor/lit-html.js";
import { remaining, tick } from "../clock.js";
import { t } from "../i18n.js";
import { view } from "../match.js";

/** @typedef {import('../types.js').Seat} Seat */

const LAST_SECONDS = 10;

/** The milliseconds that a seat has left; null: it has all the time in the world. @param {Seat} seat */
const left = (seat) => {
  const deadline = view.value?.deadlines[seat];
  if (!deadline) return null;
  tick.value;
  return Math.max(0, remaining(deadline));
};

/** The part of the time that is left, 1 where nothing runs. @param {Seat} seat */
const share = (seat) => {
  const [time, whole] = [left(seat), view.value?.turn_seconds];
  return time === null || !whole ? 1 : Math.min(1, time / (whole * 1000));
};

/** The last seconds, as a number. @param {Seat} seat */
const seconds = (seat) => {
  const time = left(seat);
  return time === null || time >= LAST_SECONDS * 1000 ? null : Math.ceil(time / 1000);
};

/**
 * A ring around a seat's letter: drawn while it is to act.
 * @param {Seat} seat
 * @param {boolean} isToAct
 */
export const ring = (seat, isToAct) => {
  const last = isToAct ? seconds(seat) : null;
  return html`
    <span class="ring" data-runs=${isToAct} data-late=${last !== null} aria-hidden="true">
      <svg viewBox="0 0 40 40">
        <circle class="ring-ground" cx="20" cy="20" r="17" />
        ${isToAct ? svg`<circle class="ring-left" cx="20" cy="20" r="17" pathLength="100" .style=${`stroke-dashoffset:${100 - 100 * share(seat)}`} />` : ""}
      </svg>
      <span class="ring-text">${last ?? t(`table.letter.${seat}`)}</span>
    </span>`;
};
