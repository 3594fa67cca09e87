// The first page: play at once, with friends, or at a public table.
import { html } from "../../vendor/lit-html.js";
import { signal } from "../../vendor/signals-core.js";
import { language, t } from "../i18n.js";
import { knownTables } from "../keyring.js";
import { joinByCode, makeTable, playNow } from "../lobby_calls.js";
import { level } from "../preferences.js";
import { address } from "../router.js";
import { attempt, caller, failed, pending } from "./attempt.js";
import { fan } from "./fan.js";
import { choice, line, list, toggle } from "./fields.js";
import { link, topBar } from "./menu.js";
import { patience } from "./patience.js";
import { publicList } from "./public_list.js";
import { nameField } from "./settings.js";
import { variant } from "./variant.js";

const LEVELS = /** @type {const} */ (["easy", "normal", "hard"]);
const SECONDS = ["", "15", "30", "60"];

const code = signal("");
const seconds = signal("30");
const isPublic = signal(false);

export const lobby = () => html`
  <main data-page="lobby" class="page lobby">
    ${topBar(true)}
    <section class="hero">
      ${fan()}
      <h1>${t("app.name")}</h1>
      <p class="lead">${t("lobby.lead")}</p>
      <button type="button" class="button play" data-kind="first" aria-busy=${pending.value === "play"}
        @click=${() => attempt("play", playNow)}>${t("lobby.play")}</button>
      <p class="note">${t("lobby.play_note")}</p>
      <div role="status">${patience()}</div>
      ${failed("play")} ${goBack()}
    </section>
    <section class="card options" aria-label=${t("lobby.options")}>
      ${choice("lobby.level", "level", LEVELS, level)} ${variant()}
    </section>
    <section class="card friends" aria-labelledby="friends">
      <h2 id="friends">${t("lobby.friends")}</h2>
      ${making()}
      <hr>
      ${joining()}
    </section>
    ${publicList()}
    <footer class="foot"><a href=${`/docs/${language.value}/rules.html`}>${t("lobby.rules")}</a><a href="/docs">${t("lobby.docs")}</a></footer>
  </main>`;

/** To the match that this device plays already. */
const goBack = () => {
  const [id] = knownTables();
  return id ? html`<p class="go-back">${link(address(id), t("lobby.go_back"), "button")}</p>` : "";
};

/** @param {string} value */
const secondsText = (value) => (value ? t("lobby.seconds_value", { count: value }) : t("lobby.seconds_none"));

const making = () => html`
  <div class="making">
    <p class="note">${t("lobby.make_note")}</p>
    <div class="row">
      ${nameField()} ${list("lobby.seconds", SECONDS, seconds, secondsText)}
    </div>
    ${toggle("lobby.public", isPublic, "lobby.public_note")}
    ${caller("make", () => makeTable({ seconds: Number(seconds.value) || null, isPublic: isPublic.value }), t("lobby.make"))}
    ${failed("make")}
  </div>`;

/** @param {Event} event */
const join = (event) => {
  event.preventDefault();
  if (code.value.trim()) attempt("join", () => joinByCode(code.value.trim()));
};

const joining = () => html`
  <form class="joining" @submit=${join}>
    <div class="row">
      ${line("lobby.code", code, { most: 40, name: "code" })}
      <button type="submit" class="button" aria-busy=${pending.value === "join"}>${t("lobby.join")}</button>
    </div>
    ${failed("join")}
  </form>`;
