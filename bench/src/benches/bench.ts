import type { Client } from 'pg';
import type { BenchDatabase } from '../data/database.ts';
import type { Book } from '../data/books.ts';
import type { BenchCampus, Subject } from '../data/generate.ts';
import type { Flags, Marks } from '../flags.ts';
import type { CampusSide } from '../sides/campus.ts';
import type { Side } from '../sides/process.ts';

/** A bare server next to Campus, and a direct connection to its database. */
export interface BareSide extends Side {
  readonly client: Client;
}

/** What every benchmark works with: running sides with the same university in their databases. */
export interface Bench extends Askers {
  readonly flags: Flags;
  readonly connections: number;
  readonly marks: Marks;
  readonly database: BenchDatabase;
  /** For inspecting the database; no request uses it. */
  readonly client: Client;
  readonly data: BenchCampus;
  /** The catalogue; empty unless the benchmarks that need it are run. */
  readonly books: readonly Book[];
  readonly campus: CampusSide;
  /** The minimum that keeps Campus's promises about attendance, on its own schema. */
  readonly limit: BareSide;
  /** Campus's own statements on its database; started for the exams and library benchmarks. */
  readonly ownStatements: BareSide | undefined;
  /** How submissions were stored when each mark was a row; for the smallest size only. */
  readonly former: BareSide | undefined;
}

/**
 * The same university in a database of each size, smallest first, with fresh tokens. Called before each
 * measurement, because tokens expire after a quarter of an hour.
 */
export type Ready = () => Promise<readonly Bench[]>;

/** The people who send requests, signed in with fresh tokens. */
export interface Askers {
  /** One for each connection. */
  readonly teachers: readonly SignedInTeacher[];
  /** As many as read at once, up to a limit: no two of them share what they read. */
  readonly students: readonly {
    readonly email: string;
    readonly token: string;
    readonly id: number;
  }[];
  /** The administrator's. */
  readonly adminToken: string;
}

export interface SignedInTeacher {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  readonly subjects: readonly Subject[];
}

/** One line of the report. */
export interface Finding {
  readonly what: string;
  readonly limit?: string;
  readonly campus: string;
  readonly ratio?: string;
  readonly required: string;
  readonly statements?: string;
  readonly passed: boolean;
}

/** Adds the number of marks to a title when several sizes are measured. */
export const titled = (what: string, bench: Bench, benches: readonly Bench[]): string =>
  benches.length > 1 ? `${what}, ${bench.marks.toLocaleString('en')} marks` : what;

/** Formats a number with three or four significant digits and grouped thousands. */
export const shown = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: Math.abs(value) >= 1000 ? 4 : 3 });

export const twoDigits = (value: number): string => value.toFixed(2);

/** How much more memory, or less, in megabytes. */
export const shownGrowth = (before: number, after: number): string =>
  `${after >= before ? '+' : ''}${shown(after - before)} MB`;

export const requiredRatio = ({ ratio, aim }: { ratio: number; aim?: number }): string =>
  `at least ${twoDigits(ratio)}${aim === undefined ? '' : ` (aim ${twoDigits(aim)})`}`;

/** The nth item of a list that is repeated endlessly. */
export const cyclic = <T>(list: readonly T[], index: number): T => {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('An empty list has no items.');
  return item;
};
