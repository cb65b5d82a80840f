/** Returns `work` such that calls made while one is running share it, whatever their arguments. */
export const singleFlight = <Arguments extends readonly unknown[], Result>(
  work: (...given: Arguments) => Promise<Result>,
): ((...given: Arguments) => Promise<Result>) => {
  let inFlight: Promise<Result> | undefined;
  return (...given) => {
    inFlight ??= work(...given).finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };
};
