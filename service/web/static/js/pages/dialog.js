// The one dialog: which page it shows. The browser keeps focus in it, and gives it back.
import { html, render } from "../../vendor/lit-html.js";
import { effect, signal } from "../../vendor/signals-core.js";
import { t } from "../i18n.js";
import { icon } from "./icon.js";

/** @typedef {{name: string, question?: string, yes?: string, answer?: (yes: boolean) => void}} Shown */
/** @type {import('../../vendor/signals-core.js').Signal<Shown | null>} */
export const shown = signal(null);

/** @param {Shown | null} next */
const turnTo = (next) => {
  const before = shown.value;
  shown.value = next;
  before?.answer?.(false);
};

/** @param {string} name */
export const show = (name) => turnTo({ name });

export const hide = () => turnTo(null);

/** Asks once more, in these words. @param {string} question @param {string} yes on the button @returns {Promise<boolean>} */
export const confirm = (question, yes) => new Promise((answer) => turnTo({ name: "confirm", question, yes, answer }));

/** @param {Shown} asked */
const confirmation = (asked) => {
  const say = () => {
    shown.value = null;
    asked.answer?.(true);
  };
  return html`
    <div class="dialog-body"><p id="dialog-title" class="question">${asked.question}</p></div>
    <div class="dialog-foot">
      <button type="button" class="button" @click=${hide}>${t("dialog.cancel")}</button>
      <button type="button" class="button" data-kind="first" autofocus @click=${say}>${asked.yes}</button>
    </div>`;
};

/** A page with a head. @param {string} title the words @param {unknown} content @param {unknown} [foot] */
export const framed = (title, content, foot) => html`
  <header class="dialog-head">
    <h2 id="dialog-title">${title}</h2>
    <button type="button" class="button" data-kind="quiet" aria-label=${t("dialog.close")} @click=${hide}>${icon("close")}</button>
  </header>
  <div class="dialog-body">${content}</div>
  ${foot ? html`<div class="dialog-foot">${foot}</div>` : ""}`;

/** What is shown by which name. @type {Record<string, () => unknown>} */
const pages = {};

/** To what the table asks for, or its hand. */
export const takeFocus = () => {
  const next = document.querySelector("[data-asks] button, [data-area=hand] [tabindex='0']");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
};

/** However it was closed. What had focus before has it again; if that is gone, the table takes it. @param {HTMLDialogElement} box */
const closed = (box) => {
  if (box.open) return;
  hide();
  if (document.activeElement === document.body || box.contains(document.activeElement)) takeFocus();
};

/** @param {Record<string, () => unknown>} more */
export const addDialogs = (more) => Object.assign(pages, more);

export const startDialog = () => {
  const box = document.createElement("dialog");
  box.className = "dialog";
  box.setAttribute("aria-labelledby", "dialog-title");
  box.addEventListener("close", () => closed(box));
  box.addEventListener("click", (event) => event.target === box && hide());
  document.body.append(box);
  effect(() => {
    const now = shown.value;
    if (!now) return box.close();
    box.dataset.dialog = now.name;
    render(now.name === "confirm" ? confirmation(now) : pages[now.name]?.(), box);
    if (!box.open) box.showModal();
  });
};
