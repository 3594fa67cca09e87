// Four short tones, for who wants them: a card, a trick, the reader's turn, the end.
import { effect } from "../vendor/signals-core.js";
import { turn } from "./actions.js";
import { onEvent } from "./events.js";
import { sounds } from "./preferences.js";

/** In Hz and seconds. @type {Record<string, [number, number]>} */
const TONES = { card_played: [330, 0.05], trick_won: [440, 0.09], turn: [660, 0.12], match_over: [520, 0.35] };
const LOUD = 0.05;

/** @type {AudioContext | undefined} */
let audio;

/** @param {string} name */
function play(name) {
  const tone = TONES[name];
  if (!tone || !sounds.peek()) return;
  audio ??= new AudioContext();
  const [pitch, seconds] = tone;
  const now = audio.currentTime;
  const oscillator = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const gain = new GainNode(audio, { gain: LOUD });
  gain.gain.setTargetAtTime(0, now + seconds / 2, seconds / 4);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(now);
  oscillator.stop(now + 2 * seconds);
}

export function startSounds() {
  onEvent((event) => play(event.type));
  /** @type {number | null} */
  let last = null;
  effect(() => {
    const id = turn.value?.id ?? null;
    if (id !== null && id !== last) play("turn");
    last = id ?? last;
  });
}
