/** How the person is asked to prove who they are; answers whether they did. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let underway: Promise<boolean> | undefined;

/** Registers the dialog; returns the way to unregister, made for an effect. */
export const onConfirmation = (how: Ask): (() => void) => {
  ask = how;
  return () => {
    ask = undefined;
  };
};

/** Asks the person to sign in again, here and now. Calls made meanwhile share the question. */
export const confirmIdentity = (): Promise<boolean> => {
  underway ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    underway = undefined;
  });
  return underway;
};

export const notConfirmed = 'You did not confirm that it is you, so nothing was done.';
