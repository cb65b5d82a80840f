/** Lets so many pieces of work run at once; the others wait in line. */
export const createLine = (width: number) => {
  const waiting: (() => void)[] = [];
  let free = width;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resume) => waiting.push(resume));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};
