const cleanUp: (() => Promise<unknown>)[] = [];
const begun = performance.now();

/** Registers something that must be stopped at the end of the run; the latest is stopped first. */
export const stopAtEnd = <T>(started: T, stop: (started: T) => Promise<unknown>): T => {
  cleanUp.push(() => stop(started));
  return started;
};

export const endAll = async (): Promise<void> => {
  for (const clean of cleanUp.splice(0).toReversed()) await clean();
};

export const say = (text: string): void =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}`);
