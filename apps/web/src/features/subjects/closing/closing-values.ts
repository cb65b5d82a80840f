import { addDays, type BodyIn, type Term, termFields, type terms } from '@campus/contract';
import { draftOf } from '../../../lib/field-values.ts';
import { missingOf, type TermValues } from '../terms/term-values.ts';

export type ClosingOptions = Omit<BodyIn<typeof terms.closeTerm>, 'plan'>;

/** The values of the first step's form. */
export interface ClosingValues extends TermValues {
  /** The id of a planned term; blank for a new one with these fields. */
  readonly planned: string;
  readonly semester: string;
  readonly year: string;
  /** Ids of the subjects that are not carried over, separated by spaces. */
  readonly left: string;
  /** Ids of students in their last semester who have not finished, separated by spaces. */
  readonly staying: string;
  readonly graduatedOn: string;
}

/** Planned terms that can follow this one. */
export const successorsOf = (term: Term, terms: readonly Term[]): readonly Term[] =>
  terms.filter(({ state, startsOn }) => state === 'planned' && startsOn > term.endsOn).toReversed();

export const initialValues = (term: Term, terms: readonly Term[]) => ({
  ...draftOf(termFields, {}),
  startsOn: addDays(term.endsOn, 1) as string,
  planned: successorsOf(term, terms)[0]?.id ?? '',
  semester: 'yes',
  year: 'yes',
  left: '',
  staying: '',
  graduatedOn: term.endsOn as string,
});

/** The ids in a string of ids separated by spaces. */
export const parseIds = (given: string): ReadonlySet<string> =>
  new Set(given.split(' ').filter(Boolean));

/** A message for each blank field of a new term. */
export const missingFrom = ({ planned, ...term }: ClosingValues) =>
  planned ? {} : missingOf(term);

/** `subjects` and `leavers` are the ids of all that are known. */
export const closingOptionsOf = (
  { planned, semester, year, name, startsOn, endsOn, ...values }: ClosingValues,
  subjects: readonly string[],
  leavers: readonly string[],
): ClosingOptions => {
  const left = parseIds(values.left);
  const staying = parseIds(values.staying);
  const students = leavers.filter((id) => !staying.has(id));
  return {
    next: planned ? { termId: planned } : { name: name.trim(), startsOn, endsOn },
    promote: { semester: semester === 'yes', year: semester === 'yes' && year === 'yes' },
    carrySubjects: left.size === 0 ? 'all' : subjects.filter((id) => !left.has(id)),
    ...(students.length > 0 && { graduates: { on: values.graduatedOn, students } }),
  };
};
