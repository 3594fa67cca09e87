// The table before its match: who sits where, the invitation, the start.
import { html } from "../../vendor/lit-html.js";
import { signal } from "../../vendor/signals-core.js";
import { t } from "../i18n.js";
import { keysOf } from "../keyring.js";
import { takeSeat } from "../lobby_calls.js";
import { connection, view } from "../match.js";
import { level } from "../preferences.js";
import { change, closeTable, giveUpSeat, invitation, start } from "../table_calls.js";
import { caller, failed } from "./attempt.js";
import { icon } from "./icon.js";
import { topBar } from "./menu.js";
import { notices } from "./notices.js";
import { nameField } from "./settings.js";
import { presetName } from "./variant.js";

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Chair} Chair */

export const waiting = () => {
  const now = /** @type {View} */ (view.value);
  const isHost = Boolean(keysOf(now.table_id).host);
  return html`
    <main data-page="table" data-phase="open" data-turn="" data-connection=${connection.value.state} class="page waiting">
      ${topBar()} ${notices()}
      <h1>${t(now.you ? "waiting.title" : "waiting.title_open")}</h1>
      <p class="terms">${terms(now).map((term) => html`<span>${term}</span>`)}</p>
      <ul class="compass">${Object.entries(now.seats).map(([seat, chair]) => place(now, seat, chair, isHost))}</ul>
      ${now.you ? "" : html`<div class="own-name">${nameField()}</div>`} ${failed("seat")} ${now.join_code ? invite(now) : ""}
      <div class="actions">${isHost ? hostActions() : now.you ? guestActions() : ""}</div>
      ${failed("start")} ${failed("leave")}
    </main>`;
};

/** @param {View} now */
const terms = (now) => [
  presetName(now.rules.preset),
  t("waiting.target", { target: now.rules.target }),
  now.turn_seconds ? t("waiting.seconds", { count: now.turn_seconds }) : t("waiting.no_limit"),
  t(`waiting.${now.visibility}`),
];

/** @param {View} now @param {string} seat @param {Chair} chair @param {boolean} isHost */
const place = (now, seat, chair, isHost) => {
  const isYou = now.you?.seat === seat;
  const isOpen = chair.kind === "open";
  return html`
    <li class="place" data-seat=${seat} data-kind=${chair.kind} data-you=${isYou}>
      <small>${t(`seat.${seat}`)}${isYou ? html` · ${t("side.you")}` : ""}</small>
      <strong>${isOpen ? t("waiting.empty") : chair.name}</strong>
      ${chair.level ? html`<small>${t(`level.${chair.level}`)}</small>` : ""}
      ${isOpen && !now.you ? caller("seat", () => takeSeat(now.table_id, seat), t("waiting.sit")) : ""}
      ${isHost && chair.kind !== "player" ? chairChange(seat, isOpen) : ""}
    </li>`;
};

/** A CPU takes the open seat, or leaves it. @param {string} seat @param {boolean} isOpen */
const chairChange = (seat, isOpen) => {
  const next = isOpen ? { kind: "cpu", level: level.value } : { kind: "open" };
  return caller("seat", () => change({ seats: { [seat]: next } }), t(isOpen ? "waiting.cpu" : "waiting.free"), "quiet");
};

/** The link that was copied last. */
const copied = signal("");

const copy = async () => {
  const field = /** @type {HTMLInputElement} */ (document.querySelector(".invite input"));
  field.select();
  const byKey = () => document.execCommand("copy");
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value).catch(byKey);
  else byKey();
  copied.value = field.value;
};

const share = () => navigator.share({ title: t("app.name"), url: invitation.value }).catch(() => {});

/** @param {View} now */
const invite = (now) => html`
  <section class="card invite" aria-label=${t("waiting.invite")}>
    <p class="code"><span>${t("waiting.code")}</span> <strong>${now.join_code}</strong></p>
    <label class="field"><span>${t("waiting.link")}</span><input readonly .value=${invitation.value}></label>
    <div class="row">
      <button type="button" class="button" data-kind="first" @click=${copy}>${icon("copy")}
        <span aria-live="polite">${t(copied.value === invitation.value ? "waiting.copied" : "waiting.copy")}</span></button>
      ${"share" in navigator ? html`<button type="button" class="button" @click=${share}>${icon("share")} ${t("waiting.share")}</button>` : ""}
    </div>
  </section>`;

const hostActions = () => html`
  ${caller("start", start, t("waiting.start"), "first")} ${caller("leave", closeTable, t("waiting.close"), "quiet")}
  <p class="note">${t("waiting.start_note")}</p>`;

const guestActions = () => html`
  <p class="note">${t("waiting.host_starts")}</p>
  ${caller("leave", giveUpSeat, t("waiting.leave"), "quiet")}`;
