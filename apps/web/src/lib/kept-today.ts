import { clear, createStore, del, entries, get, set } from 'idb-keyval';
import { isUnanswered } from './call-error.ts';
import { readSession } from './session.ts';

/**
 * A reply kept on this device so that a teacher can mark a class after a reload without network.
 * It belongs to one person and is dropped at sign-out, when another person signs in, or after a day.
 */
interface Kept {
  readonly person: string;
  readonly at: number;
  readonly reply: unknown;
}

const dayLong = 24 * 60 * 60_000;

/** How long to wait for the server when a kept reply exists, in milliseconds: on a bad line none may ever come. */
const patience = 10_000;

const store = createStore('campus-today', 'replies');

/** Treats a browser that stores nothing (a private window, say) as one without kept replies. */
const orNothing = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  Promise.resolve()
    .then(work)
    .catch(() => undefined);

const isOf = ({ person, at }: Kept, email: string): boolean =>
  person === email && Date.now() - at < dayLong;

/**
 * Fetches a reply and keeps it if a teacher is signed in. If the server does not answer, returns the kept
 * one.
 * @param isStill whether a kept reply is still valid
 */
export const keptToday = async <Reply>(
  name: string,
  asked: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Reply>,
  isStill: (reply: Reply) => boolean = () => true,
): Promise<Reply> => {
  const { role, email: person } = readSession() ?? {};
  if (role !== 'teacher' || person === undefined) return ask(asked);
  const before = orNothing(async () => {
    const kept = await get<Kept>(name, store);
    return kept && isOf(kept, person) && isStill(kept.reply as Reply) ? kept : undefined;
  });
  const tired = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const giveUp = async (): Promise<void> => {
    if (await before)
      timer = setTimeout(() => tired.abort(new DOMException('', 'TimeoutError')), patience);
  };
  void giveUp();
  try {
    const reply = await ask(AbortSignal.any([asked, tired.signal]));
    const kept: Kept = { person, at: Date.now(), reply };
    void orNothing(() => set(name, kept, store));
    return reply;
  } catch (error) {
    const kept = await before;
    if (!kept || !isUnanswered(error)) throw error;
    return kept.reply as Reply;
  } finally {
    clearTimeout(timer);
  }
};

/** Deletes everything that belongs to other people or is older than a day. */
export const forgetOthersToday = (email: string): Promise<void> =>
  orNothing(async () => {
    for (const [name, kept] of await entries<string, Kept>(store))
      if (!isOf(kept, email)) await del(name, store);
  });

/** Deletes everything; called at sign-out. */
export const forgetToday = (): Promise<void> => orNothing(() => clear(store));
