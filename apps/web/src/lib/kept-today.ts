import { clear, createStore, del, entries, get, set } from 'idb-keyval';
import { isUnanswered } from './call-error.ts';
import { readSession } from './session.ts';

/**
 * Replies that a teacher marks by, on this device, so that a class can be marked after a reload without
 * network. They are one person's: gone at sign-out, when another person comes, or after a day.
 */
interface Kept {
  readonly person: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly reply: unknown;
}

const dayLong = 24 * 60 * 60_000;

/** With a reply from before Campus is waited for so long, in milliseconds: a bad line may never answer. */
const patience = 10_000;

const store = createStore('campus-today', 'replies');

/** A browser that keeps nothing (a private window, say) is one without replies from before. */
const orNothing = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  Promise.resolve()
    .then(work)
    .catch(() => undefined);

const isOf = ({ person, at }: Kept, email: string): boolean =>
  person === email && Date.now() - at < dayLong;

/**
 * Asks, and keeps the reply of a teacher. Where Campus does not answer: what it has replied before.
 * @param isStill whether a reply from before holds now
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

/** Leaves only what is this person's and of today. */
export const forgetOthersToday = (email: string): Promise<void> =>
  orNothing(async () => {
    for (const [name, kept] of await entries<string, Kept>(store))
      if (!isOf(kept, email)) await del(name, store);
  });

/** At sign-out. */
export const forgetToday = (): Promise<void> => orNothing(() => clear(store));
