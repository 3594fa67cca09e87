// What a tap on a card does: it lifts, plays, or tells why not. All from the turn; nothing is worked out here.
import { computed, signal } from "../../vendor/signals-core.js";
import { exchange, legalCards, may, play, selection, turn } from "../actions.js";
import { oneTap } from "../preferences.js";

/** @typedef {import('../types.js').CardCode} CardCode */

/** The card whose reason is shown: under the pointer, in focus, or tapped last. */
export const pointed = signal(/** @type {CardCode | null} */ (null));

const takesCards = computed(() => may("play") || may("exchange"));

/** How many cards may be lifted: before one's turn, one. */
export const choose = computed(() => (takesCards.value ? (turn.value?.choose ?? 1) : 1));

/** Whether the turn rules this card out. @param {CardCode} card */
export const isIllegal = (card) => takesCards.value && !legalCards.value.has(card);

/** Whether as many are lifted as the turn asks for, to be played or given. */
export const isComplete = computed(() => takesCards.value && selection.value.length === choose.value);

/** @param {CardCode} card */
const toggled = (card) => {
  if (selection.value.includes(card)) return selection.value.filter((each) => each !== card);
  return [...selection.value, card].slice(-choose.value);
};

/** A tap, or Enter. @param {CardCode} card */
export function tap(card) {
  pointed.value = card;
  if (isIllegal(card)) return;
  if (may("play") && choose.value === 1 && (oneTap.value || selection.value.includes(card))) play([card]);
  else selection.value = toggled(card);
}

/** Thrown up: played; where more are asked for, picked. @param {CardCode} card */
export function throwUp(card) {
  pointed.value = card;
  if (isIllegal(card)) return;
  if (may("play") && choose.value === 1) play([card]);
  else if (!selection.value.includes(card)) selection.value = toggled(card);
}

/** The button: plays or gives what is lifted. */
export function useLifted() {
  if (isComplete.value) (may("exchange") ? exchange : play)(selection.value);
}
