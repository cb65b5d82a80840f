import { identityBase } from './addresses.ts';
import type * as Firebase from './firebase.ts';

/** Written by the server where Firebase Authentication keeps the accounts: names the script for it. */
export const firebaseMeta = () =>
  document.querySelector<HTMLMetaElement>('meta[name="campus-firebase"]');

export const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Asks the identity service, which knows this browser; by POST where there is something to send. */
export const askIdentity = async (path: string, body?: object): Promise<Response> => {
  const meta = firebaseMeta();
  if (meta) {
    const { askFirebase } = (await import(/* @vite-ignore */ meta.content)) as typeof Firebase;
    return askFirebase(meta.dataset, path, body);
  }
  return fetch(identityBase() + path, { credentials: 'include', ...(body && json(body)) });
};
