// Keys, the words of the game and the variants, as the service explains them; the rule book itself is a page of the service.
import { html } from "../../vendor/lit-html.js";
import { language, t } from "../i18n.js";
import { ruleBook } from "../lobby_calls.js";
import { framed } from "./dialog.js";

/** Which keys do what: as keys.js has them. */
const KEYS = /** @type {const} */ (["arrows", "enter", "trick", "scores", "last", "hint", "help"]);

export const helpPage = () => {
  const book = html`<a href=${`/docs/${language.value}/rules.html`} target="_blank" rel="noopener">${t("help.rules")}</a>`;
  const content = html`
    <div class="help">
      <p>${t("help.lead")} ${book}</p>
      <section class="by-key"><h3>${t("help.keys")}</h3><dl class="keys">${KEYS.map(key)}</dl></section>
      <section><h3>${t("help.words")}</h3>${words()}</section>
    </div>`;
  return framed(t("help.title"), content);
};

/** @param {string} does */
const key = (does) => {
  const caps = t(`help.key.${does}`).split(" ");
  return html`<div><dt>${caps.map((cap) => html`<kbd>${cap}</kbd>`)}</dt><dd>${t(`help.key_does.${does}`)}</dd></div>`;
};

const words = () => {
  const book = ruleBook.value;
  if (!book) return html`<p class="nothing">${t("help.loading")}</p>`;
  const word = (/** @type {typeof book.glossary[number]} */ { terms, texts }) =>
    html`<div><dt>${terms[language.value]}</dt><dd>${texts[language.value]}</dd></div>`;
  return html`<dl class="words">${book.glossary.map(word)}</dl>`;
};
