// What is asked for around a match: inviting, changing, starting and ending a table, and the next one.
import { computed } from "../vendor/signals-core.js";
import { call, patiently } from "./http.js";
import { forgetKeys, keepKeys, keysOf } from "./keyring.js";
import { post } from "./lobby_calls.js";
import { refresh, tableId, view } from "./match.js";
import { address, go } from "./router.js";

/** The link that brings others to the table that is open. */
export const invitation = computed(
  () => `${location.origin}${address(tableId.value ?? "")}#${view.value?.join_code ?? ""}`,
);

/** What the host may do, while the table is open. @param {string} what start, close */
async function asHost(what) {
  const id = tableId.peek() ?? "";
  await post(`/tables/${id}/${what}`, {}, keysOf(id).host ?? undefined);
  await refresh();
}

export const start = () => asHost("start");
export const closeTable = () => asHost("close");

/** Before the start: then the seat is open again, and its token of no more use. */
export async function giveUpSeat() {
  const id = tableId.peek() ?? "";
  await post(`/tables/${id}/leave`, {}, keysOf(id).token);
  forgetKeys(id);
  go(address());
}

/** @param {Record<string, unknown>} asked seats, rules, visibility … */
export async function change(asked) {
  const id = tableId.peek() ?? "";
  await patiently(() => call("PATCH", `/tables/${id}`, { token: keysOf(id).host, body: asked }));
  await refresh();
}

/** To the next table of the same players: made by who asks first, found by the others. */
export async function rematch() {
  const id = tableId.peek() ?? "";
  const { token, host } = keysOf(id);
  const { table } = (await post(`/tables/${id}/rematch`, {}, token ?? host ?? undefined)).body;
  keepKeys(table.table_id, { token, host });
  go(address(table.table_id));
}
