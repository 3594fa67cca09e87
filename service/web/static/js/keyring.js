// The tokens of this device's tables. A token is all that a seat needs: who has it plays that seat.
import { keep, kept } from "./storage.js";

/** @typedef {{token?: string, host?: string | null, isOver?: boolean}} Keys `token`: the seat's; `isOver`: its match has ended */

const MOST = 50;

/** @returns {Record<string, Keys>} by table, the latest last */
const all = () => kept("keys") ?? {};

/** @param {string | null} table @returns {Keys} */
export const keysOf = (table) => (table && all()[table]) || {};

/** The tables at which this device still plays, the latest first. */
export const knownTables = () =>
  Object.entries(all())
    .filter(([, keys]) => !keys.isOver)
    .map(([table]) => table)
    .reverse();

/** Adds to the keys of a table. @param {string} table @param {Keys} keys */
export function keepKeys(table, keys) {
  const { [table]: known, ...others } = all();
  const entries = [...Object.entries(others), [table, { ...known, ...keys }]];
  keep("keys", Object.fromEntries(entries.slice(-MOST)));
}

/** The table is still here, but there is nothing to come back to. @param {string} table */
export function noteOver(table) {
  if (keysOf(table).token && !keysOf(table).isOver) keepKeys(table, { isOver: true });
}

/** @param {string} table */
export function forgetKeys(table) {
  const { [table]: _, ...others } = all();
  keep("keys", others);
}
