// What the sides are called: by who sits there, seen from the bearer's chair.
import { t } from "../i18n.js";
import { view } from "../match.js";

/** Us and them; to one who only watches, the seats. @param {string} side */
export const sideName = (side) => {
  const own = view.value?.you?.side;
  if (own) return t(own === side ? "side.us" : "side.them");
  return t(`side.${side}`);
};

/** The players of a side. @param {string} side */
export const sidePlayers = (side) =>
  Object.entries(view.value?.seats ?? {})
    .filter(([seat]) => side.includes(seat))
    .map(([seat, chair]) => chair.name ?? t(`seat.${seat}`))
    .join(t("side.and"));

/** The sides, the bearer's own first. */
export const sides = () => {
  const own = view.value?.you?.side;
  return Object.keys(view.value?.scores ?? {}).sort((a, b) => Number(b === own) - Number(a === own));
};

/** @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : plain(points));

/** With a minus that is as wide as a plus. @param {number} points */
export const plain = (points) => String(points).replace("-", "−");
