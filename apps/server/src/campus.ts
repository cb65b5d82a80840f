import {
  dayIn,
  type IsoDate,
  keepsAll,
  type PasswordDemands,
  type Settings,
  usualExpectedPercentage,
  usualFileQuotas,
  usualSessions,
} from '@campus/contract';
import { createClock, type DatabaseClock } from './clock.ts';
import type { Database } from './db/database.ts';

/** What the administrators set, as this process knows it: at most moments old. */
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
  /** Goes up with every change; 0 before the database was asked. */
  readonly version: number;
  /** Null for the one that Campus was started with. */
  readonly timezone: string | null;
  /** What the identity service is to ask of passwords; null while nobody has set it here. */
  readonly passwords: PasswordDemands | null;
}

/** What every feature's service works with. */
export interface Campus {
  readonly db: Database;
  /** IANA name. Ask each time: it changes while Campus runs. */
  readonly timezone: string;
  /** In force while the administrators set none. */
  readonly startTimezone: string;
  readonly settings: CampusSettings;
  /** Takes settings as they were stored; older ones than those it has are left. */
  follow(settings: CampusSettings): void;
  /** By which sessions and tokens are dated: where tests choose a day, this one goes on. */
  readonly clock: DatabaseClock;
  /** The moment it is on campus. */
  now(): Date;
  /** The day it is on campus: the only source of "today". */
  today(): IsoDate;
}

const initial: CampusSettings = {
  version: 0,
  institution: { name: null, address: null, logo: null },
  timezone: null,
  expectedPercentage: usualExpectedPercentage,
  sessions: usualSessions,
  fileQuotas: usualFileQuotas,
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
