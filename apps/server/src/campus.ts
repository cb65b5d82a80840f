import type { IsoDate } from '@campus/contract';
import { dayIn } from '@campus/contract';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { DB } from './db/tables.generated.ts';

/** What every feature's service works with. */
export interface Campus {
  /** For ordinary queries; prepared statements and COPY go to the pool under it. */
  readonly db: Kysely<DB>;
  readonly pool: pg.Pool;
  readonly timezone: string;
  now(): Date;
  /** The day it is on campus: the only source of "today". */
  today(): IsoDate;
}

export const createCampus = (parts: {
  db: Kysely<DB>;
  pool: pg.Pool;
  timezone: string;
  now?: () => Date;
}): Campus => {
  const now = parts.now ?? (() => new Date());
  return { ...parts, now, today: () => dayIn(parts.timezone, now()) };
};
