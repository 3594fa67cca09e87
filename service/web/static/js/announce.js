// What a screen reader says: each event's own sentence, politely, one after the other.

import { events, onEvent } from "./events.js";
import { t } from "./i18n.js";
import { view } from "./match.js";

const MOST = 30;

/** Says a sentence. @param {string} text */
export function say(text) {
  const log = document.getElementById("live");
  if (!log || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  log.append(line);
  while (log.childElementCount > MOST) log.firstElementChild?.remove();
}

/** Says each event from now on. */
export const startAnnouncing = () => onEvent((event) => say(event.text));

/** Says what lies in the trick, in the words of the events that laid it. */
export function sayTrick() {
  const number = view.peek()?.deal?.trick?.number;
  const cards = view.peek()?.deal?.trick?.cards ?? [];
  const laid = events.peek().filter(({ card_played }) => card_played?.trick === number);
  say(
    cards.length > 0
      ? laid
          .slice(-cards.length)
          .map(({ text }) => text)
          .join(" ")
      : t("live.trick_empty"),
  );
}

/** Says the scores of all sides. */
export function sayScores() {
  const scores = Object.entries(view.peek()?.scores ?? {});
  say(
    scores
      .map(([side, { points, bags }]) => t("live.score", { side: t(`side.${side}`), points, count: bags }))
      .join(" "),
  );
}
