// The bar over a page, and what leads to other pages.
import { html } from "../../vendor/lit-html.js";
import { LANGUAGES, language, NATIVE_NAMES, t } from "../i18n.js";
import { language as preferred } from "../preferences.js";
import { address, go } from "../router.js";
import { suitSign } from "../table/card.js";
import { show } from "./dialog.js";
import { icon } from "./icon.js";

/** @typedef {'sheet' | 'log' | 'help' | 'settings' | 'leave'} Opened the name of a page, a drawing, and a key */

/** @param {Opened} page @param {() => void} [act] */
export const opener = (page, act = () => show(page)) => html`
  <button type="button" class="button opener" data-kind="quiet" data-opens=${page} aria-label=${t(`menu.${page}`)}
    title=${t(`menu.${page}`)} @click=${act}>${icon(page)}</button>`;

/** Where there is no table yet. @param {boolean} [isHome] */
export const topBar = (isHome = false) => html`
    <header class="top-bar">
      ${isHome ? html`<span class="brand">${mark()}</span>` : link(address(), mark(), "brand")}
      <div class="menu">
        ${LANGUAGES.filter((each) => each !== language.value).map(speaker)}
        ${opener("help")} ${opener("settings")}
      </div>
    </header>`;

/** @param {import('../i18n.js').Language} other */
const speaker = (other) => {
  const speak = () => {
    preferred.value = other;
  };
  return html`<button type="button" class="button" data-kind="quiet" lang=${other} @click=${speak}>${NATIVE_NAMES[other]}</button>`;
};

const mark = () => html`${suitSign("S")}<span>${t("app.name")}</span>`;

/** To another page of the client. @param {string} path @param {unknown} content @param {string} look */
export const link = (path, content, look) => {
  /** @param {MouseEvent} event */
  const follow = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(path);
  };
  return html`<a class=${look} href=${path} @click=${follow}>${content}</a>`;
};
