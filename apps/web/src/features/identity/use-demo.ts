import { useSyncExternalStore } from 'react';

export interface Demo {
  readonly emails: readonly string[];
  /** The same for all of them. */
  readonly password: string;
}

interface DemoMeta {
  readonly accounts: readonly (string | { readonly email: string })[];
  readonly password: string;
}

const readDemo = (): Demo | null => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="campus-demo"]')?.content;
  if (!content) return null;
  const { accounts, password } = JSON.parse(content) as DemoMeta;
  const emails = accounts.map((account) => (typeof account === 'string' ? account : account.email));
  return { emails, password };
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
