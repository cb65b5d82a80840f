import {
  dayIn,
  defaultExpectedPercentage,
  defaultFileQuotas,
  defaultSessionLimits,
  type IsoDate,
  keepsAll,
  type PasswordDemands,
  type Settings,
} from '@campus/contract';
import { createClock, type DatabaseClock } from './clock.ts';
import type { Database } from './db/database.ts';

/** The administrators' settings as cached by this process, at most a few seconds old. */
export interface CampusSettings extends Pick<
  Settings,
  | 'institution'
  | 'expectedPercentage'
  | 'sessions'
  | 'fileQuotas'
  | 'teachersNeedFactor'
  | 'needToKnow'
  | 'absentCountsZero'
  | 'retention'
> {
  /** Increases with every change; 0 until first read from the database. */
  readonly version: number;
  /** Null: the one Campus was started with. */
  readonly timezone: string | null;
  /** What the identity service demands of passwords; null while not set here. */
  readonly passwords: PasswordDemands | null;
}

/** What every feature's service is given. */
export interface Campus {
  readonly db: Database;
  /** IANA name. Read it each time: it can change while Campus runs. */
  readonly timezone: string;
  /** Applies while the administrators have set none. */
  readonly startTimezone: string;
  readonly settings: CampusSettings;
  /** Caches stored settings, unless they are older than those cached already. */
  follow(settings: CampusSettings): void;
  /** Dates sessions and tokens. Unlike `now`, it is not changed by tests that choose a day. */
  readonly clock: DatabaseClock;
  now(): Date;
  /** Today in the campus's time zone: the only source of "today". */
  today(): IsoDate;
}

const initial: CampusSettings = {
  version: 0,
  institution: { name: null, address: null, logo: null },
  timezone: null,
  expectedPercentage: defaultExpectedPercentage,
  sessions: defaultSessionLimits,
  fileQuotas: defaultFileQuotas,
  passwords: null,
  teachersNeedFactor: false,
  needToKnow: false,
  absentCountsZero: false,
  retention: keepsAll,
};

export const createCampus = (parts: {
  db: Database;
  timezone: string;
  clock?: DatabaseClock;
  now?: () => Date;
}): Campus => {
  const {
    db,
    timezone: startTimezone,
    clock = createClock(),
    now = () => new Date(clock.now()),
  } = parts;
  let settings = initial;
  const timezone = (): string => settings.timezone ?? startTimezone;
  return {
    db,
    clock,
    startTimezone,
    get timezone() {
      return timezone();
    },
    get settings() {
      return settings;
    },
    follow(stored) {
      if (stored.version >= settings.version) settings = stored;
    },
    now,
    today: () => dayIn(timezone(), now()),
  };
};
