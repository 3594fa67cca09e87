// What the reader may do now, as the view's `turn` says it, and doing it. No rule of the game is known here.
import { computed, effect, signal } from "../vendor/signals-core.js";
import { call, pause } from "./http.js";
import { keysOf } from "./keyring.js";
import { tableId, view } from "./match.js";
import { send, sending } from "./outbox.js";

/** @typedef {import('./types.js').Bid} Bid */

/** What is open to the reader; null: nothing, also while an action is on its way. */
export const turn = computed(() => (sending.value ? null : (view.value?.turn ?? null)));
/** @param {string} action look, bid, exchange, play, draw, return */
export const may = (action) => turn.value?.actions.includes(action) ?? false;

/** The cards in the hand, without those on their way. */
export const hand = computed(() => {
  const { card, cards = [card] } = sending.value?.body ?? {};
  return (view.value?.you?.hand ?? []).filter((each) => !cards.includes(each));
});
export const legalCards = computed(() => new Set(turn.value?.legal_cards));
/** Why a card may not be chosen: its text, by card. */
export const illegalCards = computed(() => new Map(turn.value?.illegal_cards.map(({ card, text }) => [card, text])));

/** The cards that were lifted: they stay so over updates, as long as they may be chosen. */
export const selection = signal(/** @type {string[]} */ ([]));
/** @type {import('../vendor/signals-core.js').Signal<import('./types.js').Hint | null>} */
export const hint = signal(null);

/** The turn for which a hint was asked. @type {string | null} */
let askedFor = null;

/** Keeps selection and hint right as views come. */
export function startActions() {
  effect(() => {
    const takesCards = may("play") || may("exchange");
    const stays = (/** @type {string} */ card) =>
      hand.value.includes(card) && (!takesCards || legalCards.value.has(card));
    const chosen = selection.value.filter(stays);
    if (chosen.length < selection.value.length) selection.value = chosen;
  });
  effect(() => {
    if (hint.value && hint.value.turn !== turn.value?.id) hint.value = null;
  });
}

/** @param {string[]} cards as many as the turn asks for */
export function play(cards) {
  if (may("play")) sendCards("play", cards.length === 1 ? { card: cards[0] } : { cards });
}

/** @param {string[]} cards */
export function exchange(cards) {
  if (may("exchange")) sendCards("exchange", { cards });
}

/** @param {Bid} bid one of `turn.legal_bids`, as it stands */
export const bid = (bid) => may("bid") && sendTurn("bid", { bid });
/** @param {boolean} keep */
export const draw = (keep) => may("draw") && sendTurn("draw", { keep });
export const look = () => may("look") && send("look");
export const comeBack = () => may("return") && send("return");
export const leave = () => send("leave");

/** @param {string} action @param {Record<string, any>} body */
const sendTurn = (action, body) => send(action, { turn: turn.peek()?.id, ...body });

/** They are let down as they leave the hand. @param {string} action @param {Record<string, any>} body */
function sendCards(action, body) {
  sendTurn(action, body);
  selection.value = [];
}

/** Asks what a CPU would do, once a turn. Points come later: they are asked for until they are there, or the turn is over. */
export async function askHint() {
  const [table, now] = [tableId.peek(), view.peek()];
  const id = turn.peek()?.id ?? null;
  if (!table || id === null || `${table} ${id}` === askedFor || now?.rated || now?.you?.hand_hidden) return;
  askedFor = `${table} ${id}`;
  for (let isReady = false; !isReady && turn.peek()?.id === id && tableId.peek() === table; ) {
    const answer = await call("GET", `/tables/${table}/hint`, { token: keysOf(table).token }).catch(() => null);
    if (!answer || answer.body.turn !== turn.peek()?.id) return; // too late, or none to be had: it is not worth repeating
    hint.value = answer.body;
    isReady = answer.status !== 202;
    if (!isReady) await pause(1000 * Number(answer.headers.get("Retry-After") ?? 2));
  }
}
