// What lies on the table now. A finished trick stays for a while; a turn is never kept from the reader for it.
import { computed, effect, signal } from "../vendor/signals-core.js";
import { onEvent } from "./events.js";
import { mySeat, tableId, view } from "./match.js";
import { sending } from "./outbox.js";
import { pace } from "./preferences.js";

/** @typedef {import('./types.js').TableEvent} TableEvent */
/** @typedef {{seat: string, card: string, isSent?: boolean}} Laid `isSent`: on its way, not yet counted */
/** @typedef {{deal: number, number: number, leader: string, cards: Laid[], winner: string | null}} LaidTrick */
/** @typedef {{trick: LaidTrick | null, state: 'open' | 'held' | 'leaving'}} Scene */

const LEAVING_MS = 220;
/** A watcher of quick CPUs is shown the table as it is, once so many events wait: two tricks. */
const MOST_BEHIND = 10;

const EMPTY = /** @type {Scene} */ ({ trick: null, state: "open" });
const shown = signal(EMPTY);
/** Events that wait for a held trick to leave. @type {TableEvent[]} */
let queue = [];
/** All up to this version is shown. */
let shownVersion = 0;
let deal = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** What to draw: the trick, with the reader's own card on it as soon as it is sent. */
export const scene = computed(() => {
  const { trick, state } = shown.value;
  const card = sending.value?.action === "play" ? sending.value.body.card : null;
  if (!card || !mySeat.value || trick?.cards.some((laid) => laid.card === card)) return shown.value;
  const own = { seat: mySeat.value, card, isSent: true };
  const number = view.value?.deal?.trick?.number ?? 0;
  const under = trick && state === "open" ? trick : { deal, number, leader: mySeat.value, cards: [], winner: null };
  return /** @type {Scene} */ ({ trick: { ...under, cards: [...under.cards, own] }, state: "open" });
});

/** From now on events and views lay the cards. */
export function startPace() {
  effect(() => {
    tableId.value;
    begin();
  });
  onEvent((event) => {
    if (event.version <= shownVersion) return;
    queue.push(event);
    play();
  });
  effect(() => {
    if (sending.value?.action === "play" && shown.peek().state !== "open") moveOn(true);
  });
  effect(() => {
    const now = view.value;
    if (!now?.deal || now.version < shownVersion) begin(); // not started; or the log was set back
    if (now?.deal && (now.turn?.id || shownVersion === 0 || queue.length > MOST_BEHIND)) catchUp(now);
  });
}

function begin() {
  show(EMPTY);
  queue = [];
  shownVersion = 0;
}

/** @param {Scene} next @param {number} [ms] after which it goes on */
function show(next, ms) {
  clearTimeout(timer);
  shown.value = next;
  if (ms !== undefined) timer = setTimeout(() => moveOn(), ms);
}

/** The reader has seen the finished trick. */
export function letGo() {
  if (shown.peek().state === "held") moveOn();
}

/** A held trick leaves, then the next one begins. @param {boolean} [atOnce] */
function moveOn(atOnce) {
  const { trick, state } = shown.peek();
  if (state === "held" && trick && !atOnce) show({ trick, state: "leaving" }, LEAVING_MS);
  else show(EMPTY);
  play();
}

/** @param {LaidTrick} trick */
function hold(trick) {
  show({ trick, state: "held" }, pace.peek() === "tap" ? undefined : /** @type {number} */ (pace.peek()));
}

/** Lays what was told, up to a trick that is held. */
function play() {
  while (queue.length > 0 && shown.peek().state === "open") lay(/** @type {TableEvent} */ (queue.shift()));
}

/** @param {TableEvent} event */
function lay(event) {
  const trick = shown.peek().trick;
  if (event.type === "card_played" && event.card_played && event.seat) {
    const { card, trick: number } = event.card_played;
    const isSame = trick?.number === number && trick.deal === deal;
    const under = isSame ? trick : { deal, number, leader: event.seat, cards: [], winner: null };
    show({ trick: { ...under, cards: [...under.cards, { seat: event.seat, card }] }, state: "open" });
  } else if (event.type === "trick_won" && trick) {
    hold({ ...trick, winner: event.seat ?? null });
  } else if (event.type === "deal_started") {
    deal = event.deal_started?.number ?? deal + 1;
  }
}

/** It is the reader's turn, or the page was just opened: the table is shown as it is. @param {import('./types.js').View} now */
function catchUp(now) {
  if (!now.deal || now.version <= shownVersion) return;
  shownVersion = now.version;
  const waited = queue;
  queue = queue.filter((event) => event.version > now.version);
  deal = now.deal.number;
  const last = now.last_trick;
  const { trick, state } = shown.peek();
  if (now.deal.trick && now.deal.trick.cards.length > 0) {
    show({ trick: { deal, ...now.deal.trick }, state: "open" });
  } else if (now.turn?.id && !now.turn.actions.includes("play")) {
    show(EMPTY); // something else is to be decided
  } else if (last && trick && isSameTrick(trick, last) && state === "open") {
    hold(last);
  } else if (last && trick && waited.some((event) => event.type === "trick_won")) {
    hold(last); // it was finished while another was held
  } else if (state === "open") {
    show(EMPTY);
  }
}

/** @param {{deal: number, number: number}} one @param {{deal: number, number: number}} other */
const isSameTrick = (one, other) => one.deal === other.deal && one.number === other.number;
