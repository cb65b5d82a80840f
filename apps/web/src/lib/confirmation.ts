import { singleFlight } from './single-flight.ts';

/** Asks the person to prove who they are; resolves to whether they did. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Registers the dialog; returns a function that unregisters it, for use in an effect. */
export const onConfirmation = (how: Ask): (() => void) => {
  ask = how;
  return () => {
    ask = undefined;
  };
};

/** Asks the person to sign in again without leaving the page. Concurrent calls share one dialog. */
export const confirmIdentity = singleFlight(
  (): Promise<boolean> => ask?.() ?? Promise.resolve(false),
);

export const notConfirmed = 'You did not confirm that it is you, so nothing was done.';
