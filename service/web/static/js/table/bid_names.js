// What bids are called. A kind that is not known yet is shown by its own name.
import { has, t } from "../i18n.js";

/** @typedef {import('../types.js').Bid} Bid */

/** @param {string} kind */
export const kindName = (kind) => (has(`table.kind.${kind}`) ? t(`table.kind.${kind}`) : kind);

/** @param {Bid} bid @param {string} form */
const named = (bid, form) => {
  const key = `table.${form}.${bid.kind}`;
  return has(key) ? t(key, { count: bid.tricks }) : `${bid.kind} ${bid.tricks}`;
};

/** For a chip: `4`, `Nil`. @param {Bid} bid */
export const shortBid = (bid) => named(bid, "short");

/** For a button's name: `Bid 4`. @param {Bid} bid */
export const longBid = (bid) => named(bid, "bid");

/** Whether two bids are the same. @param {Bid} one @param {Bid} [other] */
export const isSame = (one, other) => one.kind === other?.kind && one.tricks === other.tricks;
