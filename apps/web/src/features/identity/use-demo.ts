import { useSyncExternalStore } from 'react';

export interface Demo {
  /** E-mails. */
  readonly accounts: readonly string[];
  /** The same for all of them. */
  readonly password: string;
  /** Where the mails are shown that this campus keeps instead of sending them. */
  readonly mail?: string;
}

const readDemo = (): Demo | null => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="campus-demo"]')?.content;
  return content ? (JSON.parse(content) as Demo) : null;
};

let read: Demo | null | undefined;
const snapshot = (): Demo | null => {
  read ??= readDemo();
  return read;
};

/** The accounts that the server writes into the page in demo mode; null otherwise. */
export const useDemo = (): Demo | null =>
  useSyncExternalStore(
    () => () => undefined,
    snapshot,
    () => null,
  );
