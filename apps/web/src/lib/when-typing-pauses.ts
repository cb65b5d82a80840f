/** Keys of a screen's keyboard have no code, and are not held down. */
const held = new Set<string>();
let last = Number.NEGATIVE_INFINITY;

/** A key whose release goes unseen (the window was left) holds nothing up for longer, in milliseconds. */
const longest = 500;

const note = (event: KeyboardEvent): void => {
  last = performance.now();
  if (event.type === 'keyup') held.delete(event.code);
  else if (event.code !== '') held.add(event.code);
};
for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, note, true);

/**
 * Does `work` once no key is down and none has been touched for so many milliseconds as `pause` says
 * by then: for what takes longer than a frame. A person who types would wait for it at the next letter, or
 * at the release of this one.
 */
export const whenTypingPauses = (pause: () => number, work: () => void): void => {
  const since = performance.now() - last;
  const wanted = held.size > 0 ? longest : pause();
  if (since >= wanted) {
    held.clear();
    work();
  } else setTimeout(() => whenTypingPauses(pause, work), Math.min(wanted - since, 20));
};
