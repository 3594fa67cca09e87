// A card follows the finger. Thrown up, it is played.
import { throwUp } from "./lifting.js";

/** @typedef {import('../types.js').CardCode} CardCode */
/** @typedef {{card: CardCode, element: HTMLElement, x: number, y: number, isMoving: boolean}} Drag */

/** From here on it is no tap any more, in px. */
const SLACK = 8;
/** The part of the card's height that it must be lifted to be played. */
const FAR_ENOUGH = 0.6;

let drag = /** @type {Drag | null} */ (null);
let wasDragged = false;

/** The end of a drag is a click, too: one that is none. */
export const isClickOfDrag = () => {
  const was = wasDragged;
  wasDragged = false;
  return was;
};

/** @param {PointerEvent} event @param {CardCode} card */
export function startDrag(event, card) {
  wasDragged = false;
  if (!event.isPrimary || event.button !== 0) return;
  const element = /** @type {HTMLElement} */ (event.currentTarget);
  drag = { card, element, x: event.clientX, y: event.clientY, isMoving: false };
}

/** @param {PointerEvent} event */
export function moveDrag(event) {
  if (!drag) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.isMoving && Math.hypot(x, y) < SLACK) return;
  if (!drag.isMoving) drag.element.setPointerCapture(event.pointerId);
  drag.isMoving = true;
  drag.element.dataset.dragged = "true";
  drag.element.style.translate = `${x}px ${Math.min(y, SLACK)}px`;
}

/** @param {PointerEvent} event */
export function endDrag(event) {
  const ended = drag;
  letGo();
  if (!ended?.isMoving) return;
  wasDragged = true;
  const isFar = ended.y - event.clientY > ended.element.offsetHeight * FAR_ENOUGH;
  if (isFar && event.type === "pointerup") throwUp(ended.card);
}

const letGo = () => {
  drag?.element.style.removeProperty("translate");
  delete drag?.element.dataset.dragged;
  drag = null;
};
