// Focus survives every update: where what had it is gone, the hand takes it.
import { effect } from "../../vendor/signals-core.js";
import { view } from "../match.js";
import { scene } from "../pace.js";
import { takeFocus } from "../pages/dialog.js";

let wasAtTable = false;

/** @param {EventTarget | null} target */
const isAtTable = (target) => target instanceof Element && target.closest("[data-page=table]") !== null;

const restore = () => {
  const isLost = document.activeElement === document.body || document.activeElement === null;
  if (wasAtTable && isLost) takeFocus();
};

/** Watches from now on. */
export function keepFocus() {
  document.addEventListener("focusin", (event) => {
    wasAtTable = isAtTable(event.target);
  });
  document.addEventListener("pointerdown", (event) => {
    const isButton = event.target instanceof Element && event.target.closest("button") !== null;
    if (!isButton) wasAtTable = false;
  });
  effect(() => {
    view.value;
    scene.value;
    queueMicrotask(restore);
  });
}
