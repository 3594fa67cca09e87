// One action at a time and table, sent until it is answered. It is kept on the device, so that a reload sends it again.
import { batch, computed, effect, signal } from "../vendor/signals-core.js";
import { tellOwn } from "./events.js";
import { call, newKey, Problem, patiently, Unreachable } from "./http.js";
import { keysOf } from "./keyring.js";
import { absorb, refresh, tableId, view } from "./match.js";
import { keep, kept } from "./storage.js";

/** @typedef {{table: string, action: string, body: Record<string, any>, key: string}} Entry */
/**
 * @template T
 * @typedef {import('../vendor/signals-core.js').Signal<T>} Signal
 */

/** By table. @type {Signal<Record<string, Entry>>} */
const underway = signal({});
/** The action of this table that has no answer yet. */
export const sending = computed(() => underway.value[tableId.value ?? ""] ?? null);
/** The last action that was refused, until the next one. @type {Signal<Problem | null>} */
export const refusal = signal(null);

/** A reopened table sends what was on its way. */
export function startOutbox() {
  effect(() => {
    const entry = tableId.value && kept(nameOf(tableId.value));
    refusal.value = null;
    if (entry && !underway.peek()[entry.table]) deliver(entry);
  });
}

/**
 * @param {string} action the last part of the address
 * @param {Record<string, any>} [body]
 * @returns {Promise<void>} it was answered; or another one is on its way, and this one was not sent
 */
export async function send(action, body = {}) {
  const table = tableId.peek();
  if (!table || sending.peek()) return;
  const entry = { table, action, body, key: newKey() };
  keep(nameOf(table), entry);
  await deliver(entry);
}

/** @param {string} table */
const nameOf = (table) => `outbox.${table}`;

/** @param {Entry} entry */
async function deliver(entry) {
  const { table } = entry;
  batch(() => {
    refusal.value = null;
    underway.value = { ...underway.peek(), [table]: entry };
  });
  try {
    const answer = await post(entry);
    batch(() => {
      if (answer.body.view) absorb(answer.body.view, answer.etag);
      if (table === tableId.peek()) tellOwn(answer.body.events ?? []);
      done(table);
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    batch(() => {
      if (table === tableId.peek()) refusal.value = error;
      done(table);
    });
    refresh();
  }
}

/**
 * Once the reader has another turn, the action was counted and its answer was lost: it is asked for again at once, since
 * nobody should wait for that.
 * @param {Entry} entry
 */
async function post({ table, action, body, key }) {
  const lost = new AbortController();
  const stopWatching = effect(() => {
    const now = view.value;
    if (now?.table_id === table && now.turn?.id && body.turn && now.turn.id !== body.turn) lost.abort();
  });
  const attempt = () => {
    const abort = lost.signal.aborted ? undefined : lost.signal;
    const answer = call("POST", `/tables/${table}/${action}`, { token: keysOf(table).token, body, key, abort });
    return answer.catch((error) => {
      throw abort?.aborted ? new Unreachable("the answer was lost") : error;
    });
  };
  return patiently(attempt).finally(stopWatching);
}

/** @param {string} table */
function done(table) {
  keep(nameOf(table), null);
  const { [table]: _, ...others } = underway.peek();
  underway.value = others;
}
