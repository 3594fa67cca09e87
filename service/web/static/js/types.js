// The shapes that the service sends, named once. They are generated from the API document: see ../../api.d.ts.

/** @typedef {import('../../api').components['schemas']} Schemas */
/** @typedef {Schemas['View']} SeatView */
/** @typedef {Schemas['Table']} PublicTable */
/** @typedef {PublicTable & Partial<Pick<SeatView, 'you' | 'turn'>>} View what this viewer may see: a seat, or a watcher */
/** @typedef {Schemas['Turn']} Turn */
/** @typedef {Schemas['Bid']} Bid */
/** @typedef {Schemas['Event']} TableEvent */
/** @typedef {Schemas['Trick']} Trick */
/** @typedef {Schemas['ScoredDeal']} ScoredDeal */
/** @typedef {Schemas['ScoreLine']} ScoreLine */
/** @typedef {Schemas['Hint']} Hint */
/** @typedef {Schemas['Chair']} Chair */
/** @typedef {Schemas['RuleBook']} RuleBook */
/** @typedef {string} Seat one of N E S W */
/** @typedef {string} CardCode a rank and a suit, such as AS */

export {};
