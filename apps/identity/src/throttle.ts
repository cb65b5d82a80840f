import { createHash } from 'node:crypto';
import { normalizeIP } from '@better-auth/core/utils/ip';
import type { CheckQueue, Source } from './check-queue.ts';
import type { Clock } from './clock.ts';
import { Refusal } from './errors.ts';
import type { Entry, GuessBook } from './guess-book.ts';
import {
  countingGuesses,
  deviceVerdict,
  type Guess,
  guessLimits,
  strangerVerdict,
  type Verdict,
} from './guess-rules.ts';
import type { IdentityOptions } from './identity.ts';
import { createTurns } from './turns.ts';

/** Somebody who wants to sign in; to the account of `email`, whether or not there is one. */
export interface Visitor {
  readonly email: string;
  readonly ip: string;
  /** The digest of the device they come with, if its cookie is ours. */
  readonly device: string | undefined;
  /** Whether nobody waits for the answer any more. */
  readonly gone?: () => boolean;
}

/** What `check` answers; `undefined`: it was a wrong password. */
type Check<T> = () => Promise<T | undefined>;

/**
 * Slows guessing without locking anybody out. Each check takes its place in the count of its device
 * or, from a strange one, of its account before it is made, and gives it back when it succeeds.
 */
export interface Throttle {
  /** Throws `too_many_requests`, or `unavailable` where too many sign in at once. */
  ofVisitor<T>(visitor: Visitor, check: Check<T>): Promise<T | undefined>;
  /** Of somebody who is signed in. */
  ofSession<T>(id: string, check: Check<T>): Promise<T | undefined>;
  /** Whether this visit, which is made on a device known to the account, has a mail of its own left. */
  ownReset(visitor: Visitor): Promise<boolean>;
}

interface Parts extends Pick<IdentityOptions, 'onGuessing'> {
  readonly book: GuessBook;
  readonly queue: CheckQueue;
  readonly clock: Clock;
}

/** Requests of all accounts that this process lets wait for a pause. */
const waitingInAll = 1000;

export function createThrottle({ book, queue, clock, onGuessing }: Parts): Throttle {
  const turns = createTurns(waitingInAll, () => tooMany(guessLimits.pause.longest));
  const mailed = new Map<string, number>();

  const tooMany = (ms: number, more = ''): Refusal => {
    const seconds = Math.max(1, Math.ceil(ms / 1000));
    const minutes = Math.ceil(seconds / 60);
    return new Refusal(
      'too_many_requests',
      `Too many failed attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}${more}.`,
      { retryAfterSeconds: seconds },
    );
  };

  interface Round<T> {
    readonly key: string;
    readonly place: string;
    readonly source: Source;
    readonly check: Check<T>;
    /** As it was read before; read again where that is too long ago. */
    readonly entry?: Entry | undefined;
    judge(guesses: readonly Guess[], now: number): Verdict;
    failed?(guesses: readonly Guess[]): Promise<void>;
    readonly gone?: (() => boolean) | undefined;
  }

  /** One try: what the check answered, or what has to happen before it may be made. */
  const attempt = <T>(round: Round<T>, read: Entry | undefined) =>
    queue(round.source, async (): Promise<{ found: T | undefined } | { verdict: Verdict }> => {
      const entry = read ?? (await book.read(round.key));
      const guess: Guess = [clock.now(), round.place];
      const verdict = round.judge(entry.guesses, guess[0]);
      if (verdict.may !== 'check' || !(await book.add(entry, guess))) return { verdict };
      const found = await round.check();
      if (found === undefined) await round.failed?.([...entry.guesses, guess]);
      else await book.remove(round.key, guess);
      return { found };
    });

  const inTurn = <T>(round: Round<T>, most: number): Promise<T | undefined> =>
    turns(`${round.key} ${round.place}`, most, async (place) => {
      for (let { entry } = round; ; entry = undefined) {
        const done = await attempt(round, entry);
        if ('found' in done) return done.found;
        const { verdict } = done;
        if (verdict.may === 'check') continue;
        const left = verdict.until - clock.now();
        if (verdict.may === 'refuse') throw tooMany(left);
        await place.wait(() => clock.wait(left));
        if (round.gone?.()) throw new Refusal('unavailable', 'Nobody waits for this any more.');
      }
    });

  const deviceRound = <T>(key: string, check: Check<T>): Round<T> => ({
    key,
    place: '',
    source: { known: true, name: key },
    check,
    judge: deviceVerdict,
  });

  /** A refused stranger may be the owner: a mail lets that device in. Asked for once a minute at most. */
  const mailLink = async (email: string): Promise<void> => {
    const now = clock.now();
    if ((mailed.get(email) ?? 0) > now - 60_000) return;
    if (mailed.size >= 10_000) mailed.clear();
    mailed.set(email, now);
    await onGuessing(email, 'device_link');
  };

  const readFor = (what: string, { email, device }: Visitor) =>
    book.readFor(
      { hash: device ?? '', email },
      { known: digest(`${what} ${device} ${email}`), unknown: digest(`${what} ${email}`) },
    );

  return {
    async ofVisitor<T>(visitor: Visitor, check: Check<T>) {
      const { email, ip, device, gone } = visitor;
      const unknown = digest(`guesses ${email}`);
      const entry = device === undefined ? undefined : await readFor('guesses', visitor);
      if (entry && entry.key !== unknown) {
        const { most, within } = guessLimits.device;
        const failed = async (guesses: readonly Guess[]): Promise<void> => {
          const failures = countingGuesses(guesses, within, clock.now()).length;
          if (failures >= most) await onGuessing(email, 'sign_in_warning');
        };
        return inTurn({ ...deviceRound(entry.key, check), entry, failed, gone }, most);
      }
      // An IPv6 subscriber owns a whole /64, so that counts as one address.
      const place = digest(normalizeIP(ip, { ipv6Subnet: 64 })).slice(0, 12);
      const round: Round<T> = {
        key: unknown,
        place,
        source: { known: false, name: place },
        check,
        entry,
        gone,
        judge: (guesses, now) => strangerVerdict(guesses, place, now),
        async failed(guesses) {
          const { strangers, warning } = guessLimits;
          const failures = countingGuesses(guesses, strangers.within, clock.now()).length;
          if (failures >= warning) await onGuessing(email, 'sign_in_warning');
        },
      };
      try {
        return await inTurn(round, guessLimits.waiting);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error;
        await mailLink(email);
        throw tooMany(
          (error.retryAfterSeconds ?? 1) * 1000,
          ', or open the link that lets this device in: it is mailed to the address of the account',
        );
      }
    },

    ofSession: (id, check) =>
      inTurn(deviceRound(digest(`session ${id}`), check), guessLimits.device.most),

    async ownReset(visitor) {
      if (visitor.device === undefined) return false;
      const entry = await readFor('reset', visitor);
      if (entry.key === digest(`reset ${visitor.email}`)) return false;
      const now = clock.now();
      const { most, within } = guessLimits.ownReset;
      return (
        countingGuesses(entry.guesses, within, now).length < most && book.add(entry, [now, ''])
      );
    },
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
