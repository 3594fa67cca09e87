// One line over the hand: why not this card, or what is to be done.
import { html } from "../../vendor/lit-html.js";
import { illegalCards, may, turn } from "../actions.js";
import { t } from "../i18n.js";
import { view } from "../match.js";
import { sending } from "../outbox.js";
import { cardName } from "./card.js";
import { choose, pointed } from "./lifting.js";
import { nameOf } from "./places.js";

/** Whom all wait for. */
const waitsFor = () => {
  const names = view.value?.to_act.map(nameOf) ?? [];
  return names.length ? t("table.prompt.wait", { name: names.join(t("table.and")) }) : "";
};

const toDo = () => {
  if (sending.value) return t("table.prompt.sending");
  if (may("play")) return t("table.prompt.play");
  if (may("exchange")) return t("table.prompt.exchange", { count: choose.value });
  if (may("bid")) return t("table.prompt.bid");
  if (may("draw")) return t("table.prompt.draw");
  return turn.value?.id ? t("table.prompt.turn") : waitsFor();
};

export const prompt = () => {
  const reason = illegalCards.value.get(pointed.value ?? "");
  return html`
    <p class="prompt" data-turn=${Boolean(turn.value?.id)} data-reason=${Boolean(reason)}>
      ${reason ? html`<strong>${cardName(pointed.value ?? "")}</strong> ${reason}` : toDo()}
    </p>`;
};
