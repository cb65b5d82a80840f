import { identityBase } from './base-urls.ts';
import type * as Firebase from './firebase.ts';

/** The element by which the server says that Firebase Authentication keeps the accounts, and which script to load. */
export const firebaseMeta = () =>
  document.querySelector<HTMLMetaElement>('meta[name="campus-firebase"]');

export const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Calls the identity service with this browser's cookies; by POST if there is a body. */
export const askIdentity = async (path: string, body?: object): Promise<Response> => {
  const meta = firebaseMeta();
  if (meta) {
    const { askFirebase } = (await import(/* @vite-ignore */ meta.content)) as typeof Firebase;
    return askFirebase(meta.dataset, path, body);
  }
  return fetch(identityBase() + path, { credentials: 'include', ...(body && json(body)) });
};
