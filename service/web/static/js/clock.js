// The service's clock, as far as this device knows it. The device's own may be wrong by hours: it is never asked.
import { signal } from "../vendor/signals-core.js";

/** Counts on while a deadline runs, four times a second: who reads it is drawn anew. */
export const tick = signal(0);

const TICK_MS = 250;
const GOOD_FOR_MS = 60_000;

/** @type {Set<string>} */
const reasons = new Set();
let offset = 0;
let learned = Number.NEGATIVE_INFINITY;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** An answer just came that says what time it is there; the one that was on its way for the shortest time counts. */
export function learnTime(/** @type {string} */ serverTime) {
  const now = performance.now();
  const told = Date.parse(serverTime) - now;
  if (Number.isNaN(told) || (told < offset && now - learned < GOOD_FOR_MS)) return;
  offset = told;
  learned = now;
}

/** Milliseconds until a time of the service; never below 0. @param {string} deadline */
export const remaining = (deadline) => Math.max(0, Date.parse(deadline) - performance.now() - offset);

const count = () => {
  tick.value += 1;
};

/** @param {string} why @param {boolean} isRunning whether there is a time to count down to */
export function runClock(why, isRunning) {
  if (isRunning) reasons.add(why);
  else reasons.delete(why);
  if (reasons.size > 0 === Boolean(timer)) return;
  clearInterval(timer);
  timer = timer ? undefined : setInterval(count, TICK_MS);
}
