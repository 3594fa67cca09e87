// Server-Sent Events from bytes, which may be cut anywhere, also within a character or a line's end.

/** @typedef {{event: string, data: string, id: string | null, retry: number | null}} Frame */
/** @typedef {Omit<Frame, 'data'> & {data: string[]}} Unfinished */

const LINE_END = /\r\n|\n|\r(?!$)/; // a CR at the very end may be half of a CRLF

/** @param {(frame: Frame) => void} onFrame gets each frame once it is whole @returns {(bytes: Uint8Array) => void} */
export function frameParser(onFrame) {
  const decoder = new TextDecoder();
  let rest = "";
  let frame = empty();
  return (bytes) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(LINE_END);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line !== "") {
        add(frame, line);
        continue;
      }
      const { data, ...whole } = frame;
      frame = empty();
      if (data.length > 0) onFrame({ ...whole, data: data.join("\n") });
    }
  };
}

/** @returns {Unfinished} */
const empty = () => ({ event: "message", data: [], id: null, retry: null });

/** @param {Unfinished} frame @param {string} line */
function add(frame, line) {
  const [name, ...more] = line.split(":");
  const value = more.join(":").replace(/^ /, "");
  if (name === "data") frame.data.push(value);
  else if (name === "event") frame.event = value;
  else if (name === "id") frame.id = value;
  else if (name === "retry" && /^\d+$/.test(value)) frame.retry = Number(value);
}
