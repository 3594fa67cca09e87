// What is asked for in the lobby: making, finding and joining tables.
import { signal } from "../vendor/signals-core.js";
import { call, newKey, patiently } from "./http.js";
import { t } from "./i18n.js";
import { keepKeys } from "./keyring.js";
import { level, pace, playerName, preset } from "./preferences.js";
import { address, code, go } from "./router.js";
import { loadTable } from "./table_loader.js";

/** @typedef {import('./types.js').PublicTable} PublicTable */
/** @typedef {import('./types.js').RuleBook} RuleBook */
/**
 * @template T
 * @typedef {import('../vendor/signals-core.js').Signal<T>} Signal
 */

/** @type {Signal<PublicTable[]>} */
export const publicTables = signal([]);
/** Every option, preset and word of the game, as the service explains them. @type {Signal<RuleBook | null>} */
export const ruleBook = signal(null);

const named = () => playerName.peek().trim() || t("player.guest");
const player = () => ({ kind: "player", name: named() });
/** The CPUs play at the reader's pace. */
const cpuDelay = () => (pace.peek() === 600 ? 300 : pace.peek() === 2500 ? 1200 : 600);

/** A match against three CPUs, or one, where the rules are for two. */
export async function playNow() {
  const book = ruleBook.peek() ?? (preset.peek() === "standard" ? null : await loadRuleBook());
  const options = book?.presets.find((each) => each.name === preset.peek())?.options;
  const others = options?.players === 2 ? ["N"] : ["N", "E", "W"];
  const cpu = { kind: "cpu", level: level.peek() };
  await create({ seats: { S: player(), ...Object.fromEntries(others.map((seat) => [seat, cpu])) } });
}

/** A table for others to join. @param {{seconds: number | null, isPublic: boolean}} terms */
export async function makeTable({ seconds, isPublic }) {
  await create({ seats: { S: player() }, turn_seconds: seconds, visibility: isPublic ? "public" : "unlisted" });
}

/** @param {Record<string, unknown>} asked */
async function create(asked) {
  loadTable();
  const body = { rules: { preset: preset.peek() }, cpu_delay_ms: cpuDelay(), ...asked };
  const { table, tokens } = (await post("/tables", body)).body;
  keepKeys(table.table_id, { token: tokens.seats.S, host: tokens.host });
  go(address(table.table_id));
}

/** @param {string} text a join code, or an invitation that holds one */
export async function joinByCode(text) {
  const join_code = (text.split("#").pop() ?? "").trim().toUpperCase();
  arrive((await post("/join", { join_code, name: named() })).body);
}

/** Sits down at a table: with the code of the invitation that led here, or at a public one without. @param {string} id @param {string} [seat] */
export async function takeSeat(id, seat) {
  const join_code = code.peek() || undefined;
  arrive((await post(`/tables/${id}/join`, { join_code, seat, name: named() })).body);
}

/** @param {{table_id: string, token: string}} joined */
function arrive({ table_id, token }) {
  keepKeys(table_id, { token });
  go(address(table_id), true);
}

/** Under one key, however often it is repeated. @param {string} path @param {Record<string, unknown>} body @param {string} [token] */
export function post(path, body, token) {
  const key = newKey();
  return patiently(() => call("POST", path, { token, body, key }));
}

export async function loadTables() {
  const answers = ["open", "playing"].map((status) =>
    patiently(() => call("GET", `/tables?status=${status}&limit=20`)),
  );
  publicTables.value = (await Promise.all(answers)).flatMap(({ body }) => body.tables);
}

export async function loadRuleBook() {
  ruleBook.value ??= (await patiently(() => call("GET", "/rules"))).body;
  return ruleBook.value;
}
