// What happened at the open table: its numbered events, each told once and in order.
import { batch, signal } from "../vendor/signals-core.js";

/** @typedef {import('./types.js').TableEvent} TableEvent */

export const MOST = 300;

/** The latest, in order. @type {import('../vendor/signals-core.js').Signal<TableEvent[]>} */
export const events = signal([]);

/** The number of the last one that was told; null: not yet known. @type {number | null} */
let lastSeq = null;
/** @type {Set<(event: TableEvent) => void>} */
const listeners = new Set();

/** From now on it is called for each event as it happens. @param {(event: TableEvent) => void} listener */
export const onEvent = (listener) => listeners.add(listener);

export const toldUpTo = () => lastSeq;

/** From here on. @param {number | null} seq */
export function tellFrom(seq) {
  lastSeq = seq;
  if (seq === null) events.value = [];
}

/** @param {TableEvent} event @returns {boolean} whether it is news */
export function tell(event) {
  if (!Number.isInteger(event.seq) || event.seq <= (lastSeq ?? -1)) return false;
  lastSeq = event.seq;
  batch(() => {
    events.value = [...events.peek(), event].slice(-MOST);
    for (const listener of listeners) listener(event);
  });
  return true;
}

/** What an action caused: told at once, unless earlier events are still on their way. @param {TableEvent[]} caused */
export function tellOwn(caused) {
  for (const event of caused) if (lastSeq !== null && event.seq === lastSeq + 1) tell(event);
}

/** What happened before, for the log alone. @param {TableEvent[]} past */
export function remember(past) {
  const first = events.peek()[0]?.seq ?? (lastSeq ?? -1) + 1;
  events.value = [...past.filter(({ seq }) => seq < first), ...events.peek()];
}
