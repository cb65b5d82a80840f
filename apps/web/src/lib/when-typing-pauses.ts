/** Codes of the keys being pressed. Keys of on-screen keyboards have no code and are not held down. */
const held = new Set<string>();
let last = Number.NEGATIVE_INFINITY;

/** How long a key counts as held, in milliseconds: its release is not seen if the window was left meanwhile. */
const maxHeldMs = 500;

const recordKey = (event: KeyboardEvent): void => {
  last = performance.now();
  if (event.type === 'keyup') held.delete(event.code);
  else if (event.code !== '') held.add(event.code);
};
for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, recordKey, true);

/**
 * Runs `work` once no key is held and none was touched for `pause()` milliseconds. For work that takes longer
 * than a frame: somebody typing would otherwise wait for it at the next letter or at the release of this one.
 */
export const whenTypingPauses = (pause: () => number, work: () => void): void => {
  const since = performance.now() - last;
  const wanted = held.size > 0 ? maxHeldMs : pause();
  if (since >= wanted) {
    held.clear();
    work();
  } else setTimeout(() => whenTypingPauses(pause, work), Math.min(wanted - since, 20));
};
