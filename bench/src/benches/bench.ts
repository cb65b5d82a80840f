import type { Client } from 'pg';
import type { BenchDatabase } from '../data/database.ts';
import type { Book } from '../data/books.ts';
import type { BenchCampus, Subject } from '../data/generate.ts';
import type { Flags, Marks } from '../flags.ts';
import type { CampusSide } from '../sides/campus.ts';
import type { Side } from '../sides/process.ts';

/** A bare server beside Campus, and a look at its database from outside. */
export interface BareSide extends Side {
  readonly client: Client;
}

/** What every benchmark works with: the sides running, with the same university in their databases. */
export interface Bench extends Askers {
  readonly flags: Flags;
  readonly connections: number;
  readonly marks: Marks;
  readonly database: BenchDatabase;
  /** For looking at the database from outside; no request runs through it. */
  readonly client: Client;
  readonly data: BenchCampus;
  /** The catalogue; empty unless the rooms are measured. */
  readonly books: readonly Book[];
  readonly campus: CampusSide;
  /** The least that keeps what Campus promises about attendance, on a schema of its own. */
  readonly limit: BareSide;
  /** Campus's own statements on its database; started when other rooms are measured. */
  readonly ownStatements: BareSide | undefined;
  /** How submissions were stored when a mark was a row; beside the smallest size only. */
  readonly former: BareSide | undefined;
}

/**
 * The same university on a database of each size, smallest first, with fresh tokens: asked for before
 * each thing that is measured, as tokens end after a quarter of an hour.
 */
export type Ready = () => Promise<readonly Bench[]>;

/** Who asks: signed in, with tokens that were made for the benchmark at hand. */
export interface Askers {
  /** One for each connection. */
  readonly teachers: readonly SignedInTeacher[];
  /** As many as read at once, up to a number: they share what they read with nobody. */
  readonly students: readonly {
    readonly email: string;
    readonly token: string;
    readonly id: number;
  }[];
  /** Of the administrator. */
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
  readonly limit: string;
  readonly campus: string;
  readonly ratio: string;
  readonly required: string;
  readonly statements: string;
  readonly passed: boolean;
}

/** With two sizes a row says of which it is. */
export const titled = (what: string, bench: Bench, benches: readonly Bench[]): string =>
  benches.length > 1 ? `${what}, ${bench.marks.toLocaleString('en')} marks` : what;

/** Numbers for people: three digits that matter, thousands grouped. */
export const shown = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: Math.abs(value) >= 1000 ? 4 : 3 });

export const twoDigits = (value: number): string => value.toFixed(2);

export const requiredRatio = ({ ratio, aim }: { ratio: number; aim?: number }): string =>
  `at least ${twoDigits(ratio)}${aim === undefined ? '' : ` (aim ${twoDigits(aim)})`}`;

/** The nth of a list that begins again at its end. */
export const around = <T>(list: readonly T[], index: number): T => {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('An empty list has no items.');
  return item;
};
