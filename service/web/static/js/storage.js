// What is kept on this device. Where that is forbidden, or full, it is kept until the page is closed.

/** @type {Map<string, string>} */
const memory = new Map();
const PREFIX = "spades.";

/** @param {string} name @returns {any} what was kept under the name; null: nothing that can be read */
export function kept(name) {
  const text = memory.get(name) ?? read(name);
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value null: forget it */
export function keep(name, value) {
  memory.delete(name);
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    if (value !== null) memory.set(name, JSON.stringify(value));
  }
}

/** @param {string} name */
function read(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}
