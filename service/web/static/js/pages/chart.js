// The totals after each deal: a small line chart. What it shows stands in the table below it, too.
import { html, svg } from "../../vendor/lit-html.js";
import { t } from "../i18n.js";
import { plain, sideName, sides } from "./sides.js";

/** @typedef {(readonly [number, number])[]} Points */

const WIDTH = 320;
const HEIGHT = 120;
const EDGE = { left: 34, right: 12, top: 10, bottom: 14 };
/** @type {Points} */
const SAMPLE = [1, 12, 23].map((x) => [x, 5]);

/** @param {number} from @param {number} to @param {number} start @param {number} end @returns {(value: number) => number} */
const scale = (from, to, start, end) => (value) =>
  Math.round(start + ((value - from) / (to - from || 1)) * (end - start));

/** @param {import('../types.js').ScoredDeal[]} deals @param {number} target */
export const chart = (deals, target) => {
  const totals = (/** @type {string} */ side) => [0, ...deals.map((deal) => deal.score[side]?.running_total ?? 0)];
  const all = sides().flatMap(totals);
  const x = scale(0, Math.max(deals.length, 1), EDGE.left, WIDTH - EDGE.right);
  const y = scale(Math.min(0, ...all), Math.max(target, ...all), HEIGHT - EDGE.bottom, EDGE.top);
  const points = (/** @type {string} */ side) =>
    /** @type {Points} */ (totals(side).map((total, deal) => [x(deal), y(total)]));
  return html`
    <figure class="chart">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${t("sheet.chart", { count: deals.length })}>
        ${[0, target].map((total) => mark(total, y(total)))} ${sides().map((side, place) => curve(points(side), place))}
      </svg>
      <figcaption>${sides().map(key)}</figcaption>
    </figure>`;
};

/** @param {number} total @param {number} y */
const mark = (total, y) => svg`
  <g class="mark" data-zero=${total === 0}>
    <line x1=${EDGE.left} x2=${WIDTH - EDGE.right} y1=${y} y2=${y} />
    <text x=${EDGE.left - 6} y=${y + 3.5}>${plain(total)}</text>
  </g>`;

/** @param {string} side @param {number} place */
const key = (side, place) =>
  html`<span class="key"><svg viewBox="0 0 24 10" aria-hidden="true">${curve(SAMPLE, place)}</svg>${sideName(side)}</span>`;

/** A line and its points: told apart by colour, by dashes, and by the shape of the points. @param {Points} points @param {number} place */
const curve = (points, place) => svg`
  <g class="curve" data-place=${place}>
    <polyline points=${points.map((point) => point.join(",")).join(" ")} />
    ${points.slice(1, points === SAMPLE ? 2 : undefined).map(([x, y]) => (place ? square(x, y) : svg`<circle cx=${x} cy=${y} r="2.8" />`))}
  </g>`;

/** @param {number} x @param {number} y */
const square = (x, y) => svg`<rect x=${x - 2.5} y=${y - 2.5} width="5" height="5" />`;
