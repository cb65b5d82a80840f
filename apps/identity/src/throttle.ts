import { normalizeIP } from '@better-auth/core/utils/ip';
import type { CheckQueue, Source } from './check-queue.ts';
import type { Clock } from './clock.ts';
import type { Devices } from './devices.ts';
import { digest } from './digest.ts';
import type { IdentityRequest } from './endpoint.ts';
import { Refusal } from './errors.ts';
import {
  countingGuesses,
  deviceVerdict,
  type Guess,
  guessLimits,
  type GuessStore,
  strangerVerdict,
  type Verdict,
} from './guesses.ts';
import type { IdentityOptions } from './identity.ts';
import { createKeyedLock } from './keyed-lock.ts';

type Visitor = Pick<IdentityRequest, 'ip' | 'cookie' | 'gone'>;

/** The check of a password; `undefined` means it was wrong. */
type Check<T> = () => Promise<T | undefined>;

/** How the checks of one visitor are counted. */
interface Counting {
  /** The key of the guesses: that of a device or of an account. */
  readonly key: string;
  /** A digest of the address, for unknown devices. */
  readonly place: string;
  /** The entry, if it has just been read. */
  readonly entry?: Awaited<ReturnType<GuessStore['read']>> | undefined;
  readonly source: Source;
  /** How many requests may wait. */
  readonly most: number;
  readonly gone?: () => boolean;
  readonly judge: (guesses: readonly Guess[], now: number) => Verdict;
  readonly failed?: (guesses: readonly Guess[]) => Promise<void>;
}

interface Parts extends Pick<IdentityOptions, 'onGuessing'> {
  readonly store: GuessStore;
  readonly queue: CheckQueue;
  readonly devices: Devices;
  readonly clock: Clock;
}

/** Requests, over all accounts, that may wait in this process. */
const waitingInAll = 1000;

const tooMany = (ms: number, more = ''): Refusal => {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new Refusal(
    'too_many_requests',
    `Too many failed attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}${more}.`,
    { retryAfterSeconds: seconds },
  );
};

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Slows guessing down without locking anyone out. Before each check a guess is counted for the device or,
 * on an unknown device, for the account, and removed if the check succeeds. Throws `too_many_requests`,
 * or `unavailable` if too many people sign in at once.
 */
export const createThrottle = ({ store, queue, devices, clock, onGuessing }: Parts) => {
  const oneAtATime = createKeyedLock(waitingInAll, () => tooMany(guessLimits.pause.longest));
  const mailed = new Map<string, number>();

  /** Tries once: returns the result of the check, or what must happen before it may be made. */
  const attempt = <T>(by: Counting, read: Counting['entry'], check: Check<T>) =>
    queue(by.source, async (): Promise<{ found: T | undefined } | { verdict: Verdict }> => {
      const entry = read ?? (await store.read(by.key));
      const guess: Guess = [clock.now(), by.place];
      const verdict = by.judge(entry.guesses, guess[0]);
      if (verdict.may !== 'check' || !(await store.add(entry, guess))) return { verdict };
      const found = await check();
      if (found === undefined) await by.failed?.([...entry.guesses, guess]);
      else await store.remove(by.key, guess);
      return { found };
    });

  const checked = <T>(by: Counting, check: Check<T>): Promise<T | undefined> =>
    oneAtATime(`${by.key} ${by.place}`, by.most, async (wait) => {
      for (let { entry } = by; ; entry = undefined) {
        const done = await attempt(by, entry, check);
        if ('found' in done) return done.found;
        const { verdict } = done;
        if (verdict.may === 'check') continue;
        const left = verdict.until - clock.now();
        if (verdict.may === 'refuse') throw tooMany(left);
        await wait(() => clock.wait(left));
        if (by.gone?.()) throw new Refusal('unavailable', 'Nobody waits for this any more.');
      }
    });

  const ofDevice = (key: string): Counting => ({
    key,
    place: '',
    source: { known: true, name: key },
    most: guessLimits.device.most,
    judge: deviceVerdict,
  });

  /** Warns the owner once there are `most` failures within the time. */
  const warnAfter =
    (email: string, most: number, within: number) =>
    async (guesses: readonly Guess[]): Promise<void> => {
      const failures = countingGuesses(guesses, within, clock.now()).length;
      if (failures >= most) await onGuessing(email, 'sign_in_warning');
    };

  /** A refused unknown device may be the owner’s, so a mail offers to admit it. Requested at most once a minute. */
  const mailLink = async (email: string): Promise<void> => {
    const now = clock.now();
    if ((mailed.get(email) ?? 0) > now - 60_000) return;
    if (mailed.size >= 10_000) mailed.clear();
    mailed.set(email, now);
    await onGuessing(email, 'device_link');
  };

  /** Returns the guesses of the device that a cookie names; `undefined` unless the account knows the device. */
  const readKnown = async (what: string, email: string, cookie: string) => {
    const hash = devices.hashOf(cookie);
    return hash === undefined ? undefined : store.readOfDevice(what, hash, email);
  };

  return {
    /** Checks a sign-in with this e-mail, whether or not it has an account. */
    async checkSignIn<T>(email: string, { ip, cookie, gone }: Visitor, check: Check<T>) {
      const { device, unknownDevices, warning, waiting } = guessLimits;
      const entry = await readKnown('guesses', email, cookie);
      if (entry) {
        const failed = warnAfter(email, device.most, device.within);
        return checked({ ...ofDevice(entry.key), entry, failed, gone }, check);
      }
      // An IPv6 subscriber owns a whole /64, which therefore counts as one address.
      const place = digest(normalizeIP(ip, { ipv6Subnet: 64 })).slice(0, 12);
      const ofAccount: Counting = {
        key: digest(`guesses ${email}`),
        place,
        source: { known: false, name: place },
        most: waiting,
        gone,
        judge: (guesses, now) => strangerVerdict(guesses, place, now),
        failed: warnAfter(email, warning, unknownDevices.within),
      };
      try {
        return await checked(ofAccount, check);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error;
        await mailLink(email);
        throw tooMany(
          (error.retryAfterSeconds ?? 1) * 1000,
          ', or open the link that lets this device in: it is mailed to the address of the account',
        );
      }
    },

    /** Checks the password of someone who is signed in. */
    checkPassword: <T>(id: string, check: Check<T>) =>
      checked(ofDevice(digest(`session ${id}`)), check),

    /**
     * Whether this browser, if known to the account, may have another reset mail from its own allowance.
     * Counts it.
     */
    async ownReset(email: string, { cookie }: Visitor): Promise<boolean> {
      const entry = await readKnown('reset', email, cookie);
      if (!entry) return false;
      const now = clock.now();
      const { most, within } = guessLimits.ownReset;
      return (
        countingGuesses(entry.guesses, within, now).length < most && store.add(entry, [now, ''])
      );
    },
  };
};
