import { readSession, watchSession } from './session.ts';

/** A reply as it was read, by the ETag that names its state. */
interface Kept {
  readonly etag: string;
  readonly reply: unknown;
  /** In characters of JSON, and a thousand for what is beside them. */
  readonly size: number;
}

/** For all replies together; the list of all students of a large campus takes a quarter of it. */
const capacity = 8_000_000;

let person = '';
let used = 0;
/** By address, the one not asked for longest first. */
const kept = new Map<string, Kept>();

const forget = (address: string): void => {
  used -= kept.get(address)?.size ?? 0;
  kept.delete(address);
};

const forgetOthers = (): string => {
  const email = readSession()?.email ?? '';
  if (email !== person) {
    kept.clear();
    used = 0;
    person = email;
  }
  return person;
};
watchSession(forgetOthers);

/** What the person who is signed in was answered at an address, and a way to replace it. */
export interface Place {
  readonly before: Kept | undefined;
  /** Does nothing when another person has signed in by now. */
  keep(now: Kept): void;
}

/**
 * Replies about people are `no-store`: the browser keeps none of them. Here they stay in memory until
 * the person signs out or the page is left, so that what has not changed is answered 304.
 */
export const placeOf = (address: string): Place => {
  const asker = forgetOthers();
  return {
    before: kept.get(address),
    keep: (now) => {
      if (forgetOthers() !== asker || asker === '') return;
      forget(address);
      if (now.size > capacity) return;
      kept.set(address, now);
      used += now.size;
      for (const oldest of kept.keys()) {
        if (used <= capacity) break;
        forget(oldest);
      }
    },
  };
};
