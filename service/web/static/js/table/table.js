// The table: everything of a match in its place, whatever the screen.
import { html } from "../../vendor/lit-html.js";
import { t } from "../i18n.js";
import { connection, view } from "../match.js";
import { sending } from "../outbox.js";
import { letGo } from "../pace.js";
import { icon } from "../pages/icon.js";
import { notices } from "../pages/notices.js";
import { result } from "../pages/result.js";
import { sheet } from "../pages/sheet.js";
import { menu } from "../pages/table_menu.js";
import { bidding } from "./bidding.js";
import { drawing } from "./drawing.js";
import { exchange } from "./exchange.js";
import { keepFocus } from "./focus.js";
import { hand } from "./hand.js";
import { hintButton, hintPanel, startHints } from "./hint.js";
import { hasPanel } from "./layout.js";
import { isComplete, useLifted } from "./lifting.js";
import { prompt } from "./prompt.js";
import { scores } from "./scores.js";
import { seats } from "./seat.js";
import { isLookingBack, isTrickShown, isTrickWaiting, lookBack, trick } from "./trick.js";

/** What goes on beside the drawing. */
export function startTable() {
  keepFocus();
  startHints();
}

/** @type {Record<string, () => unknown>} */
const MIDDLES = { bidding, exchange, drawing };

/** What lies in the middle. A trick that is still shown comes first. A phase that is not known yet is played like any. */
const middle = () => (isTrickShown() ? trick : (MIDDLES[view.value?.deal?.phase ?? ""] ?? trick))();

/** Under it: the hand and what is done with it. */
const lower = () => html`
  ${prompt()}
  <div class="tools"><span class="aids">${lastTrickButton()}${view.value?.you ? hintButton() : ""}</span>${mainButton()}</div>
  ${hand()}`;

const lastTrickButton = () => html`
  <button type="button" class="button tool" aria-label=${t("table.last-trick")} title=${t("table.last-trick")} aria-pressed=${isLookingBack()}
    aria-disabled=${!view.value?.last_trick} @click=${lookBack}>${icon("last")}</button>`;

/** Plays, or gives away, what is lifted; or lets a finished trick go. */
const mainButton = () => {
  const isWaiting = isTrickWaiting();
  if (!view.value?.you && !isWaiting) return "";
  const does = isWaiting ? "go-on" : view.value?.deal?.phase === "exchange" ? "exchange" : "play";
  return html`
    <button type="button" class="button main-button" data-kind="first" data-do=${does} aria-disabled=${!isWaiting && !isComplete.value}
      @click=${isWaiting ? letGo : useLifted}>${t(`table.do.${does}`)}</button>`;
};

/** Closed before a page opens, the menu gives focus back to its button, and so does the page when it closes. */
const closeMenu = {
  handleEvent: (/** @type {Event} */ event) => {
    const menu = /** @type {HTMLElement} */ (event.currentTarget);
    if (menu.matches(":popover-open")) menu.hidePopover();
  },
  capture: true,
};

const bar = () => html`
  <header class="bar">
    <button type="button" class="button bar-menu" data-kind="quiet" popovertarget="table-menu" aria-label=${t("table.menu")}>${icon("menu")}</button>
    <div class="bar-openers" id="table-menu" popover @click=${closeMenu}>${menu()}</div>
    ${scores()}
  </header>`;

export const table = () => {
  const now = view.value;
  const isOver = now?.status === "closed" || (now?.status === "over" && !isTrickShown());
  return html`
    <main class="table" data-page="table" data-phase=${now?.deal?.phase ?? now?.status ?? ""} data-status=${now?.status ?? ""} data-turn=${now?.turn?.id ?? ""}
      data-connection=${connection.value.state} data-sending=${sending.value?.action ?? ""}>
      <h1 class="unseen">${t("table.title")}</h1>
      <div class="panel">${bar()} ${hasPanel.value ? html`<div class="beside">${sheet()}</div>` : ""}</div>
      ${seats()}
      <div class="middle">${middle()} ${hintPanel()}</div>
      ${isOver ? html`<div class="outcome">${result()}</div>` : lower()}
      ${notices()}
    </main>`;
};
