/** Asks the person to prove who they are; resolves to whether they did. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let underway: Promise<boolean> | undefined;

/** Registers the dialog; returns a function that unregisters it, for use in an effect. */
export const onConfirmation = (how: Ask): (() => void) => {
  ask = how;
  return () => {
    ask = undefined;
  };
};

/** Asks the person to sign in again without leaving the page. Concurrent calls share one dialog. */
export const confirmIdentity = (): Promise<boolean> => {
  underway ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    underway = undefined;
  });
  return underway;
};

export const notConfirmed = 'You did not confirm that it is you, so nothing was done.';
