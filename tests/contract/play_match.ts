// Plays a whole match through openapi-fetch with the types that openapi-typescript makes: `node play_match.ts URL`.
// It knows no rule: it takes the first of what the view calls legal. Prints the record of the match.

import createClient from "openapi-fetch";
import type { components, paths } from "./api.d.ts";

type Turn = components["schemas"]["Turn"];

const api = createClient<paths>({ baseUrl: process.argv[2] });
const key = () => ({ "Idempotency-Key": crypto.randomUUID() });

function asked<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

const created = asked(
  await api.POST("/v1/tables", {
    params: { header: key() },
    body: {
      rules: { preset: "short", target: 60 },
      seats: { S: { kind: "player", name: "generated" }, N: { kind: "cpu" }, E: { kind: "cpu" }, W: { kind: "cpu" } },
    },
  }),
);
const path = { table_id: created.table.table_id };
const headers = { Authorization: `Bearer ${created.tokens.seats["S"]}` };

async function act(turn: Turn) {
  const params = { path, header: key() };
  const meant = turn.id ?? undefined;
  const can = (call: string) => turn.actions.includes(call);
  if (can("bid") && turn.legal_bids[0]) {
    const bid = turn.legal_bids[0] as components["schemas"]["BidRequest"];
    return api.POST("/v1/tables/{table_id}/bid", { params, headers, body: { turn: meant, bid } });
  }
  if (can("play")) {
    return api.POST("/v1/tables/{table_id}/play", { params, headers, body: { turn: meant, card: turn.legal_cards[0]! } });
  }
  if (can("exchange")) {
    const cards = turn.legal_cards.slice(0, turn.choose);
    return api.POST("/v1/tables/{table_id}/exchange", { params, headers, body: { turn: meant, cards } });
  }
  if (can("draw")) {
    return api.POST("/v1/tables/{table_id}/draw", { params, headers, body: { turn: meant, keep: true } });
  }
  return api.POST("/v1/tables/{table_id}/look", { params, headers, body: {} });
}

for (let seen = 0; ; ) {
  const view = asked(await api.GET("/v1/tables/{table_id}/view", { params: { path }, headers }));
  if (view.result) break;
  if (view.turn) {
    asked(await act(view.turn));
  } else {
    const query = { after: seen, wait: 25 };
    const page = asked(await api.GET("/v1/tables/{table_id}/events", { params: { path, query }, headers }));
    if ("last_seq" in page) seen = page.last_seq; // the other answer of this call is a stream
  }
}
console.log(JSON.stringify(asked(await api.GET("/v1/tables/{table_id}/record", { params: { path }, headers }))));
