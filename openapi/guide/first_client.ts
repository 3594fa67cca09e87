// Your first client: sits down with three CPU players and plays a whole match. It knows no rule.
//
//     node first_client.ts http://127.0.0.1:8000
//
// It needs Node 22.18 or newer and no package: in a browser the same code works with the same `fetch`. Types for every
// body are made from the API document by openapi-typescript. Whatever happens to the network, no action is lost and
// none counts twice.

interface Bid { kind: string; tricks: number }
interface Turn { id: number | null; actions: string[]; choose: number; legal_cards: string[]; legal_bids: Bid[] }
interface View { status: string; turn: Turn | null; result: object | null }
interface Page { events: { seq: number; type: string; text: string }[]; last_seq: number }
interface Created { table: { table_id: string }; tokens: { seats: Record<string, string> } }

const API = `${process.argv[2] ?? "http://127.0.0.1:8000"}/v1`;
const headers: Record<string, string> = { "Content-Type": "application/json", "Accept-Language": "en" };
const pause = (seconds: number) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** A call that is repeated until it is answered: under its key it counts once. */
async function call(method: string, path: string, body?: object): Promise<Response> {
  const key: Record<string, string> = method === "POST" ? { "Idempotency-Key": crypto.randomUUID() } : {};
  for (;;) {
    let answer: Response;
    try {
      const init: RequestInit = { method, headers: { ...headers, ...key }, signal: AbortSignal.timeout(40_000) };
      answer = await fetch(API + path, body ? { ...init, body: JSON.stringify(body) } : init);
    } catch {
      await pause(0.5);
      continue;
    }
    if (![429, 502, 503, 504].includes(answer.status)) return answer;
    await pause(Number(answer.headers.get("Retry-After") ?? 1));
  }
}

async function answerOf<T>(answer: Promise<Response>): Promise<T> {
  const body = await (await answer).json();
  if (!(await answer).ok) throw new Error(body.detail);
  return body as T;
}

/** The call to make and its body, from what the view says is legal. Put your player's choice here. */
function decision(turn: Turn): [string, object] {
  const can = (action: string) => turn.actions.includes(action);
  if (can("bid") && turn.legal_bids.length > 0) {
    return ["bid", { bid: turn.legal_bids[Math.floor(turn.legal_bids.length / 4)] }];
  }
  if (can("play")) return ["play", { card: turn.legal_cards[0] }];
  if (can("exchange")) return ["exchange", { cards: turn.legal_cards.slice(0, turn.choose) }];
  if (can("draw")) return ["draw", { keep: true }];
  return [turn.actions[0]!, {}]; // look, or return
}

/** One decision. A refusal changed nothing: the next view tells what may be done instead. */
async function act(table: string, turn: Turn): Promise<void> {
  const [name, body] = decision(turn);
  const meant = turn.id === null ? body : { ...body, turn: turn.id }; // never taken for another turn
  const answer = await call("POST", `${table}/${name}`, meant);
  if (!answer.ok) console.log("refused:", (await answer.json()).detail);
}

/** The whole match; every event has a sentence for people. Gives the result. */
async function play(table: string): Promise<object> {
  for (let seen = 0; ; ) {
    const view = await answerOf<View>(call("GET", `${table}/view`));
    if (view.turn) await act(table, view.turn);
    const wait = view.turn ? 0 : 25;
    const page = await answerOf<Page>(call("GET", `${table}/events?after=${seen}&wait=${wait}`));
    for (const event of page.events) console.log(event.text);
    seen = page.last_seq;
    if (view.result && page.events.length === 0) return view.result;
  }
}

const cpu = { kind: "cpu", level: "normal" };
const seats = { S: { kind: "player", name: "first client" }, N: cpu, E: cpu, W: cpu };
const made = await answerOf<Created>(call("POST", "/tables", { rules: { preset: "short" }, seats }));
headers["Authorization"] = `Bearer ${made.tokens.seats["S"]}`;
console.log(JSON.stringify(await play(`/tables/${made.table.table_id}`)));
