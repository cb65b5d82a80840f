import type { Access } from '@campus/contract';
import type { Person } from '../make.ts';
import type { TestCampus } from '../test-campus.ts';
import type { Part } from '../upload.ts';

/**
 * A row of the access matrix: the status that each kind of caller gets, for their own record and for a
 * foreign one. Allowed calls are really made; a foreign record is a 403.
 */
export interface Row<More extends object = object> {
  readonly id: string;
  /** For a call with several rows: who may make this one, if narrower than the endpoint's access. */
  readonly access?: Access;
  readonly admin: number;
  readonly teacher: readonly [own: number, foreign: number];
  readonly student: readonly [own: number, foreign: number];
  /**
   * For a helper who marks and grades a section of the subject: about a student in it, and about one in another
   * section. Default: the same as a teacher's status for a foreign record.
   */
  readonly ofSection?: readonly [own: number, foreign: number];
  /** The request about a record of the caller or of somebody else. */
  request(records: Records & More): {
    readonly path: string;
    readonly body?: object;
    /** For a call that needs a file. */
    readonly form?: readonly Part[];
  };
}

/** The records of one teacher and one student; `mine` are the caller’s. */
export interface Records {
  readonly teacher: Person;
  readonly student: Person;
  /** A student who has not signed in yet, and whose account may be changed. */
  readonly applicant: Person;
  readonly subject: string;
  readonly term: string;
  /** The student’s enrolment in the subject. */
  readonly enrolment: string;
  /** An administrator other than the caller. */
  readonly colleague: Person;
  /** A student who is not enrolled in the subject. */
  readonly newcomer: Person;
  /** A teacher who hands a subject over. */
  readonly leaver: Person;
  /** The teacher’s correction requests about the student, by field. */
  readonly corrections: { readonly contactNo: string; readonly address: string };
}

/** The rows of a feature, and the records that only they need, created for the callers and for others. */
export interface FeatureRows<More extends object = object> {
  prepare(campus: TestCampus, records: Records): Promise<More>;
  readonly rows: readonly Row<More>[];
}

export const open = [200, 200] as const;
export const closed = [403, 403] as const;
export const own = [200, 403] as const;

let made = 0;
/** A number that no other row has. */
export const counter = (): number => (made += 1);
/** An e-mail that nobody has. */
export const fresh = (): string => `new${counter()}@example.edu`;
