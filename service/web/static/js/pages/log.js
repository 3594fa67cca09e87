// What happened, in words: the sentences of the newest events.
import { html } from "../../vendor/lit-html.js";
import { events } from "../events.js";
import { t } from "../i18n.js";

const MOST = 120;

export const log = () => {
  const newest = events.value.slice(-MOST).reverse();
  return html`
    <section class="log" data-area="log" aria-label=${t("log.title")}>
      ${newest.length ? html`<ol tabindex="0" aria-label=${t("log.title")}>${newest.map((event) => html`<li data-type=${event.type}>${event.text}</li>`)}</ol>` : html`<p class="nothing">${t("log.nothing")}</p>`}
    </section>`;
};
