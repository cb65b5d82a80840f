import { clear, createStore, del, entries, get, set } from 'idb-keyval';
import { isNetworkError } from './call-error.ts';
import { isSigningOut, readSession } from './session.ts';

/**
 * A reply kept on this device so that a teacher can mark a class after a reload without network.
 * It belongs to one person and is dropped at sign-out, when another person signs in, or after a day.
 */
interface OfflineReply {
  readonly person: string;
  readonly at: number;
  readonly reply: unknown;
}

const dayMs = 24 * 60 * 60_000;

/** How long to wait for the server when a kept reply exists, in milliseconds: on a bad line none may ever come. */
const timeoutMs = 10_000;

const store = createStore('campus-today', 'replies');

/** Treats a browser that stores nothing (a private window, say) as one without kept replies. */
const orUndefined = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  Promise.resolve()
    .then(work)
    .catch(() => undefined);

const isOf = ({ person, at }: OfflineReply, email: string): boolean =>
  person === email && Date.now() - at < dayMs;

/**
 * Fetches a reply and keeps it if a teacher is signed in. If the server does not answer, returns the kept
 * one.
 * @param isStill whether a kept reply is still valid
 */
export const fetchOrOfflineCopy = async <Reply>(
  name: string,
  asked: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Reply>,
  isStill: (reply: Reply) => boolean = () => true,
): Promise<Reply> => {
  const { role, email: person } = readSession() ?? {};
  if (role !== 'teacher' || person === undefined) return ask(asked);
  const before = orUndefined(async () => {
    const kept = await get<OfflineReply>(name, store);
    return kept && isOf(kept, person) && isStill(kept.reply as Reply) ? kept : undefined;
  });
  const timeout = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const giveUp = async (): Promise<void> => {
    if (await before)
      timer = setTimeout(() => timeout.abort(new DOMException('', 'TimeoutError')), timeoutMs);
  };
  void giveUp();
  try {
    const reply = await ask(AbortSignal.any([asked, timeout.signal]));
    const kept: OfflineReply = { person, at: Date.now(), reply };
    // A reply that arrives while they sign out must not outlive the deletion.
    if (!isSigningOut()) void orUndefined(() => set(name, kept, store));
    return reply;
  } catch (error) {
    const kept = await before;
    if (!kept || !isNetworkError(error)) throw error;
    return kept.reply as Reply;
  } finally {
    clearTimeout(timer);
  }
};

/** Deletes everything that belongs to other people or is older than a day. */
export const pruneOfflineReplies = (email: string): Promise<void> =>
  orUndefined(async () => {
    for (const [name, kept] of await entries<string, OfflineReply>(store))
      if (!isOf(kept, email)) await del(name, store);
  });

/** Deletes everything; called at sign-out. */
export const clearOfflineReplies = (): Promise<void> => orUndefined(() => clear(store));
