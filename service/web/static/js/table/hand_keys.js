// Arrows, Home and End go through the hand; Escape lets down what was lifted.
import { selection } from "../actions.js";

/** @type {Record<string, (index: number, count: number) => number>} */
const ALONG = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_index, count) => count - 1,
};
/** @type {Record<string, number>} */
const ACROSS = { ArrowUp: -1, ArrowDown: 1 };

/** @param {KeyboardEvent} event */
export const moveInHand = (event) => {
  if (event.key === "Escape") selection.value = [];
  const box = /** @type {HTMLElement} */ (event.currentTarget);
  const cards = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-card]")]);
  const index = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const along = ALONG[event.key];
  const next = along
    ? cards[Math.max(0, Math.min(along(index, cards.length), cards.length - 1))]
    : across(event.key, cards, cards[index]);
  if (index < 0 || !next) return;
  event.preventDefault();
  next.focus();
};

/** The nearest card one row up or down; in a single row there is none. @param {string} key @param {HTMLElement[]} cards @param {HTMLElement | undefined} from */
const across = (key, cards, from) => {
  const step = ACROSS[key];
  if (!from || !step) return undefined;
  const far = (/** @type {HTMLElement} */ card) => Math.abs(card.offsetLeft - from.offsetLeft);
  const wanted = rowOf(from) + step;
  return cards.filter((each) => rowOf(each) === wanted).sort((a, b) => far(a) - far(b))[0];
};

/** As the style sheet laid them. @param {HTMLElement} card */
const rowOf = (card) => Number(getComputedStyle(card).getPropertyValue("--used-row"));
