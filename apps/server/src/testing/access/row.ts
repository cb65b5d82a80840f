import type { Access } from '@campus/contract';
import type { Person } from '../make.ts';
import type { TestCampus } from '../test-campus.ts';
import type { Part } from '../upload.ts';

/**
 * One line of the matrix of who may call what: the status each kind of caller meets, with a record
 * of their own and with a foreign one. A call that may be made is made for real; what is foreign
 * answers 403.
 */
export interface Row<More extends object = object> {
  readonly id: string;
  /** Of a call that several rows make, where it decides by what it names: more narrow than the endpoint's. */
  readonly access?: Access;
  readonly admin: number;
  readonly teacher: readonly [own: number, foreign: number];
  readonly student: readonly [own: number, foreign: number];
  /**
   * A teacher who marks and grades a section of the subject: about a student of it, and about one of another section.
   * Left out: as a teacher meets what is foreign.
   */
  readonly ofSection?: readonly [own: number, foreign: number];
  /** The request about a record that belongs to the caller, or to someone else. */
  request(records: Records & More): {
    readonly path: string;
    readonly body?: object;
    /** Of a call that takes a file. */
    readonly form?: readonly Part[];
  };
}

/** The records of one teacher and one student; `mine` are the caller’s. */
export interface Records {
  readonly teacher: Person;
  readonly student: Person;
  /** A student who has not come in yet, and whose account may be changed. */
  readonly applicant: Person;
  readonly subject: string;
  readonly term: string;
  /** The student’s in the subject. */
  readonly enrolment: string;
  /** An administrator beside the caller. */
  readonly colleague: Person;
  /** A student who is not enrolled in it. */
  readonly newcomer: Person;
  /** A teacher with a subject, who hands it over. */
  readonly leaver: Person;
  /** The teacher’s requests about the student, by the field they are about. */
  readonly corrections: { readonly contactNo: string; readonly address: string };
}

/** The rows of a feature, and the records that only they need: made for the callers, and for others. */
export interface FeatureRows<More extends object = object> {
  prepare(campus: TestCampus, records: Records): Promise<More>;
  readonly rows: readonly Row<More>[];
}

export const open = [200, 200] as const;
export const closed = [403, 403] as const;
export const own = [200, 403] as const;

let made = 0;
/** A number that no other row has had. */
export const counter = (): number => (made += 1);
/** An address that nobody has. */
export const fresh = (): string => `new${counter()}@example.edu`;
